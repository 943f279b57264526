// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.liveness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.MacAddress;
import org.junit.jupiter.api.Test;

/** A switch at a link that loses all packets of full size. */
class AskerTest {
    private static final long TIMEOUT = 2000;

    private final Asker near = new Asker(DeviceId.of("device:a"), MacAddress.of(1));
    private final Asker far = new Asker(DeviceId.of("device:b"), MacAddress.of(2));
    private final Asker.End end = new Asker.End(new FabricConfig.Port(near.device, 1), far, 1500);
    private long now;

    /** Rounds in which it asked in packets of full size. */
    private int full;

    AskerTest() {
        near.ends.add(end);
        far.connect(now);
        near.connect(now);
    }

    /** Until the link is said to take less; ms. */
    private long told(int everyWhichTellsNothing) {
        boolean wasFull = false;
        while (!end.takesLess && now < 300_000) {
            near.ask(now);
            end.heard = !wasFull || full % everyWhichTellsNothing > 0;
            near.confirm(near.round, now + 1, TIMEOUT);
            wasFull = near.asksFull();
            full += wasFull ? 1 : 0;
            now = near.due;
        }
        return now;
    }

    @Test
    void threeRoundsAreTenSecondsApart() {
        long told = told(Integer.MAX_VALUE);
        assertTrue(told >= 20_000 && told <= 22_000, told + " ms");
        assertEquals(3, full);
    }

    /** It is asked again soon, and counts for nothing. */
    @Test
    void aRoundInWhichAnotherAnswerIsLostTakesNoTenSeconds() {
        long told = told(2);
        assertTrue(told >= 20_000 && told <= 26_000, told + " ms");
        assertEquals(5, full);
    }

    @Test
    void roundsThatTellNothingRaiseNothing() {
        assertTrue(told(1) >= 300_000);
        assertFalse(end.takesLess);
    }

    /** Where nothing comes, no other question would. */
    @Test
    void aLinkThatIsDownIsNotAskedMoreOften() {
        end.silent = true;
        for (; now < 100_000; now = near.due) {
            near.ask(now);
            near.confirm(near.round, now + 1, TIMEOUT);
            full += near.asksFull() ? 1 : 0;
        }
        assertTrue(full <= 10, full + " times");
    }
}
