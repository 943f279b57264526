// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JournalTest {
    @TempDir Path directory;

    private static String text(Formatter lines, Level level, String message, Throwable thrown) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName("org.isthmus.x.Y");
        record.setThrown(thrown);
        return new Journal(lines).format(record);
    }

    private static String stream(Path socket) throws IOException {
        return Files.getAttribute(socket, "unix:dev")
                + ":"
                + Files.getAttribute(socket, "unix:ino");
    }

    @Test
    void aLineBeginsWithItsPriority() {
        Object[][] priorities = {
            {Level.SEVERE, "<3>"},
            {Level.WARNING, "<4>"},
            {Level.INFO, "<6>"},
            {Level.CONFIG, "<7>"},
            {Level.FINE, "<7>"},
            {Level.FINER, "<7>"},
            {Level.FINEST, "<7>"}
        };
        for (Object[] p : priorities) {
            String line = text(new Logs.Lines(), (Level) p[0], "it is", null);
            assertTrue(line.matches(p[1] + "[0-9T:.-]+Z " + p[0] + " org.*: it is\n"), line);
            String json = text(new JsonLines(), (Level) p[0], "it is", null);
            assertTrue(json.startsWith(p[1] + "{\"time\":"), json);
            assertTrue(json.endsWith("}\n"), json);
        }
    }

    /** The journal takes each line for an entry, also one that looks as if it had a priority. */
    @Test
    void eachLineOfARecordHasThePriority() {
        String text =
                text(
                        new Logs.Lines(),
                        Level.WARNING,
                        "it broke\n<0>so",
                        new IllegalStateException("why\n\nhow"));
        assertTrue(text.contains(": it broke\n<4><0>so\n<4>java.lang.Ill"), text);
        assertTrue(text.contains("why\n<4>\n<4>how\n<4>\tat "), text);
        assertTrue(text.lines().allMatch(l -> l.startsWith("<4>")), text);
        assertTrue(text.endsWith(")\n"), text);
    }

    @Test
    void theJournalIsKnownByDeviceAndInode() throws Exception {
        Path socket = Files.createFile(directory.resolve("socket"));
        Path other = Files.createFile(directory.resolve("other"));
        String stream = stream(socket);
        assertTrue(Journal.takes(socket, stream));
        assertFalse(Journal.takes(other, stream));
        assertFalse(Journal.takes(socket, null));
        assertFalse(Journal.takes(directory.resolve("none"), stream));
        for (String wrong : new String[] {"", ":", "1:", stream + "0", "x" + stream}) {
            assertFalse(Journal.takes(socket, wrong), wrong);
        }
        Path descriptor = Files.createSymbolicLink(directory.resolve("2"), socket);
        assertTrue(Journal.takes(descriptor, stream), "links are followed");
    }

    /** A program of its own, as the environment of this one cannot be changed. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws IOException {
            LogOptions log = new LogOptions();
            new CommandLine(log).parseArgs(arguments);
            Logs.configure(log);
            Logger.getLogger("org.isthmus.x").warning("it is");
            Logs.print(LogLevel.ERROR, "program: wrong\nhere");
        }
    }

    /** What a program prints with a file in place of the journal's socket. */
    private String printed(Path journal, Path error, Path output, String... options)
            throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Program.class.getName()));
        command.addAll(List.of(options));
        ProcessBuilder program =
                new ProcessBuilder(command)
                        .redirectError(error.toFile())
                        .redirectOutput(output.toFile());
        program.environment().put("JOURNAL_STREAM", stream(journal));
        assertEquals(0, program.start().waitFor());
        return Files.readString(error) + Files.readString(output);
    }

    @Test
    void aProgramHasPrioritiesWhereTheJournalReads() throws Exception {
        Path journal = Files.createFile(directory.resolve("journal"));
        Path other = directory.resolve("other");
        String text = printed(journal, journal, other);
        assertTrue(text.startsWith("<4>2"), text);
        assertTrue(text.endsWith("\n<3>program: wrong\n<3>here\n"), text);
        assertTrue(printed(journal, journal, other, "--log-json").startsWith("<4>{"));
        text = printed(journal, journal, other, "--log-console");
        assertTrue(text.startsWith("<3>program: wrong\n<3>here\n2"), text);
        assertTrue(printed(journal, other, journal, "--log-console").contains("<4>2"));
        Path another = Files.createFile(directory.resolve("another"));
        text = printed(another, journal, other);
        assertTrue(text.startsWith("2"), text);
        assertTrue(text.endsWith("\nprogram: wrong\nhere\n"), text);
    }
}
