// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

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

/**
 * How far files were written, in numbers beside them that do not depend on what can be read of the
 * files. They are written to memory that is mapped from a file, so they outlive the process and
 * cost no system call. After a loss of power they may be ahead of what they vouch for.
 *
 * <p>Threading: a number is changed by one thread at a time.
 */
public final class Witness {
    private static final long MAGIC = 0x4953544d57544e53L; // ISTMWTNS
    private static final int VERSION = 1;

    // The header, whose checksum is first, and behind it what changes: the numbers, and whether the
    // files were closed. Big-endian.
    private static final int HEADER = 40;
    private static final int FORMAT = 12;
    private static final int BOOT = 16;

    /** Of the running system; differs after each boot. */
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final MappedByteBuffer bytes;

    private Witness(MappedByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** What the file said when it was opened. */
    public static final class Testimony {
        private final long[] numbers;

        /** What the numbers say was written is there, whatever happened since. */
        public final boolean certain;

        Testimony(long[] numbers, boolean certain) {
            this.numbers = numbers;
            this.certain = certain;
        }

        /**
         * One of the numbers.
         *
         * @param index from 0
         */
        public long number(int index) {
            return numbers[index];
        }
    }

    /**
     * @param numbers how many the file has
     * @return null: there is no file
     * @throws IOException it cannot be read, or is damaged
     */
    public static Testimony read(Path file, int numbers) throws IOException {
        if (Files.notExists(file)) {
            return null;
        }
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        if (all.capacity() != at(numbers + 1)
                || all.getLong(4) != MAGIC
                || all.getInt(0) != sum(all)) {
            throw new IOException(file + " is damaged");
        }
        if (all.getInt(FORMAT) != VERSION) {
            throw new IOException(file + " has format " + all.getInt(FORMAT) + ", not " + VERSION);
        }
        long[] values = new long[numbers];
        for (int i = 0; i < numbers; i++) {
            values[i] = all.getLong(at(i));
            if (values[i] < 0) {
                throw new IOException(file + " is damaged");
            }
        }
        UUID boot = new UUID(all.getLong(BOOT), all.getLong(BOOT + 8));
        return new Testimony(values, all.getLong(at(numbers)) == 1 || boot.equals(bootId()));
    }

    /**
     * Replaces what the file says.
     *
     * @param numbers not negative
     */
    public static Witness begin(Path file, long... numbers) throws IOException {
        boolean isThere = Files.exists(file);
        try {
            return write(file, numbers);
        } catch (IOException e) {
            if (!isThere) {
                // An empty one would be damage to the next start.
                Files.deleteIfExists(file);
            }
            throw PrivateFiles.named(file, e);
        }
    }

    private static Witness write(Path file, long... numbers) throws IOException {
        PrivateFiles.create(file);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            UUID boot = bootId();
            int length = at(numbers.length + 1);
            ByteBuffer all = ByteBuffer.allocate(length);
            all.putInt(0, 0).putLong(4, MAGIC).putInt(FORMAT, VERSION);
            all.putLong(BOOT, boot.getMostSignificantBits());
            all.putLong(BOOT + 8, boot.getLeastSignificantBits());
            all.putInt(0, sum(all));
            for (int i = 0; i < numbers.length; i++) {
                all.putLong(at(i), numbers[i]);
            }
            channel.write(all, 0);
            channel.truncate(length);
            return new Witness(channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
        }
    }

    /** Offset of a number; behind the last one stands whether the files were closed. */
    private static int at(int index) {
        return HEADER + index * Long.BYTES;
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

    /**
     * Says that more was written, once it was.
     *
     * @param index from 0
     * @param value not negative
     */
    public void set(int index, long value) {
        bytes.putLong(at(index), value);
    }

    /** All that was written is forced to the disk, and no more comes. */
    public void closed() {
        bytes.putLong(bytes.capacity() - Long.BYTES, 1);
        bytes.force();
    }
}
