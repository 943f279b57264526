// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The rows of a segment by block and time, in a file beside it: pages of sorted entries, behind
 * them the first entry of each page. A question reads the latter and one or two pages, whatever the
 * size of the segment. It can be made anew from the segment at any time. docs/mapping-log.md has
 * the format.
 *
 * <p>Threading: one thread; to be closed behind the question.
 */
final class SegmentIndex implements BlockEvents<IOException>, Closeable {
    private static final long MAGIC = 0x49534d4150494458L; // ISMAPIDX
    private static final int VERSION = 1;

    static final int PAGE = 4096;

    private static final int ENTRIES = 24;
    private static final int LARGEST = 28;
    private static final int LENGTH = 32;
    private static final int FENCES_SUM = 40;

    private static final int ENTRY = 24;

    /** In an entry. */
    private static final int LAST = 8;

    private static final int ROW = 12;
    private static final int TIME = 16;

    /** Behind the checksum of a page. */
    private static final int PAGE_HEADER = 8;

    private static final int ENTRIES_PER_PAGE = (PAGE - PAGE_HEADER) / ENTRY;

    private static final class Entry {
        final Block block;
        final int row;
        long time;

        Entry(Block block, int row, long time) {
            this.block = block;
            this.row = row;
            this.time = time;
        }

        void put(ByteBuffer to) {
            to.putLong(block.start).putInt(block.last).putInt(row).putLong(time);
        }
    }

    private final Segment segment;
    private final Path path;
    private final RandomAccessFile file;
    private final int entries;
    private final int largest;

    /** The checksum, and the first entry of each page. */
    private final ByteBuffer fences;

    private final ByteBuffer page = ByteBuffer.allocate(PAGE);
    private int pageNumber = -1;

    private SegmentIndex(Segment segment, Path path, RandomAccessFile file) throws IOException {
        this.segment = segment;
        this.path = path;
        this.file = file;
        file.readFully(page.array(), 0, Row.BYTES);
        if (!Row.whole(page, 0)
                || page.getLong(Row.MAGIC) != MAGIC
                || page.getInt(Row.VERSION) != VERSION) {
            throw new IOException(path + " is no index of format " + VERSION);
        }
        if (page.getLong(LENGTH) != Files.size(segment.file)) {
            throw new IOException(path + " is the index of another file");
        }
        entries = page.getInt(ENTRIES);
        largest = page.getInt(LARGEST);
        int sum = page.getInt(FENCES_SUM);
        int pages = pages(entries);
        fences = ByteBuffer.allocate(PAGE_HEADER + pages * ENTRY);
        file.seek((long) PAGE * (1 + pages));
        file.readFully(fences.array());
        if (Row.sum(fences, 0, fences.capacity()) != sum) {
            throw new IOException(path + " is damaged");
        }
    }

    /** Length of the index of so many rows. */
    static long bytes(int rows) {
        return PAGE * (1L + pages(rows)) + PAGE_HEADER + (long) pages(rows) * ENTRY;
    }

    private static int pages(int entries) {
        return (entries + ENTRIES_PER_PAGE - 1) / ENTRIES_PER_PAGE;
    }

    /**
     * @throws java.nio.file.NoSuchFileException there is none
     * @throws IOException it cannot be read, is damaged, or is that of another file
     */
    static SegmentIndex open(Segment segment) throws IOException {
        Path path = segment.index();
        RandomAccessFile file = Segment.reader(path);
        try {
            return new SegmentIndex(segment, path, file);
        } catch (IOException e) {
            file.close();
            throw e instanceof EOFException ? new IOException(path + " is cut short", e) : e;
        }
    }

    /** Makes the index of a segment that is no longer written; replaces one that there is. */
    static void make(Segment segment, Disk disk) throws IOException {
        List<Entry> entries = new ArrayList<>();
        int[] largest = new int[1];
        segment.read(
                1,
                (row, rows, at, number) -> {
                    Block block = Row.block(rows, at);
                    largest[0] = Math.max(largest[0], block.ports());
                    entries.add(new Entry(block, row, segment.time(row, rows, at)));
                    return true;
                });
        // Stable: rows of a block stay in order.
        entries.sort(Comparator.comparing(e -> e.block));
        // With the earliest time of what follows, times of a block grow even if a clock was set
        // back; the last entry not after a time is the newest of all that are not.
        for (int i = entries.size() - 2; i >= 0; i--) {
            Entry next = entries.get(i + 1);
            if (next.block.equals(entries.get(i).block)) {
                entries.get(i).time = Math.min(entries.get(i).time, next.time);
            }
        }
        Path path = segment.index();
        Path unfinished = Segment.unfinished(path);
        PrivateFiles.create(unfinished);
        try (FileChannel channel =
                FileChannel.open(
                        unfinished,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            write(entries, largest[0], Files.size(segment.file), channel, disk);
            disk.force(channel);
        }
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void write(
            List<Entry> entries, int largest, long length, FileChannel channel, Disk disk)
            throws IOException {
        int pages = pages(entries.size());
        ByteBuffer fences = ByteBuffer.allocate(PAGE_HEADER + pages * ENTRY);
        fences.position(PAGE_HEADER);
        ByteBuffer page = ByteBuffer.allocate(PAGE);
        for (int p = 0; p < pages; p++) {
            int from = p * ENTRIES_PER_PAGE;
            entries.get(from).put(fences);
            page.clear().position(PAGE_HEADER);
            for (int i = from; i < Math.min(from + ENTRIES_PER_PAGE, entries.size()); i++) {
                entries.get(i).put(page);
            }
            while (page.hasRemaining()) {
                page.put((byte) 0);
            }
            page.putInt(0, Row.sum(page, 0, PAGE)).flip();
            disk.write(channel, page, (long) PAGE * (1 + p));
        }
        int sum = Row.sum(fences, 0, fences.capacity());
        disk.write(channel, fences.putInt(0, sum).flip(), (long) PAGE * (1 + pages));
        ByteBuffer header = ByteBuffer.allocate(Row.BYTES);
        header.putLong(Row.MAGIC, MAGIC)
                .putInt(Row.VERSION, VERSION)
                .putInt(ENTRIES, entries.size())
                .putInt(LARGEST, largest)
                .putLong(LENGTH, length)
                .putInt(FENCES_SUM, sum);
        Row.seal(header, 0);
        disk.write(channel, header, 0);
    }

    @Override
    public Block floor(Block block) throws IOException {
        int at = find(block, Long.MAX_VALUE);
        return at < 0 ? null : block(page, at);
    }

    @Override
    public Found newest(Block block, long epochMillis) throws IOException {
        int at = find(block, epochMillis);
        return at < 0 || !block(page, at).equals(block)
                ? null
                : segment.read(page.getInt(at + ROW));
    }

    @Override
    public int largest() {
        return largest;
    }

    private static Block block(ByteBuffer entries, int at) {
        return new Block(entries.getLong(at), entries.getInt(at + LAST));
    }

    /** Offset in the page of the last entry at or before a block and time; -1: there is none. */
    private int find(Block block, long time) throws IOException {
        int number = find(fences, pages(entries), block, time);
        if (number < 0) {
            return -1;
        }
        turn(number);
        int count = Math.min(ENTRIES_PER_PAGE, entries - number * ENTRIES_PER_PAGE);
        return PAGE_HEADER + find(page, count, block, time) * ENTRY;
    }

    /** The last of some entries at or before a block and time; -1: there is none. */
    private static int find(ByteBuffer entries, int count, Block block, long time) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = PAGE_HEADER + middle * ENTRY;
            int compared = block(entries, at).compareTo(block);
            if (compared < 0 || compared == 0 && entries.getLong(at + TIME) <= time) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private void turn(int number) throws IOException {
        if (number == pageNumber) {
            return;
        }
        pageNumber = -1;
        file.seek((long) PAGE * (1 + number));
        file.readFully(page.array());
        if (page.getInt(0) != Row.sum(page, 0, PAGE)) {
            throw new IOException(path + ": page " + number + " is damaged");
        }
        pageNumber = number;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
