// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.isthmus.core.model.MappingEvent;

/**
 * Events on their way to a segment: a ring of rows in a file that is mapped into memory. To offer
 * an event is to write to memory, and yet it outlives the process. Row 0 of the file is a header.
 *
 * <p>Whenever the queue is empty it begins anew at its first row, so that under ordinary load the
 * same page of memory is written again and again.
 *
 * <p>The {@link Witness} knows which rows wait.
 *
 * <p>Threading: the caller holds this object's monitor, but for {@link #rows} and {@link #from},
 * which are for the writer.
 */
final class EventQueue {
    private static final long MAGIC = 0x49534d4150515545L; // ISMAPQUE
    private static final int VERSION = 1;
    private static final String NAME = "mappings.queue";

    /** In the header, behind what its checksum covers: the number of the last row taken. */
    private static final int TAKEN = 40;

    private static final int ZEROS = 1 << 16;

    /** Of what the witness knows: behind the rows that wait, events found no room. */
    private static final long LOST = 1L << 62;

    private final MappedByteBuffer rows;
    private final int capacity;
    private Witness witness;

    /** Counts of rows offered and taken since the queue was empty. */
    private long head;

    private long tail;

    /** Whether events were lost behind the last one offered. */
    private boolean hasLost;

    private EventQueue(Path file, MappedByteBuffer rows) throws IOException {
        this.rows = rows;
        this.capacity = rows.capacity() / Row.BYTES - 1;
        if (capacity < 1
                || rows.getLong(Row.MAGIC) != MAGIC
                || rows.getInt(0) != Row.sum(rows, 0, TAKEN)) {
            throw new DamagedLogException(
                    file + " is no queue of a mapping log, or its header is damaged");
        }
        if (rows.getInt(Row.VERSION) != VERSION) {
            throw new IOException(
                    file + " has format " + rows.getInt(Row.VERSION) + ", not " + VERSION);
        }
    }

    /**
     * Opens the queue of a directory, or makes one.
     *
     * @param capacity rows of one that is made
     * @throws IOException it cannot be made, or is of an unknown format
     */
    static EventQueue open(Path directory, int capacity, Disk disk) throws IOException {
        Path file = file(directory);
        if (Files.notExists(file)) {
            try {
                create(file, capacity, disk);
            } catch (IOException e) {
                throw PrivateFiles.named(file, e);
            }
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new EventQueue(
                    file, channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
        }
    }

    static Path file(Path directory) {
        return directory.resolve(NAME);
    }

    /**
     * Checks the queue of a directory and changes nothing.
     *
     * @param vouched whether there must be one
     * @param capacity rows that it must have room for
     * @param told what the witness says of rows that wait; 0: nothing must wait
     * @param written whether there is a segment
     * @throws DamagedLogException it is missing, or lacks something
     * @throws IOException it is of an unknown format, or cannot be read
     */
    static void check(Path directory, boolean vouched, int capacity, long told, boolean written)
            throws IOException {
        long waiting = told & ~LOST;
        Path file = file(directory);
        if (Files.notExists(file)) {
            if (vouched) {
                throw new DamagedLogException(file + " is missing");
            }
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            EventQueue queue =
                    new EventQueue(
                            file, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            if (queue.capacity < capacity) {
                throw new DamagedLogException(
                        file + " has " + queue.capacity + " rows of " + capacity);
            }
            long before = written ? -1 : queue.rows.getLong(TAKEN);
            for (int i = 0; i < (int) waiting; i++) {
                int at = queue.offset((waiting >>> Integer.SIZE) + i);
                long number = Row.number(queue.rows, at);
                if (!Row.whole(queue.rows, at) || number <= before) {
                    throw new DamagedLogException(
                            file + ": event " + (i + 1) + " of " + (int) waiting + " is damaged");
                }
                before = number;
            }
        }
    }

    /** Of its file. */
    long bytes() {
        return rows.capacity();
    }

    int capacity() {
        return capacity;
    }

    /** Whether events were lost behind those that wait, by what the witness says. */
    static boolean hasLost(long told) {
        return (told & LOST) != 0;
    }

    /**
     * From now on it is told what waits.
     *
     * @param lost whether events were lost behind that
     */
    void witness(Witness by, boolean lost) {
        witness = by;
        hasLost = lost;
        tell();
    }

    /** What waits: the slot of the first row, above 32 bits of how many. */
    private void tell() {
        if (witness != null) {
            witness.set(
                    Inspection.WAITING,
                    (hasLost ? LOST : 0) | tail % capacity << Integer.SIZE | head - tail);
        }
    }

    /** Returns when a loss of power costs nothing of it. */
    void force() {
        rows.force();
    }

    private static void create(Path file, int capacity, Disk disk) throws IOException {
        Path unfinished = Segment.unfinished(file);
        PrivateFiles.create(unfinished);
        try (FileChannel channel =
                FileChannel.open(
                        unfinished,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer header = ByteBuffer.allocate(Row.BYTES);
            header.putLong(Row.MAGIC, MAGIC).putInt(Row.VERSION, VERSION);
            header.putInt(0, Row.sum(header, 0, TAKEN));
            channel.write(header);
            // A hole would be filled when it is written to; on a full disk that is fatal.
            ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
            for (long left = (long) capacity * Row.BYTES; left > 0; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), left));
                left -= channel.write(zeros);
            }
            disk.force(channel);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Finds what a process before this one offered and did not live to see written.
     *
     * @param written the last number that a segment has; 0: there is no segment
     * @param visitor told of each event and its number, in order
     * @return the last number known here
     */
    long recover(long written, BiConsumer<MappingEvent, Long> visitor) {
        long from = written == 0 ? rows.getLong(TAKEN) : written;
        TreeMap<Long, Integer> slots = new TreeMap<>();
        for (int slot = 0; slot < capacity; slot++) {
            int at = offset(slot);
            if (Row.whole(rows, at) && Row.number(rows, at) > from) {
                slots.put(Row.number(rows, at), slot);
            }
        }
        if (slots.isEmpty()) {
            return from;
        }
        tail = slots.firstEntry().getValue();
        head = tail;
        boolean inOrder = true;
        for (int slot : slots.values()) {
            inOrder &= slot == head++ % capacity;
        }
        List<MappingEvent> events = new ArrayList<>();
        slots.values().forEach(slot -> events.add(Row.event(rows, offset(slot))));
        int i = 0;
        if (!inOrder) {
            // Pages that a loss of power left of different age.
            tail = 0;
            head = 0;
        }
        for (long number : slots.keySet()) {
            if (!inOrder) {
                offer(events.get(i), number);
            }
            visitor.accept(events.get(i++), number);
        }
        return slots.lastKey();
    }

    private int offset(long position) {
        return (int) (position % capacity + 1) * Row.BYTES;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Returns whether there was room. */
    boolean offer(MappingEvent event, long number) {
        boolean hasRoom = head - tail < capacity;
        if (hasRoom) {
            Row.put(rows, offset(head), event, number);
            head++;
        }
        // What is behind a loss shows it by its number.
        hasLost = !hasRoom;
        tell();
        return hasRoom;
    }

    /** Events were lost behind the last one offered, which found room. */
    void lose() {
        hasLost = true;
        tell();
    }

    /** Rows that are not written yet. */
    long size() {
        return head - tail;
    }

    /** Number of the oldest row, unless the queue is empty. */
    long first() {
        return Row.number(rows, offset(tail));
    }

    /** How many rows from the oldest one on stand side by side. */
    int together() {
        return (int) Math.min(head - tail, capacity - tail % capacity);
    }

    /** The bytes of all rows; those of the queue begin at {@link #from} and do not change. */
    ByteBuffer rows() {
        return rows.duplicate();
    }

    /** Offset of the oldest row. */
    int from() {
        return offset(tail);
    }

    /** Frees rows that are written, the oldest ones. */
    void take(int count) {
        tail += count;
        rows.putLong(TAKEN, Row.number(rows, offset(tail - 1)));
        if (head == tail) {
            head = 0;
            tail = 0;
        }
        tell();
    }
}
