// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.isthmus.mappinglog.PrivateFiles;

/** One program at a time uses a data directory; the lock dies with its process. */
final class StoreLock implements AutoCloseable {
    private static final String NAME = "state.lock";

    private final FileChannel channel;

    /**
     * @throws IOException another one has it
     */
    StoreLock(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        PrivateFiles.create(file);
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        boolean isOurs = false;
        try {
            isOurs = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Somebody in this process.
        } finally {
            if (!isOurs) {
                channel.close();
            }
        }
        if (!isOurs) {
            throw inUse(directory, null);
        }
    }

    static IOException inUse(Path directory, Exception cause) {
        return new IOException(
                directory + " is in use: another controller runs on this data directory", cause);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
