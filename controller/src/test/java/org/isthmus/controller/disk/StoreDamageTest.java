// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.isthmus.controller.disk.Contents.all;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.Witness;
import org.isthmus.proto.store.Samples;
import org.isthmus.proto.store.StoreCodec;
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
        file = directory.resolve("state.rows");
        witness = directory.resolve("state.commits");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path each : files(from)) {
            Files.write(to.resolve(each.getFileName()), Files.readAllBytes(each));
        }
    }

    private static List<Path> files(Path of) throws IOException {
        try (var files = Files.list(of)) {
            // The lock has no bytes, and nothing depends on it.
            return files.filter(f -> !f.endsWith("state.lock"))
                    .sorted()
                    .collect(java.util.stream.Collectors.toList());
        }
    }

    /** The one segment of the journal that a kill leaves here. */
    private Path journal() throws IOException {
        return JournalSegment.in(directory).get(0).file;
    }

    private void restore(String which) throws IOException {
        for (Path each : files(directory)) {
            Files.delete(each);
        }
        copy(root.resolve(which), directory);
    }

    private void assertWhole() throws IOException {
        try (DiskStore store = new DiskStore(directory, false)) {
            assertEquals(Set.copyOf(Samples.ALL), all(store));
            assertNull(store.warning());
        }
    }

    private String assertRefused() throws IOException {
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : null;
        List<Path> files = files(directory);
        IOException e = assertThrows(IOException.class, () -> new DiskStore(directory, false));
        assertTrue(e.getMessage().startsWith("cannot use " + file), e.getMessage());
        assertTrue(e.getMessage().contains("--recover"), e.getMessage());
        if (before == null) {
            assertFalse(Files.exists(file));
        } else {
            assertTrue(Arrays.equals(before, Files.readAllBytes(file)), "it was changed");
            assertEquals(files, files(directory));
        }
        return e.getMessage();
    }

    /** Opens what was refused, in a copy, and once more as usual. */
    private Set<Record> recover() throws IOException {
        Path before = directory;
        use(root.resolve("start-" + starts++));
        Files.createDirectories(directory);
        copy(before, directory);
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
            List<Path> files = files(directory);
            Path damaged = files.get(random.nextInt(files.size()));
            byte[] bytes = Files.readAllBytes(damaged);
            int at = random.nextInt(bytes.length);
            int length = Math.min(1 << random.nextInt(13), bytes.length - at);
            for (int k = 0; k < length; k++) {
                bytes[at + k] = random.nextInt(8) == 0 ? 0 : (byte) random.nextInt();
            }
            Files.write(damaged, bytes);
            String which = "seed " + seed + ", damage " + i + " of " + damaged.getFileName();
            try (DiskStore store = new DiskStore(directory, false)) {
                assertEquals(Set.copyOf(Samples.ALL), all(store), which);
            } catch (IOException e) {
                refused++;
                assertTrue(Set.copyOf(Samples.ALL).containsAll(recover()), which);
            }
        }
        assertTrue(refused > FLIPS / 10, "refused " + refused);
    }

    @Test
    void anyEndMayBeCutOff() throws IOException {
        byte[] whole = Files.readAllBytes(root.resolve("closed").resolve("state.rows"));
        for (int length = 1; length < whole.length; length += 97) {
            restore("closed");
            Files.write(file, Arrays.copyOf(whole, length));
            try (DiskStore store = new DiskStore(directory, false)) {
                assertEquals(Set.copyOf(Samples.ALL), all(store), "cut at " + length);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("--recover"), e.getMessage());
            }
        }
    }

    /** A power failure leaves it so, whose witness says nothing certain; here there is none. */
    @Test
    void aJournalIsReadUpToItsLastWholeCommit() throws IOException {
        restore("killed");
        byte[] whole = Files.readAllBytes(journal());
        int most = 0;
        for (int length = 0; length < whole.length; length += 7) {
            restore("killed");
            Files.delete(witness);
            byte[] cut = Arrays.copyOf(whole, length % 2 == 0 ? length : whole.length);
            Arrays.fill(cut, length, cut.length, (byte) 0);
            Files.write(journal(), cut);
            try (DiskStore store = new DiskStore(directory, false)) {
                Set<Record> found = all(store);
                assertEquals(Set.copyOf(Samples.ALL.subList(0, found.size())), found);
                assertTrue(found.size() >= most, length + " bytes have " + found.size());
                most = found.size();
            }
            assertEquals(List.of(), JournalSegment.in(directory));
        }
        assertTrue(most >= Samples.ALL.size() - 1, "" + most);
        restore("killed");
        Files.write(journal(), Arrays.copyOf(whole, whole.length - 1));
        assertTrue(assertRefused().contains("it ends with commit "), "acknowledged, and gone");
    }

    @Test
    void aJournalThatIsDamagedInTheMiddleIsRefused() throws IOException {
        restore("killed");
        byte[] bytes = Files.readAllBytes(journal());
        int second = JournalSegment.HEADER.length + 8 + ByteBuffer.wrap(bytes).getInt(36);
        for (int at : new int[] {second, second + 4, second + 8, second + 20}) {
            restore("killed");
            Files.deleteIfExists(witness);
            byte[] bad = bytes.clone();
            bad[at] ^= 1;
            Files.write(journal(), bad);
            String name = journal().getFileName().toString();
            String message = assertRefused();
            assertTrue(message.contains(name + ": damaged at byte " + second), message);
            Set<Record> expected = new HashSet<>(Samples.ALL);
            expected.remove(Samples.ALL.get(1));
            assertEquals(expected, recover());
            assertEquals(
                    List.of("state.rows.damaged-1", name + ".damaged-1"),
                    List.of(kept().get(1).getFileName() + "", kept().get(0).getFileName() + ""));
        }
    }

    @Test
    void aJournalThatIsMissingOrAnothersIsRefused() throws Exception {
        restore("killed");
        Path journal = journal();
        byte[] bytes = Files.readAllBytes(journal);
        Files.delete(journal);
        assertTrue(assertRefused().contains("it ends with commit 1 of "));
        // One of later commits, those between being gone.
        restore("closed");
        Path later = directory.resolve("state.journal-1000");
        int length = 8 + ByteBuffer.wrap(bytes).getInt(36);
        ByteBuffer frame = ByteBuffer.wrap(Arrays.copyOf(bytes, 36 + length)).position(36).slice();
        frame.putLong(8, 1000);
        Frames.seal(frame.position(length));
        Files.write(later, frame.array());
        String message = assertRefused();
        assertTrue(
                message.contains("commits " + (Samples.ALL.size() + 2) + " to 999 are"), message);
        assertEquals(Set.copyOf(Samples.ALL), recover());
        restore("closed");
        try (DiskStore other = new DiskStore(root.resolve("other"), false)) {
            other.write(List.of(Samples.ALL.get(0))).toCompletableFuture().get();
            Path others = JournalSegment.in(root.resolve("other")).get(0).file;
            Files.copy(others, directory.resolve("state.journal-2"));
        }
        assertTrue(assertRefused().contains("state.journal-2: of another store ("));
        assertEquals(Set.copyOf(Samples.ALL), recover());
    }

    @Test
    void aJournalOfALaterReleaseIsRefused() throws IOException {
        restore("killed");
        byte[] bytes = Files.readAllBytes(journal());
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.putInt(12, StoreCodec.FORMAT + 1);
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, 32);
        header.putInt(32, (int) sum.getValue());
        Files.write(journal(), bytes);
        for (boolean recover : new boolean[] {false, true}) {
            IOException e =
                    assertThrows(IOException.class, () -> new DiskStore(directory, recover));
            assertTrue(e.getMessage().contains("the store has format 11 of a later"), e + "");
        }
        assertTrue(Arrays.equals(bytes, Files.readAllBytes(journal())));
    }

    /** The disk was full, or its owner killed the controller, while rows were merged. */
    @Test
    void aMergeThatWasCutShortIsDoneAgain() throws Exception {
        restore("killed");
        Path journal = journal();
        byte[] bytes = Files.readAllBytes(journal);
        new DiskStore(directory, false).close();
        // Merged, and not deleted yet.
        Files.write(journal, bytes);
        assertWhole();
        assertEquals(List.of(), JournalSegment.in(directory));
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
        restore("killed");
        Files.delete(file);
        assertRefused();
        assertEquals(Set.copyOf(Samples.ALL), recover());
    }

    @Test
    void anOldCopyIsRefusedAndCanBeTaken() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            store.write(List.of(PoolRecord.removal("office"))).toCompletableFuture().get();
        }
        Files.write(file, Files.readAllBytes(root.resolve("closed").resolve("state.rows")));
        String message = assertRefused();
        assertTrue(message.contains("it ends with commit "), message);
        assertEquals(Set.copyOf(Samples.ALL), recover());
        assertEquals(List.of(directory.resolve("state.rows.damaged-1")), kept());
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

    /** As after a restore by root, whose files are root's; a test that is root's can open those. */
    @Test
    void aWitnessThatCannotBeOpenedIsNoDamage() throws IOException {
        Files.delete(witness);
        Files.createSymbolicLink(witness, witness);
        for (boolean recover : new boolean[] {false, true}) {
            FileSystemException e =
                    assertThrows(
                            FileSystemException.class, () -> new DiskStore(directory, recover));
            assertEquals(witness.toString(), e.getFile());
        }
        assertEquals(List.of(), kept());
    }

    /** By its number, a copy from before is older than what the store says that there was. */
    @Test
    void whatIsRecoveredIsNewerThanAllThatItWasMadeOf() throws Exception {
        try (DiskStore store = new DiskStore(directory, false)) {
            for (Record each : Samples.ALL) {
                store.write(List.of(each)).toCompletableFuture().get();
            }
            copy(directory, root.resolve("many"));
        }
        restore("many");
        RowsFile rows = RowsFile.look(file);
        long last = JournalReader.check(JournalSegment.in(directory), rows.store, rows.commits);
        byte[] bytes = Files.readAllBytes(witness);
        bytes[20] ^= 1;
        Files.write(witness, bytes);
        assertEquals(Set.copyOf(Samples.ALL), recover());
        long recovered = RowsFile.look(file).commits;
        assertTrue(recovered > last, recovered + " behind " + last);
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
    void nobodyElseCanReadIt() throws Exception {
        assertEquals("rwx------", permissions(directory));
        assertEquals("rw-------", permissions(file));
        assertEquals("rw-------", permissions(witness));
        try (DiskStore store = new DiskStore(directory, false)) {
            store.write(List.of(Samples.ALL.get(0))).toCompletableFuture().get();
            assertEquals("rw-------", permissions(journal()));
        }
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
        List<Path> kept = files(directory);
        kept.removeIf(f -> !f.toString().contains("damaged"));
        return kept;
    }
}
