// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.isthmus.proto.store.StoreCodec;

/**
 * What a file of the store begins with: eight letters, version of the layout 4, format of the rows
 * 4, id of the store 16, numbers of 8 each, checksum of these 4. Numbers are big-endian, the
 * checksum is CRC-32C.
 *
 * <p>Threading: any thread.
 */
final class FileHeader {
    private static final int VERSION = 1;

    // Where what is behind the letters begins.
    private static final int LAYOUT = 8;
    private static final int FORMAT = 12;
    private static final int ID = 16;
    private static final int NUMBERS = 32;

    private final byte[] magic;

    /** In bytes. */
    final int length;

    /**
     * @param magic eight letters
     * @param numbers how many it has
     */
    FileHeader(String magic, int numbers) {
        this.magic = magic.getBytes(StandardCharsets.US_ASCII);
        length = NUMBERS + numbers * Long.BYTES + Integer.BYTES;
    }

    /** One to be written. */
    ByteBuffer of(UUID store, long... numbers) {
        ByteBuffer header = ByteBuffer.allocate(length);
        header.put(magic).putInt(VERSION).putInt(StoreCodec.FORMAT);
        header.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        for (long number : numbers) {
            header.putLong(number);
        }
        return header.putInt(crc(header)).flip();
    }

    private int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().position(0).limit(length - Integer.BYTES));
        return (int) crc.getValue();
    }

    /** Whether the first bytes of a file are a header that was written whole. */
    boolean isAt(ByteBuffer bytes) {
        return bytes.limit() == length
                && bytes.duplicate().limit(magic.length).equals(ByteBuffer.wrap(magic))
                && bytes.getInt(length - Integer.BYTES) == crc(bytes);
    }

    /**
     * The id in a header.
     *
     * @throws DamagedStoreException its layout is another one
     * @throws org.isthmus.proto.store.NewerStoreException a later release wrote it
     */
    static UUID store(ByteBuffer header) throws DamagedStoreException {
        StoreCodec.check(header.getInt(FORMAT));
        if (header.getInt(LAYOUT) != VERSION) {
            throw new DamagedStoreException(
                    "it has version " + header.getInt(LAYOUT) + ", not " + VERSION, null);
        }
        return new UUID(header.getLong(ID), header.getLong(ID + Long.BYTES));
    }

    /**
     * @param index of the number, from 0
     */
    static long number(ByteBuffer header, int index) {
        return header.getLong(NUMBERS + index * Long.BYTES);
    }
}
