// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A capture of Ethernet frames in libpcap's format, with nanoseconds. Any thread may write; a
 * failure to write is logged once and ends the capture, not the switch.
 */
final class PcapFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PcapFile.class);
    private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
    private static final int LINKTYPE_ETHERNET = 1;
    private static final int MAX_FRAME = 1 << 16;

    private final Path path;
    private final Clock clock = Clock.systemUTC();
    private final ByteBuffer header = ByteBuffer.allocate(16);
    private OutputStream file;
    private boolean dirty;

    PcapFile(Path path) throws IOException {
        this.path = path;
        file = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
        ByteBuffer b = ByteBuffer.allocate(24);
        b.putInt(MAGIC_NANOSECONDS).putShort((short) 2).putShort((short) 4);
        b.putInt(0).putInt(0).putInt(MAX_FRAME).putInt(LINKTYPE_ETHERNET);
        file.write(b.array());
        file.flush();
    }

    synchronized void write(byte[] buf, int off, int len) {
        if (file == null) {
            return;
        }
        Instant now = clock.instant();
        header.clear();
        header.putInt((int) now.getEpochSecond()).putInt(now.getNano()).putInt(len).putInt(len);
        try {
            file.write(header.array());
            file.write(buf, off, len);
            dirty = true;
        } catch (IOException e) {
            fail(e);
        }
    }

    synchronized void flush() {
        if (dirty && file != null) {
            dirty = false;
            try {
                file.flush();
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    /** Ends the capture, so that the disk gets its room back when the file is deleted. */
    private void fail(IOException e) {
        try {
            file.close();
        } catch (IOException again) {
            e.addSuppressed(again);
        }
        file = null;
        LOG.warn("capture {} ends", path, e);
    }

    @Override
    public synchronized void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                fail(e);
            }
        }
        file = null;
    }
}
