// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LogsTest {
    @TempDir Path directory;

    private final Logger logger = Logger.getLogger("org.isthmus.some.Thing");

    @AfterEach
    void undo() throws IOException {
        Logs.level(logger.getName(), null);
        LogManager.getLogManager().readConfiguration();
    }

    private Path configure(String... options) throws IOException {
        // Closes the file of the last time.
        LogManager.getLogManager().reset();
        Path file = directory.resolve("log");
        Files.deleteIfExists(file);
        LogOptions log = new LogOptions();
        CommandLine line = new CommandLine(log);
        line.parseArgs(options);
        log.logFile = file;
        Logs.configure(log);
        return file;
    }

    private String logged(String... options) throws IOException {
        Path file = configure(options);
        logger.info("hello");
        return Files.readString(file);
    }

    /** Its device takes no byte, as a disk that is full. */
    @Test
    void aFileThatCannotBeWrittenIsNamedOnce() throws IOException {
        LogManager.getLogManager().reset();
        LogOptions log = new LogOptions();
        new CommandLine(log).parseArgs();
        log.logFile = Files.createSymbolicLink(directory.resolve("full"), Path.of("/dev/full"));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true));
        try {
            Logs.configure(log);
            logger.info("hello");
            logger.info("hello again");
        } finally {
            System.setErr(before);
        }
        assertEquals(
                "--log-file: cannot write " + log.logFile + ": No space left on device\n",
                said.toString());
    }

    @Test
    void aLineIsTextOrJson() throws IOException {
        String text = logged();
        assertTrue(text.endsWith(" INFO org.isthmus.some.Thing: hello\n"), text);
        String json = logged("--log-json");
        assertTrue(json.startsWith("{\"time\":\""), json);
        assertTrue(
                json.endsWith(
                        ",\"level\":\"info\",\"logger\":\"org.isthmus.some.Thing\",\"message\":\"hello\"}\n"),
                json);
    }

    @Test
    void aLevelChangesWhileTheProgramRuns() throws IOException {
        Path file = configure("--log-level", "warn");
        logger.fine("one");
        Logs.level("org.isthmus.some", LogLevel.DEBUG);
        logger.fine("two");
        logger.finest("three");
        assertEquals(LogLevel.DEBUG, Logs.levels().get("org.isthmus.some"));
        Logs.level("org.isthmus.some", null);
        logger.fine("four");
        assertNull(Logs.levels().get("org.isthmus.some"));
        Logs.level(logger.getName(), LogLevel.OFF);
        logger.severe("five");
        assertEquals(LogLevel.WARN, Logs.levels().get(Logs.ROOT));
        Logs.level(Logs.ROOT, LogLevel.TRACE);
        Logger.getLogger("com.example").finest("six");
        String text = Files.readString(file);
        assertEquals(2, text.lines().count(), text);
        assertTrue(text.contains(": two\n"), text);
        assertTrue(text.contains(" FINEST com.example: six\n"), text);
    }

    /** Whoever hangs up amid answers would fill the log. */
    @Test
    void clientsThatHangUpAreNoErrorsOfJersey() throws IOException {
        Path file = configure();
        Logger jersey = Logger.getLogger("org.glassfish.jersey.server.ServerRuntime$Responder");
        jersey.log(Level.SEVERE, "one", new IllegalStateException(new IOException("gone")));
        jersey.log(Level.SEVERE, "two", new ClosedChannelException());
        jersey.log(Level.SEVERE, "three", new IllegalStateException("ours"));
        jersey.log(Level.SEVERE, "four", new CharConversionException("in what is written"));
        jersey.severe("five");
        String text = Files.readString(file);
        assertFalse(text.contains(": one\n") || text.contains(": two\n"), text);
        for (String told : List.of("three", "four", "five")) {
            assertTrue(text.contains(": " + told + "\n"), text);
        }
    }

    /** Netty's, where there is loopback alone. */
    @Test
    void nobodyIsWarnedThatThereIsNoHardwareAddress() throws IOException {
        Path file = configure();
        for (String netty : List.of("io.netty", "io.grpc.netty.shaded.io.netty")) {
            Logger.getLogger(netty + ".util.internal.MacAddressUtil").warning("none found");
            Logger.getLogger(netty + ".util.internal.Other").warning("said");
        }
        String text = Files.readString(file);
        assertEquals(2, text.lines().filter(line -> line.endsWith(": said")).count(), text);
        assertEquals(2, text.lines().count(), text);
    }

    @Test
    void aLoggerHasANameOfOne() {
        for (String name : List.of("", ".", "..", "org.", ".org", "a..b", "a/b", "a b", "a\n")) {
            IllegalArgumentException e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> Logs.level(name, LogLevel.DEBUG),
                            name);
            assertEquals("is no name of a logger", e.getMessage());
        }
    }

    @Test
    void aFileOfTheJdkBeatsTheOptions() throws IOException {
        Path file = directory.resolve("theirs");
        Path properties =
                Files.writeString(
                        directory.resolve("logging.properties"),
                        "handlers=java.util.logging.FileHandler\n"
                                + "java.util.logging.FileHandler.formatter="
                                + "java.util.logging.SimpleFormatter\n"
                                + "java.util.logging.FileHandler.pattern="
                                + file
                                + "\n");
        System.setProperty("java.util.logging.config.file", properties.toString());
        try {
            LogManager.getLogManager().readConfiguration();
            LogOptions log = new LogOptions();
            log.logLevel = LogLevel.OFF;
            Logs.configure(log);
            logger.info("hello");
        } finally {
            System.clearProperty("java.util.logging.config.file");
        }
        String text = Files.readString(file);
        assertTrue(text.endsWith(" INFO org.isthmus.some.Thing: hello\n"), text);
    }

    @Test
    void theAuditLogIsNeverTurnedOff() throws IOException {
        Path file = configure("--log-level", "off");
        Logs.level("org.isthmus", LogLevel.OFF);
        Logger.getLogger("org.isthmus.audit").info("who");
        assertTrue(Files.readString(file).endsWith(": who\n"));
        for (LogLevel level : LogLevel.values()) {
            assertThrows(
                    IllegalArgumentException.class, () -> Logs.level("org.isthmus.audit", level));
        }
    }

    @Test
    void loggersWithALevelAreBounded() {
        for (String wrong : new String[] {"", "a b", "x".repeat(201), "a\n"}) {
            assertThrows(IllegalArgumentException.class, () -> Logs.level(wrong, LogLevel.INFO));
        }
        assertThrows(IllegalArgumentException.class, () -> Logs.level(Logs.ROOT, null));
        int made = 0;
        try {
            for (; made < 1000; made++) {
                Logs.level("test." + made, LogLevel.INFO);
            }
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("200"), e.getMessage());
        } finally {
            for (int i = 0; i < made; i++) {
                Logs.level("test." + i, null);
            }
        }
        assertFalse(made >= 1000, "there is no bound");
    }
}
