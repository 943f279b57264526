// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.mappinglog.PrivateFiles;

/**
 * All rows of a store as they were after some commit, in a file that is never changed, but replaced
 * by another one. docs/store.md has the layout.
 *
 * <p>Threading: any thread. Whoever reads while the file is replaced reads the one before.
 */
final class RowsFile {
    static final String NAME = "state.rows";

    /** What is being written, or was when somebody was killed. */
    static final String UNFINISHED = "state.rows.new";

    /** With the number of the last commit, and that of rows. */
    private static final FileHeader HEADER = new FileHeader("ISTMROWS", 2);

    /** Of a frame: what damage to one costs, and what is read at once. */
    private static final int FRAME = 1 << 16;

    final Path file;

    /** The store whose rows these are. */
    final UUID store;

    /** The number of the last commit that is in them. */
    final long commits;

    final long rows;

    /** In bytes. */
    final long size;

    private RowsFile(Path file, UUID store, long commits, long rows, long size) {
        this.file = file;
        this.store = store;
        this.commits = commits;
        this.rows = rows;
        this.size = size;
    }

    /**
     * Reads the header alone.
     *
     * @throws DamagedStoreException it is none
     * @throws org.isthmus.proto.store.NewerStoreException a later release wrote it
     */
    static RowsFile look(Path file) throws IOException {
        try (Frames frames = frames(file)) {
            return header(file, frames);
        }
    }

    private static RowsFile header(Path file, Frames frames) throws IOException {
        ByteBuffer header = frames.header();
        if (!HEADER.isAt(header)) {
            throw new DamagedStoreException("its header is damaged", null);
        }
        return new RowsFile(
                file,
                FileHeader.store(header),
                FileHeader.number(header, 0),
                FileHeader.number(header, 1),
                Files.size(file));
    }

    /** What is behind the header of a file, be it damaged. */
    static Frames frames(Path file) throws IOException {
        return new Frames(file, HEADER.length);
    }

    /**
     * Reads all of it.
     *
     * @param visitor told of each row
     * @throws DamagedStoreException it is not what was written
     * @throws org.isthmus.proto.store.NewerStoreException a later release wrote it
     */
    static RowsFile open(Path file, Row.Visitor visitor) throws IOException {
        try (Frames frames = frames(file)) {
            RowsFile header = header(file, frames);
            long[] rows = {0};
            while (!frames.isAtEnd()) {
                if (frames.commit() != header.commits) {
                    throw new DamagedStoreException("damaged at byte " + frames.position(), null);
                }
                frames.next(
                        (in, at) -> {
                            rows[0]++;
                            visitor.row(in, at);
                        });
            }
            if (rows[0] != header.rows) {
                throw new DamagedStoreException(
                        String.format(
                                "its %d records are not the %d that were written",
                                rows[0], header.rows),
                        null);
            }
            return header;
        }
    }

    /**
     * Visits rows, in no particular order.
     *
     * @param of their map; null: all of them
     */
    void forEach(Map of, Row.Visitor visitor) throws IOException {
        try (Frames frames = frames(file)) {
            while (!frames.isAtEnd()) {
                if (of != null && !frames.isOf(of)) {
                    frames.skip();
                } else if (frames.commit() < 0) {
                    throw new DamagedStoreException("damaged at byte " + frames.position(), null);
                } else {
                    frames.next(visitor);
                }
            }
        }
    }

    /** Writes a file beside the one that is there, and puts it in its place. One thread. */
    static final class Writer implements AutoCloseable {
        private final Path directory;
        private final UUID store;
        private final long commits;
        private final FileChannel channel;
        private ByteBuffer frame = ByteBuffer.allocateDirect(FRAME);

        /** Of the rows in the frame, which has rows of one map alone. */
        private Map map;

        private long rows;

        /**
         * @param commits the number of the last commit that is in the rows
         */
        Writer(Path directory, UUID store, long commits) throws IOException {
            this.directory = directory;
            this.store = store;
            this.commits = commits;
            Path file = directory.resolve(UNFINISHED);
            Files.deleteIfExists(file);
            PrivateFiles.create(file);
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.position(HEADER.length);
            begin();
        }

        private void begin() {
            if (frame.capacity() > FRAME) {
                frame = ByteBuffer.allocateDirect(FRAME);
            }
            frame.clear().position(Frames.HEADER);
        }

        /** Adds a row that no row before has the key of. */
        void add(byte[] in, int at) throws IOException {
            int length = Row.length(in, at);
            if (map != Row.map(in, at) || frame.remaining() < length) {
                write();
                map = Row.map(in, at);
            }
            if (frame.remaining() < length) {
                // One by itself; after it frames are as long as ever.
                frame = ByteBuffer.allocateDirect(Math.addExact(Frames.HEADER, length));
                frame.position(Frames.HEADER);
            }
            frame.put(in, at, length);
            rows++;
        }

        private void write() throws IOException {
            if (frame.position() > Frames.HEADER) {
                frame.putLong(Frames.HEADER - Long.BYTES, commits);
                Frames.seal(frame);
                writeAll(frame);
                begin();
            }
        }

        private void writeAll(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        /**
         * Returns when a loss of power cannot take the file any more, nor bring the old one back.
         */
        RowsFile finish() throws IOException {
            write();
            long size = channel.position();
            channel.position(0);
            writeAll(HEADER.of(store, commits, rows));
            channel.force(true);
            channel.close();
            Path file = directory.resolve(NAME);
            Files.move(directory.resolve(UNFINISHED), file, StandardCopyOption.ATOMIC_MOVE);
            PrivateFiles.forceNames(directory);
            return new RowsFile(file, store, commits, rows, size);
        }

        /** Removes what was not finished. */
        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                channel.close();
                Files.deleteIfExists(directory.resolve(UNFINISHED));
            }
        }
    }
}
