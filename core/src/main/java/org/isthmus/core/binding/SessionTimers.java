// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Protocol;

/**
 * Ends idle sessions of bindings that are filtered, each by its own counter of both directions (RFC
 * 6146 sections 3.5.1 to 3.5.3): its peer alone can extend it. A binding ends with its last
 * session. Where a translator counts no packets, sessions last as long as their binding.
 *
 * <p>Threading: the core's thread.
 */
public final class SessionTimers {
    /** Sessions whose counters are being read. */
    private static final class Check {
        final int[] sessions;
        final int[] generations;

        Check(int[] sessions) {
            this.sessions = sessions;
            this.generations = new int[sessions.length];
        }
    }

    private final Bib bib;
    private final ExtraSessions extra;
    private final Sessions sessions;
    private final Instances instances;
    private final Lifetimes lifetimes;
    private final EstablishedRecords records;
    private final TcpProbes probes;
    private final Translators translators;
    private final Remover remover;
    private final StepClock clock;
    private final Counters counters;
    private final CounterReads reads;
    private IntConsumer removed = session -> {};
    private final DueRows due;

    public SessionTimers(
            Bib bib,
            ExtraSessions extra,
            Sessions sessions,
            Instances instances,
            Lifetimes lifetimes,
            EstablishedRecords records,
            TcpProbes probes,
            Translators translators,
            Remover remover,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.extra = extra;
        this.sessions = sessions;
        this.instances = instances;
        this.lifetimes = lifetimes;
        this.records = records;
        this.probes = probes;
        this.translators = translators;
        this.remover = remover;
        this.clock = clock;
        this.counters = counters;
        reads = new CounterReads(translators, clock, this::countAnew);
        due = new DueRows(sessions.wheel(), clock, this::mayEnd, this::ask);
    }

    /** Sets the listener for sessions that are gone, called while the number still is theirs. */
    void onRemoved(IntConsumer listener) {
        removed = listener;
    }

    /** Gives a session of an earlier run its whole lifetime, once its counter was read. */
    public void baseline(int session) {
        sessions.wantsBaseline(session, true);
        sessions.wheel().schedule(session, clock.seconds() + 1);
    }

    /** A translator gets it again, and counts it anew: the next read tells nothing. */
    public void countedAnew(int session) {
        sessions.wantsBaseline(session, true);
    }

    /** Restarts a session's lifetime now. */
    void restart(int session) {
        sessions.wheel().schedule(session, clock.seconds() + seconds(session));
    }

    private int seconds(int session) {
        int slot = sessions.slot(session);
        Protocol protocol = bib.protocol(slot);
        InstanceConfig config = instances.get(bib.instance(slot));
        if (protocol != Protocol.TCP) {
            return Lifetimes.seconds(config, protocol, null);
        }
        int longest = isOfFirst(session) ? seconds(config, bib.tcpState(slot)) : 0;
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            if (isOf(session, extra.peer4(s), extra.peerPort(s))) {
                longest = Math.max(longest, seconds(config, extra.state(s)));
            }
        }
        // One of which nothing is known may be established, as after a restart.
        return longest > 0 ? longest : seconds(config, TcpState.ESTABLISHED);
    }

    /** Of a TCP session; 0: nothing is known of it. */
    private static int seconds(InstanceConfig config, TcpState state) {
        return state == TcpState.CLOSED ? 0 : Lifetimes.seconds(config, Protocol.TCP, state);
    }

    private boolean isOfFirst(int session) {
        int slot = sessions.slot(session);
        return isOf(session, bib.peer4(slot), bib.peerPort(slot));
    }

    /** Whether a TCP session is one that this row lets through. */
    private boolean isOf(int session, int peer4, int peerPort) {
        int slot = sessions.slot(session);
        return sessions.peer4(session) == peer4
                && sessions.peerPort(session) == bib.filtering(slot).peerPort(peerPort);
    }

    /**
     * A copy of a segment with SYN, FIN or RST was seen.
     *
     * @param extending whether it extends the lifetime in a state that it leaves as it is
     */
    void segment(int slot, int peer4, int peerPort, TcpState from, TcpState to, boolean extending) {
        int session = sessions.find(slot, peer4, peerPort);
        if (session == Sessions.NONE || !sessions.isLive(session)) {
            return;
        }
        if (from != to && to == TcpState.TRANS) {
            baseline(session);
        } else if (from != to || extending) {
            restart(session);
        }
        if (from == to && !to.isEstablished()) {
            sessions.packets(session, sessions.packets(session) + 1);
        }
    }

    /** A packet of the host was translated where nobody counted it. */
    void translated(int slot, int peer4, int peerPort) {
        int session = sessions.find(slot, peer4, peerPort);
        if (session != Sessions.NONE) {
            sessions.packets(session, sessions.packets(session) - 1);
        }
    }

    /** Reads the counters of sessions whose deadline is due. Called about once a second. */
    public void tick() {
        reads.tick();
        due.next();
    }

    private boolean mayEnd(int session) {
        if (!sessions.isLive(session)) {
            // It may become so again.
            sessions.wheel().schedule(session, clock.seconds() + 1);
            return false;
        }
        if (translators.isAnySampled()) {
            restart(session);
            return false;
        }
        return true;
    }

    /** As of bindings, see {@link Expirer}. */
    private void countAnew() {
        for (int session = 0; session < sessions.top(); session++) {
            if (sessions.isUsed(session)) {
                sessions.wantsBaseline(session, true);
            }
        }
    }

    private void ask(int[] some, Runnable done) {
        Check check = new Check(some);
        List<Intent> rows = new ArrayList<>(some.length);
        for (int i = 0; i < some.length; i++) {
            check.generations[i] = sessions.generation(some[i]);
            rows.add(sessions.intent(some[i]));
        }
        reads.read(rows, sums -> finish(check, sums, done));
    }

    /**
     * @param sums packets of each session; null: not known
     */
    private void finish(Check check, long[] sums, Runnable done) {
        int[] ended = new int[check.sessions.length];
        int n = 0;
        IntStream.Builder established = IntStream.builder();
        for (int i = 0; i < check.sessions.length; i++) {
            int session = check.sessions[i];
            if (!sessions.is(session, check.generations[i], Sessions.LIVE)
                    || sessions.deadline(session) != 0) {
                continue;
            }
            if (sums == null) {
                sessions.wheel().schedule(session, clock.seconds() + CounterReads.RETRY_SECONDS);
                continue;
            }
            int slot = sessions.slot(session);
            boolean wasEstablished = lifetimes.isEstablished(slot);
            if (stays(session, (int) sums[i])) {
                restart(session);
            } else {
                ended[n++] = session;
            }
            if (!wasEstablished && lifetimes.isEstablished(slot)) {
                established.add(slot);
            }
        }
        records.write(established.build().toArray());
        end(Arrays.copyOf(ended, n), done);
    }

    private boolean stays(int session, int packets) {
        // As of a binding, see Expirer.
        boolean baseline =
                sessions.wantsBaseline(session) || packets - sessions.packets(session) < 0;
        boolean moved = packets != sessions.packets(session);
        sessions.packets(session, packets);
        sessions.wantsBaseline(session, false);
        if (baseline || bib.protocol(sessions.slot(session)) != Protocol.TCP) {
            return baseline || moved;
        }
        return tcpStays(session, moved);
    }

    private boolean tcpStays(int session, boolean moved) {
        int slot = sessions.slot(session);
        boolean known = false;
        boolean stays = false;
        if (isOfFirst(session) && bib.tcpState(slot) != TcpState.CLOSED) {
            TcpState next =
                    after(slot, bib.tcpState(slot), moved, bib.peer4(slot), bib.peerPort(slot));
            bib.tcpState(slot, next);
            known = true;
            stays = next != TcpState.CLOSED;
        }
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            if (isOf(session, extra.peer4(s), extra.peerPort(s))
                    && extra.state(s) != TcpState.CLOSED) {
                TcpState next =
                        after(slot, extra.state(s), moved, extra.peer4(s), extra.peerPort(s));
                extra.state(s, next);
                known = true;
                stays |= next != TcpState.CLOSED;
            }
        }
        extra.removeClosed(slot);
        if (!known && !moved && sessions.peerPort(session) != 0) {
            return isAsked(session);
        }
        return known ? stays : moved;
    }

    /**
     * A session of an earlier run, which is taken for an established one, was idle. Where there is
     * no room to remember that its host is asked, it ends: else two would be forgotten, and asked
     * about, in turn, for ever.
     */
    private boolean isAsked(int session) {
        int slot = sessions.slot(session);
        boolean isFirst = bib.tcpState(slot) == TcpState.CLOSED;
        if (!isFirst && extra.isFull(slot)) {
            return false;
        }
        int peer4 = sessions.peer4(session);
        int port = sessions.peerPort(session);
        TcpState next = after(slot, TcpState.ESTABLISHED, false, peer4, port);
        if (isFirst) {
            bib.peer(slot, peer4, port);
            bib.tcpState(slot, next);
        } else {
            extra.add(slot, peer4, port, next, sessions.since(session));
        }
        return true;
    }

    /** As of a binding, see {@link Expirer}: packets show that the copy of a SYN was lost. */
    private TcpState after(int slot, TcpState state, boolean moved, int peer4, int peerPort) {
        TcpState next = state.isOpening() && moved ? TcpState.TRANS : state.afterTimeout(moved);
        if (next == TcpState.TRANS && state != TcpState.TRANS) {
            probes.send(slot, peer4, peerPort);
        }
        return next;
    }

    /** Takes sessions off the translators, and with the last of a binding the binding. */
    private void end(int[] ended, Runnable done) {
        if (ended.length == 0) {
            done.run();
            return;
        }
        List<Change> removals = new ArrayList<>(ended.length);
        int[] generations = new int[ended.length];
        for (int i = 0; i < ended.length; i++) {
            sessions.phase(ended[i], Sessions.CLOSING);
            generations[i] = sessions.generation(ended[i]);
            sessions.removals(ended[i], removals::add);
        }
        counters.add(Counter.SESSIONS_EXPIRED, ended.length);
        translators.spread(
                removals,
                refusals -> {
                    int[] idle = new int[ended.length];
                    int n = 0;
                    for (int i = 0; i < ended.length; i++) {
                        if (sessions.is(ended[i], generations[i], Sessions.CLOSING)) {
                            int slot = sessions.slot(ended[i]);
                            sessions.remove(ended[i]);
                            removed.accept(ended[i]);
                            if (sessions.first(slot) == Sessions.NONE
                                    && bib.phase(slot) == Phase.LIVE) {
                                remover.close(slot);
                                idle[n++] = slot;
                            }
                        }
                    }
                    if (n > 0) {
                        int[] slots = Arrays.copyOf(idle, n);
                        remover.removeClosed(slots, Counter.BINDINGS_EXPIRED, done);
                    } else {
                        done.run();
                    }
                });
    }
}
