// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.Witness;
import org.isthmus.proto.store.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that lost something is never taken for a whole one. */
class StoreDamageTest {
    private static final int FLIPS = 100;

    @TempDir Path root;

    private Path directory;
    private Path file;
    private Path witness;
    private int starts;

    /** A small store, one commit a record, as a kill leaves it; and the same closed. */
    @BeforeEach
    void begin() throws Exception {
        use(root.resolve("data"));
        try (DiskStore store = new DiskStore(directory, false)) {
            for (Record record : Samples.ALL) {
                store.write(List.of(record)).toCompletableFuture().get();
            }
            copy(directory, root.resolve("killed"));
        }
        copy(directory, root.resolve("closed"));
    }

    private void use(Path data) {
        directory = data;
        file = directory.resolve("state.mv");
        witness = directory.resolve("state.commits");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (String name : List.of("state.mv", "state.commits")) {
            Files.write(to.resolve(name), Files.readAllBytes(from.resolve(name)));
        }
    }

    private void restore(String which) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path each : (Iterable<Path>) files::iterator) {
                Files.delete(each);
            }
        }
        copy(root.resolve(which), directory);
    }

    private static Set<Record> all(DiskStore store) {
        Set<Record> all = new HashSet<>();
        store.read(LeaseRecord.class, all::add);
        store.read(PoolRecord.class, all::add);
        store.read(EamRecord.class, all::add);
        store.read(ElectionRecord.class, all::add);
        store.read(StaticBindingRecord.class, all::add);
        store.read(SubscriberRecord.class, all::add);
        store.read(BindingRecord.class, all::add);
        store.read(DeletionRecord.class, all::add);
        store.read(AdoptionRecord.class, all::add);
        store.read(DeterministicRecord.class, all::add);
        return all;
    }

    private void assertWhole() throws IOException {
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(Set.copyOf(Samples.ALL), all(store));
            assertNull(store.warning());
        }
    }

    private String assertRefused() throws IOException {
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : null;
        IOException e = assertThrows(IOException.class, () -> new DiskStore(directory, false));
        assertTrue(e.getMessage().startsWith("cannot use " + file), e.getMessage());
        assertTrue(e.getMessage().contains("--recover"), e.getMessage());
        if (before == null) {
            assertFalse(Files.exists(file));
        } else {
            assertTrue(Arrays.equals(before, Files.readAllBytes(file)), "it was changed");
        }
        return e.getMessage();
    }

    /**
     * Opens what was refused, and once more as usual. In another directory: what MVStore failed to
     * open stays locked for this process.
     */
    private Set<Record> recover() throws IOException {
        Path before = directory;
        use(root.resolve("start-" + starts++));
        Files.createDirectories(directory);
        for (String name : List.of("state.mv", "state.commits")) {
            if (Files.exists(before.resolve(name))) {
                Files.copy(before.resolve(name), directory.resolve(name));
            }
        }
        Set<Record> found;
        try (DiskStore store = new DiskStore(directory, true)) {
            assertNotNull(store.warning());
            assertTrue(store.mayLackBindings());
            found = all(store);
        }
        try (DiskStore store = new DiskStore(directory, false)) {
            assertNull(store.warning());
            assertEquals(found, all(store));
        }
        return found;
    }

    @Test
    void whatIsWholeIsOpened() throws IOException {
        for (String which : List.of("killed", "closed")) {
            restore(which);
            assertWhole();
        }
        // Also by whoever says --recover.
        try (DiskStore store = new DiskStore(directory, true)) {
            assertEquals(Set.copyOf(Samples.ALL), all(store));
            assertNull(store.warning());
        }
    }

    @Test
    void anyByteMayBeDamaged() throws IOException {
        long seed = Seeds.of(11);
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < FLIPS; i++) {
            restore(random.nextBoolean() ? "killed" : "closed");
            byte[] bytes = Files.readAllBytes(file);
            int at = random.nextInt(bytes.length);
            int length = Math.min(1 << random.nextInt(13), bytes.length - at);
            for (int k = 0; k < length; k++) {
                bytes[at + k] = random.nextInt(8) == 0 ? 0 : (byte) random.nextInt();
            }
            Files.write(file, bytes);
            String which = "seed " + seed + ", damage " + i;
            try (DiskStore store = new DiskStore(directory, false)) {
                assertEquals(Set.copyOf(Samples.ALL), all(store), which);
            } catch (IOException e) {
                refused++;
                // Of the rows it finds some may say something else: one sum stands for all.
                assertTrue(recover().size() <= Samples.ALL.size(), which);
            }
        }
        assertTrue(refused > FLIPS / 10, "refused " + refused);
    }

    @Test
    void anyEndMayBeCutOff() throws IOException {
        byte[] whole = Files.readAllBytes(root.resolve("killed").resolve("state.mv"));
        for (int length = 1; length < whole.length; length += 997) {
            restore("killed");
            Files.write(file, Arrays.copyOf(whole, length));
            try (DiskStore store = new DiskStore(directory, false)) {
                assertEquals(Set.copyOf(Samples.ALL), all(store), "cut at " + length);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("--recover"), e.getMessage());
            }
        }
    }

    @Test
    void anEmptyOrMissingFileIsRefused() throws IOException {
        Files.write(file, new byte[0]);
        String message = assertRefused();
        assertTrue(message.contains("it is empty, and had "), message);
        assertEquals(Set.of(), recover());
        restore("closed");
        Files.delete(file);
        message = assertRefused();
        assertTrue(message.contains("it is missing, and had "), message);
        assertEquals(Set.of(), recover());
        assertEquals(List.of(), kept());
    }

    @Test
    void anOldCopyIsRefusedAndCanBeTaken() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            store.write(List.of(PoolRecord.removal("office"))).toCompletableFuture().get();
        }
        Files.write(file, Files.readAllBytes(root.resolve("closed").resolve("state.mv")));
        String message = assertRefused();
        assertTrue(message.contains("it ends with commit "), message);
        assertEquals(Set.copyOf(Samples.ALL), recover());
        assertEquals(List.of(directory.resolve("state.mv.damaged-1")), kept());
    }

    /** As a backup has it. */
    @Test
    void aStoreWithoutItsWitnessIsOpened() throws IOException {
        Files.delete(witness);
        assertWhole();
    }

    @Test
    void aDamagedWitnessIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(witness);
        bytes[20] ^= 1;
        Files.write(witness, bytes);
        assertTrue(assertRefused().contains("state.commits is damaged"));
        assertEquals(Set.copyOf(Samples.ALL), recover());
    }

    @Test
    void aLossOfPowerMayCostTheLastCommits() throws IOException {
        restore("killed");
        // Of another boot, and ahead of the store.
        Witness.begin(witness, 1_000_000);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(witness));
        bytes.putLong(16, ~bytes.getLong(16));
        CRC32C sum = new CRC32C();
        sum.update(bytes.array(), 4, 36);
        bytes.putInt(0, (int) sum.getValue());
        Files.write(witness, bytes.array());
        assertWhole();
    }

    @Test
    void nobodyElseCanReadIt() throws IOException {
        assertEquals("rwx------", permissions(directory));
        assertEquals("rw-------", permissions(file));
        assertEquals("rw-------", permissions(witness));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertWhole();
        assertEquals("rwx------", permissions(directory));
        assertEquals("rw-------", permissions(file));
    }

    private static String permissions(Path of) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(of));
    }

    /** Damaged files that were put aside. */
    private List<Path> kept() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(f -> f.toString().contains("damaged"))
                    .collect(java.util.stream.Collectors.toList());
        }
    }
}
