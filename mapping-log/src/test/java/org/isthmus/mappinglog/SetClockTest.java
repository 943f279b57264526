// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.isthmus.mappinglog.LogFiles.BLOCK;
import static org.isthmus.mappinglog.LogFiles.assigned;
import static org.isthmus.mappinglog.LogFiles.event;
import static org.isthmus.mappinglog.LogFiles.released;
import static org.isthmus.mappinglog.LogFiles.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.MappingEvent.Kind;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A mapping log of a machine whose clock is set, forward or back. */
@Timeout(120)
class SetClockTest extends LogCase {
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
}
