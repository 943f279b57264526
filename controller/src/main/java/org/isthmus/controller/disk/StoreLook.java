// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A store as it is found, which nobody opens while this is open. One thread. */
final class StoreLook implements AutoCloseable {
    private final StoreLock lock;

    /** Null: it has none, being of an earlier release. */
    final UUID id;

    /** The number of the last one, that of the journal included. */
    final long commits;

    /**
     * @throws IOException it is in use, or cannot be read
     */
    StoreLook(Path directory) throws IOException {
        lock = new StoreLock(directory);
        Path file = directory.resolve(RowsFile.NAME);
        try {
            long inRows;
            if (Files.exists(file)) {
                RowsFile rows = RowsFile.look(file);
                id = rows.store;
                inRows = rows.commits;
            } else {
                file = directory.resolve(TreeFile.NAME);
                try (TreeFile tree = new TreeFile(file)) {
                    id = tree.id();
                    inRows = tree.commits();
                }
            }
            commits = JournalReader.check(JournalSegment.in(directory), id, inRows);
        } catch (DamagedStoreException | RuntimeException e) {
            lock.close();
            throw new DamagedStoreException(file + " cannot be read: " + e.getMessage(), e);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /** Whether there is a store. */
    static boolean isIn(Path directory) throws IOException {
        return Files.exists(directory.resolve(RowsFile.NAME)) || TreeFile.isIn(directory);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
