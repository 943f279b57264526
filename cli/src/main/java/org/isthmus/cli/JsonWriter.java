// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.isthmus.listing.JsonReader;

/** Writes JSON: bodies of requests, and answers as they are printed. */
final class JsonWriter {
    /** Writes into a generator. */
    interface Body {
        void write(JsonGenerator g) throws IOException;
    }

    private static final JsonFactory FACTORY =
            new JsonFactory()
                    .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                    // What broke off must not look whole.
                    .disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);

    private JsonWriter() {}

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

    /** Writes fields of an object, as {@link JsonReader#read} gives them. */
    static void fields(JsonGenerator g, Map<String, Object> fields) throws IOException {
        for (Map.Entry<String, Object> e : fields.entrySet()) {
            if (e.getValue() instanceof Map) {
                g.writeObjectFieldStart(e.getKey());
                fields(g, JsonReader.object(e.getValue()));
                g.writeEndObject();
            } else {
                g.writeObjectField(e.getKey(), e.getValue());
            }
        }
    }

    /** Writes a whole answer, indented, and closes the stream. */
    static void copy(InputStream in, Writer out) throws IOException {
        try (JsonParser p = JsonReader.parser(in);
                JsonGenerator g = pretty(out)) {
            JsonReader.requireObject(p);
            g.copyCurrentStructure(p);
        } finally {
            out.write('\n');
        }
    }
}
