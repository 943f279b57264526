// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReconnectDelayTest {
    private static List<Long> delays(long seed) {
        ReconnectDelay delay = new ReconnectDelay(new Random(seed));
        return Stream.generate(delay::next).limit(10).collect(Collectors.toList());
    }

    @Test
    void theSourceOfRandomNumbersIsTheOneGiven() {
        assertEquals(delays(1), delays(1));
        assertNotEquals(delays(1), delays(2));
    }

    @Test
    void delaysDoubleAndAreSpreadOverHalfOfThem() {
        long most = ReconnectDelay.MIN_MILLIS;
        for (long delay : delays(3)) {
            assertTrue(delay >= most / 2 && delay <= most, delay + " of " + most);
            most = Math.min(2 * most, ReconnectDelay.MAX_MILLIS);
        }
    }

    @Test
    void aDeviceThatWasReachedIsTriedSoonAgain() {
        ReconnectDelay delay = new ReconnectDelay(new Random(4));
        for (int i = 0; i < 10; i++) {
            delay.next();
        }
        delay.reset();
        assertTrue(delay.next() <= ReconnectDelay.MIN_MILLIS);
    }
}
