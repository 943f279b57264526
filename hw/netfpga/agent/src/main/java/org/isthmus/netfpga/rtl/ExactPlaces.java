// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which row of an exact table holds which key, and where there is room for another one.
 *
 * <p>A key has one place in each way, at the index that its hash gives there, and may be in any row
 * of the overflow CAM. Where all its places are taken, one of the rows there goes to another place
 * of its own, and so on (cuckoo hashing; the shortest chain of moves is found breadth first, see
 * Dietzfelbinger and Weidling, "Balanced allocation and dictionaries with tightly packed constant
 * size bins", 2007). The overflow CAM is for keys that find no chain.
 */
final class ExactPlaces {
    static final int NONE = -1;

    private final RtlDescription.Table table;
    private final int keyWords;

    /** Rows of all ways. */
    private final int hashed;

    private final int rows;
    private final int[] keys;
    private final BitSet taken = new BitSet();
    private final BitSet all = new BitSet();

    // Of a search.
    private final int[] key;
    private final int[] queue;
    private final int[] reachedFrom;
    private final BitSet reached = new BitSet();

    ExactPlaces(RtlDescription.Table table) {
        this(table, table.key);
    }

    /**
     * @param keyBits with those that tell keys from each other and are not hashed, above the others
     */
    ExactPlaces(RtlDescription.Table table, int keyBits) {
        this.table = table;
        keyWords = RtlDescription.words(keyBits);
        all.set(0, table.ways);
        hashed = table.ways << table.index;
        rows = table.rows();
        keys = new int[rows * keyWords];
        key = new int[keyWords];
        queue = new int[hashed];
        reachedFrom = new int[hashed];
    }

    int rows() {
        return rows;
    }

    /** Rows in which there is a key. */
    int taken() {
        return taken.cardinality();
    }

    boolean isTaken(int row) {
        return taken.get(row);
    }

    boolean holds(int row, int[] k) {
        int at = row * keyWords;
        return taken.get(row) && Arrays.equals(keys, at, at + keyWords, k, 0, keyWords);
    }

    /** The key in a row that is taken. */
    void key(int row, int[] to) {
        System.arraycopy(keys, row * keyWords, to, 0, keyWords);
    }

    void put(int row, int[] k) {
        taken.set(row);
        System.arraycopy(k, 0, keys, row * keyWords, keyWords);
    }

    void free(int row) {
        taken.clear(row);
    }

    /** Rows that a key may be in. */
    int places() {
        return table.ways + table.overflow;
    }

    /**
     * @param place below {@link #places}: the ways, then the overflow CAM
     */
    int place(int place, int[] k) {
        return place < table.ways ? hashed(place, k) : hashed + place - table.ways;
    }

    int hashed(int way, int[] k) {
        int index = 0;
        for (int b = 0; b < table.index; b++) {
            int[] mask = table.hash[way * table.index + b];
            int sum = 0;
            for (int i = 0; i < mask.length; i++) {
                sum ^= k[i] & mask[i];
            }
            index |= (Integer.bitCount(sum) & 1) << b;
        }
        return way << table.index | index;
    }

    /** A row with this key, other than one; {@link #NONE}: there is none. */
    int find(int[] k, int other) {
        for (int p = 0; p < places(); p++) {
            int row = place(p, k);
            if (row != other && holds(row, k)) {
                return row;
            }
        }
        return NONE;
    }

    /** Whether the table would look for the key of a row there. */
    boolean isInPlace(int row) {
        key(row, key);
        return row >= hashed || hashed(row >> table.index, key) == row;
    }

    /**
     * Where a key can go: to the first row, when the key there has gone to the second, and so on to
     * the last, which is free. Null: there is no room.
     */
    int[] chain(int[] k) {
        int[] chain = chain(k, all);
        int free = chain == null ? freeOverflow() : NONE;
        return free == NONE ? chain : new int[] {free};
    }

    /** A row of the overflow CAM; {@link #NONE}: all are taken. */
    int freeOverflow() {
        int free = taken.nextClearBit(hashed);
        return free < rows ? free : NONE;
    }

    /** As {@link #chain(int[])}, in some of the ways alone. */
    int[] chain(int[] k, BitSet ways) {
        reached.clear();
        int end = 0;
        for (int w = ways.nextSetBit(0); w >= 0; w = ways.nextSetBit(w + 1)) {
            end = reach(hashed(w, k), NONE, end);
        }
        for (int i = 0; i < end; i++) {
            if (!taken.get(queue[i])) {
                return chainTo(queue[i]);
            }
        }
        for (int i = 0; i < end; i++) {
            int from = queue[i];
            key(from, key);
            for (int w = ways.nextSetBit(0); w >= 0; w = ways.nextSetBit(w + 1)) {
                int row = hashed(w, key);
                end = reach(row, from, end);
                if (!taken.get(row)) {
                    return chainTo(row);
                }
            }
        }
        return null;
    }

    private int reach(int row, int from, int end) {
        if (reached.get(row)) {
            return end;
        }
        reached.set(row);
        reachedFrom[row] = from;
        queue[end] = row;
        return end + 1;
    }

    private int[] chainTo(int free) {
        int length = 1;
        for (int row = free; reachedFrom[row] != NONE; row = reachedFrom[row]) {
            length++;
        }
        int[] chain = new int[length];
        for (int row = free; row != NONE; row = reachedFrom[row]) {
            chain[--length] = row;
        }
        return chain;
    }
}
