// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceStatisticsTest {
    @Test
    void whatTheControllerHasIsNoDrop() {
        Map<String, Long> counted =
                Map.of("PUNTED", 1700L, "COPY_RATE", 5L, "PUNT_RATE", 3L, "LOOP", 2L);
        DeviceStatistics s = new DeviceStatistics(counted, Map.of(), Map.of());
        assertEquals(Map.of("PUNT_RATE", 3L, "LOOP", 2L), s.drops());
        assertEquals(1700, s.punted());
        assertEquals(5, s.copiesNotMade());
        assertEquals(counted, s.reasons());
    }

    @Test
    void reasonsSayWhatTheProgramSays() {
        assertEquals("route says so", DropReason.BLACKHOLE.text());
        assertEquals("router solicitation", PuntReason.ROUTER_SOLICITATION.text());
        assertEquals(
                "was for the controller, above the rate of its subscriber or port",
                DropReason.PUNT_SHARE.text());
    }
}
