// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RecentEventsTest {
    private final RecentEvents recent = new RecentEvents();

    @Test
    void forgetsWhatIsOverAndKeepsWhatIsHeld() {
        recent.add(assigned(1, 1, 1, 1), 1, true);
        recent.add(assigned(2, 2, 1, 2), 2, true);
        recent.add(released(3, 1, 1, 1), 3, true);
        recent.add(assigned(4, 4, 1, 1), 4, true);
        recent.add(released(5, 2, 1, 2), 5, true);
        recent.add(released(6, 4, 1, 1), 6, true);
        assertEquals(1, recent.held(2).size());
        assertEquals(2, recent.held(3).size());
        recent.forgetBefore(6, this);
        // Block 2 is over; of block 1 there is who holds it, and who gave it back behind that.
        assertEquals(2, recent.size());
        assertEquals(4, recent.held(6).get(0).order);
        recent.forgetBefore(7, this);
        assertEquals(0, recent.size());
    }

    @Test
    void whatIsLostTakesNoMemoryForEver() {
        recent.add(assigned(1, 1, 1, 1), 1, true);
        for (int i = 2; i < 1000; i++) {
            recent.add(i % 2 == 0 ? released(i, 1, 1, 1) : assigned(i, i, 1, 1), i, false);
        }
        assertEquals(2, recent.size());
        assertEquals(999, recent.newest(block(), 999).event.epochMillis);
    }

    private static Block block() {
        return Block.of(assigned(0, 0, 1, 1));
    }
}
