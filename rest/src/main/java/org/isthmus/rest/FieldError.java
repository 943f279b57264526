// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** What is wrong with one field of a request. Immutable. */
final class FieldError {
    /** Path in the body ({@code eamt[3].ipv4}) or name of the parameter; empty: the whole body. */
    final String field;

    final String message;

    /** Line in the body, from 1; 0: not said. */
    final int line;

    /** Character in the line, from 1; 0: not said. */
    final int column;

    /** The entry it conflicts with; null: it is wrong in itself. */
    final String other;

    FieldError(String field, String message, int line, int column) {
        this(field, message, line, column, null);
    }

    FieldError(String field, String message, int line, int column, String other) {
        this.field = field;
        this.message = message;
        this.line = line;
        this.column = column;
        this.other = other;
    }

    FieldError(String field, String message) {
        this(field, message, 0, 0);
    }

    static void write(JsonGenerator g, FieldError error) throws IOException {
        g.writeStartObject();
        g.writeStringField("field", error.field);
        g.writeStringField("message", error.message);
        if (error.line > 0) {
            g.writeNumberField("line", error.line);
        }
        if (error.column > 0) {
            g.writeNumberField("column", error.column);
        }
        if (error.other != null) {
            g.writeStringField("other", error.other);
        }
        g.writeEndObject();
    }

    /** For a reader: place and message in one sentence. */
    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        if (!field.isEmpty()) {
            s.append(field).append(": ");
        }
        s.append(message);
        if (line > 0) {
            s.append(" (line ").append(line);
            if (column > 0) {
                s.append(", column ").append(column);
            }
            s.append(')');
        }
        return s.toString();
    }
}
