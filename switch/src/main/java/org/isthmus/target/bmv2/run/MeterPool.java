// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.isthmus.target.api.MeterConfig;

/** The direct meters of a table's rows that have one configured. One writer, many readers. */
final class MeterPool {
    private final boolean bytes;
    private final long originMicros;
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private volatile Meter[] meters = new Meter[0];
    private int used;

    MeterPool(boolean bytes, long originMicros) {
        this.bytes = bytes;
        this.originMicros = originMicros;
    }

    /** A meter for a row, configured. */
    int take(MeterConfig config) {
        Integer i = free.poll();
        if (i == null) {
            i = used++;
            if (i >= meters.length) {
                meters = Arrays.copyOf(meters, Math.max(16, 2 * meters.length));
            }
        }
        Meter[] all = meters;
        Meter m = new Meter(originMicros);
        m.configure(config);
        all[i] = m;
        meters = all;
        return i;
    }

    void release(int index) {
        free.add(index);
    }

    void configure(int index, MeterConfig config) {
        meters[index].configure(config);
    }

    MeterConfig config(int index) {
        return meters[index].config();
    }

    long execute(int index, long nowMicros, int length) {
        return meters[index].execute(nowMicros, bytes ? length : 1);
    }
}
