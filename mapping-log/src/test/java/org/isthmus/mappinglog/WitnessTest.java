// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessTest {
    @TempDir Path directory;

    public static final class Beginner {
        public static void main(String[] args) {
            try {
                Witness.begin(Path.of(args[0]), 1);
            } catch (IOException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    /** As on a disk that is full: a process that may write files of no byte. */
    @Test
    void oneThatThereIsNoRoomForIsNamedAndLeavesNothing() throws Exception {
        Path file = directory.resolve("witness");
        Process process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "ulimit -f 0; exec \"$0\" \"$@\"",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:-UsePerfData",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Beginner.class.getName(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertEquals(
                "cannot write " + file + ": File too large",
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertFalse(Files.exists(file));
    }
}
