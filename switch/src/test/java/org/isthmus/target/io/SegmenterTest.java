// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

class SegmenterTest {
    private static final int LONGEST = 1518;
    private static final int FIN_PSH_CWR_ACK = 0x99;

    /** A frame whose segmentation and checksum are left to offload, as it comes with its header. */
    static final class Offloaded {
        final byte[] frame;
        final boolean tcp;
        final boolean ipv4;
        final int tags;
        final int ip;
        final int transport;
        final int payload;

        /**
         * @param options bytes of IPv4 options or IPv6 extension headers, and of TCP options
         */
        Offloaded(
                Random random, boolean tcp, boolean ipv4, int tags, int options, int payloadBytes) {
            this.tcp = tcp;
            this.ipv4 = ipv4;
            this.tags = tags;
            ip = 14 + 4 * tags;
            transport = ip + (ipv4 ? 20 : 40) + options;
            payload = transport + (tcp ? 20 + options : 8);
            frame = new byte[payload + payloadBytes];
            random.nextBytes(frame);
            ByteBuffer b = ByteBuffer.wrap(frame);
            for (int i = 0; i < tags; i++) {
                b.putShort(12 + 4 * i, (short) (i == 0 && tags > 1 ? 0x88a8 : 0x8100));
            }
            b.putShort(ip - 2, (short) (ipv4 ? 0x0800 : 0x86dd));
            int protocol = tcp ? 6 : 17;
            int length = frame.length - transport;
            if (ipv4) {
                frame[ip] = (byte) (0x45 + options / 4);
                b.putShort(ip + 2, (short) (frame.length - ip));
                b.putShort(ip + 6, (short) 0x4000);
                frame[ip + 9] = (byte) protocol;
                b.putShort(ip + 10, (short) 0);
                b.putShort(ip + 10, (short) ~Checksums.sum(frame, ip, transport));
            } else {
                frame[ip] = 0x60;
                b.putShort(ip + 4, (short) (frame.length - ip - 40));
                frame[ip + 6] = (byte) (options == 0 ? protocol : 60);
                if (options > 0) {
                    frame[ip + 40] = (byte) protocol;
                    frame[ip + 41] = (byte) (options / 8 - 1);
                }
            }
            if (tcp) {
                frame[transport + 12] = (byte) (0x50 + (options / 4 << 4));
                frame[transport + 13] = (byte) FIN_PSH_CWR_ACK;
            } else {
                b.putShort(transport + 4, (short) length);
            }
            b.putShort(transport + checksum(), (short) pseudo(frame, length));
        }

        int checksum() {
            return tcp ? 16 : 6;
        }

        int gsoType() {
            return !tcp ? 5 : ipv4 ? 1 : 4;
        }

        /** The sum of the pseudo header of a transport message of so many bytes. */
        private int pseudo(byte[] f, int length) {
            int sum =
                    (ipv4 ? Checksums.sum(f, ip + 12, ip + 20) : Checksums.sum(f, ip + 8, ip + 40))
                            + length
                            + (tcp ? 6 : 17);
            return (sum & 0xffff) + (sum >> 16);
        }

        boolean begin(Segmenter s, int gsoType, int gsoSize) {
            byte[] moved = new byte[frame.length + 7];
            System.arraycopy(frame, 0, moved, 7, frame.length);
            return s.begin(moved, 7, frame.length, gsoType, gsoSize, transport, checksum());
        }

        /** The same with another checksum, which is said to be right. */
        boolean beginFinished(Segmenter s, int gsoType, int gsoSize) {
            frame[transport + checksum()] ^= 0x55;
            return s.begin(frame, 0, frame.length, gsoType, gsoSize, Segmenter.FINISHED, 0);
        }

        /** The segments in one piece again, after everything about each was compared. */
        byte[] compared(Supplier<byte[]> segments, int gsoSize, boolean ecn, String what) {
            byte[] all = new byte[frame.length - payload];
            int there = 0;
            ByteBuffer whole = ByteBuffer.wrap(frame);
            int i = 0;
            for (byte[] f = segments.get(); f != null; f = segments.get()) {
                int n = f.length;
                ByteBuffer b = ByteBuffer.wrap(f);
                boolean last = there + n - payload == all.length;
                assertTrue(last || n - payload == gsoSize, what);
                byte[] expected = Arrays.copyOf(frame, payload);
                ByteBuffer e = ByteBuffer.wrap(expected);
                if (ipv4) {
                    e.putShort(ip + 2, (short) (n - ip));
                    e.putShort(ip + 4, (short) (whole.getShort(ip + 4) + i));
                    e.putShort(ip + 10, b.getShort(ip + 10));
                    assertEquals(0xffff, Checksums.sum(f, ip, transport), what);
                } else {
                    e.putShort(ip + 4, (short) (n - ip - 40));
                }
                if (tcp) {
                    e.putInt(transport + 4, whole.getInt(transport + 4) + there);
                    int flags =
                            FIN_PSH_CWR_ACK & (last ? 0xff : ~0x09) & (ecn && i > 0 ? ~0x80 : -1);
                    expected[transport + 13] = (byte) flags;
                } else {
                    e.putShort(transport + 4, (short) (n - transport));
                }
                e.putShort(transport + checksum(), b.getShort(transport + checksum()));
                assertArrayEquals(expected, Arrays.copyOf(f, payload), what + " segment " + i);
                int sum = pseudo(f, n - transport) + Checksums.sum(f, transport, n);
                assertEquals(0xffff, (sum & 0xffff) + (sum >> 16), what);
                System.arraycopy(f, payload, all, there, n - payload);
                there += n - payload;
                i++;
            }
            assertEquals(all.length, there, what);
            return all;
        }

        byte[] payload() {
            return Arrays.copyOfRange(frame, payload, frame.length);
        }
    }

    private static byte[] next(Segmenter s) {
        int n = s.next();
        return n == 0 ? null : Arrays.copyOf(s.segment(), n);
    }

    @Test
    void segmentsAreWhatTheSenderMeant() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        Segmenter s = new Segmenter(LONGEST);
        for (int i = 0; i < 3000; i++) {
            boolean tcp = random.nextInt(3) > 0;
            boolean ipv4 = random.nextBoolean();
            boolean ecn = tcp && random.nextBoolean();
            int length = 1 + random.nextInt(random.nextBoolean() ? 65_000 : 3000);
            int size = 48 + random.nextInt(1340);
            int options = 8 * random.nextInt(3);
            Offloaded o = new Offloaded(random, tcp, ipv4, random.nextInt(3), options, length);
            String what = "seed " + seed + " run " + i;
            int type = o.gsoType() | (ecn ? 0x80 : 0);
            boolean finished = options == 0 && random.nextBoolean();
            assertTrue(finished ? o.beginFinished(s, type, size) : o.begin(s, type, size), what);
            assertArrayEquals(o.payload(), o.compared(() -> next(s), size, ecn, what), what);
            assertEquals(0, s.next());
        }
    }

    @Test
    void refusesWhatDoesNotFit() {
        Random random = new Random(1);
        Segmenter s = new Segmenter(LONGEST);
        Offloaded o = new Offloaded(random, true, true, 0, 0, 60_000);
        assertTrue(o.begin(s, 1, LONGEST - o.payload));
        assertFalse(o.begin(s, 1, LONGEST - o.payload + 1), "segments above the MTU");
        assertFalse(o.begin(s, 1, 0));
        assertFalse(o.begin(s, 1, 10), "6,000 segments");
        assertFalse(o.begin(s, 4, 1000), "the other family");
        assertFalse(o.begin(s, 5, 1000), "the other protocol");
        assertFalse(o.begin(s, 3, 1000), "UDP fragmentation offload");
        assertFalse(new Offloaded(random, true, true, 0, 0, 0).begin(s, 1, 1000), "no payload");
        o = new Offloaded(random, true, false, 0, 8, 60_000);
        assertFalse(o.beginFinished(s, 4, 1000), "behind what, nobody has said");
    }

    /** What is in a tunnel has other lengths and checksums in front of it. */
    @Test
    void refusesTunnels() {
        Random random = new Random(1);
        for (int outer : new int[] {4, 17, 41, 47}) {
            Offloaded o = new Offloaded(random, true, false, 0, 40, 60_000);
            o.frame[o.ip + 6] = (byte) outer;
            assertFalse(o.begin(new Segmenter(LONGEST), 4, 1000), "protocol " + outer);
        }
        Offloaded o = new Offloaded(random, true, true, 0, 0, 60_000);
        o.frame[o.ip + 9] = 17;
        assertFalse(o.begin(new Segmenter(LONGEST), 1, 1000), "TCP in UDP");
    }

    @Test
    void survivesAnything() {
        long seed = Seeds.of(System.nanoTime());
        Random random = new Random(seed);
        Segmenter s = new Segmenter(LONGEST);
        int begun = 0;
        for (int i = 0; i < 200_000; i++) {
            boolean tcp = random.nextBoolean();
            Offloaded o =
                    new Offloaded(
                            random,
                            tcp,
                            random.nextBoolean(),
                            random.nextInt(3),
                            0,
                            1 + random.nextInt(300));
            for (int k = random.nextInt(4); k > 0; k--) {
                o.frame[12 + random.nextInt(o.payload - 12)] = (byte) random.nextInt();
            }
            int start = random.nextInt(8) == 0 ? random.nextInt(400) : o.transport;
            start = random.nextInt(8) == 0 ? Segmenter.FINISHED : start;
            int length = random.nextInt(8) == 0 ? random.nextInt(o.frame.length) : o.frame.length;
            if (s.begin(
                    o.frame, 0, length, o.gsoType(), random.nextInt(400), start, o.checksum())) {
                begun++;
                int segments = 0;
                while (s.next() > 0) {
                    segments++;
                }
                assertTrue(segments > 0 && segments < 1400, "seed " + seed + " run " + i);
            }
        }
        assertTrue(begun > 10_000);
    }
}
