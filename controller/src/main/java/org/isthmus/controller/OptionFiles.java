// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.isthmus.config.NetcfgException;
import org.isthmus.logging.LogLevel;
import org.isthmus.logging.Logs;
import org.isthmus.mappinglog.PrivateFiles;

/** The files that options name. Stateless. */
final class OptionFiles {
    private OptionFiles() {}

    interface Loader<T> {
        T load() throws IOException, NetcfgException;
    }

    /** What an option's file holds. */
    static <T> T load(String option, Loader<T> loader) throws IOException, NetcfgException {
        try {
            return loader.load();
        } catch (IOException e) {
            throw new WrongOption(option + ": " + reason(e));
        }
    }

    /** Names the file and what is wrong with it, which exceptions of the JDK say by their class. */
    static String reason(IOException e) {
        if (!(e instanceof FileSystemException)) {
            return e.getMessage();
        }
        String file = ((FileSystemException) e).getFile();
        String reason = ((FileSystemException) e).getReason();
        if (e instanceof NoSuchFileException) {
            reason = "no such file";
        } else if (e instanceof AccessDeniedException && reason == null) {
            reason = PrivateFiles.denied(Path.of(file));
        } else if (e instanceof FileAlreadyExistsException) {
            reason = "not a directory";
        }
        return file + ": " + (reason == null ? "cannot be used" : reason);
    }

    static void warnOfReaders(String option, Path file) throws IOException {
        if (file != null && Files.exists(file) && PrivateFiles.isReadableByOthers(file)) {
            Logs.print(
                    LogLevel.WARN,
                    "isthmus-controller: warning: "
                            + option
                            + ": other users can read "
                            + file
                            + ": chmod 600 "
                            + file);
        }
    }
}
