// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** How the writer's bytes get to a disk. In tests it is a full or a slow one. */
class Disk {
    private static final long RETRY_MILLIS = 1000;

    /**
     * Writes all of a buffer.
     *
     * @param at offset in the file
     */
    void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /** Returns when a loss of power costs nothing of what was written. */
    void force(FileChannel channel) throws IOException {
        channel.force(false);
    }

    /** Returns when a loss of power no longer takes the names of a directory's files. */
    void forceNames(Path directory) throws IOException {
        PrivateFiles.forceNames(directory);
    }

    /** Everything is written. Returns when a loss of power costs nothing of what waits. */
    void end(EventQueue queue, Witness witness) {
        queue.force();
        witness.closed();
    }

    /** A clock that only runs. */
    long nanos() {
        return System.nanoTime();
    }

    /** The time of day, epoch ms. */
    long epochMillis() {
        return System.currentTimeMillis();
    }

    /** How long to wait after a failure. */
    long retryMillis() {
        return RETRY_MILLIS;
    }
}
