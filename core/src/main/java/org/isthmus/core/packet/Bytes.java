// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.packet;

/** Fields of packets in byte arrays, in network order. Offsets are not checked beyond the array. */
public final class Bytes {
    private Bytes() {}

    public static int u8(byte[] b, int at) {
        return b[at] & 0xff;
    }

    public static int u16(byte[] b, int at) {
        return (b[at] & 0xff) << 8 | b[at + 1] & 0xff;
    }

    public static int i32(byte[] b, int at) {
        return u16(b, at) << 16 | u16(b, at + 2);
    }

    public static long u48(byte[] b, int at) {
        return (long) u16(b, at) << 32 | i32(b, at + 2) & 0xffff_ffffL;
    }

    public static long i64(byte[] b, int at) {
        return (long) i32(b, at) << 32 | i32(b, at + 4) & 0xffff_ffffL;
    }

    public static void put8(byte[] b, int at, int v) {
        b[at] = (byte) v;
    }

    public static void put16(byte[] b, int at, int v) {
        b[at] = (byte) (v >>> 8);
        b[at + 1] = (byte) v;
    }

    public static void put32(byte[] b, int at, int v) {
        put16(b, at, v >>> 16);
        put16(b, at + 2, v);
    }

    public static void put48(byte[] b, int at, long v) {
        put16(b, at, (int) (v >>> 32));
        put32(b, at + 2, (int) v);
    }

    public static void put64(byte[] b, int at, long v) {
        put32(b, at, (int) (v >>> 32));
        put32(b, at + 4, (int) v);
    }
}
