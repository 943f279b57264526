// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.isthmus.core.model.Limits;

/**
 * Reads one JSON object field by field. A problem is noted under its path and a harmless value is
 * returned, so that reading continues and every problem is found; what was read is used only if
 * there was none. {@link #end} notes fields that were not read as unknown. One thread at a time.
 */
final class ObjectReader {
    private final JsonNode node;
    private final String path;
    private final Problems problems;
    private final Set<String> asked = new TreeSet<>();

    private ObjectReader(JsonNode node, String path, Problems problems) {
        this.node = node;
        this.path = path;
        this.problems = problems;
    }

    static ObjectReader of(JsonNode node, String path, Problems problems) {
        if (!node.isObject() && !node.isMissingNode()) {
            problems.add(path, "must be an object");
            return new ObjectReader(MissingNode.getInstance(), path, problems);
        }
        return new ObjectReader(node, path, problems);
    }

    String path() {
        return path;
    }

    String path(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    boolean has(String field) {
        asked.add(field);
        return node.has(field);
    }

    /** Whether a list is not there, or is empty. */
    boolean hasNone(String field) {
        JsonNode list = node.path(field);
        return list.isMissingNode() || list.isArray() && list.isEmpty();
    }

    void problem(String field, String message) {
        problems.add(path(field), message);
    }

    /** Names of all fields; for objects whose field names are data. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (Iterator<String> i = node.fieldNames(); i.hasNext(); ) {
            names.add(i.next());
        }
        return names;
    }

    /** An object, empty if it is not there. */
    ObjectReader object(String field) {
        asked.add(field);
        return of(node.path(field), path(field), problems);
    }

    /** A field that must be there, in text that the parser takes. */
    <T> T required(String field, Function<String, T> parser) {
        if (!has(field)) {
            if (!node.isMissingNode()) {
                problem(field, "is missing");
            }
            return null;
        }
        return optional(field, parser, null);
    }

    /** A field in text that the parser takes. */
    <T> T optional(String field, Function<String, T> parser, T otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        return text(node.get(field), path(field), parser, otherwise);
    }

    /** A list of texts, empty if it is not there; elements that are wrong are left out. */
    <T> List<T> list(String field, Function<String, T> parser) {
        List<T> values = new ArrayList<>();
        JsonNode array = array(field);
        for (int i = 0; i < array.size(); i++) {
            T value = text(array.get(i), path(field) + "[" + i + "]", parser, null);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** A list of objects, empty if it is not there. */
    List<ObjectReader> objects(String field) {
        List<ObjectReader> objects = new ArrayList<>();
        JsonNode array = array(field);
        for (int i = 0; i < array.size(); i++) {
            objects.add(of(array.get(i), path(field) + "[" + i + "]", problems));
        }
        return objects;
    }

    /** A whole number in its range; its default if it is not there, or in error. */
    int integer(String field, Limits.Range range) {
        if (!has(field)) {
            return range.byDefault;
        }
        JsonNode value = node.get(field);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || !range.contains(value.longValue())) {
            problem(
                    field,
                    "must be an integer from " + range.min + " to " + range.max + ", not " + value);
            return range.byDefault;
        }
        return value.intValue();
    }

    boolean flag(String field, boolean otherwise) {
        if (!has(field)) {
            return otherwise;
        }
        JsonNode value = node.get(field);
        if (!value.isBoolean()) {
            problem(field, "must be true or false, not " + value);
            return otherwise;
        }
        return value.booleanValue();
    }

    /** Notes a value of a field that belongs to something else already; otherwise it does now. */
    <K> void claim(Map<K, String> owners, K what, String field, String owner) {
        String other = owners.putIfAbsent(what, owner);
        if (other != null) {
            problem(field, what + " is in use at " + other);
        }
    }

    /** Skips fields that other programs read. */
    void leave(Set<String> fields) {
        asked.addAll(fields);
    }

    /** Notes a field that is expected here by mistake, and where it belongs. */
    void moved(String field, String where) {
        if (node.has(field)) {
            asked.add(field);
            problem(field, "is unknown; it stands under " + where);
        }
    }

    /** Notes fields that were not read. Called last. */
    void end() {
        for (String name : names()) {
            if (!asked.contains(name)) {
                String near = Suggestion.nearest(name, asked);
                problem(
                        name,
                        near == null
                                ? "is unknown; known here: " + String.join(", ", asked)
                                : "is unknown; did you mean " + near + "?");
            }
        }
    }

    private JsonNode array(String field) {
        asked.add(field);
        JsonNode array = node.path(field);
        if (!array.isArray() && !array.isMissingNode()) {
            problem(field, "must be a list");
            return MissingNode.getInstance();
        }
        return array;
    }

    private <T> T text(JsonNode value, String at, Function<String, T> parser, T otherwise) {
        if (!value.isTextual()) {
            problems.add(at, "must be a string, not " + value);
            return otherwise;
        }
        try {
            return parser.apply(value.textValue());
        } catch (IllegalArgumentException e) {
            problems.add(at, e.getMessage());
            return otherwise;
        }
    }
}
