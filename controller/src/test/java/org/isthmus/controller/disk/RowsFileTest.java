// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.isthmus.core.spi.Store;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsFileTest {
    private static final UUID STORE = new UUID(1, 2);

    @TempDir Path directory;

    private static byte[] row(Store.Map map, int key, int length) {
        byte[] value = new byte[length];
        new Random(key).nextBytes(value);
        return Row.of(map, ByteBuffer.allocate(4).putInt(key).array(), value);
    }

    private static int key(byte[] in, int at) {
        return ByteBuffer.wrap(Row.key(in, at)).getInt();
    }

    /** Frames of small rows, one of a row larger than a frame, and frames of another map. */
    private RowsFile written() throws IOException {
        try (RowsFile.Writer to = new RowsFile.Writer(directory, STORE, 7)) {
            for (int key = 0; key < 3000; key++) {
                to.add(row(Store.Map.BINDINGS, key, 60), 0);
            }
            to.add(row(Store.Map.POOLS, 1, 600_000), 0);
            for (int key = 3000; key < 6000; key++) {
                to.add(row(Store.Map.BINDINGS, key, 60), 0);
            }
            return to.finish();
        }
    }

    private static Map<Integer, Integer> lengths(RowsFile rows, Store.Map of) throws IOException {
        Map<Integer, Integer> lengths = new TreeMap<>();
        rows.forEach(of, (in, at) -> lengths.put(key(in, at), Row.value(in, at).length));
        return lengths;
    }

    private static String refusal(RowsFile rows) {
        return assertThrows(
                        DamagedStoreException.class, () -> RowsFile.open(rows.file, (in, at) -> {}))
                .getMessage();
    }

    /** Where frames begin, and the end. */
    private static List<Integer> frames(byte[] bytes) {
        List<Integer> frames = new ArrayList<>(List.of(52));
        for (int at = 52; at < bytes.length; ) {
            at += 8 + ByteBuffer.wrap(bytes).getInt(at);
            frames.add(at);
        }
        return frames;
    }

    /** Before and behind one that is larger. */
    @Test
    void framesAreOf64Kilobytes() throws IOException {
        List<Integer> frames = frames(Files.readAllBytes(written().file));
        int larger = 0;
        for (int i = 1; i < frames.size(); i++) {
            larger += frames.get(i) - frames.get(i - 1) > 1 << 16 ? 1 : 0;
        }
        assertEquals(1, larger, frames.toString());
    }

    @Test
    void whatWasAddedIsThereByMap() throws IOException {
        RowsFile written = written();
        int[] count = {0};
        RowsFile opened =
                RowsFile.open(
                        written.file,
                        (in, at) -> {
                            int length = Row.value(in, at).length;
                            byte[] expected = row(Row.map(in, at), key(in, at), length);
                            assertTrue(Row.isSame(expected, 0, in, at));
                            assertEquals(
                                    ByteBuffer.wrap(expected),
                                    ByteBuffer.wrap(in, at, Row.length(in, at)));
                            count[0]++;
                        });
        assertEquals(6001, count[0]);
        assertEquals(STORE, opened.store);
        assertEquals(7, opened.commits);
        assertEquals(written.size, Files.size(written.file));
        assertEquals(Map.of(1, 600_000), lengths(opened, Store.Map.POOLS));
        assertEquals(6000, lengths(opened, Store.Map.BINDINGS).size());
        assertEquals(Map.of(), lengths(opened, Store.Map.LEASES));
        assertTrue(Files.notExists(directory.resolve(RowsFile.UNFINISHED)));
    }

    /** Its other frames are whole, and say so. */
    @Test
    void aDamagedFrameCostsItsRowsAlone() throws IOException {
        RowsFile written = written();
        byte[] bytes = Files.readAllBytes(written.file);
        bytes[100] ^= 1;
        Files.write(written.file, bytes);
        assertEquals("damaged at byte 52", refusal(written));
        Map<Integer, Integer> found = new TreeMap<>();
        try (Frames frames = RowsFile.frames(written.file)) {
            assertFalse(
                    frames.recover(
                            (in, at) -> found.merge(Row.value(in, at).length, 1, Integer::sum)));
        }
        int perFrame = ((1 << 16) - 16) / row(Store.Map.BINDINGS, 0, 60).length;
        assertEquals(Map.of(60, 6000 - perFrame, 600_000, 1), found);
    }

    /** Cut where a frame ends, every byte that is left is as it was written. */
    @Test
    void aFileWithoutItsLastFrameIsRefused() throws IOException {
        RowsFile written = written();
        byte[] bytes = Files.readAllBytes(written.file);
        List<Integer> frames = frames(bytes);
        int last = frames.get(frames.size() - 2);
        Files.write(written.file, java.util.Arrays.copyOf(bytes, last));
        String refusal = refusal(written);
        assertTrue(refusal.endsWith(" records are not the 6001 that were written"), refusal);
    }

    /** As a disk leaves it that brought a block of an earlier file back. */
    @Test
    void aFrameOfAnotherTimeIsRefused() throws IOException {
        RowsFile written = written();
        byte[] bytes = Files.readAllBytes(written.file);
        ByteBuffer first = ByteBuffer.wrap(bytes).position(52).slice();
        first.putLong(8, 6);
        Frames.seal(first.position(8 + first.getInt(0)));
        Files.write(written.file, bytes);
        assertEquals("damaged at byte 52", refusal(written));
    }

    @Test
    void theLastRowOfEachKeyCounts() throws IOException {
        Random random = new Random(Seeds.of(13));
        RowTable table = new RowTable();
        Map<Integer, Integer> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int key = random.nextInt(7000);
            int length = random.nextInt(40);
            table.put(row(Store.Map.BINDINGS, key, length), 0);
            expected.put(key, length);
        }
        table.put(row(Store.Map.POOLS, 7001, 1), 0);
        Map<Integer, Integer> found = new HashMap<>();
        table.forEach(
                Store.Map.BINDINGS,
                (in, at) -> assertEquals(null, found.put(key(in, at), Row.value(in, at).length)));
        assertEquals(expected, found);
        for (int key = 0; key < 7002; key++) {
            assertEquals(expected.containsKey(key), table.has(row(Store.Map.BINDINGS, key, 0), 0));
        }
    }
}
