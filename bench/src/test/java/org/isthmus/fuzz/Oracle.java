// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.fuzz.Packet.State;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Hex;

/**
 * Judges what left a switch by what came in. Every header that leaves is right, and so is all of
 * what the switch says by itself. What was right stays right, and what was wrong is never made
 * right: checksums are updated by differences (RFC 1624).
 */
final class Oracle {
    /** What each state may have been before. */
    private static final Map<State, Set<State>> BEFORE = new EnumMap<>(State.class);

    static {
        BEFORE.put(
                State.RIGHT, EnumSet.of(State.RIGHT, State.ZERO, State.UNPROTECTED, State.UNKNOWN));
        BEFORE.put(State.ZERO, EnumSet.of(State.ZERO, State.UNKNOWN));
        BEFORE.put(State.WRONG, EnumSet.of(State.WRONG, State.BROKEN, State.UNKNOWN));
        BEFORE.put(State.BROKEN, EnumSet.of(State.WRONG, State.BROKEN, State.UNKNOWN));
        BEFORE.put(State.UNPROTECTED, EnumSet.of(State.UNPROTECTED, State.UNKNOWN));
        BEFORE.put(State.UNKNOWN, EnumSet.allOf(State.class));
    }

    /** How many packets that came in before may still wait, for a neighbour or other fragments. */
    private static final int WAITING = 8192;

    private final boolean readsOptions;
    private final Deque<Packet> waiting = new ArrayDeque<>();

    /**
     * @param readsOptions whether the program verifies the checksum of a header with IPv4 options
     */
    Oracle(boolean readsOptions) {
        this.readsOptions = readsOptions;
    }

    /**
     * @param in what came in since the last time that nothing was under way
     * @param out what left
     * @return what is wrong, a line each
     */
    List<String> judge(List<byte[]> in, List<Frame> out) {
        Seen before = new Seen();
        in.forEach(before::add);
        before.reassemble();
        Fragments fragments = new Fragments();
        List<String> wrong = new ArrayList<>();
        for (Frame f : out) {
            Packet p = Packet.of(f.bytes);
            if (p == null) {
                continue;
            }
            if (p.wrong != null) {
                if (readsOptions || !before.hasWrongOptions || !p.hasOptions()) {
                    wrong.add("left with a broken header: " + p.wrong + ": " + f);
                }
            } else if (p.isNeighborDiscovery() || p.isError() && !before.hasError) {
                if (p.state != State.RIGHT) {
                    wrong.add("the switch itself sent what is " + p.state + ": " + f);
                }
            } else {
                quoted(before, p, f, wrong);
                if (p.fragment) {
                    fragments.add(p);
                } else {
                    judge(before, p, p.state, wrong);
                }
            }
        }
        fragments.states().forEach((last, state) -> judge(before, last, state, wrong));
        before.packets.forEach(this::remember);
        return wrong;
    }

    /** Nothing waits any more. */
    void rest() {
        waiting.clear();
    }

    private void remember(Packet p) {
        waiting.add(p);
        if (waiting.size() > WAITING) {
            waiting.remove();
        }
    }

    private void judge(Seen before, Packet p, State state, List<String> wrong) {
        boolean isNewInIpv6 =
                state == State.UNPROTECTED && p.version == 6 && !before.isUnprotected6;
        boolean isFromBefore = before.states.stream().anyMatch(BEFORE.get(state)::contains);
        if (isNewInIpv6 || !isFromBefore && !hasWaited(p, state)) {
            wrong.add(
                    String.format(
                            "came in %s, left %s%s: %s",
                            before.states,
                            state,
                            p.fragment ? " with its other fragments" : "",
                            Hex.of(p.b)));
        }
    }

    /** Whether a packet came in earlier that may be it. */
    private boolean hasWaited(Packet p, State state) {
        byte[] tail = p.tail();
        return waiting.stream()
                .anyMatch(
                        w ->
                                (w.fragment || BEFORE.get(state).contains(w.state))
                                        && Arrays.equals(tail, w.tail()));
    }

    /** A quote that was whole and right is right in the other family. */
    private static void quoted(Seen before, Packet p, Frame f, List<String> wrong) {
        Packet quote = p.state == State.RIGHT ? p.quoted() : null;
        if (quote != null
                && before.quotes.equals(EnumSet.of(State.RIGHT))
                && (quote.wrong != null && quote.wrong.startsWith("header checksum")
                        || quote.state == State.WRONG)) {
            wrong.add("quotes what is " + quote.wrong + " " + quote.state + ": " + f);
        }
    }

    /** What packets came in. */
    private static final class Seen {
        final List<Packet> packets = new ArrayList<>();
        final Set<State> states = EnumSet.noneOf(State.class);
        final Fragments fragments = new Fragments();
        final Set<State> quotes = EnumSet.noneOf(State.class);
        boolean hasError;
        boolean isUnprotected6;
        boolean hasWrongOptions;

        void add(byte[] frame) {
            Packet p = Packet.of(frame);
            if (p == null) {
                return;
            }
            if (p.wrong != null) {
                hasWrongOptions |= p.hasOptions();
                return;
            }
            packets.add(p);
            if (p.fragment) {
                fragments.add(p);
                return;
            }
            add(p, p.state);
            hasError |= p.isError();
            Packet quote = p.quoted();
            if (quote != null) {
                quotes.add(quote.wrong == null ? quote.state : State.UNKNOWN);
            }
        }

        private void add(Packet p, State state) {
            states.add(state);
            isUnprotected6 |= p.version == 6 && state == State.UNPROTECTED;
        }

        void reassemble() {
            fragments.states().forEach(this::add);
        }
    }
}
