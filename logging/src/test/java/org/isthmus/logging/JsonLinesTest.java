// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
    private static LogRecord record(Level level, String message) {
        LogRecord record = new LogRecord(level, message);
        record.setInstant(Instant.parse("2026-01-31T10:32:00.5Z"));
        record.setLoggerName("org.isthmus.x.Y");
        return record;
    }

    private static String line(LogRecord record) {
        return new JsonLines().format(record);
    }

    @Test
    void aRecordIsOneObjectOnALine() {
        LogRecord record = record(Level.WARNING, "a \"{0}\"\n\u00fc");
        record.setParameters(new Object[] {"b"});
        assertEquals(
                "{\"time\":\"2026-01-31T10:32:00.500Z\",\"level\":\"warn\","
                        + "\"logger\":\"org.isthmus.x.Y\","
                        + "\"message\":\"a \\\"b\\\"\\n\\u00FC\"}\n",
                line(record));
    }

    @Test
    void levelsAreThoseOfSlf4j() {
        Object[][] levels = {
            {Level.SEVERE, "error"},
            {Level.WARNING, "warn"},
            {Level.INFO, "info"},
            {Level.CONFIG, "debug"},
            {Level.FINE, "debug"},
            {Level.FINER, "trace"},
            {Level.FINEST, "trace"}
        };
        for (Object[] l : levels) {
            String line = line(record((Level) l[0], "x"));
            assertTrue(line.contains("\"level\":\"" + l[1] + "\""), line);
        }
    }

    @Test
    void aStackIsPartOfTheLine() {
        LogRecord record = record(Level.SEVERE, "it broke");
        record.setThrown(new IllegalStateException("why"));
        String line = line(record);
        assertTrue(
                line.contains("\"thrown\":\"java.lang.IllegalStateException: why\\n\\tat "), line);
        assertEquals(line.length() - 1, line.indexOf('\n'));
    }

    @Test
    void whatARecordLacksIsNull() {
        LogRecord record = record(Level.INFO, null);
        record.setLoggerName(null);
        assertTrue(line(record).endsWith("\"logger\":null,\"message\":null}\n"), line(record));
    }
}
