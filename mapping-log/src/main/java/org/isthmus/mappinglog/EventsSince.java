// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.MappingEvent;

/**
 * The events of a log from a time on, in the order in which they were appended. Where a segment
 * begins and nobody knows what was before, a part begins with what was held then.
 *
 * <p>Threading: one thread.
 */
final class EventsSince {
    private final DiskMappingLog.Written written;
    private final HeldRows held;
    private final long epochMillis;
    private final long end;

    /**
     * @param written what is there; not empty
     * @param held remembers them from part to part
     * @param epochMillis the first millisecond asked for
     * @param end the first number that is not asked for
     */
    EventsSince(DiskMappingLog.Written written, HeldRows held, long epochMillis, long end) {
        this.written = written;
        this.held = held;
        this.epochMillis = epochMillis;
        this.end = end;
    }

    /**
     * @param cursor 0, or that of the part before
     * @param max events given
     * @throws IOException a file cannot be read, or is gone since the part before
     */
    DiskMappingLog.Part part(long cursor, int max) throws IOException {
        List<Segment> segments = written.segments;
        Segment answers = Segment.at(segments, epochMillis);
        int at = cursor == 0 ? begin(answers) : place((int) (cursor >>> Integer.SIZE));
        // Row 1: with what was held, whatever is asked for.
        int row = cursor == 0 && answers == null ? 1 : (int) cursor;
        List<MappingEvent> events = new ArrayList<>();
        long[] place = {cursor};
        long begin = 0;
        Segment first = segments.get(at);
        if (row == 1 || row > 1 && row <= first.carried) {
            begin = first.fileNumber == 1 ? 0 : first.since;
            HeldRows.Order rows = held.of(first);
            for (; row <= rows.size() && events.size() < max; row++) {
                events.add(rows.event(row - 1));
            }
            place[0] = place(first, row);
        }
        int heldThen = events.size();
        for (; at < segments.size() && events.size() < max; at++) {
            Segment segment = segments.get(at);
            boolean isLast = at == segments.size() - 1;
            segment.read(
                    Math.max(row, 1 + segment.carried),
                    isLast ? written.rows : segment.rows,
                    (i, rows, offset, number) -> {
                        if (number >= end || events.size() == max) {
                            return false;
                        }
                        if (Row.time(rows, offset) >= epochMillis) {
                            events.add(Row.event(rows, offset));
                        }
                        place[0] = place(segment, i + 1);
                        return true;
                    });
            row = 0;
            if (segment.isCut
                    && events.size() < max
                    && !isLast
                    && segments.get(at + 1).first() < end) {
                long next = place(segments.get(at + 1), 1);
                return new DiskMappingLog.Part(events, next, false, heldThen, begin);
            }
        }
        return new DiskMappingLog.Part(events, place[0], events.size() < max, heldThen, begin);
    }

    private static long place(Segment segment, int row) {
        return (long) segment.fileNumber << Integer.SIZE | row;
    }

    /** Clocks of different nodes may differ: what is as late may stand in files before, too. */
    private int begin(Segment answers) {
        List<Segment> segments = written.segments;
        int at = answers == null ? 0 : segments.indexOf(answers);
        while (at > 0
                && segments.get(at - 1).latest >= epochMillis
                && !EventClock.isSetBack(segments.get(at - 1).latest, segments.get(at).since)) {
            at--;
        }
        return at;
    }

    private int place(int fileNumber) throws IOException {
        for (int at = 0; at < written.segments.size(); at++) {
            if (written.segments.get(at).fileNumber == fileNumber) {
                return at;
            }
        }
        throw new IOException("file " + fileNumber + " of the mapping log is gone");
    }
}
