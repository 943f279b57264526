// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Uint128;

class ElectionsTest {
    private static final long TODAY = 1_800_000_000_000L;

    private final MemoryStore store = new MemoryStore();

    private static BigInteger next(Elections elections) {
        return Elections.number(elections.next());
    }

    private BigInteger reserved() {
        return ((ElectionRecord) store.maps.get(Store.Map.ELECTIONS).values().iterator().next())
                .reserved;
    }

    @Test
    void aNewStoreBeginsAtTheTimeOfDay() {
        assertEquals(BigInteger.valueOf(TODAY + 1), next(Elections.of(store, TODAY)));
        assertEquals(BigInteger.ONE, next(Elections.of(new MemoryStore(), -5)), "before 1970");
    }

    @Test
    void idsGrowWhateverTheClockDoes() {
        BigInteger last = BigInteger.ZERO;
        for (long day : new long[] {TODAY, TODAY + (1L << 40), 0, TODAY, -5}) {
            Elections elections = Elections.of(store, day);
            // Also behind what one write reserves.
            for (int i = 0; i < 3 * Elections.AHEAD; i++) {
                BigInteger id = next(elections);
                assertTrue(id.compareTo(last) > 0, id + " behind " + last);
                assertTrue(id.compareTo(reserved()) <= 0, id + " was not reserved");
                last = id;
            }
        }
    }

    @Test
    void whatADeviceReportedIsSteppedOverAndRemembered() {
        Elections elections = Elections.of(store, TODAY);
        elections.stepOver(Uint128.newBuilder().setHigh(7).setLow(-1).build());
        BigInteger id = next(elections);
        assertEquals(BigInteger.valueOf(8).shiftLeft(64), id);
        elections.stepOver(Uint128.newBuilder().setLow(99).build());
        assertEquals(id.add(BigInteger.ONE), next(elections), "it is below");
        assertTrue(next(Elections.of(store, TODAY)).compareTo(id) > 0);
    }

    @Test
    void nothingIsAboveTheHighest() {
        Elections elections = Elections.of(store, TODAY);
        Uint128 highest = Uint128.newBuilder().setHigh(-1).setLow(-1).build();
        elections.stepOver(highest);
        assertEquals(highest, elections.next());
        assertEquals(highest, elections.next());
        assertEquals(Elections.number(highest), reserved());
        assertEquals(highest, Elections.of(store, TODAY).next());
    }

    @Test
    void aStoreThatFailsStopsNoElection() {
        store.fails = true;
        Elections elections = Elections.of(store, TODAY);
        BigInteger last = BigInteger.ZERO;
        for (int i = 0; i < 2 * Elections.AHEAD; i++) {
            BigInteger id = next(elections);
            assertTrue(id.compareTo(last) > 0);
            last = id;
        }
    }
}
