// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventClockTest {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long NOON = 1_700_000_000_000L;

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    /** A clock by which there is a segment up to noon, and another from an hour before it on. */
    private static EventClock setBack() {
        EventClock clock = new EventClock(NOON);
        clock.begun(NOON - HOUR);
        clock.ended(NOON);
        clock.goOnAt(NOON - HOUR);
        return clock;
    }

    @Test
    void eventsOfDifferentNodesComeInAnyOrder() {
        EventClock clock = new EventClock(NOON);
        assertFalse(clock.isSetBack(NOON - 2 * MINUTE));
        assertTrue(clock.isSetBack(NOON - 2 * MINUTE - 1));
        clock.written(NOON + HOUR, 0);
        assertTrue(clock.isSetBack(NOON));
    }

    @Test
    void beforeTheFirstEventNothingIsSetBack() {
        EventClock clock = new EventClock(Long.MIN_VALUE);
        assertFalse(clock.isSetBack(Long.MIN_VALUE));
        assertFalse(clock.isSetForward(clock.latest(), NOON, 0));
    }

    @Test
    void aClockThatWasNeverSetBackIsNotSetForward() {
        EventClock clock = new EventClock(NOON);
        clock.begun(NOON);
        clock.ended(NOON);
        clock.written(NOON + MINUTE, 0);
        assertFalse(clock.isSetForward(clock.latest(), NOON + 24 * HOUR, 0), "nobody logged");
    }

    @Test
    void aClockThatWasSetBackIsSetForwardWhereItRunsAheadOfTime() {
        EventClock clock = setBack();
        clock.written(NOON - HOUR, nanos(5));
        long quarter = HOUR / 4;
        long to = NOON - HOUR + quarter + 2 * MINUTE;
        assertFalse(clock.isSetForward(clock.latest(), to, nanos(5 + quarter)));
        assertTrue(clock.isSetForward(clock.latest(), to + 1, nanos(5 + quarter)));
        assertTrue(clock.isSetForward(clock.latest(), to, nanos(5 + quarter - 1)));
    }

    /** How long the process before is gone nobody knows. */
    @Test
    void ofAnotherProcessItIsSetForwardWhereItIsBeyondAllThatWasWritten() {
        EventClock clock = setBack();
        assertFalse(clock.hasWritten());
        assertFalse(clock.isSetForward(clock.latest(), NOON, 0));
        assertTrue(clock.isSetForward(clock.latest(), NOON + 1, 0));
    }

    @Test
    void onceItIsWhereItWasItIsNotSetForwardAnyMore() {
        EventClock clock = setBack();
        clock.written(NOON - 2 * MINUTE, 0);
        assertFalse(clock.isSetForward(clock.latest(), NOON + HOUR, 0));
    }

    @Test
    void whatIsSetForwardAgesNothing() {
        EventClock clock = new EventClock(Long.MIN_VALUE);
        assertEquals(NOON, clock.aged(NOON, nanos(7)), "of a time before nobody knows");
        assertEquals(NOON + HOUR, clock.aged(NOON + HOUR, nanos(7 + HOUR)));
        long later = NOON + 2 * HOUR;
        assertEquals(later + 2 * MINUTE, clock.aged(NOON + 1000 * HOUR, nanos(7 + 2 * HOUR)));
        assertEquals(NOON, clock.aged(NOON, nanos(7 + 2 * HOUR)));
    }
}
