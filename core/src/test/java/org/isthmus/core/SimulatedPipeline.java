// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.testing.Edges;

/**
 * What switches of a {@link SimulatedNetwork} do with packets by the intents that they hold:
 * sources are validated, bindings count, what has none comes up.
 *
 * <p>Threading: the test's thread.
 */
final class SimulatedPipeline {
    private static final int SYN = 2;
    private static final int RST = 4;

    private final SimulatedNetwork network;
    private final FrameTuple tuple = new FrameTuple();

    SimulatedPipeline(SimulatedNetwork network) {
        this.network = network;
    }

    /** A ping of a switch is answered where it came in, an answer goes up. */
    void arrive(SimulatedSwitch s, int port, byte[] frame) {
        Ipv6Address to = Ipv6Address.of(Bytes.i64(frame, 38), Bytes.i64(frame, 46));
        MacAddress station = MacAddress.of(Bytes.u48(frame, 0));
        boolean echo = Bytes.u8(frame, 20) == 58 && Bytes.u8(frame, 54) >>> 1 == 64;
        boolean own =
                s.held.containsKey(new SwitchIntent.Station(station).key())
                        && s.held.containsKey(new SwitchIntent.Local6(to).key());
        if (!s.up || s.wedged || !echo || !own) {
            return;
        }
        if (Bytes.u8(frame, 54) == 128) {
            byte[] reply = frame.clone();
            System.arraycopy(frame, 0, reply, 6, 6);
            System.arraycopy(frame, 6, reply, 0, 6);
            System.arraycopy(frame, 22, reply, 38, 16);
            System.arraycopy(frame, 38, reply, 22, 16);
            reply[54] = (byte) 129;
            network.plane.leave(new FabricConfig.Port(s.id, port), reply);
        } else if (s.connected && !s.unheard) {
            packetIn(s, port, PuntReason.LOCAL, frame);
        }
    }

    /** A frame enters a switch by port 1. */
    void receive(SimulatedSwitch s, byte[] frame) {
        receive(s, 1, frame);
    }

    /** A switch sends a frame up that came in at port 1. */
    void packetIn(SimulatedSwitch s, PuntReason reason, byte[] frame) {
        packetIn(s, 1, reason, frame);
    }

    /** A frame goes up, if a controller is there. */
    private void packetIn(SimulatedSwitch s, int port, PuntReason reason, byte[] frame) {
        if (network.plane.listener != null) {
            network.plane.listener.packetIn(s.id, port, reason, frame);
        }
    }

    /** A frame enters a switch by a port: its source is validated. */
    void receive(SimulatedSwitch s, int port, byte[] frame) {
        boolean ip = tuple.parse(frame);
        if (s.up && tuple.etherType == FrameTuple.ETHER_ARP) {
            arp(s, port, frame);
        }
        if (!s.up || !ip || !tuple.ipv6) {
            return;
        }
        Ipv6Address source = Ipv6Address.of(tuple.sourceHigh, tuple.sourceLow);
        if (tuple.protocol == FrameTuple.ICMP6 && tuple.icmpType == 136) {
            neighbor(s, port, frame, Ipv6Address.of(Bytes.i64(frame, 62), Bytes.i64(frame, 70)));
            return;
        }
        switch (Edges.packet(s.held, port, tuple.vlan, source)) {
            case ADMITTED:
                process(s, port, frame);
                break;
            case UNBOUND:
                packetIn(s, port, PuntReason.SOURCE_UNBOUND, frame);
                break;
            default:
                s.unverified++;
        }
    }

    /** Goes up, or is dropped for its sender and a copy goes up. */
    private void arp(SimulatedSwitch s, int port, byte[] frame) {
        neighbor(s, port, frame, V4Mapped.of(Bytes.i32(frame, tuple.l3Offset + 14)));
    }

    private void neighbor(SimulatedSwitch s, int port, byte[] frame, Ipv6Address claimed) {
        boolean admitted = Edges.admitsClaim(s.held, port, tuple.vlan, claimed);
        if (!admitted) {
            s.unverified++;
        }
        packetIn(s, port, admitted ? PuntReason.NEIGHBOR : PuntReason.NEIGHBOR_REFUSED, frame);
    }

    /** A frame is in a switch: it is translated, or sent up. */
    void process(SimulatedSwitch s, int port, byte[] frame) {
        if (!s.up || !tuple.parse(frame)) {
            return;
        }
        if (!tuple.ipv6) {
            s.routed4.add(frame);
            arrives(
                    s,
                    Protocol.of(tuple.protocol),
                    tuple.source4,
                    tuple.sourcePort,
                    tuple.destination4,
                    tuple.destinationPort);
            return;
        }
        if (tuple.icmpError) {
            s.routed6.add(frame);
            return;
        }
        if (tuple.fragment) {
            packetIn(s, port, PuntReason.FRAGMENT, frame);
            return;
        }
        if (tuple.l4Offset != tuple.l3Offset + 40) {
            packetIn(s, port, PuntReason.EXTENSION_HEADERS, frame);
            return;
        }
        int instance = instance(s);
        if (instance == 0) {
            s.routed6.add(frame);
            return;
        }
        if (isUnsolicitedSyn(s)) {
            packetIn(s, port, PuntReason.UNSOLICITED_SYN, frame);
            return;
        }
        Object key =
                new BibIntent.Outbound(
                                instance,
                                Protocol.of(tuple.protocol),
                                tuple.sourceHigh,
                                tuple.sourceLow,
                                tuple.sourcePort,
                                0,
                                0)
                        .key();
        BibIntent.Outbound bound = (BibIntent.Outbound) s.held.get(key);
        bound = bound == null ? portSet(s) : bound;
        key = bound == null ? key : bound.key();
        BibIntent.Session session = bound == null ? null : session(bound);
        if (session != null && !s.held.containsKey(session.key())) {
            s.counts.merge(key, 1L, Long::sum);
            packetIn(s, port, PuntReason.SESSION_MISS, frame);
        } else if (bound != null) {
            s.counts.merge(key, 1L, Long::sum);
            if (extendsLifetime(bound)) {
                network.lastUse.put(SimulatedNetwork.use(bound), network.now);
            }
            if (session != null) {
                s.counts.merge(session.key(), 1L, Long::sum);
            }
            s.translated.add(frame);
            if (bound.setBits == 0 && (tuple.tcpFlags & 7) != 0) {
                packetIn(s, port, PuntReason.TCP_STATE, frame);
            }
        } else if (isLimited(s)) {
            s.limited++;
        } else {
            s.missed++;
            packetIn(s, port, PuntReason.BIB_MISS, frame);
        }
    }

    /**
     * Whether the packet in {@link #tuple} surely extends the lifetime of its binding: of a TCP
     * session that has one SYN yet, another one alone does (RFC 6146 section 3.5.2.2). Those of
     * port sets are not followed.
     */
    private boolean extendsLifetime(BibIntent.Outbound bound) {
        return bound.protocol != Protocol.TCP
                || bound.setBits > 0
                || (tuple.tcpFlags & (SYN | RST)) == SYN;
    }

    /** That of the packet in {@link #tuple}; 0: the switch knows nobody there in IPv4. */
    private int instance(SimulatedSwitch s) {
        for (Intent i : s.held.values()) {
            if (i instanceof TranslationIntent.NatPrefix) {
                TranslationIntent.NatPrefix nat = (TranslationIntent.NatPrefix) i;
                if (nat.prefix.contains(tuple.destinationHigh, tuple.destinationLow)) {
                    return nat.instance;
                }
            } else if (i instanceof TranslationIntent.Eam) {
                TranslationIntent.Eam eam = (TranslationIntent.Eam) i;
                if (eam.prefix6.contains(tuple.destinationHigh, tuple.destinationLow)) {
                    return eam.instance;
                }
            }
        }
        return 0;
    }

    /** Whether the packet in {@link #tuple}, of a host, is one to a pool that holds them. */
    private boolean isUnsolicitedSyn(SimulatedSwitch s) {
        int address4 = (int) tuple.destinationLow;
        return Protocol.of(tuple.protocol) == Protocol.TCP
                && (tuple.tcpFlags & 22) == 2
                && holdsSyns(s, address4)
                && !s.held.containsKey(
                        new BibIntent.Inbound(
                                        Protocol.TCP, address4, tuple.destinationPort, 0, 0, 0)
                                .key());
    }

    private static boolean holdsSyns(SimulatedSwitch s, int address4) {
        return s.held.values().stream()
                .filter(i -> i instanceof TranslationIntent.Pool4)
                .map(i -> (TranslationIntent.Pool4) i)
                .anyMatch(pool -> pool.holdsSyns && pool.prefix.contains(address4));
    }

    /** That of the packet in {@link #tuple}; null: its binding needs none. */
    private BibIntent.Session session(BibIntent.Outbound bound) {
        int peerPort = tuple.protocol == FrameTuple.ICMP6 ? 0 : tuple.destinationPort;
        return bound.filtering == Filtering.ENDPOINT_INDEPENDENT
                ? null
                : new BibIntent.Session(
                        bound.protocol,
                        bound.address4,
                        bound.port4,
                        (int) tuple.destinationLow,
                        bound.filtering.peerPort(peerPort));
    }

    /**
     * A packet from IPv4 meets a switch.
     *
     * @return whether it goes on
     */
    boolean arrives(
            SimulatedSwitch s, Protocol p, int source4, int sourcePort, int address4, int port4) {
        Object key = new BibIntent.Inbound(p, address4, port4, 0, 0, 0).key();
        BibIntent.Inbound bound = (BibIntent.Inbound) s.held.get(key);
        if (bound == null) {
            return false;
        }
        s.counts.merge(key, 1L, Long::sum);
        if (bound.filtering == Filtering.ENDPOINT_INDEPENDENT) {
            return true;
        }
        int port = bound.filtering.peerPort(sourcePort);
        Object session = new BibIntent.Session(p, address4, port4, source4, port).key();
        boolean admitted = s.held.containsKey(session);
        if (admitted) {
            s.counts.merge(session, 1L, Long::sum);
        }
        return admitted;
    }

    /** That of the packet in {@link #tuple}, or null. */
    private BibIntent.Outbound portSet(SimulatedSwitch s) {
        int instance = instance(s);
        for (Intent intent : s.held.values()) {
            if (intent.sort().equals(BibIntent.Outbound.SET)) {
                BibIntent.Outbound set = (BibIntent.Outbound) intent;
                if (set.instance == instance
                        && set.protocol == Protocol.of(tuple.protocol)
                        && set.address6High == tuple.sourceHigh
                        && set.address6Low == tuple.sourceLow
                        && set.port6 == (tuple.sourcePort & -1 << set.setBits)) {
                    return set;
                }
            }
        }
        return null;
    }

    private boolean isLimited(SimulatedSwitch s) {
        Ipv6Prefix subscriber = Ipv6Prefix.of(tuple.sourceHigh, tuple.sourceLow, 64);
        return s.held.containsKey(
                new BibIntent.SubscriberLimit(instance(s), Protocol.of(tuple.protocol), subscriber)
                        .key());
    }

    /** A segment from IPv4. */
    void replyTcp(
            SimulatedSwitch s, int source4, int sourcePort, int address4, int port4, int flags) {
        if (arrives(s, Protocol.TCP, source4, sourcePort, address4, port4) && (flags & 7) != 0) {
            byte[] frame = HostFrames.tcp4(source4, sourcePort, address4, port4, flags);
            packetIn(s, 1, PuntReason.TCP_STATE, frame);
        }
    }

    /** A SYN from IPv4: passes, comes up if its pool holds it, or is dropped. */
    void syn4(SimulatedSwitch s, int source4, int sourcePort, int address4, int port4) {
        if (arrives(s, Protocol.TCP, source4, sourcePort, address4, port4)) {
            byte[] frame = HostFrames.tcp4(source4, sourcePort, address4, port4, 2);
            packetIn(s, 1, PuntReason.TCP_STATE, frame);
        } else if (holdsSyns(s, address4)) {
            byte[] frame = HostFrames.tcp4(source4, sourcePort, address4, port4, 2);
            packetIn(s, 1, PuntReason.UNSOLICITED_SYN, frame);
        }
    }
}
