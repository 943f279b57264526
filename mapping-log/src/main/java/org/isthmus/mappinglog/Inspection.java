// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a directory has of a log, read whole and compared with what the {@link Witness} says it must
 * have. Looks and changes nothing, until it is told to {@link #mend}.
 *
 * <p>The torn end that a kill or a loss of power leaves is no damage. A kill costs nothing that was
 * written, a loss of power what was not yet forced to the disk.
 *
 * <p>Threading: one thread.
 */
final class Inspection {
    private static final Logger LOG = LoggerFactory.getLogger(Inspection.class);

    private static final String WITNESS = "mappings.written";

    // The numbers of the witness. Places are a segment's number and the row behind the last one.
    static final int OLDEST = 0;

    static final int WRITTEN = 1;
    static final int FORCED = 2;

    /** The queue's rows that wait: the slot of the first, and how many. */
    static final int WAITING = 3;

    static final int CAPACITY = 4;
    private static final int NUMBERS = 5;

    /** What is damaged beyond that is only counted in a line. */
    private static final int DAMAGE_SAID = 5;

    /** A file of a segment. */
    private static final class Found {
        final Path file;

        /** Null: its header is damaged. */
        Segment segment;

        /** Rows from the header on that are whole. */
        int whole;

        /** Of these the latest time, epoch ms, and the last number. */
        long latest = Long.MIN_VALUE;

        long number;

        boolean isDamaged;

        /** Whether the file that followed is missing. */
        boolean isLast;

        Found(Path file) {
            this.file = file;
        }
    }

    private final Path directory;
    private final Disk disk;
    private final Witness.Testimony last;
    private final TreeMap<Integer, Found> found = new TreeMap<>();
    private final List<String> damage = new ArrayList<>();
    private boolean isWitnessDamaged;
    private boolean isQueueDamaged;

    /**
     * @throws IOException the directory cannot be read, or a file has a format that is not known
     */
    Inspection(Path directory, Disk disk) throws IOException {
        this.directory = directory;
        this.disk = disk;
        Witness.Testimony testimony = null;
        try {
            testimony = Witness.read(directory.resolve(WITNESS), NUMBERS);
        } catch (FileSystemException e) {
            // It could not be opened, which says nothing of what is in it.
            throw e;
        } catch (IOException e) {
            isWitnessDamaged = true;
            damage.add(e.getMessage());
        }
        last = testimony;
        find();
        findMissing();
        for (int number : found.keySet()) {
            check(number);
        }
        checkQueue();
    }

    static long place(int fileNumber, int rows) {
        return (long) fileNumber << Integer.SIZE | rows;
    }

    private static int fileNumber(long place) {
        return (int) (place >>> Integer.SIZE);
    }

    private void find() throws IOException {
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                int number = Segment.fileNumber(path);
                if (number >= 0) {
                    found.put(number, new Found(path));
                }
            }
        }
        for (Found each : found.values()) {
            try {
                each.segment = Segment.open(each.file);
            } catch (DamagedLogException e) {
                each.isDamaged = true;
                damage.add(e.getMessage());
            }
        }
    }

    /** Numbers follow each other, but behind one that was cut. */
    private void findMissing() {
        boolean vouched = last != null && last.number(WRITTEN) > 0;
        int next = vouched ? (int) last.number(OLDEST) : Integer.MAX_VALUE;
        Found before = null;
        for (int number : found.keySet()) {
            missing(before, next, number);
            before = found.get(number);
            next = number + 1;
        }
        if (vouched) {
            missing(before, next, fileNumber(last.number(WRITTEN)) + 1);
        }
    }

    private void missing(Found before, int from, int to) {
        if (from >= to || before != null && before.segment != null && before.segment.isCut) {
            return;
        }
        Path first = Segment.file(directory, from);
        damage.add(
                to - from == 1
                        ? first + " is missing"
                        : first + " and " + (to - from - 1) + " more behind it are missing");
        if (before != null) {
            before.isLast = true;
        }
    }

    private void check(int number) throws IOException {
        Found here = found.get(number);
        if (here.segment == null) {
            return;
        }
        walk(here);
        Found next = found.get(number + 1);
        int length = (int) ((Files.size(here.file) + Row.BYTES - 1) / Row.BYTES);
        int must = next == null ? mustHave(here.segment) : mustHave(here.segment, next, length);
        // What is behind a row that is not whole was written after it.
        boolean hasGap =
                here.whole < length
                        && !(next == null && isLossOfPower())
                        && here.segment.hasRows(here.whole + 1);
        if (here.whole < must || hasGap) {
            here.isDamaged = true;
            damage.add(
                    here.whole < length
                            ? here.file + ": row " + here.whole + " is damaged"
                            : here.file + " ends at row " + here.whole + " of " + must);
        } else if (next == null) {
            tellOfLoss(here);
        }
        here.segment = here.segment.with(here.whole, here.latest);
    }

    private static void walk(Found here) throws IOException {
        Segment segment = here.segment;
        here.number = segment.first() - 1;
        here.whole =
                segment.walk(
                        1,
                        Integer.MAX_VALUE,
                        (row, rows, at, number) -> {
                            here.latest = Math.max(here.latest, segment.time(row, rows, at));
                            here.number = Math.max(here.number, number);
                            return true;
                        });
    }

    private boolean isLossOfPower() {
        return last != null && !last.certain;
    }

    /** Rows of the segment that is written. */
    private int mustHave(Segment segment) {
        long place = last == null ? 0 : last.number(last.certain ? WRITTEN : FORCED);
        return fileNumber(place) == segment.fileNumber ? (int) place : 1 + segment.carried;
    }

    /** Rows of one that is full. */
    private static int mustHave(Segment segment, Found next, int length) {
        if (next.segment != null && next.segment.rowsBefore > 0 && !segment.isCut) {
            return next.segment.rowsBefore;
        }
        return segment.isPadded() ? 1 + segment.carried : length;
    }

    private void tellOfLoss(Found here) {
        long written = last == null ? 0 : last.number(WRITTEN);
        if (fileNumber(written) == here.segment.fileNumber && here.whole < (int) written) {
            LOG.warn("{}: a loss of power cost {} events", here.file, (int) written - here.whole);
        }
    }

    private void checkQueue() throws IOException {
        try {
            EventQueue.check(
                    directory,
                    last != null,
                    last == null ? 0 : (int) last.number(CAPACITY),
                    last == null || !last.certain ? 0 : last.number(WAITING),
                    !found.isEmpty());
        } catch (DamagedLogException e) {
            isQueueDamaged = true;
            damage.add(e.getMessage());
        }
    }

    /** Whether events were lost behind all that are there. */
    boolean hasLost() {
        return last != null && EventQueue.hasLost(last.number(WAITING));
    }

    /** The last number in a segment; 0: there is none. */
    long number() {
        return found.isEmpty() ? 0 : found.lastEntry().getValue().number;
    }

    /** What is wrong, each with the name of the file; empty: nothing is. */
    List<String> damage() {
        return damage;
    }

    /** All damage in a line. */
    String summary() {
        String some = damage.stream().limit(DAMAGE_SAID).collect(Collectors.joining("; "));
        return damage.size() <= DAMAGE_SAID
                ? some
                : some + "; and " + (damage.size() - DAMAGE_SAID) + " more";
    }

    /** That there is nothing is damage as well. */
    void expectLog() {
        if (found.isEmpty() && last == null && damage.isEmpty()) {
            damage.add(directory + " is empty, and the store is not new");
        }
    }

    /** The number of the segment to come; 1: there never was one. */
    int nextFile() {
        int vouched = last == null ? 0 : fileNumber(last.number(WRITTEN));
        int there = found.isEmpty() ? 0 : found.lastKey();
        return Math.max(Math.max(vouched, there), damage.isEmpty() ? 0 : 1) + 1;
    }

    /** Those that are there, in order. */
    List<Segment> segments() {
        List<Segment> segments = new ArrayList<>();
        for (Found each : found.values()) {
            segments.add(each.segment);
        }
        return segments;
    }

    /** Begins to vouch for what is there now. */
    Witness witness(int capacity) throws IOException {
        long place = 0;
        if (!found.isEmpty()) {
            Segment newest = found.lastEntry().getValue().segment;
            place = place(newest.fileNumber, newest.rows);
        }
        return Witness.begin(
                directory.resolve(WITNESS),
                found.isEmpty() ? 0 : found.firstKey(),
                place,
                place,
                0,
                capacity);
    }

    /**
     * Keeps what is damaged under another name, and puts what can be read into its place. A segment
     * is cut at the first row that is not whole: nobody can tell what came behind it.
     */
    void mend() throws IOException {
        if (isWitnessDamaged) {
            setAside(directory.resolve(WITNESS));
        }
        if (isQueueDamaged) {
            Path queue = EventQueue.file(directory);
            if (Files.exists(queue)) {
                setAside(queue);
                Files.delete(queue);
            }
        }
        Found before = null;
        for (int number : List.copyOf(found.keySet())) {
            Found here = found.get(number);
            // One that lacks some of what was held knows nothing for certain.
            if (here.isDamaged && (here.segment == null || here.whole <= here.segment.carried)) {
                setAside(here.file);
                Files.delete(here.file);
                found.remove(number);
                if (before != null) {
                    before.isLast = true;
                }
            } else {
                cut(before);
                before = here;
            }
        }
        if (before != null) {
            // What waited in the queue belongs behind the last row.
            before.isLast |= isQueueDamaged;
            cut(before);
        }
    }

    private static void setAside(Path file) throws IOException {
        Path kept = DamagedFiles.name(file);
        Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
        LOG.warn("{} is kept as {}", file, kept);
    }

    /** Says in a segment that something is missing behind its last row, if it is. */
    private void cut(Found here) throws IOException {
        if (here == null || here.segment.isCut || !here.isDamaged && !here.isLast) {
            return;
        }
        Path unfinished = Segment.unfinished(here.file);
        PrivateFiles.create(unfinished);
        try (FileChannel channel =
                FileChannel.open(
                        unfinished,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            disk.write(channel, here.segment.cutHeader(), 0);
            copy(here.segment, here.whole, channel);
            disk.force(channel);
        }
        if (here.isDamaged) {
            setAside(here.file);
        }
        Files.move(unfinished, here.file, StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(here.segment.index());
        here.segment = Segment.open(here.file).with(here.whole, here.latest);
    }

    private void copy(Segment from, int rows, FileChannel to) throws IOException {
        ByteBuffer copies = ByteBuffer.allocate(rows * Row.BYTES);
        from.walk(
                1,
                rows,
                (row, bytes, at, number) -> {
                    Row.put(copies, row * Row.BYTES, Row.event(bytes, at), number);
                    return true;
                });
        copies.position(Row.BYTES);
        disk.write(to, copies, Row.BYTES);
    }
}
