// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.isthmus.export.ExportRig.assertNumbers;
import static org.isthmus.export.ExportRig.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.ExporterConfig.Sync;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.Child;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.LoggedEvent;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesFileTest {
    private static final String LINE =
            "{\"time\":\"2026-01-31T10:00:00.001Z\",\"number\":1,\"event\":\"assigned\","
                    + "\"protocol\":\"udp\",\"ipv6\":\"2001:db8:0:1::/64\","
                    + "\"ipv4\":\"203.0.113.1\",\"firstPort\":64,\"lastPort\":127}";

    @TempDir Path directory;

    private long epochMillis = ExportRig.BEGIN;
    private long millis;
    private final FullDisk disk = new FullDisk();

    /** Has room for some bytes. */
    private static final class FullDisk extends JsonLinesFile.Disk {
        int room = Integer.MAX_VALUE;
        int forced;

        @Override
        void write(FileChannel channel, ByteBuffer bytes) throws IOException {
            int length = Math.min(room, bytes.remaining());
            room -= length;
            int rest = bytes.remaining() - length;
            bytes.limit(bytes.limit() - rest);
            super.write(channel, bytes);
            if (rest > 0) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        void force(FileChannel channel) throws IOException {
            forced++;
        }
    }

    private Path path() {
        return directory.resolve("mappings.jsonl");
    }

    private JsonLinesFile file(int megabytes, int hours, int keep, Sync sync) {
        return new JsonLinesFile(
                new ExporterConfig.File(path().toString(), megabytes, hours, keep, sync),
                TimeSource.of(() -> epochMillis, () -> millis),
                disk);
    }

    private static List<LoggedEvent> events(long from, long to) {
        return numbers(from, to).stream().map(ExportRig::logged).collect(Collectors.toList());
    }

    private static List<Long> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(JsonRecord::number)
                .collect(Collectors.toList());
    }

    private static long send(JsonLinesFile file, long to) throws IOException {
        long from = file.resume(1, Long.MAX_VALUE);
        file.send(events(from, to));
        return from;
    }

    @Test
    void aLineSaysWhoHasWhatSinceWhen() throws IOException {
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            send(file, 1);
        }
        assertEquals(LINE + "\n", Files.readString(path()));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path())));
    }

    @Test
    void itGoesOnBehindTheLastLine() throws IOException {
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            send(file, 3);
        }
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            assertEquals(4, file.resume(2, 10));
        }
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            // The log was made anew: its numbers are others.
            assertEquals(2, file.resume(2, 3));
        }
    }

    /** A kill in the middle of a line. */
    @Test
    void aLineThatWasNotFinishedIsWrittenAgain() throws IOException {
        for (int length = LINE.length() + 1; length <= 2 * LINE.length() + 2; length++) {
            Files.deleteIfExists(path());
            try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
                send(file, 2);
            }
            String whole = Files.readString(path());
            Files.writeString(path(), whole.substring(0, Math.min(length, whole.length())));
            try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
                send(file, 4);
            }
            assertEquals(numbers(1, 4), read(path()), "cut at " + length);
            for (String line : Files.readAllLines(path())) {
                assertEquals(0, line.lastIndexOf('{'), "cut at " + length + ": " + line);
            }
        }
    }

    @Test
    void whatIsSomebodyElsesIsLeftAlone() throws IOException {
        Files.writeString(path(), "root:x:0:0");
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            IOException e = assertThrows(IOException.class, () -> file.resume(1, 2));
            assertEquals(path() + " ends with a line of somebody else", e.getMessage());
        }
        assertEquals("root:x:0:0", Files.readString(path()));
    }

    @Test
    void aLargeFileIsFollowedByAnother() throws IOException {
        try (JsonLinesFile file = file(1, 0, 3, Sync.SECOND)) {
            file.resume(1, Long.MAX_VALUE);
            for (long n = 1; n <= 30_000; n += 100) {
                file.send(events(n, n + 99));
            }
        }
        List<Long> all = new ArrayList<>();
        for (String name : List.of(".3", ".2", ".1", "")) {
            Path file = path().resolveSibling("mappings.jsonl" + name);
            assertTrue(Files.size(file) <= 1 << 20, name);
            all.addAll(read(file));
        }
        assertFalse(Files.exists(path().resolveSibling("mappings.jsonl.4")));
        assertNumbers(all.get(0), 30_000, all);
        assertTrue(all.get(0) > 1);
    }

    /** So long after the beginning. */
    private static List<LoggedEvent> eventAt(long number, long millis) {
        MappingEvent e = ExportRig.event(number);
        return List.of(
                new LoggedEvent(
                        number,
                        new MappingEvent(
                                e.kind,
                                ExportRig.BEGIN + millis,
                                e.protocol,
                                e.subscriber,
                                e.address,
                                e.firstPort,
                                e.lastPort)));
    }

    /** A file's age is that of its first event, also after a start. */
    @Test
    void anOldFileIsFollowedByAnother() throws IOException {
        long day = 24 * 3600_000;
        try (JsonLinesFile file = file(0, 24, 3, Sync.SECOND)) {
            file.resume(1, Long.MAX_VALUE);
            file.send(eventAt(1, 0));
            file.send(eventAt(2, day - 1));
        }
        try (JsonLinesFile file = file(0, 24, 3, Sync.SECOND)) {
            assertEquals(3, file.resume(1, Long.MAX_VALUE));
            file.send(eventAt(3, day));
        }
        assertEquals(numbers(3, 3), read(path()));
        assertEquals(numbers(1, 2), read(path().resolveSibling("mappings.jsonl.1")));
    }

    /** Of an exporter that is new, or could not write for long. */
    @Test
    void whatWasMissedForDaysIsInFilesOfADayEach() throws IOException {
        epochMillis += 30L * 24 * 3600_000;
        try (JsonLinesFile file = file(0, 24, 2, Sync.SECOND)) {
            file.resume(1, Long.MAX_VALUE);
            for (long hour = 1; hour <= 72; hour++) {
                file.send(eventAt(hour, hour * 3600_000));
            }
        }
        assertEquals(numbers(49, 72), read(path()));
        assertEquals(numbers(25, 48), read(path().resolveSibling("mappings.jsonl.1")));
        assertEquals(numbers(1, 24), read(path().resolveSibling("mappings.jsonl.2")));
    }

    @Test
    void aFileThatSomebodyRenamedIsLeft() throws IOException {
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            send(file, 2);
            Path away = directory.resolve("rotated");
            Files.move(path(), away);
            file.send(events(3, 4));
            assertEquals(numbers(1, 2), read(away));
            assertEquals(numbers(3, 4), read(path()));
            Files.delete(path());
            file.send(events(5, 5));
            assertEquals(numbers(5, 5), read(path()));
        }
    }

    @Test
    void aFullDiskCostsNoEvent() throws IOException {
        try (ExportRig rig = new ExportRig(directory.resolve("log"))) {
            rig.append(10);
            Export export =
                    new Export(
                            ExportRig.config(true),
                            rig.log,
                            c -> Position.open(rig.directory, "x", 1, 1, 11),
                            c -> file(0, 0, 1, Sync.SECOND),
                            rig.time());
            disk.room = 3 * LINE.length() + 17;
            export.step();
            assertEquals("No space left on device", export.status().problem);
            rig.now += 1000;
            export.step();
            disk.room = Integer.MAX_VALUE;
            rig.now += 10_000;
            export.step();
            assertEquals(numbers(1, 10), read(path()));
            assertEquals(null, export.status().problem);
        }
    }

    /** What is in the file once 25 events are told, to 20 lines of a log and a position of 11. */
    private List<Long> told(ExportRig rig) throws IOException {
        try (JsonLinesFile file = file(0, 0, 1, Sync.SECOND)) {
            send(file, 20);
        }
        Export export =
                new Export(
                        ExportRig.config(true),
                        rig.log,
                        c -> Position.open(rig.directory, "x", 11, 1, 11),
                        c -> file(0, 0, 1, Sync.SECOND),
                        rig.time());
        export.step();
        assertEquals(null, export.status().problem);
        assertEquals(0, export.status().lost);
        return read(path());
    }

    @Test
    void whatIsInTheFileIsToldOnce() throws IOException {
        try (ExportRig rig = new ExportRig(directory.resolve("log"))) {
            rig.append(25);
            assertEquals(numbers(1, 25), told(rig));
        }
    }

    /** A loss of power cost the log its last ten, and what came then has their numbers. */
    @Test
    void anotherEventWithTheNumberOfTheLastLineIsTold() throws IOException {
        try (ExportRig rig = new ExportRig(directory.resolve("log"))) {
            rig.append(10);
            for (long n = 11; n <= 25; n++) {
                rig.log.append(ExportRig.event(1000 + n));
            }
            rig.log.flush();
            List<Long> expected = numbers(1, 20);
            expected.addAll(numbers(11, 25));
            assertEquals(expected, told(rig));
        }
    }

    @Test
    void whatIsNotForcedIsNotDelivered() throws IOException {
        for (Sync sync : Sync.values()) {
            Files.deleteIfExists(path());
            disk.forced = 0;
            try (JsonLinesFile file = file(0, 0, 1, sync)) {
                send(file, 2);
                long atOnce = file.settled(millis);
                millis += 1000;
                long later = file.settled(millis);
                assertEquals(sync == Sync.SECOND ? 0 : file.sent(), atOnce, sync.toString());
                assertEquals(file.sent(), later);
                assertEquals(sync == Sync.NEVER ? 0 : 1, disk.forced);
            }
        }
    }

    /** A kill came before it was forced, and a loss of power may come before anything else. */
    @Test
    void whatIsFoundInTheFileIsForcedBeforeItCounts() throws IOException {
        for (Sync sync : Sync.values()) {
            Files.deleteIfExists(path());
            try (JsonLinesFile file = file(0, 0, 1, sync)) {
                send(file, 2);
            }
            disk.forced = 0;
            try (JsonLinesFile file = file(0, 0, 1, sync)) {
                assertEquals(3, file.resume(1, 10));
            }
            assertEquals(sync == Sync.NEVER ? 0 : 1, disk.forced, sync.toString());
        }
    }

    /** A process that is killed while it logs and exports. */
    @Test
    void aKilledProcessDoublesAndLosesNothing() throws Exception {
        Path log = directory.resolve("log");
        for (int round = 0; round < 3; round++) {
            Child.runAndKill(ExportingChild.class, log, 5);
        }
        long end;
        try (DiskMappingLog opened = new DiskMappingLog(log, true, false, Retention.of(0, 64));
                Exporters exporters = new Exporters(opened, TimeSource.system())) {
            end = opened.end();
            exporters.configure(List.of(ExportingChild.config(log)));
            while (exporters.exporters().get(0).position < end) {
                Thread.onSpinWait();
            }
        }
        assertTrue(end > 100, "" + end);
        assertNumbers(1, end - 1, read(directory.resolve("log.jsonl")));
    }
}
