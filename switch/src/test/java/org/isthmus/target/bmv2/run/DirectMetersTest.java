// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.MeterConfig;
import org.junit.jupiter.api.Test;

class DirectMetersTest {
    private static final int WORD = 1;
    private static final long GREEN = Meter.GREEN;
    private static final long RED = Meter.RED;

    /** Two tokens, and no more come within a test. */
    private static final MeterConfig TWO = new MeterConfig(0, 2, 0, 2);

    private final DirectMeters packets = new DirectMeters(WORD, false, 0);

    private static long[] row() {
        return new long[] {0, -1, 0};
    }

    private static long[] metered(DirectMeters by, MeterConfig config) {
        long[] row = row();
        by.take(row, config);
        return row;
    }

    private static List<Long> colors(DirectMeters by, long[] row, int packets, int length) {
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < packets; i++) {
            all.add(by.color(row, 0, length));
        }
        return all;
    }

    @Test
    void whereNoneIsConfiguredEveryPacketIsGreen() {
        assertFalse(packets.none());
        assertEquals(List.of(GREEN, GREEN, GREEN), colors(packets, row(), 3, 1500));
        assertNull(packets.config(row()));
    }

    @Test
    void everyRowHasItsOwn() {
        long[] one = metered(packets, TWO);
        long[] other = metered(packets, TWO);
        assertSame(TWO, packets.config(one));
        assertEquals(List.of(GREEN, GREEN, RED), colors(packets, one, 3, 1500));
        assertEquals(List.of(GREEN, GREEN, RED), colors(packets, other, 3, 1500));
    }

    @Test
    void bytesAreMeteredWhereTheProgramSaysSo() {
        DirectMeters bytes = new DirectMeters(WORD, true, 0);
        long[] row = metered(bytes, new MeterConfig(0, 3000, 0, 3000));
        assertEquals(List.of(GREEN, GREEN, RED), colors(bytes, row, 3, 1500));
    }

    @Test
    void aPlaceIsTakenAnewOnceItsRowIsGone() {
        long[] gone = metered(packets, TWO);
        colors(packets, gone, 3, 1);
        packets.release(gone);
        long[] next = metered(packets, TWO);
        assertEquals(gone[WORD], next[WORD]);
        assertEquals(List.of(GREEN, GREEN, RED), colors(packets, next, 3, 1), "a full bucket");
        packets.release(row());
        assertTrue(metered(packets, TWO)[WORD] != next[WORD]);
    }

    @Test
    void placesComeWithRows() {
        List<long[]> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(metered(packets, new MeterConfig(0, i, 0, i)));
        }
        for (int i = 0; i < 100; i++) {
            assertEquals(i, packets.config(rows.get(i)).cburst());
        }
    }

    @Test
    void thatOfARowInTheTableComesChangesAndGoes() {
        long[] row = row();
        packets.set(row, null);
        packets.set(row, TWO);
        long place = row[WORD];
        assertEquals(List.of(GREEN, GREEN, RED), colors(packets, row, 3, 1));
        packets.set(row, new MeterConfig(0, 1, 0, 1));
        assertEquals(place, row[WORD]);
        assertEquals(List.of(GREEN, RED), colors(packets, row, 2, 1));
        packets.set(row, null);
        assertEquals(List.of(GREEN, GREEN), colors(packets, row, 2, 1));
        assertEquals(place, metered(packets, TWO)[WORD]);
    }

    @Test
    void rowsOfATableWithoutHaveNoWordForIt() {
        DirectMeters none = new DirectMeters(-1, false, 0);
        assertTrue(none.none());
        assertNull(none.config(new long[0]));
        none.release(new long[0]);
    }
}
