// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.junit.jupiter.api.Test;

/** Data on which the controller does not start, and what it says of them. */
class RefusedDataTest extends MainCase {
    @Test
    void aDataDirectoryHasAName() throws IOException {
        String refusal =
                "isthmus-controller: Invalid value for option '--data': the name is empty; see"
                        + " --help\n";
        assertEquals(2, run("--netcfg", netcfg(GOOD), "--data", ""));
        assertEquals(refusal, errors());
        assertEquals(2, run("restore", "--data", "", netcfg(GOOD)));
        assertEquals(refusal, errors());
    }

    @Test
    void aDataDirectoryOfAnotherIsNamed() throws IOException {
        Path data = directory.resolve("data");
        String file = netcfg(GOOD);
        try (DiskStore other = new DiskStore(data, false)) {
            assertEquals(1, run("--netcfg", file, "--data", data + "", "--listen", "127.0.0.1:0"));
            String line =
                    "isthmus-controller: "
                            + data
                            + " is in use: another controller runs on this data directory\n";
            assertTrue(errors().endsWith(line), errors());
            other.read(BindingRecord.class, record -> fail("written"));
        }
    }

    @Test
    void aDataDirectoryThatIsNoneIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertEquals(
                2, run("--netcfg", netcfg(GOOD), "--data", file + "", "--listen", "127.0.0.1:0"));
        assertEquals("isthmus-controller: " + file + ": not a directory\n", errors());
    }

    @Test
    void aStoreThatIsEmptyIsRefusedWithTheWayOut() throws IOException {
        Path data = directory.resolve("data");
        new DiskStore(data, false).close();
        Path file = data.resolve("state.rows");
        Files.write(file, new byte[0]);
        assertEquals(
                1,
                run(
                        "--netcfg",
                        netcfg(GOOD),
                        "--data",
                        data.toString(),
                        "--listen",
                        "127.0.0.1:0"));
        assertTrue(
                errors().endsWith(
                                "isthmus-controller: cannot use "
                                        + file
                                        + ": it is empty, and had 1 commit; start with --recover"
                                        + " to go on with what can be read (docs/store.md)\n"),
                errors());
    }

    /** Whether it is damaged, or gone with its directory while the store is there. */
    @Test
    void aMappingLogThatIsDamagedOrGoneIsRefusedWithTheWayOut() throws IOException {
        Path data = directory.resolve("data");
        try (DiskStore used = new DiskStore(data, false)) {
            used.write(List.of(new ElectionRecord(BigInteger.ONE))).toCompletableFuture().join();
        }
        Path mappings = data.resolve("mappings");
        String[] arguments = {
            "--netcfg", netcfg(GOOD), "--data", data.toString(), "--listen", "127.0.0.1:0"
        };
        String begin = "isthmus-controller: cannot use the mapping log in " + mappings + ": ";
        String end =
                "; start with --recover to go on with what can be read (docs/mapping-log.md)\n";
        assertEquals(1, run(arguments));
        assertTrue(
                errors().endsWith(begin + mappings + " is empty, and the store is not new" + end),
                errors());
        Path segment = mappings.resolve("mappings-00000001.log");
        Files.write(segment, new byte[480]);
        assertEquals(1, run(arguments));
        assertTrue(
                errors().endsWith(
                                begin
                                        + segment
                                        + " is no mapping log, or its header is damaged"
                                        + end),
                errors());
        assertTrue(Files.exists(segment));
    }
}
