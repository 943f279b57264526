// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class WrongFileExceptionTest {
    private static FileSystemException because(String reason) {
        return new FileSystemException("file", null, reason);
    }

    @Test
    void filesDoNotChangeByThemselves() {
        assertTrue(WrongFileException.is(new WrongFileException("it is none")));
        assertTrue(WrongFileException.is(new NoSuchFileException("file")));
        assertTrue(WrongFileException.is(new AccessDeniedException("file")));
        assertTrue(WrongFileException.is(because("Read-only file system")));
        assertTrue(
                WrongFileException.is(new IOException("cannot write", because("Not a directory"))));
    }

    @Test
    void disksGetRoom() {
        assertFalse(WrongFileException.is(because("No space left on device")));
        assertFalse(WrongFileException.is(because(null)));
        assertFalse(WrongFileException.is(new IOException("it is in use")));
    }
}
