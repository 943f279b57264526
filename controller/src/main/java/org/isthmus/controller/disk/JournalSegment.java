// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file of the journal: a header and frames, each of which is a commit and counts whole or not at
 * all. docs/store.md has the layout.
 *
 * <p>Threading: any thread; a file that is written is read by nobody.
 */
final class JournalSegment {
    private static final String PREFIX = "state.journal-";
    private static final Pattern NAME = Pattern.compile(Pattern.quote(PREFIX) + "([0-9]{1,18})");

    static final FileHeader HEADER = new FileHeader("ISTMJRNL", 0);

    final Path file;

    /** The first commit that may be in it. */
    final long first;

    JournalSegment(Path directory, long first) {
        this.file = directory.resolve(PREFIX + first);
        this.first = first;
    }

    /** Those of a directory, in the order in which they were written. */
    static List<JournalSegment> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> NAME.matcher(f.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(m -> new JournalSegment(directory, Long.parseLong(m.group(1))))
                    .sorted(Comparator.comparingLong(s -> s.first))
                    .collect(Collectors.toList());
        }
    }

    /**
     * The store whose commits these are; null: not even the header was written whole, by whoever
     * was killed then or lost power.
     *
     * @throws DamagedStoreException the header is damaged
     * @throws org.isthmus.proto.store.NewerStoreException a later release wrote it
     */
    UUID store() throws IOException {
        try (Frames frames = frames()) {
            ByteBuffer header = frames.header();
            if (HEADER.isAt(header)) {
                return FileHeader.store(header);
            }
            if (frames.commit() < 0) {
                frames.skipDamage();
            }
            if (!frames.isAtEnd()) {
                throw new DamagedStoreException("its header is damaged", null);
            }
            return null;
        }
    }

    /** Its commits, where its header is whole. */
    Frames frames() throws IOException {
        return new Frames(file, HEADER.length);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
