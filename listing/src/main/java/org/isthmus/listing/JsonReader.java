// SPDX-License-Identifier: Apache-2.0
package org.isthmus.listing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers and booleans; enough for rows, and quick to load. */
public final class JsonReader {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Takes a value from a parser that stands at its first token. */
    public interface Value {
        void read(JsonParser p) throws IOException;
    }

    private JsonReader() {}

    public static JsonParser parser(InputStream in) throws IOException {
        return FACTORY.createParser(in);
    }

    /** Reads the value at whose first token the parser stands. */
    public static Object read(JsonParser p) throws IOException {
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
    public static Map<String, Object> readObject(InputStream in) throws IOException {
        try (JsonParser p = parser(in)) {
            requireObject(p);
            return object(read(p));
        }
    }

    /** Goes to the first token, which has to be that of an object. */
    public static void requireObject(JsonParser p) throws IOException {
        if (p.nextToken() != JsonToken.START_OBJECT) {
            throw new JsonParseException(p, "the answer is no JSON object");
        }
    }

    /**
     * Reads the elements of an object's array one by one, and closes the stream.
     *
     * @return the object's other fields
     */
    public static Map<String, Object> readArray(InputStream in, String name, Value element)
            throws IOException {
        Map<String, Object> others = new LinkedHashMap<>();
        try (JsonParser p = parser(in)) {
            boolean found = false;
            requireObject(p);
            while (p.nextToken() == JsonToken.FIELD_NAME) {
                String field = p.currentName();
                if (p.nextToken() == JsonToken.START_ARRAY && field.equals(name)) {
                    found = true;
                    while (p.nextToken() != JsonToken.END_ARRAY) {
                        element.read(p);
                    }
                } else {
                    others.put(field, read(p));
                }
            }
            if (!found) {
                throw new JsonParseException(p, "the answer has no array " + name);
            }
        }
        return others;
    }

    /** A value as an object; empty if it is none. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    /** A value as an array; empty if it is none. */
    @SuppressWarnings("unchecked")
    public static List<Object> list(Object value) {
        return value instanceof List ? (List<Object>) value : List.of();
    }
}
