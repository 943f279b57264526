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
import java.util.Arrays;
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

    /** What is written. Others are read. */
    static final int VERSION = 3;

    /** Of release 0.1: events have no numbers, and zeros follow them. */
    private static final int UNNUMBERED = 1;

    /** The first whose headers say how long the file before is. */
    private static final int CHAINED = 3;

    private static final long MAGIC = 0x49534d41504c4f47L; // ISMAPLOG

    private static final int FLAGS = 20;
    private static final int SINCE = 24;
    private static final int CARRIED = 32;
    private static final int ROWS_BEFORE = 36;
    private static final int FIRST = 40;

    /** Flag: what came behind the rows was lost. */
    private static final int CUT = 1;

    /** Flag: the segment before answers up to its latest event. */
    private static final int FORWARD = 2;

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

    /**
     * Whether it begins where a clock that had been set back was set forward: no time between the
     * latest event before and its own first has come twice.
     */
    private final boolean isForward;

    /** Epoch ms of the latest event; of one that is written it is not known. */
    final long latest;

    /** Rows behind the header that repeat what was held when the file was begun. */
    final int carried;

    /** How many the file before has, its header included; 0: the header does not say so. */
    final int rowsBefore;

    /** Whether events were lost, those behind the last row. */
    final boolean isCut;

    /** The header included; while the segment is written there are more. */
    final int rows;

    /**
     * Epoch ms, exclusive; the segment does not know what came at this time and later. {@link
     * Long#MAX_VALUE}: it lacks nothing.
     */
    final long until;

    private final int version;
    private final long first;

    private Segment(Path file, ByteBuffer header, int rows) {
        this.file = file;
        this.fileNumber = fileNumber(file);
        this.version = header.getInt(Row.VERSION);
        this.since = header.getLong(SINCE);
        this.carried = header.getInt(CARRIED);
        this.rowsBefore = version < CHAINED ? 0 : header.getInt(ROWS_BEFORE);
        int flags = version < CHAINED ? 0 : header.getInt(FLAGS);
        this.isCut = (flags & CUT) != 0;
        this.isForward = (flags & FORWARD) != 0;
        this.latest = since;
        this.first =
                version == UNNUMBERED ? (long) fileNumber << Integer.SIZE : header.getLong(FIRST);
        this.rows = rows;
        this.until = isCut ? since : Long.MAX_VALUE;
    }

    private Segment(Segment from, int rows, boolean isCut, long latest, long until) {
        this.file = from.file;
        this.fileNumber = from.fileNumber;
        this.version = from.version;
        this.since = from.since;
        this.carried = from.carried;
        this.rowsBefore = from.rowsBefore;
        this.isCut = isCut;
        this.isForward = from.isForward;
        this.latest = Math.max(from.since, latest);
        this.first = from.first;
        this.rows = rows;
        this.until = until;
    }

    /** The same with what was found out about its rows. */
    Segment with(int wholeRows, long latest) {
        return new Segment(
                this, wholeRows, isCut, latest, isCut ? Math.max(since, latest) : Long.MAX_VALUE);
    }

    /** The same, where what came behind its rows was lost. */
    Segment cut(int atRows, long latest) {
        return new Segment(this, atRows, true, latest, Math.max(since, latest));
    }

    /** The same, no longer written. */
    Segment ended(int atRows, long latest) {
        return new Segment(this, atRows, isCut, latest, until);
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
     * @param rowsBefore of the file before; 0: there is none, or it cannot be told
     * @param isCut whether what came behind the rows was lost
     * @param isForward see {@link #isForward}
     */
    static ByteBuffer header(
            long since, int carried, long first, int rowsBefore, boolean isCut, boolean isForward) {
        ByteBuffer header = ByteBuffer.allocate(Row.BYTES);
        header.putLong(Row.MAGIC, MAGIC)
                .putInt(Row.VERSION, VERSION)
                .putInt(FLAGS, (isCut ? CUT : 0) | (isForward ? FORWARD : 0))
                .putLong(SINCE, since)
                .putInt(CARRIED, carried)
                .putInt(ROWS_BEFORE, rowsBefore)
                .putLong(FIRST, first);
        Row.seal(header, 0);
        return header;
    }

    /** The header of what remains when the end of this one is lost. */
    ByteBuffer cutHeader() {
        return header(since, carried, first, rowsBefore, true, isForward);
    }

    /**
     * @throws DamagedLogException it has no whole header
     * @throws IOException it cannot be read, or is of a format that is not known
     */
    static Segment open(Path file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(Row.BYTES);
        long length;
        try (RandomAccessFile in = reader(file)) {
            length = in.length();
            in.readFully(header.array());
        } catch (EOFException e) {
            throw new DamagedLogException(file + " is no mapping log: it has no header");
        }
        if (!Row.whole(header, 0) || header.getLong(Row.MAGIC) != MAGIC) {
            throw new DamagedLogException(file + " is no mapping log, or its header is damaged");
        }
        int version = header.getInt(Row.VERSION);
        if (version < UNNUMBERED || version > VERSION) {
            throw new IOException(
                    file + " has format " + version + ", not " + UNNUMBERED + " to " + VERSION);
        }
        return new Segment(file, header, (int) (length / Row.BYTES));
    }

    /** A reader that an interrupt does not close. */
    static RandomAccessFile reader(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return new RandomAccessFile(file.toFile(), "r");
    }

    /** Whether events may be appended. */
    boolean isWritable() {
        return version == VERSION && !isCut;
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

    /**
     * The one that answers for a time: the last that had begun by then, and answers for as long;
     * null: none does.
     */
    static Segment at(List<Segment> segments, long epochMillis) {
        long[] ends = ends(segments);
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).since <= epochMillis && epochMillis <= ends[i]) {
                return segments.get(i);
            }
        }
        return null;
    }

    /**
     * The last time that each may answer for, epoch ms: for all that come, but between a clock that
     * was set back and one that was set forward after that, where it is that of the latest event.
     */
    private static long[] ends(List<Segment> segments) {
        long[] ends = new long[segments.size()];
        Arrays.fill(ends, Long.MAX_VALUE);
        for (int i = ends.length - 1; i > 0; i--) {
            Segment before = segments.get(i - 1);
            if (segments.get(i).isForward) {
                // A cut one says itself what it does not know.
                ends[i - 1] = before.isCut ? Long.MAX_VALUE : before.latest;
            } else if (!EventClock.isSetBack(before.latest, segments.get(i).since)) {
                ends[i - 1] = ends[i];
            }
        }
        return ends;
    }

    /** Epoch ms; from this time on the first of them does not answer. */
    static long endOfFirst(List<Segment> segments) {
        long[] ends = ends(segments);
        long end = ends[0] == Long.MAX_VALUE ? Long.MAX_VALUE : ends[0] + 1;
        for (int i = 1; i < ends.length; i++) {
            if (ends[i] == Long.MAX_VALUE) {
                end = Math.min(end, segments.get(i).since);
            }
        }
        return end;
    }

    /** Epoch ms; from this time on there are answers without a gap. */
    static long begin(List<Segment> segments) {
        long[] ends = ends(segments);
        int first = 0;
        while (ends[first] < Long.MAX_VALUE) {
            first++;
        }
        return segments.get(first).since;
    }

    Path index() {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + INDEX);
    }

    private long number(int row, ByteBuffer rows, int at) {
        return version == UNNUMBERED ? first | row : Row.number(rows, at);
    }

    /** Visits the {@link #rows}, in order; see {@link #read(int, int, Visitor)}. */
    void read(int from, Visitor visitor) throws IOException {
        read(from, rows, visitor);
    }

    /**
     * Visits rows in order.
     *
     * @param from the first row; 1 is the one behind the header
     * @param end behind the last row
     * @throws DamagedLogException a row is not whole, or missing; those before were visited
     */
    void read(int from, int end, Visitor visitor) throws IOException {
        int row = walk(from, end, visitor);
        if (row >= 0 && row < end && !isPadding(row)) {
            throw new DamagedLogException(
                    Files.size(file) < (row + 1L) * Row.BYTES
                            ? file + " ends at row " + row + " of " + end
                            : file + ": row " + row + " is damaged");
        }
    }

    /** Files of release 0.1 had their whole size from the beginning. */
    boolean isPadded() {
        return version == UNNUMBERED;
    }

    private boolean isPadding(int row) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Row.BYTES);
        return isPadded() && readRow(row, bytes) && Row.empty(bytes, 0);
    }

    /** Whether any row from one on is whole. */
    boolean hasRows(int from) throws IOException {
        byte[] bytes;
        try (RandomAccessFile in = reader(file)) {
            bytes = new byte[(int) Math.max(0, in.length() - (long) from * Row.BYTES)];
            in.seek((long) from * Row.BYTES);
            in.readFully(bytes);
        }
        ByteBuffer rows = ByteBuffer.wrap(bytes);
        for (int at = 0; at + Row.BYTES <= bytes.length; at += Row.BYTES) {
            if (Row.whole(rows, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean readRow(int row, ByteBuffer to) throws IOException {
        try (RandomAccessFile in = reader(file)) {
            in.seek((long) row * Row.BYTES);
            in.readFully(to.array());
            return true;
        } catch (EOFException e) {
            return false;
        }
    }

    /**
     * Visits rows up to the first one that is not whole.
     *
     * @return where that is, or the end; -1: the visitor had enough
     */
    int walk(int from, int end, Visitor visitor) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Row.BYTES);
        try (RandomAccessFile in = reader(file)) {
            in.seek((long) from * Row.BYTES);
            for (int row = from; row < end; row += CHUNK) {
                int length = in.read(bytes.array());
                for (int more = length;
                        more > 0 && length < bytes.capacity();
                        length += Math.max(more, 0)) {
                    more = in.read(bytes.array(), length, bytes.capacity() - length);
                }
                for (int i = 0; i < CHUNK && row + i < end; i++) {
                    int at = i * Row.BYTES;
                    if (at + Row.BYTES > length || !Row.whole(bytes, at)) {
                        return row + i;
                    }
                    if (!visitor.row(row + i, bytes, at, number(row + i, bytes, at))) {
                        return -1;
                    }
                }
            }
        }
        return end;
    }

    /**
     * The first row, of those that repeat nothing, with a number or one above it.
     *
     * @param end behind the last row; given back if no row has such a number
     */
    int row(long number, int end) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Row.BYTES);
        int from = 1 + carried;
        int to = Math.max(from, end);
        while (from < to) {
            int middle = (from + to) >>> 1;
            // What is not whole is told when it is read: look for it in front of all others.
            boolean isBefore =
                    readRow(middle, bytes)
                            && Row.whole(bytes, 0)
                            && number(middle, bytes, 0) < number;
            if (isBefore) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** The event in a row, and its number. */
    BlockEvents.Found read(int row) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Row.BYTES);
        if (!readRow(row, bytes)) {
            throw new DamagedLogException(file + " ends before row " + row);
        }
        if (!Row.whole(bytes, 0)) {
            throw new DamagedLogException(file + ": row " + row + " is damaged");
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
        } catch (DamagedLogException e) {
            throw e;
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
        // Of the port alone, and of blocks around it.
        BlockEvents.Found[] newest = new BlockEvents.Found[2];
        read(
                1,
                (row, rows, at, number) -> {
                    Block block = Row.block(rows, at);
                    if (block.sameAddress(asked)
                            && block.first() <= port
                            && block.last >= port
                            && time(row, rows, at) <= epochMillis) {
                        int which = block.ports() == 1 ? 0 : 1;
                        newest[which] =
                                BlockEvents.newer(
                                        newest[which],
                                        new BlockEvents.Found(number, Row.event(rows, at)));
                    }
                    return true;
                });
        return BlockEvents.counting(newest[0], newest[1]);
    }
}
