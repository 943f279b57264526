// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.mappinglog.PrivateFiles;

/**
 * Appends commits to the journal. Rows are put first; {@link #commit} writes them as one frame.
 *
 * <p>Threading: one thread.
 */
final class JournalWriter {
    /** A buffer that had to become larger than this is given up after its commit. */
    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final UUID store;
    private ByteBuffer frame = ByteBuffer.allocateDirect(BUFFER);
    private long commits;

    /** Null: the next commit begins a segment. */
    private JournalSegment segment;

    private FileChannel channel;

    /** Bytes of the segment up to the end of its last commit. */
    private long length;

    /** There may be something behind its last commit. */
    private boolean torn;

    /**
     * @param commits the number of the commit before the next one
     */
    JournalWriter(Path directory, UUID store, long commits) {
        this.directory = directory;
        this.store = store;
        this.commits = commits;
        begin();
    }

    /** Forgets what was put since the last commit. */
    void begin() {
        if (frame.capacity() > BUFFER) {
            frame = ByteBuffer.allocateDirect(BUFFER);
        }
        frame.clear().position(Frames.HEADER);
    }

    /**
     * Adds a row to the next commit.
     *
     * @param value null: it is removed
     */
    void put(Map map, byte[] key, byte[] value) {
        int size = Row.length(key, value);
        if (frame.remaining() < size) {
            int needed = Math.addExact(frame.position(), size);
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(needed, 2 * frame.capacity()));
            frame = larger.put(frame.flip());
        }
        Row.put(frame, map, key, value);
    }

    /**
     * What was put survives the death of this process once this has returned.
     *
     * @return the number of the commit
     * @throws IOException none of it was written
     */
    long commit() throws IOException {
        try {
            open();
            frame.putLong(Frames.HEADER - Long.BYTES, commits + 1);
            Frames.seal(frame);
            int size = frame.limit();
            torn = true;
            write(frame, length);
            torn = false;
            length += size;
            return ++commits;
        } catch (IOException e) {
            close();
            throw PrivateFiles.named(segment.file, e);
        } finally {
            begin();
        }
    }

    private void open() throws IOException {
        if (segment == null) {
            segment = new JournalSegment(directory, commits + 1);
            length = 0;
        }
        if (channel == null) {
            PrivateFiles.create(segment.file);
            channel = FileChannel.open(segment.file, StandardOpenOption.WRITE);
            torn = true;
        }
        if (torn) {
            channel.truncate(length);
            torn = false;
        }
        if (length == 0) {
            torn = true;
            write(JournalSegment.HEADER.of(store), 0);
            length = JournalSegment.HEADER.length;
            torn = false;
        }
    }

    private void write(ByteBuffer bytes, long at) throws IOException {
        long to = at;
        while (bytes.hasRemaining()) {
            to += channel.write(bytes, to);
        }
    }

    /** Bytes of the segment that is written; 0: none is, or it has no commit. */
    long length() {
        return hasCommits() ? length : 0;
    }

    private boolean hasCommits() {
        return segment != null && commits >= segment.first;
    }

    /**
     * Ends the segment; the next commit begins another one.
     *
     * @return it; null: none was begun, or it has no commit, or it cannot be ended, and goes on
     */
    JournalSegment end() {
        // Without a commit, the one behind it would be the same file.
        if (!hasCommits()) {
            return null;
        }
        JournalSegment ended = segment;
        try {
            // What could not be written must not look like a damage in the middle.
            open();
            channel.close();
        } catch (IOException e) {
            close();
            return null;
        }
        segment = null;
        channel = null;
        return ended;
    }

    /**
     * Deletes a segment that has no commit, as a disk without room for the first one leaves it.
     * Nothing is written any more.
     */
    void discard() throws IOException {
        close();
        if (segment != null && !hasCommits()) {
            Files.deleteIfExists(segment.file);
        }
    }

    /** It is opened again before the next commit. */
    private void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // Of what was written, nothing depends on it.
        }
        channel = null;
    }

    /** As an error of the disk does it. For tests. */
    void fail() throws IOException {
        channel.close();
    }
}
