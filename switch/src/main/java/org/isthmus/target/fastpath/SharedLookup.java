// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.util.Arrays;
import java.util.Collection;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.fastpath.trace.Effects.Lookup;

/** A lookup, with what came of it, and the flows it was made for. Not thread safe. */
final class SharedLookup {
    final MatchTable table;

    /** Null where the table has none. */
    final long[] key;

    private final long[] row;
    private final boolean hit;

    private CachedFlow[] flows = new CachedFlow[1];
    private int size;

    SharedLookup(Lookup l) {
        table = l.table;
        key = l.key;
        row = l.row;
        hit = l.hit;
    }

    /** Whether it is another's, who has found the same row. */
    boolean is(Lookup l) {
        return table == l.table && row == l.row && hit == l.hit && Arrays.equals(key, l.key);
    }

    /** Counts packets that were forwarded as the row says. */
    void tally(long packets, long bytes, long last) {
        table.tally(row, hit ? key : null, packets, bytes, last);
    }

    /** Returns its place among the flows, which changes: {@link CachedFlow#moved}. */
    int add(CachedFlow f) {
        if (size == flows.length) {
            flows = Arrays.copyOf(flows, size + size / 2 + 1);
        }
        flows[size] = f;
        return size++;
    }

    void remove(int place) {
        CachedFlow last = flows[--size];
        flows[place] = last;
        flows[size] = null;
        last.moved(this, size, place);
    }

    boolean isEmpty() {
        return size == 0;
    }

    void addTo(Collection<CachedFlow> found) {
        for (int i = 0; i < size; i++) {
            found.add(flows[i]);
        }
    }
}
