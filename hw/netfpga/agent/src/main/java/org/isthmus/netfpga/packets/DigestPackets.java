// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import java.nio.ByteBuffer;
import org.isthmus.target.io.Checksums;

/**
 * Makes of a digest the packet-in that a switch sends which copies packets: addresses, ports, flags
 * and the VLAN are those of the packet that came in, its lengths and checksums are right, and what
 * no digest has is zero. Stateless.
 */
final class DigestPackets {
    private static final int ETHER_TYPE_IPV4 = 0x0800;
    private static final int ETHER_TYPE_ARP = 0x0806;
    private static final int ETHER_TYPE_VLAN = 0x8100;
    private static final int ETHER_TYPE_IPV6 = 0x86dd;
    private static final int TCP = 6;
    private static final int ICMPV6 = 58;
    private static final int TTL = 64;

    /** By which a neighbour shows that it is one (RFC 4861 section 7.1.1). */
    private static final int HOP_LIMIT = 255;

    private static final int NEIGHBOR_SOLICITATION = 135;
    private static final byte[] UNKNOWN_MAC = new byte[6];
    private static final byte[] UNSPECIFIED = new byte[16];
    private static final byte[] BROADCAST = {-1, -1, -1, -1, -1, -1};

    /**
     * The Subnet-Router anycast address of fe80::/64 (RFC 4291 section 2.6.1): of the addresses
     * that the router answers for, the one that a digest may mean without saying it.
     */
    private static final byte[] ROUTER = address(0xfe80L << 48, 0);

    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int TCP_BYTES = 20;
    private static final int ARP_BYTES = 28;
    private static final int SOLICITATION_BYTES = 24;
    private static final int OPTION_BYTES = 8;

    private final Prefixes prefixes;

    DigestPackets(Prefixes prefixes) {
        this.prefixes = prefixes;
    }

    /**
     * @return null: its reason is not one of digests, or the instance that it names has no prefix
     */
    byte[] packetIn(Digest d) {
        if (d.reason() == Reasons.TCP_STATE) {
            return d.isIpv6() ? tcp6(d) : tcp4(d);
        }
        if (d.reason() == Reasons.NEIGHBOR) {
            return d.isIpv6() ? solicitation(d) : arp(d);
        }
        return null;
    }

    private byte[] tcp6(Digest d) {
        Prefixes.Prefix prefix = prefixes.of(d.instance());
        if (prefix == null) {
            return null;
        }
        ByteBuffer b = frame(d, UNKNOWN_MAC, UNKNOWN_MAC, ETHER_TYPE_IPV6, IPV6_BYTES + TCP_BYTES);
        int l3 = b.position();
        ipv6(b, TCP_BYTES, TCP, TTL, d.address6(), prefix.embed(d.address4()));
        tcp(b, d, l3 + 8);
        return b.array();
    }

    private static byte[] tcp4(Digest d) {
        ByteBuffer b = frame(d, UNKNOWN_MAC, UNKNOWN_MAC, ETHER_TYPE_IPV4, IPV4_BYTES + TCP_BYTES);
        int l3 = b.position();
        b.putShort((short) 0x4500).putShort((short) (IPV4_BYTES + TCP_BYTES)).putInt(0);
        b.put((byte) TTL).put((byte) TCP).putShort((short) 0);
        b.put(d.address4()).put(d.address4InAddress6());
        Checksums.complete(b.array(), l3, l3 + 10, l3 + IPV4_BYTES);
        tcp(b, d, l3 + 12);
        return b.array();
    }

    /**
     * @param addresses of the IP header, right before
     */
    private static void tcp(ByteBuffer b, Digest d, int addresses) {
        b.put(d.ports()).putLong(0);
        b.put((byte) (TCP_BYTES / 4 << 4)).put(d.tcpFlags()).putShort((short) 0);
        checksum(b, addresses, b.position(), TCP_BYTES, TCP);
    }

    private static byte[] arp(Digest d) {
        ByteBuffer b = frame(d, BROADCAST, d.mac(), ETHER_TYPE_ARP, ARP_BYTES);
        // Ethernet, IPv4, request (RFC 826).
        b.putShort((short) 1).putShort((short) ETHER_TYPE_IPV4).putShort((short) 0x0604);
        b.putShort((short) 1).put(d.mac()).put(d.address4());
        b.put(UNKNOWN_MAC).put(d.address4InAddress6());
        return b.array();
    }

    private static byte[] solicitation(Digest d) {
        byte[] target = d.isProbe() ? d.address6() : ROUTER;
        int length = SOLICITATION_BYTES + (d.hasOption() ? OPTION_BYTES : 0);
        // RFC 2464 section 7, RFC 4291 section 2.7.1.
        byte[] group = address(0xff02L << 48, 0x1_ff00_0000L);
        System.arraycopy(target, 13, group, 13, 3);
        byte[] groupMac = {0x33, 0x33, group[12], group[13], group[14], group[15]};
        ByteBuffer b = frame(d, groupMac, d.mac(), ETHER_TYPE_IPV6, IPV6_BYTES + length);
        int l3 = b.position();
        ipv6(b, length, ICMPV6, HOP_LIMIT, d.isProbe() ? UNSPECIFIED : d.address6(), group);
        b.put((byte) NEIGHBOR_SOLICITATION).put((byte) 0);
        int checksum = b.position();
        b.putShort((short) 0).putInt(0).put(target);
        if (d.hasOption()) {
            b.put((byte) 1).put((byte) 1).put(d.mac());
        }
        checksum(b, l3 + 8, checksum, length, ICMPV6);
        return b.array();
    }

    /** A packet-in for so many bytes behind its Ethernet header, which is written. */
    private static ByteBuffer frame(
            Digest d, byte[] destination, byte[] source, int etherType, int bytes) {
        int tag = d.vlanId() == 0 ? 0 : 4;
        ByteBuffer b = ByteBuffer.allocate(PacketIn.HEADER + DmaFrame.HEADER + tag + bytes);
        PacketIn.put(b.array(), d.port(), d.reason());
        b.position(PacketIn.HEADER);
        b.put(destination).put(source);
        if (tag != 0) {
            b.putShort((short) ETHER_TYPE_VLAN).putShort((short) d.vlanId());
        }
        return b.putShort((short) etherType);
    }

    private static void ipv6(
            ByteBuffer b, int length, int next, int hops, byte[] source, byte[] destination) {
        b.putInt(6 << 28).putShort((short) length).put((byte) next).put((byte) hops);
        b.put(source).put(destination);
    }

    /** Of an upper-layer header that ends where the packet does; its addresses are before it. */
    private static void checksum(ByteBuffer b, int addresses, int at, int length, int protocol) {
        b.putShort(at, (short) (length + protocol));
        Checksums.complete(b.array(), addresses, at, b.capacity());
    }

    private static byte[] address(long high, long low) {
        return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }
}
