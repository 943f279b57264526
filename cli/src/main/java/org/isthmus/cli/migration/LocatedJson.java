// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli.migration;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isthmus.config.Netcfg;

/** A JSON value that knows its line. Immutable once read. */
final class LocatedJson {
    private static final JsonFactory FACTORY =
            new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    final Place place;

    /** Of a scalar, as it is written; null of others, and of null. */
    final String text;

    /** Of an object, by names in lower case: Jool takes any; null of others. */
    final Map<String, LocatedJson> fields;

    /** Of an array; null of others. */
    final List<LocatedJson> items;

    private LocatedJson(
            Place place, String text, Map<String, LocatedJson> fields, List<LocatedJson> items) {
        this.place = place;
        this.text = text;
        this.fields = fields;
        this.items = items;
    }

    /** All values of a file, one after another. */
    static List<LocatedJson> read(String file, byte[] content, Notes notes) {
        List<LocatedJson> values = new ArrayList<>();
        try (JsonParser p = FACTORY.createParser(Draft.text(content))) {
            try {
                while (p.nextToken() != null) {
                    values.add(read(file, "", p));
                }
            } catch (JsonProcessingException e) {
                Place place = new Place(file, p.currentLocation().getLineNr(), "");
                notes.wrong(place, "not JSON: " + Netcfg.fault(e));
            }
        } catch (IOException e) {
            throw new IllegalStateException("a string can be read", e);
        }
        return values;
    }

    private static LocatedJson read(String file, String path, JsonParser p) throws IOException {
        Place place = new Place(file, p.currentTokenLocation().getLineNr(), path);
        if (p.currentToken() == JsonToken.START_OBJECT) {
            Map<String, LocatedJson> fields = new LinkedHashMap<>();
            while (p.nextToken() != JsonToken.END_OBJECT) {
                String name = p.currentName();
                p.nextToken();
                String below = path.isEmpty() ? name : path + "." + name;
                LocatedJson value = read(file, below, p);
                if (fields.put(name.toLowerCase(Locale.ROOT), value) != null) {
                    throw new JsonParseException(p, "Duplicate field '" + name + "'");
                }
            }
            return new LocatedJson(place, null, fields, null);
        }
        if (p.currentToken() == JsonToken.START_ARRAY) {
            List<LocatedJson> items = new ArrayList<>();
            while (p.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(file, path + "[" + items.size() + "]", p));
            }
            return new LocatedJson(place, null, null, items);
        }
        boolean none = p.currentToken() == JsonToken.VALUE_NULL;
        return new LocatedJson(place, none ? null : p.getText(), null, null);
    }

    /** What a message shows of it. */
    @Override
    public String toString() {
        return fields != null ? "{...}" : items != null ? "[...]" : String.valueOf(text);
    }
}
