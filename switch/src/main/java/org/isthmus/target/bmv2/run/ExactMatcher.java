// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.Arrays;
import java.util.function.Consumer;

/** Matches all words of the key. */
final class ExactMatcher implements Matcher {
    private final RowIndex index;
    private final int hot;

    /**
     * @param words of the key
     * @param hot words of a row that packets may use
     */
    ExactMatcher(int words, int hot) {
        long[] all = new long[words];
        Arrays.fill(all, -1);
        this.index = new RowIndex(all);
        this.hot = hot;
    }

    @Override
    public long[] find(long[] key) {
        return index.find(key);
    }

    @Override
    public boolean mayMatch(long[] key) {
        return true;
    }

    @Override
    public void find(Lookups lookups) {
        index.find(lookups, hot);
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
