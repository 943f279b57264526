// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Copies a log while it is written: its segments up to a moment, and behind them an empty one that
 * says that nobody can tell what came since. Whoever opens the copy begins a segment with all that
 * is held then, and refuses questions about the time between. Indexes are made anew.
 *
 * <p>Threading: one thread.
 */
final class LogCopy {
    /**
     * Events have the time at which they were decided, and are appended soon after; the copy does
     * not vouch for the last moments.
     */
    private static final long MARGIN_MILLIS = 10_000;

    private static final int CHUNK = 1 << 16;

    private final DiskMappingLog log;
    private final String folder;
    private final ZipOutputStream to;

    /**
     * @param folder of the files in the archive, with a slash at its end
     */
    LogCopy(DiskMappingLog log, String folder, ZipOutputStream to) {
        this.log = log;
        this.folder = folder;
        this.to = to;
    }

    /**
     * @param now epoch ms
     * @throws IOException a file cannot be read, the disk is too slow, or the archive cannot be
     *     written
     */
    void write(long now) throws IOException {
        // Before the events: a position is never ahead of them.
        try (DirectoryStream<Path> positions =
                Files.newDirectoryStream(log.directory(), "exporter-*.position")) {
            for (Path position : positions) {
                to.putNextEntry(new ZipEntry(folder + position.getFileName()));
                to.write(Files.readAllBytes(position));
                to.closeEntry();
            }
        }
        log.flushToCopy();
        DiskMappingLog.Written written = log.written();
        List<Segment> segments = written.segments;
        int number = 1;
        int rows = 0;
        // Without a segment nothing of the log is in the copy, whatever was appended since.
        long next = log.first();
        if (!segments.isEmpty()) {
            Segment newest = segments.get(segments.size() - 1).ended(written.rows, log.latest());
            for (Segment segment : segments.subList(0, segments.size() - 1)) {
                copyUnlessGone(segment);
            }
            copy(newest);
            number = newest.fileNumber + 1;
            rows = newest.isPadded() ? 0 : newest.rows;
            boolean hasEvents = newest.rows > 1 + newest.carried;
            next = hasEvents ? newest.read(newest.rows - 1).order + 1 : newest.first();
        }
        end(number, Segment.header(now - MARGIN_MILLIS, 0, next, rows, true, false).array());
    }

    private void end(int number, byte[] header) throws IOException {
        Path file = Segment.file(log.directory(), number);
        to.putNextEntry(new ZipEntry(folder + file.getFileName()));
        to.write(header);
        to.closeEntry();
    }

    /** The oldest ones go while it is made, where they take too much. */
    private void copyUnlessGone(Segment segment) throws IOException {
        try {
            copy(segment);
        } catch (NoSuchFileException e) {
            if (Files.exists(segment.file)) {
                throw e;
            }
        }
    }

    private void copy(Segment segment) throws IOException {
        try (RandomAccessFile in = Segment.reader(segment.file)) {
            long left = segment.isPadded() ? in.length() : (long) segment.rows * Row.BYTES;
            to.putNextEntry(new ZipEntry(folder + segment.file.getFileName()));
            byte[] bytes = new byte[CHUNK];
            while (left > 0) {
                int n = in.read(bytes, 0, (int) Math.min(left, bytes.length));
                if (n < 0) {
                    throw new IOException(segment.file + " ends too early");
                }
                to.write(bytes, 0, n);
                left -= n;
            }
            to.closeEntry();
        }
    }
}
