// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers and booleans; enough for rows, and quick to load. */
final class Json {
    /** Writes into a generator. */
    interface Body {
        void write(JsonGenerator g) throws IOException;
    }

    private static final JsonFactory FACTORY =
            new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private Json() {}

    static JsonParser parser(InputStream in) throws IOException {
        return FACTORY.createParser(in);
    }

    /** Reads the value at whose first token the parser stands. */
    static Object read(JsonParser p) throws IOException {
        switch (p.currentToken()) {
            case START_OBJECT:
                Map<String, Object> map = new LinkedHashMap<>();
                while (p.nextToken() == JsonToken.FIELD_NAME) {
                    String name = p.currentName();
                    p.nextToken();
                    map.put(name, read(p));
                }
                return map;
            case START_ARRAY:
                List<Object> list = new ArrayList<>();
                while (p.nextToken() != JsonToken.END_ARRAY) {
                    list.add(read(p));
                }
                return list;
            case VALUE_NULL:
                return null;
            case VALUE_TRUE:
            case VALUE_FALSE:
                return p.getBooleanValue();
            case VALUE_NUMBER_INT:
            case VALUE_NUMBER_FLOAT:
                return p.getNumberValue();
            default:
                return p.getText();
        }
    }

    /** Reads an object and closes the stream. */
    static Map<String, Object> readObject(InputStream in) throws IOException {
        try (JsonParser p = parser(in)) {
            if (p.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the answer is no JSON object");
            }
            return object(read(p));
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value instanceof List ? (List<Object>) value : List.of();
    }

    /** A value as a reader of a table wants it. */
    static String text(Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? "yes" : "no";
        }
        return value.toString();
    }

    static byte[] bytes(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator g = FACTORY.createGenerator(text)) {
            body.write(g);
        } catch (IOException e) {
            throw new IllegalStateException("strings can be written to", e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static JsonGenerator pretty(Writer out) throws IOException {
        return FACTORY.createGenerator(out).useDefaultPrettyPrinter();
    }

    /** Writes a whole answer, indented, and closes the stream. */
    static void copy(InputStream in, Writer out) throws IOException {
        try (JsonParser p = parser(in);
                JsonGenerator g = pretty(out)) {
            p.nextToken();
            g.copyCurrentStructure(p);
        }
        out.write('\n');
    }
}
