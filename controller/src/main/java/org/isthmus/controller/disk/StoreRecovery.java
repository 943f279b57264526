// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.UUID;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.proto.store.NewerStoreException;
import org.isthmus.proto.store.StoreCodec;
import org.isthmus.proto.store.UnreadableRecordException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers what can be read of a damaged store, whose files stay as they are: first rows, then what
 * the journal has of them. Says what it was, in words for the operator.
 *
 * <p>Threading: one thread.
 */
final class StoreRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(StoreRecovery.class);

    private final RowTable found = new RowTable();
    private UUID id;
    private long commits;

    /** Of the store; null: nothing tells. */
    UUID id() {
        return id;
    }

    /** The number of the last commit of which something was found. */
    long commits() {
        return commits;
    }

    RowTable found() {
        return found;
    }

    /** Recovers the rows of a {@link RowsFile}. */
    String rows(Path from) throws IOException {
        try {
            RowsFile header = RowsFile.look(from);
            id = header.store;
            commits = header.commits;
        } catch (DamagedStoreException e) {
            LOG.warn("{}: {}", from, e.getMessage());
        }
        int[] count = new int[Map.values().length];
        try (Frames frames = RowsFile.frames(from)) {
            frames.recover((in, at) -> put(in, at, count));
            commits = Math.max(commits, frames.last());
        }
        return words(count);
    }

    /** Recovers the rows of a {@link TreeFile}. */
    String tree(Path from) throws IOException {
        int[] count = new int[Map.values().length];
        try (TreeFile tree = new TreeFile(from)) {
            id = tree.id();
            commits = tree.commits();
            for (Map map : Map.values()) {
                try {
                    tree.forEach(map, (in, at) -> put(in, at, count));
                } catch (RuntimeException e) {
                    LOG.warn("{}: the rest of {} cannot be read: {}", from, map, e.toString());
                }
            }
        } catch (DamagedStoreException | RuntimeException e) {
            LOG.warn("{}: {}", from, e.getMessage());
            return "nothing of it can be read";
        }
        return words(count);
    }

    private static String words(int[] count) {
        StringJoiner words = new StringJoiner(", ", "recovered: ", "");
        for (Map map : Map.values()) {
            words.add(count[map.ordinal()] + " " + map);
        }
        return words.toString();
    }

    /** What was found of a segment of the journal. */
    static final class OfSegment {
        final String words;

        /** Whether that was all of it. */
        final boolean isWhole;

        private OfSegment(String words, boolean isWhole) {
            this.words = words;
            this.isWhole = isWhole;
        }
    }

    /** Recovers a segment of the journal. */
    OfSegment journal(JournalSegment segment) throws IOException {
        int[] count = new int[Map.values().length];
        boolean isWhole = false;
        try {
            UUID of = segment.store();
            if (id != null && of != null && !id.equals(of)) {
                throw new DamagedStoreException("of another store (" + of + ")", null);
            }
            id = of == null ? id : of;
            try (Frames frames = segment.frames()) {
                isWhole = of == null || frames.recover((in, at) -> put(in, at, count));
                commits = Math.max(commits, frames.last());
            }
        } catch (DamagedStoreException | NewerStoreException e) {
            LOG.warn("{}: {}", segment, e.getMessage());
        }
        int rows = 0;
        for (int of : count) {
            rows += of;
        }
        return new OfSegment(rows + " rows of " + segment.file.getFileName(), isWhole);
    }

    private void put(byte[] in, int at, int[] count) {
        if (!Row.isRemoval(in, at)) {
            try {
                StoreCodec.decode(Row.map(in, at), Row.key(in, at), Row.value(in, at));
            } catch (UnreadableRecordException e) {
                LOG.warn("left out: {}", e.getMessage());
                return;
            }
        }
        found.put(in, at);
        count[in[at]]++;
    }
}
