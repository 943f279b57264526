// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.core.testing.Seeds;
import org.isthmus.logging.WrongFileException;
import org.isthmus.target.api.MeterConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

class ImageTest {
    private static final ForwardingPipelineConfig CONFIG =
            ForwardingPipelineConfig.newBuilder()
                    .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(99))
                    .build();

    @TempDir Path folder;

    private Path file() {
        return folder.resolve("image.mv");
    }

    private static SavedRow row(int key, int value) {
        return new SavedRow(
                BigInteger.valueOf(key),
                key % 2 == 0 ? null : BigInteger.ZERO,
                key % 2,
                BigInteger.valueOf(value),
                key % 3 - 1,
                key % 5 == 0,
                key * 7L,
                new byte[key % 4]);
    }

    private static String text(SavedRow r) {
        return r.key
                + " "
                + r.mask
                + " "
                + r.priority
                + " "
                + r.value
                + " "
                + r.slot
                + " "
                + r.isUnwanted
                + " "
                + r.cookie
                + " "
                + Arrays.toString(r.metadata);
    }

    private static Set<String> rows(Image image, String table) throws IOException {
        return image.rows(table).stream()
                .map(ImageTest::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void allOfItIsThereAgain() throws Exception {
        try (Image image = new Image(file())) {
            assertNull(image.config());
            image.saveConfig(CONFIG);
            for (int i = 0; i < 30; i++) {
                image.save("bib6", row(i, i));
            }
            image.save("bib6", row(7, 70));
            image.forget("bib6", BigInteger.valueOf(8), null, 0);
            image.save("route", row(1, 1));
            image.saveBank("route", 1);
            image.saveMeter(5, 2, new MeterConfig(1, 2, 3, 4));
        }
        try (Image image = new Image(file())) {
            assertEquals(CONFIG, image.config());
            Set<String> expected = new TreeSet<>();
            for (int i = 0; i < 30; i++) {
                if (i != 8) {
                    expected.add(text(row(i, i == 7 ? 70 : i)));
                }
            }
            assertEquals(expected, rows(image, "bib6"));
            assertEquals(Set.of(text(row(1, 1))), rows(image, "route"));
            assertEquals(Set.of(), rows(image, "other"));
            assertEquals(1, image.bank("route"));
            assertEquals(0, image.bank("other"));
            assertEquals(4, image.meter(5, 2).pburst());
            assertNull(image.meter(5, 1));
            image.saveMeter(5, 2, null);
            assertNull(image.meter(5, 2));
            image.saveMeter(5, 2, new MeterConfig(1, 2, 3, 4));
            image.saveConfig(CONFIG);
            assertNull(image.meter(5, 2));
            image.clear();
            assertNull(image.config());
            assertEquals(Set.of(), rows(image, "bib6"));
        }
    }

    /** What the file has when a process is killed between two changes, and inside of one. */
    @Test
    void aKilledAgentLosesNothingOfWhichItWasTold() throws Exception {
        Random random = new Random(Seeds.of(1));
        Set<String> before = new TreeSet<>();
        try (Image image = new Image(file())) {
            for (int i = 0; i < 120; i++) {
                byte[] old = Files.readAllBytes(file());
                int key = random.nextInt(20);
                if (random.nextInt(3) == 0) {
                    image.forget(
                            "t", BigInteger.valueOf(key), row(key, 0).mask, row(key, 0).priority);
                } else {
                    image.save("t", row(key, i));
                }
                Set<String> after = rows(image, "t");
                byte[] now = Files.readAllBytes(file());
                assertEquals(after, reopened(now));
                // The system has some of the bytes of the write, from the first one on.
                int torn = random.nextInt(now.length);
                byte[] half = Arrays.copyOf(now, now.length);
                System.arraycopy(
                        old,
                        Math.min(torn, old.length),
                        half,
                        Math.min(torn, old.length),
                        Math.max(0, old.length - torn));
                int length = Math.max(old.length, torn);
                Set<String> found = reopened(Arrays.copyOf(half, Math.min(length, now.length)));
                Set<String> was = before;
                assertTrue(
                        found.equals(after) || found.equals(was),
                        () -> found + " is neither " + was + " nor " + after);
                before = after;
            }
        }
    }

    private Set<String> reopened(byte[] bytes) throws IOException {
        Path copy = folder.resolve("copy.mv");
        Files.write(copy, bytes);
        try (Image image = new Image(copy)) {
            return rows(image, "t");
        }
    }

    @Test
    void whatIsHeldIsThereAsAWholeOrNotAtAll() throws Exception {
        try (Image image = new Image(file())) {
            image.save("t", row(1, 1));
            image.hold();
            image.save("t", row(2, 2));
            image.saveConfig(CONFIG);
            assertEquals(Set.of(text(row(1, 1))), reopened(Files.readAllBytes(file())));
            image.release();
            assertEquals(
                    Set.of(text(row(1, 1)), text(row(2, 2))), reopened(Files.readAllBytes(file())));
        }
    }

    @Test
    void aDamagedRowIsNoRow() throws Exception {
        SavedRow row = row(3, 0x1234);
        byte[] value = row.value();
        assertEquals(text(row), text(SavedRow.decode(row.key(), value)));
        for (int i = 0; i < value.length; i++) {
            byte[] damaged = value.clone();
            damaged[i] ^= 4;
            assertThrows(DamagedImageException.class, () -> SavedRow.decode(row.key(), damaged));
        }
        byte[] other = row(5, 0).key();
        assertThrows(DamagedImageException.class, () -> SavedRow.decode(other, value));
        assertThrows(
                DamagedImageException.class,
                () -> SavedRow.decode(row.key(), Arrays.copyOf(value, 3)));
        assertArrayEquals(value, row.value());
    }

    @Test
    void aFileThatIsNoImageIsRefusedAndKept() throws Exception {
        byte[] bytes = new byte[20_000];
        new Random(1).nextBytes(bytes);
        Files.write(file(), bytes);
        DamagedImageException e =
                assertThrows(DamagedImageException.class, () -> new Image(file()));
        assertTrue(e.getMessage().contains("program the card again"), e.getMessage());
        assertArrayEquals(bytes, Files.readAllBytes(file()));
        Files.write(file(), new byte[3000]);
        e = assertThrows(DamagedImageException.class, () -> new Image(file()));
        assertTrue(e.getMessage().contains("is damaged: Reading from"), e.getMessage());
        assertFalse(e.getMessage().contains("FileChannel"), e.getMessage());
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        Path missing = folder.resolve("missing");
        IOException e =
                assertThrows(
                        WrongFileException.class, () -> new Image(missing.resolve("image.mv")));
        assertEquals("there is no folder " + missing + " for the image", e.getMessage());
    }

    /** Whose card may have its rows. */
    @Test
    void aFileThatCannotBeOpenedIsNotCalledDamaged() throws Exception {
        Path missing = folder.resolve("missing").resolve("image.mv");
        Files.createSymbolicLink(file(), missing);
        IOException e = assertThrows(IOException.class, () -> new Image(file()));
        assertTrue(e.getMessage().startsWith(file() + " cannot be written: "), e.getMessage());
        Files.createDirectory(missing.getParent());
        Files.createDirectory(missing);
        e = assertThrows(WrongFileException.class, () -> new Image(file()));
        assertEquals(file() + " is no file", e.getMessage());
    }

    /** As on a file system that is read-only. Root may write whatever the permissions are. */
    @Test
    void aFileThatCannotBeWrittenIsRefused() throws Exception {
        new Image(file()).close();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--r--r--"));
        String problem = null;
        try (Image image = new Image(file())) {
            image.save("t", row(1, 1));
        } catch (IOException e) {
            problem = e.getMessage();
        }
        assertEquals(
                Files.isWritable(file())
                        ? null
                        : file() + " cannot be written: it or its file system is read-only",
                problem);
    }

    @Test
    void anImageHasOneAgent() throws Exception {
        try (Image image = new Image(file())) {
            IOException e = assertThrows(IOException.class, () -> new Image(file()));
            assertEquals(file() + " is in use: another agent runs on it", e.getMessage());
            assertNull(image.config());
        }
        Path copy = folder.resolve("moved.mv");
        Files.move(file(), copy, StandardCopyOption.ATOMIC_MOVE);
        new Image(copy).close();
    }

    /** A disk that is full, for instance. */
    @Test
    void anErrorOfTheDiskCostsThatChangeAlone() throws Exception {
        try (Image image = new Image(file())) {
            image.save("t", row(1, 1));
            image.fail();
            UncheckedIOException e =
                    assertThrows(UncheckedIOException.class, () -> image.save("t", row(2, 2)));
            assertTrue(
                    e.getMessage().contains("the image " + file() + " cannot be written: "),
                    e.getMessage());
            assertEquals(Set.of(text(row(1, 1))), rows(image, "t"));
            assertEquals(1, image.failures());
            image.save("t", row(3, 3));
            assertEquals(Set.of(text(row(1, 1)), text(row(3, 3))), rows(image, "t"));
        }
    }

    /** Rows that come and go do not make the file grow without end. */
    @Test
    void theFileDoesNotGrowWithChanges() throws Exception {
        try (Image image = new Image(file())) {
            long size = 0;
            for (int i = 0; i < 20_000; i++) {
                image.save("t", row(i % 50, i));
                if (i == 5_000) {
                    size = Files.size(file());
                }
            }
            assertTrue(Files.size(file()) <= 3 * size, size + " became " + Files.size(file()));
        }
    }
}
