// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.isthmus.mappinglog.PrivateFiles;

/**
 * What a store must have, in a file beside it: MVStore passes over what it cannot read and goes on
 * with what was there before, or with nothing. The number of the last commit is written to memory
 * that is mapped from the file, so it outlives the process and costs no system call. After a loss
 * of power it may be ahead of the store.
 *
 * <p>Threading: one thread.
 */
final class Witness {
    private static final long MAGIC = 0x4953544d57544e53L; // ISTMWTNS
    private static final int VERSION = 1;

    // The header, whose checksum is first, and behind it what changes; big-endian.
    private static final int HEADER = 40;
    private static final int FORMAT = 12;
    private static final int BOOT = 16;
    private static final int COMMITS = 40;
    private static final int CLOSED = 48;
    private static final int BYTES = 56;

    /** Of the running system; differs after each boot. */
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final MappedByteBuffer bytes;

    private Witness(MappedByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** What the file said when it was opened. */
    static final class Testimony {
        /** The last commit. */
        final long commits;

        /** What was committed is in the store, whatever happened since. */
        final boolean certain;

        Testimony(long commits, boolean certain) {
            this.commits = commits;
            this.certain = certain;
        }
    }

    /**
     * @return null: there is none
     * @throws IOException it cannot be read, or is damaged
     */
    static Testimony read(Path file) throws IOException {
        if (Files.notExists(file)) {
            return null;
        }
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        if (all.capacity() != BYTES
                || all.getLong(4) != MAGIC
                || all.getInt(0) != sum(all)
                || all.getLong(COMMITS) < 0) {
            throw new IOException(file + " is damaged");
        }
        if (all.getInt(FORMAT) != VERSION) {
            throw new IOException(file + " has format " + all.getInt(FORMAT) + ", not " + VERSION);
        }
        UUID boot = new UUID(all.getLong(BOOT), all.getLong(BOOT + 8));
        return new Testimony(
                all.getLong(COMMITS), all.getLong(CLOSED) == 1 || boot.equals(bootId()));
    }

    /** Replaces what the file says. */
    static Witness begin(Path file, long commits) throws IOException {
        PrivateFiles.create(file);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            UUID boot = bootId();
            ByteBuffer all = ByteBuffer.allocate(BYTES);
            all.putInt(0, 0).putLong(4, MAGIC).putInt(FORMAT, VERSION);
            all.putLong(BOOT, boot.getMostSignificantBits());
            all.putLong(BOOT + 8, boot.getLeastSignificantBits());
            all.putInt(0, sum(all));
            all.putLong(COMMITS, commits);
            channel.write(all, 0);
            channel.truncate(BYTES);
            return new Witness(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }
    }

    private static int sum(ByteBuffer all) {
        CRC32C sum = new CRC32C();
        sum.update(all.array(), 4, HEADER - 4);
        return (int) sum.getValue();
    }

    /** Where nothing tells, every start counts as one after a loss of power. */
    private static UUID bootId() {
        try {
            return UUID.fromString(Files.readString(BOOT_ID, StandardCharsets.US_ASCII).strip());
        } catch (IOException | IllegalArgumentException e) {
            return UUID.randomUUID();
        }
    }

    void committed(long commits) {
        bytes.putLong(COMMITS, commits);
    }

    /** The store is closed, and forced to the disk. */
    void closed() {
        bytes.putLong(CLOSED, 1);
        bytes.force();
    }
}
