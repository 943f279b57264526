// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.zip.CRC32C;
import org.isthmus.core.spi.Store;

/**
 * How many rows a store has, and the sum of their checksums: it follows each change at the cost of
 * the rows that change, and a row that is missing, from another time or damaged makes it differ.
 * MVStore checks that a page is the one looked for, and not what is in it.
 *
 * <p>Threading: one thread.
 */
final class RowSum {
    /** Of a row in the store that holds this: commits, rows, sum. */
    private static final int BYTES = 24;

    private static final EnumMap<Store.Map, byte[]> NAMES = new EnumMap<>(Store.Map.class);

    static {
        for (Store.Map map : Store.Map.values()) {
            NAMES.put(map, map.name().getBytes(StandardCharsets.US_ASCII));
        }
    }

    private final CRC32C crc = new CRC32C();
    private long rows;
    private long sum;

    void add(Store.Map map, byte[] key, byte[] value) {
        rows++;
        sum += crc(map, key, value);
    }

    void remove(Store.Map map, byte[] key, byte[] value) {
        rows--;
        sum -= crc(map, key, value);
    }

    private long crc(Store.Map map, byte[] key, byte[] value) {
        crc.reset();
        crc.update(NAMES.get(map));
        crc.update(key);
        crc.update(value);
        return crc.getValue();
    }

    long rows() {
        return rows;
    }

    /** As kept in the store, with the number of the commit. */
    byte[] encode(long commits) {
        return ByteBuffer.allocate(BYTES).putLong(commits).putLong(rows).putLong(sum).array();
    }

    /** What {@link #encode} made. */
    static RowSum decode(byte[] encoded) {
        RowSum sum = new RowSum();
        sum.rows = rows(encoded);
        sum.sum = ByteBuffer.wrap(encoded).getLong(16);
        return sum;
    }

    /**
     * The number of the commit.
     *
     * @throws IllegalArgumentException these are the bytes of no sum
     */
    static long commits(byte[] encoded) {
        if (encoded.length != BYTES) {
            throw new IllegalArgumentException("a sum of " + encoded.length + " bytes");
        }
        return ByteBuffer.wrap(encoded).getLong();
    }

    /** The number of rows; of what {@link #commits} has checked. */
    static long rows(byte[] encoded) {
        return ByteBuffer.wrap(encoded).getLong(8);
    }

    /** Whether these are the rows that were encoded. */
    boolean matches(byte[] encoded) {
        return rows == rows(encoded) && sum == ByteBuffer.wrap(encoded).getLong(16);
    }
}
