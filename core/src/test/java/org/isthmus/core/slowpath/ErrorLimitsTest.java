// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class ErrorLimitsTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf");
    private static final DeviceId SPINE = DeviceId.of("device:spine");

    private final Counters counters = new Counters();
    private final ErrorLimits limits = new ErrorLimits(new Random(Seeds.of(3)), counters);

    /** How many of so many errors to a sender may be sent. */
    private int taken(DeviceId device, long sender, int errors, long now) {
        return taken(device, 1, sender, errors, now);
    }

    private int taken(DeviceId device, long place, long sender, int errors, long now) {
        int taken = 0;
        for (int i = 0; i < errors; i++) {
            taken += limits.take(device, place, sender, 0, now) ? 1 : 0;
        }
        return taken;
    }

    @Test
    void aSenderHasItsRate() {
        limits.set(1000, 20);
        assertEquals(20, taken(LEAF, 1, 100, -5000), "a burst of a second, whatever the clock");
        assertEquals(80, counters.get(Counter.ERROR_SENDER_LIMITED));
        assertEquals(0, taken(LEAF, 1, 100, -4951));
        assertEquals(1, taken(LEAF, 1, 100, -4950));
        assertEquals(10, taken(LEAF, 1, 100, -4450));
        assertEquals(20, taken(LEAF, 1, 100, 100_000), "and no more after a rest");
        limits.set(1000, 1);
        assertEquals(1, taken(LEAF, 1, 100, 100_000));
        assertEquals(0, taken(LEAF, 1, 100, 100_999));
        assertEquals(1, taken(LEAF, 1, 100, 101_000));
        assertEquals(0, counters.get(Counter.ERROR_RATE_LIMITED));
    }

    @Test
    void aDeviceHasItsRate() {
        limits.set(50, 20);
        assertEquals(20, taken(LEAF, 1, 100, 0));
        assertEquals(20, taken(LEAF, 2, 100, 0));
        assertEquals(10, taken(LEAF, 3, 100, 0));
        assertEquals(0, taken(LEAF, 4, 100, 0));
        assertEquals(90 + 100, counters.get(Counter.ERROR_RATE_LIMITED));
        assertEquals(20, taken(SPINE, 1, 100, 0), "another device has its own");
        limits.set(0, 20);
        assertEquals(0, taken(SPINE, 5, 100, 10_000));
    }

    @Test
    void interfacesLeaveEachOtherErrors() {
        limits.set(80, 80);
        assertEquals(80, taken(LEAF, 1, 1, 100, 0), "one has all");
        assertEquals(20, taken(LEAF, 2, 2, 100, 0));
        assertEquals(20, taken(LEAF, 3, 3, 100, 0));
        assertEquals(0, taken(LEAF, 4, 4, 100, 0), "twice as many at a time, and no more");
        assertEquals(10, taken(LEAF, 1, 5, 100, 500), "its own, of 40 that came");
        assertEquals(20, taken(LEAF, 5, 5, 100, 500));
    }

    @Test
    void whatADeviceRefusesCostsTheSenderNothing() {
        limits.set(1, 20);
        assertEquals(1, taken(LEAF, 1, 1, 0));
        assertEquals(0, taken(LEAF, 2, 100, 0));
        limits.take(LEAF, 1, 2, 0, 1000);
        assertEquals(0, counters.get(Counter.ERROR_SENDER_LIMITED));
    }

    @Test
    void ratesThatStayKeepWhatWasUsed() {
        limits.set(50, 20);
        assertEquals(20, taken(LEAF, 1, 100, 0));
        limits.set(50, 20);
        assertEquals(0, taken(LEAF, 1, 100, 0));
    }

    /** One of them is refused only for a bucket that it shares with the flood. */
    @Test
    void aFloodTakesNothingFromOthers() {
        limits.set(100_000, 20);
        assertEquals(20, taken(LEAF, 0, 10_000, 0));
        int served = 0;
        for (int sender = 1; sender <= 1000; sender++) {
            served += taken(LEAF, sender, 1, 0);
        }
        assertTrue(served >= 990, served + " of 1000");
    }
}
