// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads a JSON body as a stream. Wrong values are gathered with their path, line and column and
 * read as null; a syntax error ends it. For one thread.
 */
final class JsonInput {
    /** Reads the value of one field of an object. */
    interface Field {
        void read(String name) throws IOException;
    }

    /** Reads a whole body. */
    interface Reader<T> {
        /**
         * @return the value; not used if there were errors
         */
        T read(JsonInput in) throws IOException;
    }

    private static final JsonFactory FACTORY =
            new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final JsonParser parser;
    private final Errors errors = new Errors();

    private JsonInput(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * @param most bytes
     * @throws BadInputException with all that is wrong
     */
    static <T> T read(InputStream body, int most, Reader<T> reader) {
        try (JsonParser parser = FACTORY.createParser(new LimitedStream(body, most))) {
            JsonInput in = new JsonInput(parser);
            try {
                if (parser.nextToken() == null) {
                    throw new BadInputException("", "the body is empty");
                }
                T value = reader.read(in);
                if (parser.nextToken() != null) {
                    in.add(in.path(), "there is more behind the end of the JSON value");
                }
                in.errors.throwIfAny();
                return value;
            } catch (JsonProcessingException e) {
                JsonLocation at = e.getLocation();
                throw in.errors.last(
                        new FieldError(
                                in.path(),
                                fault(e),
                                at == null ? 0 : at.getLineNr(),
                                at == null ? 0 : at.getColumnNr()));
            }
        } catch (IOException e) {
            throw new BadInputException("", "the body could not be read to its end");
        }
    }

    /** In words of ours: those of the parser are about itself. */
    private static String fault(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "is not JSON: the body ends inside of it";
        }
        return e.getOriginalMessage().startsWith("Duplicate field")
                ? "is given more than once"
                : "is not JSON";
    }

    /**
     * Reads an object at whose start the parser stands; unknown and missing fields are errors.
     *
     * @param names of all fields, at most 64
     * @param required how many of the names, from the first, must be given
     * @return false if something else than an object is there
     */
    boolean object(List<String> names, int required, Field field) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            wrongType("an object");
            return false;
        }
        JsonLocation start = location();
        long given = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            int i = names.indexOf(name);
            parser.nextToken();
            if (i >= 0) {
                given |= 1L << i;
                field.read(name);
            } else {
                String all = String.join(", ", names);
                add(path(), "is not a field here; the fields are " + all);
                parser.skipChildren();
            }
        }
        for (int i = 0; i < required; i++) {
            if ((given & 1L << i) == 0) {
                String path = path();
                String missing = path.isEmpty() ? names.get(i) : path + "." + names.get(i);
                errors.add(
                        new FieldError(
                                missing, "is missing", start.getLineNr(), start.getColumnNr()));
            }
        }
        return true;
    }

    /** Whether anything was wrong so far. */
    boolean failed() {
        return errors.any();
    }

    /** Reads an array, whose elements the reader reads one by one; null where there is none. */
    <T> List<T> array(Reader<T> element) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            wrongType("an array");
            return null;
        }
        List<T> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            T value = element.read(this);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }

    /**
     * Reads a string as a value.
     *
     * @param parse throws IllegalArgumentException, whose message is passed on
     */
    <T> T text(Function<String, T> parse) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            wrongType("a string");
            return null;
        }
        try {
            return parse.apply(parser.getText());
        } catch (IllegalArgumentException e) {
            add(path(), e.getMessage());
            return null;
        }
    }

    /** Reads true or false; false where it is neither. */
    boolean bool() throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            wrongType("a boolean");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** Reads a whole number; null where it is none or out of range. */
    Integer integer(int min, int max) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            wrongType("a whole number");
            return null;
        }
        // Ten characters at most: a long one is not even converted.
        if (parser.getTextLength() <= 10) {
            long value = parser.getLongValue();
            if (value >= min && value <= max) {
                return (int) value;
            }
        }
        add(path(), "must be " + min + " to " + max);
        return null;
    }

    void add(String path, String message) {
        JsonLocation at = location();
        errors.add(new FieldError(path, message, at.getLineNr(), at.getColumnNr()));
    }

    private void wrongType(String expected) throws IOException {
        add(path(), "must be " + expected + ", not " + name(parser.currentToken()));
        parser.skipChildren();
    }

    private static String name(JsonToken token) {
        switch (token) {
            case START_OBJECT:
                return "an object";
            case START_ARRAY:
                return "an array";
            case VALUE_STRING:
                return "a string";
            case VALUE_NULL:
                return "null";
            case VALUE_TRUE:
            case VALUE_FALSE:
                return "a boolean";
            default:
                return "a number";
        }
    }

    // The names that replace these are younger than the Jackson of ONOS 2.7.0.
    @SuppressWarnings("deprecation")
    private JsonLocation location() {
        return parser.getTokenLocation();
    }

    /** Path of the current value, such as {@code eamt[3].ipv4}; empty for the body itself. */
    String path() {
        JsonStreamContext context = parser.getParsingContext();
        JsonToken token = parser.currentToken();
        boolean inside = token != null && token.isStructStart();
        return path(inside ? context.getParent() : context);
    }

    private static String path(JsonStreamContext c) {
        if (c == null || c.inRoot()) {
            return "";
        }
        String parent = path(c.getParent());
        if (c.inArray()) {
            return parent + "[" + Math.max(c.getCurrentIndex(), 0) + "]";
        }
        String name = c.getCurrentName();
        return name == null ? parent : parent.isEmpty() ? name : parent + "." + name;
    }
}
