// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.junit.jupiter.api.Test;

class RtlBucketsTest {
    private final List<String> done = new ArrayList<>();

    private final Buckets buckets =
            new RtlBuckets(
                    new Registers() {
                        @Override
                        public int readRegister(int address) {
                            done.add(Integer.toHexString(address));
                            return -7;
                        }

                        @Override
                        public void writeRegister(int address, int value) {
                            done.add(
                                    Integer.toHexString(address)
                                            + " "
                                            + Integer.toUnsignedString(value));
                        }
                    });

    private List<String> limit(long perSecond, long burst) throws CardException {
        done.clear();
        buckets.limit(8, false, perSecond, burst);
        return done;
    }

    /** The burst before the rate, which fills the bucket. */
    @Test
    void limitsAreInUnitsOfTheCardsClock() throws Exception {
        assertEquals(List.of("100 8", "108 5000", "104 1717986"), limit(5000, 5000));
        buckets.limit(8, true, 1, 1);
        assertEquals(List.of("100 72", "108 1", "104 343"), done.subList(3, 6));
    }

    /** A bucket gets its tokens every 4,096 cycles, so that it has to have room for them. */
    @Test
    void noBucketIsTooSmallForItsRate() throws Exception {
        assertEquals(List.of("100 8", "108 205", "104 3435973836"), limit(10_000_000, 1));
        assertEquals(List.of("100 8", "108 65535", "104 4294966952"), limit(1L << 40, 1 << 20));
    }

    /** A rate of 0 would be no limit. */
    @Test
    void nothingComesUpWhereNothingMay() throws Exception {
        assertEquals(List.of("100 8", "108 0", "104 1"), limit(0, 0));
        assertEquals(List.of("100 8", "108 3", "104 1"), limit(0, 3));
    }

    @Test
    void dropsAreThoseOfTheBucket() throws Exception {
        assertEquals(-7, buckets.dropped(6, true));
        assertEquals(List.of("100 70", "10c"), done);
    }
}
