// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;

import java.util.function.ToIntFunction;
import org.isthmus.core.count.Counters;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Counter;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * Translates ICMP errors with the packet they quote (RFC 7915 sections 4.2, 4.3, 5.2, 5.3; RFC 6146
 * section 3.5 on finding its binding). Results are frames whose Ethernet header is still empty.
 * Reusable; not thread safe.
 */
final class IcmpErrorTranslator {
    private static final int MAX6 = 1280;
    private static final int MAX4 = 576;

    /** RFC 4884 section 5.1: so much of the packet at least, before extensions. */
    private static final int EXTENDED_QUOTE = 128;

    private final AddressMap addresses;
    private final Counters counters;
    private final FrameTuple inner = new FrameTuple();
    private final Transport6 host6 = new Transport6();
    private final Transport6 peer6 = new Transport6();
    private final Transport6 router6 = new Transport6();
    private final Transport4 host4 = new Transport4();
    private final Transport4 peer4 = new Transport4();
    private final Transport4 router4 = new Transport4();
    private final Ipv4Identification identification;

    private boolean namesOrigins = true;

    /** Behind the quoted packet, and the extensions behind that. */
    private int quoteEnd;

    private int extensions;

    IcmpErrorTranslator(
            AddressMap addresses, Ipv4Identification identification, Counters counters) {
        this.identification = identification;
        this.addresses = addresses;
        this.counters = counters;
    }

    /** Whether errors to IPv4 tell the IPv6 address of a router that has none of IPv4. */
    void namesOrigins(boolean value) {
        namesOrigins = value;
    }

    private byte[] drop(Counter why) {
        counters.add(why);
        return null;
    }

    /**
     * ICMPv4 to ICMPv6.
     *
     * @param t of the frame: IPv4, and an ICMP error
     * @param own an address of this device, for routers whose IPv4 address the NAT64 prefix must
     *     not hold; null: none, then theirs are dropped
     * @param mtu of the next hop to an address, V4-mapped; 65535 if unknown
     * @return null: dropped and counted
     */
    byte[] to6(byte[] b, FrameTuple t, Ipv6Address own, ToIntFunction<Ipv6Address> mtu) {
        if (t.fragment) {
            return drop(Counter.ICMP_FRAGMENT);
        }
        int l4 = t.l4Offset;
        if (!Checksum.valid(Checksum.sum(b, t.l3Offset, l4))
                || !Checksum.valid(Checksum.sum(b, l4, t.end))) {
            return drop(Counter.ICMP_CHECKSUM_WRONG);
        }
        int typeCode = IcmpTables.to6(t.icmpType, t.icmpCode);
        if (typeCode == IcmpTables.NONE) {
            return drop(Counter.ICMP_UNTRANSLATABLE);
        }
        boolean extensible = t.icmpType == 3 || t.icmpType == 11 || t.icmpType == 12;
        split(l4 + 8, t.end, extensible ? u8(b, l4 + 5) * 4 : 0);
        if (!inner.parsePacket(b, l4 + 8, quoteEnd, true) || inner.ipv6) {
            return drop(Counter.MALFORMED);
        }
        if (!Checksum.valid(Checksum.sum(b, inner.l3Offset, inner.l4Offset))) {
            return drop(Counter.ICMP_CHECKSUM_WRONG);
        }
        if (inner.icmpError) {
            return drop(Counter.ICMP_ERROR_IN_ERROR);
        }
        if (inner.source4 != t.destination4
                || !addresses.hostToIpv6(
                        inner.protocol, inner.source4, inner.sourcePort, inner.ports, host6)
                || !addresses.admits(
                        inner.protocol,
                        inner.source4,
                        inner.sourcePort,
                        inner.destination4,
                        inner.destinationPort)) {
            return drop(Counter.ICMP_NO_MAPPING);
        }
        addresses.peerToIpv6(inner.destination4, host6.instance, peer6);
        if (!addresses.legal(
                peer6.high,
                peer6.low,
                peer6.instance,
                inner.destination4,
                inner.protocol,
                inner.destinationPort,
                inner.ports)) {
            return drop(Counter.ICMP_QUOTE_ILLEGAL);
        }
        addresses.routerToIpv6(t.source4, inner.destination4, host6.instance, router6);
        if (addresses.inside(router6.high, router6.low)
                && addresses.isUnfit(host6.instance, t.source4)) {
            if (own == null) {
                return drop(Counter.ERROR_NO_SOURCE);
            }
            router6.high = own.high();
            router6.low = own.low();
        }
        int rest = 0;
        switch (typeCode >>> 8) {
            case 2:
                rest =
                        IcmpTables.mtuTo6(
                                u16(b, l4 + 6),
                                inner.length,
                                mtu.applyAsInt(V4Mapped.of(t.source4)),
                                mtu.applyAsInt(Ipv6Address.of(host6.high, host6.low)));
                break;
            case 4:
                rest = t.icmpType == 3 ? 6 : IcmpTables.pointerTo6(u8(b, l4 + 4));
                break;
            default:
                break;
        }
        if (rest == IcmpTables.NONE) {
            return drop(Counter.ICMP_UNTRANSLATABLE);
        }
        byte[] quote = new byte[MAX6];
        int port = inner.protocol == FrameTuple.ICMP ? host6.port : inner.destinationPort;
        int n =
                PacketTranslator.to6(
                        b,
                        inner,
                        addresses.trafficClassTo6(inner.trafficClass),
                        host6,
                        host6.port,
                        peer6,
                        port,
                        quote,
                        0);
        if (n < 0) {
            return drop(Counter.ICMP_UNTRANSLATABLE);
        }
        boolean extended = typeCode >>> 8 == 1 || typeCode >>> 8 == 3;
        int extension = extended ? extension(t.end, 8, MAX6 - 48) : 0;
        n = fit(n, extension, 8, MAX6 - 48);
        int icmp = Packets.L3 + 40;
        byte[] out = new byte[icmp + 8 + n + extension];
        System.arraycopy(quote, 0, out, icmp + 8, n);
        System.arraycopy(b, extensions, out, icmp + 8 + n, extension);
        put16(out, icmp, typeCode);
        put32(out, icmp + 4, extension > 0 ? n / 8 << 24 : rest);
        Packets.ipv6(
                out,
                addresses.trafficClassTo6(t.trafficClass),
                FrameTuple.ICMP6,
                t.hopLimit,
                router6.high,
                router6.low,
                host6.high,
                host6.low);
        Packets.icmp6Checksum(out);
        counters.add(Counter.ICMP_TRANSLATED);
        return out;
    }

    /**
     * ICMPv6 to ICMPv4.
     *
     * @param t of the frame: IPv6, and an ICMPv6 error
     * @param own an address of this device, for routers that have no IPv4 address; 0: none, then
     *     theirs are dropped
     * @param mtu of the next hop to an address, V4-mapped; 65535 if unknown
     * @return null: dropped and counted
     */
    byte[] to4(byte[] b, FrameTuple t, int own, ToIntFunction<Ipv6Address> mtu) {
        if (t.fragment) {
            return drop(Counter.ICMP_FRAGMENT);
        }
        int l4 = t.l4Offset;
        long pseudo =
                Checksum.pseudo6(
                        t.sourceHigh,
                        t.sourceLow,
                        t.destinationHigh,
                        t.destinationLow,
                        FrameTuple.ICMP6,
                        t.end - l4);
        if (!Checksum.valid(pseudo + Checksum.sum(b, l4, t.end))) {
            return drop(Counter.ICMP_CHECKSUM_WRONG);
        }
        int typeCode = IcmpTables.to4(t.icmpType, t.icmpCode);
        if (typeCode == IcmpTables.NONE) {
            return drop(Counter.ICMP_UNTRANSLATABLE);
        }
        boolean extensible = t.icmpType == 1 || t.icmpType == 3;
        split(l4 + 8, t.end, extensible ? u8(b, l4 + 4) * 8 : 0);
        if (!inner.parsePacket(b, l4 + 8, quoteEnd, true) || !inner.ipv6) {
            return drop(Counter.MALFORMED);
        }
        if (inner.icmpError) {
            return drop(Counter.ICMP_ERROR_IN_ERROR);
        }
        if (inner.sourceHigh != t.destinationHigh
                || inner.sourceLow != t.destinationLow
                || !addresses.peerToIpv4(inner.sourceHigh, inner.sourceLow, peer4)
                || !addresses.hostToIpv4(
                        peer4.instance,
                        inner.protocol,
                        inner.destinationHigh,
                        inner.destinationLow,
                        inner.destinationPort,
                        inner.ports,
                        host4)) {
            return drop(Counter.ICMP_NO_MAPPING);
        }
        if (!addresses.legal(
                inner.sourceHigh,
                inner.sourceLow,
                peer4.instance,
                peer4.address,
                inner.protocol,
                inner.sourcePort,
                inner.ports)) {
            return drop(Counter.ICMP_QUOTE_ILLEGAL);
        }
        if (addresses.inside(t.sourceHigh, t.sourceLow)) {
            return drop(Counter.ICMP_SOURCE_REFUSED);
        }
        // Then the device speaks for it (RFC 6791 section 4).
        boolean nameless = !router(t);
        if (nameless) {
            router4.address = own;
        }
        if (router4.address == 0) {
            return drop(Counter.ERROR_NO_SOURCE);
        }
        int rest = 0;
        if (typeCode == IcmpTables.pair(3, 4)) {
            rest =
                    IcmpTables.mtuTo4(
                            i32(b, l4 + 4),
                            mtu.applyAsInt(V4Mapped.of(peer4.address)),
                            mtu.applyAsInt(Ipv6Address.of(t.sourceHigh, t.sourceLow)),
                            inner.fragmentHeader >= 0);
        } else if (typeCode >>> 8 == 12) {
            rest = IcmpTables.pointerTo4(i32(b, l4 + 4));
            if (rest == IcmpTables.NONE) {
                return drop(Counter.ICMP_UNTRANSLATABLE);
            }
            rest <<= 24;
        }
        byte[] quote = new byte[MAX4];
        int port = inner.protocol == FrameTuple.ICMP6 ? host4.port : inner.sourcePort;
        int n =
                PacketTranslator.to4(
                        b,
                        inner,
                        addresses.tosTo4(inner.trafficClass),
                        peer4,
                        port,
                        host4,
                        host4.port,
                        Ipv4Identification.OF_QUOTES,
                        quote,
                        0);
        if (n < 0) {
            return drop(Counter.ICMP_UNTRANSLATABLE);
        }
        int extension = extensible ? extension(t.end, 4, MAX4 - 28) : 0;
        boolean origin = namesOrigins && nameless && extension == 0;
        if (origin) {
            extension = OriginExtension.LENGTH;
        }
        n = fit(n, extension, 4, MAX4 - 28);
        int icmp = Packets.L3 + 20;
        byte[] out = new byte[icmp + 8 + n + extension];
        System.arraycopy(quote, 0, out, icmp + 8, n);
        if (origin) {
            OriginExtension.write(out, icmp + 8 + n, t.sourceHigh, t.sourceLow);
        } else {
            System.arraycopy(b, extensions, out, icmp + 8 + n, extension);
        }
        put16(out, icmp, typeCode);
        put32(out, icmp + 4, rest);
        if (extension > 0) {
            put8(out, icmp + 5, n / 4);
        }
        Packets.ipv4(
                out,
                addresses.tosTo4(t.trafficClass),
                0,
                FrameTuple.ICMP,
                t.hopLimit,
                router4.address,
                peer4.address);
        identification.write(t, out.length - Packets.L3, out, Packets.L3);
        Packets.ipv4Checksum(out, Packets.L3);
        Packets.icmp4Checksum(out);
        counters.add(Counter.ICMP_TRANSLATED);
        return out;
    }

    /**
     * The IPv4 source of the error, if it has one: the host's address as its peer knows it, or that
     * of an EAM.
     */
    private boolean router(FrameTuple t) {
        if (t.sourceHigh == inner.destinationHigh && t.sourceLow == inner.destinationLow) {
            router4.address = host4.address;
            return true;
        }
        return addresses.routerToIpv4(peer4.instance, t.sourceHigh, t.sourceLow, router4);
    }

    /**
     * Finds extensions (RFC 4884) behind a quoted packet whose length is given. They are opaque
     * (RFC 7915 section 4.2): not even their version is looked at.
     */
    private void split(int from, int end, int length) {
        boolean extended = length > 0 && from + length < end;
        quoteEnd = extended ? from + length : end;
        extensions = quoteEnd;
    }

    /** How many bytes of extensions are kept: all or none. */
    private int extension(int end, int unit, int room) {
        int n = end - extensions;
        return EXTENDED_QUOTE + n <= room / unit * unit ? n : 0;
    }

    /** How much of the quoted packet goes before so many extensions; zeros fill it up. */
    private static int fit(int quote, int extension, int unit, int room) {
        if (extension == 0) {
            return Math.min(quote, room);
        }
        int most = (room - extension) / unit * unit;
        int padded = (quote + unit - 1) / unit * unit;
        return Math.min(most, Math.max(EXTENDED_QUOTE, padded));
    }
}
