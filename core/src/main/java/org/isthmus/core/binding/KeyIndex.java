// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.Arrays;

/**
 * Finds slots by a 64-bit hash: open addressing with linear probing, in many small tables, so that
 * growing never stops for the whole. Deletion shifts back, so there are no tombstones.
 */
final class KeyIndex {
    private static final int TABLE_BITS = 10;
    private static final int SMALLEST = 8;

    /** Gives the hash of a slot and compares keys. */
    interface Keys {
        long hash(int slot);
    }

    private final Keys keys;

    /** Slot plus one; 0: empty. */
    private final int[][] tables = new int[1 << TABLE_BITS][SMALLEST];

    private final int[] sizes = new int[1 << TABLE_BITS];

    KeyIndex(Keys keys) {
        this.keys = keys;
    }

    /** The table of a hash; its positions are asked for with {@link #start} and {@link #next}. */
    int[] table(long hash) {
        return tables[number(hash)];
    }

    static int start(long hash, int[] table) {
        // The lower half scales to any capacity; the upper bits have chosen the table.
        return (int) ((hash & 0xffff_ffffL) * table.length >>> 32);
    }

    static int next(int at, int[] table) {
        return at + 1 == table.length ? 0 : at + 1;
    }

    void add(long hash, int slot) {
        int number = number(hash);
        int[] table = tables[number];
        if (++sizes[number] * 4L > table.length * 3L) {
            table = grow(table);
            tables[number] = table;
        }
        insert(table, hash, slot);
    }

    void remove(long hash, int slot) {
        int number = number(hash);
        int[] table = tables[number];
        int hole = start(hash, table);
        while (table[hole] != slot + 1) {
            if (table[hole] == 0) {
                throw new IllegalStateException("slot " + slot + " is not in the index");
            }
            hole = next(hole, table);
        }
        for (int at = next(hole, table); table[at] != 0; at = next(at, table)) {
            int home = start(keys.hash(table[at] - 1), table);
            // An entry may move into the hole unless its home position is between the hole and it.
            boolean between = hole <= at ? home > hole && home <= at : home > hole || home <= at;
            if (!between) {
                table[hole] = table[at];
                hole = at;
            }
        }
        table[hole] = 0;
        sizes[number]--;
    }

    long bytes() {
        return Arrays.stream(tables).mapToLong(t -> 16 + 4L * t.length).sum();
    }

    private int[] grow(int[] old) {
        int[] table = new int[old.length + (old.length >> 1)];
        for (int entry : old) {
            if (entry != 0) {
                insert(table, keys.hash(entry - 1), entry - 1);
            }
        }
        return table;
    }

    private static void insert(int[] table, long hash, int slot) {
        int at = start(hash, table);
        while (table[at] != 0) {
            at = next(at, table);
        }
        table[at] = slot + 1;
    }

    private static int number(long hash) {
        return (int) (hash >>> (64 - TABLE_BITS));
    }
}
