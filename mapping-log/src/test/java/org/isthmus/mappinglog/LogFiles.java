// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** What tests of the mapping log share: events, logs of one directory, disks that fail. */
final class LogFiles implements AutoCloseable {
    static final int BLOCK = 64;
    private static final int QUEUE_ROWS = 4096;

    final Path directory;
    private DiskMappingLog log;

    LogFiles(Path directory) {
        this.directory = directory;
    }

    /** Of a block of {@link #BLOCK} UDP ports. */
    static MappingEvent event(
            MappingEvent.Kind kind, long time, long subscriber, int address, int block) {
        return event(kind, time, subscriber, address, block * BLOCK, block * BLOCK + BLOCK - 1);
    }

    static MappingEvent event(
            MappingEvent.Kind kind, long time, long subscriber, int address, int first, int last) {
        return new MappingEvent(
                kind,
                time,
                Protocol.UDP,
                Ipv6Prefix.of(subscriber, 0, 64),
                Ipv4Address.of(address),
                first,
                last);
    }

    static MappingEvent assigned(long time, long subscriber, int address, int block) {
        return event(MappingEvent.Kind.ASSIGNED, time, subscriber, address, block);
    }

    static MappingEvent released(long time, long subscriber, int address, int block) {
        return event(MappingEvent.Kind.RELEASED, time, subscriber, address, block);
    }

    static String text(List<MappingEvent> events) {
        return events.stream().map(LogFiles::text).collect(Collectors.joining("\n"));
    }

    static String text(MappingEvent e) {
        return e.kind
                + " "
                + e.epochMillis
                + " "
                + e.protocol
                + " "
                + e.subscriber
                + " "
                + e.address
                + " "
                + e.firstPort
                + "-"
                + e.lastPort;
    }

    /**
     * What counts for a port in a list at a time: its newest event, that of the port alone before
     * that of a block, unless it was taken back; or null.
     */
    static MappingEvent newest(List<MappingEvent> history, int address, int port, long time) {
        MappingEvent fixed = null;
        MappingEvent newest = null;
        for (MappingEvent e : history) {
            if (e.epochMillis <= time
                    && e.address.bits() == address
                    && e.firstPort <= port
                    && e.lastPort >= port) {
                if (e.firstPort == e.lastPort) {
                    fixed = e;
                } else {
                    newest = e;
                }
            }
        }
        boolean isFixed = fixed != null && fixed.kind != MappingEvent.Kind.RELEASED;
        return isFixed || newest == null ? fixed : newest;
    }

    /** Closes the log that is open, if any, and opens one. */
    DiskMappingLog open(int rows) throws IOException {
        return open(Retention.ALL, rows, QUEUE_ROWS, new Unforced());
    }

    DiskMappingLog open(Retention retention, int rows, int queueRows, Disk disk)
            throws IOException {
        return open(false, retention, rows, queueRows, disk);
    }

    /** Goes on with what can be read. */
    DiskMappingLog recover(int rows) throws IOException {
        return open(true, Retention.ALL, rows, QUEUE_ROWS, new Unforced());
    }

    DiskMappingLog open(boolean recover, Retention retention, int rows, int queueRows, Disk disk)
            throws IOException {
        close();
        log = new DiskMappingLog(directory, false, recover, retention, rows, queueRows, disk);
        return log;
    }

    @Override
    public void close() {
        if (log != null) {
            log.close();
            log = null;
        }
    }

    /** Files of the directory whose names end so. */
    List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.toString().endsWith(suffix))
                    .sorted(Comparator.naturalOrder())
                    .collect(Collectors.toList());
        }
    }

    /** All events from a time on, in parts. */
    static List<MappingEvent> since(DiskMappingLog log, long time, int part) throws IOException {
        List<MappingEvent> all = new ArrayList<>();
        DiskMappingLog.Part some;
        long cursor = 0;
        do {
            some = log.since(time, cursor, part, log.end());
            all.addAll(some.events);
            cursor = some.cursor;
        } while (!some.last);
        return all;
    }

    /** The low bits of whoever held a UDP port of 0.0.0.1. */
    static long holder(DiskMappingLog log, int port, long at) {
        return log.whoHad(17, 1, port, at).get(0).subscriber.high();
    }

    /** Not for a loss of power. */
    static class Unforced extends Disk {
        volatile long nanos;

        @Override
        long nanos() {
            return nanos;
        }

        @Override
        void force(FileChannel channel) {
            // A thousand of them take minutes on a disk that is busy.
        }

        @Override
        void forceNames(Path directory) {
            // The same.
        }

        @Override
        void end(EventQueue queue, Witness witness) {
            // The same.
        }
    }

    /** Is full while it is told so. */
    static final class FullDisk extends Unforced {
        volatile boolean full = true;

        @Override
        void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
            super.write(channel, bytes, at);
        }

        @Override
        long retryMillis() {
            return 1;
        }
    }

    /** Hangs until it is let go. */
    static final class HungDisk extends Unforced {
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            super.write(channel, bytes, at);
        }
    }

    /** Takes some bytes, and then none any more: as a process that is killed leaves it. */
    static final class DyingDisk extends Unforced {
        private long left;

        DyingDisk(long bytes) {
            left = bytes;
        }

        boolean died() {
            return left < 0;
        }

        @Override
        void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
            // Of an index, a page counts as a byte.
            int weight = bytes.remaining() == SegmentIndex.PAGE ? SegmentIndex.PAGE : 1;
            int some = (int) Math.max(Math.min((long) bytes.remaining(), left * weight), 0);
            boolean dies = some < bytes.remaining();
            left -= dies ? left + 1 : some / weight;
            bytes.limit(bytes.position() + some);
            super.write(channel, bytes, at);
            if (dies) {
                throw new IOException("killed");
            }
        }

        @Override
        long retryMillis() {
            return Long.MAX_VALUE / 1_000_000_000;
        }
    }
}
