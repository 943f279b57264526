// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.BLOCK;
import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.event;
import static org.isthmus.mappinglog.LogFiles.holder;
import static org.isthmus.mappinglog.LogFiles.newest;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.isthmus.mappinglog.LogFiles.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.MappingEvent.Kind;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DiskMappingLogTest extends LogCase {
    /** Blocks of two sizes given and taken at random, over many files and restarts. */
    @Test
    void whoHadAgreesWithAPlainList() throws IOException {
        long seed = Seeds.of(42);
        Random random = new Random(seed);
        List<MappingEvent> history = new ArrayList<>();
        // Held by 16 pairs of blocks, which may be one block of both; of 4 addresses.
        MappingEvent[][] held = new MappingEvent[4][32];
        DiskMappingLog log = files.open(150);
        long time = 1_000_000;
        for (int i = 0; i < 4000; i++) {
            time += random.nextInt(3);
            int address = random.nextInt(4);
            int block = random.nextInt(32);
            MappingEvent before = held[address][block];
            boolean pair =
                    before == null && held[address][block ^ 1] == null && random.nextBoolean();
            MappingEvent e;
            if (before != null) {
                e =
                        event(
                                Kind.RELEASED,
                                time,
                                before.subscriber.high(),
                                address,
                                before.firstPort,
                                before.lastPort);
                pair = before.lastPort - before.firstPort > BLOCK;
            } else {
                int first = (pair ? block & ~1 : block) * BLOCK;
                int last = first + (pair ? 2 * BLOCK : BLOCK) - 1;
                e = event(Kind.ASSIGNED, time, random.nextLong(), address, first, last);
            }
            held[address][block] = before == null ? e : null;
            if (pair) {
                held[address][block ^ 1] = held[address][block];
            }
            history.add(e);
            log.append(e);
            if (i % 500 == 499) {
                log = files.open(150);
            }
        }
        log.flush();
        assertTrue(files.files(".log").size() > 10);
        for (int i = 0; i < 4000; i++) {
            if (i == 2000) {
                // From now on by the indexes.
                files.close();
                assertEquals(files.files(".log").size() - 1, indexed(), "seed " + seed);
                log = files.open(150);
            }
            int address = random.nextInt(4);
            int port = random.nextInt(32 * BLOCK);
            long at = 999_990 + random.nextInt((int) (time - 999_980));
            MappingEvent last = newest(history, address, port, at);
            List<MappingEvent> expected =
                    last == null || last.kind == Kind.RELEASED ? List.of() : List.of(last);
            assertEquals(
                    text(expected),
                    text(log.whoHad(17, address, port, at)),
                    "seed " + seed + ", question " + i);
            assertEquals("", text(log.whoHad(6, address, port, at)));
        }
    }

    /** Makes what indexes are missing, and counts them. */
    private int indexed() throws IOException {
        List<Path> segments = files.files(".log");
        for (Path path : segments.subList(0, segments.size() - 1)) {
            Segment segment = Segment.open(path);
            if (Files.notExists(segment.index())) {
                SegmentIndex.make(segment, new LogFiles.Unforced());
            }
        }
        return files.files(".idx").size();
    }

    @Test
    void oldFilesGoAndWhatIsHeldStays() throws IOException {
        DiskMappingLog log = files.open(new Retention(1000, 0), 10, 1000, new LogFiles.Unforced());
        log.append(assigned(1, 77, 9, 1));
        for (int t = 100; t < 20_000; t += 100) {
            log.append(assigned(t, t, 1, 0));
            log.append(released(t + 50, t, 1, 0));
        }
        log.flush();
        assertEquals(
                "ASSIGNED 1 UDP 0:0:0:4d::/64 0.0.0.9 64-127",
                text(log.whoHad(17, 9, 100, 19_900)));
        assertEquals("", text(log.whoHad(17, 9, 100, 500)));
        files.close();
        assertTrue(files.files(".log").size() < 8, files.files("").toString());
        assertTrue(files.files(".idx").size() < 8, files.files("").toString());
    }

    /** What is held stays, and whoever asks for the time before hears that nobody knows. */
    @Test
    void theOldestFilesMakeRoom() throws IOException {
        long bytes = 60_000;
        DiskMappingLog log = files.open(new Retention(0, bytes), 50, 100, new LogFiles.Unforced());
        log.append(assigned(1, 77, 9, 1));
        assertEquals(0, log.oldest());
        for (int t = 100; t < 50_000; t += 100) {
            log.append(assigned(t, t, 1, 0));
            log.append(released(t + 50, t, 1, 0));
            log.flush();
        }
        long dropped = log.dropped();
        long oldest = log.oldest();
        assertTrue(dropped > 5, "dropped " + dropped);
        assertEquals(1, log.whoHad(17, 9, 100, oldest).size());
        files.close();
        long sum = 0;
        for (Path file : files.files("")) {
            sum += Files.size(file);
        }
        assertTrue(sum <= bytes && sum > bytes / 2, "bytes " + sum);
        log = files.open(new Retention(0, bytes), 50, 100, new LogFiles.Unforced());
        assertEquals(List.of(), log.damage());
        assertEquals(oldest, log.oldest());
        assertEquals(1 + dropped, Segment.fileNumber(files.files(".log").get(0)));
    }

    @Test
    void unfinishedFilesAreDeletedAndOthersStay() throws IOException {
        files.open(100).append(assigned(1, 77, 9, 1));
        files.close();
        Path unfinished = directory.resolve("mappings-00000002.log.new");
        Files.write(unfinished, new byte[100]);
        Path other = Files.createFile(directory.resolve("notes.new"));
        assertEquals(1, files.open(100).whoHad(17, 9, 100, 5).size());
        assertTrue(Files.notExists(unfinished));
        assertTrue(Files.exists(other));
    }

    /** A static binding in a subscriber's block, and what was found on a switch. */
    @Test
    void aPortOfItsOwnIsItsHoldersAndTheBlockAroundItStays() throws IOException {
        for (int rows : new int[] {100, 2}) {
            DiskMappingLog log = files.open(rows);
            log.append(event(Kind.ADOPTED, 1, 7, 1, 0, BLOCK - 1));
            log.append(event(Kind.ASSIGNED, 3, 9, 1, 5, 5));
            log.append(released(5, 7, 1, 0));
            log.append(assigned(6, 8, 1, 0));
            log.append(event(Kind.RELEASED, 8, 9, 1, 5, 5));
            log.append(assigned(10, 1, 2, 0));
            log = files.open(rows);
            for (int i = 0; i < 2; i++) {
                assertEquals(7, holder(log, 5, 2));
                assertEquals(9, holder(log, 5, 4));
                assertEquals(7, holder(log, 6, 4));
                assertEquals(9, holder(log, 5, 7));
                assertEquals(8, holder(log, 6, 7));
                assertEquals(8, holder(log, 5, 9));
            }
            assertEquals(Kind.ADOPTED, log.whoHad(17, 1, 5, 2).get(0).kind);
            files.close();
            for (Path file : files.files("")) {
                Files.delete(file);
            }
        }
    }

    /** A clock that was ahead, or is behind, changes nothing. */
    @Test
    void whoHasItNowIsAskedForWithoutATime() throws IOException {
        for (int rows : new int[] {100, 2}) {
            DiskMappingLog log = files.open(rows);
            log.append(assigned(1_000_000_000, 7, 1, 0));
            log.append(assigned(1_000_000_000, 8, 1, 1));
            log.append(released(1000, 7, 1, 0));
            log.append(assigned(999, 9, 1, 0));
            log.append(released(998, 8, 1, 1));
            for (int i = 0; i < 2; i++) {
                assertEquals(9, log.whoHas(17, 1, 0).subscriber.high());
                assertNull(log.whoHas(17, 1, BLOCK));
                assertNull(log.whoHas(6, 1, 0));
                assertEquals(9, log.whoHad(17, 1, 0, Nat64.PRESENT).get(0).subscriber.high());
                assertEquals(List.of(), log.whoHad(17, 1, BLOCK, Nat64.PRESENT));
                log = files.open(rows);
            }
            files.close();
            for (Path file : files.files("")) {
                Files.delete(file);
            }
        }
    }

    @Test
    void nobodyElseCanReadIt() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        DiskMappingLog log = files.open(3);
        for (int i = 0; i < 9; i++) {
            log.append(assigned(i, i, 9, i));
        }
        log.flush();
        files.close();
        assertEquals("rwx------", permissions(directory));
        for (Path file : files.files("")) {
            assertEquals("rw-------", permissions(file), file.toString());
        }
    }

    private static String permissions(Path of) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(of));
    }

    @Test
    void anotherFormatIsRefusedByNameAndLeftAlone() throws IOException {
        DiskMappingLog log = files.open(100);
        log.append(assigned(1, 1, 1, 1));
        files.close();
        for (Path file : List.of(files.files(".log").get(0), files.files(".queue").get(0))) {
            byte[] bytes = Files.readAllBytes(file);
            byte[] newer = bytes.clone();
            newer[Row.VERSION + 3]++;
            ByteBuffer header = ByteBuffer.wrap(newer);
            boolean queue = file.toString().endsWith(".queue");
            header.putInt(0, Row.sum(header, 0, queue ? 40 : Row.BYTES));
            Files.write(file, newer);
            IOException e = assertThrows(IOException.class, () -> files.open(100));
            assertTrue(
                    e.getMessage().startsWith(file + " has format " + newer[19]), e.getMessage());
            assertArrayEquals(newer, Files.readAllBytes(file));
            for (byte[] other :
                    new byte[][] {
                        new byte[4800], new byte[0], "hello".getBytes(StandardCharsets.US_ASCII)
                    }) {
                Files.write(file, other);
                e = assertThrows(IOException.class, () -> files.open(100));
                assertTrue(e.getMessage().contains(file + " is no "), e.getMessage());
            }
            Files.write(file, bytes);
        }
        assertEquals(1, files.open(100).whoHad(17, 1, 64, 1).size());
    }

    @Test
    void aFileThatCannotBeReadIsNamedAndNotTakenForNobody() throws IOException {
        DiskMappingLog log = files.open(4);
        for (int i = 0; i < 20; i++) {
            log.append(assigned(i, i, 1, i));
        }
        log.flush();
        Path file = files.files(".log").get(0);
        Files.delete(file);
        Files.deleteIfExists(Path.of(file.toString().replace(".log", ".idx")));
        LostException e = assertThrows(LostException.class, () -> log.whoHad(17, 1, 0, 1));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }

    /** While segments end and recent events are forgotten, what is held is found by all. */
    @Test
    void readersFindWhatIsHeldWhileItIsWritten() throws Exception {
        DiskMappingLog log = files.open(Retention.ALL, 8, 1 << 16, new LogFiles.Unforced());
        log.append(assigned(1, 77, 9, 1));
        boolean[] over = new boolean[1];
        List<String> wrong = new ArrayList<>();
        Thread reader =
                new Thread(
                        () -> {
                            for (long i = 0; !over[0]; i++) {
                                List<MappingEvent> holders = log.whoHad(17, 9, 100, 1 + i % 3000);
                                synchronized (over) {
                                    if (holders.size() != 1) {
                                        wrong.add("nobody at " + (1 + i % 3000));
                                    }
                                }
                            }
                        });
        reader.start();
        for (int t = 2; t < 3000; t++) {
            log.append(t % 2 == 0 ? assigned(t, t, 1, 0) : released(t, t - 1, 1, 0));
            synchronized (over) {
                over[0] = t == 2999;
            }
        }
        reader.join();
        assertEquals(List.of(), wrong);
    }

    /** Whoever missed something gets it once and in order, over files, restarts and parts. */
    @Test
    void givesWhatCameSince() throws IOException {
        long seed = Seeds.of(7);
        Random random = new Random(seed);
        List<MappingEvent> history = new ArrayList<>();
        DiskMappingLog log = files.open(60);
        assertEquals(Long.MIN_VALUE, log.latest());
        assertEquals(List.of(), LogFiles.since(log, 0, 10));
        boolean[] held = new boolean[20];
        long time = 1_000;
        for (int i = 0; i < 1000; i++) {
            time += random.nextInt(3);
            int block = random.nextInt(held.length);
            Kind kind = held[block] ? Kind.RELEASED : Kind.ASSIGNED;
            held[block] = !held[block];
            MappingEvent e = event(kind, time, block, 1, block);
            history.add(e);
            log.append(e);
            if (i % 300 == 299) {
                log = files.open(60);
            }
        }
        assertEquals(time, log.latest());
        for (int i = 0; i < 50; i++) {
            long from = 990 + random.nextInt((int) (time - 980));
            assertEquals(
                    text(
                            history.stream()
                                    .filter(e -> e.epochMillis >= from)
                                    .collect(Collectors.toList())),
                    text(LogFiles.since(log, from, 1 + random.nextInt(100))),
                    "seed " + seed + ", from " + from);
        }
        assertTrue(files.files(".log").size() > 10);
        // What came behind a number is not in it.
        long end = log.end();
        log.append(event(Kind.ASSIGNED, time, 99, 1, 99));
        assertEquals(1000, log.since(0, 0, 2000, end).events.size());
        assertEquals(1001, log.since(0, 0, 2000, log.end()).events.size());
    }
}
