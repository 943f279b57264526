// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.isthmus.controller.disk.Contents.all;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.Store.Record;
import org.isthmus.proto.store.Samples;
import org.isthmus.proto.store.StoreCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What earlier releases left, and later ones. */
class ConversionTest {
    @TempDir Path directory;

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
        try (InputStream in = ConversionTest.class.getResourceAsStream("state-format-1.mv")) {
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
                        + ": the store has format 11 of a later release; this one reads formats 1"
                        + " (release 0.1) to 10 (docs/store.md)",
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
