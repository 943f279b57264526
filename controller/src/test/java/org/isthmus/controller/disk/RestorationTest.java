// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isthmus.controller.Main;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.core.testing.Seeds;
import org.isthmus.mappinglog.Child;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of stores in use, and what becomes of them. */
class RestorationTest {
    @TempDir Path root;

    /** A data directory in use. */
    private static final class Running implements AutoCloseable {
        final DiskStore store;
        final DiskMappingLog log;
        final Backup backup;

        Running(Path data) throws IOException {
            Restoration.finish(data);
            store = new DiskStore(data, false);
            log =
                    new DiskMappingLog(
                            data.resolve("mappings"), !store.isNew(), false, Retention.ALL);
            backup = new Backup(store, log);
        }

        CompletableFuture<Void> write(String... pools) {
            List<Record> records = new ArrayList<>();
            for (String pool : pools) {
                records.add(
                        PoolRecord.of(new PoolSpec(pool, "n", List.of(), new int[3], new int[3])));
            }
            return store.write(records).toCompletableFuture();
        }

        Set<String> pools() {
            Set<String> pools = new TreeSet<>();
            store.read(PoolRecord.class, r -> pools.add(r.pool.name));
            return pools;
        }

        byte[] backup() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            backup.write(System.currentTimeMillis(), bytes);
            return bytes.toByteArray();
        }

        @Override
        public void close() {
            log.close();
            store.close();
        }
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(root.resolve(name), bytes);
    }

    private static Set<String> pools(Path data) throws IOException {
        try (Running running = new Running(data)) {
            return running.pools();
        }
    }

    private static String restore(Path archive, Path data, boolean force) throws IOException {
        return new Restoration(archive, data, force).run();
    }

    private static void assertRefused(Path archive, Path data, boolean force, String why)
            throws IOException {
        Set<String> before = Files.exists(data.resolve("state.rows")) ? pools(data) : null;
        IOException e = assertThrows(IOException.class, () -> restore(archive, data, force));
        assertTrue(e.getMessage().contains(why), e.getMessage());
        if (before != null) {
            assertEquals(before, pools(data));
        }
        try (Stream<Path> left = Files.list(data)) {
            assertFalse(left.anyMatch(p -> p.getFileName().toString().startsWith("restore")));
        }
    }

    @Test
    void whatWasWrittenBeforeIsBackInAnEmptyDirectoryAndInItsOwn() throws Exception {
        Path data = root.resolve("data");
        byte[] bytes;
        try (Running running = new Running(data)) {
            running.write("a", "b").get();
            bytes = running.backup();
            running.write("c").get();
        }
        Path archive = file("backup", bytes);
        Path empty = root.resolve("empty");
        String said = restore(archive, empty, false);
        assertTrue(said.matches("restored the backup of 20.*Z into .*empty"), said);
        assertEquals(Set.of("a", "b"), pools(empty));
        IOException e = assertThrows(IOException.class, () -> restore(archive, data, false));
        assertEquals(
                archive
                        + ": older than "
                        + data
                        + ", which has 1 commit more that would be lost; see --force. Each start"
                        + " of the controller makes some, if nothing else happened.",
                e.getMessage());
        assertRefused(archive, data, false, "which has 1 commit more");
        assertEquals(Set.of("a", "b", "c"), pools(data));
        said = restore(archive, data, true);
        assertTrue(said.endsWith("; what was there is in " + data.resolve("replaced-1")), said);
        assertEquals(Set.of("a", "b"), pools(data));
        Path before = root.resolve("before");
        Files.move(data.resolve("replaced-1"), before);
        assertEquals(Set.of("a", "b", "c"), pools(before));
    }

    /** A controller that was killed leaves a journal, which goes with its store. */
    @Test
    void whatAKilledControllerWroteIsKnownAndKept() throws Exception {
        Path data = root.resolve("data");
        Path killed;
        byte[] bytes;
        try (Running running = new Running(data)) {
            running.write("a").get();
            bytes = running.backup();
            running.write("b").get();
            killed = copyOf(data, "killed");
        }
        assertEquals(1, JournalSegment.in(killed).size());
        Path archive = file("backup", bytes);
        IOException e = assertThrows(IOException.class, () -> restore(archive, killed, false));
        assertTrue(e.getMessage().contains(" has 1 commit more that would be lost"), e + "");
        restore(archive, killed, true);
        assertEquals(Set.of("a"), pools(killed));
        Path before = root.resolve("before");
        Files.move(killed.resolve("replaced-1"), before);
        assertEquals(Set.of("a", "b"), pools(before));
    }

    /** Nobody would look at it any more, and a start would put it aside. */
    @Test
    void whatReleaseOneLeftIsKeptWithWhatWasThere() throws Exception {
        Path data = root.resolve("data");
        byte[] bytes;
        try (Running running = new Running(root.resolve("other"))) {
            running.write("a").get();
            bytes = running.backup();
        }
        Files.createDirectories(data);
        Files.write(data.resolve("state.mv"), new byte[] {1, 2, 3});
        restore(file("backup", bytes), data, true);
        assertTrue(Files.exists(data.resolve("replaced-1").resolve("state.mv")));
        assertFalse(Files.exists(data.resolve("state.mv")));
        assertEquals(Set.of("a"), pools(data));
    }

    @Test
    void aStrangersIsRefused() throws Exception {
        Path data = root.resolve("data");
        byte[] bytes;
        try (Running running = new Running(root.resolve("other"))) {
            bytes = running.backup();
        }
        try (Running running = new Running(data)) {
            running.write("a").get();
        }
        assertRefused(file("backup", bytes), data, true, "of another deployment");
    }

    @Test
    void aDirectoryInUseIsRefused() throws Exception {
        Path data = root.resolve("data");
        try (Running running = new Running(data)) {
            Path archive = file("backup", running.backup());
            IOException e = assertThrows(IOException.class, () -> restore(archive, data, true));
            assertTrue(e.getMessage().contains("is in use"), e.getMessage());
        }
    }

    @Test
    void damageIsRefusedWhereverItIs() throws Exception {
        Path data = root.resolve("data");
        byte[] good;
        try (Running running = new Running(root.resolve("source"))) {
            running.write("a", "b").get();
            good = running.backup();
        }
        Random random = new Random(Seeds.of(5));
        for (int i = 0; i < 60; i++) {
            byte[] bad =
                    i % 2 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
            if (i % 2 == 1) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path archive = file("bad", bad);
            try {
                restore(archive, data, false);
                // The table at the end of a ZIP, and names of times, are of no use here.
                assertEquals(Set.of("a", "b"), pools(data), "damage " + i);
                Restoration.finish(data);
                data = root.resolve("data-" + i);
            } catch (IOException e) {
                assertTrue(e.getMessage().startsWith(archive + ": "), e.getMessage());
                assertFalse(Files.exists(data.resolve("state.rows")), "damage " + i);
            }
        }
        assertRefused(file("text", "hello".getBytes(StandardCharsets.US_ASCII)), data, false, "no");
    }

    /** A limit of the size of files, below that of the queue, stands for a disk that is full. */
    @Test
    void aDiskWithoutRoomIsNoDamageOfTheBackup() throws Exception {
        Path data = root.resolve("data");
        Path archive;
        try (Running running = new Running(root.resolve("source"))) {
            running.write("a").get();
            archive = file("backup", running.backup());
        }
        String said =
                withRoomFor(
                        1000, Main.class, "restore", "--data", data.toString(), archive.toString());
        assertTrue(
                said.startsWith(
                        "isthmus-controller: " + archive + ": cannot be restored into " + data),
                said);
        restore(archive, data, false);
        assertEquals(Set.of("a"), pools(data));
    }

    @Test
    void aNewerFormatAndFilesOfOthersAreRefused() throws Exception {
        Path data = root.resolve("data");
        String[][] wrong = {
            {"isthmus-backup", "format=2\n", "has format 2, and this release reads 1"},
            {"../evil", "", "it has a file ../evil"},
            {"state.mv", "", "it has a file state.mv"},
            {"state.rows", "", "no backup, or cut short"},
        };
        for (String[] w : wrong) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
                zip.putNextEntry(new ZipEntry(w[0]));
                zip.write(w[1].getBytes(StandardCharsets.US_ASCII));
            }
            assertRefused(file("backup", bytes.toByteArray()), data, true, w[2]);
        }
        assertFalse(Files.exists(root.resolve("evil")));
    }

    @Test
    void aBackupUnderLoadIsTheStoreAtSomeMoment() throws Exception {
        Path data = root.resolve("data");
        List<byte[]> archives = new ArrayList<>();
        List<Integer> before = new ArrayList<>();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        try (Running running = new Running(data)) {
            Thread load =
                    new Thread(
                            () -> {
                                for (int i = 0; !stop.get(); i++) {
                                    // Always both of a batch, or none.
                                    running.write("p" + i, "q" + i).join();
                                    written.set(i + 1);
                                }
                            });
            load.start();
            try {
                for (int i = 0; i < 8; i++) {
                    before.add(written.get());
                    archives.add(running.backup());
                }
            } finally {
                stop.set(true);
                load.join();
            }
        }
        for (int i = 0; i < archives.size(); i++) {
            Path copy = root.resolve("copy-" + i);
            restore(file("backup", archives.get(i)), copy, false);
            Set<String> pools = pools(copy);
            int batches = pools.size() / 2;
            assertTrue(batches >= before.get(i), batches + " of " + before.get(i));
            Set<String> expected = new TreeSet<>();
            for (int b = 0; b < batches; b++) {
                expected.add("p" + b);
                expected.add("q" + b);
            }
            assertEquals(expected, pools);
        }
    }

    /** Restores two backups in turn until it is killed. */
    static final class Restorer {
        private Restorer() {}

        public static void main(String[] args) throws IOException {
            Path root = Path.of(args[0]);
            for (int i = 0; ; i++) {
                System.out.println(i);
                restore(root.resolve(i % 2 == 0 ? "two" : "one"), root.resolve("data"), true);
            }
        }
    }

    @Test
    void whoIsKilledLeavesTheOldOrTheNew() throws Exception {
        Path data = root.resolve("data");
        try (Running running = new Running(data)) {
            running.write("a").get();
            file("one", running.backup());
            running.write("b", "c").get();
            file("two", running.backup());
        }
        for (int i = 0; i < 6; i++) {
            Child.runAndKill(Restorer.class, root, 1 + i);
            Set<String> pools = pools(data);
            assertTrue(Set.of(Set.of("a"), Set.of("a", "b", "c")).contains(pools), pools + "");
        }
    }

    /** At each point at which it may be killed once the backup counts. */
    @Test
    void whatWasLeftHalfWayIsPutInPlace() throws Exception {
        Path data = root.resolve("data");
        byte[] old;
        try (Running running = new Running(data)) {
            running.write("a").get();
            old = running.backup();
            running.write("b").get();
        }
        Path other = root.resolve("other");
        restore(file("backup", old), other, false);
        String[] names = {"mappings", "state.commits", "state.rows"};
        for (int moved = 0; moved <= 2 * names.length; moved++) {
            Path half = copyOf(data, "half-" + moved);
            Path from = copyOf(other, "from-" + moved);
            Files.move(from, half.resolve("restore"));
            Files.createDirectory(half.resolve("restore/old"));
            for (int step = 0; step < moved; step++) {
                String name = names[step / 2];
                if (step % 2 == 0) {
                    Files.move(half.resolve(name), half.resolve("restore/old").resolve(name));
                } else {
                    Files.move(half.resolve("restore").resolve(name), half.resolve(name));
                }
            }
            assertEquals(Set.of("a"), pools(half), "after " + moved);
            assertFalse(Files.exists(half.resolve("restore")));
        }
    }

    private Path copyOf(Path from, String name) throws IOException {
        Path to = root.resolve(name);
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                Files.copy(each, to.resolve(from.relativize(each).toString()));
            }
        }
        return to;
    }

    public static final class Opener {
        public static void main(String[] args) {
            try {
                new DiskStore(Path.of(args[0]), false).close();
            } catch (IOException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    @Test
    void aStoreThatADiskHasNoRoomForIsNamed() throws Exception {
        assertEquals(
                "cannot write " + root.resolve("state.rows") + ": File too large",
                withRoomFor(0, Opener.class, root.toString()));
    }

    /** What a main class says in a process that may write files of so many blocks. */
    private static String withRoomFor(int blocks, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add("sh");
        command.add("-c");
        command.add("ulimit -f " + blocks + "; exec \"$0\" \"$@\"");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:-UsePerfData");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
