// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Turns the OpenAPI 3.0 document into one of Swagger 2.0, which is what ONOS 2.7 shows. It knows
 * what our document uses, no more. For one thread, one use.
 */
final class Swagger {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Keywords of a schema that say nothing of a parameter's value in Swagger 2.0. */
    private static final Set<String> NOT_OF_PARAMETERS =
            Set.of("description", "example", "nullable", "title");

    private final JsonNode openApi;

    private Swagger(JsonNode openApi) {
        this.openApi = openApi;
    }

    static ObjectNode of(InputStream openApi) throws IOException {
        return new Swagger(MAPPER.readTree(openApi)).document();
    }

    private ObjectNode document() {
        ObjectNode swagger = MAPPER.createObjectNode();
        swagger.put("swagger", "2.0");
        swagger.set("info", openApi.get("info"));
        swagger.put("basePath", openApi.at("/servers/0/url").asText());
        swagger.set("tags", openApi.get("tags"));
        swagger.set("securityDefinitions", MAPPER.createObjectNode());
        ((ObjectNode) swagger.get("securityDefinitions")).putObject("basic").put("type", "basic");
        swagger.set("security", openApi.get("security"));
        ObjectNode paths = swagger.putObject("paths");
        fields(openApi.get("paths"), (path, item) -> paths.set(path, pathItem(item)));
        ObjectNode definitions = swagger.putObject("definitions");
        fields(
                openApi.at("/components/schemas"),
                (name, schema) -> definitions.set(name, schema(schema)));
        return swagger;
    }

    private ObjectNode pathItem(JsonNode item) {
        ObjectNode result = MAPPER.createObjectNode();
        fields(
                item,
                (name, value) ->
                        result.set(
                                name,
                                name.equals("parameters") ? parameters(value) : operation(value)));
        return result;
    }

    private ObjectNode operation(JsonNode operation) {
        ObjectNode result = MAPPER.createObjectNode();
        for (String name : new String[] {"tags", "operationId", "summary", "description"}) {
            if (operation.has(name)) {
                result.set(name, operation.get(name));
            }
        }
        ArrayNode parameters = parameters(operation.path("parameters"));
        if (operation.has("requestBody")) {
            JsonNode body = resolved(operation.get("requestBody"));
            parameters.add(body(body));
            ArrayNode consumes = result.putArray("consumes");
            body.get("content").fieldNames().forEachRemaining(consumes::add);
        }
        result.set("parameters", parameters);
        Set<String> types = new TreeSet<>();
        ObjectNode responses = result.putObject("responses");
        fields(
                operation.get("responses"),
                (status, response) -> responses.set(status, response(resolved(response), types)));
        ArrayNode produces = result.putArray("produces");
        types.forEach(produces::add);
        return result;
    }

    private ArrayNode parameters(JsonNode parameters) {
        ArrayNode result = MAPPER.createArrayNode();
        parameters.forEach(p -> result.add(parameter(resolved(p))));
        return result;
    }

    /** What a schema says stands in the parameter itself. */
    private ObjectNode parameter(JsonNode parameter) {
        ObjectNode result = MAPPER.createObjectNode();
        fields(
                parameter,
                (name, value) -> {
                    if (name.equals("schema")) {
                        value(result, value);
                    } else if (!name.equals("example")) {
                        result.set(name, value);
                    }
                });
        return result;
    }

    private void value(ObjectNode result, JsonNode schema) {
        fields(
                resolved(schema),
                (name, value) -> {
                    if (!NOT_OF_PARAMETERS.contains(name)) {
                        result.set(name, value);
                    }
                });
    }

    private ObjectNode body(JsonNode body) {
        ObjectNode result = MAPPER.createObjectNode();
        result.put("name", "body");
        result.put("in", "body");
        result.put("required", body.path("required").asBoolean());
        if (body.has("description")) {
            result.set("description", body.get("description"));
        }
        result.set("schema", schema(body.get("content").iterator().next().path("schema")));
        return result;
    }

    private ObjectNode response(JsonNode response, Set<String> types) {
        ObjectNode result = MAPPER.createObjectNode();
        result.set("description", response.get("description"));
        JsonNode content = response.path("content");
        content.fieldNames().forEachRemaining(types::add);
        if (!content.isEmpty()) {
            result.set("schema", schema(content.iterator().next().path("schema")));
        }
        if (response.has("headers")) {
            ObjectNode headers = result.putObject("headers");
            fields(
                    response.get("headers"),
                    (name, header) -> headers.set(name, parameter(resolved(header))));
        }
        return result;
    }

    /** Null is written as the extension that Swagger's tools know. */
    private JsonNode schema(JsonNode schema) {
        if (schema.isArray()) {
            ArrayNode result = MAPPER.createArrayNode();
            schema.forEach(s -> result.add(schema(s)));
            return result;
        }
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode result = MAPPER.createObjectNode();
        fields(
                schema,
                (name, value) -> {
                    if (name.equals("$ref")) {
                        String ref = value.asText();
                        result.put(
                                name, "#/definitions/" + ref.substring(ref.lastIndexOf('/') + 1));
                    } else if (name.equals("nullable")) {
                        result.set("x-nullable", value);
                    } else {
                        result.set(name, name.equals("example") ? value : schema(value));
                    }
                });
        return result;
    }

    private JsonNode resolved(JsonNode node) {
        JsonNode at = node;
        while (at.has("$ref")) {
            at = openApi.at(at.get("$ref").asText().substring(1));
        }
        return at;
    }

    private interface Field {
        void accept(String name, JsonNode value);
    }

    private static void fields(JsonNode object, Field field) {
        for (Iterator<Map.Entry<String, JsonNode>> i = object.fields(); i.hasNext(); ) {
            Map.Entry<String, JsonNode> e = i.next();
            field.accept(e.getKey(), e.getValue());
        }
    }
}
