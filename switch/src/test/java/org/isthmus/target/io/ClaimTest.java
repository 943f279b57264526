// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Claims count by being there. */
@SuppressWarnings("try")
class ClaimTest {
    private final String name = "isthmus-test/" + UUID.randomUUID();

    /** Another process: claims a name, says so, and stays. */
    public static void main(String[] args) throws Exception {
        try (Claim claim = new Claim(args[0], "it")) {
            System.out.write('c');
            System.out.flush();
            Thread.currentThread().join();
        }
    }

    @Test
    void ofTwoOneIsTold() throws IOException {
        try (Claim claim = new Claim(name, "it");
                Claim other = new Claim(name + "/1", "that")) {
            IOException e = assertThrows(IOException.class, () -> new Claim(name, "it"));
            assertEquals(
                    "it is in use: process "
                            + ProcessHandle.current().pid()
                            + " has it: end that one, or give another",
                    e.getMessage());
        }
        new Claim(name, "it").close();
    }

    @Test
    void itEndsWithItsProcess() throws Exception {
        Process holder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ClaimTest.class.getName(),
                                name)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertEquals('c', holder.getInputStream().read());
            IOException e = assertThrows(IOException.class, () -> new Claim(name, "it"));
            assertTrue(
                    e.getMessage().startsWith("it is in use: process " + holder.pid() + " has it"),
                    e.getMessage());
        } finally {
            holder.destroyForcibly().waitFor();
        }
        new Claim(name, "it").close();
    }
}
