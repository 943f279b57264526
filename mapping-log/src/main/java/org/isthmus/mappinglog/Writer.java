// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves rows from the queue into segments, begins segments, makes their indexes and deletes what is
 * too old. While the disk fails it tries again; nothing leaves the queue before it is written.
 *
 * <p>Threading: a thread of its own; methods of others say so.
 */
final class Writer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    /** So much a loss of power may cost. */
    private static final long FORCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Rows written at once. */
    private static final int BATCH = 4096;

    private static final long CLOSE_MILLIS = 10_000;

    private final Path directory;
    private final int segmentRows;
    private final EventQueue queue;
    private final RecentEvents recent;
    private final Witness witness;
    private final Consumer<IOException> damage;
    private final Disk disk;
    private final Thread thread = new Thread(this, "isthmus-mapping-log");

    /** In order; the last one is written, and answered for by the recent events. */
    private volatile List<Segment> segments;

    private volatile Retention retention;
    private final LongAdder dropped = new LongAdder();

    /** The number of the first file, if there is none yet; by the queue's monitor. */
    private int firstFile;

    /** Epoch ms; the first file does not answer for times before. By the queue's monitor. */
    private long firstSince = Long.MIN_VALUE;

    /** Why events wait; null: all is well. */
    private volatile String problem;

    /** To be checked, and made where they are missing; by the queue's monitor. */
    private final Set<Segment> indexes = new LinkedHashSet<>();

    private boolean closing;

    private FileChannel channel;
    private int capacity;

    /** Row to be written. */
    private volatile int next;

    /** Number of the last row. */
    private long written;

    private final EventClock clock;
    private long retryAt;
    private boolean dirty;
    private long forceAt;

    /**
     * @param segments of the directory
     * @param next row behind the last whole one of the last segment
     * @param written number of the last event in that one
     * @param latest the time of the latest event in that one
     * @param firstFile the number of the first segment if there is none
     * @param damage told of what cannot be read
     * @throws IOException the last segment cannot be written to
     */
    Writer(
            Path directory,
            int segmentRows,
            EventQueue queue,
            RecentEvents recent,
            List<Segment> segments,
            int next,
            long written,
            long latest,
            int firstFile,
            Retention retention,
            Witness witness,
            Consumer<IOException> damage,
            Disk disk)
            throws IOException {
        this.directory = directory;
        this.segmentRows = segmentRows;
        this.queue = queue;
        this.recent = recent;
        this.segments = segments;
        this.next = next;
        this.written = written;
        clock = new EventClock(latest);
        this.firstFile = firstFile;
        this.retention = retention;
        this.witness = witness;
        this.damage = damage;
        this.disk = disk;
        indexes.addAll(segments);
        for (int i = 0; i < segments.size() - 1; i++) {
            clock.ended(segments.get(i).latest);
        }
        if (!segments.isEmpty()) {
            clock.begun(last().since);
        }
        if (!segments.isEmpty() && last().isWritable()) {
            Segment last = last();
            indexes.remove(last);
            channel = FileChannel.open(last.file, StandardOpenOption.WRITE);
            // What a kill or a loss of power cut short.
            channel.truncate((long) next * Row.BYTES);
            capacity = capacity(last.carried);
        }
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private Segment last() {
        return segments.get(segments.size() - 1);
    }

    /** Room for what is carried and as much again. */
    private int capacity(int carried) {
        return Math.max(segmentRows, 2 * carried + 2);
    }

    /** Never changed, but replaced. Any thread. */
    List<Segment> segments() {
        return segments;
    }

    /** Rows of the last segment, its header included. With the queue's monitor. */
    int rows() {
        return next;
    }

    /** Why events wait; null: all is well. Any thread. */
    String problem() {
        return problem;
    }

    /**
     * Nobody tells what was before a time. With the queue's monitor, before the first event.
     *
     * @param epochMillis from when on the first segment answers
     */
    void beginAt(long epochMillis) {
        // File 1 would answer for all times.
        firstFile = Math.max(firstFile, 2);
        firstSince = epochMillis;
    }

    /** Takes effect when the next segment is begun. Any thread. */
    void retention(Retention of) {
        retention = of;
    }

    /** Segments that were deleted to make room. Any thread. */
    long dropped() {
        return dropped.sum();
    }

    /** Somebody missed the index of a segment. Any thread. */
    void needsIndex(Segment segment) {
        synchronized (queue) {
            indexes.add(segment);
            queue.notifyAll();
        }
    }

    /** Writes what waits, unless the disk fails, and ends. What is left stays in the queue. */
    void close() {
        synchronized (queue) {
            closing = true;
            queue.notifyAll();
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        try {
            while (awaitWork()) {
                work();
            }
            if (channel != null) {
                disk.force(channel);
                channel.close();
            }
            disk.end(queue, witness);
        } catch (InterruptedException | IOException e) {
            LOG.error("the mapping log in {} ends early", directory, e);
        }
    }

    /** Returns whether to go on. */
    private boolean awaitWork() throws InterruptedException {
        synchronized (queue) {
            while (true) {
                long now = System.nanoTime();
                long wait = Long.MAX_VALUE;
                if (problem != null) {
                    if (closing) {
                        return false;
                    }
                    wait = retryAt - now;
                } else if (!queue.isEmpty() || !indexes.isEmpty() && !closing) {
                    return true;
                } else if (closing) {
                    return false;
                } else if (dirty) {
                    wait = forceAt - now;
                }
                if (wait <= 0) {
                    return true;
                }
                queue.wait(wait == Long.MAX_VALUE ? 0 : wait / 1_000_000 + 1);
            }
        }
    }

    private void work() {
        try {
            write();
            if (dirty && System.nanoTime() - forceAt >= 0) {
                force();
            }
            if (problem != null) {
                LOG.warn("the mapping log in {} is written again", directory);
                problem = null;
            }
        } catch (IOException | RuntimeException | Error e) {
            // Without its thread nothing would be written any more.
            String why =
                    e instanceof IOException
                            ? PrivateFiles.named(directory, (IOException) e).getMessage()
                            : e.toString();
            if (problem == null) {
                LOG.error("the mapping log fails: {}", why);
            }
            retryAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(disk.retryMillis());
            synchronized (queue) {
                problem = why;
                queue.notifyAll();
            }
            return;
        }
        makeIndex();
    }

    private void force() throws IOException {
        disk.force(channel);
        witness.set(Inspection.FORCED, place());
        dirty = false;
    }

    private long place() {
        return Inspection.place(last().fileNumber, next);
    }

    private void write() throws IOException {
        int at;
        int count;
        long first;
        synchronized (queue) {
            if (queue.isEmpty()) {
                return;
            }
            at = queue.from();
            count = Math.min(queue.together(), BATCH);
            first = queue.first();
        }
        ByteBuffer rows = queue.rows();
        long time = Row.time(rows, at);
        long nanos = disk.nanos();
        boolean isForward = clock.isSetForward(clock.latest(), time, nanos);
        if (channel == null
                || next >= capacity
                || first != written + 1
                || clock.isSetBack(time)
                || isForward) {
            begin(first, time, isForward);
            clock.goOnAt(time);
        }
        // The first alone: for those behind it, it is known how long it was ago.
        count = clock.hasWritten() ? Math.min(count, capacity - next) : 1;
        long until = clock.latest();
        for (int i = 0; i < count; i++) {
            time = Row.time(rows, at + i * Row.BYTES);
            boolean follows = Row.number(rows, at + i * Row.BYTES) == first + i;
            if (!follows
                    || EventClock.isSetBack(until, time)
                    || clock.isSetForward(until, time, nanos)) {
                count = i;
            } else {
                until = Math.max(until, time);
            }
        }
        rows.limit(at + count * Row.BYTES).position(at);
        disk.write(channel, rows, (long) next * Row.BYTES);
        int end = next + count;
        next = end;
        witness.set(Inspection.WRITTEN, place());
        written = first + count - 1;
        clock.written(until, disk.nanos());
        if (!dirty) {
            dirty = true;
            forceAt = System.nanoTime() + FORCE_NANOS;
        }
        synchronized (queue) {
            queue.take(count);
            queue.notifyAll();
        }
    }

    /**
     * Begins a segment with the blocks that are held.
     *
     * @param first number of the event that comes behind them
     * @param isForward see {@link EventClock#isSetForward}
     */
    private void begin(long first, long epochMillis, boolean isForward) throws IOException {
        if (dirty) {
            force();
        }
        int number;
        long earliest;
        synchronized (queue) {
            number = segments.isEmpty() ? firstFile : last().fileNumber + 1;
            earliest = firstSince;
        }
        boolean isBack = !segments.isEmpty() && clock.isSetBack(epochMillis);
        long since = epochMillis;
        if (segments.isEmpty()) {
            since = Math.max(epochMillis, earliest);
        } else if (!isBack) {
            since = Math.max(epochMillis, last().since + 1);
        }
        if (isBack || isForward) {
            LOG.warn(
                    "the clock was set {}, from {} to {}",
                    isBack ? "back" : "forward",
                    Instant.ofEpochMilli(clock.latest()),
                    Instant.ofEpochMilli(epochMillis));
        }
        if (!segments.isEmpty() && last().isCut) {
            // It knows what was held only from now on, however long its first events waited.
            since = Math.max(since, disk.epochMillis());
        } else if (channel != null && first != written + 1) {
            cut();
        }
        List<BlockEvents.Found> held = recent.held(first);
        Path file = Segment.file(directory, number);
        // Whoever is killed in here leaves a file that nobody takes for a part of the log.
        Path unfinished = Segment.unfinished(file);
        PrivateFiles.create(unfinished);
        FileChannel begun =
                FileChannel.open(
                        unfinished,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        try {
            int rowsBefore = segments.isEmpty() || last().isPadded() ? 0 : next;
            disk.write(
                    begun,
                    Segment.header(since, held.size(), first, rowsBefore, false, isForward),
                    0);
            carry(held, begun);
            disk.force(begun);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            disk.forceNames(directory);
        } catch (IOException e) {
            begun.close();
            throw e;
        }
        if (channel != null) {
            channel.close();
        }
        channel = begun;
        List<Segment> after = new ArrayList<>(segments);
        if (!segments.isEmpty()) {
            Segment full = last().ended(next, clock.latest());
            clock.ended(full.latest);
            after.set(after.size() - 1, full);
            needsIndex(full);
        }
        after.add(Segment.open(file));
        capacity = capacity(held.size());
        synchronized (queue) {
            next = 1 + held.size();
            segments = List.copyOf(after);
        }
        clock.begun(last().since);
        witness.set(Inspection.OLDEST, segments.get(0).fileNumber);
        witness.set(Inspection.FORCED, place());
        witness.set(Inspection.WRITTEN, place());
        recent.forgetBefore(first, queue);
        expire(epochMillis);
    }

    /** Events were lost behind the last row: who held what since then is not known. */
    private void cut() throws IOException {
        disk.write(channel, last().cutHeader(), 0);
        disk.force(channel);
        List<Segment> after = new ArrayList<>(segments);
        after.set(after.size() - 1, last().cut(next, clock.latest()));
        segments = List.copyOf(after);
    }

    private void carry(List<BlockEvents.Found> held, FileChannel to) throws IOException {
        ByteBuffer rows = ByteBuffer.allocate(BATCH * Row.BYTES);
        for (int from = 0; from < held.size(); from += BATCH) {
            int count = Math.min(BATCH, held.size() - from);
            for (int i = 0; i < count; i++) {
                BlockEvents.Found each = held.get(from + i);
                Row.put(rows, i * Row.BYTES, each.event, each.order);
            }
            rows.limit(count * Row.BYTES).position(0);
            disk.write(to, rows, (1L + from) * Row.BYTES);
            rows.clear();
        }
    }

    private void expire(long epochMillis) throws IOException {
        long now = clock.aged(epochMillis, disk.nanos());
        Retention kept = retention;
        while (kept.millis > 0
                && segments.size() > 1
                && Segment.endOfFirst(segments) < now - kept.millis) {
            deleteOldest();
        }
        while (kept.bytes > 0 && segments.size() > 1 && bytes() > kept.bytes) {
            Segment old = segments.get(0);
            deleteOldest();
            dropped.increment();
            LOG.warn(
                    "the mapping log in {} has reached its {} MB: {} is deleted, and what was"
                            + " before {} is no longer known",
                    directory,
                    kept.bytes >> 20,
                    old.file,
                    Instant.ofEpochMilli(segments.get(0).since));
        }
    }

    private void deleteOldest() throws IOException {
        Segment old = segments.get(0);
        segments = List.copyOf(segments.subList(1, segments.size()));
        witness.set(Inspection.OLDEST, segments.get(0).fileNumber);
        Files.deleteIfExists(old.index());
        Files.deleteIfExists(old.file);
    }

    /** Of all files, once the last segment is full and has its index. */
    private long bytes() throws IOException {
        long bytes = queue.bytes() + (long) capacity * Row.BYTES + SegmentIndex.bytes(capacity);
        for (Segment segment : segments.subList(0, segments.size() - 1)) {
            bytes += Files.size(segment.file) + SegmentIndex.bytes(segment.rows);
        }
        return bytes;
    }

    private void makeIndex() {
        Segment segment;
        synchronized (queue) {
            if (indexes.isEmpty()) {
                return;
            }
            segment = indexes.iterator().next();
        }
        try {
            SegmentIndex.open(segment).close();
            LOG.debug("{} has its index", segment.file);
        } catch (IOException missing) {
            try {
                SegmentIndex.make(segment, disk);
            } catch (IOException | RuntimeException | Error e) {
                if (segments.contains(segment)) {
                    LOG.warn("no index for {}: {}", segment.file, e.toString());
                    if (e instanceof DamagedLogException) {
                        damage.accept((IOException) e);
                    }
                }
            }
        }
        synchronized (queue) {
            indexes.remove(segment);
        }
    }
}
