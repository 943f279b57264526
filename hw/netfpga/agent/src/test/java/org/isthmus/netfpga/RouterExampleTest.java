// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.netfpga.ExampleCard.Left;
import org.isthmus.netfpga.ExampleCard.Match;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The router in Verilog: routes by the longest prefix, next hops, time and checksum. */
@Tag("rtl")
class RouterExampleTest {
    private static final int ETHERNET = 14;
    private static final int TTL = ETHERNET + 8;
    private static final int CHECKSUM = ETHERNET + 10;
    private static final int FRAME = 70;
    private static final long OWN = 0x0200_0000_0001L;
    private static final long NEXT = 0x0200_0000_0100L;

    @TempDir Path directory;
    private ExampleCard card;

    @BeforeEach
    void open() throws Exception {
        card = new ExampleCard("router", directory);
        // Next hop N is behind port N.
        for (int n = 1; n <= 4; n++) {
            card.insert(
                    "next_hops",
                    List.of(Match.exact(n)),
                    "forward",
                    1 << 2 * (n - 1),
                    OWN + n,
                    NEXT + n);
        }
    }

    @AfterEach
    void close() throws Exception {
        card.close();
    }

    private static long ip(int a, int b, int c, int d) {
        return (long) a << 24 | b << 16 | c << 8 | d;
    }

    private static byte[] packet(long destination, int ttl, int identification) {
        ByteBuffer b = ByteBuffer.allocate(FRAME);
        b.putShort((short) 0x0200).putInt(1).putShort((short) 0x0200).putInt(2);
        b.putShort((short) 0x0800);
        b.put((byte) 0x45).put((byte) 0).putShort((short) (FRAME - ETHERNET));
        b.putShort((short) identification).putShort((short) 0x4000);
        b.put((byte) ttl).put((byte) 17).putShort((short) 0);
        b.putInt((int) ip(192, 0, 2, 1)).putInt((int) destination);
        while (b.hasRemaining()) {
            b.put((byte) b.position());
        }
        b.putShort(CHECKSUM, (short) ~sum(b.array()));
        return b.array();
    }

    /** The ones' complement sum of the header. */
    private static int sum(byte[] frame) {
        int sum = 0;
        for (int i = ETHERNET; i < ETHERNET + 20; i += 2) {
            sum += (frame[i] & 0xff) << 8 | frame[i + 1] & 0xff;
        }
        sum = (sum & 0xffff) + (sum >> 16);
        return (sum & 0xffff) + (sum >> 16);
    }

    private static List<Match> prefix(long address, int length) {
        return List.of(Match.prefix(address, length));
    }

    /** Where the one copy of a packet leaves that came in by port 1; null: nowhere. */
    private String exit(byte[] packet) throws Exception {
        List<Left> left = card.receive(1, packet);
        if (left.isEmpty()) {
            return null;
        }
        assertEquals(1, left.size());
        Left l = left.get(0);
        if (l.where.startsWith("nf")) {
            assertArrayEquals(packet, l.frame, "what goes to the host is as it came");
            return l.where;
        }
        int hop = l.where.charAt(l.where.length() - 1) - '0';
        byte[] expected = packet.clone();
        ByteBuffer b = ByteBuffer.wrap(expected);
        b.putShort(0, (short) (NEXT >> 32)).putInt(2, (int) NEXT + hop);
        b.putShort(6, (short) (OWN >> 32)).putInt(8, (int) OWN + hop);
        expected[TTL]--;
        b.putShort(CHECKSUM, (short) 0);
        b.putShort(CHECKSUM, (short) ~sum(expected));
        assertArrayEquals(expected, l.frame);
        return l.where;
    }

    private String exit(long destination) throws Exception {
        return exit(packet(destination, 64, 1));
    }

    @Test
    void theLongestPrefixSaysWhere() throws Exception {
        assertEquals("nf0", exit(ip(10, 1, 2, 3)));
        card.insert("routes", prefix(0, 0), "via", 2);
        card.insert("routes", prefix(ip(10, 0, 0, 0), 8), "via", 3);
        card.insert("routes", prefix(ip(10, 1, 0, 0), 16), "drop");
        card.insert("routes", prefix(ip(10, 1, 2, 0), 24), "to_host");
        card.insert("routes", prefix(ip(10, 1, 2, 3), 32), "via", 4);
        card.insert("routes", prefix(ip(10, 1, 2, 4), 32), "via", 9);
        assertEquals("port 2", exit(ip(11, 1, 2, 3)));
        assertEquals("port 3", exit(ip(10, 2, 2, 3)));
        assertEquals(null, exit(ip(10, 1, 3, 3)));
        assertEquals(1, card.counter("drops", 0));
        assertEquals("nf0", exit(ip(10, 1, 2, 1)));
        assertEquals("port 4", exit(ip(10, 1, 2, 3)));
        assertEquals("nf0", exit(ip(10, 1, 2, 4)), "whose next hop is not known");
        card.modify("routes", prefix(ip(10, 1, 2, 3), 32), "via", 2);
        assertEquals("port 2", exit(ip(10, 1, 2, 3)));
        card.delete("routes", prefix(ip(10, 1, 2, 3), 32));
        card.delete("routes", prefix(ip(10, 1, 2, 0), 24));
        card.delete("routes", prefix(ip(10, 1, 0, 0), 16));
        assertEquals("port 3", exit(ip(10, 1, 2, 3)));
    }

    @Test
    void whatIsNotForTheFastPathGoesToTheHost() throws Exception {
        card.insert("routes", prefix(0, 0), "via", 2);
        assertEquals("port 2", exit(packet(ip(9, 9, 9, 9), 2, 1)));
        assertEquals("nf0", exit(packet(ip(9, 9, 9, 9), 1, 1)));
        byte[] options = packet(ip(9, 9, 9, 9), 64, 1);
        options[ETHERNET] = 0x46;
        assertEquals("nf0", exit(options));
        byte[] arp = packet(ip(9, 9, 9, 9), 64, 1);
        arp[13] = 6;
        assertEquals("nf0", exit(arp));
        byte[] damaged = packet(ip(9, 9, 9, 9), 64, 1);
        damaged[CHECKSUM] ^= 4;
        assertEquals(null, exit(damaged));
        assertEquals(1, card.counter("drops", 1));
        // From the host, out of the port of its interface.
        List<Left> left = card.send(2, arp);
        assertEquals(1, left.size());
        assertEquals("port 3", left.get(0).where);
        assertArrayEquals(arp, left.get(0).frame);
    }

    /** The header's checksum is updated, not computed: of all that it may be. */
    @Test
    void everyChecksumIsUpdated() throws Exception {
        card.insert("routes", prefix(0, 0), "via", 2);
        for (int i = 0; i < 0x10000; i += 97) {
            assertEquals("port 2", exit(packet(ip(9, 9, 9, 9), 2 + (i & 63), i)));
        }
        for (int i = 0; i < 0x400; i++) {
            assertEquals("port 2", exit(packet(ip(9, 9, 9, 9), 64, 0xfd00 + i)));
        }
    }

    /** Prefixes of many lengths, as many as a network has. */
    @Test
    void hundredsOfRoutesAreTheRouters() throws Exception {
        Random random = new Random(1);
        Map<Long, Integer> hops = new HashMap<>();
        int[] lengths = {8, 12, 16, 19, 20, 22, 24, 24, 24, 24, 32};
        while (hops.size() < 300) {
            int length = lengths[random.nextInt(lengths.length)];
            long address = ip(10, random.nextInt(8), random.nextInt(256), random.nextInt(256));
            address = address >> 32 - length << 32 - length;
            int hop = 1 + random.nextInt(4);
            if (hops.putIfAbsent(address << 8 | length, hop) == null) {
                card.insert("routes", prefix(address, length), "via", hop);
            }
        }
        for (int i = 0; i < 1000; i++) {
            long packet = ip(10, random.nextInt(9), random.nextInt(256), random.nextInt(256));
            String expected = "nf0";
            for (int length = 0; length <= 32; length++) {
                Integer hop = hops.get((packet >> 32 - length << 32 - length) << 8 | length);
                expected = hop == null ? expected : "port " + hop;
            }
            assertEquals(expected, exit(packet));
        }
    }
}
