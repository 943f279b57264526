// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.core.model.MappingEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file of the log, as it is read: its header, and its rows on demand. Nothing is kept open, so
 * there is nothing to close when the file is deleted. Immutable.
 *
 * <p>Threading: any thread. An interrupted reader goes on reading.
 */
final class Segment {
    private static final Logger LOG = LoggerFactory.getLogger(Segment.class);

    /** What is written. Format 1, of release 0.1, is read: it has no numbers. */
    static final int VERSION = 2;

    private static final int UNNUMBERED = 1;

    private static final long MAGIC = 0x49534d41504c4f47L; // ISMAPLOG

    private static final int SINCE = 24;
    private static final int CARRIED = 32;
    private static final int FIRST = 40;

    private static final String PREFIX = "mappings-";
    private static final String SUFFIX = ".log";
    private static final String INDEX = ".idx";
    private static final String UNFINISHED = ".new";

    /** Rows read at once by who reads all. */
    private static final int CHUNK = 1024;

    final Path file;

    /** Numbers of files grow. */
    final int fileNumber;

    /**
     * Epoch ms; the segment answers for this time and all up to the next one's. Grows from one to
     * the next, but where a clock was set back.
     */
    final long since;

    /** Rows behind the header that repeat what was held when the file was begun. */
    final int carried;

    private final int version;
    private final long first;

    private Segment(Path file, int fileNumber, ByteBuffer header) {
        this.file = file;
        this.fileNumber = fileNumber;
        this.version = header.getInt(Row.VERSION);
        this.since = header.getLong(SINCE);
        this.carried = header.getInt(CARRIED);
        this.first =
                version == UNNUMBERED ? (long) fileNumber << Integer.SIZE : header.getLong(FIRST);
    }

    /** Told of rows. */
    interface Visitor {
        /**
         * @param rows with the row at an offset
         * @param number of the event
         * @return whether to go on
         */
        boolean row(int row, ByteBuffer rows, int at, long number);
    }

    static Path file(Path directory, int fileNumber) {
        return directory.resolve(String.format("%s%08d%s", PREFIX, fileNumber, SUFFIX));
    }

    /** The number in a file's name; -1: it is no segment. */
    static int fileNumber(Path file) {
        String name = file.getFileName().toString();
        return name.matches(PREFIX + "\\d{8,9}" + SUFFIX)
                ? Integer.parseInt(name.substring(PREFIX.length(), name.length() - SUFFIX.length()))
                : -1;
    }

    /** The name a file has until it is whole. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** Deletes what a process left that was killed while it made a file of the log. */
    static void deleteUnfinished(Path directory) throws IOException {
        try (DirectoryStream<Path> left =
                Files.newDirectoryStream(directory, "mappings*" + UNFINISHED)) {
            for (Path each : left) {
                Files.delete(each);
                LOG.info("deleted {}, which was never finished", each);
            }
        }
    }

    /**
     * A header.
     *
     * @param first number of the first event behind those carried
     */
    static ByteBuffer header(long since, int carried, long first) {
        ByteBuffer header = ByteBuffer.allocate(Row.BYTES);
        header.putLong(Row.MAGIC, MAGIC)
                .putInt(Row.VERSION, VERSION)
                .putLong(SINCE, since)
                .putInt(CARRIED, carried)
                .putLong(FIRST, first);
        Row.seal(header, 0);
        return header;
    }

    /**
     * @throws IOException it cannot be read, is no segment, or of a format that is not known
     */
    static Segment open(Path file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(Row.BYTES);
        try (RandomAccessFile in = reader(file)) {
            in.readFully(header.array());
        } catch (EOFException e) {
            throw new IOException(file + " is no mapping log: it has no header", e);
        }
        if (!Row.whole(header, 0) || header.getLong(Row.MAGIC) != MAGIC) {
            throw new IOException(file + " is no mapping log, or its header is damaged");
        }
        int version = header.getInt(Row.VERSION);
        if (version != UNNUMBERED && version != VERSION) {
            throw new IOException(
                    file + " has format " + version + ", not " + UNNUMBERED + " or " + VERSION);
        }
        return new Segment(file, fileNumber(file), header);
    }

    /** A reader that an interrupt does not close. */
    static RandomAccessFile reader(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return new RandomAccessFile(file.toFile(), "r");
    }

    /** Whether events are appended to files of this format. */
    boolean isWritable() {
        return version == VERSION;
    }

    /** Numbers of its events, but for those carried, are not below. */
    long first() {
        return first;
    }

    /**
     * When the event of a row happened, at the latest: what is carried did before the segment
     * began, also by a clock that was ahead and was set back.
     */
    long time(int row, ByteBuffer rows, int at) {
        long time = Row.time(rows, at);
        return row <= carried ? Math.min(time, since) : time;
    }

    /** The one that answers for a time: the last that had begun by then; null: none had. */
    static Segment at(List<Segment> segments, long epochMillis) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).since <= epochMillis) {
                return segments.get(i);
            }
        }
        return null;
    }

    Path index() {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + INDEX);
    }

    private long number(int row, ByteBuffer rows, int at) {
        return version == UNNUMBERED ? first | row : Row.number(rows, at);
    }

    /**
     * Visits rows that are whole, in order.
     *
     * @param from the first row; 1 is the one behind the header
     */
    void read(int from, Visitor visitor) throws IOException {
        ByteBuffer rows = ByteBuffer.allocate(CHUNK * Row.BYTES);
        try (RandomAccessFile in = reader(file)) {
            in.seek((long) from * Row.BYTES);
            for (int row = from; ; row += CHUNK) {
                int length = in.read(rows.array());
                for (int more = length;
                        more > 0 && length < rows.capacity();
                        length += Math.max(more, 0)) {
                    more = in.read(rows.array(), length, rows.capacity() - length);
                }
                for (int i = 0; i < length / Row.BYTES; i++) {
                    int at = i * Row.BYTES;
                    if (Row.whole(rows, at)
                            && !visitor.row(row + i, rows, at, number(row + i, rows, at))) {
                        return;
                    }
                }
                if (length < rows.capacity()) {
                    return;
                }
            }
        }
    }

    /** The event in a row, and its number. */
    BlockEvents.Found read(int row) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Row.BYTES);
        try (RandomAccessFile in = reader(file)) {
            in.seek((long) row * Row.BYTES);
            in.readFully(bytes.array());
        }
        if (!Row.whole(bytes, 0)) {
            throw new IOException(file + ": row " + row + " is damaged");
        }
        return new BlockEvents.Found(number(row, bytes, 0), Row.event(bytes, 0));
    }

    /**
     * The newest event of a port, as they were appended, of those not after a time; or null. Asks
     * the index; without one that can be read it reads the whole file.
     *
     * @param missing told when there is no such index
     */
    MappingEvent newest(int protocol, int address, int port, long epochMillis, Runnable missing)
            throws IOException {
        try (SegmentIndex index = SegmentIndex.open(this)) {
            return index.newest(protocol, address, port, epochMillis);
        } catch (NoSuchFileException e) {
            // Not yet made, or the segment itself was deleted: then reading it says so.
            missing.run();
        } catch (IOException e) {
            LOG.warn("making an index anew: {}", e.getMessage());
            missing.run();
        }
        return newestWithoutIndex(protocol, address, port, epochMillis);
    }

    /** The same by reading the whole file. */
    MappingEvent newestWithoutIndex(int protocol, int address, int port, long epochMillis)
            throws IOException {
        Block asked = new Block(protocol, address, port, port);
        MappingEvent[] newest = new MappingEvent[1];
        long[] order = {-1};
        read(
                1,
                (row, rows, at, number) -> {
                    Block block = Row.block(rows, at);
                    if (block.sameAddress(asked)
                            && block.first() <= port
                            && block.last >= port
                            && time(row, rows, at) <= epochMillis
                            && number > order[0]) {
                        newest[0] = Row.event(rows, at);
                        order[0] = number;
                    }
                    return true;
                });
        return newest[0];
    }
}
