// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.packet.Bytes.u8;

import java.util.Random;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Lookup;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Ipv4Options;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;

/**
 * Handles the packets that switches send up, other than BIB misses and TCP copies. Its packets are
 * submitted to the pipeline of the device the packet came from, which routes them; only neighbour
 * and router messages, and answers to link-local addresses, are sent out of a port directly.
 *
 * <p>Not thread safe: on the core's thread.
 */
public final class SlowPath {
    private final Fabric fabric;
    private final DataPlane dataPlane;
    private final Counters counters;
    private final SourceBindings sources;
    private final AddressMap addresses;
    private final Egress egress;
    private final IcmpErrorTranslator icmp;
    private final Neighbors neighbors;
    private final NeighborMessages neighborMessages;
    private final Routers routers;
    private final FragmentPath fragments;
    private final ErrorSender errors;
    private final ErrorLimits errorLimits;
    private final ErrorSources errorSources;
    private final OwnAddresses own;
    private final HairpinEcho hairpinEcho;
    private final DropLog drops = new DropLog();
    private final FrameTuple t = new FrameTuple();
    private int subscriberLength = Limits.SUBSCRIBER_PREFIX_LENGTH.byDefault;
    private long now;

    /**
     * @param random source of fragment identifications, hard to predict
     * @param barrier held packets are resubmitted to a device after the routes they waited for
     */
    public SlowPath(
            Fabric fabric,
            SourceBindings sources,
            Mappings mappings,
            DataPlane dataPlane,
            Barrier barrier,
            Random random,
            Counters counters) {
        Ipv4Identification identification = new Ipv4Identification(random);
        this.counters = counters;
        this.fabric = fabric;
        this.sources = sources;
        this.dataPlane = dataPlane;
        addresses = new AddressMap(mappings);
        egress = new Egress(fabric, addresses);
        icmp = new IcmpErrorTranslator(addresses, identification, counters);
        neighbors = new Neighbors(fabric, dataPlane, barrier, this::unreachable, counters);
        neighborMessages = new NeighborMessages(fabric, sources, neighbors, dataPlane, counters);
        routers = new Routers(fabric, dataPlane, counters);
        errorLimits = new ErrorLimits(random, counters);
        errors =
                new ErrorSender(
                        fabric,
                        routers,
                        addresses,
                        errorLimits,
                        dataPlane,
                        identification,
                        counters,
                        this::submit);
        hairpinEcho = new HairpinEcho(addresses, counters, this::submit);
        own = new OwnAddresses(fabric, errors, counters, this::submit);
        errorSources = new ErrorSources(fabric, routers, random);
        fragments =
                new FragmentPath(
                        addresses,
                        identification,
                        random.nextLong(),
                        drops,
                        counters,
                        this::submit);
    }

    /** Puts what the configuration says of ICMP errors and fragments into force. */
    public void configure(Nat64Config config) {
        errorLimits.set(config.errorRate, config.errorRatePerSender);
        errorSources.set(config.errorSources);
        icmp.namesOrigins(config.errorOrigins);
        fragments.lifetime(1000L * config.fragmentTimeout);
        fragments.share(config.fragmentKilobytesPerSender << 10);
        subscriberLength = config.subscriberPrefixLength();
    }

    /**
     * Sets the time for the calls that follow and does what is due. Called about ten times a
     * second.
     *
     * @param nowMillis of any clock that does not go back
     */
    public void tick(long nowMillis) {
        now = nowMillis;
        errors.tick(nowMillis);
        neighbors.tick(nowMillis);
        routers.tick(nowMillis);
        fragments.tick(nowMillis);
        drops.tick(nowMillis);
    }

    /**
     * Handles a packet-in of any reason but BIB_MISS, SESSION_MISS, UNSOLICITED_SYN and TCP_STATE.
     * Takes ownership of the frame.
     *
     * @return whether it was translated, or is an echo to a pool, and so is a packet of its flow;
     *     the frame is as it came then
     * @throws IllegalArgumentException on those four
     */
    public boolean packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        if (fabric.device(device) == null || reason == PuntReason.LINK_DISCOVERY) {
            return false;
        }
        boolean ip = t.parse(frame);
        if (reason == PuntReason.NEIGHBOR) {
            neighborMessages.received(device, port, ip, t, frame);
            return false;
        }
        if (reason == PuntReason.NEIGHBOR_REFUSED) {
            neighborMessages.refused(device, port, ip, t, frame, now);
            return false;
        }
        if (!ip) {
            counters.add(Counter.MALFORMED);
            return false;
        }
        switch (reason) {
            case HOP_LIMIT:
                errors.send(device, port, t, frame, 11, 0, 0, 3, 0, 0);
                break;
            case TOO_BIG:
                return tooBig(device, port, frame);
            case ICMP_ERROR:
                translate(device, port, frame);
                break;
            case NO_NEIGHBOR:
                noNeighbor(device, port, frame);
                break;
            case NO_ROUTE:
                unrouted(device, port, frame);
                break;
            case LOCAL:
                if (!namesHops(device, port, frame)) {
                    own.received(device, port, t, frame);
                }
                break;
            case SOURCE_UNBOUND:
                sourceUnbound(device, port, frame);
                break;
            case HAIRPIN_ECHO:
                hairpinEcho.take(device, t, frame);
                return true;
            case ROUTER_SOLICITATION:
                routers.solicited(device, port, t, frame);
                break;
            case FRAGMENT:
                return fragments.add(device, t, frame);
            case PARAMETER_PROBLEM:
                parameterProblem(device, port, frame);
                break;
            case MSS:
                // Its option is lowered by now.
                dataPlane.submit(device, frame);
                break;
            case IPV4_OPTIONS:
            case EXTENSION_HEADERS:
            case UDP_CHECKSUM_ZERO:
                return unread(device, port, frame);
            case REFUSED:
                refused(device, port, frame);
                break;
            default:
                throw new IllegalArgumentException("not for the slow path: " + reason);
        }
        return false;
    }

    /**
     * Answers the sender of a refused packet, rate limited: with ICMPv6 type 1 code 1 or ICMPv4
     * type 3 code 13 what is prohibited, with Address or Host Unreachable what there is no room
     * for, which ends no attempt to connect (RFC 6146 section 3.5.1.1, RFC 6888 REQ-11).
     */
    public void refuse(DeviceId device, int port, byte[] frame, boolean prohibited) {
        if (fabric.device(device) == null || !t.parse(frame)) {
            counters.add(Counter.MALFORMED);
            return;
        }
        if (prohibited) {
            refused(device, port, frame);
        } else {
            errors.send(device, port, t, frame, 3, 1, 0, 1, 3, 0);
        }
    }

    /** Tells the sender of a SYN that nobody waits for, rate limited: Port Unreachable. */
    public void portUnreachable(DeviceId device, int port, byte[] frame) {
        if (fabric.device(device) == null || !t.parse(frame)) {
            counters.add(Counter.MALFORMED);
            return;
        }
        errors.portUnreachable(device, port, t, frame);
    }

    /** How those are asked and answered whose addresses are learned. */
    public SourceBindings.Messages sourceMessages() {
        return neighborMessages;
    }

    /** How many neighbours are known now. */
    public int neighbors() {
        return neighbors.known();
    }

    /**
     * The error of RFC 7915 sections 4.4 and 5.4, where the RFC names no other, as it does for
     * segments left, which a switch that reads no extension headers does not see; or that of RFC
     * 6146 section 3.4 about a protocol without bindings.
     */
    private void refused(DeviceId device, int port, byte[] frame) {
        if (isHeaderInFragment(frame)) {
            drops.behindFragmentHeader(device, t, u8(frame, t.fragmentHeader));
        }
        if (t.segmentsLeft >= 0) {
            parameterProblem(device, port, frame);
        } else if (isUnknownProtocol() && !addresses.isHostMapped(t)) {
            errors.send(device, port, t, frame, 3, 2, 0, 1, 4, 0);
        } else {
            if (DropLog.isWithoutChecksum(t, frame)) {
                drops.withoutChecksum(device, t);
            }
            if (IcmpErrors.isSilent(frame, t) && !addresses.isHostMapped(t)) {
                counters.add(Counter.FRAGMENTS_DROPPED);
            } else {
                prohibited(device, port, frame);
            }
        }
    }

    private void prohibited(DeviceId device, int port, byte[] frame) {
        errors.send(device, port, t, frame, 3, 13, 0, 1, 1, 0);
    }

    /** Whether it is no upper layer (RFC 7915 section 5.1.1). */
    private static boolean isHeader(int number) {
        return FrameTuple.isExtension(number) || number == FrameTuple.AUTHENTICATION;
    }

    /** Whether the Fragment Header is followed by no upper layer. */
    private boolean isHeaderInFragment(byte[] frame) {
        return t.fragmentHeader >= 0 && isHeader(u8(frame, t.fragmentHeader));
    }

    private boolean isUnknownProtocol() {
        return t.isOfOtherFamily()
                || Protocol.of(t.protocol) == null && !FrameTuple.isExtension(t.protocol);
    }

    private void sourceUnbound(DeviceId device, int port, byte[] frame) {
        FabricConfig.Interface on = fabric.interfaceAt(device, port, t.vlan);
        if (on == null || !on.isLearned()) {
            counters.add(Counter.PUNTS_MISPLACED);
            return;
        }
        sources.used(on, source(), u48(frame, 6), frame);
    }

    /** V4-mapped if it is of IPv4. */
    private Ipv6Address source() {
        return t.ipv6 ? Ipv6Address.of(t.sourceHigh, t.sourceLow) : V4Mapped.of(t.source4);
    }

    /**
     * A packet to be translated, of which the pipeline read a part: it is looked at as the pipeline
     * would have done. IPv4 options other than a source route are ignored, also those that cannot
     * be told apart, and so is any number of IPv6 extension headers (RFC 7915 sections 4.1, 5.1).
     *
     * @return whether it was translated, and is no ICMP error
     */
    private boolean unread(DeviceId device, int port, byte[] frame) {
        if (namesHops(device, port, frame)) {
            return false;
        }
        if (t.icmpError) {
            translate(device, port, frame);
        } else if (isHeaderInFragment(frame)) {
            counters.add(Counter.UNTRANSLATED_HEADERS);
            refused(device, port, frame);
        } else if (t.hopLimit < 2) {
            errors.send(device, port, t, frame, 11, 0, 0, 3, 0, 0);
        } else if (t.fragment && !addresses.isHostMapped(t)) {
            return fragments.add(device, t, frame);
        } else {
            int mtu = t.ipv6 || t.dontFragment ? 65535 : addresses.lowestIpv6Mtu();
            Counter refused = fragments.translate(device, t, frame, mtu);
            if (refused == Counter.UNTRANSLATED_UDP_CHECKSUM
                    && (t.ipv6 || t.fragment || !addresses.computesUdpChecksums())) {
                // Its line is in the log.
                prohibited(device, port, frame);
            } else if (refused == Counter.UNTRANSLATED_DENIED
                    || refused == Counter.UNTRANSLATED_PROTOCOL && isUnknownProtocol()) {
                refused(device, port, frame);
            }
            return refused == null;
        }
        return false;
    }

    /**
     * Refuses a packet that names further hops: Source Route Failed (RFC 1812 section 5.2.3), or
     * Parameter Problem at Segments Left (RFC 8200 section 4.4).
     *
     * @return whether it did
     */
    private boolean namesHops(DeviceId device, int port, byte[] frame) {
        if (t.segmentsLeft >= 0) {
            parameterProblem(device, port, frame);
        } else if (!t.ipv6 && Ipv4Options.areSourceRouted(frame, t.l3Offset)) {
            errors.send(device, port, t, frame, 3, 5, 0, 4, 0, 0);
        } else {
            return false;
        }
        return true;
    }

    private void noNeighbor(DeviceId device, int port, byte[] frame) {
        egress.find(device, t);
        if (own.translated(device, port, t, frame, egress.address)) {
            return;
        }
        Lookup l = fabric.paths().lookup(device, egress.address);
        if (l.via == RoutingIntent.Via.CONNECTED) {
            neighbors.resolve(device, port, l.gateway, asker(device, port), frame);
        } else if (l.via == RoutingIntent.Via.NEXT) {
            neighbors.again(device, frame);
        } else {
            noRoute(device, port, frame);
        }
    }

    /** Silent where a route has come meanwhile: the sender would take the error for lasting. */
    private void unrouted(DeviceId device, int port, byte[] frame) {
        egress.find(device, t);
        if (fabric.paths().lookup(device, egress.address).via == null) {
            noRoute(device, port, frame);
        }
    }

    private void noRoute(DeviceId device, int port, byte[] frame) {
        counters.add(Counter.NO_ROUTE);
        errors.send(device, port, t, frame, 3, 0, 0, 1, 0, 0);
    }

    /**
     * Whose packet it is. Another switch validated the source, by which it came in at a network.
     */
    private Neighbors.Asker asker(DeviceId device, int port) {
        Object place = fabric.interfaceAt(device, port, t.vlan);
        if (place == null) {
            place = fabric.paths().networkOf(device, source());
        }
        if (place == null) {
            place = new FabricConfig.Port(device, port);
        }
        return new Neighbors.Asker(Fragments.sender(t, subscriberLength), place);
    }

    private void unreachable(DeviceId device, int port, byte[] frame) {
        if (fabric.device(device) != null && t.parse(frame)) {
            errors.send(device, port, t, frame, 3, 1, 0, 1, 3, 0);
        }
    }

    /** Whether it was translated. */
    private boolean tooBig(DeviceId device, int port, byte[] frame) {
        FabricConfig.Interface on = fabric.interfaceAt(device, port, t.vlan);
        if (on != null && t.length > on.mtu) {
            counters.add(Counter.PACKETS_ABOVE_MTU);
            fabric.aboveMtu().note(on, on.mtu, now);
        }
        egress.find(device, t);
        int mtu = fabric.paths().lookup(device, egress.address).mtu;
        boolean out6 = !V4Mapped.isIpv4(egress.address);
        int header = !out6 ? 20 : t.fragment ? 48 : 40;
        int length = t.ipv6 == out6 ? t.length : t.length - (t.l4Offset - t.l3Offset) + header;
        if (!t.ipv6 && out6 && !t.dontFragment) {
            // RFC 7915 section 4: no IPv6 router can fragment it.
            int lowest = Math.min(addresses.lowestIpv6Mtu(), mtu);
            return fragments.translate(device, t, frame, lowest) == null;
        }
        if (length <= mtu) {
            counters.add(Counter.NOT_TOO_BIG);
            return false;
        }
        if (t.ipv6 && !out6 && t.length <= 1280) {
            // It leaves without DF (RFC 7915 section 5.1), and its sender cannot send smaller
            // packets.
            return fragments.translate(device, t, frame, mtu) == null;
        }
        if (t.ipv6) {
            errors.send(
                    device, port, t, frame, 3, 4, 0, 2, 0, Math.max(1280, out6 ? mtu : mtu + 20));
        } else if (t.dontFragment) {
            // As much of IPv4 as fits: a fragment grows by a Fragment Header, too.
            errors.send(device, port, t, frame, 3, 4, out6 ? mtu + 20 - header : mtu, 2, 0, 0);
        } else {
            counters.add(Counter.PACKETS_FRAGMENTED);
            Fragmenter.ipv4(frame, t, mtu).forEach(f -> submit(device, f));
        }
        return false;
    }

    private void translate(DeviceId device, int port, byte[] frame) {
        if (!t.icmpError) {
            counters.add(Counter.MALFORMED);
            return;
        }
        byte[] out =
                t.ipv6
                        ? icmp.to4(
                                frame,
                                t,
                                errorSources.of(device, port, t),
                                a -> fabric.paths().lookup(device, a).mtu)
                        : icmp.to6(
                                frame,
                                t,
                                routers.source6(device, port, t.vlan),
                                a -> fabric.paths().lookup(device, a).mtu);
        if (out != null) {
            submit(device, out);
        }
    }

    private void parameterProblem(DeviceId device, int port, byte[] frame) {
        if (t.segmentsLeft < 0) {
            counters.add(Counter.MALFORMED);
        } else {
            errors.send(device, port, t, frame, 12, 0, 0, 4, 0, t.segmentsLeft - t.l3Offset);
        }
    }

    private void submit(DeviceId device, byte[] frame) {
        long mac = fabric.device(device).mac.bits();
        Packets.macs(frame, mac, mac);
        dataPlane.submit(device, frame);
    }
}
