// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.u16;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.count.Counters;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * Translates what the pipeline cannot: fragments of flows with bindings, packets with headers that
 * it does not read, and those that must be fragmented by the translation.
 */
final class FragmentPath {
    private final AddressMap addresses;
    private final Counters counters;
    private final DropLog log;
    private final Output output;
    private final Fragments fragments;
    private final FrameTuple held = new FrameTuple();
    private final FrameTuple cut = new FrameTuple();
    private final Transport6 host6 = new Transport6();
    private final Transport6 peer6 = new Transport6();
    private final Transport4 host4 = new Transport4();
    private final Transport4 peer4 = new Transport4();
    private final Ipv4Identification identification;

    /**
     * @param seed see {@link Fragments}
     * @param log of packets that are dropped for want of a UDP checksum
     */
    FragmentPath(
            AddressMap addresses,
            Ipv4Identification identification,
            long seed,
            DropLog log,
            Counters counters,
            Output output) {
        this.identification = identification;
        this.addresses = addresses;
        this.log = log;
        this.counters = counters;
        this.output = output;
        fragments = new Fragments(seed, counters);
    }

    /** See {@link Fragments#share}. */
    void share(int bytes) {
        fragments.share(bytes);
    }

    /** See {@link Fragments#lifetime}. */
    void lifetime(long millis) {
        fragments.lifetime(millis);
    }

    void tick(long nowMillis) {
        fragments.tick(nowMillis);
    }

    /**
     * Adds a fragment of a packet of a flow with a binding, or one being set up.
     *
     * @return whether it was translated at once, which a first fragment with ports is if its packet
     *     may pass, and need not be whole
     */
    boolean add(DeviceId device, FrameTuple t, byte[] frame) {
        if (t.isTinyFragment()) {
            counters.add(Counter.MALFORMED);
            return false;
        }
        // ICMP checksums of the two families differ by the length of the whole packet.
        boolean transport = t.protocol == FrameTuple.UDP || t.protocol == FrameTuple.TCP;
        if (!t.fragment
                || !transport
                || t.ipv6 && !addresses.peerToIpv4(t.destinationHigh, t.destinationLow, peer4)) {
            counters.add(Counter.FRAGMENTS_DROPPED);
            return false;
        }
        int subscriber = t.ipv6 ? addresses.subscriberPrefixLength(peer4.instance) : 0;
        boolean noChecksum = DropLog.isWithoutChecksum(t, frame);
        boolean whole = noChecksum && addresses.computesUdpChecksums();
        Fragments.Packet p = fragments.add(device, t, frame, subscriber, whole);
        if (p == null) {
            return false;
        }
        if (p.whole) {
            whole(device, frame, p);
            return false;
        }
        p.refused |= noChecksum;
        Counter refused = fragment(device, t, frame, p);
        count(refused);
        for (byte[] f : fragments.release(p)) {
            held.parse(f);
            count(fragment(device, held, f, p));
        }
        return refused == null;
    }

    /**
     * Translates what came in fragments and is one packet now: UDP without a checksum, which takes
     * all of it to compute (RFC 6146 section 3.4).
     */
    private void whole(DeviceId device, byte[] frame, Fragments.Packet p) {
        List<byte[]> all = new ArrayList<>(fragments.release(p));
        all.add(frame);
        byte[] packet = Fragmenter.whole4(all, held);
        boolean done =
                packet != null && held.parse(packet) && fragment(device, held, packet, p) == null;
        counters.add(done ? Counter.FRAGMENTS_TRANSLATED : Counter.FRAGMENTS_DROPPED, all.size());
    }

    private void count(Counter refused) {
        if (refused == null) {
            counters.add(Counter.FRAGMENTS_TRANSLATED);
        } else {
            boolean filtered = refused == Counter.FRAGMENTS_FILTERED;
            counters.add(filtered ? refused : Counter.FRAGMENTS_DROPPED);
        }
    }

    private Counter fragment(DeviceId device, FrameTuple t, byte[] frame, Fragments.Packet p) {
        if (p.refused && t.fragmentOffset > 0) {
            // The rest of a packet whose first fragment is dropped.
            return Counter.UNTRANSLATED_UDP_CHECKSUM;
        }
        return t.ipv6
                ? to4(device, t, frame, p.sourcePort, p.destinationPort, true, 65535)
                : to6(
                        device,
                        t,
                        frame,
                        p.sourcePort,
                        p.destinationPort,
                        true,
                        // With DF it is the pipeline's, which says where it is too big.
                        t.dontFragment ? 65535 : addresses.lowestIpv6Mtu());
    }

    /**
     * A packet that needs no other fragment of it to be translated.
     *
     * @param mtu of the result, which is fragmented if it is larger
     * @return null: translated; else why not, which is counted
     */
    Counter translate(DeviceId device, FrameTuple t, byte[] frame, int mtu) {
        Counter refused = Counter.MALFORMED;
        if (!t.isTinyFragment()) {
            refused =
                    t.ipv6
                            ? to4(device, t, frame, t.sourcePort, t.destinationPort, t.ports, mtu)
                            : to6(device, t, frame, t.sourcePort, t.destinationPort, t.ports, mtu);
        }
        if (refused != null) {
            counters.add(refused);
        }
        return refused;
    }

    private Counter to6(
            DeviceId device,
            FrameTuple t,
            byte[] frame,
            int sourcePort,
            int destinationPort,
            boolean ports,
            int mtu) {
        if (!addresses.hostToIpv6(t.protocol, t.destination4, destinationPort, ports, host6)) {
            return noMapping(t);
        }
        if (!addresses.admits(t.protocol, t.destination4, destinationPort, t.source4, sourcePort)) {
            return Counter.FRAGMENTS_FILTERED;
        }
        boolean noChecksum = DropLog.isWithoutChecksum(t, frame);
        if (noChecksum && (t.fragment || !addresses.computesUdpChecksums())) {
            // Only the whole packet would allow computing one (RFC 7915 section 4.5).
            log.withoutChecksum(device, t);
            return Counter.UNTRANSLATED_UDP_CHECKSUM;
        }
        addresses.peerToIpv6(t.source4, host6.instance, peer6);
        if (addresses.inside(peer6.high, peer6.low)
                && addresses.denied(host6.instance, t.source4, t.protocol, sourcePort, ports)) {
            return Counter.UNTRANSLATED_DENIED;
        }
        boolean echo = t.protocol == FrameTuple.ICMP;
        byte[] out = new byte[Packets.L3 + 48 + t.end - t.l4Offset];
        int end =
                PacketTranslator.to6(
                        frame,
                        t,
                        addresses.trafficClassTo6(t.trafficClass),
                        peer6,
                        echo ? host6.port : sourcePort,
                        host6,
                        host6.port,
                        out,
                        Packets.L3);
        if (end < 0) {
            return Counter.UNTRANSLATED_PROTOCOL;
        }
        out = Arrays.copyOf(out, end);
        put16(out, 12, FrameTuple.ETHER_IPV6);
        if (noChecksum && !udpChecksum(out)) {
            return Counter.UNTRANSLATED_UDP_CHECKSUM;
        }
        List<byte[]> all = Fragmenter.ipv6(out, t.identification, mtu);
        all.forEach(f -> put16(f, 12, FrameTuple.ETHER_IPV6));
        submit(device, t, all);
        return null;
    }

    private void submit(DeviceId device, FrameTuple t, List<byte[]> all) {
        if (all.size() > 1) {
            counters.add(Counter.PACKETS_FRAGMENTED);
        } else if (!t.fragment) {
            counters.add(Counter.PACKETS_TRANSLATED);
        }
        all.forEach(f -> output.submit(device, f));
    }

    private static Counter noMapping(FrameTuple t) {
        return Protocol.of(t.protocol) == null || t.isOfOtherFamily()
                ? Counter.UNTRANSLATED_PROTOCOL
                : Counter.UNTRANSLATED_NO_MAPPING;
    }

    /** False: its length is not that of the packet. */
    private static boolean udpChecksum(byte[] frame) {
        int l4 = Packets.L3 + 40;
        if (u16(frame, l4 + 4) != frame.length - l4) {
            return false;
        }
        long sum = Checksum.sum(frame, Packets.L3 + 8, frame.length);
        int checksum = Checksum.finish(sum + frame.length - l4 + FrameTuple.UDP);
        put16(frame, l4 + 6, checksum == 0 ? 0xffff : checksum);
        return true;
    }

    private Counter to4(
            DeviceId device,
            FrameTuple t,
            byte[] frame,
            int sourcePort,
            int destinationPort,
            boolean ports,
            int mtu) {
        if (addresses.inside(t.sourceHigh, t.sourceLow)) {
            return Counter.UNTRANSLATED_LOOP;
        }
        if (t.segmentsLeft >= 0) {
            return Counter.UNTRANSLATED_HEADERS;
        }
        if (!addresses.peerToIpv4(t.destinationHigh, t.destinationLow, peer4)) {
            return Counter.UNTRANSLATED_NO_MAPPING;
        }
        if (!addresses.isPeerMapped()
                && addresses.denied(
                        peer4.instance, peer4.address, t.protocol, destinationPort, ports)) {
            return Counter.UNTRANSLATED_DENIED;
        }
        if (!addresses.hostToIpv4(
                peer4.instance, t.protocol, t.sourceHigh, t.sourceLow, sourcePort, ports, host4)) {
            return addresses.isPeerMapped() ? Counter.UNTRANSLATED_DENIED : noMapping(t);
        }
        if (t.protocol == FrameTuple.UDP
                && t.fragmentOffset == 0
                && t.end - t.l4Offset >= 8
                && u16(frame, t.l4Offset + 6) == 0) {
            // Not legal in IPv6 (RFC 8200 section 8.1).
            return Counter.UNTRANSLATED_UDP_CHECKSUM;
        }
        byte[] out = new byte[Packets.L3 + 20 + t.end - t.l4Offset];
        int end =
                PacketTranslator.to4(
                        frame,
                        t,
                        addresses.tosTo4(t.trafficClass),
                        host4,
                        host4.port,
                        peer4,
                        destinationPort,
                        identification,
                        out,
                        Packets.L3);
        if (end < 0 || !cut.parsePacket(out, Packets.L3, end, false)) {
            return Counter.UNTRANSLATED_PROTOCOL;
        }
        put16(out, 12, FrameTuple.ETHER_IPV4);
        // Fragmenting takes DF away, which what fits keeps.
        submit(device, t, cut.length <= mtu ? List.of(out) : Fragmenter.ipv4(out, cut, mtu));
        return null;
    }
}
