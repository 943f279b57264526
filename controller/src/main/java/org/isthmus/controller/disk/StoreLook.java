// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** A store as it is found, which nobody opens while this is open. One thread. */
final class StoreLook implements AutoCloseable {
    private final MVStore store;

    /** Null: it has none, being of an earlier release. */
    final UUID id;

    /** The number of the last one, that of the journal included. */
    final long commits;

    /**
     * @throws IOException it is in use, or cannot be read
     */
    StoreLook(Path directory) throws IOException {
        Path file = directory.resolve(StoreFile.NAME);
        MVStore opened = null;
        try {
            opened =
                    new MVStore.Builder()
                            .fileName(file.toAbsolutePath().toString())
                            .readOnly()
                            .open();
            MVMap<byte[], byte[]> check = StoreFile.map(opened, StoreFile.CHECK);
            byte[] sum = check.get(StoreFile.SUM);
            id = StoreFile.id(check);
            commits =
                    JournalReader.check(
                            JournalSegment.in(directory),
                            id,
                            sum == null ? 0 : RowSum.commits(sum));
            store = opened;
        } catch (DamagedStoreException e) {
            opened.closeImmediately();
            throw new DamagedStoreException(file + " cannot be read: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            if (opened != null) {
                opened.closeImmediately();
            }
            throw StoreFile.isLocked(e)
                    ? StoreFile.inUse(file, e)
                    : new DamagedStoreException(file + " cannot be read", e);
        }
    }

    @Override
    public void close() {
        store.closeImmediately();
    }
}
