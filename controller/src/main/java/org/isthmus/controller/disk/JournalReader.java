// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
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
            UUID of = storeOf(segment);
            if (of == null) {
                continue;
            }
            if (!of.equals(store)) {
                throw damaged(segment, "of another store (" + of + ")");
            }
            try (Frames frames = segment.frames()) {
                while (!frames.isAtEnd()) {
                    long commit = frames.commit();
                    if (commit < 0) {
                        if (torn == null) {
                            torn = segment;
                            tornAt = frames.position();
                        }
                        frames.skipDamage();
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
                    frames.next(StoreFile::checkRow);
                    last = Math.max(last, commit);
                }
            }
        }
        if (torn != null) {
            LOG.info("{}: what is behind byte {} was not written whole", torn, tornAt);
        }
        return last;
    }

    private static UUID storeOf(JournalSegment segment) throws IOException {
        try {
            return segment.store();
        } catch (DamagedStoreException e) {
            throw damaged(segment, e.getMessage());
        }
    }

    private static DamagedStoreException damaged(JournalSegment segment, String what) {
        return new DamagedStoreException(segment.file.getFileName() + ": " + what, null);
    }

    /**
     * Puts what a segment changes into a table, up to the first commit that is not whole.
     *
     * @param after commits up to this one are in the rows
     * @return the number of the last commit; {@code after} where there is none
     */
    static long changes(JournalSegment segment, long after, RowTable into) throws IOException {
        long last = after;
        if (storeOf(segment) == null) {
            return last;
        }
        try (Frames frames = segment.frames()) {
            for (long commit; (commit = frames.commit()) >= 0; ) {
                if (commit > after) {
                    frames.next(into::put);
                    last = commit;
                } else {
                    frames.skip();
                }
            }
        }
        return last;
    }
}
