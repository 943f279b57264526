// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.Child;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskStoreTest {
    @TempDir Path directory;

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    private static long number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }

    private static Map<Long, Long> all(Store store, Store.Map map) {
        Map<Long, Long> all = new TreeMap<>();
        store.read(map, (key, value) -> all.put(number(key), number(value)));
        return all;
    }

    @Test
    void whatWasWrittenIsThereAfterwards() throws Exception {
        long seed = Seeds.of(7);
        Random random = new Random(seed);
        Map<Long, Long> expected = new TreeMap<>();
        try (DiskStore store = new DiskStore(directory)) {
            CompletableFuture<Void> last = null;
            for (int i = 0; i < 500; i++) {
                List<Record> batch = new ArrayList<>();
                for (int n = random.nextInt(20); n >= 0; n--) {
                    long key = random.nextInt(1000);
                    boolean remove = random.nextInt(3) == 0;
                    long value = random.nextLong();
                    batch.add(
                            new Record(
                                    Store.Map.BINDINGS, bytes(key), remove ? null : bytes(value)));
                    if (remove) {
                        expected.remove(key);
                    } else {
                        expected.put(key, value);
                    }
                }
                last = store.write(batch).toCompletableFuture();
            }
            last.get();
            assertEquals(expected, all(store, Store.Map.BINDINGS), "seed " + seed);
            assertTrue(all(store, Store.Map.LEASES).isEmpty());
        }
        try (DiskStore store = new DiskStore(directory)) {
            assertEquals(expected, all(store, Store.Map.BINDINGS), "seed " + seed);
        }
    }

    @Test
    void oneControllerAtATime() throws Exception {
        try (DiskStore store = new DiskStore(directory)) {
            IOException e = assertThrows(IOException.class, () -> new DiskStore(directory));
            assertTrue(e.getMessage().contains("another controller"), e.getMessage());
        }
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        IOException e = assertThrows(IOException.class, () -> new DiskStore(file));
        assertTrue(e.getMessage().startsWith("cannot use " + file), e.getMessage());
    }

    /** After a full disk, for example. */
    @Test
    void goesOnAfterAnErrorOfTheDiskWithoutWhatItRefused() throws Exception {
        try (DiskStore store = new DiskStore(directory)) {
            store.write(List.of(new Record(Store.Map.BINDINGS, bytes(1), bytes(10))))
                    .toCompletableFuture()
                    .get();
            store.fail();
            assertThrows(
                    ExecutionException.class,
                    () ->
                            store.write(
                                            List.of(
                                                    new Record(
                                                            Store.Map.BINDINGS,
                                                            bytes(2),
                                                            bytes(20))))
                                    .toCompletableFuture()
                                    .get());
            store.write(List.of(new Record(Store.Map.BINDINGS, bytes(3), bytes(30))))
                    .toCompletableFuture()
                    .get();
        }
        try (DiskStore store = new DiskStore(directory)) {
            assertEquals(Map.of(1L, 10L, 3L, 30L), all(store, Store.Map.BINDINGS));
        }
    }

    @Test
    void aClosedStoreRefuses() throws Exception {
        DiskStore store = new DiskStore(directory);
        store.close();
        assertThrows(
                ExecutionException.class, () -> store.write(List.of()).toCompletableFuture().get());
    }

    /** Writes pairs of equal records in two maps for ever, and says which are acknowledged. */
    public static final class Writer {
        public static void main(String[] args) throws Exception {
            DiskStore store = new DiskStore(Path.of(args[0]));
            for (long i = 0; ; i++) {
                long n = i;
                CompletableFuture<Void> done =
                        store.write(
                                        List.of(
                                                new Record(Store.Map.LEASES, bytes(n), bytes(n)),
                                                new Record(Store.Map.BINDINGS, bytes(n), bytes(n))))
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
        long acknowledged = Long.parseLong(Child.runAndKill(Writer.class, directory, 5000));
        try (DiskStore store = new DiskStore(directory)) {
            Map<Long, Long> leases = all(store, Store.Map.LEASES);
            assertEquals(leases, all(store, Store.Map.BINDINGS));
            for (long i = 0; i <= acknowledged; i++) {
                assertEquals(i, leases.get(i));
            }
        }
    }

    @Test
    void aTornTailIsPassedOver() throws Exception {
        long written = 0;
        try (DiskStore store = new DiskStore(directory)) {
            for (; written < 50; written++) {
                store.write(
                                List.of(
                                        new Record(
                                                Store.Map.LEASES, bytes(written), bytes(written)),
                                        new Record(
                                                Store.Map.POOLS, bytes(written), bytes(written))))
                        .toCompletableFuture()
                        .get();
                if (written == 40) {
                    // As a crash would leave it: not closed, and its last bytes missing.
                    byte[] file = Files.readAllBytes(directory.resolve("state.mv"));
                    Path torn = directory.resolve("torn");
                    Files.createDirectories(torn);
                    Files.write(
                            torn.resolve("state.mv"),
                            java.util.Arrays.copyOf(file, file.length - 100));
                }
            }
        }
        try (DiskStore store = new DiskStore(directory.resolve("torn"))) {
            Map<Long, Long> leases = all(store, Store.Map.LEASES);
            assertEquals(leases, all(store, Store.Map.POOLS));
            assertTrue(leases.size() >= 35 && leases.size() <= 41, "" + leases.size());
            for (long i = 0; i < leases.size(); i++) {
                assertEquals(i, leases.get(i));
            }
        }
    }
}
