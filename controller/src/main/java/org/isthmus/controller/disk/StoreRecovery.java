// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map.Entry;
import java.util.StringJoiner;
import java.util.UUID;
import org.h2.mvstore.MVStore;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.mappinglog.DamagedFiles;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what can be read of a damaged store into a new one: first rows, then what the journal has of
 * them. Says what it was, in words for the operator.
 *
 * <p>Threading: one thread.
 */
final class StoreRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRecovery.class);

    private final StoreFile into;
    private UUID id;

    /**
     * @param id of the damaged store; null: not known
     */
    StoreRecovery(StoreFile into, UUID id) {
        this.into = into;
        this.id = id;
    }

    /** Of the store, where something tells; else null. */
    UUID id() {
        return id;
    }

    /** Recovers the rows of a file, which stays as it is. */
    String rows(Path from) {
        MVStore old;
        try {
            old = StoreFile.builder(from).readOnly().open();
        } catch (RuntimeException e) {
            return "nothing of it can be read";
        }
        try {
            keepId(from, old);
            boolean isOf01 = StoreFile.isOf01(old);
            StringJoiner found = new StringJoiner(", ", "recovered: ", "");
            for (Map map : Map.values()) {
                found.add(rows(from, old, map, isOf01) + " " + map);
            }
            return found.toString();
        } finally {
            old.closeImmediately();
        }
    }

    private void keepId(Path from, MVStore old) {
        try {
            id = id == null ? StoreFile.id(StoreFile.map(old, StoreFile.CHECK)) : id;
        } catch (RuntimeException e) {
            LOG.warn("{}: its id cannot be read: {}", from, e.toString());
        }
    }

    private int rows(Path from, MVStore old, Map map, boolean isOf01) {
        int count = 0;
        try {
            for (Entry<byte[], byte[]> row : StoreFile.map(old, map.name()).entrySet()) {
                byte[] key = row.getKey();
                byte[] value = row.getValue();
                try {
                    value = isOf01 ? StoreCodec.convert(map, key, value) : value;
                } catch (UnreadableRecordException e) {
                    LOG.warn("left out: {}", e.getMessage());
                    continue;
                }
                count = put(map, key, value, count);
            }
        } catch (RuntimeException e) {
            LOG.warn("{}: the rest of {} cannot be read: {}", from, map, e.toString());
        }
        return count;
    }

    /** Recovers a segment of the journal, which is deleted if that was all of it. */
    String journal(JournalSegment segment) throws IOException {
        int[] count = {0};
        boolean isWhole = false;
        try {
            UUID of = segment.read().store;
            if (id != null && of != null && !id.equals(of)) {
                throw new DamagedStoreException("of another store (" + of + ")", null);
            }
            id = of == null ? id : of;
            isWhole =
                    JournalReader.recover(
                            segment,
                            (map, key, value) -> count[0] = put(map, key, value, count[0]));
        } catch (DamagedStoreException | NewerStoreException e) {
            LOG.warn("{}: {}", segment, e.getMessage());
        }
        into.commitRecovered();
        String found = count[0] + " rows of " + segment.file.getFileName();
        if (isWhole) {
            Files.delete(segment.file);
            return found;
        }
        Path kept = DamagedFiles.name(segment.file);
        Files.move(segment.file, kept, StandardCopyOption.ATOMIC_MOVE);
        return found + ", which is now " + kept.getFileName();
    }

    /** Returns how many there are with this one, if it is one. */
    private int put(Map map, byte[] key, byte[] value, int count) {
        try {
            if (value != null) {
                StoreCodec.decode(map, key, value);
            }
        } catch (UnreadableRecordException e) {
            LOG.warn("left out: {}", e.getMessage());
            return count;
        }
        into.put(map, key, value);
        if ((count + 1) % StoreFile.AT_ONCE == 0) {
            into.commitRecovered();
        }
        return count + 1;
    }
}
