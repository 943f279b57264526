// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * A hash index of rows on their first words, by open addressing with linear probing. One thread
 * writes; any number look up meanwhile without locks and see each row before or after a change.
 *
 * <p>A row is published by one store of its reference, after its content; a changed row is a new
 * array in the same slot. A slot that was left keeps a tombstone until the next rebuild, because
 * moving rows together would hide them from a lookup that passes.
 */
final class RowIndex {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final long[] TOMBSTONE = new long[0];
    private static final int MIN_SLOTS = 16;

    private final int words;
    private volatile long[][] slots = new long[MIN_SLOTS][];
    private int size;
    private int used;

    RowIndex(int words) {
        this.words = words;
    }

    int size() {
        return size;
    }

    private int hash(long[] key) {
        long h = 0;
        for (int i = 0; i < words; i++) {
            h = mix(h, key[i]);
        }
        return finish(h);
    }

    private int hash(long[] key, long[] keyMask) {
        long h = 0;
        for (int i = 0; i < words; i++) {
            h = mix(h, key[i] & keyMask[i]);
        }
        return finish(h);
    }

    private static long mix(long h, long word) {
        h = (h ^ word) * 0x9e3779b97f4a7c15L;
        return h ^ h >>> 32;
    }

    private static int finish(long h) {
        h *= 0xd6e8feb86659fd93L;
        return (int) (h >>> 32);
    }

    private boolean same(long[] row, long[] key) {
        for (int i = 0; i < words; i++) {
            if (row[i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    /** The row whose first words are the key's, or null. */
    long[] find(long[] key) {
        long[][] s = slots;
        int mask = s.length - 1;
        for (int i = hash(key) & mask; ; i = i + 1 & mask) {
            long[] row = (long[]) SLOT.getAcquire(s, i);
            if (row == null) {
                return null;
            }
            if (row != TOMBSTONE && same(row, key)) {
                return row;
            }
        }
    }

    /** The row of each key. */
    void find(Lookups l) {
        long[][] s = slots;
        for (int i = 0; i < l.size; i++) {
            l.rows[i] = at(s, hash(l.keys[i]));
        }
        l.touch(l.rows, l.size);
        for (int i = 0; i < l.size; i++) {
            long[] row = l.rows[i];
            if (row != null && (row == TOMBSTONE || !same(row, l.keys[i]))) {
                l.rows[i] = find(l.keys[i]);
            }
        }
    }

    /** Sees the row of mask and key, for the first keys that are left. */
    void find(Lookups l, int n, long[] keyMask) {
        long[][] s = slots;
        for (int i = 0; i < n; i++) {
            l.seen[i] = at(s, hash(l.keys[l.left[i]], keyMask));
        }
        l.touch(l.seen, n);
        for (int i = 0; i < n; i++) {
            long[] row = l.seen[i];
            long[] key = l.keys[l.left[i]];
            if (row != null && (row == TOMBSTONE || !same(row, key, keyMask))) {
                l.seen[i] = find(key, keyMask);
            }
        }
    }

    /** What stands where the row of this hash would. */
    private static long[] at(long[][] s, int hash) {
        return (long[]) SLOT.getAcquire(s, hash & s.length - 1);
    }

    /** The row whose first words are those of key and mask, or null. */
    long[] find(long[] key, long[] keyMask) {
        long[][] s = slots;
        int mask = s.length - 1;
        for (int i = hash(key, keyMask) & mask; ; i = i + 1 & mask) {
            long[] row = (long[]) SLOT.getAcquire(s, i);
            if (row == null) {
                return null;
            }
            if (row != TOMBSTONE && same(row, key, keyMask)) {
                return row;
            }
        }
    }

    private boolean same(long[] row, long[] key, long[] keyMask) {
        for (int i = 0; i < words; i++) {
            if (row[i] != (key[i] & keyMask[i])) {
                return false;
            }
        }
        return true;
    }

    /** Inserts a row, or puts it in the place of the one with the same key. */
    void put(long[] row) {
        long[][] s = slots;
        int mask = s.length - 1;
        int i = hash(row) & mask;
        for (; s[i] != null; i = i + 1 & mask) {
            if (s[i] != TOMBSTONE && same(s[i], row)) {
                SLOT.setRelease(s, i, row);
                return;
            }
        }
        if ((used + 1) * 4L > s.length) {
            rebuild();
            s = slots;
            mask = s.length - 1;
            for (i = hash(row) & mask; s[i] != null; i = i + 1 & mask) {
                // The key is new, so the first free slot is its own.
            }
        }
        SLOT.setRelease(s, i, row);
        used++;
        size++;
    }

    /** Removes the row with this key, which must be there. */
    void remove(long[] key) {
        long[][] s = slots;
        int mask = s.length - 1;
        int i = hash(key) & mask;
        while (s[i] == TOMBSTONE || !same(s[i], key)) {
            i = i + 1 & mask;
        }
        SLOT.setRelease(s, i, TOMBSTONE);
        size--;
    }

    private void rebuild() {
        int n = MIN_SLOTS;
        while (n < (size + 1) * 5L) {
            n <<= 1;
        }
        long[][] old = slots;
        long[][] s = new long[n][];
        for (long[] row : old) {
            if (row != null && row != TOMBSTONE) {
                int i = hash(row) & n - 1;
                while (s[i] != null) {
                    i = i + 1 & n - 1;
                }
                s[i] = row;
            }
        }
        used = size;
        slots = s;
    }

    /** Every row, as far as it is there during the walk. */
    void forEach(Consumer<long[]> visitor) {
        long[][] s = slots;
        for (int i = 0; i < s.length; i++) {
            long[] row = (long[]) SLOT.getAcquire(s, i);
            if (row != null && row != TOMBSTONE) {
                visitor.accept(row);
            }
        }
    }
}
