// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.image;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A row with what a controller stores beside it, as it is in the image. The format, big-endian:
 *
 * <pre>
 *   key:    priority 4, bytes of the key 2 and the key, the mask
 *   value:  state 1, slot 4, cookie 8, bytes of metadata 4 and metadata, value; CRC-32C 4 of all
 *           before it and of the key
 * </pre>
 *
 * No mask: of an exact table. Immutable.
 */
public final class SavedRow {
    private static final byte IN_FORCE = 1;
    private static final byte UNWANTED = 2;
    private static final int CRC_BYTES = 4;

    public final BigInteger key;

    /** Null: of an exact table. */
    public final BigInteger mask;

    public final int priority;
    public final BigInteger value;
    public final int slot;

    /** Perhaps in the card, and to be erased. */
    public final boolean isUnwanted;

    /** P4Runtime's deprecated cookie, as it came. */
    public final long cookie;

    /** Opaque bytes of the client. */
    public final byte[] metadata;

    public SavedRow(
            BigInteger key,
            BigInteger mask,
            int priority,
            BigInteger value,
            int slot,
            boolean isUnwanted,
            long cookie,
            byte[] metadata) {
        this.key = key;
        this.mask = mask;
        this.priority = priority;
        this.value = value;
        this.slot = slot;
        this.isUnwanted = isUnwanted;
        this.cookie = cookie;
        this.metadata = metadata;
    }

    /** Of the row with this match. */
    static byte[] key(BigInteger key, BigInteger mask, int priority) {
        byte[] keyBytes = key.toByteArray();
        byte[] maskBytes = mask == null ? new byte[0] : mask.toByteArray();
        return ByteBuffer.allocate(6 + keyBytes.length + maskBytes.length)
                .putInt(priority)
                .putShort((short) keyBytes.length)
                .put(keyBytes)
                .put(maskBytes)
                .array();
    }

    byte[] key() {
        return key(key, mask, priority);
    }

    byte[] value() {
        byte[] bits = value.toByteArray();
        ByteBuffer to =
                ByteBuffer.allocate(17 + metadata.length + bits.length + CRC_BYTES)
                        .put(isUnwanted ? UNWANTED : IN_FORCE)
                        .putInt(slot)
                        .putLong(cookie)
                        .putInt(metadata.length)
                        .put(metadata)
                        .put(bits);
        to.putInt(crc(to.array(), key()));
        return to.array();
    }

    private static int crc(byte[] value, byte[] key) {
        CRC32C crc = new CRC32C();
        crc.update(value, 0, value.length - CRC_BYTES);
        crc.update(key);
        return (int) crc.getValue();
    }

    /**
     * @throws DamagedImageException it is not what was written
     */
    static SavedRow decode(byte[] key, byte[] value) throws DamagedImageException {
        if (value.length < CRC_BYTES
                || ByteBuffer.wrap(value).getInt(value.length - CRC_BYTES) != crc(value, key)) {
            throw new DamagedImageException("the checksum of a row does not fit");
        }
        try {
            ByteBuffer k = ByteBuffer.wrap(key);
            int priority = k.getInt();
            BigInteger bits = bits(k, k.getShort());
            BigInteger mask = k.hasRemaining() ? bits(k, k.remaining()) : null;
            ByteBuffer v = ByteBuffer.wrap(value, 0, value.length - CRC_BYTES);
            boolean isUnwanted = v.get() == UNWANTED;
            int slot = v.getInt();
            long cookie = v.getLong();
            byte[] metadata = new byte[v.getInt()];
            v.get(metadata);
            return new SavedRow(
                    bits,
                    mask,
                    priority,
                    bits(v, v.remaining()),
                    slot,
                    isUnwanted,
                    cookie,
                    metadata);
        } catch (BufferUnderflowException | NumberFormatException e) {
            throw new DamagedImageException("a row is of another format");
        }
    }

    private static BigInteger bits(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new BigInteger(bytes);
    }
}
