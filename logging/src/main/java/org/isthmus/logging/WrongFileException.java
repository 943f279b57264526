// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Set;

/**
 * A file or directory that the command line names is not what it should be: another attempt to
 * start would end the same.
 */
public final class WrongFileException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * What the system says of files that do not change by themselves, unlike a disk that is full.
     */
    private static final Set<String> LASTING =
            Set.of(
                    "Is a directory",
                    "Not a directory",
                    "Read-only file system",
                    "Operation not permitted",
                    "File name too long");

    public WrongFileException(String message) {
        super(message);
    }

    public WrongFileException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether an error is one of these, or what the JDK has for them, or only tells of one. */
    public static boolean is(Throwable e) {
        for (Throwable at = e;
                at != null;
                at = at.getClass() == IOException.class ? at.getCause() : null) {
            if (at instanceof WrongFileException
                    || at instanceof NoSuchFileException
                    || at instanceof AccessDeniedException
                    || at instanceof FileAlreadyExistsException
                    || at instanceof FileSystemException
                            && LASTING.contains(
                                    String.valueOf(((FileSystemException) at).getReason()))) {
                return true;
            }
        }
        return false;
    }
}
