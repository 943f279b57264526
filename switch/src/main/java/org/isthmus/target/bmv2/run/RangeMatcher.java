// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Matches keys some of whose fields are ranges: a list by priority, searched from its beginning.
 * The list is replaced with each change. Fields begin a word each.
 */
final class RangeMatcher implements Matcher {
    private final int words;
    private final int priorityAt;

    /** Per word: whether it is the low word of a range, and how many words the range has. */
    private final int[] rangeWords;

    private volatile long[][] rows = new long[0][];

    RangeMatcher(int words, int priorityAt, int[] rangeWords) {
        this.words = words;
        this.priorityAt = priorityAt;
        this.rangeWords = rangeWords;
    }

    @Override
    public long[] find(long[] key) {
        for (long[] row : rows) {
            if (matches(row, key)) {
                return row;
            }
        }
        return null;
    }

    private boolean matches(long[] row, long[] key) {
        for (int w = 0; w < words; ) {
            int n = rangeWords[w];
            if (n == 0) {
                if ((key[w] & row[words + w]) != row[w]) {
                    return false;
                }
                w++;
            } else {
                if (compare(key, row, w, w, n) < 0 || compare(key, row, w, words + w, n) > 0) {
                    return false;
                }
                w += n;
            }
        }
        return true;
    }

    private static int compare(long[] a, long[] b, int aAt, int bAt, int n) {
        for (int i = n - 1; i >= 0; i--) {
            int c = Long.compareUnsigned(a[aAt + i], b[bAt + i]);
            if (c != 0) {
                return c;
            }
        }
        return 0;
    }

    private int indexOf(long[] row) {
        long[][] all = rows;
        for (int i = 0; i < all.length; i++) {
            if (all[i][priorityAt] == row[priorityAt]
                    && Arrays.equals(all[i], 0, 2 * words, row, 0, 2 * words)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean mayMatch(long[] key) {
        return true;
    }

    @Override
    public void find(Lookups l) {
        for (int i = 0; i < l.size; i++) {
            l.rows[i] = find(l.keys[i]);
        }
    }

    @Override
    public long[] same(long[] row) {
        int i = indexOf(row);
        return i < 0 ? null : rows[i];
    }

    @Override
    public void put(long[] row) {
        int i = indexOf(row);
        long[][] old = rows;
        if (i >= 0) {
            long[][] next = old.clone();
            next[i] = row;
            rows = next;
            return;
        }
        i = 0;
        while (i < old.length && old[i][priorityAt] >= row[priorityAt]) {
            i++;
        }
        long[][] next = Arrays.copyOf(old, old.length + 1);
        System.arraycopy(old, i, next, i + 1, old.length - i);
        next[i] = row;
        rows = next;
    }

    @Override
    public void remove(long[] row) {
        int i = indexOf(row);
        long[][] old = rows;
        long[][] next = Arrays.copyOf(old, old.length - 1);
        System.arraycopy(old, i + 1, next, i, old.length - i - 1);
        rows = next;
    }

    @Override
    public int size() {
        return rows.length;
    }

    @Override
    public void forEach(Consumer<long[]> visitor) {
        for (long[] row : rows) {
            visitor.accept(row);
        }
    }
}
