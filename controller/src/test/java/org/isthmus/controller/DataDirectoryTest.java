// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory in which nothing can be made, though all that is in it can be opened. */
class DataDirectoryTest {
    @TempDir Path directory;

    private void refuses(Path data, Path readOnly) throws Exception {
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
        try {
            List<String> command = new ArrayList<>();
            if (System.getProperty("user.name").equals("root")) {
                // Nothing is read-only to root with it.
                command.addAll(List.of("setpriv", "--bounding-set", "-dac_override"));
            }
            command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.add(Main.class.getName());
            command.addAll(List.of("--netcfg", netcfg(), "--data", data + "", "--no-rehearsal"));
            command.addAll(List.of("--listen", "127.0.0.1:0"));
            Process controller = new ProcessBuilder(command).redirectErrorStream(true).start();
            String told =
                    new String(controller.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(2, controller.waitFor(), told);
            assertTrue(
                    told.endsWith("isthmus-controller: " + readOnly + ": is not writable\n"), told);
        } finally {
            Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private String netcfg() throws IOException {
        return Files.writeString(
                        directory.resolve("netcfg.json"),
                        "{\"devices\": {\"device:a\": {\"basic\": {\"managementAddress\":"
                                + " \"grpc://127.0.0.1:1?device_id=1\"}, \"isthmus\":"
                                + " {\"mac\": \"00:00:00:00:00:01\"}}}}")
                .toString();
    }

    @Test
    void isRefusedAtTheStart() throws Exception {
        Path data = directory.resolve("data");
        Path mappings = data.resolve("mappings");
        new DiskStore(data, false).close();
        new DiskMappingLog(mappings, false, false, Retention.of(0, Retention.MEGABYTES_BY_DEFAULT))
                .close();
        refuses(data, mappings);
        refuses(data, data);
    }
}
