// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a file that cannot be written. */
class PrivateFilesTest {
    @TempDir Path directory;

    private static String named(IOException e) {
        return PrivateFiles.named(Path.of("/data"), e).getMessage();
    }

    @Test
    void aFileIsNamedWithAReasonInWords() {
        assertEquals(
                "cannot write /data: No space left on device",
                named(new IOException("No space left on device")));
        assertEquals(
                "cannot write /data/x: Read-only file system",
                named(new FileSystemException("/data/x", null, "Read-only file system")));
        Path own = directory.resolve("x");
        assertEquals(
                "cannot write " + own + ": permission denied",
                named(new AccessDeniedException(own.toString())));
        assertEquals(
                "cannot write /data/x: no such file or directory",
                named(new NoSuchFileException("/data/x")));
        assertEquals(
                "cannot write /data: ClosedChannelException", named(new ClosedChannelException()));
    }

    @Test
    void anotherUsersFileIsToldWithBothUsers() throws Exception {
        String owner = Files.getOwner(directory).getName();
        assertEquals("", PrivateFiles.owner(directory, owner));
        assertEquals(
                ": it belongs to " + owner + ", and this program runs as ann",
                PrivateFiles.owner(directory, "ann"));
        assertEquals(
                ": " + directory + " belongs to " + owner + ", and this program runs as ann",
                PrivateFiles.owner(directory.resolve("not there"), "ann"));
    }
}
