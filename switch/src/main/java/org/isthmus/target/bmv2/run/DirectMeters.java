// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.isthmus.target.api.MeterConfig;

/**
 * Direct meters of a table. Few rows have one configured, so they are apart from the rows, in
 * places of which a word of the row has the number; -1: every packet of it is green. A place is
 * free again once no packet finds its row any more.
 *
 * <p>Threading: any number of threads ask for colours; the rest is for one at a time.
 */
final class DirectMeters {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final int word;
    private final boolean bytes;
    private final long originMicros;
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private volatile Meter[] meters = new Meter[0];
    private int used;

    /**
     * @param word of rows, with the number; below 0: they have none
     * @param bytes whether bytes are metered, not packets
     * @param originMicros since when tokens accrue
     */
    DirectMeters(int word, boolean bytes, long originMicros) {
        this.word = word;
        this.bytes = bytes;
        this.originMicros = originMicros;
    }

    /** Whether the rows of this table have none. */
    boolean none() {
        return word < 0;
    }

    /** The colour of a packet that found this row, of a table whose rows have meters. */
    long color(long[] row, long nowMicros, int length) {
        long place = row[word];
        return place < 0 ? Meter.GREEN : meters[(int) place].execute(nowMicros, bytes ? length : 1);
    }

    /** Gives one to a row that no packet finds yet. */
    void take(long[] row, MeterConfig config) {
        row[word] = place(config);
    }

    /** A place with a new meter. */
    private int place(MeterConfig config) {
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

    /** Takes back that of a row that no packet finds any more, if it has one. */
    void release(long[] row) {
        if (!none() && row[word] >= 0) {
            free.add((int) row[word]);
        }
    }

    /**
     * Changes that of a row in the table.
     *
     * @param config null: it has none any more
     */
    void set(long[] row, MeterConfig config) {
        int place = (int) row[word];
        if (config == null) {
            WORD.setRelease(row, word, -1L);
            if (place >= 0) {
                free.add(place);
            }
        } else if (place >= 0) {
            meters[place].configure(config);
        } else {
            WORD.setRelease(row, word, (long) place(config));
        }
    }

    /** That of a row; null: it has none. */
    MeterConfig config(long[] row) {
        return none() || row[word] < 0 ? null : meters[(int) row[word]].config();
    }
}
