// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.count.Counters;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Protocol;

/**
 * Opens sessions of bindings that are filtered, for packets of their hosts to new peers (RFC 6146
 * section 3.5): each is written to every translator and acknowledged, many at a time, before its
 * packet goes back. So no answer meets a translator that would drop it. One subscriber has at most
 * a sixteenth of the room.
 *
 * <p>Threading: the core's thread.
 */
public final class SessionSetup {
    private static final int BATCH = 1024;

    /** Part of the room that one subscriber may take, and what it may always have. */
    private static final int SHARES = 16;

    private static final int SMALLEST_SHARE = 64;

    private static final Intent ANY = new BibIntent.Session(Protocol.TCP, 0, 0, 0, 0);

    private final Bib bib;
    private final Sessions sessions;
    private final SessionTimers timers;
    private final Ports ports;
    private final Translators translators;
    private final Instances instances;
    private final SubscriberLimits limits;
    private final Binder.Refuser refuser;
    private final Counters counters;
    private final WaitingPackets waiting;
    private WaitingPackets.Misses misses = (device, port, frame) -> {};
    private int[] batch = new int[64];
    private int batchSize;
    private int limit = Limits.SESSIONS_PER_SUBSCRIBER.byDefault;

    public SessionSetup(
            Bib bib,
            Sessions sessions,
            SessionTimers timers,
            Ports ports,
            Translators translators,
            Instances instances,
            SubscriberLimits limits,
            Binder.Refuser refuser,
            Counters counters) {
        this.bib = bib;
        this.sessions = sessions;
        this.timers = timers;
        this.ports = ports;
        this.translators = translators;
        this.instances = instances;
        this.limits = limits;
        this.refuser = refuser;
        this.counters = counters;
        waiting = new WaitingPackets(sessions);
        timers.onRemoved(this::again);
    }

    void onGone(WaitingPackets.Misses listener) {
        misses = listener;
    }

    /** Whether the translators have no room for another session, as far as is known. */
    boolean isFull() {
        return sessions.size() > 0 && sessions.size() >= translators.most(ANY);
    }

    /** Whether the translators have the session of a binding with a peer. */
    boolean has(int slot, int peer4, int peerPort) {
        int session = sessions.find(slot, peer4, peerPort);
        return session != Sessions.NONE && sessions.isLive(session);
    }

    /**
     * Adds the first session of a binding that is being set up, which the binder writes with it.
     */
    void first(int slot, int peer4, int peerPort) {
        sessions.add(slot, peer4, peerPort, isHairpin(peer4));
    }

    /**
     * A binding is on every translator, and its sessions with it.
     *
     * @param counted packets that waited for it, which are no later traffic
     */
    void settled(int slot, int counted) {
        for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
            if (sessions.is(s, sessions.generation(s), Sessions.OPENING) && sessions.note(s) < 0) {
                sessions.phase(s, Sessions.LIVE);
                sessions.packets(s, counted);
                timers.restart(s);
            }
        }
    }

    /** A packet of a binding that is live has no session on a switch. */
    void miss(int slot, int peer4, int peerPort, DeviceId device, int port, byte[] frame) {
        int session = sessions.find(slot, peer4, peerPort);
        if (session == Sessions.NONE) {
            if (isFull()) {
                refuse(Counter.REFUSED_TABLE_FULL, device, port, frame);
                return;
            }
            int share = share();
            if (sessions.ofSubscriber(slot, 0) >= share) {
                limits.refusedSession(
                        instances.get(bib.instance(slot)),
                        bib.protocol(slot),
                        bib.high(slot),
                        bib.low(slot),
                        share);
                refuse(Counter.REFUSED_SESSION_LIMIT, device, port, frame);
                return;
            }
            session = sessions.add(slot, peer4, peerPort, isHairpin(peer4));
            add(session);
        } else if (sessions.isLive(session)) {
            counters.add(Counter.PUNTS_REPEATED);
            sessions.phase(session, Sessions.OPENING);
            sessions.wheel().cancel(session);
            add(session);
        }
        if (!waiting.add(session, device, port, frame, BindingSetup.WAITING_PER_BINDING)) {
            counters.add(Counter.PUNTS_WAITING_DROPPED);
        }
        if (batchSize >= BATCH) {
            flush();
        }
    }

    /**
     * How many sessions a subscriber may have.
     *
     * @param most 0: a share of what the translators have room for
     */
    public void limit(int most) {
        limit = most;
    }

    private int share() {
        if (limit > 0) {
            return limit;
        }
        return Math.max((int) (translators.most(ANY) / SHARES), SMALLEST_SHARE);
    }

    private boolean isHairpin(int peer4) {
        return ports.filtering(peer4).filters();
    }

    private void refuse(Counter why, DeviceId device, int port, byte[] frame) {
        counters.add(why);
        refuser.refuse(device, port, frame, false);
    }

    private void add(int session) {
        if (batchSize == batch.length) {
            batch = Arrays.copyOf(batch, batchSize * 2);
        }
        batch[batchSize++] = session;
    }

    /** Writes the sessions gathered since the last call. */
    void flush() {
        if (batchSize == 0) {
            return;
        }
        int[] opened = Arrays.copyOf(batch, batchSize);
        batchSize = 0;
        int[] generations = new int[opened.length];
        List<Change> changes = new ArrayList<>(opened.length);
        for (int i = 0; i < opened.length; i++) {
            generations[i] = sessions.generation(opened[i]);
            sessions.sets(opened[i], changes::add);
        }
        translators.spread(changes, refusals -> opened(opened, generations, refusals));
    }

    private void opened(int[] opened, int[] generations, List<Refusal> refusals) {
        withdraw(refusals);
        for (int i = 0; i < opened.length; i++) {
            int session = opened[i];
            if (!sessions.is(session, generations[i], Sessions.OPENING)) {
                continue;
            }
            sessions.phase(session, Sessions.LIVE);
            timers.restart(session);
            counters.add(Counter.SESSIONS_ADDED);
            int counted = 0;
            for (WaitingPackets.Packet w = waiting.take(session); w != null; w = w.next()) {
                if (translators.isAccepting(w.device)) {
                    translators.submit(w.device, w.frame);
                    counted++;
                } else {
                    counters.add(Counter.PUNTS_DEVICE_NOT_READY);
                }
            }
            // Of a SYN a copy comes up: the first opens the session, others are left out by theirs.
            boolean copied = bib.protocol(sessions.slot(session)) == Protocol.TCP;
            sessions.packets(session, copied ? Math.min(counted, 1) : counted);
        }
    }

    /** Takes sessions that a device had no room for off every device. */
    private void withdraw(List<Refusal> refusals) {
        List<Change> removals = new ArrayList<>();
        for (Refusal refusal : refusals) {
            BibIntent.Session row = (BibIntent.Session) refusal.change().intent();
            int slot = ports.find(row.protocol, row.address4, row.port4);
            int session =
                    slot == Bib.NONE ? Sessions.NONE : sessions.find(slot, row.peer4, row.peerPort);
            if (session != Sessions.NONE
                    && sessions.is(session, sessions.generation(session), Sessions.OPENING)) {
                for (WaitingPackets.Packet w = waiting.take(session); w != null; w = w.next()) {
                    refuse(Counter.REFUSED_DEVICE, w.device, w.port, w.frame);
                }
                sessions.removals(session, removals::add);
                sessions.remove(session);
            }
        }
        if (!removals.isEmpty()) {
            translators.spread(removals, r -> {});
        }
    }

    /** Packets that waited for a session that is gone are new misses. */
    private void again(int session) {
        for (WaitingPackets.Packet w = waiting.take(session); w != null; w = w.next()) {
            misses.again(w.device, w.port, w.frame);
        }
    }

    /** A binding is gone, and what waited for its sessions with it. */
    void gone(int slot) {
        for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
            again(s);
        }
    }
}
