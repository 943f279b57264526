// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Rfc6052;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the core's own parser finds in packets that were made of digests. */
class DigestPacketsTest {
    private static final byte[] HOST = address("2001:db8:1::5");
    private static final byte[] SERVER = address("198.51.100.7");
    private static final byte[] POOL = address("203.0.113.9");
    private static final long MAC = 0x0200_0000_0201L;
    private static final byte[] NONE = new byte[4];

    private final DigestPackets packets =
            new DigestPackets(
                    i -> i == 0x123 ? new Prefixes.Prefix(address("2001:db8:64::"), 96) : null);
    private final FrameTuple t = new FrameTuple();

    private static byte[] address(String text) {
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The packet behind its packet-in header, which must be that of port and reason. */
    private byte[] packet(byte[] digest, int port, int reason) {
        byte[] frame = packets.packetIn(new Digest(digest, 0));
        assertEquals(port, (frame[0] & 0xff) << 1 | (frame[1] & 0x80) >> 7);
        assertEquals(reason, frame[2]);
        return Arrays.copyOfRange(frame, PacketIn.HEADER, frame.length);
    }

    private void assertTransportChecksum(byte[] packet) {
        int length = t.end - t.l4Offset;
        long pseudo =
                t.ipv6
                        ? Checksum.pseudo6(
                                t.sourceHigh,
                                t.sourceLow,
                                t.destinationHigh,
                                t.destinationLow,
                                t.protocol,
                                length)
                        : Checksum.pseudo4(t.source4, t.destination4, t.protocol, length);
        assertTrue(Checksum.valid(pseudo + Checksum.sum(packet, t.l4Offset, t.end)));
    }

    private static void assertAddress(byte[] expected, long high, long low) {
        assertArrayEquals(expected, ByteBuffer.allocate(16).putLong(high).putLong(low).array());
    }

    @Test
    void aSegmentFromIpv6HasItsDestinationInThePrefixOfItsInstance() {
        byte[] p = packet(Digests.tcp6(HOST, SERVER, 49152, 443, 0x123), 1, Reasons.TCP_STATE);
        assertTrue(t.parse(p));
        assertTrue(t.ipv6);
        assertAddress(HOST, t.sourceHigh, t.sourceLow);
        assertAddress(address("2001:db8:64::198.51.100.7"), t.destinationHigh, t.destinationLow);
        assertEquals(FrameTuple.TCP, t.protocol);
        assertEquals(49152, t.sourcePort);
        assertEquals(443, t.destinationPort);
        assertEquals(Digests.SYN, t.tcpFlags);
        assertEquals(0, t.vlan);
        assertEquals(p.length, t.end);
        assertTransportChecksum(p);
    }

    @Test
    void aSegmentFromIpv4HasWhatTheDigestSays() {
        long endpoint = 443L << 32 | 1024L << 16;
        byte[] p =
                packet(
                        Digests.of(
                                2, 255, 0xfff, false, false, false, 0x14, POOL, SERVER, endpoint),
                        255,
                        Reasons.TCP_STATE);
        assertTrue(t.parse(p));
        assertFalse(t.ipv6);
        assertEquals(ByteBuffer.wrap(SERVER).getInt(), t.source4);
        assertEquals(ByteBuffer.wrap(POOL).getInt(), t.destination4);
        assertEquals(443, t.sourcePort);
        assertEquals(1024, t.destinationPort);
        assertEquals(0x14, t.tcpFlags);
        assertEquals(0xfff, t.vlan);
        assertEquals(p.length, t.end);
        assertTrue(Checksum.valid(Checksum.sum(p, t.l3Offset, t.l4Offset)));
        assertTransportChecksum(p);
    }

    @Test
    void anArpRequestIsWhole() {
        byte[] p =
                packet(
                        Digests.of(6, 2, 7, false, false, false, 0, POOL, SERVER, MAC),
                        2,
                        Reasons.NEIGHBOR);
        assertFalse(t.parse(p));
        assertEquals(FrameTuple.ETHER_ARP, t.etherType);
        assertEquals(7, t.vlan);
        ByteBuffer b = ByteBuffer.wrap(p);
        assertEquals(0xffff_ffff_ffffL, b.getLong(0) >>> 16);
        assertEquals(MAC, b.getLong(6) >>> 16);
        int arp = t.l3Offset;
        assertEquals(0x0001_0800_0604_0001L, b.getLong(arp));
        assertEquals(MAC, b.getLong(arp + 8) >>> 16);
        assertEquals(ByteBuffer.wrap(SERVER).getInt(), b.getInt(arp + 14));
        assertEquals(0, b.getLong(arp + 18) >>> 16);
        assertEquals(ByteBuffer.wrap(POOL).getInt(), b.getInt(arp + 24));
        assertEquals(arp + 28, p.length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSolicitationHasTheOptionThatItHad(boolean hasOption) {
        byte[] p =
                packet(
                        Digests.of(6, 3, 0, true, false, hasOption, 0, HOST, NONE, MAC),
                        3,
                        Reasons.NEIGHBOR);
        assertSolicitation(p, HOST, address("fe80::"));
        int option = t.l4Offset + 24;
        assertEquals(hasOption ? option + 8 : option, t.end);
        if (hasOption) {
            assertEquals(0x0101L << 48 | MAC, ByteBuffer.wrap(p).getLong(option));
        }
    }

    @Test
    void aProbeForAnAddressHasNoSource() {
        byte[] p =
                packet(
                        Digests.of(6, 3, 0, true, true, false, 0, HOST, NONE, MAC),
                        3,
                        Reasons.NEIGHBOR);
        assertSolicitation(p, new byte[16], HOST);
        assertAddress(address("ff02::1:ff00:5"), t.destinationHigh, t.destinationLow);
        assertEquals(0x3333_ff00_0005L, ByteBuffer.wrap(p).getLong(0) >>> 16);
        assertEquals(t.l4Offset + 24, t.end);
    }

    private void assertSolicitation(byte[] p, byte[] source, byte[] target) {
        assertTrue(t.parse(p));
        assertTrue(t.ipv6);
        assertEquals(MAC, ByteBuffer.wrap(p).getLong(6) >>> 16);
        assertEquals(FrameTuple.ICMP6, t.protocol);
        assertEquals(135, t.icmpType);
        assertEquals(255, t.hopLimit);
        assertAddress(source, t.sourceHigh, t.sourceLow);
        assertArrayEquals(target, Arrays.copyOfRange(p, t.l4Offset + 8, t.l4Offset + 24));
        assertEquals(p.length, t.end);
        assertTransportChecksum(p);
    }

    @Test
    void nothingIsMadeOfWhatHasNoPrefixOrIsNoDigest() {
        assertNull(packets.packetIn(new Digest(Digests.tcp6(HOST, SERVER, 1, 2, 0x124), 0)));
        assertNull(
                packets.packetIn(
                        new Digest(
                                Digests.of(1, 1, 0, true, false, false, 0, HOST, SERVER, 0), 0)));
    }

    /** RFC 6052 section 2.2, compared with the core. */
    @ParameterizedTest
    @ValueSource(ints = {32, 40, 48, 56, 64, 96})
    void anAddressIsEmbeddedAsInTheCore(int length) {
        Ipv6Prefix prefix = Ipv6Prefix.of(0x2001_0db8_1234_5678L, 0x00ab_cdef_0000_0000L, length);
        byte[] bytes = ByteBuffer.allocate(16).putLong(prefix.high()).putLong(prefix.low()).array();
        int address4 = ByteBuffer.wrap(SERVER).getInt();
        assertAddress(
                new Prefixes.Prefix(bytes, length).embed(SERVER),
                Rfc6052.embedHigh(prefix, address4),
                Rfc6052.embedLow(prefix, address4));
    }
}
