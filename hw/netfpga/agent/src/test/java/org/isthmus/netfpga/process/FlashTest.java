// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlashTest {
    @TempDir Path folder;

    @Test
    void anAgentThatIsToldToEndLeavesNobodyProgrammingTheCard() throws Exception {
        Files.createFile(folder.resolve(SdnetHardware.DESCRIPTION));
        String own = "flash" + ProcessHandle.current().pid();
        Process agent =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "--card",
                                folder.toString(),
                                "--image",
                                folder.resolve("image").toString(),
                                "--nf",
                                own + "a," + own + "b," + own + "c," + own + "d",
                                "--flash",
                                "tail -f /dev/null & echo $$; wait")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8))) {
            long programming = Long.parseLong(out.readLine());
            // Process::destroy would close what is read below.
            agent.toHandle().destroy();
            agent.waitFor();
            assertFalse(
                    ProcessHandle.of(programming).map(ProcessHandle::isAlive).orElse(false),
                    "goes on");
            // Whoever it began ends as well, and with it the last that could write.
            assertNull(out.readLine());
        }
    }
}
