// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.isthmus.core.spi.Store.Map;
import org.isthmus.proto.store.StoreCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journal of a store. A last commit that was not written whole was acknowledged to nobody
 * and is passed over; anything else that is missing or damaged is refused, or, where that is asked
 * for, left out.
 *
 * <p>Threading: one thread.
 */
final class JournalReader {
    private static final Logger LOG = LoggerFactory.getLogger(JournalReader.class);

    private JournalReader() {}

    /** What a segment leaves of the rows it names, by their keys. */
    static final class Changes {
        private final EnumMap<Map, TreeMap<byte[], byte[]>> maps = new EnumMap<>(Map.class);

        /** The number of the last commit. */
        private long commits;

        /** The number of the last commit; that before it where there is none. */
        long commits() {
            return commits;
        }

        private void put(Map map, byte[] key, byte[] value) {
            maps.computeIfAbsent(map, m -> new TreeMap<>(Arrays::compareUnsigned)).put(key, value);
        }

        /** Visits each row once, in the order of maps and keys. */
        void forEach(JournalSegment.Visitor visitor) {
            maps.forEach((map, rows) -> rows.forEach((key, value) -> visitor.row(map, key, value)));
        }
    }

    /**
     * Checks all of it, and that it goes on where the rows end.
     *
     * @param store whose rows they are
     * @param commits the last commit that the rows have
     * @return the number of the last commit
     * @throws DamagedStoreException something is missing; its message begins with the file
     */
    static long check(List<JournalSegment> segments, UUID store, long commits) throws IOException {
        long last = commits;
        JournalSegment torn = null;
        long tornAt = 0;
        for (JournalSegment segment : segments) {
            JournalSegment.Content content = read(segment);
            if (content.store != null && !content.store.equals(store)) {
                throw damaged(segment, "of another store (" + content.store + ")");
            }
            while (!content.isAtEnd()) {
                long commit = content.commit();
                if (commit < 0) {
                    if (torn == null) {
                        torn = segment;
                        tornAt = content.position();
                    }
                    content.skipDamage();
                    continue;
                }
                if (torn != null) {
                    throw damaged(torn, "damaged at byte " + tornAt);
                }
                if (commit > last + 1) {
                    throw damaged(
                            segment,
                            "commits " + (last + 1) + " to " + (commit - 1) + " are not there");
                }
                content.next(JournalReader::checkRow);
                last = Math.max(last, commit);
            }
        }
        if (torn != null) {
            LOG.info("{}: what is behind byte {} was not written whole", torn, tornAt);
        }
        return last;
    }

    /** Going on without a pool or a mapping would take it from the switches as well. */
    private static void checkRow(Map map, byte[] key, byte[] value) {
        if (map.strong() && value != null) {
            StoreCodec.decode(map, key, value);
        }
    }

    private static JournalSegment.Content read(JournalSegment segment) throws IOException {
        try {
            return segment.read();
        } catch (DamagedStoreException e) {
            throw damaged(segment, e.getMessage());
        }
    }

    private static DamagedStoreException damaged(JournalSegment segment, String what) {
        return new DamagedStoreException(segment.file.getFileName() + ": " + what, null);
    }

    /**
     * What a segment changes, up to the first commit that is not whole.
     *
     * @param after commits up to this one are in the rows
     */
    static Changes changes(JournalSegment segment, long after) throws IOException {
        Changes changes = new Changes();
        changes.commits = after;
        JournalSegment.Content content = read(segment);
        for (long commit; (commit = content.commit()) >= 0; ) {
            content.next(commit > after ? changes::put : (map, key, value) -> {});
            changes.commits = Math.max(changes.commits, commit);
        }
        return changes;
    }

    /**
     * Gives all that can be read of a segment, in the order in which it was written.
     *
     * @return whether that is all
     */
    static boolean recover(JournalSegment segment, JournalSegment.Visitor visitor)
            throws IOException {
        boolean whole = true;
        JournalSegment.Content content = segment.read();
        while (!content.isAtEnd()) {
            if (content.commit() >= 0) {
                content.next(visitor);
            } else {
                whole = false;
                content.skipDamage();
            }
        }
        return whole;
    }
}
