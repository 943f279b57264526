// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.concurrent.atomic.AtomicLongArray;
import org.isthmus.target.api.CounterArray;

/** An indexed counter of packets and bytes. Threads count without locks and lose nothing. */
public final class IndexedCounter implements CounterArray {
    /** Memory of a cell. */
    public static final int CELL_BYTES = 2 * Long.BYTES;

    private final int size;
    private final AtomicLongArray cells;
    private volatile Shortcut shortcut = Shortcut.NONE;

    public IndexedCounter(int size) {
        this.size = size;
        this.cells = new AtomicLongArray(2 * size);
    }

    /** Counts one packet; an index outside the array counts nowhere. */
    public void count(long index, int bytes) {
        if (index >= 0 && index < size) {
            cells.getAndIncrement((int) index * 2);
            cells.getAndAdd((int) index * 2 + 1, bytes);
        }
    }

    /** Counts packets that the program did not see itself; the index is inside the array. */
    public void tally(int index, long packets, long bytes) {
        cells.getAndAdd(index * 2, packets);
        cells.getAndAdd(index * 2 + 1, bytes);
    }

    public void setShortcut(Shortcut s) {
        shortcut = s;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long packets(int index) {
        return cells.get(index * 2) & Long.MAX_VALUE;
    }

    @Override
    public long bytes(int index) {
        return cells.get(index * 2 + 1) & Long.MAX_VALUE;
    }

    @Override
    public void set(int index, long packets, long bytes) {
        shortcut.account();
        cells.set(index * 2, packets);
        cells.set(index * 2 + 1, bytes);
    }
}
