// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A capture of Ethernet frames in libpcap's format, with nanoseconds. Any thread may write. A
 * failure to write, as on a full disk, is logged and ends the capture for good, not the switch: a
 * capture with a gap is worse than one that ends.
 */
final class PcapFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PcapFile.class);
    private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
    private static final int LINKTYPE_ETHERNET = 1;
    private static final int MAX_FRAME = 1 << 16;
    private static final int RECORD_HEADER = 16;

    private final Path path;
    private final Clock clock = Clock.systemUTC();

    /** Closed: the capture has ended. */
    private final FileChannel file;

    /** Whole records that are not in the file yet. */
    private final ByteBuffer records = ByteBuffer.allocateDirect(RECORD_HEADER + MAX_FRAME);

    /** Bytes of the file, all of them whole records behind its header. */
    private long length;

    PcapFile(Path path) throws IOException {
        this.path = path;
        file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
        records.putInt(MAGIC_NANOSECONDS).putShort((short) 2).putShort((short) 4);
        records.putInt(0).putInt(0).putInt(MAX_FRAME).putInt(LINKTYPE_ETHERNET);
        try {
            append();
        } catch (IOException e) {
            file.close();
            throw new IOException("cannot write " + path + ": " + e.getMessage(), e);
        }
    }

    private void append() throws IOException {
        records.flip();
        while (records.hasRemaining()) {
            file.write(records);
        }
        length += records.limit();
        records.clear();
    }

    synchronized void write(byte[] buf, int off, int len) {
        int captured = Math.min(len, MAX_FRAME);
        if (records.remaining() < RECORD_HEADER + captured) {
            flush();
        }
        if (file.isOpen()) {
            Instant now = clock.instant();
            records.putInt((int) now.getEpochSecond()).putInt(now.getNano());
            records.putInt(captured).putInt(len).put(buf, off, captured);
        }
    }

    synchronized void flush() {
        if (records.position() > 0 && file.isOpen()) {
            try {
                append();
            } catch (IOException e) {
                end(e);
            }
        }
    }

    /**
     * Leaves no part of a record, so that readers take the file, and closes it, so that the disk
     * gets its room back when it is deleted.
     */
    private void end(IOException e) {
        try (file) {
            file.truncate(length);
        } catch (IOException again) {
            // As of a pipe. What was said first is the reason.
            LOG.debug("{}", path, again);
        }
        LOG.warn(
                "{} gets no more packets: {}. The switch goes on; start it again to capture anew",
                path,
                e.getMessage());
    }

    @Override
    public synchronized void close() {
        flush();
        try {
            file.close();
        } catch (IOException e) {
            end(e);
        }
    }
}
