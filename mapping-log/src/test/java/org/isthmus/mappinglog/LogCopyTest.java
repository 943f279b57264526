// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.isthmus.core.api.LostException;
import org.isthmus.core.model.MappingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a log that is in use. */
class LogCopyTest {
    private static final int UDP = 17;
    private static final int ROWS = 50;
    private static final int QUEUE_ROWS = 4096;

    /** Events behind which a copy is taken: what there is to copy must not depend on speed. */
    private static final int ROUND = 1000;

    private static final long MARGIN = 10_000;

    @TempDir Path root;

    private static byte[] copy(DiskMappingLog log, long now) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            log.copy("log/", now, zip);
        }
        return bytes.toByteArray();
    }

    private DiskMappingLog open(Path directory) throws IOException {
        return new DiskMappingLog(
                directory, false, false, Retention.ALL, ROWS, QUEUE_ROWS, new LogFiles.Unforced());
    }

    private DiskMappingLog open(String name, byte[] archive) throws IOException {
        Path directory = root.resolve(name);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
                Path file = directory.resolve(entry.getName().replaceFirst("^log/", ""));
                Files.createDirectories(directory);
                Files.write(file, in.readAllBytes());
            }
        }
        return open(directory);
    }

    private static List<MappingEvent> events(DiskMappingLog log) throws IOException {
        List<MappingEvent> all = new ArrayList<>();
        long cursor = 0;
        DiskMappingLog.Part part;
        do {
            part = log.since(0, cursor, 1000, log.end());
            all.addAll(part.events);
            cursor = part.cursor;
        } while (!part.last);
        return all;
    }

    @Test
    void aCopyUnderLoadHasAllThatWasAppendedBeforeItAndNoHoles() throws Exception {
        AtomicInteger appended = new AtomicInteger();
        List<Integer> before = new ArrayList<>();
        List<byte[]> copies = new ArrayList<>();
        try (DiskMappingLog log = open(root.resolve("live"))) {
            for (int round = 1; round <= 10; round++) {
                int end = round * ROUND;
                Thread load =
                        new Thread(
                                () -> {
                                    for (int i = appended.get(); i < end; i++) {
                                        log.append(LogFiles.assigned(i, i, i, 0));
                                        appended.set(i + 1);
                                        while (log.waiting() > ROWS) {
                                            Thread.onSpinWait();
                                        }
                                    }
                                });
                load.start();
                try {
                    before.add(appended.get());
                    copies.add(copy(log, 1L << 40));
                } finally {
                    load.join();
                }
            }
        }
        for (int i = 0; i < copies.size(); i++) {
            try (DiskMappingLog log = open("copy-" + i, copies.get(i))) {
                assertEquals(List.of(), log.damage());
                List<MappingEvent> events = events(log);
                assertTrue(events.size() >= before.get(i), events.size() + " of " + before.get(i));
                for (int e = 0; e < events.size(); e++) {
                    assertEquals(e, events.get(e).epochMillis);
                }
                assertEquals(events.size() + 1, log.end(), "the next number");
            }
        }
    }

    @Test
    void nobodyKnowsWhatCameBetweenTheCopyAndItsUse() throws IOException {
        long made = System.currentTimeMillis() - 100_000;
        byte[] archive;
        try (DiskMappingLog log = open(root.resolve("live"))) {
            log.append(LogFiles.assigned(made - 50_000, 1, 1, 0));
            log.append(LogFiles.assigned(made - 40_000, 2, 1, 1));
            log.append(LogFiles.released(made - 30_000, 2, 1, 1));
            archive = copy(log, made);
        }
        try (DiskMappingLog log = open("copy", archive)) {
            assertEquals(1, log.whoHad(UDP, 1, 0, made - MARGIN - 1).size());
            assertEquals(List.of(), log.whoHad(UDP, 1, 64, made - MARGIN - 1));
            for (long time : new long[] {made - MARGIN, made, made + 1000}) {
                assertThrows(LostException.class, () -> log.whoHad(UDP, 1, 64, time));
                assertThrows(LostException.class, () -> log.whoHad(UDP, 1, 0, time));
            }
            // What the core does with what its store has.
            log.append(LogFiles.assigned(made - 50_000, 1, 1, 0));
            log.flush();
            long now = System.currentTimeMillis() + 1;
            assertEquals(1, log.whoHad(UDP, 1, 0, now).size());
            assertEquals(List.of(), log.whoHad(UDP, 1, 64, now));
            assertThrows(LostException.class, () -> log.whoHad(UDP, 1, 64, made));
        }
    }

    @Test
    void aLogWithoutEventsIsCopiedToo() throws IOException {
        long made = System.currentTimeMillis();
        byte[] archive;
        try (DiskMappingLog log = open(root.resolve("live"))) {
            archive = copy(log, made);
        }
        try (DiskMappingLog log = open("copy", archive)) {
            assertEquals(List.of(), log.damage());
            assertEquals(List.of(), log.whoHad(UDP, 1, 0, made - MARGIN - 1));
            assertThrows(LostException.class, () -> log.whoHad(UDP, 1, 0, made));
        }
    }
}
