// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isthmus.mappinglog.DiskMappingLog;

/**
 * Writes the data directory of a running controller as a ZIP archive: the mapping log up to a
 * moment, the store as it is a moment later, and at the end a {@link #MANIFEST}, without which it
 * is cut short. {@link Restoration} brings it back. Any thread.
 */
public final class Backup {
    /** Entry with lines of NAME=VALUE: what it is a backup of. */
    static final String MANIFEST = "isthmus-backup";

    static final String FORMAT = "format";
    static final String ID = "id";
    static final String MADE = "made";

    /** What this release writes, and the highest that it reads. */
    static final int VERSION = 1;

    /** Of the mapping log, in the archive as in the data directory. */
    static final String MAPPINGS = "mappings";

    private final DiskStore store;
    private final DiskMappingLog log;

    public Backup(DiskStore store, DiskMappingLog log) {
        this.store = store;
        this.log = log;
    }

    /**
     * One at a time; others wait.
     *
     * @param now epoch ms
     * @param to stays open
     * @throws IOException something cannot be read or written; what was written is no backup
     */
    public synchronized void write(long now, OutputStream to) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(unclosed(to));
        // The log first: the store says what of it was held at the end.
        log.copy(MAPPINGS + "/", now, zip);
        store.copy(zip);
        zip.putNextEntry(new ZipEntry(MANIFEST));
        String manifest =
                String.format(
                        "%s=%d%n%s=%s%n%s=%s%n",
                        FORMAT, VERSION, ID, store.id(), MADE, Instant.ofEpochMilli(now));
        zip.write(manifest.getBytes(StandardCharsets.US_ASCII));
        zip.closeEntry();
        zip.finish();
        zip.flush();
    }

    private static OutputStream unclosed(OutputStream to) {
        return new FilterOutputStream(to) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }
}
