// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a log from an event on. Events have their number for a time. */
class LogReaderTest {
    private static final int ROWS = 7;

    @TempDir Path directory;

    private final long seed = Seeds.of(23);

    /** Of as many blocks as fit a segment twice, so that each carries some. */
    private static void append(DiskMappingLog log, long from, long to) throws IOException {
        for (long n = from; n <= to; n++) {
            log.append(assigned(n, n, 1, (int) n % 3));
            if (n % 5 == 0) {
                log.flush();
            }
        }
        log.flush();
    }

    private static List<Long> read(LogReader reader, int max) throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (LoggedEvent e : reader.read(max)) {
            assertEquals(e.number, e.event.epochMillis);
            numbers.add(e.number);
        }
        assertTrue(numbers.size() <= max);
        return numbers;
    }

    private static List<Long> readAll(LogReader reader, int max) throws IOException {
        List<Long> all = new ArrayList<>();
        for (List<Long> some = read(reader, max); !some.isEmpty(); some = read(reader, max)) {
            all.addAll(some);
        }
        return all;
    }

    private static List<Long> numbers(long from, long to) {
        List<Long> all = new ArrayList<>();
        for (long n = from; n <= to; n++) {
            all.add(n);
        }
        return all;
    }

    @Test
    void fromEveryEventOnEachIsReadOnceWhateverIsWrittenMeanwhile() throws IOException {
        Random random = new Random(seed);
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log = files.open(ROWS);
            List<LogReader> readers = new ArrayList<>();
            List<List<Long>> read = new ArrayList<>();
            for (int n = 1; n <= 60; n++) {
                readers.add(log.reader(n));
                read.add(new ArrayList<>());
            }
            for (long end = 0; end < 60; ) {
                long more = Math.min(60, end + 1 + random.nextInt(9));
                append(log, end + 1, more);
                end = more;
                for (int i = 0; i < readers.size(); i++) {
                    read.get(i).addAll(read(readers.get(i), 1 + random.nextInt(20)));
                }
            }
            for (int i = 0; i < readers.size(); i++) {
                read.get(i).addAll(readAll(readers.get(i), 4));
                assertEquals(numbers(i + 1, 60), read.get(i), "seed " + seed + ", from " + (i + 1));
                assertEquals(61, readers.get(i).next());
                assertEquals(0, readers.get(i).lost());
            }
            assertTrue(files.files(".log").size() > 5);
        }
    }

    @Test
    void aReaderGoesOnInALogThatWasClosedAndOpened() throws IOException {
        try (LogFiles files = new LogFiles(directory)) {
            append(files.open(ROWS), 1, 20);
            assertEquals(numbers(13, 20), readAll(files.open(ROWS).reader(13), 100));
        }
    }

    @Test
    void whatWasDeletedBeforeItWasReadIsSkippedAndCounted() throws IOException {
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log =
                    files.open(new Retention(0, 2500), ROWS, 16, new LogFiles.Unforced());
            append(log, 1, 3);
            LogReader reader = log.reader(1);
            assertEquals(numbers(1, 2), read(reader, 2));
            append(log, 4, 60);
            long first = log.first();
            assertTrue(first > 10, "from " + first + " on");
            assertEquals(numbers(first, 60), readAll(reader, 5));
            assertEquals(first - 3, reader.lost());
        }
    }

    @Test
    void whatTheLogItselfLostIsCounted() throws IOException {
        try (LogFiles files = new LogFiles(directory)) {
            LogFiles.FullDisk disk = new LogFiles.FullDisk();
            DiskMappingLog log = files.open(Retention.ALL, 100, 4, disk);
            for (long n = 1; n <= 9; n++) {
                log.append(assigned(n, n, 1, (int) n));
            }
            assertEquals(5, log.lost());
            assertEquals(1, log.first(), "what waits is kept, too");
            while (log.problem() == null) {
                Thread.onSpinWait();
            }
            disk.full = false;
            while (log.problem() != null) {
                Thread.onSpinWait();
            }
            log.flush();
            append(log, 10, 12);
            LogReader reader = log.reader(1);
            List<Long> read = readAll(reader, 100);
            assertEquals(List.of(1L, 2L, 3L, 4L, 10L, 11L, 12L), read);
            assertEquals(5, reader.lost());
        }
    }

    @Test
    void aDamagedSegmentCostsWhatStandsBehindTheDamage() throws IOException {
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log = files.open(ROWS);
            append(log, 1, 20);
            Path second = files.files(".log").get(1);
            Segment segment = Segment.open(second);
            byte[] bytes = Files.readAllBytes(second);
            bytes[(1 + segment.carried + 1) * Row.BYTES + 20] ^= 1;
            Files.write(second, bytes);
            LogReader reader = log.reader(1);
            List<Long> read = readAll(reader, 100);
            long end = Segment.open(files.files(".log").get(2)).first();
            List<Long> expected = numbers(1, segment.first());
            expected.addAll(numbers(end, 20));
            assertEquals(expected, read);
            assertEquals(end - segment.first() - 1, reader.lost());
            assertEquals(1, log.damage().size());
        }
    }

    /** A disk that was taken away and is brought back, for example. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLastSegmentThatIsGoneIsAnErrorUntilItIsBack() throws IOException {
        try (LogFiles files = new LogFiles(directory)) {
            DiskMappingLog log = files.open(ROWS);
            append(log, 1, 20);
            LogReader reader = log.reader(1);
            List<Path> segments = files.files(".log");
            Path last = segments.get(segments.size() - 1);
            Path away = Files.move(last, directory.resolve("away"));
            long first = Segment.open(away).first();
            while (reader.next() < first) {
                read(reader, 100);
            }
            for (int i = 0; i < 2; i++) {
                IOException e = assertThrows(IOException.class, () -> reader.read(100));
                assertEquals(last + " is missing", e.getMessage());
            }
            Files.move(away, last);
            assertEquals(numbers(first, 20), readAll(reader, 100));
            assertEquals(0, reader.lost());
            assertEquals(1, log.damage().size());
        }
    }
}
