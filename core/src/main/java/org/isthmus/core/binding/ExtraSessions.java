// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;
import org.isthmus.core.model.Limits;

/**
 * The TCP sessions of a binding beyond its first, which is in the BIB; few bindings have more than
 * one peer at a time. Lists in arrays, found by the binding's slot.
 *
 * <p>Threading: one thread.
 */
public final class ExtraSessions {
    /** No such session. */
    public static final int NONE = -1;

    private static final TcpState[] STATES = TcpState.values();

    private final Bib bib;
    private int limit = Limits.SESSIONS_PER_BINDING.byDefault - 1;
    private int[] heads =
            new int[16]; // open addressing: number of a list's first session, plus one
    private int lists;

    private int[] slots = new int[16];
    private int[] peers = new int[16];
    private int[] rest = new int[16]; // port 16 | state 16
    private int[] since = new int[16];
    private int[] next = new int[16];
    private int top;
    private int free = NONE;
    private int size;

    public ExtraSessions(Bib bib) {
        this.bib = bib;
    }

    /** How many a binding may have from its next one on, at least 1. */
    public void limit(int most) {
        limit = most;
    }

    public int find(int slot, int peer4, int peerPort) {
        int at = first(slot);
        while (at != NONE && (peers[at] != peer4 || rest[at] >>> 16 != peerPort)) {
            at = next[at];
        }
        return at;
    }

    /** A binding's first extra session; {@link #next} gives the others. */
    public int first(int slot) {
        return bib.hasExtra(slot) ? heads[position(slot)] - 1 : NONE;
    }

    public int next(int session) {
        return next[session];
    }

    /** One of a binding that has the established timeout, or {@link #NONE}. */
    int established(int slot) {
        int at = first(slot);
        while (at != NONE && !state(at).isEstablished()) {
            at = next[at];
        }
        return at;
    }

    public int peer4(int session) {
        return peers[session];
    }

    public int peerPort(int session) {
        return rest[session] >>> 16;
    }

    public TcpState state(int session) {
        return STATES[rest[session] & 0xffff];
    }

    public void state(int session, TcpState state) {
        rest[session] = rest[session] & 0xffff_0000 | state.ordinal();
    }

    /** In Seconds. */
    public int since(int session) {
        return since[session];
    }

    public int size() {
        return size;
    }

    /**
     * Adds a session; beyond the limit, the binding's oldest are removed, those that are
     * established last: anyone may open others from IPv4.
     */
    public void add(int slot, int peer4, int peerPort, TcpState state, int now) {
        int session = take();
        int head = first(slot);
        slots[session] = slot;
        peers[session] = peer4;
        rest[session] = peerPort << 16 | state.ordinal();
        since[session] = now;
        next[session] = head;
        if (head == NONE) {
            bib.hasExtra(slot, true);
            insert(session);
        } else {
            heads[position(slot)] = session + 1;
            for (int more = count(session) - limit; more > 0; more--) {
                removeOldest(session);
            }
        }
    }

    /** Whether another one of a binding would take the place of one. */
    boolean isFull(int slot) {
        return count(first(slot)) >= limit;
    }

    private int count(int first) {
        int count = 0;
        for (int at = first; at != NONE; at = next[at]) {
            count++;
        }
        return count;
    }

    /** Removes one behind the newest of a list. */
    private void removeOldest(int newest) {
        int before = newest;
        for (int at = newest; next[at] != NONE; at = next[at]) {
            if (!state(next[at]).isEstablished() || state(next[before]).isEstablished()) {
                before = at;
            }
        }
        int oldest = next[before];
        next[before] = next[oldest];
        give(oldest);
    }

    /** Removes those of a binding's sessions that have ended. */
    void removeClosed(int slot) {
        int kept = NONE;
        for (int at = first(slot), after; at != NONE; at = after) {
            after = next[at];
            if (state(at) != TcpState.CLOSED) {
                kept = at;
            } else if (kept != NONE) {
                next[kept] = after;
                give(at);
            } else if (after != NONE) {
                heads[position(slot)] = after + 1;
                give(at);
            } else {
                remove(slot);
            }
        }
    }

    /** Removes a binding's sessions. */
    public void remove(int slot) {
        if (!bib.hasExtra(slot)) {
            return;
        }
        int hole = position(slot);
        for (int at = heads[hole] - 1, after; at != NONE; at = after) {
            after = next[at];
            give(at);
        }
        int mask = heads.length - 1;
        for (int at = hole + 1 & mask; heads[at] != 0; at = at + 1 & mask) {
            int home = home(slots[heads[at] - 1]);
            if ((at - home & mask) >= (at - hole & mask)) {
                heads[hole] = heads[at];
                hole = at;
            }
        }
        heads[hole] = 0;
        lists--;
        bib.hasExtra(slot, false);
    }

    private int take() {
        size++;
        if (free != NONE) {
            int session = free;
            free = next[session];
            return session;
        }
        if (top == slots.length) {
            int length = top * 2;
            slots = Arrays.copyOf(slots, length);
            peers = Arrays.copyOf(peers, length);
            rest = Arrays.copyOf(rest, length);
            since = Arrays.copyOf(since, length);
            next = Arrays.copyOf(next, length);
        }
        return top++;
    }

    private void give(int session) {
        next[session] = free;
        free = session;
        size--;
    }

    private int position(int slot) {
        int at = home(slot);
        while (slots[heads[at] - 1] != slot) {
            at = at + 1 & heads.length - 1;
        }
        return at;
    }

    private void insert(int session) {
        if (++lists * 2 > heads.length) {
            int[] old = heads;
            heads = new int[old.length * 2];
            for (int head : old) {
                if (head != 0) {
                    put(head - 1);
                }
            }
        }
        put(session);
    }

    private void put(int session) {
        int at = home(slots[session]);
        while (heads[at] != 0) {
            at = at + 1 & heads.length - 1;
        }
        heads[at] = session + 1;
    }

    private int home(int slot) {
        int h = slot * 0x9e3779b9;
        return (h ^ h >>> 15) & heads.length - 1;
    }
}
