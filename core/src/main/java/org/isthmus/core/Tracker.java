// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.slowpath.Transport4;
import org.isthmus.core.spi.Store;

/** Follows TCP sessions by the copies of their SYN, FIN and RST segments, as received. */
final class Tracker {
    private final Brain brain;
    private final FrameTuple tuple = new FrameTuple();
    private final Transport4 peer = new Transport4();

    Tracker(Brain brain) {
        this.brain = brain;
    }

    void segment(byte[] frame) {
        if (!tuple.parse(frame)
                || !tuple.ports
                || Protocol.of(tuple.protocol) != Protocol.TCP
                || tuple.tcpFlags == 0) {
            brain.count(Count.PUNTS_MALFORMED, 1);
            return;
        }
        if (!tuple.ipv6) {
            int slot = brain.pools.find(Protocol.TCP, tuple.destination4, tuple.destinationPort);
            drive(slot, tuple.source4, tuple.sourcePort, false);
            return;
        }
        if (!brain.services.peerToIpv4(tuple.destinationHigh, tuple.destinationLow, peer)) {
            brain.count(Count.TCP_SEGMENTS_UNKNOWN, 1);
            return;
        }
        int peer4 = peer.address;
        int slot =
                brain.bib.find(
                        peer.instance,
                        Protocol.TCP,
                        tuple.sourceHigh,
                        tuple.sourceLow,
                        tuple.sourcePort);
        drive(slot, peer4, tuple.destinationPort, true);
        int hairpin = brain.pools.find(Protocol.TCP, peer4, tuple.destinationPort);
        if (slot != Bib.NONE && hairpin != Bib.NONE) {
            drive(hairpin, brain.bib.address4(slot), brain.bib.port4(slot), false);
        }
    }

    private void drive(int slot, int peer4, int peerPort, boolean fromV6) {
        if (slot == Bib.NONE) {
            brain.count(Count.TCP_SEGMENTS_UNKNOWN, 1);
            return;
        }
        brain.count(Count.TCP_SEGMENTS, 1);
        TcpState first = brain.state(slot);
        TcpState next;
        if (brain.bib.peer4(slot) == peer4 && brain.bib.peerPort(slot) == peerPort) {
            next = first.after(fromV6, tuple.tcpFlags);
            brain.bib.state(slot, next.ordinal());
            remember(slot, first, next);
            moved(slot, first, next);
            return;
        }
        int session = brain.extra.find(slot, peer4, peerPort);
        if (session != ExtraSessions.NONE) {
            TcpState state = brain.extra.state(session);
            next = state.after(fromV6, tuple.tcpFlags);
            brain.extra.state(session, next);
            moved(slot, state, next);
            return;
        }
        next = TcpState.CLOSED.after(fromV6, tuple.tcpFlags);
        if (next == TcpState.CLOSED) {
            return;
        }
        if (!first.isRefreshed()) {
            brain.bib.peer(slot, peer4, peerPort);
            brain.bib.state(slot, next.ordinal());
            remember(slot, first, next);
        } else {
            brain.extra.add(slot, peer4, peerPort, next, brain.now());
        }
        moved(slot, TcpState.CLOSED, next);
    }

    /** After a restart an established session has two hours, any other one some minutes. */
    private void remember(int slot, TcpState from, TcpState to) {
        if (from.isEstablished() != to.isEstablished()
                && brain.bib.phase(slot) == Phase.LIVE
                && !brain.bib.isStatic(slot)) {
            List<Store.Record> records = new ArrayList<>();
            records.add(Records.binding(brain.bib, slot));
            brain.write(records, e -> {});
        }
    }

    /** Gives the binding the time of its new state. */
    private void moved(int slot, TcpState from, TcpState to) {
        Bib bib = brain.bib;
        if (from == to || bib.phase(slot) != Phase.LIVE || bib.isStatic(slot)) {
            return;
        }
        if (to == TcpState.TRANS) {
            // Only packets behind the reset are a sign of life.
            bib.wantsBaseline(slot, true);
            bib.wheel().schedule(slot, brain.now() + 1);
        } else {
            bib.wheel().schedule(slot, brain.now() + brain.timeout(slot));
        }
    }

    /**
     * Asks the IPv6 host of an idle session for a sign of life (RFC 6146 section 3.5.2.2): an ACK
     * from its peer, which it answers whatever it thinks of the connection.
     */
    void probe(int slot, int peer4, int peerPort) {
        for (DeviceLink link : brain.devices.all()) {
            MacAddress mac = brain.services.mac(link.id);
            if (link.translator && link.accepting && mac != null) {
                byte[] frame =
                        Probe.frame(
                                mac,
                                peer4,
                                peerPort,
                                brain.bib.address4(slot),
                                brain.bib.port4(slot));
                brain.dataPlane.submit(link.id, frame);
                brain.count(Count.TCP_PROBES, 1);
                return;
            }
        }
    }
}
