// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The OpenAPI document, and what it says of requests, answers and examples. */
final class OpenApi {
    static final OpenApi INSTANCE = new OpenApi();

    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");

    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDialect(
                    Dialects.getOpenApi30(),
                    registry ->
                            registry.schemaRegistryConfig(
                                    SchemaRegistryConfig.builder()
                                            .formatAssertionsEnabled(true)
                                            .build()));

    final JsonNode root;

    private OpenApi() {
        try (InputStream in = OpenApiResource.class.getResourceAsStream("openapi.yaml")) {
            root = new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Calls with {@code GET /pools} and its operation, for each. */
    void operations(BiConsumer<String, JsonNode> each) {
        fields(
                root.path("paths"),
                (path, item) ->
                        fields(
                                item,
                                (method, operation) -> {
                                    if (METHODS.contains(method)) {
                                        String name = method.toUpperCase(Locale.ROOT);
                                        each.accept(name + " " + path, operation);
                                    }
                                }));
    }

    static void fields(JsonNode object, BiConsumer<String, JsonNode> each) {
        // Not properties(), which the Jackson of ONOS does not have.
        object.fieldNames().forEachRemaining(name -> each.accept(name, object.get(name)));
    }

    /** Parameters of an operation with those of its path, each as {@code in name}. */
    Map<String, JsonNode> parameters(String key) {
        String path = key.substring(key.indexOf(' ') + 1);
        Map<String, JsonNode> all = new TreeMap<>();
        for (JsonNode owner : List.of(root.path("paths").path(path), operation(key))) {
            for (JsonNode p : owner.path("parameters")) {
                JsonNode parameter = resolve(p);
                String name = parameter.path("in").asText() + " " + parameter.path("name").asText();
                all.put(name, parameter);
            }
        }
        return all;
    }

    JsonNode operation(String key) {
        String[] methodAndPath = key.split(" ");
        return root.path("paths")
                .path(methodAndPath[1])
                .path(methodAndPath[0].toLowerCase(Locale.ROOT));
    }

    JsonNode resolve(JsonNode node) {
        JsonNode ref = node.path("$ref");
        if (ref.isMissingNode()) {
            return node;
        }
        JsonNode target = root.at(ref.asText().substring(1));
        assertTrue(!target.isMissingNode(), ref.asText());
        return resolve(target);
    }

    /** The operation a request is for, as {@code GET /pools/{name}}; null if there is none. */
    String match(String method, String path) {
        // JAX-RS does not tell a path from the same with a slash at its end.
        String[] given = ("/" + path.replaceFirst("\\?.*", "")).split("/");
        String found = null;
        for (Iterator<String> i = root.path("paths").fieldNames(); i.hasNext(); ) {
            String template = i.next();
            String[] parts = template.split("/");
            boolean same = parts.length == given.length;
            for (int k = 0; same && k < parts.length; k++) {
                same = parts[k].startsWith("{") || parts[k].equals(given[k]);
            }
            // A literal path beats a template.
            if (same && (found == null || !template.contains("{"))) {
                found = template;
            }
        }
        String key = method + " " + found;
        return found == null || operation(key).isMissingNode() ? null : key;
    }

    /** Fails unless the answer is one the document describes. */
    void check(String method, String path, Rest.Answer answer) {
        String key = match(method, path);
        if (key == null) {
            assertTrue(
                    answer.status == 404 || answer.status == 405 || method.equals("OPTIONS"),
                    method + " " + path + " answers " + answer.status);
            if (!method.equals("HEAD") && !method.equals("OPTIONS")) {
                checkBody(key, schema("Problem"), answer);
            }
            return;
        }
        String status = Integer.toString(answer.status);
        JsonNode response = resolve(operation(key).path("responses").path(status));
        assertTrue(!response.isMissingNode(), key + " answers " + status + ": " + answer.text());
        fields(
                response.path("headers"),
                (name, header) ->
                        assertTrue(
                                answer.header(name) != null
                                        || !resolve(header).path("required").asBoolean(true),
                                key + ": " + name));
        JsonNode content = response.path("content");
        if (content.isMissingNode()) {
            assertTrue(answer.bytes.length == 0, key + " " + status + ": " + answer.text());
            return;
        }
        assertTrue(answer.type != null, key + " " + status + " has no type");
        String type = answer.type.replaceFirst(";.*", "");
        JsonNode media = content.path(content.has(type) ? type : "*/*");
        assertTrue(!media.isMissingNode(), key + " " + status + " is " + answer.type);
        checkBody(key, media.path("schema"), answer);
    }

    /** Fails if a body of JSON was taken that the document does not allow. */
    void checkTaken(String method, String path, String body, Rest.Answer answer) {
        String key = match(method, path);
        if (key == null || answer.status >= 300) {
            return;
        }
        JsonNode media =
                resolve(operation(key).path("requestBody"))
                        .path("content")
                        .path("application/json");
        if (media.has("schema")) {
            List<String> wrong = validate(media.path("schema"), Rest.json(body));
            assertTrue(wrong.isEmpty(), key + " takes " + body + ": " + wrong);
        }
    }

    private static void checkBody(String key, JsonNode schema, Rest.Answer answer) {
        JsonNode body =
                answer.type.contains("json") ? answer.json() : TextNode.valueOf(answer.text());
        List<String> wrong = INSTANCE.validate(schema, body);
        if (!wrong.isEmpty()) {
            fail(key + " " + answer.status + " " + wrong + ": " + answer.text());
        }
    }

    JsonNode schema(String name) {
        JsonNode schema = root.path("components").path("schemas").path(name);
        assertTrue(schema.isObject(), name);
        return schema;
    }

    /** What is wrong with a value; empty: nothing. */
    List<String> validate(JsonNode schema, JsonNode value) {
        // A document of its own, in which the references of the schema lead to the components.
        ObjectNode document = schema.deepCopy();
        document.set("components", root.path("components"));
        return SCHEMAS.getSchema(document).validate(value).stream()
                .map(Error::toString)
                .collect(Collectors.toList());
    }
}
