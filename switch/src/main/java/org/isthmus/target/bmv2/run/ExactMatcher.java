// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Arrays;
import java.util.function.Consumer;

/** Matches all words of the key. */
final class ExactMatcher implements Matcher {
    private final RowIndex index;

    ExactMatcher(int words) {
        long[] all = new long[words];
        Arrays.fill(all, -1);
        this.index = new RowIndex(all);
    }

    @Override
    public long[] find(long[] key) {
        return index.find(key);
    }

    @Override
    public void find(Lookups lookups) {
        index.find(lookups);
    }

    @Override
    public long[] same(long[] row) {
        return index.find(row);
    }

    @Override
    public void put(long[] row) {
        index.put(row);
    }

    @Override
    public void remove(long[] row) {
        index.remove(row);
    }

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public void forEach(Consumer<long[]> visitor) {
        index.forEach(visitor);
    }
}
