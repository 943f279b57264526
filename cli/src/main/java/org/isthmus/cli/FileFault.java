// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Why a file cannot be read or written, to who knows nothing of Java: its exceptions have it in
 * their class, and their message may be the name of the file alone.
 */
final class FileFault {
    private FileFault() {}

    /**
     * Opens a file; a directory as well is no file, which Java says when it is read.
     *
     * @param option the option that has it, with a colon and a space; empty: none
     */
    static InputStream open(String option, Path file) {
        try {
            requireNoDirectory(file);
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw unread(option, file, e);
        }
    }

    /**
     * @throws FileSystemException it is one
     */
    static void requireNoDirectory(Path file) throws FileSystemException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
    }

    /**
     * Opens what a command reads.
     *
     * @param file {@code -} is the standard input
     */
    static InputStream open(Path file, InputStream stdin) {
        return isStandardInput(file) ? stdin : open("", file);
    }

    static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    /** All that is in what a command reads; the file is as above. */
    static byte[] content(Path file, InputStream stdin) {
        return content("", file, open(file, stdin));
    }

    /** All that is in a file; the option is as above. */
    static byte[] content(String option, Path file) {
        return content(option, file, open(option, file));
    }

    private static byte[] content(String option, Path file, InputStream opened) {
        try (InputStream in = opened) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw unread(option, file, e);
        }
    }

    /** The refusal of a command line that names a file which cannot be read. */
    static CliException unread(String option, Path file, IOException e) {
        return new CliException(
                CliException.USAGE,
                option
                        + name(file)
                        + (e instanceof NoSuchFileException
                                ? ": there is no such file"
                                : ": cannot be read: " + reason(e)));
    }

    /** The same of a file that cannot be written. */
    static CliException unwritten(String option, Path file, IOException e) {
        return new CliException(
                CliException.USAGE,
                option
                        + name(file)
                        + ": cannot be written: "
                        + (e instanceof NoSuchFileException
                                ? "there is no directory " + file.toAbsolutePath().getParent()
                                : reason(e)));
    }

    /** An empty name is that of the directory in which the command runs. */
    private static String name(Path file) {
        return file.toString().isEmpty() ? "\"\"" : file.toString();
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String reason =
                e instanceof FileSystemException
                        ? ((FileSystemException) e).getReason()
                        : e.getMessage();
        return reason == null ? "it cannot be used" : reason;
    }
}
