// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.isthmus.proto.store.StoreCodec;

/**
 * A file of the journal: a header and frames, each of which is a commit and counts whole or not at
 * all. docs/store.md has the layout.
 *
 * <p>Threading: any thread; a file that is written is read by nobody.
 */
final class JournalSegment {
    private static final String PREFIX = "state.journal-";
    private static final Pattern NAME = Pattern.compile(Pattern.quote(PREFIX) + "([0-9]{1,18})");

    private static final byte[] MAGIC = "ISTMJRNL".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;

    /** Magic, version, format of the rows, id of the store, checksum. */
    static final int HEADER = 36;

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

    static ByteBuffer header(UUID store) {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        header.put(MAGIC).putInt(VERSION).putInt(StoreCodec.FORMAT);
        header.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        return header.putInt(crc(header)).flip();
    }

    private static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().position(0).limit(HEADER - Integer.BYTES));
        return (int) crc.getValue();
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
            ByteBuffer header = frames.header(HEADER);
            if (!isHeader(header)) {
                if (frames.commit() < 0) {
                    frames.skipDamage();
                }
                if (!frames.isAtEnd()) {
                    throw new DamagedStoreException("its header is damaged", null);
                }
                return null;
            }
            StoreCodec.check(header.getInt(12));
            if (header.getInt(8) != VERSION) {
                throw new DamagedStoreException(
                        "it has version " + header.getInt(8) + ", not " + VERSION, null);
            }
            return new UUID(header.getLong(16), header.getLong(24));
        }
    }

    private static boolean isHeader(ByteBuffer header) {
        return header.limit() == HEADER
                && header.duplicate().limit(MAGIC.length).equals(ByteBuffer.wrap(MAGIC))
                && header.getInt(HEADER - Integer.BYTES) == crc(header);
    }

    /** Its commits, where its header is whole. */
    Frames frames() throws IOException {
        return new Frames(file, HEADER);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
