// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.FrameTuple;

/**
 * Tracks TCP sessions by the copies of SYN, FIN and RST segments that switches send up, as received
 * (RFC 6146 section 3.5.2).
 *
 * <p>Threading: the core's thread.
 */
public final class Tracker {
    /** FIN, SYN and RST. */
    private static final int COPIED = 7;

    private static final int SYN = 2;
    private static final int SYN_RST = 6;

    private final Bib bib;
    private final ExtraSessions extra;
    private final Lifetimes lifetimes;
    private final SessionTimers timers;
    private final HeldSyns held;
    private final Translators translators;
    private final EstablishedRecords records;
    private final Ports ports;
    private final Mappings mappings;
    private final StepClock clock;
    private final Counters counters;

    private final FrameTuple tuple = new FrameTuple();
    private final Transport4 peer = new Transport4();

    /** Whether the translator of the segment counts packets of bindings. */
    private boolean isCounted;

    public Tracker(
            Bib bib,
            ExtraSessions extra,
            Lifetimes lifetimes,
            SessionTimers timers,
            HeldSyns held,
            Translators translators,
            EstablishedRecords records,
            Ports ports,
            Mappings mappings,
            StepClock clock,
            Counters counters) {
        this.bib = bib;
        this.extra = extra;
        this.lifetimes = lifetimes;
        this.timers = timers;
        this.held = held;
        this.translators = translators;
        this.records = records;
        this.ports = ports;
        this.mappings = mappings;
        this.clock = clock;
        this.counters = counters;
    }

    /**
     * A copy of a segment that was translated.
     *
     * @param frame from the Ethernet header on
     */
    public void segment(DeviceId device, byte[] frame) {
        if (!tuple.parse(frame)
                || !tuple.ports
                || Protocol.of(tuple.protocol) != Protocol.TCP
                || tuple.tcpFlags == 0) {
            counters.add(Counter.PUNTS_MALFORMED);
            return;
        }
        isCounted = !translators.isSampled(device);
        if (!tuple.ipv6) {
            int slot = ports.find(Protocol.TCP, tuple.destination4, tuple.destinationPort);
            drive(slot, tuple.source4, tuple.sourcePort, false);
            return;
        }
        if (!mappings.peerToIpv4(tuple.destinationHigh, tuple.destinationLow, peer)) {
            counters.add(Counter.TCP_SEGMENTS_UNKNOWN);
            return;
        }
        int peer4 = peer.address;
        int slot =
                bib.find(
                        peer.instance,
                        Protocol.TCP,
                        tuple.sourceHigh,
                        tuple.sourceLow,
                        tuple.sourcePort);
        drive(slot, peer4, tuple.destinationPort, true);
        int hairpin = ports.find(Protocol.TCP, peer4, tuple.destinationPort);
        if (slot != Bib.NONE && hairpin != Bib.NONE) {
            drive(hairpin, bib.address4(slot), bib.port4(slot, tuple.sourcePort), false);
        }
    }

    /**
     * A packet that the core translates in place of a pipeline, which would have counted it, and
     * sent a copy of its SYN, FIN or RST.
     */
    public void translated(DeviceId device, byte[] frame) {
        if (!tuple.parse(frame) || !tuple.ports) {
            return;
        }
        copy(device, frame);
        Protocol protocol = Protocol.of(tuple.protocol);
        if (tuple.ipv6 && mappings.peerToIpv4(tuple.destinationHigh, tuple.destinationLow, peer)) {
            int slot =
                    bib.find(
                            peer.instance,
                            protocol,
                            tuple.sourceHigh,
                            tuple.sourceLow,
                            tuple.sourcePort);
            if (slot != Bib.NONE) {
                // Another number than the counters have: there was traffic.
                bib.packets(slot, bib.packets(slot) - 1);
                timers.translated(slot, peer.address, tuple.destinationPort);
            }
        }
    }

    /** A packet that the core translates, and a pipeline counted and sent no copy of. */
    public void counted(DeviceId device, byte[] frame) {
        if (tuple.parse(frame) && tuple.ports) {
            copy(device, frame);
        }
    }

    /** What a pipeline would have sent a copy of. */
    private void copy(DeviceId device, byte[] frame) {
        if ((tuple.tcpFlags & COPIED) != 0) {
            segment(device, frame);
        }
    }

    private void drive(int slot, int peer4, int peerPort, boolean fromV6) {
        if (slot == Bib.NONE) {
            counters.add(Counter.TCP_SEGMENTS_UNKNOWN);
            return;
        }
        if (!bib.hasSessions(slot)) {
            return;
        }
        counters.add(Counter.TCP_SEGMENTS);
        boolean isFirst = bib.peer4(slot) == peer4 && bib.peerPort(slot) == peerPort;
        int session = isFirst ? ExtraSessions.NONE : extra.find(slot, peer4, peerPort);
        boolean isNew = !isFirst && session == ExtraSessions.NONE;
        TcpState from =
                isFirst ? bib.tcpState(slot) : isNew ? TcpState.CLOSED : extra.state(session);
        TcpState to = after(from, slot, peer4, peerPort, fromV6);
        if (isNew && to == TcpState.CLOSED) {
            return;
        }
        boolean isAlone = isNew && !lifetimes.isRefreshed(slot);
        boolean wasEstablished = lifetimes.isEstablished(slot);
        if (isNew && bib.tcpState(slot) == TcpState.CLOSED) {
            bib.peer(slot, peer4, peerPort);
            bib.tcpState(slot, to);
        } else if (isNew) {
            extra.add(slot, peer4, peerPort, to, clock.epochSeconds());
        } else if (isFirst) {
            bib.tcpState(slot, to);
        } else {
            extra.state(session, to);
        }
        boolean ends = from.isEstablished() && !to.isEstablished();
        if (ends || lifetimes.isEstablished(slot) != wasEstablished) {
            // Where another one goes on, the store has that from now on.
            records.write(slot);
        }
        if (isAlone && hasOwnDeadline(slot)) {
            // What passed before is of another session.
            baseline(slot);
        } else {
            moved(slot, peer4, peerPort, from, to, fromV6);
        }
    }

    /** The state behind the segment. Of a session whose other SYN is held, the state is V4 INIT. */
    private TcpState after(TcpState from, int slot, int peer4, int peerPort, boolean fromV6) {
        boolean both =
                from == TcpState.CLOSED
                        && fromV6
                        && (tuple.tcpFlags & SYN_RST) == SYN
                        && held.meet(bib.address4(slot), bib.port4(slot), peer4, peerPort);
        return (both ? TcpState.V4_INIT : from).after(fromV6, tuple.tcpFlags);
    }

    /** Sets the binding's deadline by its new state. */
    private void moved(
            int slot, int peer4, int peerPort, TcpState from, TcpState to, boolean fromV6) {
        if (!isUsed(slot) || bib.isStatic(slot)) {
            return;
        }
        if (bib.phase(slot) == Phase.OUTBOUND) {
            // Its lifetime begins with the answer to its entries.
            if (from == to) {
                leaveOut(slot, to, fromV6);
            }
            return;
        }
        if (bib.isFiltered(slot)) {
            timers.segment(slot, peer4, peerPort, from, to, extendsOpening(to, fromV6));
        }
        if (!hasOwnDeadline(slot)) {
            return;
        }
        if (from == to) {
            stayed(slot, to, fromV6);
        } else if (to == TcpState.TRANS) {
            // Only packets after the reset show that the session goes on.
            baseline(slot);
        } else if (to == TcpState.V4_INIT) {
            // Anyone may send that SYN: of other sessions it says nothing.
            lifetimes.begin(slot, to);
        } else {
            lifetimes.restart(slot);
        }
    }

    /** Whether a binding ends by its own deadline, and not with its last session. */
    private boolean hasOwnDeadline(int slot) {
        return !bib.isFiltered(slot) || translators.isAnySampled();
    }

    /** Has the counters read soon: what they count later shows that a session goes on. */
    private void baseline(int slot) {
        if (bib.phase(slot) == Phase.LIVE && !bib.isStatic(slot)) {
            bib.wantsBaseline(slot, true);
            bib.wheel().schedule(slot, clock.seconds() + 1);
        }
    }

    /**
     * A segment that changed nothing is not to count as one that shows that the session goes on. Of
     * them, the SYN of a host that has no answer yet alone extends the lifetime.
     */
    private void stayed(int slot, TcpState state, boolean fromV6) {
        leaveOut(slot, state, fromV6);
        if (extendsOpening(state, fromV6)) {
            lifetimes.restart(slot);
        }
    }

    private void leaveOut(int slot, TcpState state, boolean fromV6) {
        if (!state.isEstablished() && isCounted && (fromV6 || bib.countsInbound(slot))) {
            bib.packets(slot, bib.packets(slot) + 1);
        }
    }

    /** Whether packets may pass by it: its first one may be ahead of the answer to its entries. */
    private boolean isUsed(int slot) {
        return bib.phase(slot) == Phase.LIVE || bib.phase(slot) == Phase.OUTBOUND;
    }

    /** Whether the segment is another SYN of a host that has no answer yet. */
    private boolean extendsOpening(TcpState state, boolean fromV6) {
        return state == TcpState.V6_INIT && fromV6 && (tuple.tcpFlags & SYN_RST) == SYN;
    }
}
