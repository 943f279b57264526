// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.BLOCK;
import static org.isthmus.mappinglog.LogFiles.newest;
import static org.isthmus.mappinglog.LogFiles.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.isthmus.core.api.LostException;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.MappingEvent.Kind;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that lost something is never taken for a whole one, and names nobody in its stead. */
class LogDamageTest {
    private static final int ROWS = 9;
    private static final int QUEUE_ROWS = 64;
    private static final int BLOCKS = 4;

    /** Events; the last ones wait in the queue when the process is killed. */
    private static final int EVENTS = 60;

    private static final int WAITING = 5;
    private static final int FLIPS = 250;

    @TempDir Path root;

    private final long seed = Seeds.of(19);
    private final Random random = new Random(seed);
    private final List<MappingEvent> history = new ArrayList<>();
    private final Map<String, byte[]> killed = new TreeMap<>();
    private final Map<String, byte[]> closed = new TreeMap<>();

    /** The damaged log. */
    private LogFiles files;

    private int damaged;
    private int refused;

    @BeforeEach
    void begin() throws IOException {
        boolean[] held = new boolean[BLOCKS];
        for (int i = 1; i <= EVENTS; i++) {
            int block = random.nextInt(BLOCKS);
            held[block] = !held[block];
            Kind kind = held[block] ? Kind.ASSIGNED : Kind.RELEASED;
            history.add(LogFiles.event(kind, i, i, 1, block));
        }
        LogFiles.FullDisk disk = new LogFiles.FullDisk();
        disk.full = false;
        Path directory = root.resolve("whole");
        try (LogFiles whole = new LogFiles(directory)) {
            DiskMappingLog log = whole.open(Retention.ALL, ROWS, QUEUE_ROWS, disk);
            history.subList(0, EVENTS - WAITING).forEach(log::append);
            log.flush();
            disk.full = true;
            history.subList(EVENTS - WAITING, EVENTS).forEach(log::append);
            while (log.problem() == null) {
                Thread.onSpinWait();
            }
            read(directory, killed);
            disk.full = false;
            while (log.problem() != null) {
                Thread.onSpinWait();
            }
            log.flush();
        }
        // The writer may or may not have come to the indexes.
        killed.keySet().removeIf(name -> name.contains(".idx"));
        read(directory, closed);
        closed.keySet().removeIf(name -> name.contains(".idx"));
        for (String name : List.copyOf(closed.keySet())) {
            if (name.endsWith(".log")) {
                Segment segment = Segment.open(directory.resolve(name));
                SegmentIndex.make(segment, new LogFiles.Unforced());
                String index = segment.index().getFileName().toString();
                closed.put(index, Files.readAllBytes(segment.index()));
            }
        }
        assertTrue(closed.keySet().contains("mappings-00000005.log"), closed.keySet().toString());
        assertTrue(closed.keySet().contains("mappings.written"), closed.keySet().toString());
    }

    @AfterEach
    void end() {
        if (files != null) {
            files.close();
        }
    }

    private static void read(Path directory, Map<String, byte[]> to) throws IOException {
        try (var all = Files.list(directory)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                to.put(each.getFileName().toString(), Files.readAllBytes(each));
            }
        }
    }

    /** A directory with a copy of the log, as it is before it is damaged. */
    private void put(Map<String, byte[]> which) throws IOException {
        end();
        files = new LogFiles(root.resolve("damaged-" + damaged++));
        Files.createDirectory(files.directory);
        for (Map.Entry<String, byte[]> each : which.entrySet()) {
            Files.write(files.directory.resolve(each.getKey()), each.getValue());
        }
    }

    /** It starts with every event, or is refused and can be recovered. */
    private void check(String when) throws IOException {
        Map<String, byte[]> before = new TreeMap<>();
        read(files.directory, before);
        try {
            DiskMappingLog log =
                    files.open(Retention.ALL, ROWS, QUEUE_ROWS, new LogFiles.Unforced());
            assertEquals(text(history), text(LogFiles.since(log, 0, 100)), when);
            assertEquals(List.of(), log.damage(), when);
        } catch (DamagedLogException e) {
            refused++;
            assertTrue(e.getMessage().contains("--recover"), e.getMessage());
            Map<String, byte[]> after = new TreeMap<>();
            read(files.directory, after);
            assertEquals(before.keySet(), after.keySet(), when);
            before.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), when));
            recover(when);
        }
    }

    /** Counts times of which it is said that nobody knows; all other answers are right. */
    private int checkAnswers(DiskMappingLog log, int until, String when) {
        int unknown = 0;
        for (int block = 0; block < BLOCKS; block++) {
            for (int at = block % 2; at <= until; at += 2) {
                MappingEvent last = newest(history, 1, block * BLOCK, at);
                boolean free = last == null || last.kind == Kind.RELEASED;
                try {
                    assertEquals(
                            free ? "" : text(last),
                            text(log.whoHad(17, 1, block * BLOCK, at)),
                            when + ", at " + at);
                } catch (LostException e) {
                    unknown++;
                }
            }
        }
        return unknown;
    }

    private void recover(String when) throws IOException {
        LogFiles.Unforced disk =
                new LogFiles.Unforced() {
                    @Override
                    long epochMillis() {
                        return 1000;
                    }
                };
        DiskMappingLog log = files.open(true, Retention.ALL, ROWS, QUEUE_ROWS, disk);
        assertFalse(log.damage().isEmpty(), when);
        // Where nothing is left of the beginning, nothing is known of it.
        long oldest = log.oldest();
        int unknown = oldest <= 1 ? checkAnswers(log, EVENTS, when) : 1;
        // The controller says again what it holds.
        log.append(LogFiles.event(Kind.ASSIGNED, 1001, 1, 1, 77));
        log.flush();
        assertEquals(1, log.whoHad(17, 1, 77 * BLOCK, 1001).size(), when);
        files.close();
        log = files.open(Retention.ALL, ROWS, QUEUE_ROWS, new LogFiles.Unforced());
        assertEquals(List.of(), log.damage(), when);
        assertEquals(1, log.whoHad(17, 1, 77 * BLOCK, 1001).size(), when);
        if (oldest <= 1) {
            assertEquals(unknown, checkAnswers(log, EVENTS, when), when);
        }
    }

    @Test
    void whatIsWholeIsOpened() throws IOException {
        for (Map<String, byte[]> which : List.of(killed, closed)) {
            put(which);
            check("whole");
            assertEquals(0, checkAnswers(files.open(ROWS), EVENTS, "whole"));
        }
        assertEquals(0, refused);
    }

    @Test
    void anyFileMayBeDeletedEmptiedOrFullOfZeros() throws IOException {
        for (Map<String, byte[]> which : List.of(killed, closed)) {
            for (String name : which.keySet()) {
                int before = refused;
                put(which);
                Files.delete(files.directory.resolve(name));
                check(name + " deleted");
                boolean isNeeded = !name.endsWith(".idx") && !name.equals("mappings.written");
                assertEquals(isNeeded ? 1 : 0, refused - before, name + " deleted");
                isNeeded = !name.endsWith(".idx");
                before = refused;
                put(which);
                Files.write(files.directory.resolve(name), new byte[0]);
                check(name + " emptied");
                assertEquals(isNeeded ? 1 : 0, refused - before, name + " emptied");
                before = refused;
                put(which);
                Files.write(files.directory.resolve(name), new byte[which.get(name).length]);
                check(name + " full of zeros");
                assertEquals(isNeeded ? 1 : 0, refused - before, name + " full of zeros");
            }
        }
    }

    @Test
    void anyFileMayBeCutOffAnywhere() throws IOException {
        for (Map<String, byte[]> which : List.of(killed, closed)) {
            for (String name : which.keySet()) {
                byte[] bytes = which.get(name);
                for (int i = 0; i < 12; i++) {
                    int length = random.nextInt(bytes.length);
                    put(which);
                    Files.write(files.directory.resolve(name), Arrays.copyOf(bytes, length));
                    check("seed " + seed + ", " + name + " cut at " + length);
                }
            }
        }
        assertTrue(refused > 50, "refused " + refused);
    }

    @Test
    void anyBitMayFlip() throws IOException {
        for (int i = 0; i < FLIPS; i++) {
            Map<String, byte[]> which = random.nextBoolean() ? killed : closed;
            List<String> names = List.copyOf(which.keySet());
            String name = names.get(random.nextInt(names.size()));
            byte[] bytes = which.get(name).clone();
            int at = random.nextInt(Math.min(bytes.length, 600));
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            put(which);
            Files.write(files.directory.resolve(name), bytes);
            check("seed " + seed + ", flip " + i + ": byte " + at + " of " + name);
        }
        assertTrue(refused > FLIPS / 10, "refused " + refused);
    }

    /** As after another boot: what was not yet forced to the disk may be missing. */
    @Test
    void aLossOfPowerMayCostTheLastEvents() throws IOException {
        put(killed);
        Path witness = files.directory.resolve("mappings.written");
        ByteBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(witness));
        long written = numbers.getLong(48);
        int last = (int) written;
        Path segment = Segment.file(files.directory, (int) (written >>> 32));
        assertTrue(last > 4, "row " + last);
        numbers.putLong(16, ~numbers.getLong(16));
        CRC32C sum = new CRC32C();
        sum.update(numbers.array(), 4, 36);
        numbers.putInt(0, (int) sum.getValue());
        numbers.putLong(56, written - 2);
        Files.write(witness, numbers.array());
        byte[] bytes = Files.readAllBytes(segment);
        // A page that never came to the disk, and the row behind it did.
        Arrays.fill(bytes, (last - 2) * Row.BYTES, (last - 1) * Row.BYTES, (byte) 0);
        Files.write(segment, bytes);
        DiskMappingLog log = files.open(ROWS);
        assertEquals(List.of(), log.damage());
        log.flush();
        List<MappingEvent> left = LogFiles.since(log, 0, 100);
        assertTrue(left.size() >= EVENTS - WAITING - 2, "left " + left.size());
        files.close();
        // Forced, so it was there.
        Arrays.fill(bytes, (last - 3) * Row.BYTES, (last - 2) * Row.BYTES, (byte) 0);
        put(killed);
        Files.write(files.directory.resolve("mappings.written"), numbers.array());
        Files.write(files.directory.resolve(segment.getFileName()), bytes);
        assertThrows(DamagedLogException.class, () -> files.open(ROWS));
    }

    /** As a backup has it: nothing says how far the last segment was written. */
    @Test
    void aRowInFrontOfWholeOnesIsDamagedWithoutAWitnessToo() throws IOException {
        put(closed);
        Files.delete(files.directory.resolve("mappings.written"));
        check("a copy");
        put(closed);
        Files.delete(files.directory.resolve("mappings.written"));
        String last =
                closed.keySet().stream()
                        .filter(n -> n.endsWith(".log"))
                        .reduce((one, other) -> other)
                        .get();
        byte[] bytes = closed.get(last).clone();
        int rows = bytes.length / Row.BYTES;
        int carried = Segment.open(files.directory.resolve(last)).carried;
        assertTrue(rows > carried + 2, rows + " rows, " + carried + " carried");
        bytes[(rows - 2) * Row.BYTES + 20] ^= 1;
        Files.write(files.directory.resolve(last), bytes);
        check("a damaged copy");
        assertEquals(1, refused);
    }

    /** A kill costs nothing of it, forced or not; the queue need not have it any more. */
    @Test
    void whatWasWrittenIsThereAfterAKill() throws IOException {
        ByteBuffer numbers = ByteBuffer.wrap(killed.get("mappings.written"));
        long written = numbers.getLong(48);
        byte[] queue = killed.get("mappings.queue").clone();
        int first = numbers.getInt(64);
        for (int slot = 0; slot < QUEUE_ROWS; slot++) {
            if (slot < first || slot >= first + numbers.getInt(68)) {
                Arrays.fill(queue, (slot + 1) * Row.BYTES, (slot + 2) * Row.BYTES, (byte) 0);
            }
        }
        put(killed);
        Files.write(files.directory.resolve("mappings.queue"), queue);
        check("an old queue");
        assertEquals(0, refused);
        put(killed);
        Files.write(files.directory.resolve("mappings.queue"), queue);
        Path last = Segment.file(files.directory, (int) (written >>> 32));
        Files.write(last, Arrays.copyOf(Files.readAllBytes(last), ((int) written - 1) * Row.BYTES));
        check("a row less");
        assertEquals(1, refused);
    }

    @Test
    void whatIsDamagedIsNamedAndKept() throws IOException {
        put(closed);
        Path second = files.directory.resolve("mappings-00000002.log");
        byte[] bytes = closed.get("mappings-00000002.log").clone();
        bytes[(bytes.length / Row.BYTES - 1) * Row.BYTES + 20] ^= 1;
        Files.write(second, bytes);
        Files.delete(files.directory.resolve("mappings-00000004.log"));
        IOException e = assertThrows(DamagedLogException.class, () -> files.open(ROWS));
        int row = bytes.length / Row.BYTES - 1;
        assertEquals(
                "cannot use the mapping log in "
                        + files.directory
                        + ": "
                        + files.directory.resolve("mappings-00000004.log")
                        + " is missing; "
                        + second
                        + ": row "
                        + row
                        + " is damaged; start with --recover to go on with what can be read"
                        + " (docs/mapping-log.md)",
                e.getMessage());
        DiskMappingLog log = files.recover(ROWS);
        assertEquals(2, log.damage().size());
        assertArrayEquals(
                bytes,
                Files.readAllBytes(files.directory.resolve("mappings-00000002.log.damaged-1")));
        int unknown = checkAnswers(log, EVENTS, "recovered");
        assertTrue(unknown > BLOCKS && unknown < BLOCKS * EVENTS / 2, "unknown " + unknown);
    }

    /** As after a restore by root, whose files are root's; a test that is root's can open those. */
    @Test
    void aWitnessThatCannotBeOpenedIsNoDamage() throws IOException {
        put(closed);
        Path witness = files.directory.resolve("mappings.written");
        Files.delete(witness);
        Files.createSymbolicLink(witness, witness);
        FileSystemException e = assertThrows(FileSystemException.class, () -> files.open(ROWS));
        assertEquals(witness.toString(), e.getFile());
        assertThrows(FileSystemException.class, () -> files.recover(ROWS));
    }

    /** A row that goes bad while the log is open is an error, and told. */
    @Test
    void damageIsFoundByAQuestion() throws IOException {
        put(closed);
        DiskMappingLog log = files.open(ROWS);
        Path second = files.directory.resolve("mappings-00000002.log");
        byte[] bytes = closed.get("mappings-00000002.log").clone();
        for (int row = 1; row < bytes.length / Row.BYTES; row++) {
            bytes[row * Row.BYTES + 20] ^= 1;
        }
        Files.write(second, bytes);
        long at = Segment.open(second).since;
        for (int i = 0; i < 2; i++) {
            int asked = 0;
            for (int block = 0; block < BLOCKS; block++) {
                int port = block * BLOCK;
                try {
                    assertEquals(List.of(), log.whoHad(17, 1, port, at));
                } catch (LostException e) {
                    assertTrue(e.getMessage().contains(second + ": row "), e.getMessage());
                    asked++;
                }
            }
            assertTrue(asked > 0);
            assertTrue(log.damage().size() > 0 && log.damage().size() <= BLOCKS);
            // Without its index.
            Files.deleteIfExists(files.directory.resolve("mappings-00000002.idx"));
        }
    }
}
