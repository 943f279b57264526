// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.MeterConfig;

/** An indexed meter. Thread-safe. */
public final class IndexedMeter implements MeterArray {
    /** The colour of what is above the peak rate (RFC 2698 section 2). */
    public static final long RED = Meter.RED;

    /** Memory of a cell that has a configuration. */
    public static final int CELL_BYTES = 200;

    private final Meter[] cells;
    private final boolean bytes;

    /**
     * @param bytes whether tokens are bytes; else packets
     */
    public IndexedMeter(int size, boolean bytes, long originMicros) {
        this.bytes = bytes;
        this.cells = new Meter[size];
        for (int i = 0; i < size; i++) {
            cells[i] = new Meter(originMicros);
        }
    }

    /** Whether the index is one of the array's. */
    public boolean has(long index) {
        return index >= 0 && index < cells.length;
    }

    /** The colour of a packet of so many bytes; the index is one of the array's. */
    public long execute(long index, long nowMicros, int length) {
        return cells[(int) index].execute(nowMicros, bytes ? length : 1);
    }

    @Override
    public int size() {
        return cells.length;
    }

    @Override
    public MeterConfig config(int index) {
        return cells[index].config();
    }

    @Override
    public void configure(int index, MeterConfig config) {
        cells[index].configure(config);
    }
}
