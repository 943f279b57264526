// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.isthmus.core.spi.Store.Map;

/**
 * Rows by their keys, of which the last one counts: bytes behind each other, and a hash table of
 * where they are. There are no objects, as a segment has 140,000 of them and the collector would
 * copy each.
 *
 * <p>Threading: one thread.
 */
final class RowTable {
    private static final long SEED = new SecureRandom().nextLong();

    private byte[] bytes = new byte[1 << 16];
    private int end;

    /** Where a row is in {@link #bytes}, plus one; 0: none. A power of two of them. */
    private int[] slots = new int[1 << 11];

    private int size;

    /** Keys of each map. */
    private final int[] sizes = new int[Map.values().length];

    /** Copies a row, in place of the one that had its key. */
    void put(byte[] in, int at) {
        int length = Row.length(in, at);
        if (bytes.length - end < length) {
            int needed = Math.addExact(end, length);
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * needed));
        }
        System.arraycopy(in, at, bytes, end, length);
        int slot = slot(in, at);
        if (slots[slot] == 0) {
            sizes[Row.map(in, at).ordinal()]++;
            size++;
        }
        slots[slot] = end + 1;
        end += length;
        if (size > slots.length / 2) {
            grow();
        }
    }

    /** Whether the key of a row was put, be it to be removed. */
    boolean has(byte[] in, int at) {
        return slots[slot(in, at)] != 0;
    }

    private int slot(byte[] in, int at) {
        int slot = (int) Row.hash(in, at, SEED) & slots.length - 1;
        while (slots[slot] != 0 && !Row.isSame(in, at, bytes, slots[slot] - 1)) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private void grow() {
        int[] before = slots;
        slots = new int[2 * before.length];
        for (int row : before) {
            if (row != 0) {
                slots[slot(bytes, row - 1)] = row;
            }
        }
    }

    /** Visits the last row of each key of a map, in no particular order. */
    void forEach(Map map, Row.Visitor visitor) throws IOException {
        if (sizes[map.ordinal()] == 0) {
            return;
        }
        for (int row : slots) {
            if (row != 0 && Row.map(bytes, row - 1) == map) {
                visitor.row(bytes, row - 1);
            }
        }
    }
}
