// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;
import java.util.function.Consumer;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.net.Hash;
import org.isthmus.core.net.Protocol;

/**
 * The sessions of bindings that are filtered (RFC 6146 section 3.2), as the translators hold them:
 * a peer's address, and its port where the binding goes by it. The state of a TCP session is where
 * it is of every binding, in the BIB and in {@link ExtraSessions}. A session is a number from 0;
 * the values are in arrays.
 *
 * <p>Threading: one thread.
 */
public final class Sessions implements WaitingPackets.Rows {
    /** No such session. */
    public static final int NONE = -1;

    /** The translators are being told of it. */
    static final int OPENING = 0;

    /** The translators have it. */
    static final int LIVE = 1;

    /** It is being taken off the translators. */
    static final int CLOSING = 2;

    private static final int FREE = 3;
    private static final int PHASE = 3;
    private static final int HAIRPIN = 4;
    private static final int BASELINE = 8;

    private static final BibIntent.Session ANY = new BibIntent.Session(Protocol.TCP, 0, 0, 0, 0);
    private static final BibIntent.Session ANY_HAIRPIN = hairpin(ANY);

    private final Bib bib;
    private final Ports subscribers;
    private final StepClock clock;
    private final long seed;
    private final KeyIndex index = new KeyIndex(this::hash);

    /** The first session of each binding that has any. */
    private final KeyIndex heads = new KeyIndex(this::slotHash);

    private int[] slots = new int[16];
    private int[] peers = new int[16];
    private char[] ports = new char[16];
    private byte[] flags = new byte[16];
    private int[] packets = new int[16];
    private int[] deadlines = new int[16];
    private int[] dueNext = new int[16];
    private int[] duePrevious = new int[16];
    private int[] since = new int[16];
    private int[] notes = new int[16];
    private int[] generations = new int[16];
    private int[] next = new int[16];
    private int[] previous = new int[16];
    private final Wheel wheel = new Wheel(new Timed());
    private int top;
    private int free = NONE;
    private int size;
    private int hairpins;

    /**
     * @param subscribers counts them by subscriber
     * @param seed of the hash: random, so that no one can choose addresses that collide
     */
    public Sessions(Bib bib, Ports subscribers, StepClock clock, long seed) {
        this.clock = clock;
        this.bib = bib;
        this.subscribers = subscribers;
        this.seed = seed;
    }

    /**
     * The session of a binding that is filtered with a peer, or {@link #NONE}.
     *
     * @param peerPort as in the packet
     */
    public int find(int slot, int peer4, int peerPort) {
        int port = bib.filtering(slot).peerPort(peerPort);
        long hash = hash(slot, peer4, port);
        int[] table = index.table(hash);
        for (int at = KeyIndex.start(hash, table); table[at] != 0; at = KeyIndex.next(at, table)) {
            int session = table[at] - 1;
            if (slots[session] == slot && peers[session] == peer4 && ports[session] == port) {
                return session;
            }
        }
        return NONE;
    }

    /**
     * Adds one that is not there, as {@link #OPENING}.
     *
     * @param isHairpin whether the peer is a binding that is filtered
     */
    int add(int slot, int peer4, int peerPort, boolean isHairpin) {
        int session = take();
        slots[session] = slot;
        peers[session] = peer4;
        ports[session] = (char) bib.filtering(slot).peerPort(peerPort);
        flags[session] = (byte) (OPENING | (isHairpin ? HAIRPIN : 0));
        hairpins += isHairpin ? 1 : 0;
        packets[session] = 0;
        since[session] = clock.epochSeconds();
        notes[session] = -1;
        generations[session]++;
        previous[session] = NONE;
        int head = first(slot);
        next[session] = head;
        if (head != NONE) {
            previous[head] = session;
            heads.remove(slotHash(head), head);
        }
        heads.add(slotHash(session), session);
        index.add(hash(session), session);
        size++;
        ofSubscriber(slot, 1);
        return session;
    }

    /** Changes how many its binding's subscriber has; returns how many it has now. */
    int ofSubscriber(int slot, int more) {
        return subscribers.sessions(bib.protocol(slot), bib.address4(slot), bib.port4(slot), more);
    }

    void remove(int session) {
        wheel.cancel(session);
        ofSubscriber(slots[session], -1);
        index.remove(hash(session), session);
        int before = previous[session];
        int after = next[session];
        if (before == NONE) {
            heads.remove(slotHash(session), session);
            if (after != NONE) {
                heads.add(slotHash(after), after);
            }
        } else {
            next[before] = after;
        }
        if (after != NONE) {
            previous[after] = before;
        }
        hairpins -= isHairpin(session) ? 1 : 0;
        flags[session] = FREE;
        next[session] = free;
        free = session;
        size--;
    }

    /** Removes those of a binding. */
    void removeAll(int slot) {
        for (int session = first(slot); session != NONE; session = first(slot)) {
            remove(session);
        }
    }

    /** A binding's first session; {@link #next} gives the others. */
    public int first(int slot) {
        long hash = slotHashOf(slot);
        int[] table = heads.table(hash);
        for (int at = KeyIndex.start(hash, table); table[at] != 0; at = KeyIndex.next(at, table)) {
            if (slots[table[at] - 1] == slot) {
                return table[at] - 1;
            }
        }
        return NONE;
    }

    public int next(int session) {
        return next[session];
    }

    /** Sessions are below this. */
    public int top() {
        return top;
    }

    public int size() {
        return size;
    }

    public boolean isUsed(int session) {
        return session < top && (flags[session] & PHASE) != FREE;
    }

    /** Whether translators are to hold it, as they are to hold the reply side of its binding. */
    public boolean isWanted(int session) {
        return isUsed(session)
                && (flags[session] & PHASE) != CLOSING
                && Phase.wantsInbound(bib.phase(slots[session]));
    }

    boolean isLive(int session) {
        return isUsed(session) && (flags[session] & PHASE) == LIVE;
    }

    void phase(int session, int phase) {
        flags[session] = (byte) (flags[session] & ~PHASE | phase);
    }

    /** Differs between successive sessions of one number. */
    int generation(int session) {
        return generations[session];
    }

    /** Whether it is the same as when it had this generation, and in this phase. */
    boolean is(int session, int generation, int phase) {
        return generations[session] == generation && (flags[session] & PHASE) == phase;
    }

    /** The slot of its binding. */
    public int slot(int session) {
        return slots[session];
    }

    /** In network order. */
    public int peer4(int session) {
        return peers[session];
    }

    /** 0 where it may be any. */
    public int peerPort(int session) {
        return ports[session];
    }

    /** Packets of both directions when last read, as in {@link Bib#packets}. */
    int packets(int session) {
        return packets[session];
    }

    void packets(int session, int count) {
        packets[session] = count;
    }

    /** Whether the next read of its counter only sets the baseline. */
    boolean wantsBaseline(int session) {
        return (flags[session] & BASELINE) != 0;
    }

    void wantsBaseline(int session, boolean value) {
        flags[session] = (byte) (value ? flags[session] | BASELINE : flags[session] & ~BASELINE);
    }

    /** In seconds of the core's clock; 0: none. */
    int deadline(int session) {
        return deadlines[session];
    }

    /** Deadlines of sessions. */
    Wheel wheel() {
        return wheel;
    }

    private final class Timed implements Wheel.Rows {
        @Override
        public int deadline(int session) {
            return deadlines[session];
        }

        @Override
        public void deadline(int session, int seconds) {
            deadlines[session] = seconds;
        }

        @Override
        public int next(int session) {
            return dueNext[session];
        }

        @Override
        public int previous(int session) {
            return duePrevious[session];
        }

        @Override
        public void link(int session, int next, int previous) {
            dueNext[session] = next;
            duePrevious[session] = previous;
        }
    }

    /** The time of day at which it was made, in Seconds. */
    public int since(int session) {
        return since[session];
    }

    @Override
    public int note(int session) {
        return notes[session];
    }

    @Override
    public void note(int session, int note) {
        notes[session] = note;
    }

    /** What a translator has of it. */
    BibIntent.Session intent(int session) {
        int slot = slots[session];
        return new BibIntent.Session(
                bib.protocol(slot),
                bib.address4(slot),
                bib.port4(slot),
                peers[session],
                ports[session]);
    }

    /** All that a translator is to have of it, to be set. */
    public void sets(int session, Consumer<Change> to) {
        BibIntent.Session intent = intent(session);
        to.accept(Change.set(intent));
        if ((flags[session] & HAIRPIN) != 0) {
            to.accept(Change.set(hairpin(intent)));
        }
    }

    /** All that a translator has of it, to be removed. */
    void removals(int session, Consumer<Change> to) {
        BibIntent.Session intent = intent(session);
        to.accept(Change.remove(intent));
        if ((flags[session] & HAIRPIN) != 0) {
            to.accept(Change.remove(hairpin(intent)));
        }
    }

    /** Adds how many intents there are. */
    public void count(IntentCounts to) {
        if (size > 0) {
            to.add(ANY, size).add(ANY_HAIRPIN, hairpins);
        }
    }

    /**
     * Takes over a session that a translator held when the controller began.
     *
     * @return its number; {@link #NONE}: it is none of a binding that is filtered
     */
    public int adopt(BibIntent.Session held) {
        int slot = subscribers.find(held.protocol, held.address4, held.port4);
        if (slot == Bib.NONE
                || !bib.isFiltered(slot)
                || bib.phase(slot) != Phase.LIVE
                || bib.filtering(slot).peerPort(held.peerPort) != held.peerPort) {
            return NONE;
        }
        int session = find(slot, held.peer4, held.peerPort);
        if (session == NONE) {
            boolean hairpin = subscribers.filtering(held.peer4).filters();
            session = add(slot, held.peer4, held.peerPort, hairpin);
            phase(session, LIVE);
            wantsBaseline(session, true);
        }
        return session;
    }

    /** The session that a translator is to hold as this; or {@link #NONE}. */
    public int find(BibIntent.Session held) {
        int slot = subscribers.find(held.protocol, held.address4, held.port4);
        int session =
                slot == Bib.NONE || !bib.isFiltered(slot)
                        ? NONE
                        : find(slot, held.peer4, held.peerPort);
        return session != NONE && isWanted(session) && ports[session] == held.peerPort
                ? session
                : NONE;
    }

    /** Whether a translator is to have one of them for a hairpin. */
    public boolean isHairpin(int session) {
        return (flags[session] & HAIRPIN) != 0;
    }

    private static BibIntent.HairpinSession hairpin(BibIntent.Session s) {
        return new BibIntent.HairpinSession(s.protocol, s.address4, s.port4, s.peer4, s.peerPort);
    }

    private int take() {
        if (free != NONE) {
            int session = free;
            free = next[session];
            return session;
        }
        if (top == slots.length) {
            int length = top * 2;
            slots = Arrays.copyOf(slots, length);
            peers = Arrays.copyOf(peers, length);
            ports = Arrays.copyOf(ports, length);
            flags = Arrays.copyOf(flags, length);
            packets = Arrays.copyOf(packets, length);
            deadlines = Arrays.copyOf(deadlines, length);
            dueNext = Arrays.copyOf(dueNext, length);
            duePrevious = Arrays.copyOf(duePrevious, length);
            since = Arrays.copyOf(since, length);
            notes = Arrays.copyOf(notes, length);
            generations = Arrays.copyOf(generations, length);
            next = Arrays.copyOf(next, length);
            previous = Arrays.copyOf(previous, length);
        }
        return top++;
    }

    private long hash(int session) {
        return hash(slots[session], peers[session], ports[session]);
    }

    long hash(int slot, int peer4, int port) {
        return Hash.mix(Hash.mix(((long) slot << 32 | peer4 & 0xffff_ffffL) ^ seed) + port);
    }

    private long slotHash(int session) {
        return slotHashOf(slots[session]);
    }

    private long slotHashOf(int slot) {
        return Hash.mix(slot ^ seed);
    }
}
