// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.spi.MappingLog;

/**
 * The mapping log in files of bounded size, mapped into memory: an event is on its way to the disk
 * when {@link #append} returns, whatever becomes of this process. Each file begins with the blocks
 * held when it was begun, so one file answers a question, and old files can go.
 *
 * <p>Threading: any thread; a lock is held for the time of some memory accesses.
 */
public final class DiskMappingLog implements MappingLog {
    private static final System.Logger LOG = System.getLogger(DiskMappingLog.class.getName());

    /** Rows of a file: 16 MB. */
    private static final int CAPACITY = (16 << 20) / Segment.ROW;

    /** Files kept open beside the current one. */
    private static final int OPEN_MAX = 8;

    /** After a file could not be begun; what ends in the meantime is lost to the log. */
    private static final int RETRY_MILLIS = 1000;

    private static final String PREFIX = "mappings-";
    private static final String SUFFIX = ".log";
    private static final String UNFINISHED = ".new";

    private final Path directory;
    private final int capacity;
    private long retentionMillis;

    /** Numbers of the files by the time of their first event; the current one is the last. */
    private final TreeMap<Long, Integer> files = new TreeMap<>();

    /** Blocks held, by protocol, address and first port. */
    private final Map<List<Object>, MappingEvent> held = new LinkedHashMap<>();

    private final Map<Integer, Segment> open =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Integer, Segment> eldest) {
                    return size() > OPEN_MAX;
                }
            };

    private Segment current;
    private int number;
    private long retryAt = Long.MIN_VALUE;

    /**
     * @param retentionMillis how long a file is kept behind its last event; 0: for ever
     */
    public DiskMappingLog(Path directory, long retentionMillis) throws IOException {
        this(directory, retentionMillis, CAPACITY);
    }

    /**
     * @param capacity rows of a file, at least 2
     */
    DiskMappingLog(Path directory, long retentionMillis, int capacity) throws IOException {
        this.directory = directory;
        this.retentionMillis = retentionMillis;
        this.capacity = capacity;
        Files.createDirectories(directory);
        TreeMap<Integer, Path> found = new TreeMap<>();
        try (DirectoryStream<Path> paths =
                Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
            for (Path path : paths) {
                String name = path.getFileName().toString();
                found.put(
                        Integer.valueOf(
                                name.substring(PREFIX.length(), name.length() - SUFFIX.length())),
                        path);
            }
        }
        for (Map.Entry<Integer, Path> e : found.entrySet()) {
            files.put(Segment.since(e.getValue()), e.getKey());
        }
        if (!found.isEmpty()) {
            number = found.lastKey();
            current = Segment.open(file(number), this::track);
            if (current.damaged() > 0) {
                LOG.log(
                        Level.WARNING,
                        file(number) + ": " + current.damaged() + " rows cannot be read");
            }
        }
    }

    /**
     * @param millis how long a file is kept behind its last event; 0: for ever
     */
    public synchronized void retention(long millis) {
        retentionMillis = millis;
    }

    private Path file(int n) {
        return directory.resolve(String.format("%s%08d%s", PREFIX, n, SUFFIX));
    }

    private void track(MappingEvent event) {
        List<Object> block = List.of(event.protocol, event.address, event.firstPort);
        if (event.kind == MappingEvent.Kind.ASSIGNED) {
            held.put(block, event);
        } else {
            held.remove(block);
        }
    }

    @Override
    public synchronized void append(MappingEvent event) {
        try {
            if (current == null || current.full()) {
                if (event.epochMillis < retryAt) {
                    track(event);
                    return;
                }
                roll(event.epochMillis);
            }
        } catch (IOException e) {
            // The NAT goes on; the operator must know that the answer will be incomplete.
            LOG.log(Level.ERROR, "cannot write the mapping log in " + directory + ": " + e);
            retryAt = event.epochMillis + RETRY_MILLIS;
            // The next file begins with it, if it is still held.
            track(event);
            return;
        }
        current.append(event);
        track(event);
    }

    private void roll(long epochMillis) throws IOException {
        if (current != null) {
            open.put(number, current);
        }
        long since = files.isEmpty() ? epochMillis : Math.max(epochMillis, files.lastKey() + 1);
        // Room for what is held and as much again.
        int rows = Math.max(capacity, 2 * held.size() + 2);
        // Whoever is killed in here leaves a file that nobody takes for a part of the log.
        Path file = file(number + 1);
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        Files.deleteIfExists(unfinished);
        Segment next = Segment.create(unfinished, rows, since);
        for (MappingEvent event : held.values()) {
            next.append(event);
        }
        next.carried(held.size());
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        number++;
        files.put(since, number);
        current = next;
        expire(epochMillis);
    }

    private void expire(long epochMillis) throws IOException {
        // A file ends where its successor begins.
        while (retentionMillis > 0
                && files.size() > 1
                && files.higherKey(files.firstKey()) < epochMillis - retentionMillis) {
            int old = files.pollFirstEntry().getValue();
            open.remove(old);
            Files.deleteIfExists(file(old));
        }
    }

    @Override
    public synchronized List<MappingEvent> whoHad(
            int protocol, int address, int port, long epochMillis) {
        Map.Entry<Long, Integer> at = files.floorEntry(epochMillis);
        if (at == null) {
            return List.of();
        }
        List<MappingEvent> holders = new ArrayList<>();
        try {
            MappingEvent last = segment(at.getValue()).last(protocol, address, port, epochMillis);
            if (last != null && last.kind == MappingEvent.Kind.ASSIGNED) {
                holders.add(last);
            }
        } catch (IOException e) {
            LOG.log(Level.ERROR, "cannot read the mapping log in " + directory, e);
        }
        return holders;
    }

    private Segment segment(int n) throws IOException {
        if (n == number) {
            return current;
        }
        Segment segment = open.get(n);
        if (segment == null) {
            segment = Segment.open(file(n), event -> {});
            open.put(n, segment);
        }
        return segment;
    }

    /**
     * Events in the order in which they were appended, from a time on; for somebody who missed
     * some. An event that a later file begins with, since its block was held, is given once.
     *
     * @param epochMillis the first millisecond asked for
     * @param skip events that were given before
     * @param max events given
     * @throws IOException a file cannot be read
     */
    public synchronized List<MappingEvent> since(long epochMillis, int skip, int max)
            throws IOException {
        Long first = files.floorKey(epochMillis);
        if (first == null) {
            first = files.isEmpty() ? epochMillis : files.firstKey();
        }
        List<MappingEvent> events = new ArrayList<>();
        int skipped = 0;
        for (Map.Entry<Long, Integer> file : files.tailMap(first).entrySet()) {
            Segment segment = segment(file.getValue());
            int row = file.getKey().equals(first) ? 1 : 1 + segment.carried();
            for (; row < segment.next(); row++) {
                MappingEvent event = segment.since(row, epochMillis);
                if (event != null && skipped++ >= skip) {
                    if (events.size() == max) {
                        return events;
                    }
                    events.add(event);
                }
            }
        }
        return events;
    }

    /** The time of the latest event; {@link Long#MIN_VALUE}: there is none. */
    public synchronized long latest() {
        return current == null ? Long.MIN_VALUE : current.latest();
    }

    /** Bytes of all files. */
    public synchronized long size() throws IOException {
        long size = 0;
        for (int n : files.values()) {
            size += Files.size(file(n));
        }
        return size;
    }
}
