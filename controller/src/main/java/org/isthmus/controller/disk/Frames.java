// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.isthmus.core.spi.Store.Map;

/**
 * Reads a file of a header and frames, each of which counts whole or not at all: length of what is
 * behind the checksum 4; CRC-32C of that and the length 4; number of the commit 8; rows. Numbers
 * are big-endian.
 *
 * <p>Threading: one thread; nobody writes the file meanwhile.
 */
final class Frames implements AutoCloseable {
    /** Length of what is behind the checksum, and the checksum. */
    private static final int SUMMED = 8;

    /** Before the rows of a frame. */
    static final int HEADER = SUMMED + Long.BYTES;

    /**
     * A commit a microsecond for nine years. Tells frames from other bytes where those are damaged.
     */
    private static final long NUMBER_MAX = 1L << 48;

    private static final int WINDOW = 1 << 18;

    private final FileChannel channel;
    private final long end;

    /** What is in memory of the file, and where that begins. */
    private byte[] window = new byte[0];

    private long start;
    private int length;

    private final int header;
    private long at;
    private long last;

    /**
     * @param header bytes before the first frame
     */
    Frames(Path file, int header) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        end = channel.size();
        this.header = header;
        at = header;
    }

    /** Fills in length and checksum of the frame that a buffer ends with, and flips it. */
    static void seal(ByteBuffer frame) {
        frame.flip();
        frame.putInt(0, frame.limit() - SUMMED);
        CRC32C crc = new CRC32C();
        crc.update(frame.duplicate().limit(Integer.BYTES));
        crc.update(frame.duplicate().position(SUMMED));
        frame.putInt(Integer.BYTES, (int) crc.getValue());
    }

    /** The bytes before the first frame, fewer where the file has no more. */
    ByteBuffer header() throws IOException {
        int available = (int) Math.min(header, end);
        int from = load(0, available);
        return ByteBuffer.wrap(window, from, available).slice();
    }

    /** Whether all of it has been read. */
    boolean isAtEnd() {
        return at >= end;
    }

    /** Where the next frame is, in bytes. */
    long position() {
        return at;
    }

    /** The highest number of a commit of which rows were read; 0: none were. */
    long last() {
        return last;
    }

    /** The number of the commit of the next frame; -1: there is none that is whole here. */
    long commit() throws IOException {
        if (end - at < HEADER) {
            return -1;
        }
        ByteBuffer frame = window(HEADER);
        int summed = frame.getInt(0);
        int sum = frame.getInt(Integer.BYTES);
        long number = frame.getLong(SUMMED);
        boolean isWhole =
                summed >= Long.BYTES
                        && summed <= end - at - SUMMED
                        && number > 0
                        && number < NUMBER_MAX
                        && sum == sum(summed);
        return isWhole ? number : -1;
    }

    private int sum(int summed) throws IOException {
        CRC32C crc = new CRC32C();
        int from = load(at, Integer.BYTES);
        crc.update(window, from, Integer.BYTES);
        if (summed <= WINDOW - SUMMED) {
            // Its rows will be read next.
            load(at, SUMMED + summed);
        }
        // Where bytes are damaged, this may be no length.
        for (int done = 0; done < summed; ) {
            int part = Math.min(summed - done, WINDOW);
            from = load(at + SUMMED + done, part);
            crc.update(window, from, part);
            done += part;
        }
        return (int) crc.getValue();
    }

    /** Goes on at the next frame that is whole, or at the end if there is none. */
    void skipDamage() throws IOException {
        do {
            at++;
        } while (at < end && commit() < 0);
    }

    /**
     * Reads the next frame, which must be whole.
     *
     * @throws DamagedStoreException its rows are none; nobody but a program writes such
     */
    void next(Row.Visitor visitor) throws IOException {
        ByteBuffer frame = window(HEADER);
        int size = SUMMED + frame.getInt(0);
        last = Math.max(last, frame.getLong(SUMMED));
        int from = load(at, size);
        for (int row = from + HEADER; row < from + size; row += Row.length(window, row)) {
            if (!Row.isAt(window, row, from + size)) {
                throw new DamagedStoreException("byte " + at + " begins no commit", null);
            }
            visitor.row(window, row);
        }
        at += size;
    }

    /**
     * Gives the rows of all frames from here on that are whole.
     *
     * @return whether there is nothing else
     */
    boolean recover(Row.Visitor visitor) throws IOException {
        boolean whole = true;
        while (!isAtEnd()) {
            if (commit() >= 0) {
                next(visitor);
            } else {
                whole = false;
                skipDamage();
            }
        }
        return whole;
    }

    /** Whether the first row of the next frame is of a map. */
    boolean isOf(Map map) throws IOException {
        int from = load(at, HEADER + 1, HEADER + 1);
        return window[from + HEADER] == map.ordinal();
    }

    /** Goes on behind the next frame. */
    void skip() throws IOException {
        int summed = window(HEADER).getInt(0);
        if (summed < Long.BYTES) {
            throw new DamagedStoreException("damaged at byte " + at, null);
        }
        at += SUMMED + summed;
    }

    /** The next bytes. */
    private ByteBuffer window(int bytes) throws IOException {
        int from = load(at, bytes);
        return ByteBuffer.wrap(window, from, bytes).slice();
    }

    private int load(long from, int bytes) throws IOException {
        return load(from, bytes, WINDOW);
    }

    /**
     * Has bytes of the file in {@link #window}, which may be another array then.
     *
     * @param most to be read of the file, if they are not there and it has as many
     * @return their place there
     */
    private int load(long from, int bytes, int most) throws IOException {
        if (from < start || from + bytes > start + length) {
            if (window.length < bytes || window.length > WINDOW) {
                window = new byte[Math.max(bytes, WINDOW)];
            }
            if (bytes > end - from) {
                throw new EOFException("it ends at byte " + end);
            }
            start = from;
            length = (int) Math.min(Math.max(bytes, most), end - from);
            ByteBuffer to = ByteBuffer.wrap(window, 0, length);
            while (to.hasRemaining()) {
                if (channel.read(to, from + to.position()) < 0) {
                    length = 0;
                    throw new EOFException("it ends at byte " + (from + to.position()));
                }
            }
        }
        return (int) (from - start);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
