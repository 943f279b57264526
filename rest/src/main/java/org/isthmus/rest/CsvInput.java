// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads CSV (RFC 4180, in UTF-8) record by record; empty lines are passed over. For one thread. */
final class CsvInput {
    private static final int END = -1;

    private final BufferedReader reader;
    private final Errors errors;
    private final List<String> fields = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private int line = 1;
    private int column = 1;
    private int recordLine;

    CsvInput(InputStream body, Errors errors) throws IOException {
        this.errors = errors;
        reader =
                new BufferedReader(
                        new InputStreamReader(
                                body,
                                StandardCharsets.UTF_8
                                        .newDecoder()
                                        .onMalformedInput(CodingErrorAction.REPORT)
                                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
        if (peek() == '\uFEFF') {
            reader.read();
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
                text.append((char) c);
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
            text.append((char) c);
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

    private BadInputException wrong(String message) {
        return errors.last(
                new FieldError("", "is not CSV: " + message, recordLine, columns.get(columns.size() - 1)));
    }

    private int peek() throws IOException {
        reader.mark(1);
        int c = decode();
        reader.reset();
        return c;
    }

    private int read() throws IOException {
        int c = decode();
        if (c == '\n') {
            line++;
            column = 1;
        } else if (c != END) {
            column++;
        }
        return c;
    }

    private int decode() throws IOException {
        try {
            return reader.read();
        } catch (CharacterCodingException e) {
            throw errors.last(new FieldError("", "is not UTF-8", line, 0));
        }
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
