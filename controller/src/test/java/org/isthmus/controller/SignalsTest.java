// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isthmus.logging.LogOptions;
import org.isthmus.logging.Logs;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

class SignalsTest {
    private static final int PATIENCE_SECONDS = 60;

    /** Ends in order, as the controller does. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            Logs.configure(CommandLine.populateCommand(new LogOptions(), "--log-console"));
            CountDownLatch signal = new CountDownLatch(1);
            Signals.on("TERM", signal::countDown);
            System.out.println("ready");
            signal.await();
            LoggerFactory.getLogger(Program.class).warn("is about to end");
            System.exit(0);
        }
    }

    /** The JDK's log is closed as soon as the JVM is told to end. */
    @Test
    void whatIsLoggedBeforeTheEndIsInTheLog() throws Exception {
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Program.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", lines.readLine());
            // Destroyed as a process, it would be without its streams.
            program.toHandle().destroy();
            String last = lines.readLine();
            assertTrue(last != null && last.endsWith(": is about to end"), last);
            assertTrue(program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertEquals(0, program.exitValue());
        } finally {
            program.destroyForcibly();
        }
    }
}
