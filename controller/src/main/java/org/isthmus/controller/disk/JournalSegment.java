// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.proto.store.StoreCodec;

/**
 * A file of the journal: a header and frames, each of which is a commit and counts whole or not at
 * all. docs/store.md has the layout.
 *
 * <p>Threading: any thread; a file that is written is read by nobody.
 */
final class JournalSegment {
    private static final String PREFIX = "state.journal-";
    private static final Pattern NAME = Pattern.compile(Pattern.quote(PREFIX) + "([0-9]{1,18})");

    private static final byte[] MAGIC = "ISTMJRNL".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;

    /** Magic, version, format of the rows, id of the store, checksum. */
    static final int HEADER = 36;

    /** Length of what is behind the checksum, and the checksum of both. */
    static final int FRAME_HEADER = 8;

    /** Before a row's key and value: map, length of the key, length of the value or -1. */
    static final int ROW_HEADER = 6;

    /** Told of the rows of a frame, in the order in which they were written. */
    interface Visitor {
        /**
         * @param value null: the row is removed
         */
        void row(Map map, byte[] key, byte[] value);
    }

    final Path file;

    /** The first commit that may be in it. */
    final long first;

    JournalSegment(Path directory, long first) {
        this.file = directory.resolve(PREFIX + first);
        this.first = first;
    }

    /** Those of a directory, in the order in which they were written. */
    static List<JournalSegment> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> NAME.matcher(f.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(m -> new JournalSegment(directory, Long.parseLong(m.group(1))))
                    .sorted(Comparator.comparingLong(s -> s.first))
                    .collect(Collectors.toList());
        }
    }

    static ByteBuffer header(UUID store) {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        header.put(MAGIC).putInt(VERSION).putInt(StoreCodec.FORMAT);
        header.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        return header.putInt(crc(header, 0, HEADER - Integer.BYTES)).flip();
    }

    /** Fills in length and checksum of the frame that a buffer is, and flips it. */
    static void seal(ByteBuffer frame) {
        frame.flip();
        frame.putInt(0, frame.limit() - FRAME_HEADER);
        frame.putInt(4, frameCrc(frame, 0, frame.limit() - FRAME_HEADER));
    }

    private static int frameCrc(ByteBuffer bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().position(at).limit(at + Integer.BYTES));
        crc.update(bytes.duplicate().position(at + FRAME_HEADER).limit(at + FRAME_HEADER + length));
        return (int) crc.getValue();
    }

    private static int crc(ByteBuffer bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().position(from).limit(to));
        return (int) crc.getValue();
    }

    /** What was read of a file: its frames, and where they end. */
    static final class Content {
        private final ByteBuffer bytes;

        /** The store whose commits these are; null: not even the header was written whole. */
        final UUID store;

        private int at = HEADER;

        private Content(ByteBuffer bytes, UUID store) {
            this.bytes = bytes;
            this.store = store;
        }

        /** Whether all of it has been read. */
        boolean isAtEnd() {
            return store == null || at == bytes.limit();
        }

        /** Where the next frame is, in bytes. */
        int position() {
            return at;
        }

        /** The number of the commit of the next frame; -1: there is none that is whole here. */
        long commit() {
            return store != null && isFrame(at) ? bytes.getLong(at + FRAME_HEADER) : -1;
        }

        private boolean isFrame(int from) {
            if (bytes.limit() - from < FRAME_HEADER + Long.BYTES) {
                return false;
            }
            int length = bytes.getInt(from);
            return length >= Long.BYTES
                    && length <= bytes.limit() - from - FRAME_HEADER
                    && bytes.getLong(from + FRAME_HEADER) > 0
                    && bytes.getInt(from + Integer.BYTES) == frameCrc(bytes, from, length);
        }

        private boolean isAnyFrame() {
            int from = Math.min(HEADER, bytes.limit());
            while (from < bytes.limit() && !isFrame(from)) {
                from++;
            }
            return from < bytes.limit();
        }

        /** Goes on at the next frame that is whole, or at the end if there is none. */
        void skipDamage() {
            do {
                at++;
            } while (at < bytes.limit() && !isFrame(at));
        }

        /**
         * Reads the next frame, which must be whole.
         *
         * @throws DamagedStoreException its rows are none; nobody but a program writes such
         */
        void next(Visitor visitor) throws DamagedStoreException {
            int end = at + FRAME_HEADER + bytes.getInt(at);
            ByteBuffer b = bytes.duplicate().position(at + FRAME_HEADER + Long.BYTES).limit(end);
            try {
                while (b.hasRemaining()) {
                    Map map = Map.values()[b.get()];
                    byte[] key = new byte[b.get() & 0xff];
                    int length = b.getInt();
                    byte[] value = length < 0 ? null : new byte[length];
                    b.get(key);
                    if (value != null) {
                        b.get(value);
                    }
                    visitor.row(map, key, value);
                }
            } catch (BufferUnderflowException | ArrayIndexOutOfBoundsException e) {
                throw new DamagedStoreException("byte " + at + " begins no commit", e);
            }
            at = end;
        }
    }

    /**
     * Reads the file.
     *
     * @throws DamagedStoreException its header is damaged
     * @throws org.isthmus.proto.store.NewerStoreException a later release wrote it
     */
    Content read() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        if (!isHeader(bytes)) {
            Content content = new Content(bytes, null);
            if (content.isAnyFrame()) {
                throw new DamagedStoreException("its header is damaged", null);
            }
            // Killed, or without power, before anything was written.
            return content;
        }
        StoreCodec.check(bytes.getInt(12));
        if (bytes.getInt(8) != VERSION) {
            throw new DamagedStoreException(
                    "it has version " + bytes.getInt(8) + ", not " + VERSION, null);
        }
        return new Content(bytes, new UUID(bytes.getLong(16), bytes.getLong(24)));
    }

    private static boolean isHeader(ByteBuffer bytes) {
        return bytes.limit() >= HEADER
                && Arrays.equals(Arrays.copyOf(bytes.array(), MAGIC.length), MAGIC)
                && bytes.getInt(HEADER - Integer.BYTES) == crc(bytes, 0, HEADER - Integer.BYTES);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
