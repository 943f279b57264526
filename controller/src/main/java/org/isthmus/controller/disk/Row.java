// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.isthmus.core.net.Hash;
import org.isthmus.core.spi.Store.Map;

/**
 * A row as files have it: map 1 (its place in {@link Map}, from 0), length of the key 1, length of
 * the value or -1 for a removal 4, both. Numbers are big-endian. Rows are read where they are, as
 * there may be millions.
 *
 * <p>Threading: any thread.
 */
final class Row {
    private static final Map[] MAPS = Map.values();

    /** What is before the key. */
    private static final int HEADER = 6;

    private static final int KEY_MAX = 255;

    /** Told of rows; what it is given is no longer there when it has returned. */
    interface Visitor {
        void row(byte[] in, int at) throws IOException;
    }

    private Row() {}

    /** Bytes of a row. */
    static int length(byte[] key, byte[] value) {
        return Math.addExact(HEADER + key.length, value == null ? 0 : value.length);
    }

    /**
     * @param key of up to 255 bytes
     * @param value null: it is removed
     */
    static void put(ByteBuffer to, Map map, byte[] key, byte[] value) {
        if (key.length > KEY_MAX) {
            throw new IllegalArgumentException(map + ": a key of " + key.length + " bytes");
        }
        to.put((byte) map.ordinal()).put((byte) key.length);
        to.putInt(value == null ? -1 : value.length).put(key);
        if (value != null) {
            to.put(value);
        }
    }

    /** A row by itself. */
    static byte[] of(Map map, byte[] key, byte[] value) {
        ByteBuffer row = ByteBuffer.allocate(length(key, value));
        put(row, map, key, value);
        return row.array();
    }

    /** Whether there is one before {@code end}; nothing else may be asked of what is none. */
    static boolean isAt(byte[] in, int at, int end) {
        return end - at >= HEADER
                && in[at] >= 0
                && in[at] < MAPS.length
                && valueLength(in, at) >= -1
                && HEADER + keyLength(in, at) + Math.max(0, (long) valueLength(in, at)) <= end - at;
    }

    static Map map(byte[] in, int at) {
        return MAPS[in[at]];
    }

    static boolean isRemoval(byte[] in, int at) {
        return valueLength(in, at) < 0;
    }

    /** Bytes of the row, those before the key included. */
    static int length(byte[] in, int at) {
        return HEADER + keyLength(in, at) + Math.max(0, valueLength(in, at));
    }

    private static int keyLength(byte[] in, int at) {
        return in[at + 1] & 0xff;
    }

    private static int valueLength(byte[] in, int at) {
        return in[at + 2] << 24
                | (in[at + 3] & 0xff) << 16
                | (in[at + 4] & 0xff) << 8
                | in[at + 5] & 0xff;
    }

    static byte[] key(byte[] in, int at) {
        return Arrays.copyOfRange(in, at + HEADER, at + HEADER + keyLength(in, at));
    }

    /** Null: it is removed. */
    static byte[] value(byte[] in, int at) {
        int from = at + HEADER + keyLength(in, at);
        return isRemoval(in, at) ? null : Arrays.copyOfRange(in, from, at + length(in, at));
    }

    /** Whether two rows have the same map and key. */
    static boolean isSame(byte[] a, int atA, byte[] b, int atB) {
        int length = keyLength(a, atA);
        return a[atA] == b[atB]
                && length == keyLength(b, atB)
                && Arrays.equals(
                        a,
                        atA + HEADER,
                        atA + HEADER + length,
                        b,
                        atB + HEADER,
                        atB + HEADER + length);
    }

    /** Of map and key. Subscribers choose keys, so the seed has to be secret. */
    static long hash(byte[] in, int at, long seed) {
        int from = at + HEADER;
        int end = from + keyLength(in, at);
        long hash = seed ^ in[at];
        while (from < end) {
            long word = 0;
            for (int stop = Math.min(end, from + Long.BYTES); from < stop; from++) {
                word = word << 8 | in[from] & 0xff;
            }
            hash = Hash.mix(hash ^ word);
        }
        return hash;
    }
}
