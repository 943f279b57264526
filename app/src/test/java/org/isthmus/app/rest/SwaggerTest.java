// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.rest.OpenApiResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the document for ONOS against the one it is made from, operation by operation. */
final class SwaggerTest {
    private static final Set<String> METHODS = Set.of("delete", "get", "patch", "post", "put");

    private static JsonNode openApi;
    private static JsonNode swagger;

    @BeforeAll
    static void convert() throws IOException {
        try (InputStream in = OpenApiResource.class.getResourceAsStream("openapi.json")) {
            openApi = new ObjectMapper().readTree(in);
        }
        try (InputStream in = OpenApiResource.class.getResourceAsStream("openapi.json")) {
            swagger = Swagger.of(in);
        }
    }

    private static Set<String> operations(JsonNode document) {
        Set<String> found = new TreeSet<>();
        document.get("paths")
                .fields()
                .forEachRemaining(
                        path ->
                                path.getValue()
                                        .fieldNames()
                                        .forEachRemaining(
                                                m -> {
                                                    if (METHODS.contains(m)) {
                                                        found.add(m + " " + path.getKey());
                                                    }
                                                }));
        return found;
    }

    private static JsonNode operation(JsonNode document, String name) {
        String[] parts = name.split(" ");
        return document.get("paths").get(parts[1]).get(parts[0]);
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? openApi.at(node.get("$ref").asText().substring(1)) : node;
    }

    @Test
    void everyOperationIsThere() {
        assertFalse(operations(openApi).isEmpty());
        assertEquals(operations(openApi), operations(swagger));
        assertEquals("/onos/nat64", swagger.get("basePath").asText());
        assertEquals("2.0", swagger.get("swagger").asText());
        assertEquals("basic", swagger.at("/securityDefinitions/basic/type").asText());
    }

    @Test
    void everyOperationHasItsParametersAndBody() {
        for (String name : operations(openApi)) {
            JsonNode from = operation(openApi, name);
            Set<String> expected = new TreeSet<>();
            from.path("parameters").forEach(p -> expected.add(id(resolved(p))));
            if (from.has("requestBody")) {
                expected.add("body body");
            }
            Set<String> got = new TreeSet<>();
            operation(swagger, name)
                    .get("parameters")
                    .forEach(
                            p -> {
                                got.add(id(p));
                                boolean body = p.get("in").asText().equals("body");
                                assertEquals(body, p.has("schema"), name + ": " + p);
                                assertEquals(!body, p.has("type"), name + ": " + p);
                            });
            assertEquals(expected, got, name);
        }
    }

    private static String id(JsonNode parameter) {
        return parameter.get("in").asText() + " " + parameter.get("name").asText();
    }

    @Test
    void everyOperationHasItsResponsesAndTypes() {
        for (String name : operations(openApi)) {
            JsonNode from = operation(openApi, name).get("responses");
            JsonNode to = operation(swagger, name);
            Set<String> types = new TreeSet<>();
            from.fields()
                    .forEachRemaining(
                            r -> {
                                JsonNode content = resolved(r.getValue()).path("content");
                                content.fieldNames().forEachRemaining(types::add);
                                JsonNode made = to.get("responses").get(r.getKey());
                                assertTrue(made.has("description"), name + " " + r.getKey());
                                assertEquals(!content.isEmpty(), made.has("schema"), name);
                            });
            assertEquals(from.size(), to.get("responses").size(), name);
            Set<String> produces = new TreeSet<>();
            to.get("produces").forEach(t -> produces.add(t.asText()));
            assertEquals(types, produces, name);
        }
    }

    @Test
    void everyReferenceLeadsToADefinition() {
        int found = 0;
        for (JsonNode reference : swagger.findValues("$ref")) {
            String at = reference.asText();
            assertTrue(at.startsWith("#/definitions/"), at);
            assertFalse(swagger.at(at.substring(1)).isMissingNode(), at);
            found++;
        }
        assertTrue(found > 0);
        for (String unknown : new String[] {"nullable", "content", "requestBody", "components"}) {
            assertTrue(swagger.findValues(unknown).isEmpty(), unknown);
        }
    }
}
