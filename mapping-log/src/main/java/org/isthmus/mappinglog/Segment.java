// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * One file of the mapping log, in memory: rows of {@value #ROW} bytes, big-endian, the first of
 * which is a header. docs/mapping-log.md has the format.
 *
 * <p>Threading: the log's lock.
 */
final class Segment {
    static final int ROW = 48;

    private static final long MAGIC = 0x49534d41504c4f47L; // ISMAPLOG
    private static final int VERSION = 1;

    private static final int KIND = 4;
    private static final int PROTOCOL = 5;
    private static final int SUBSCRIBER_LENGTH = 6;
    private static final int TIME = 8;
    private static final int SUBSCRIBER = 16;
    private static final int ADDRESS = 32;
    private static final int FIRST_PORT = 36;
    private static final int LAST_PORT = 38;
    private static final int PREVIOUS = 40;

    /** In the header. */
    private static final int CARRIED = 32;

    private static final byte ASSIGNED = 1;
    private static final byte RELEASED = 2;

    private final MappedByteBuffer rows;
    private final int capacity;

    /** Number of the newest row of each protocol and address; the header is row 0. */
    private final Map<Long, Integer> newest = new HashMap<>();

    private int next = 1;
    private int damaged;

    private Segment(MappedByteBuffer rows) {
        this.rows = rows;
        this.capacity = rows.capacity() / ROW;
    }

    /**
     * @param capacity rows
     * @param since the time of the first event
     */
    static Segment create(Path file, int capacity, long since) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            long size = (long) capacity * ROW;
            // A hole would be filled when it is written to; on a full disk that is fatal.
            ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
            for (long at = 0; at < size; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
                at += channel.write(zeros);
            }
            Segment segment = new Segment(channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
            segment.rows.putLong(8, MAGIC).putInt(16, VERSION).putLong(24, since);
            segment.seal(0);
            return segment;
        }
    }

    /** The time of a file's first event. */
    static long since(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Segment segment =
                    new Segment(
                            channel.map(
                                    FileChannel.MapMode.READ_ONLY,
                                    0,
                                    Math.min(ROW, channel.size())));
            segment.check(file);
            return segment.since();
        }
    }

    /**
     * @param event told of every event in it, in order
     * @throws IOException it cannot be read or is no mapping log
     */
    static Segment open(Path file, Consumer<MappingEvent> event) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Segment segment =
                    new Segment(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
            segment.check(file);
            segment.scan(event);
            return segment;
        }
    }

    private void check(Path file) throws IOException {
        if (capacity < 1 || !whole(0) || rows.getLong(8) != MAGIC || rows.getInt(16) != VERSION) {
            throw new IOException(file + " is no mapping log, or of another version");
        }
    }

    /** The end is behind the last whole row: a row cut short by a crash is written over. */
    private void scan(Consumer<MappingEvent> event) {
        int torn = 0;
        for (int row = 1; row < capacity; row++) {
            if (whole(row)) {
                damaged += torn;
                torn = 0;
                next = row + 1;
                newest.put(holder(row), row);
                event.accept(event(row));
            } else if (!empty(row)) {
                torn++;
            }
        }
        for (int row = next; torn > 0 && row < capacity; row++) {
            for (int i = 0; i < ROW; i += 8) {
                rows.putLong(row * ROW + i, 0);
            }
        }
    }

    /** Rows in the middle that cannot be read. */
    int damaged() {
        return damaged;
    }

    private long since() {
        return rows.getLong(24);
    }

    boolean full() {
        return next == capacity;
    }

    int free() {
        return capacity - next;
    }

    /** To be called unless {@link #full}. */
    void append(MappingEvent e) {
        int at = next * ROW;
        long holder = holder(e.protocol.v4(), e.address.bits());
        rows.put(at + KIND, e.kind == MappingEvent.Kind.ASSIGNED ? ASSIGNED : RELEASED)
                .put(at + PROTOCOL, (byte) e.protocol.v4())
                .put(at + SUBSCRIBER_LENGTH, (byte) e.subscriber.length())
                .putLong(at + TIME, e.epochMillis)
                .putLong(at + SUBSCRIBER, e.subscriber.high())
                .putLong(at + SUBSCRIBER + 8, e.subscriber.low())
                .putInt(at + ADDRESS, e.address.bits())
                .putShort(at + FIRST_PORT, (short) e.firstPort)
                .putShort(at + LAST_PORT, (short) e.lastPort)
                .putInt(at + PREVIOUS, newest.getOrDefault(holder, 0));
        seal(next);
        newest.put(holder, next++);
    }

    /** The last event of a port at or before a time, or null. */
    MappingEvent last(int protocol, int address, int port, long epochMillis) {
        int row = newest.getOrDefault(holder(protocol, address), 0);
        while (row > 0) {
            int at = row * ROW;
            if (rows.getLong(at + TIME) <= epochMillis
                    && (rows.getShort(at + FIRST_PORT) & 0xffff) <= port
                    && (rows.getShort(at + LAST_PORT) & 0xffff) >= port) {
                return event(row);
            }
            row = rows.getInt(at + PREVIOUS);
        }
        return null;
    }

    /** The event in a row if it can be read and is not before a time; or null. */
    MappingEvent since(int row, long epochMillis) {
        return rows.getLong(row * ROW + TIME) >= epochMillis && whole(row) ? event(row) : null;
    }

    /** The row behind the last. */
    int next() {
        return next;
    }

    /** Rows at the beginning that stand in the file before as well. */
    int carried() {
        return rows.getInt(CARRIED);
    }

    void carried(int count) {
        rows.putInt(CARRIED, count);
        seal(0);
    }

    /** The time of the latest event, or of none. */
    long latest() {
        long latest = Long.MIN_VALUE;
        for (int row = 1; row < next; row++) {
            latest = Math.max(latest, rows.getLong(row * ROW + TIME));
        }
        return latest;
    }

    private MappingEvent event(int row) {
        int at = row * ROW;
        return new MappingEvent(
                rows.get(at + KIND) == ASSIGNED
                        ? MappingEvent.Kind.ASSIGNED
                        : MappingEvent.Kind.RELEASED,
                rows.getLong(at + TIME),
                Protocol.of(rows.get(at + PROTOCOL)),
                Ipv6Prefix.of(
                        rows.getLong(at + SUBSCRIBER),
                        rows.getLong(at + SUBSCRIBER + 8),
                        rows.get(at + SUBSCRIBER_LENGTH) & 255),
                Ipv4Address.of(rows.getInt(at + ADDRESS)),
                rows.getShort(at + FIRST_PORT) & 0xffff,
                rows.getShort(at + LAST_PORT) & 0xffff);
    }

    private long holder(int row) {
        return holder(rows.get(row * ROW + PROTOCOL), rows.getInt(row * ROW + ADDRESS));
    }

    private static long holder(int protocol, int address) {
        return (long) protocol << 32 | address & 0xffff_ffffL;
    }

    private void seal(int row) {
        rows.putInt(row * ROW, sum(row));
    }

    private boolean whole(int row) {
        return rows.getInt(row * ROW) == sum(row) && !empty(row);
    }

    private boolean empty(int row) {
        for (int i = 0; i < ROW; i += 8) {
            if (rows.getLong(row * ROW + i) != 0) {
                return false;
            }
        }
        return true;
    }

    private int sum(int row) {
        CRC32C crc = new CRC32C();
        ByteBuffer body = rows.duplicate();
        body.limit((row + 1) * ROW).position(row * ROW + 4);
        crc.update(body);
        return (int) crc.getValue();
    }
}
