// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskMappingLogTest {
    private static final int BLOCK = 64;

    @TempDir Path directory;

    private static MappingEvent event(
            MappingEvent.Kind kind, long time, long subscriber, int address, int block) {
        return new MappingEvent(
                kind,
                time,
                Protocol.UDP,
                Ipv6Prefix.of(subscriber, 0, 64),
                Ipv4Address.of(address),
                block * BLOCK,
                block * BLOCK + BLOCK - 1);
    }

    private static String text(List<MappingEvent> events) {
        return events.stream()
                .map(
                        e ->
                                e.kind
                                        + " "
                                        + e.epochMillis
                                        + " "
                                        + e.protocol
                                        + " "
                                        + e.subscriber
                                        + " "
                                        + e.address
                                        + " "
                                        + e.firstPort
                                        + "-"
                                        + e.lastPort)
                .collect(Collectors.joining("\n"));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted(Comparator.naturalOrder()).collect(Collectors.toList());
        }
    }

    /** Blocks given and taken at random, over many files and restarts, against a plain list. */
    @Test
    void whoHadAgreesWithAPlainList() throws IOException {
        long seed = Seeds.of(42);
        Random random = new Random(seed);
        List<MappingEvent> history = new ArrayList<>();
        MappingEvent[][] held = new MappingEvent[4][32];
        DiskMappingLog log = new DiskMappingLog(directory, 0, 150);
        long time = 1_000_000;
        for (int i = 0; i < 4000; i++) {
            time += random.nextInt(3);
            int address = random.nextInt(4);
            int block = random.nextInt(32);
            MappingEvent before = held[address][block];
            MappingEvent e =
                    event(
                            before == null
                                    ? MappingEvent.Kind.ASSIGNED
                                    : MappingEvent.Kind.RELEASED,
                            time,
                            before == null ? random.nextLong() : before.subscriber.high(),
                            address,
                            block);
            held[address][block] = before == null ? e : null;
            history.add(e);
            log.append(e);
            if (i % 500 == 499) {
                log = new DiskMappingLog(directory, 0, 150);
            }
        }
        assertTrue(files().size() > 10);
        for (int i = 0; i < 4000; i++) {
            int address = random.nextInt(4);
            int port = random.nextInt(32 * BLOCK);
            long at = 999_990 + random.nextInt((int) (time - 999_980));
            MappingEvent last = null;
            for (MappingEvent e : history) {
                if (e.epochMillis <= at
                        && e.address.bits() == address
                        && e.firstPort <= port
                        && e.lastPort >= port) {
                    last = e;
                }
            }
            List<MappingEvent> expected =
                    last == null || last.kind == MappingEvent.Kind.RELEASED
                            ? List.of()
                            : List.of(last);
            assertEquals(
                    text(expected),
                    text(log.whoHad(17, address, port, at)),
                    "seed " + seed + ", question " + i);
            assertEquals("", text(log.whoHad(6, address, port, at)));
        }
    }

    @Test
    void oldFilesGoAndWhatIsHeldStays() throws IOException {
        DiskMappingLog log = new DiskMappingLog(directory, 1000, 10);
        log.append(event(MappingEvent.Kind.ASSIGNED, 1, 77, 9, 1));
        for (int t = 100; t < 20_000; t += 100) {
            log.append(event(MappingEvent.Kind.ASSIGNED, t, t, 1, 0));
            log.append(event(MappingEvent.Kind.RELEASED, t + 50, t, 1, 0));
        }
        assertTrue(files().size() < 8, files().toString());
        assertEquals(
                "ASSIGNED 1 UDP 0:0:0:4d::/64 0.0.0.9 64-127",
                text(log.whoHad(17, 9, 100, 19_900)));
        assertEquals("", text(log.whoHad(17, 9, 100, 500)));
    }

    @Test
    void aTornRowIsWrittenOver() throws IOException {
        DiskMappingLog log = new DiskMappingLog(directory, 0, 100);
        for (int i = 0; i < 5; i++) {
            log.append(event(MappingEvent.Kind.ASSIGNED, i, i, i, 1));
        }
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[5 * Segment.ROW + 20] ^= 1;
        Files.write(file, bytes);
        log = new DiskMappingLog(directory, 0, 100);
        assertEquals("", text(log.whoHad(17, 4, 64, 10)));
        assertEquals(1, log.whoHad(17, 3, 64, 10).size());
        log.append(event(MappingEvent.Kind.ASSIGNED, 6, 5, 5, 1));
        log = new DiskMappingLog(directory, 0, 100);
        assertEquals(1, log.whoHad(17, 3, 64, 10).size());
        assertEquals(1, log.whoHad(17, 5, 64, 10).size());
    }

    @Test
    void aFileThatWasNotFinishedIsMadeAnew() throws IOException {
        DiskMappingLog log = new DiskMappingLog(directory, 0, 4);
        log.append(event(MappingEvent.Kind.ASSIGNED, 0, 0, 1, 1));
        // As a process leaves it that is killed while it begins the next file.
        Files.write(directory.resolve("mappings-00000002.log.new"), new byte[4800]);
        log = new DiskMappingLog(directory, 0, 4);
        for (int i = 1; i < 8; i++) {
            log.append(event(MappingEvent.Kind.ASSIGNED, i, i, 1, 1 + i));
        }
        log = new DiskMappingLog(directory, 0, 4);
        for (int i = 0; i < 8; i++) {
            assertEquals(1, log.whoHad(17, 1, (1 + i) * BLOCK, 10).size(), "block " + i);
        }
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        Files.write(directory.resolve("mappings-00000001.log"), new byte[4800]);
        assertThrows(IOException.class, () -> new DiskMappingLog(directory, 0));
    }

    /** Appends for ever and says what it appended. */
    public static final class Appender {
        public static void main(String[] args) throws IOException {
            DiskMappingLog log = new DiskMappingLog(Path.of(args[0]), 0, 1000);
            for (int i = 0; ; i++) {
                // Two a time, so that few are held.
                log.append(event(MappingEvent.Kind.ASSIGNED, i, i, 1, i % 1000));
                System.out.println(i);
                if (i >= 100) {
                    log.append(event(MappingEvent.Kind.RELEASED, i, i - 100, 1, (i - 100) % 1000));
                }
            }
        }
    }

    @Test
    void aKilledProcessLosesNothing() throws Exception {
        int last = Integer.parseInt(Child.runAndKill(Appender.class, directory, 5000));
        DiskMappingLog log = new DiskMappingLog(directory, 0, 1000);
        for (int i = 0; i <= last; i++) {
            List<MappingEvent> holders = log.whoHad(17, 1, i % 1000 * BLOCK + 5, i);
            assertEquals(1, holders.size(), "at " + i);
            assertEquals(i, holders.get(0).subscriber.high());
        }
    }

    /** Else the first write to a hole on a full disk would be fatal. */
    @Test
    void aFileHasItsRoomOnTheDiskFromTheBeginning() throws Exception {
        int rows = 100_000;
        DiskMappingLog log = new DiskMappingLog(directory, 0, rows);
        log.append(event(MappingEvent.Kind.ASSIGNED, 10, 1, 1, 1));
        Process du =
                new ProcessBuilder("du", "-k", files().get(0).toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        long kibibytes = Long.parseLong(said.substring(0, said.indexOf('\t')));
        assertTrue(kibibytes >= (long) rows * Segment.ROW / 1024, said);
    }

    @Test
    void whatIsHeldWhenAFileCannotBeBegunIsInTheNextOne() throws Exception {
        Path missing = Files.createDirectory(directory.resolve("mappings"));
        DiskMappingLog log = new DiskMappingLog(missing, 0, 150);
        Files.delete(missing);
        log.append(event(MappingEvent.Kind.ASSIGNED, 10, 1, 1, 1));
        log.append(event(MappingEvent.Kind.ASSIGNED, 20, 2, 1, 2));
        log.append(event(MappingEvent.Kind.RELEASED, 30, 1, 1, 1));
        Files.createDirectory(missing);
        log.append(event(MappingEvent.Kind.ASSIGNED, 2000, 3, 1, 3));
        assertEquals("", text(log.whoHad(17, 1, BLOCK, 2000)));
        assertEquals(2, log.whoHad(17, 1, 2 * BLOCK, 2000).get(0).subscriber.high());
        assertEquals(3, log.whoHad(17, 1, 3 * BLOCK, 2000).get(0).subscriber.high());
    }

    /** Whoever missed something gets it once and in order, over files, restarts and parts. */
    @Test
    void givesWhatCameSince() throws IOException {
        long seed = Seeds.of(7);
        Random random = new Random(seed);
        List<MappingEvent> history = new ArrayList<>();
        DiskMappingLog log = new DiskMappingLog(directory, 0, 60);
        assertEquals(Long.MIN_VALUE, log.latest());
        assertEquals(List.of(), log.since(0, 0, 10));
        boolean[] held = new boolean[20];
        long time = 1_000;
        for (int i = 0; i < 1000; i++) {
            time += random.nextInt(3);
            int block = random.nextInt(held.length);
            MappingEvent.Kind kind =
                    held[block] ? MappingEvent.Kind.RELEASED : MappingEvent.Kind.ASSIGNED;
            held[block] = !held[block];
            MappingEvent e = event(kind, time, block, 1, block);
            history.add(e);
            log.append(e);
            if (i % 300 == 299) {
                log = new DiskMappingLog(directory, 0, 60);
            }
        }
        assertTrue(files().size() > 10);
        assertEquals(time, log.latest());
        for (int i = 0; i < 50; i++) {
            long from = 990 + random.nextInt((int) (time - 980));
            List<MappingEvent> all = new ArrayList<>();
            List<MappingEvent> part;
            do {
                part = log.since(from, all.size(), 77);
                all.addAll(part);
            } while (part.size() == 77);
            assertEquals(
                    text(
                            history.stream()
                                    .filter(e -> e.epochMillis >= from)
                                    .collect(Collectors.toList())),
                    text(all),
                    "seed " + seed + ", from " + from);
        }
    }
}
