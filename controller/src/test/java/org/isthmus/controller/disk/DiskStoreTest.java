// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.isthmus.controller.disk.Contents.all;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.LentThread;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.Child;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskStoreTest {
    @TempDir Path directory;

    /** A record that says no more than two numbers; null: a removal. */
    private static Record record(Store.Map map, long key, Long value) {
        switch (map) {
            case LEASES:
                return new LeaseRecord(
                        (int) key, 0, value == null ? null : new Lease(0, value, "one"));
            case POOLS:
                return value == null
                        ? PoolRecord.removal("" + key)
                        : PoolRecord.of(
                                new PoolSpec(
                                        "" + key, "" + value, List.of(), new int[3], new int[3]));
            case BINDINGS:
                return value == null
                        ? BindingRecord.removal(1, Protocol.UDP, 0, key, 0, 0)
                        : BindingRecord.of(
                                1,
                                Protocol.UDP,
                                0,
                                key,
                                0,
                                (int) (value >> 32),
                                0,
                                0,
                                0,
                                value.intValue(),
                                0,
                                false);
            default:
                throw new AssertionError(map);
        }
    }

    private static Map<Long, Long> leases(Store store) {
        Map<Long, Long> all = new TreeMap<>();
        store.read(LeaseRecord.class, r -> all.put((long) r.address4, r.lease.until));
        return all;
    }

    private static Map<Long, Long> pools(Store store) {
        Map<Long, Long> all = new TreeMap<>();
        store.read(
                PoolRecord.class,
                r -> all.put(Long.valueOf(r.name), Long.valueOf(r.pool.instance)));
        return all;
    }

    private static Map<Long, Long> bindings(Store store) {
        Map<Long, Long> all = new TreeMap<>();
        store.read(
                BindingRecord.class,
                r -> all.put(r.low, (long) r.address4 << 32 | r.peer4 & 0xffffffffL));
        return all;
    }

    @Test
    void whatWasWrittenIsThereAfterwards() throws Exception {
        long seed = Seeds.of(7);
        Random random = new Random(seed);
        Map<Long, Long> expected = new TreeMap<>();
        try (DiskStore store = new DiskStore(directory, false)) {
            CompletableFuture<Void> last = null;
            for (int i = 0; i < 500; i++) {
                List<Record> batch = new ArrayList<>();
                for (int n = random.nextInt(20); n >= 0; n--) {
                    long key = random.nextInt(1000);
                    boolean remove = random.nextInt(3) == 0;
                    long value = random.nextLong();
                    batch.add(record(Store.Map.BINDINGS, key, remove ? null : (Long) value));
                    if (remove) {
                        expected.remove(key);
                    } else {
                        expected.put(key, value);
                    }
                }
                last = store.write(batch).toCompletableFuture();
            }
            last.get();
            assertEquals(expected, bindings(store), "seed " + seed);
            assertTrue(leases(store).isEmpty());
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(expected, bindings(store), "seed " + seed);
        }
    }

    /** What follows a write goes on there, whether it was done or refused. */
    @Test
    void itsThreadIsLentToTheCore() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(List.of("store", "store"), threadsOfWrite(store));
            store.fail();
            assertEquals(List.of("store", "store"), threadsOfWrite(store));
        }
    }

    /** Names of the threads that complete a write, and run a step that is asked for there. */
    private static List<String> threadsOfWrite(DiskStore store) throws Exception {
        CompletableFuture<List<String>> threads = new CompletableFuture<>();
        // One that is over by now completes here.
        for (long i = 0; !threads.isDone(); i++) {
            store.write(List.of(record(Store.Map.BINDINGS, i, i)))
                    .whenComplete((done, failure) -> follow(threads));
        }
        return threads.get();
    }

    private static void follow(CompletableFuture<List<String>> threads) {
        LentThread lent = LentThread.current();
        if (lent != null) {
            String before = Thread.currentThread().getName();
            lent.run(() -> threads.complete(List.of(before, Thread.currentThread().getName())));
        }
    }

    /** As where the disk has room for it, and for no mapping log beside it. */
    @Test
    void oneThatNobodyWroteToIsAsNewAsBefore() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (DiskStore store = new DiskStore(directory, false)) {
                assertTrue(store.isNew());
            }
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            store.write(List.of(new ElectionRecord(BigInteger.ONE))).toCompletableFuture().get();
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            assertFalse(store.isNew());
        }
    }

    @Test
    void oneControllerAtATime() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            IOException e = assertThrows(IOException.class, () -> new DiskStore(directory, false));
            assertTrue(e.getMessage().contains("another controller"), e.getMessage());
            assertTrue(all(store).isEmpty());
        }
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        IOException e = assertThrows(IOException.class, () -> new DiskStore(file, false));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }

    /** After a full disk, for example. */
    @Test
    void goesOnAfterAnErrorOfTheDiskWithoutWhatItRefused() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            store.write(List.of(record(Store.Map.BINDINGS, 1, 10L))).toCompletableFuture().get();
            store.fail();
            assertThrows(
                    ExecutionException.class,
                    () ->
                            store.write(List.of(record(Store.Map.BINDINGS, 2, 20L)))
                                    .toCompletableFuture()
                                    .get());
            store.write(List.of(record(Store.Map.BINDINGS, 3, 30L))).toCompletableFuture().get();
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(Map.of(1L, 10L, 3L, 30L), bindings(store));
        }
    }

    /** A full disk leaves a segment as this test does: begun, and without a commit. */
    @Test
    void afterAnOrderlyEndTheRowsAreAllThereIs() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            Path segment = Files.createDirectory(directory.resolve("state.journal-2"));
            assertThrows(
                    ExecutionException.class,
                    () ->
                            store.write(List.of(record(Store.Map.BINDINGS, 2, 2L)))
                                    .toCompletableFuture()
                                    .get());
            Files.delete(segment);
            Files.createFile(segment);
        }
        assertEquals(List.of(), JournalSegment.in(directory));
    }

    /** What is merged, in segments of a few batches each, is what was written. */
    @Test
    void mergesGoOnBesideWrites() throws Exception {
        Random random = new Random(Seeds.of(9));
        Map<Long, Long> expected = new TreeMap<>();
        try (DiskStore store = new DiskStore(directory, false, 1000)) {
            for (int i = 0; i < 300; i++) {
                long key = random.nextInt(50);
                boolean remove = random.nextInt(3) == 0;
                store.write(
                                List.of(
                                        record(
                                                Store.Map.BINDINGS,
                                                key,
                                                remove ? null : (Long) (long) i)))
                        .toCompletableFuture()
                        .get();
                if (remove) {
                    expected.remove(key);
                } else {
                    expected.put(key, (long) i);
                }
                if (i % 50 == 0) {
                    assertEquals(expected, bindings(store));
                    assertEquals(List.of(), JournalSegment.in(directory));
                }
            }
        }
        assertEquals(List.of(), JournalSegment.in(directory));
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(expected, bindings(store));
        }
    }

    /** Something is where the new rows should go; a full disk does the same. */
    @Test
    void whatCannotBeMergedIsMergedLater() throws Exception {
        Path inTheWay = directory.resolve(RowsFile.UNFINISHED).resolve("file");
        Map<Long, Long> expected = new TreeMap<>();
        try (DiskStore store = new DiskStore(directory, false, 1000)) {
            Files.createDirectories(inTheWay);
            for (long i = 0; i < 100; i++) {
                store.write(List.of(record(Store.Map.BINDINGS, i, i))).toCompletableFuture().get();
                expected.put(i, i);
            }
            assertThrows(UncheckedIOException.class, () -> bindings(store));
            assertTrue(JournalSegment.in(directory).size() > 3);
            Files.delete(inTheWay);
            assertEquals(expected, bindings(store));
            assertEquals(List.of(), JournalSegment.in(directory));
        }
    }

    /** A disk without room for a segment, read while it has room for that and not for a merge. */
    @Test
    void whatIsWrittenBehindASegmentThatCouldNotBeginIsKept() throws Exception {
        Path inTheWay = directory.resolve(RowsFile.UNFINISHED).resolve("file");
        Map<Long, Long> expected = new TreeMap<>(Map.of(1L, 1L, 3L, 3L));
        try (DiskStore store = new DiskStore(directory, false)) {
            Files.createDirectories(inTheWay);
            store.write(List.of(record(Store.Map.BINDINGS, 1, 1L))).toCompletableFuture().get();
            assertThrows(UncheckedIOException.class, () -> bindings(store));
            // The store itself is commit 1, and what was written 2.
            Path segment = Files.createDirectory(directory.resolve("state.journal-3"));
            assertThrows(
                    ExecutionException.class,
                    () ->
                            store.write(List.of(record(Store.Map.BINDINGS, 2, 2L)))
                                    .toCompletableFuture()
                                    .get());
            Files.delete(segment);
            assertThrows(UncheckedIOException.class, () -> bindings(store));
            store.write(List.of(record(Store.Map.BINDINGS, 3, 3L))).toCompletableFuture().get();
            Files.delete(inTheWay);
            assertEquals(expected, bindings(store));
            store.write(List.of(record(Store.Map.BINDINGS, 4, 4L))).toCompletableFuture().get();
            expected.put(4L, 4L);
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(expected, bindings(store));
        }
    }

    /** Larger than the buffer of a commit, and than a segment. */
    @Test
    void aLargeBatchIsOneCommit() throws Exception {
        List<Record> records = new ArrayList<>();
        for (long i = 0; i < 20_000; i++) {
            records.add(record(Store.Map.BINDINGS, i, i));
        }
        try (DiskStore store = new DiskStore(directory, false, 1000)) {
            store.write(records).toCompletableFuture().get();
            store.write(List.of(record(Store.Map.BINDINGS, 1, null))).toCompletableFuture().get();
            assertEquals(19_999, bindings(store).size());
            assertFalse(store.mayLackBindings(), "what was removed is no row");
        }
    }

    @Test
    void aClosedStoreRefuses() throws Exception {
        DiskStore store = new DiskStore(directory, false);
        store.close();
        assertThrows(
                ExecutionException.class, () -> store.write(List.of()).toCompletableFuture().get());
    }

    /** Writes pairs of equal records in two maps for ever, and says which are acknowledged. */
    public static final class Writer {
        public static void main(String[] args) throws Exception {
            // Merges go on half of the time, each in more than one part.
            DiskStore store = new DiskStore(Path.of(args[0]), false, 400_000);
            for (long i = 0; ; i++) {
                long n = i;
                CompletableFuture<Void> done =
                        store.write(
                                        List.of(
                                                record(Store.Map.LEASES, n, n),
                                                record(Store.Map.BINDINGS, n, n)))
                                .toCompletableFuture();
                done.thenRun(() -> System.out.println(n));
                if (i % 64 == 0) {
                    done.get();
                }
            }
        }
    }

    @Test
    void aKilledProcessLosesNothingAcknowledgedAndHalvesNoBatch() throws Exception {
        for (int round = 0; round < 4; round++) {
            int lines = 5000 + 777 * round;
            long acknowledged = Long.parseLong(Child.runAndKill(Writer.class, directory, lines));
            try (DiskStore store = new DiskStore(directory, false)) {
                Map<Long, Long> leases = leases(store);
                assertEquals(leases, bindings(store));
                for (long i = 0; i <= acknowledged; i++) {
                    assertEquals(i, leases.get(i));
                }
            }
        }
    }

    /** Merges one large segment, and dies when part of it is in the rows. */
    public static final class Merger {
        private static final int PAIRS = 40_000;

        public static void main(String[] args) throws Exception {
            DiskStore store = new DiskStore(Path.of(args[0]), false);
            List<Record> records = new ArrayList<>();
            for (long i = 0; i < PAIRS; i++) {
                records.add(record(Store.Map.LEASES, i, i));
                records.add(record(Store.Map.BINDINGS, i, i));
            }
            store.write(records).toCompletableFuture().get();
            Thread reader = new Thread(() -> store.read(LeaseRecord.class, r -> {}));
            reader.start();
            Path merged = Path.of(args[0], RowsFile.UNFINISHED);
            while (Files.notExists(merged) && reader.isAlive()) {
                Thread.onSpinWait();
            }
            System.out.println("merging");
            Runtime.getRuntime().halt(1);
        }
    }

    @Test
    void whoDiesWhileRowsAreMergedLeavesThemForTheNextStart() throws Exception {
        assertEquals("merging", Child.runAndKill(Merger.class, directory, 1));
        try (DiskStore store = new DiskStore(directory, false)) {
            Map<Long, Long> leases = leases(store);
            assertEquals(Merger.PAIRS, leases.size());
            assertEquals(leases, bindings(store));
        }
    }

    @Test
    void aTornTailIsPassedOver() throws Exception {
        long written = 0;
        try (DiskStore store = new DiskStore(directory, false)) {
            for (; written < 50; written++) {
                store.write(
                                List.of(
                                        record(Store.Map.LEASES, written, written),
                                        record(Store.Map.POOLS, written, written)))
                        .toCompletableFuture()
                        .get();
                if (written == 40) {
                    // As a crash would leave it: not closed, and its last bytes missing.
                    Path torn = directory.resolve("torn");
                    Files.createDirectories(torn);
                    Files.copy(directory.resolve("state.rows"), torn.resolve("state.rows"));
                    Path journal = JournalSegment.in(directory).get(0).file;
                    byte[] bytes = Files.readAllBytes(journal);
                    Files.write(
                            torn.resolve(journal.getFileName()),
                            Arrays.copyOf(bytes, bytes.length - 100));
                }
            }
        }
        try (DiskStore store = new DiskStore(directory.resolve("torn"), false)) {
            Map<Long, Long> leases = leases(store);
            assertEquals(leases, pools(store));
            assertTrue(leases.size() >= 35 && leases.size() <= 41, "" + leases.size());
            for (long i = 0; i < leases.size(); i++) {
                assertEquals(i, leases.get(i));
            }
        }
    }
}
