// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.BLOCK;
import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.event;
import static org.isthmus.mappinglog.LogFiles.newest;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.isthmus.mappinglog.LogFiles.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.MappingEvent.Kind;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DiskMappingLogTest {
    @TempDir Path directory;

    private LogFiles files;

    @BeforeEach
    void begin() {
        files = new LogFiles(directory);
    }

    @AfterEach
    void end() {
        files.close();
    }

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

    /** Ten years ahead, an hour back: the present is answered by what came behind the step. */
    @Test
    void aClockThatIsSetHidesNobody() throws IOException {
        long seed = Seeds.of(11);
        Random random = new Random(seed);
        long years = Duration.ofDays(3650).toMillis();
        long day = 1_800_000_000_000L;
        long offset = 0;
        List<MappingEvent> history = new ArrayList<>();
        // Where each run of times that were not set begins; those with a clock set forward.
        List<Integer> runs = new ArrayList<>(List.of(0));
        Set<Integer> forward = new HashSet<>();
        long reached = 0;
        boolean isOpened = true;
        boolean[][] held = new boolean[3][16];
        DiskMappingLog log = files.open(60);
        for (int i = 0; i < 3000; i++) {
            day += random.nextInt(20_000);
            int what = random.nextInt(400);
            if (what < 3) {
                offset = what == 0 ? years : what == 1 ? -3_600_000 : 0;
            } else if (what == 3) {
                log = files.open(60);
                isOpened = true;
            }
            long latest = i == 0 ? Long.MAX_VALUE : history.get(i - 1).epochMillis;
            boolean isBack = i > 0 && day + offset < latest;
            // Where it had been set back before. Nobody knows how long another process is gone.
            boolean isForward =
                    latest < reached - 120_000
                            && (isOpened
                                    ? day + offset > reached
                                    : day + offset > latest + 120_000);
            if (isBack || isForward) {
                runs.add(i);
                reached = Math.max(reached, latest);
            }
            if (isForward) {
                forward.add(i);
            }
            isOpened = false;
            int address = random.nextInt(3);
            int block = random.nextInt(16);
            Kind kind = held[address][block] ? Kind.RELEASED : Kind.ASSIGNED;
            held[address][block] ^= true;
            history.add(event(kind, day + offset, 16 * address + block, address, block));
            log.append(history.get(i));
        }
        log.flush();
        assertTrue(runs.size() > 4, "seed " + seed);
        assertEquals(history.get(2999).epochMillis, log.latest());
        for (int i = 0; i < 4000; i++) {
            if (i == 2000) {
                log = files.open(60);
            }
            long at = history.get(random.nextInt(3000)).epochMillis + random.nextInt(10_000);
            int address = random.nextInt(3);
            int block = random.nextInt(16);
            int last = 0;
            for (int run : runs) {
                int end = end(runs, run);
                boolean isBounded = forward.contains(end);
                if (history.get(run).epochMillis <= at
                        && (!isBounded || at <= history.get(end - 1).epochMillis)) {
                    last = run;
                }
            }
            MappingEvent newest = null;
            for (int j = 0; j < history.size(); j++) {
                MappingEvent e = history.get(j);
                if ((j < last || e.epochMillis <= at && j < end(runs, last))
                        && e.address.bits() == address
                        && e.firstPort == block * BLOCK) {
                    newest = e;
                }
            }
            assertEquals(
                    newest == null || newest.kind == Kind.RELEASED ? "" : text(newest),
                    text(log.whoHad(17, address, block * BLOCK, at)),
                    "seed " + seed + ", question " + i + " at " + at);
        }
        // Who missed something gets what came since, not what the clock said was later.
        int back = runs.stream().filter(run -> !forward.contains(run)).max(Integer::compare).get();
        long from = history.get(2990).epochMillis;
        assertEquals(
                text(
                        history.subList(back, 3000).stream()
                                .filter(e -> e.epochMillis >= from)
                                .collect(Collectors.toList())),
                text(LogFiles.since(log, from, 100)));
    }

    /** Behind the last event of a run of times. */
    private static int end(List<Integer> runs, int begin) {
        int next = runs.indexOf(begin) + 1;
        return next == runs.size() ? Integer.MAX_VALUE : runs.get(next);
    }

    /** As one of a machine that starts without a clock of its own. */
    @Test
    void aClockThatIsSetBackAndForwardAgainHidesAndAgesNothing() throws IOException {
        long day = Duration.ofDays(1).toMillis();
        long now = 20_000 * day;
        for (boolean isOpenedBetween : new boolean[] {false, true}) {
            Path own = Files.createDirectory(directory.resolve("opened-" + isOpenedBetween));
            try (LogFiles of = new LogFiles(own)) {
                Retention half = new Retention(180 * day, 0);
                DiskMappingLog log = of.open(half, 8, 1000, new LogFiles.Unforced());
                log.append(assigned(now - 100 * day, 77, 1, 0));
                log.append(released(now - 50 * day, 77, 1, 0));
                for (int i = 0; i < 12; i++) {
                    log.append(assigned(1000 + i, 60 + i, 2, i));
                }
                log.append(assigned(2000, 78, 1, 0));
                if (isOpenedBetween) {
                    log = of.open(half, 8, 1000, new LogFiles.Unforced());
                }
                log.append(released(now, 78, 1, 0));
                log.append(assigned(now + 1, 79, 1, 0));
                log.flush();
                for (int round = 0; round < 2; round++) {
                    assertEquals(77, holder(log, now - 51 * day));
                    assertEquals(0, holder(log, now - 49 * day));
                    assertEquals(78, holder(log, 2000));
                    assertEquals(0, holder(log, now));
                    assertEquals(79, holder(log, now + 1));
                    log = of.open(half, 8, 1000, new LogFiles.Unforced());
                }
                for (int i = 0; i < 40; i++) {
                    log.append(assigned(now + 10 + i, i, 3, i));
                }
                log.flush();
                assertEquals(77, holder(log, now - 51 * day));
                for (int i = 0; i < 40; i++) {
                    log.append(assigned(now + 181 * day, i, 4, i));
                }
                log.flush();
                log = of.open(half, 8, 1000, new LogFiles.Unforced());
                for (int i = 0; i < 40; i++) {
                    log.append(assigned(now + 182 * day, i, 5, i));
                }
                log.flush();
                assertTrue(log.oldest() > now - 51 * day);
            }
        }
    }

    /** The low bits of whoever held the first port of an address; 0: nobody did. */
    private static long holder(DiskMappingLog log, long at) {
        List<MappingEvent> held = log.whoHad(17, 1, 0, at);
        return held.isEmpty() ? 0 : held.get(0).subscriber.high();
    }

    @Test
    void aClockThatIsSetForwardAgesNothing() throws IOException {
        LogFiles.Unforced disk = new LogFiles.Unforced();
        long retention = Duration.ofDays(180).toMillis();
        DiskMappingLog log = files.open(new Retention(retention, 0), 4, 1000, disk);
        for (int i = 0; i < 20; i++) {
            log.append(assigned(i, i, 1, i));
        }
        log.flush();
        int before = files.files(".log").size();
        for (int i = 20; i < 40; i++) {
            log.append(assigned(20 * retention + i, i, 1, i));
        }
        log.flush();
        assertTrue(files.files(".log").size() > before);
        assertEquals(1, log.whoHad(17, 1, 0, 0).size());
        // Time that passes does.
        disk.nanos = Duration.ofMillis(2 * retention).toNanos();
        for (int i = 40; i < 80; i++) {
            log.append(assigned(22 * retention + i, i, 1, i));
            log.flush();
        }
        assertEquals(0, log.whoHad(17, 1, 0, 0).size());
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

    private static long holder(DiskMappingLog log, int port, long at) {
        return log.whoHad(17, 1, port, at).get(0).subscriber.high();
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
    void neitherAppendNorWhoHadWaitForADiskThatHangs() throws IOException {
        LogFiles.HungDisk disk = new LogFiles.HungDisk();
        DiskMappingLog log = files.open(Retention.ALL, 100, 8, disk);
        try {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30),
                    () -> {
                        for (int i = 0; i < 10; i++) {
                            log.append(assigned(i, i, 1, i));
                        }
                        for (int i = 0; i < 10; i++) {
                            assertEquals(1, log.whoHad(17, 1, i * BLOCK, 10).size());
                        }
                    });
        } finally {
            disk.go.countDown();
        }
        assertEquals(2, log.lost());
        log.flush();
        log.append(assigned(11, 11, 1, 11));
        // Behind the loss, with what was held then.
        assertEquals(
                "0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 8 9 11",
                LogFiles.since(files.open(100), 0, 100).stream()
                        .map(e -> e.epochMillis + "")
                        .collect(Collectors.joining(" ")));
    }

    @Test
    void aLogThatADiskHasNoRoomForIsNamed() throws IOException {
        Disk full =
                new Disk() {
                    @Override
                    void force(FileChannel channel) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        IOException e =
                assertThrows(IOException.class, () -> files.open(Retention.ALL, 4, 6, full));
        assertTrue(
                e.getMessage().matches("cannot write .*mappings.queue: No space left on device"),
                e.getMessage());
        files.open(100);
    }

    @Test
    void eventsWaitForAFullDisk() throws IOException {
        LogFiles.FullDisk disk = new LogFiles.FullDisk();
        DiskMappingLog log = files.open(Retention.ALL, 4, 6, disk);
        for (int i = 0; i < 6; i++) {
            log.append(assigned(i, i, 1, i));
        }
        IOException slow = assertThrows(IOException.class, log::flush);
        String why = "cannot write " + files.directory + ": No space left on device";
        assertEquals("the mapping log waits for the disk: " + why, slow.getMessage());
        assertEquals(why, log.problem());
        assertEquals(0, log.lost());
        assertEquals(6, log.waiting());
        // What is lost is in the next file if it is still held.
        log.append(assigned(6, 6, 1, 6));
        log.append(assigned(7, 7, 1, 7));
        log.append(released(8, 7, 1, 7));
        assertEquals(3, log.lost());
        disk.full = false;
        while (log.problem() != null) {
            Thread.onSpinWait();
        }
        log.flush();
        for (int i = 10; i < 20; i++) {
            log.append(assigned(i, i, 1, i));
            log.flush();
        }
        log = files.open(4);
        for (int i = 0; i < 20; i++) {
            assertEquals(
                    i == 7 || i == 8 || i == 9 ? 0 : 1,
                    log.whoHad(17, 1, i * BLOCK, 100).size(),
                    "block " + i);
        }
    }

    /** As of memory that is mapped from a disk that fails, in a segment or in its index. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anErrorOfTheJvmIsAFailureLikeOthers() throws IOException {
        boolean[] fails = {true};
        LogFiles.Unforced disk =
                new LogFiles.Unforced() {
                    @Override
                    void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
                        boolean isIndex = bytes.remaining() == SegmentIndex.PAGE;
                        if (fails[0] || isIndex) {
                            fails[0] = false;
                            throw new InternalError("a fault in a memory access");
                        }
                        super.write(channel, bytes, at);
                    }

                    @Override
                    long retryMillis() {
                        return 1;
                    }
                };
        DiskMappingLog log = files.open(Retention.ALL, 4, 100, disk);
        for (int i = 0; i < 20; i++) {
            log.append(assigned(i, i, 1, i));
        }
        while (log.waiting() > 0) {
            Thread.onSpinWait();
        }
        assertTrue(files.files(".log").size() > 2);
    }

    /** An answer from before the loss may name somebody who had given the port back. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nobodyIsNamedOfATimeWhoseEventsWereLost() throws IOException {
        for (boolean restarts : new boolean[] {false, true}) {
            LogFiles.FullDisk disk = new LogFiles.FullDisk();
            DiskMappingLog log = files.open(Retention.ALL, 100, 4, disk);
            log.append(assigned(10, 1, 1, 0));
            for (int i = 1; i <= 3; i++) {
                log.append(assigned(10 + i, 10 + i, 1, i));
            }
            log.append(released(50, 1, 1, 0));
            log.append(assigned(60, 2, 1, 0));
            assertEquals(2, log.lost());
            while (log.problem() == null) {
                Thread.onSpinWait();
            }
            if (restarts) {
                // Twice, before the core says what it holds.
                files.open(Retention.ALL, 100, 4, disk);
                log = files.open(Retention.ALL, 100, 4, new LogFiles.Unforced());
                log.flush();
                log.append(released(70, 1, 1, 0));
                log.append(assigned(70, 2, 1, 0));
                log.append(assigned(70, 11, 1, 1));
            } else {
                disk.full = false;
                while (log.waiting() > 0) {
                    Thread.onSpinWait();
                }
                log.append(assigned(70, 99, 1, 9));
            }
            log.flush();
            for (int i = 0; i < 2; i++) {
                assertEquals(1, holder(log, 0, 12));
                for (long at = 13; at < 70; at++) {
                    long asked = at;
                    DiskMappingLog opened = log;
                    assertThrows(LostException.class, () -> opened.whoHad(17, 1, 0, asked));
                }
                assertEquals(2, holder(log, 0, 70));
                assertEquals(11, holder(log, BLOCK, 70));
                assertEquals(List.of(), log.damage());
                log = files.open(100);
            }
            files.close();
            for (Path file : files.files("")) {
                Files.delete(file);
            }
        }
    }

    /** Of the present the memory knows everything, of what is in between each block's last. */
    @Test
    void nobodyIsNamedOfATimeWhoseEventsAreBeingLost() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, 100, 2, new LogFiles.FullDisk());
        log.append(assigned(10, 1, 1, 0));
        log.append(assigned(11, 11, 1, 1));
        log.append(released(50, 1, 1, 0));
        log.append(assigned(60, 2, 1, 0));
        assertEquals(2, log.lost());
        assertEquals(1, holder(log, 0, 10));
        for (long at : new long[] {11, 49, 50, 59}) {
            assertThrows(LostException.class, () -> log.whoHad(17, 1, 0, at));
        }
        assertEquals(2, holder(log, 0, 60));
        assertEquals(2, holder(log, 0, Nat64.PRESENT));
        assertEquals(11, holder(log, BLOCK, 60));
        // What the next process does not know, it does not say.
        DiskMappingLog next = files.open(Retention.ALL, 100, 2, new LogFiles.FullDisk());
        assertEquals(1, holder(next, 0, 10));
        for (long at : new long[] {11, 60, 61}) {
            assertThrows(LostException.class, () -> next.whoHad(17, 1, 0, at));
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void thePresentIsKnownWhileAFileIsBegunBehindALoss() throws Exception {
        CountDownLatch begins = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        LogFiles.Unforced disk =
                new LogFiles.Unforced() {
                    private int headers;

                    @Override
                    void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
                        // That of the first file, the same once it is cut, that of the next one.
                        if (at == 0 && ++headers == 3) {
                            begins.countDown();
                            try {
                                go.await();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                        }
                        super.write(channel, bytes, at);
                    }
                };
        DiskMappingLog log = files.open(Retention.ALL, 100, 100, disk);
        log.append(assigned(10, 1, 1, 0));
        log.flush();
        log.lose(50);
        log.append(assigned(60, 2, 1, 0));
        begins.await();
        try {
            assertEquals(2, holder(log, 0, 60));
            assertThrows(LostException.class, () -> log.whoHad(17, 1, 0, 49));
        } finally {
            go.countDown();
        }
    }

    /** Whether it was given back among what was lost, the next process cannot tell. */
    @Test
    void nobodyHasWhatWasHeldBeforeALossUntilTheNextProcessSaysSo() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, 100, 2, new LogFiles.FullDisk());
        log.append(assigned(10, 1, 1, 0));
        log.append(assigned(11, 11, 1, 1));
        log.append(released(50, 1, 1, 0));
        log = files.open(Retention.ALL, 100, 2, new LogFiles.Unforced());
        assertNull(log.whoHas(17, 1, 0));
        assertNull(log.whoHas(17, 1, BLOCK));
        assertEquals(List.of(), log.whoHad(17, 1, 0, Nat64.PRESENT));
        log.flush();
        // As the core does with what its store has.
        log.append(assigned(70, 11, 1, 1));
        log.flush();
        for (int i = 0; i < 2; i++) {
            assertEquals(List.of(), log.whoHad(17, 1, 0, 70));
            assertEquals(11, holder(log, BLOCK, 70));
            assertEquals(1, holder(log, 0, 10));
            log = files.open(100);
        }
    }

    @Test
    void whatWasNeverWrittenIsWrittenByTheNextProcess() throws IOException {
        DiskMappingLog log = files.open(Retention.ALL, 4, 100, new LogFiles.FullDisk());
        log.append(assigned(10, 1, 1, 1));
        log.append(released(30, 1, 1, 1));
        log = files.open(4);
        assertEquals(1, log.whoHad(17, 1, BLOCK, 29).size());
        assertEquals(0, log.whoHad(17, 1, BLOCK, 30).size());
        log.flush();
        assertEquals(2, LogFiles.since(log, 0, 10).size());
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
