// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.isthmus.mappinglog.LogFiles.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.api.LostException;
import org.isthmus.core.model.MappingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventsSinceTest extends LogCase {
    /** Whoever asks may have heard since that it was given back. */
    @Test
    void whatIsHeldSinceAClockThatWasAheadIsNotToldAgain() throws IOException {
        DiskMappingLog log = files.open(4);
        log.append(assigned(900_000_000, 1, 1, 0));
        for (int i = 0; i < 8; i++) {
            log.append(assigned(1000 + i, 10 + i, 2, i));
        }
        log.flush();
        assertEquals(
                text(List.of(assigned(1006, 16, 2, 6), assigned(1007, 17, 2, 7))),
                text(LogFiles.since(log, 1006, 100)));
    }

    /** A file may begin within a millisecond, and the clock of another node may be ahead. */
    @Test
    void whatIsAsLateInAFileBeforeIsTold() throws IOException {
        DiskMappingLog log = files.open(4);
        log.append(assigned(1, 1, 1, 0));
        List<MappingEvent> all = new ArrayList<>();
        all.add(released(60_000, 1, 1, 0));
        all.add(assigned(60_000, 2, 1, 2));
        all.add(assigned(10_000, 9, 1, 9));
        all.add(assigned(60_000, 10, 1, 10));
        all.forEach(log::append);
        log.flush();
        assertTrue(files.files(".log").size() > 1);
        all.remove(2);
        assertEquals(text(all), text(LogFiles.since(log, 60_000, 2)));
        assertEquals(text(all), text(LogFiles.since(log, 20_000, 100)));
    }

    /** Also of a process that ends before anything follows. */
    @Test
    void whatIsHeldBehindALossIsTold() throws IOException {
        DiskMappingLog log = files.open(100);
        log.append(assigned(10, 1, 1, 0));
        log.append(assigned(11, 2, 1, 1));
        log.lose(50);
        assertTrue(log.loses());
        assertThrows(LostException.class, () -> log.whoHad(17, 1, 0, 49));
        assertEquals(List.of(), log.whoHad(17, 1, 0, 50));
        // A second one in a row is none.
        log.lose(60);
        assertEquals(4, log.end());
        DiskMappingLog next = files.open(100);
        assertTrue(next.loses());
        assertNull(next.whoHas(17, 1, 0));
        next.append(assigned(70, 2, 1, 1));
        next.append(assigned(71, 3, 1, 2));
        next.flush();
        assertFalse(next.loses());
        for (int max : new int[] {1, 2, 100}) {
            DiskMappingLog.Part part = next.since(0, 0, max, next.end());
            List<MappingEvent> before = new ArrayList<>(part.events);
            while (part.begin == 0) {
                part = next.since(0, part.cursor, max, next.end());
                before.addAll(part.begin == 0 ? part.events : List.of());
            }
            assertEquals(2, before.size());
            assertEquals(70, part.begin);
            assertEquals(0, part.held);
            assertEquals(2, part.events.get(0).subscriber.high());
        }
        assertThrows(LostException.class, () -> next.whoHad(17, 1, 0, 69));
        assertEquals(List.of(), next.whoHad(17, 1, 0, 70));
    }

    @Test
    void anEmptyLogMayBeginLate() throws IOException {
        DiskMappingLog log = files.open(100);
        log.lose(50);
        assertEquals(50, log.oldest());
        assertEquals(50, log.since(0, 0, 100, log.end()).begin);
        log.close();
        log = files.open(100);
        // It does not know when that was.
        assertTrue(log.oldest() >= 50);
        log.append(assigned(Long.MAX_VALUE / 4, 1, 1, 0));
        log.flush();
        assertEquals(Long.MAX_VALUE / 4, log.oldest());
        assertEquals(Long.MAX_VALUE / 4, files.open(100).oldest());
    }

    /** Reading all of it for each part would take as long as there are parts, each time. */
    @Test
    void whatWasHeldByTheOldestFileIsReadOnceForAllParts() throws IOException {
        DiskMappingLog log = files.open(new Retention(100, 0), 8, 1000, new LogFiles.Unforced());
        log.append(assigned(1, 71, 1, 3));
        log.append(assigned(2, 72, 1, 2));
        log.append(assigned(3, 73, 1, 1));
        for (int t = 100; t < 2_000; t += 10) {
            log.append(assigned(t, t, 2, 0));
            log.append(released(t + 5, t, 2, 0));
        }
        log.flush();
        DiskMappingLog.Part first = log.since(0, 0, 1, log.end());
        assertEquals(71, first.events.get(0).subscriber.high());
        Path oldest = files.files(".log").get(0);
        try (RandomAccessFile file = new RandomAccessFile(oldest.toFile(), "rw")) {
            // By blocks, the first one in time is the last.
            file.seek(3L * Row.BYTES);
            file.write(new byte[Row.BYTES]);
        }
        DiskMappingLog.Part second = log.since(0, first.cursor, 1, log.end());
        assertEquals(72, second.events.get(0).subscriber.high());
        assertEquals(73, log.since(0, second.cursor, 1, log.end()).events.get(0).subscriber.high());
    }

    /** Its clock seems to run, so that whoever copies it begins no file for each. */
    @Test
    void whatWasHeldByTheOldestFileIsToldFirstAndInOrder() throws IOException {
        Retention small = new Retention(100, 0);
        DiskMappingLog log = files.open(small, 8, 1000, new LogFiles.Unforced());
        log.append(assigned(1, 71, 1, 9));
        log.append(assigned(2, 72, 1, 3));
        log.append(assigned(3, 73, 1, 5));
        for (int t = 100; t < 2_000; t += 10) {
            log.append(assigned(t, t, 2, 0));
            log.append(released(t + 5, t, 2, 0));
        }
        log.flush();
        DiskMappingLog.Part first = log.since(0, 0, 2, log.end());
        assertEquals(2, first.held);
        assertEquals(log.oldest(), first.begin);
        DiskMappingLog.Part second = log.since(0, first.cursor, 2, log.end());
        assertEquals(71, first.events.get(0).subscriber.high());
        assertEquals(72, first.events.get(1).subscriber.high());
        assertEquals(73, second.events.get(0).subscriber.high());
        DiskMappingLog.Part third = log.since(0, second.cursor, 2, log.end());
        // What was to follow is gone.
        for (int t = 5_000; t < 6_000; t++) {
            log.append(assigned(t, t, 3, t % 500));
        }
        log.flush();
        assertThrows(IOException.class, () -> log.since(0, third.cursor, 2, log.end()));
    }
}
