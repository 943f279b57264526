// SPDX-License-Identifier: Apache-2.0
package org.isthmus.logging;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * One JSON object a line: {@code time} (RFC 3339, UTC), {@code level} (as {@code --log-level} has
 * it), {@code logger}, {@code message} and, of a record that has one, {@code thrown} with its
 * stack. Any thread.
 */
public final class JsonLines extends Formatter {
    // Right in whatever encoding a handler has.
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @Override
    public String format(LogRecord r) {
        StringWriter line = new StringWriter();
        try (JsonGenerator g = JSON.createGenerator(line)) {
            g.writeStartObject();
            g.writeStringField("time", r.getInstant().toString());
            g.writeStringField("level", level(r.getLevel().intValue()));
            g.writeStringField("logger", r.getLoggerName());
            g.writeStringField("message", formatMessage(r));
            if (r.getThrown() != null) {
                StringWriter stack = new StringWriter();
                r.getThrown().printStackTrace(new PrintWriter(stack, true));
                g.writeStringField("thrown", stack.toString());
            }
            g.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString();
    }

    /** The name by which slf4j knows it. */
    private static String level(int level) {
        if (level >= Level.SEVERE.intValue()) {
            return "error";
        }
        if (level >= Level.WARNING.intValue()) {
            return "warn";
        }
        if (level >= Level.INFO.intValue()) {
            return "info";
        }
        return level >= Level.FINE.intValue() ? "debug" : "trace";
    }
}
