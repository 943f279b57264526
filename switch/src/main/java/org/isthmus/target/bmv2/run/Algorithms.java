// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The hash and checksum algorithms of BMv2, over bytes [0, len) of an array. */
public final class Algorithms {
    private static final int[] CRC16 = reflectedTable16(0xa001);
    private static final int[] CRC_CCITT = ccittTable();
    private static final int[] CRC32 = reflectedTable32();

    /** Method of this class that computes an algorithm, by the name the JSON gives it. */
    private static final Map<String, String> METHODS =
            Map.ofEntries(
                    Map.entry("crc16", "crc16"),
                    Map.entry("crc16_custom", "crc16"),
                    Map.entry("crc32", "crc32"),
                    Map.entry("crc32_custom", "crc32"),
                    Map.entry("crcCCITT", "crcCcitt"),
                    Map.entry("csum16", "csum16"),
                    Map.entry("cksum16", "csum16"),
                    Map.entry("xor16", "xor16"),
                    Map.entry("xor32", "xor32"),
                    Map.entry("identity", "identity"));

    private Algorithms() {}

    /** Null where there is no such algorithm. */
    public static String method(String algo) {
        return METHODS.get(algo);
    }

    private static int[] reflectedTable16(int poly) {
        int[] t = new int[256];
        for (int i = 0; i < 256; i++) {
            int r = i;
            for (int k = 0; k < 8; k++) {
                r = (r & 1) != 0 ? r >>> 1 ^ poly : r >>> 1;
            }
            t[i] = r;
        }
        return t;
    }

    private static int[] reflectedTable32() {
        return reflectedTable16(0xedb88320);
    }

    private static int[] ccittTable() {
        int[] t = new int[256];
        for (int i = 0; i < 256; i++) {
            int r = i << 8;
            for (int k = 0; k < 8; k++) {
                r = (r & 0x8000) != 0 ? r << 1 ^ 0x1021 : r << 1;
            }
            t[i] = r & 0xffff;
        }
        return t;
    }

    /** CRC-16/ARC. */
    public static long crc16(byte[] b, int len) {
        int r = 0;
        for (int i = 0; i < len; i++) {
            r = r >>> 8 ^ CRC16[(r ^ b[i]) & 0xff];
        }
        return r;
    }

    /** CRC-32 of IEEE 802.3. */
    public static long crc32(byte[] b, int len) {
        int r = -1;
        for (int i = 0; i < len; i++) {
            r = r >>> 8 ^ CRC32[(r ^ b[i]) & 0xff];
        }
        return ~r & 0xffffffffL;
    }

    /** CRC-16/CCITT-FALSE. */
    public static long crcCcitt(byte[] b, int len) {
        int r = 0xffff;
        for (int i = 0; i < len; i++) {
            r = (r << 8 ^ CRC_CCITT[(r >>> 8 ^ b[i]) & 0xff]) & 0xffff;
        }
        return r;
    }

    /** The Internet checksum (RFC 1071). */
    public static long csum16(byte[] b, int len) {
        return ~fold(sum(b, 0, len)) & 0xffff;
    }

    /** Adds 64 bits to an Internet checksum under way. */
    public static long add8(long sum, long v) {
        return sum + (v >>> 32) + (v & 0xffffffffL);
    }

    /** Adds up to 32 bits, an even number of bytes, to an Internet checksum under way. */
    public static long add(long sum, long v) {
        return sum + v;
    }

    /** The Internet checksum of what was added. */
    public static long finish(long sum) {
        return ~fold(sum) & 0xffff;
    }

    /** The Internet checksum of what was added, followed by len bytes. */
    public static long finish(long sum, byte[] b, int off, int len) {
        return ~fold(fold(sum) + fold(sum(b, off, len))) & 0xffff;
    }

    /** One's complement sum of 32-bit words, folded to at most 35 bits or so. */
    private static long sum(byte[] b, int off, int len) {
        long sum = 0;
        int i = off;
        int end = off + len;
        for (; i + 8 <= end; i += 8) {
            long v = Bits.get8(b, i);
            sum += (v >>> 32) + (v & 0xffffffffL);
        }
        if (i + 4 <= end) {
            sum += Bits.get4(b, i);
            i += 4;
        }
        if (i + 2 <= end) {
            sum += Bits.get2(b, i);
            i += 2;
        }
        if (i < end) {
            sum += Bits.get1(b, i) << 8;
        }
        return sum;
    }

    private static long fold(long sum) {
        sum = (sum >>> 32) + (sum & 0xffffffffL);
        sum = (sum >>> 16) + (sum & 0xffff);
        sum = (sum >>> 16) + (sum & 0xffff);
        return (sum >>> 16) + (sum & 0xffff);
    }

    public static long xor16(byte[] b, int len) {
        long r = 0;
        for (int i = 0; i < len; i++) {
            r ^= (b[i] & 0xffL) << ((i & 1) == 0 ? 8 : 0);
        }
        return r;
    }

    public static long xor32(byte[] b, int len) {
        long r = 0;
        for (int i = 0; i < len; i++) {
            r ^= (b[i] & 0xffL) << (24 - 8 * (i & 3));
        }
        return r;
    }

    /** The first eight bytes, or as many as there are, as a number. */
    public static long identity(byte[] b, int len) {
        long r = 0;
        for (int i = 0; i < Math.min(8, len); i++) {
            r = r << 8 | b[i] & 0xff;
        }
        return r;
    }

    /** Counts calls. */
    public static final class RoundRobin {
        private final AtomicLong next = new AtomicLong();

        public long next() {
            return next.getAndIncrement();
        }
    }
}
