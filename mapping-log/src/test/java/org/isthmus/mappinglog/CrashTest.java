// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.BLOCK;
import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.newest;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.isthmus.mappinglog.LogFiles.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process or a machine that dies leaves behind. */
class CrashTest {
    private static final int ROWS = 7;

    @TempDir Path directory;

    private final long seed = Seeds.of(11);

    private List<MappingEvent> history(int events) {
        Random random = new Random(seed);
        List<MappingEvent> history = new ArrayList<>();
        long[] held = new long[4];
        for (int i = 1; i <= events; i++) {
            int block = random.nextInt(held.length);
            history.add(
                    held[block] == 0
                            ? assigned(i, i, 1, block)
                            : released(i, held[block], 1, block));
            held[block] = held[block] == 0 ? i : 0;
        }
        return history;
    }

    private void check(DiskMappingLog log, List<MappingEvent> history, String when)
            throws IOException {
        assertEquals(text(history), text(LogFiles.since(log, 0, 5)), when);
        for (long t = 0; t <= history.size(); t++) {
            for (int block = 0; block < 4; block++) {
                MappingEvent newest = newest(history, 1, block * BLOCK, t);
                assertEquals(
                        newest == null || newest.kind == MappingEvent.Kind.RELEASED
                                ? ""
                                : text(newest),
                        text(log.whoHad(17, 1, block * BLOCK, t)),
                        when + ", asked for " + t);
            }
        }
    }

    /** The writer dies behind each byte that it writes to segments, and each page of an index. */
    @Test
    void aProcessThatDiesBehindAnyByteLosesNothing() throws IOException {
        List<MappingEvent> history = history(14);
        LogFiles.DyingDisk disk = new LogFiles.DyingDisk(0);
        for (int bytes = 0; disk.died() || bytes == 0; bytes++) {
            String when = "seed " + seed + ", dies behind " + bytes + " bytes";
            try (LogFiles files = new LogFiles(directory.resolve("" + bytes))) {
                disk = new LogFiles.DyingDisk(bytes);
                DiskMappingLog log = files.open(Retention.ALL, ROWS, 32, disk);
                history.subList(0, 12).forEach(log::append);
                log = files.open(Retention.ALL, ROWS, 32, new LogFiles.Unforced());
                history.subList(12, 14).forEach(log::append);
                check(log, history, when);
                assertEquals(0, log.lost(), when);
                check(files.open(ROWS), history, when + " and is started again");
            }
        }
    }

    /** Without the queue, as after a loss of power: what stands before the cut is still there. */
    @Test
    void aSegmentCutAtAnyByteIsWrittenOn() throws IOException {
        List<MappingEvent> history = history(6);
        for (int length = Row.BYTES; length <= 7 * Row.BYTES; length++) {
            String when = "seed " + seed + ", cut behind " + length + " bytes";
            try (LogFiles files = new LogFiles(directory.resolve("" + length))) {
                DiskMappingLog log = files.open(100);
                history.forEach(log::append);
                log.close();
                Path segment = files.files(".log").get(0);
                byte[] bytes = Files.readAllBytes(segment);
                assertEquals(7 * Row.BYTES, bytes.length);
                Files.write(segment, Arrays.copyOf(bytes, length));
                Files.delete(files.files(".queue").get(0));
                Files.delete(files.files(".written").get(0));
                log = files.open(100);
                int left = length / Row.BYTES - 1;
                List<MappingEvent> expected = new ArrayList<>(history.subList(0, left));
                check(log, expected, when);
                log.append(assigned(7, 7, 1, 5));
                expected.add(assigned(7, 7, 1, 5));
                log.flush();
                assertEquals((2 + left) * Row.BYTES, Files.size(segment), when);
                log = files.open(100);
                assertEquals(text(expected), text(LogFiles.since(log, 0, 100)), when);
            }
        }
    }

    /** An index that is cut, damaged or another file's is made anew, and answers do not change. */
    @Test
    void anIndexIsNeverTrustedBlindly() throws IOException {
        List<MappingEvent> history = new ArrayList<>();
        Random random = new Random(seed);
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log = files.open(600);
            for (int i = 1; i <= 700; i++) {
                history.add(assigned(i, i, 1, random.nextInt(1000)));
            }
            history.forEach(log::append);
            log.close();
            Segment segment = Segment.open(files.files(".log").get(0));
            SegmentIndex.make(segment, new LogFiles.Unforced());
            byte[] index = Files.readAllBytes(segment.index());
            assertTrue(index.length > 5 * SegmentIndex.PAGE);
            for (int i = 0; i < 1000; i++) {
                byte[] other = index.clone();
                if (i % 2 == 0) {
                    other = Arrays.copyOf(other, random.nextInt(other.length));
                } else {
                    other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Files.write(segment.index(), other);
                int port = random.nextInt(64_000);
                int time = random.nextInt(590);
                assertEquals(
                        newest(history, 1, port, time),
                        newestOrNull(segment, port, time, history),
                        "seed " + seed + ", question " + i);
            }
            // Nor is it an error of the log.
            log = files.open(600);
            assertEquals(1, log.whoHad(17, 1, history.get(0).firstPort, 1).size());
        }
    }

    private static MappingEvent newestOrNull(
            Segment segment, int port, int time, List<MappingEvent> history) throws IOException {
        MappingEvent found = segment.newest(17, 1, port, time, () -> {});
        return found == null ? null : history.get((int) found.epochMillis - 1);
    }

    /** Appends for ever and says what it appended. */
    public static final class Appender {
        public static void main(String[] args) throws IOException {
            DiskMappingLog log =
                    new DiskMappingLog(
                            Path.of(args[0]),
                            false,
                            false,
                            Retention.ALL,
                            1000,
                            1 << 16,
                            new LogFiles.Unforced());
            for (int i = 0; ; i++) {
                log.append(assigned(i, i, 1, i % 1000));
                System.out.println(i);
                if (i >= 100) {
                    log.append(released(i, i - 100, 1, (i - 100) % 1000));
                }
            }
        }
    }

    @Test
    void aKilledProcessLosesNothing() throws Exception {
        int last = Integer.parseInt(Child.runAndKill(Appender.class, directory, 5000));
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log = files.open(1000);
            for (int i = 0; i <= last; i++) {
                List<MappingEvent> holders = log.whoHad(17, 1, i % 1000 * BLOCK + 5, i);
                assertEquals(1, holders.size(), "at " + i);
                assertEquals(i, holders.get(0).subscriber.high());
            }
            int given = 0;
            for (MappingEvent e : LogFiles.since(log, 0, 2000)) {
                if (e.kind == MappingEvent.Kind.ASSIGNED) {
                    assertEquals(given++, e.epochMillis);
                }
            }
            assertTrue(given > last);
        }
    }
}
