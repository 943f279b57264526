// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * An event, or the header of a file, in {@value #BYTES} bytes, big-endian. docs/mapping-log.md has
 * the format. Offsets are absolute: no buffer's position is used or moved.
 */
final class Row {
    static final int BYTES = 48;

    /** In a header. */
    static final int MAGIC = 8;

    static final int VERSION = 16;

    private static final int KIND = 4;
    private static final int PROTOCOL = 5;
    private static final int SUBSCRIBER_LENGTH = 6;
    private static final int TIME = 8;
    private static final int SUBSCRIBER = 16;
    private static final int ADDRESS = 32;
    private static final int FIRST_PORT = 36;
    private static final int LAST_PORT = 38;
    private static final int NUMBER = 40;

    /** By the number in a row, from 1. */
    private static final List<MappingEvent.Kind> KINDS =
            List.of(
                    MappingEvent.Kind.ASSIGNED,
                    MappingEvent.Kind.RELEASED,
                    MappingEvent.Kind.ADOPTED);

    private Row() {}

    /**
     * Writes an event.
     *
     * @param at offset of the row
     */
    static void put(ByteBuffer rows, int at, MappingEvent e, long number) {
        rows.putInt(at, 0)
                .put(at + KIND, (byte) (1 + KINDS.indexOf(e.kind)))
                .put(at + PROTOCOL, (byte) e.protocol.v4())
                .putShort(at + SUBSCRIBER_LENGTH, (short) (e.subscriber.length() << 8))
                .putLong(at + TIME, e.epochMillis)
                .putLong(at + SUBSCRIBER, e.subscriber.high())
                .putLong(at + SUBSCRIBER + 8, e.subscriber.low())
                .putInt(at + ADDRESS, e.address.bits())
                .putShort(at + FIRST_PORT, (short) e.firstPort)
                .putShort(at + LAST_PORT, (short) e.lastPort)
                .putLong(at + NUMBER, number);
        seal(rows, at);
    }

    /** Of a row that is {@link #whole}. */
    static MappingEvent event(ByteBuffer rows, int at) {
        return new MappingEvent(
                KINDS.get(rows.get(at + KIND) - 1),
                time(rows, at),
                Protocol.of(rows.get(at + PROTOCOL)),
                Ipv6Prefix.of(
                        rows.getLong(at + SUBSCRIBER),
                        rows.getLong(at + SUBSCRIBER + 8),
                        rows.get(at + SUBSCRIBER_LENGTH) & 255),
                Ipv4Address.of(rows.getInt(at + ADDRESS)),
                rows.getShort(at + FIRST_PORT) & 0xffff,
                rows.getShort(at + LAST_PORT) & 0xffff);
    }

    static Block block(ByteBuffer rows, int at) {
        return new Block(
                rows.get(at + PROTOCOL) & 255,
                rows.getInt(at + ADDRESS),
                rows.getShort(at + FIRST_PORT) & 0xffff,
                rows.getShort(at + LAST_PORT) & 0xffff);
    }

    /** Epoch ms. */
    static long time(ByteBuffer rows, int at) {
        return rows.getLong(at + TIME);
    }

    /** The event's number; files of format 1 have none here. */
    static long number(ByteBuffer rows, int at) {
        return rows.getLong(at + NUMBER);
    }

    /** Completes a row with its checksum. */
    static void seal(ByteBuffer rows, int at) {
        rows.putInt(at, sum(rows, at, BYTES));
    }

    /** Whether the checksum fits and there is anything. */
    static boolean whole(ByteBuffer rows, int at) {
        return rows.getInt(at) == sum(rows, at, BYTES) && !empty(rows, at);
    }

    static boolean empty(ByteBuffer rows, int at) {
        for (int i = 0; i < BYTES; i += 8) {
            if (rows.getLong(at + i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** CRC-32C of bytes behind the first four. */
    static int sum(ByteBuffer bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        ByteBuffer body = bytes.duplicate();
        body.limit(at + length).position(at + 4);
        crc.update(body);
        return (int) crc.getValue();
    }
}
