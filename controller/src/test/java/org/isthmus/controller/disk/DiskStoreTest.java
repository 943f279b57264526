// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.Child;
import org.isthmus.proto.store.Samples;
import org.isthmus.proto.store.StoreCodec;
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

    private static Set<Record> all(Store store) {
        Set<Record> all = new HashSet<>();
        store.read(LeaseRecord.class, all::add);
        store.read(PoolRecord.class, all::add);
        store.read(EamRecord.class, all::add);
        store.read(StaticBindingRecord.class, all::add);
        store.read(SubscriberRecord.class, all::add);
        store.read(BindingRecord.class, all::add);
        store.read(ElectionRecord.class, all::add);
        store.read(DeletionRecord.class, all::add);
        store.read(AdoptionRecord.class, all::add);
        store.read(DeterministicRecord.class, all::add);
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
        assertTrue(e.getMessage().startsWith("cannot use " + file), e.getMessage());
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

    private Path tree() {
        return directory.resolve("state.mv");
    }

    private Path file() {
        return directory.resolve("state.rows");
    }

    /** The values of the rows that are in the file, by map and key. */
    private Map<String, byte[]> values() throws IOException {
        Map<String, byte[]> values = new TreeMap<>();
        RowsFile.open(
                file(),
                (in, at) -> values.put(name(Row.map(in, at), Row.key(in, at)), Row.value(in, at)));
        return values;
    }

    private static String name(Store.Map map, byte[] key) {
        return map + Arrays.toString(key);
    }

    /** A file that release 0.1 wrote. */
    private void copyStoreOf01() throws IOException {
        try (InputStream in = DiskStoreTest.class.getResourceAsStream("state-format-1.mv")) {
            Files.copy(in, tree());
        }
    }

    /** Opens the file as MVStore alone, for what no store of ours would do. */
    private void tamper(Consumer<MVStore> with) {
        try (MVStore raw = MVStore.open(tree().toString())) {
            with.accept(raw);
            raw.commit();
        }
    }

    private static MVMap<byte[], byte[]> rows(MVStore raw, Store.Map map) {
        return raw.openMap(
                map.name(),
                new MVMap.Builder<byte[], byte[]>()
                        .keyType(ByteArrayDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    private String refusal() {
        return assertThrows(IOException.class, () -> new DiskStore(directory, false)).getMessage();
    }

    @Test
    void aStoreOfRelease01IsConverted() throws Exception {
        copyStoreOf01();
        for (int i = 0; i < 2; i++) {
            try (DiskStore store = new DiskStore(directory, false)) {
                assertEquals(Set.copyOf(Samples.of(1)), all(store));
            }
        }
        Map<String, byte[]> values = values();
        for (Record r : Samples.of(1)) {
            assertArrayEquals(
                    StoreCodec.value(r), values.get(name(r.map, StoreCodec.key(r))), r.toString());
        }
        assertTrue(Files.notExists(tree()));
        assertTrue(Files.exists(directory.resolve("state.mv.converted")));
    }

    /** As one leaves it who is killed, or release 0.1 that somebody started once more. */
    @Test
    void aTreeBesideRowsIsNotLookedAt() throws Exception {
        new DiskStore(directory, false).close();
        copyStoreOf01();
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(Set.of(), all(store));
        }
        assertTrue(Files.notExists(tree()));
        assertTrue(Files.exists(directory.resolve("state.mv.converted")));
    }

    @Test
    void aNewStoreHasTheFormatOfToday() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            store.write(Samples.ALL).toCompletableFuture().get();
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(Set.copyOf(Samples.ALL), all(store));
        }
        assertEquals(StoreCodec.FORMAT, ByteBuffer.wrap(Files.readAllBytes(file())).getInt(12));
    }

    @Test
    void aStoreOfALaterReleaseIsRefusedAndLeftAsItIs() throws Exception {
        copyStoreOf01();
        tamper(raw -> raw.setStoreVersion(StoreCodec.FORMAT + 1));
        byte[] before = Files.readAllBytes(tree());
        assertEquals(
                "cannot use "
                        + tree()
                        + ": the store has format 7 of a later release; this one reads formats 1"
                        + " (release 0.1) to 6 (docs/store.md)",
                refusal());
        assertArrayEquals(before, Files.readAllBytes(tree()));
    }

    @Test
    void aStoreWhosePoolCannotBeReadIsRefusedAndLeftAsItIs() throws Exception {
        byte[] office = "office".getBytes(StandardCharsets.UTF_8);
        copyStoreOf01();
        tamper(raw -> rows(raw, Store.Map.POOLS).put(office, new byte[] {9}));
        assertRefusedForOffice(tree());
        Files.delete(tree());
        try (RowsFile.Writer to = new RowsFile.Writer(directory, new UUID(1, 2), 1)) {
            to.add(Row.of(Store.Map.POOLS, office, new byte[] {9}), 0);
            to.finish();
        }
        assertRefusedForOffice(file());
    }

    private void assertRefusedForOffice(Path file) throws IOException {
        byte[] before = Files.readAllBytes(file);
        String message = refusal();
        assertTrue(
                message.startsWith(
                        "cannot use " + file + ": POOLS: the record of office cannot be read: "),
                message);
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void aBindingThatCannotBeReadIsReportedAndStays() throws Exception {
        copyStoreOf01();
        Record damaged = Samples.ALL.get(Samples.ALL.size() - 1);
        byte[] key = StoreCodec.key(damaged);
        tamper(raw -> rows(raw, Store.Map.BINDINGS).put(key, new byte[] {1, 2, 3}));
        Set<Record> others = new HashSet<>(Samples.of(1));
        others.remove(damaged);
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(DiskStore.class.getName());
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord line) {
                        if (line.getLevel() == Level.SEVERE) {
                            logged.add(line.getMessage());
                        }
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        logger.addHandler(handler);
        try (DiskStore store = new DiskStore(directory, false)) {
            assertFalse(store.mayLackBindings());
            assertEquals(others, all(store));
            assertTrue(store.mayLackBindings(), "switches may have it");
        } finally {
            logger.removeHandler(handler);
        }
        assertEquals(
                List.of(
                        directory
                                + ": BINDINGS: the record of instance 1, ICMP 2001:db8:1:2::1 port"
                                + " 0 cannot be read: version 1, not 2"),
                logged);
        assertArrayEquals(new byte[] {1, 2, 3}, values().get(name(Store.Map.BINDINGS, key)));
    }
}
