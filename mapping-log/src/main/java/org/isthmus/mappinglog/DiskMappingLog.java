// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipOutputStream;
import org.isthmus.core.api.LostException;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.spi.MappingLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mapping log in files. An event outlives this process from the moment {@link #append} returns;
 * it stands in a segment soon after, and a loss of power costs about the last second.
 *
 * <p>What cannot be written waits in a queue of bounded size. When that is full, events are lost to
 * the log until it is empty: {@link #lost} counts them, and the operator is told. The NAT goes on.
 * Of that time nobody is named.
 *
 * <p>Threading: any thread. {@link #append} writes to memory and holds a lock for that long only;
 * nobody else holds it for longer. {@link #whoHad} takes no lock, and reads files unless it is
 * asked for a time that the newest one covers.
 */
public final class DiskMappingLog implements MappingLog, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskMappingLog.class);

    /** Rows of a segment: 4 MB. */
    private static final int SEGMENT_ROWS = (4 << 20) / Row.BYTES;

    /** Events that wait to be written: 3 MB. */
    private static final int QUEUE_ROWS = 1 << 16;

    /** What is wrong beyond that is not told one by one. */
    private static final int DAMAGE_NAMED = 100;

    /** How long the disk may take for what waits, before {@link #since} gives up. */
    private static final long WRITTEN_MILLIS = 2_000;

    /** The same, before a copy is given up. */
    private static final long COPIED_MILLIS = 60_000;

    private final Path directory;
    private final RecentEvents recent = new RecentEvents();
    private final HeldRows held = new HeldRows();

    /** Its monitor is the lock of all that changes. */
    private final EventQueue queue;

    private final Writer writer;

    /** The number of the event to come. */
    private long next;

    private long latest = Long.MIN_VALUE;
    private boolean overflows;
    private boolean closed;
    private volatile long lost;

    /** Events lost in a row, until a segment behind them says so; null: none. */
    private volatile Loss loss;

    /** From when on answers are known while there is no segment, epoch ms. */
    private volatile long begun;

    /** What was found to be wrong; its own monitor. */
    private final Set<String> damage = new LinkedHashSet<>();

    /** How far segments were written at a moment. */
    static final class Written {
        final List<Segment> segments;

        /** Of the last one, its header included. */
        final int rows;

        Written(List<Segment> segments, int rows) {
            this.segments = segments;
            this.rows = rows;
        }
    }

    /** Some events, and where to go on. */
    public static final class Part {
        /** In the order in which they were appended. */
        public final List<MappingEvent> events;

        /** For the next question; means something to this log alone. */
        public final long cursor;

        /** Whether there is no more. */
        public final boolean last;

        /** Of the events, how many were held at {@link #begin}; the first ones. */
        public final int held;

        /**
         * Epoch ms; what was logged before this time, and behind the part before, is not known. 0:
         * all is.
         */
        public final long begin;

        Part(List<MappingEvent> events, long cursor, boolean last, int held, long begin) {
            this.events = events;
            this.cursor = cursor;
            this.last = last;
            this.held = held;
            this.begin = begin;
        }
    }

    /**
     * Opens or creates the log of a directory. Reads all of it.
     *
     * @param expected whether there must be one
     * @param recover go on with what can be read of a damaged log, or without any; what is damaged
     *     is kept under another name
     * @throws IOException the directory cannot be used, has a file of an unknown format, or lacks
     *     something; the file is named, and as before
     */
    public DiskMappingLog(Path directory, boolean expected, boolean recover, Retention retention)
            throws IOException {
        this(directory, expected, recover, retention, SEGMENT_ROWS, QUEUE_ROWS, new Disk());
    }

    /**
     * @param segmentRows rows of a segment, at least 2
     * @param queueRows events that may wait
     */
    DiskMappingLog(
            Path directory,
            boolean expected,
            boolean recover,
            Retention retention,
            int segmentRows,
            int queueRows,
            Disk disk)
            throws IOException {
        this.directory = directory;
        PrivateFiles.directory(directory);
        Segment.deleteUnfinished(directory);
        Inspection inspection = new Inspection(directory, disk);
        if (expected) {
            inspection.expectLog();
        }
        if (!inspection.damage().isEmpty()) {
            if (!recover) {
                throw new DamagedLogException(
                        "cannot use the mapping log in "
                                + directory
                                + ": "
                                + inspection.summary()
                                + "; start with --recover to go on with what can be read"
                                + " (docs/mapping-log.md)");
            }
            inspection.damage().forEach(this::damaged);
            inspection.mend();
        }
        List<Segment> segments = inspection.segments();
        queue = EventQueue.open(directory, queueRows, disk);
        next = inspection.number() + 1;
        int rows = 1;
        long loaded = Long.MIN_VALUE;
        if (!segments.isEmpty()) {
            Segment last = segments.get(segments.size() - 1);
            rows = last.rows;
            load(last);
            loaded = latest;
        }
        next = 1 + queue.recover(next - 1, (event, number) -> remember(event, number, true));
        boolean isEmpty = segments.isEmpty() && queue.isEmpty();
        begun =
                inspection.nextFile() == 1 && !(isEmpty && inspection.hasLost())
                        ? 0
                        : disk.epochMillis();
        if (inspection.hasLost() && !isEmpty) {
            // The number of one that was lost says so.
            loss = new Loss(next++, latest, disk.epochMillis());
            recent.release(loss.number, loss.to);
        }
        Witness witness = inspection.witness(queue.capacity());
        queue.witness(witness, inspection.hasLost());
        writer =
                new Writer(
                        directory,
                        segmentRows,
                        queue,
                        recent,
                        segments,
                        rows,
                        inspection.number(),
                        loaded,
                        inspection.nextFile(),
                        retention,
                        witness,
                        this::damaged,
                        disk);
        if (inspection.hasLost() && isEmpty) {
            writer.beginAt(begun);
        }
        writer.start();
    }

    private void load(Segment segment) throws IOException {
        segment.read(
                1,
                (row, bytes, at, number) -> {
                    // What was held behind a cut is not known.
                    if (!segment.isCut) {
                        recent.add(Row.event(bytes, at), number, true);
                    }
                    latest = Math.max(latest, segment.time(row, bytes, at));
                    return true;
                });
    }

    private void damaged(IOException e) {
        damaged(e.getMessage());
    }

    /** Raises the alarm of what was found to be wrong. Any thread. */
    void damaged(String what) {
        synchronized (damage) {
            if (damage.size() == DAMAGE_NAMED || !damage.add(what)) {
                return;
            }
        }
        LOG.error("the mapping log is damaged: {}", what);
    }

    private void remember(MappingEvent event, long number, boolean kept) {
        recent.add(event, number, kept);
        latest =
                EventClock.isSetBack(latest, event.epochMillis)
                        ? event.epochMillis
                        : Math.max(latest, event.epochMillis);
    }

    /** Where its files are. */
    public Path directory() {
        return directory;
    }

    /** Changes how much is kept, from the next segment on. */
    public void retention(Retention retention) {
        writer.retention(retention);
    }

    @Override
    public void append(MappingEvent event) {
        boolean begins;
        boolean over;
        synchronized (queue) {
            over = overflows && queue.isEmpty();
            // All in a row: each loss costs a segment.
            boolean kept = !closed && (!overflows || over) && queue.offer(event, next);
            begins = !kept && !overflows;
            if (!kept) {
                lost++;
                Loss before = losing();
                loss =
                        before == null
                                ? new Loss(next, latest, event.epochMillis)
                                : new Loss(
                                        begins ? next : before.number,
                                        before.from,
                                        Math.max(before.to, event.epochMillis));
            }
            remember(event, next++, kept);
            overflows = begins || overflows && !over;
            queue.notifyAll();
        }
        if (begins) {
            String problem = writer.problem();
            LOG.error(
                    "the mapping log in {} loses events: {}",
                    directory,
                    problem == null ? "the disk is too slow, or the log closed" : problem);
        } else if (over) {
            LOG.warn("the mapping log in {} lost {} events", directory, lost);
        }
    }

    /**
     * What was logged behind the last event is not known here: until a time, nobody is named, and
     * what was held then is nobody's until it is logged again.
     *
     * @param until epoch ms
     */
    public void lose(long until) {
        synchronized (queue) {
            queue.lose();
            if (queue.isEmpty() && writer.segments().isEmpty()) {
                begun = Math.max(begun, until);
                writer.beginAt(begun);
                return;
            }
            Loss before = losing();
            boolean isMore = before != null && before.number == next - 1;
            long to = Math.max(until, isMore ? before.to : latest);
            // What comes behind shows it by its number.
            loss = isMore ? new Loss(before.number, before.from, to) : new Loss(next++, latest, to);
            recent.release(loss.number, to);
        }
    }

    /** Whether what is held is not known, until more is logged. */
    public boolean loses() {
        List<Segment> segments = writer.segments();
        return losing() != null || !segments.isEmpty() && segments.get(segments.size() - 1).isCut;
    }

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException a file cannot be read; its name is in the message
     */
    @Override
    public List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis) {
        while (true) {
            List<Segment> segments = writer.segments();
            try {
                MappingEvent newest = newest(segments, protocol, address, port, epochMillis);
                // Once there is another segment, recent events of the one before are forgotten.
                if (segments == writer.segments()) {
                    return newest == null || !newest.kind.isHeld() ? List.of() : List.of(newest);
                }
            } catch (NoSuchFileException e) {
                // Deleted in the meantime, as too old?
                if (segments == writer.segments()) {
                    String missing = e.getMessage() + " is missing";
                    damaged(missing);
                    throw new LostException(missing);
                }
            } catch (DamagedLogException e) {
                damaged(e);
                throw new LostException(e.getMessage());
            } catch (IOException e) {
                damaged(e);
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public MappingEvent whoHas(int protocol, int address, int port) {
        MappingEvent newest = recent.newest(protocol, address, port, Long.MAX_VALUE);
        return newest == null || !newest.kind.isHeld() ? null : newest;
    }

    /** What was lost, unless a segment says so; or null. */
    private Loss losing() {
        List<Segment> segments = writer.segments();
        Loss last = loss;
        boolean isSaid =
                last == null
                        || !segments.isEmpty()
                                && segments.get(segments.size() - 1).first() > last.number;
        return isSaid ? null : last;
    }

    private MappingEvent newest(
            List<Segment> segments, int protocol, int address, int port, long epochMillis)
            throws IOException {
        Loss losing = losing();
        if (losing != null && losing.from <= epochMillis && epochMillis < losing.to) {
            throw new LostException(
                    "the mapping log in "
                            + directory
                            + " has lost what came behind "
                            + Instant.ofEpochMilli(losing.from)
                            + " (docs/mapping-log.md)");
        }
        if (segments.isEmpty()) {
            return recent.newest(protocol, address, port, epochMillis);
        }
        Segment segment = Segment.at(segments, epochMillis);
        if (segment == null) {
            return null;
        }
        // While the segment behind a loss is begun, the one before is cut already.
        boolean isBehind = losing != null && losing.to <= epochMillis;
        if (epochMillis >= segment.until && !isBehind) {
            throw new LostException(
                    segment.file
                            + " has lost what came behind "
                            + Instant.ofEpochMilli(segment.until)
                            + " (docs/mapping-log.md)");
        }
        if (segment == segments.get(segments.size() - 1) && (!segment.isCut || isBehind)) {
            return recent.behind(segment.first()).newest(protocol, address, port, epochMillis);
        }
        return segment.newest(
                protocol, address, port, epochMillis, () -> writer.needsIndex(segment));
    }

    @Override
    public long oldest() {
        List<Segment> segments = writer.segments();
        if (segments.isEmpty()) {
            return begun;
        }
        return segments.get(0).fileNumber == 1 ? 0 : Segment.begin(segments);
    }

    @Override
    public long dropped() {
        return writer.dropped();
    }

    /** The number of the event to come; events are numbered as they are appended. */
    public long end() {
        synchronized (queue) {
            return next;
        }
    }

    /**
     * The time of the latest event since a clock was last set back, epoch ms; {@link
     * Long#MIN_VALUE}: there is none.
     */
    public long latest() {
        synchronized (queue) {
            return latest;
        }
    }

    @Override
    public long waiting() {
        synchronized (queue) {
            return queue.size();
        }
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public String problem() {
        return writer.problem();
    }

    @Override
    public List<String> damage() {
        synchronized (damage) {
            return List.copyOf(damage);
        }
    }

    /**
     * Waits until everything appended so far is in a segment; some seconds at most.
     *
     * @throws IOException the disk fails or is too slow
     */
    public void flush() throws IOException {
        awaitWritten(end(), WRITTEN_MILLIS);
    }

    /** As {@link #flush}, and more patient: nobody's packets wait for a copy. */
    void flushToCopy() throws IOException {
        awaitWritten(end(), COPIED_MILLIS);
    }

    private void awaitWritten(long end, long millis) throws IOException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (queue) {
            while (!queue.isEmpty() && queue.first() < end) {
                long left = (until - System.nanoTime()) / 1_000_000;
                String problem = writer.problem();
                if (left <= 0 || problem != null) {
                    throw new IOException(
                            "the mapping log waits for the disk: "
                                    + (problem == null ? directory + " is slow" : problem));
                }
                try {
                    queue.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
        }
    }

    Written written() {
        synchronized (queue) {
            return new Written(writer.segments(), writer.rows());
        }
    }

    /**
     * Copies the log into an archive, while it goes on. The copy refuses questions about the time
     * from now, but for some seconds, until somebody opens it.
     *
     * @param folder of the files in the archive, with a slash at its end
     * @param now epoch ms
     * @throws IOException a file cannot be read, the disk is too slow, or the archive cannot be
     *     written
     */
    public void copy(String folder, long now, ZipOutputStream to) throws IOException {
        new LogCopy(this, folder, to).write(now);
    }

    /** The number of the oldest event that is kept; {@link #end} while there is none. */
    public long first() {
        synchronized (queue) {
            List<Segment> segments = writer.segments();
            if (!segments.isEmpty()) {
                return segments.get(0).first();
            }
            return queue.isEmpty() ? next : queue.first();
        }
    }

    /**
     * Reads the log from an event on.
     *
     * @param number of the first event asked for; those that are no longer there are skipped
     */
    public LogReader reader(long number) {
        return new LogReader(this, number);
    }

    /**
     * Events in the order in which they were appended, from a time on; for somebody who missed
     * some. Where the log does not know what was before, because it was deleted or lost, a part
     * begins with what was held from then on, the oldest of it first. Reads files, and waits for
     * the disk.
     *
     * @param epochMillis the first millisecond asked for
     * @param cursor 0, or that of the part before
     * @param max events given
     * @param end the first number that is not asked for, at most {@link #end}
     * @throws IOException a file cannot be read or written, or is gone since the part before
     */
    public Part since(long epochMillis, long cursor, int max, long end) throws IOException {
        awaitWritten(end, WRITTEN_MILLIS);
        Written written = written();
        return written.segments.isEmpty()
                ? new Part(List.of(), 0, true, 0, begun)
                : new EventsSince(written, held, epochMillis, end).part(cursor, max);
    }

    @Override
    public void close() {
        synchronized (queue) {
            closed = true;
        }
        writer.close();
    }
}
