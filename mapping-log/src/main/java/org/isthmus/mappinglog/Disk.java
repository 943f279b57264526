// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

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

    /** A clock that only runs. */
    long nanos() {
        return System.nanoTime();
    }

    /** How long to wait after a failure. */
    long retryMillis() {
        return RETRY_MILLIS;
    }
}
