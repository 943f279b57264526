// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.bmv2.run.IndexedMeter;
import org.junit.jupiter.api.Test;

class BucketLimitsTest {
    private static final int BIB_MISS = 1;

    private final List<String> set = new ArrayList<>();
    private final int[] dropped = new int[2 * Buckets.REASONS];
    private final long[] drops = new long[64];
    private final IndexedMeter punts = new IndexedMeter(64, false, 0);

    /** Calls until one fails; negative: none does. */
    private int failsIn = -1;

    private final BucketLimits limits =
            new BucketLimits(
                    new Buckets() {
                        @Override
                        public void limit(int reason, boolean isDigest, long perSecond, long burst)
                                throws CardException {
                            fail();
                            set.add(reason + (isDigest ? "d " : " ") + perSecond + " " + burst);
                        }

                        @Override
                        public int dropped(int reason, boolean isDigest) throws CardException {
                            fail();
                            return dropped[isDigest ? Buckets.REASONS + reason : reason];
                        }

                        private void fail() throws CardException {
                            if (failsIn >= 0 && failsIn-- == 0) {
                                throw new CardException("the bus failed");
                            }
                        }
                    },
                    5000);

    private List<String> update() {
        set.clear();
        limits.update(punts, (reason, n) -> drops[reason] += n);
        return set;
    }

    @Test
    void allIsLimitedBeforeAProgramRuns() {
        limits.update(null);
        assertEquals(2 * Buckets.REASONS, set.size());
        assertEquals(List.of("0 5000 5000", "0d 5000 5000", "1 5000 5000"), set.subList(0, 3));
        assertEquals(List.of(), update());
    }

    @Test
    void aReasonHasTheRateOfItsMeter() {
        update();
        punts.configure(BIB_MISS, new MeterConfig(100, 10, 200, 20));
        assertEquals(List.of("1 200 20", "1d 200 20"), update());
        assertEquals(List.of(), update());
        punts.configure(BIB_MISS, null);
        assertEquals(List.of("1 5000 5000", "1d 5000 5000"), update());
    }

    @Test
    void whatFailsIsDoneLater() {
        update();
        punts.configure(BIB_MISS, new MeterConfig(1, 1, 1, 1));
        punts.configure(3, new MeterConfig(3, 3, 3, 3));
        dropped[BIB_MISS] = 4;
        failsIn = 1;
        assertEquals(List.of("1 1 1"), update());
        assertEquals(0, drops[Reasons.PUNT_RATE]);
        assertEquals(1, limits.failures());
        assertEquals(0, limits.dropped());
        assertEquals(List.of("1 1 1", "1d 1 1", "3 3 3", "3d 3 3"), update());
        assertEquals(4, drops[Reasons.PUNT_RATE]);
        assertEquals(4, limits.dropped());
    }

    /** What an agent before has seen is none of this one's. */
    @Test
    void dropsAreThoseSinceTheAgentBegan() {
        dropped[BIB_MISS] = -3;
        update();
        assertArrayEquals(new long[64], drops);
        dropped[BIB_MISS] = 2;
        update();
        assertEquals(5, drops[Reasons.PUNT_RATE]);
        assertEquals(-5, drops[Reasons.PUNTED]);
    }

    /** A card that was programmed again meanwhile has no limits, and has dropped nothing. */
    @Test
    void aCardThatWasOutOfServiceIsToldAgain() {
        punts.configure(BIB_MISS, new MeterConfig(100, 10, 200, 20));
        update();
        dropped[BIB_MISS] = 1000;
        dropped[2] = -10;
        update();
        assertEquals(1000 + 0xffff_fff6L, limits.dropped());
        limits.service(false);
        limits.service(true);
        dropped[BIB_MISS] = 7;
        dropped[2] = -3;
        // Told all, or the next time.
        failsIn = 2 * Buckets.REASONS + BIB_MISS;
        assertEquals(2 * Buckets.REASONS, update().size());
        assertEquals(2 * Buckets.REASONS, update().size());
        assertEquals("1 200 20", set.get(2));
        assertEquals(1014 + 0xffff_fff6L, limits.dropped());
        // In service, a counter comes round.
        dropped[2] = 1;
        assertEquals(List.of(), update());
        assertEquals(1018 + 0xffff_fff6L, limits.dropped());
    }

    @Test
    void dropsAreCountedByWhatIsLost() {
        update();
        dropped[Buckets.REASONS + Reasons.NEIGHBOR] = 10;
        dropped[Reasons.NEIGHBOR] = 1;
        dropped[Reasons.REFUSED] = 100;
        dropped[Reasons.NEIGHBOR_REFUSED] = 100;
        dropped[Reasons.NO_ROUTE] = 100;
        update();
        long[] expected = new long[64];
        expected[Reasons.COPY_RATE] = 10;
        expected[Reasons.PUNT_RATE] = 1;
        expected[Reasons.PUNTED] = -1;
        assertArrayEquals(expected, drops);
    }
}
