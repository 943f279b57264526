// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.isthmus.core.spi.Store.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalWriterTest {
    private static final UUID STORE = new UUID(1, 2);

    @TempDir Path directory;

    private static void put(JournalWriter to, int key, int length) {
        to.put(Map.BINDINGS, new byte[] {(byte) key}, new byte[length]);
    }

    /** The commits of a segment, and that there is nothing else in it. */
    private static String commits(JournalSegment segment) throws IOException {
        assertEquals(STORE, segment.store());
        StringBuilder commits = new StringBuilder();
        try (Frames frames = segment.frames()) {
            for (long commit; (commit = frames.commit()) >= 0; ) {
                commits.append(commit).append(':');
                frames.next((in, at) -> commits.append(Row.key(in, at)[0]).append(' '));
            }
            assertTrue(frames.isAtEnd(), "byte " + frames.position());
        }
        return commits.toString();
    }

    /** As a full disk leaves it; else a later start would find a damage in the middle. */
    @Test
    void whatCouldNotBeWrittenWholeIsCutOff() throws IOException {
        JournalWriter writer = new JournalWriter(directory, STORE, 4);
        put(writer, 1, 100);
        assertEquals(5, writer.commit());
        Path file = JournalSegment.in(directory).get(0).file;
        for (int key = 2; key < 4; key++) {
            Files.write(file, new byte[300], StandardOpenOption.APPEND);
            writer.fail();
            put(writer, 9, 10);
            IOException e = assertThrows(IOException.class, writer::commit);
            assertEquals("cannot write " + file + ": ClosedChannelException", e.getMessage());
            put(writer, key, 10);
            assertEquals(4 + key, writer.commit());
        }
        Files.write(file, new byte[] {7}, StandardOpenOption.APPEND);
        writer.fail();
        put(writer, 9, 10);
        assertThrows(IOException.class, writer::commit);
        assertEquals("5:1 6:2 7:3 ", commits(writer.end()));
        put(writer, 4, 1);
        put(writer, 5, 1);
        assertEquals(8, writer.commit());
        List<JournalSegment> segments = JournalSegment.in(directory);
        assertEquals(List.of(5L, 8L), List.of(segments.get(0).first, segments.get(1).first));
        assertEquals("8:4 5 ", commits(writer.end()));
        assertNull(writer.end());
        assertEquals(0, writer.length());
    }

    /** A disk without room for its first commit leaves such a one. */
    @Test
    void aSegmentWithoutACommitGoesOn() throws IOException {
        JournalWriter writer = new JournalWriter(directory, STORE, 4);
        Path inTheWay = Files.createDirectory(directory.resolve("state.journal-5"));
        put(writer, 9, 10);
        assertThrows(IOException.class, writer::commit);
        Files.delete(inTheWay);
        assertNull(writer.end());
        assertEquals(0, writer.length());
        put(writer, 1, 10);
        assertEquals(5, writer.commit());
        JournalSegment ended = writer.end();
        put(writer, 2, 10);
        assertEquals(6, writer.commit());
        assertEquals("5:1 ", commits(ended));
        assertEquals("6:2 ", commits(writer.end()));
    }
}
