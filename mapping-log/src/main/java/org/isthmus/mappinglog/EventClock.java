// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

/**
 * The clock that events have their times of, as those that were written show it. It may be set
 * back, and forward again; neither must hide what was logged, or make it old. Times are epoch ms;
 * nanos are of a clock that only runs, as {@link Disk#nanos}.
 *
 * <p>Threading: that of the {@link Writer}, but for {@link #isSetBack(long, long)}.
 */
final class EventClock {
    /** A clock that goes back by more was set. */
    private static final long SET_BACK_MILLIS = 120_000;

    /** Of what was written since it was last set back; {@link Long#MIN_VALUE}: nothing was. */
    private long latest;

    /** Of all segments before the last one; {@link Long#MIN_VALUE}: there are none. */
    private long reached = Long.MIN_VALUE;

    /** From when on the last segment answers; {@link Long#MIN_VALUE}: there is none. */
    private long since = Long.MIN_VALUE;

    /** When events were last written; with {@link #hasWritten}. */
    private long writtenNanos;

    private boolean hasWritten;

    /** When segments were last aged, by both clocks; 0: they were not. */
    private long agedMillis;

    private long agedNanos;

    /**
     * @param latest the time of the latest event that an earlier process wrote since its clock was
     *     last set back; {@link Long#MIN_VALUE}: none did
     */
    EventClock(long latest) {
        this.latest = latest;
    }

    /**
     * Whether a clock was set back between two events. By less, events of different nodes may come
     * in any order. Any thread.
     */
    static boolean isSetBack(long latest, long epochMillis) {
        return latest != Long.MIN_VALUE && epochMillis < latest - SET_BACK_MILLIS;
    }

    /** The time of the latest event written, since the clock was last set back. */
    long latest() {
        return latest;
    }

    /** Whether this process has written anything, so that it is known how long ago that was. */
    boolean hasWritten() {
        return hasWritten;
    }

    /** Whether it was set back between the latest event and one at a time. */
    boolean isSetBack(long epochMillis) {
        return isSetBack(latest, epochMillis);
    }

    /**
     * Whether it had been set back, and was set forward between two events. What came before it had
     * been set back would have no answers otherwise, for good.
     *
     * @param before the time of the first of them, no earlier than {@link #latest}
     * @param nanos now
     */
    boolean isSetForward(long before, long epochMillis, long nanos) {
        // Of another process nobody knows how long it is gone.
        return isSetBack(reached, Math.max(before, since))
                && (hasWritten
                        ? epochMillis - before > passed(writtenNanos, nanos) + SET_BACK_MILLIS
                        : epochMillis > reached);
    }

    private static long passed(long from, long nanos) {
        return (nanos - from) / 1_000_000;
    }

    /** A segment is full, with this as its latest time. */
    void ended(long latestOfSegment) {
        reached = Math.max(reached, latestOfSegment);
    }

    /** There is another segment, which answers from a time on. */
    void begun(long sinceOfSegment) {
        since = sinceOfSegment;
    }

    /** What is written from now on begins at a time, whatever was before it. */
    void goOnAt(long epochMillis) {
        latest = epochMillis;
    }

    /** Events were written, up to one at a time. */
    void written(long upTo, long nanos) {
        latest = upTo;
        hasWritten = true;
        writtenNanos = nanos;
    }

    /**
     * The time by which segments are old: a clock that is set forward while this runs ages none.
     */
    long aged(long epochMillis, long nanos) {
        long now = epochMillis;
        if (agedMillis != 0) {
            now = Math.min(now, agedMillis + passed(agedNanos, nanos) + SET_BACK_MILLIS);
        }
        agedMillis = now;
        agedNanos = nanos;
        return now;
    }
}
