// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads CSV (RFC 4180, in UTF-8) record by record; empty lines are passed over. For one thread. */
final class CsvInput {
    private static final int END = -1;

    /** More than any table of ours has: whatever is no CSV shall not fill the memory. */
    private static final int FIELDS_MAX = 100;

    /** Characters of a field. */
    private static final int FIELD_MAX = 1000;

    private final InputStream body;
    private final Errors errors;
    private final List<String> fields = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    /** Reports what is not UTF-8, where a reader would replace it. */
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).limit(0);
    private final CharBuffer chars = CharBuffer.allocate(1 << 16).limit(0);
    private boolean ended;

    private int line = 1;
    private int column = 1;
    private int recordLine;

    CsvInput(InputStream body, Errors errors) throws IOException {
        this.body = body;
        this.errors = errors;
        if (peek() == '\uFEFF') {
            chars.get();
        }
    }

    /**
     * Reads the next record.
     *
     * @return false at the end
     */
    boolean next() throws IOException {
        fields.clear();
        columns.clear();
        int c = peek();
        while (c == '\n' || c == '\r') {
            read();
            c = peek();
        }
        if (c == END) {
            return false;
        }
        recordLine = line;
        do {
            columns.add(column);
            if (columns.size() > FIELDS_MAX) {
                throw wrong("a record has more than " + FIELDS_MAX + " fields");
            }
            c = peek() == '"' ? quoted() : plain();
            fields.add(text.toString());
        } while (c == ',');
        return true;
    }

    /** Reads up to and with the separator, which it returns. */
    private int plain() throws IOException {
        text.setLength(0);
        for (int c = read(); ; c = read()) {
            if (c == ',' || c == '\n' || c == END) {
                return c;
            }
            if (c == '"') {
                throw wrong("a quote inside a field that is not quoted");
            }
            if (c != '\r' || peek() != '\n') {
                append(c);
            }
        }
    }

    private int quoted() throws IOException {
        text.setLength(0);
        read();
        for (int c = read(); ; c = read()) {
            if (c == END) {
                throw wrong("the quote is not closed");
            }
            if (c == '"') {
                if (peek() != '"') {
                    break;
                }
                read();
            }
            append(c);
        }
        int c = read();
        if (c == '\r' && peek() == '\n') {
            c = read();
        }
        if (c != ',' && c != '\n' && c != END) {
            throw wrong("text behind the closing quote");
        }
        return c;
    }

    private void append(int c) {
        if (text.length() == FIELD_MAX) {
            throw wrong("a field has more than " + FIELD_MAX + " characters");
        }
        text.append((char) c);
    }

    private BadInputException wrong(String message) {
        return errors.last(
                new FieldError(
                        "", "is not CSV: " + message, recordLine, columns.get(columns.size() - 1)));
    }

    private int peek() throws IOException {
        return chars.hasRemaining() || fill() ? chars.get(chars.position()) : END;
    }

    private int read() throws IOException {
        int c = chars.hasRemaining() || fill() ? chars.get() : END;
        if (c == '\n') {
            line++;
            column = 1;
        } else if (c != END) {
            column++;
        }
        return c;
    }

    /**
     * Decodes more; what is wrong is met only when all before it has been read.
     *
     * @return false at the end
     */
    private boolean fill() throws IOException {
        chars.clear();
        CoderResult result = decoder.decode(bytes, chars, ended);
        while (chars.position() == 0 && result.isUnderflow() && !ended) {
            bytes.compact();
            int n = body.read(bytes.array(), bytes.position(), bytes.remaining());
            ended = n < 0;
            bytes.position(bytes.position() + Math.max(n, 0)).flip();
            result = decoder.decode(bytes, chars, ended);
        }
        chars.flip();
        if (!chars.hasRemaining() && result.isError()) {
            throw errors.last(new FieldError("", "is not UTF-8", line, column));
        }
        return chars.hasRemaining();
    }

    int size() {
        return fields.size();
    }

    String field(int i) {
        return fields.get(i);
    }

    /** Line the record begins in, from 1. */
    int line() {
        return recordLine;
    }

    /** Character the field begins at in its line, from 1. */
    int column(int i) {
        return columns.get(i);
    }
}
