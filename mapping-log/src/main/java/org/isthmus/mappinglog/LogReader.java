// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a log from an event on, in the order of the numbers, and goes on as more is written. What
 * the log no longer has is skipped and counted. It reads what stands in segments: while the disk
 * fails, what waits in the queue is not seen.
 *
 * <p>Threading: one thread at a time. It shares the queue's lock with {@link
 * DiskMappingLog#append}, for as long as it takes to read two numbers.
 */
public final class LogReader {
    /** More were never in a file: numbers of format 1 begin anew in each, so none were lost. */
    private static final long LARGEST_GAP = Integer.MAX_VALUE;

    private final DiskMappingLog log;
    private long next;
    private long lost;

    /** The segment that was read last and the row to go on with; 0: to be looked for. */
    private int file;

    private int row;

    LogReader(DiskMappingLog log, long from) {
        this.log = log;
        this.next = from;
    }

    /** The number behind the last event that was read or skipped. */
    public long next() {
        return next;
    }

    /** Events that were skipped because the log has them no longer, or never had. */
    public long lost() {
        return lost;
    }

    /**
     * The next events; empty: there are none yet.
     *
     * @param max at least 1
     * @throws IOException a file cannot be read, or the last one is gone; the next call tries again
     */
    public List<LoggedEvent> read(int max) throws IOException {
        while (true) {
            DiskMappingLog.Written written = log.written();
            int at = place(written.segments);
            if (at < 0) {
                return List.of();
            }
            Segment segment = written.segments.get(at);
            boolean isLast = at == written.segments.size() - 1;
            int end = isLast ? written.rows : segment.rows;
            List<LoggedEvent> events = new ArrayList<>();
            try {
                read(segment, end, max, events);
            } catch (NoSuchFileException e) {
                file = 0;
                if (log.written().segments.contains(segment)) {
                    String missing = e.getMessage() + " is missing";
                    log.damaged(missing);
                    if (isLast) {
                        // There is no other to go on with, and the next round would be the same.
                        throw new IOException(missing, e);
                    }
                    leave(written.segments, at);
                }
                // Else deleted in the meantime: the next round skips it.
                continue;
            } catch (DamagedLogException e) {
                log.damaged(e.getMessage());
                if (events.isEmpty()) {
                    leave(written.segments, at);
                }
            }
            if (!events.isEmpty() || isLast) {
                return events;
            }
            leave(written.segments, at);
        }
    }

    /** Where in the list the next event stands; -1: there is nothing to read. */
    private int place(List<Segment> segments) {
        int at = segments.size() - 1;
        while (at > 0 && segments.get(at).first() > next) {
            at--;
        }
        if (at < 0) {
            return -1;
        }
        Segment segment = segments.get(at);
        if (next < segment.first()) {
            skipTo(segment.first());
        }
        if (segment.fileNumber != file) {
            file = segment.fileNumber;
            row = 0;
        }
        return at;
    }

    private void skipTo(long number) {
        long gap = number - next;
        if (gap > 0 && next > 0) {
            lost += gap > LARGEST_GAP ? 1 : gap;
        }
        next = Math.max(next, number);
    }

    /** Nothing more is to be had from a segment that has a successor. */
    private void leave(List<Segment> segments, int at) {
        if (at == segments.size() - 1) {
            return;
        }
        Segment after = segments.get(at + 1);
        if (segments.get(at).isPadded()) {
            next = Math.max(next, after.first());
        } else {
            skipTo(after.first());
        }
        file = after.fileNumber;
        row = 0;
    }

    private void read(Segment segment, int end, int max, List<LoggedEvent> to) throws IOException {
        if (row == 0) {
            row = segment.row(next, end);
        }
        if (row >= end) {
            return;
        }
        segment.read(
                row,
                end,
                (at, rows, offset, number) -> {
                    if (to.size() == max) {
                        return false;
                    }
                    if (number >= next) {
                        skipTo(number);
                        to.add(new LoggedEvent(number, Row.event(rows, offset)));
                        next = number + 1;
                    }
                    row = at + 1;
                    return true;
                });
    }
}
