// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import javax.ws.rs.Consumes;
import javax.ws.rs.HeaderParam;
import javax.ws.rs.HttpMethod;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import org.isthmus.core.model.Limits;
import org.junit.jupiter.api.Test;

/** Holds the OpenAPI document against the resources' annotations, and against itself. */
class OpenApiTest {
    private static final OpenApi API = OpenApi.INSTANCE;

    /** Calls with {@code GET /pools} and the method that answers it, for each. */
    private static void resources(BiConsumer<String, Method> each) {
        for (Class<?> c : new Nat64Application(() -> null).getClasses()) {
            javax.ws.rs.Path root = c.getAnnotation(javax.ws.rs.Path.class);
            if (root == null) {
                continue;
            }
            for (Method m : c.getDeclaredMethods()) {
                for (Annotation a : m.getAnnotations()) {
                    HttpMethod http = a.annotationType().getAnnotation(HttpMethod.class);
                    if (http != null) {
                        javax.ws.rs.Path sub = m.getAnnotation(javax.ws.rs.Path.class);
                        String path = "/" + root.value() + (sub == null ? "" : "/" + sub.value());
                        each.accept(http.value() + " " + path.replaceAll("//+", "/"), m);
                    }
                }
            }
        }
    }

    @Test
    void everyResourceIsDescribedAndNothingElse() {
        Set<String> described = new TreeSet<>();
        API.operations((key, operation) -> described.add(key));
        Set<String> there = new TreeSet<>();
        resources((key, method) -> assertTrue(there.add(key), key));
        assertEquals(there, described);
    }

    @Test
    void everyParameterIsDescribedAndNothingElse() {
        resources(
                (key, method) -> {
                    Set<String> there = new TreeSet<>();
                    for (Annotation[] annotations : method.getParameterAnnotations()) {
                        for (Annotation a : annotations) {
                            if (a instanceof QueryParam) {
                                there.add("query " + ((QueryParam) a).value());
                            } else if (a instanceof PathParam) {
                                there.add("path " + ((PathParam) a).value());
                            } else if (a instanceof HeaderParam) {
                                there.add("header " + ((HeaderParam) a).value());
                            }
                        }
                    }
                    assertEquals(there, API.parameters(key).keySet(), key);
                });
    }

    @Test
    void everyTypeOfBodyIsDescribedAndNothingElse() {
        resources(
                (key, method) -> {
                    Consumes consumes = method.getAnnotation(Consumes.class);
                    Set<String> taken = new TreeSet<>();
                    API.resolve(API.operation(key).path("requestBody"))
                            .path("content")
                            .fieldNames()
                            .forEachRemaining(taken::add);
                    Set<String> expected = consumes == null ? Set.of() : Set.of(consumes.value());
                    assertEquals(expected, taken, key);

                    Produces produces = method.getAnnotation(Produces.class);
                    if (produces == null) {
                        produces = method.getDeclaringClass().getAnnotation(Produces.class);
                    }
                    Set<String> given = new TreeSet<>();
                    OpenApi.fields(
                            API.operation(key).path("responses"),
                            (status, response) -> {
                                if (status.startsWith("2")) {
                                    API.resolve(response)
                                            .path("content")
                                            .fieldNames()
                                            .forEachRemaining(given::add);
                                }
                            });
                    if (!given.isEmpty()) {
                        assertEquals(Set.of(produces.value()), given, key);
                    }
                });
    }

    @Test
    void operationsAreNamedApart() {
        Set<String> ids = new TreeSet<>();
        API.operations(
                (key, operation) -> {
                    assertTrue(ids.add(operation.path("operationId").asText()), key);
                    assertTrue(operation.path("tags").size() == 1, key);
                    assertTrue(operation.path("summary").isTextual(), key);
                });
    }

    @Test
    void examplesAreValid() {
        List<String> wrong = new ArrayList<>();
        int[] count = {0};
        examples(API.root, "", count, wrong);
        assertEquals(List.of(), wrong);
        assertTrue(count[0] > 30, "only " + count[0] + " examples found");
    }

    private static void examples(JsonNode node, String at, int[] count, List<String> wrong) {
        if (node.has("example") && !at.endsWith("/properties")) {
            JsonNode schema = node.has("schema") ? node.path("schema") : node;
            count[0]++;
            for (String w : API.validate(schema, node.path("example"))) {
                wrong.add(at + ": " + w);
            }
        }
        if (node.isObject()) {
            OpenApi.fields(node, (name, child) -> examples(child, at + "/" + name, count, wrong));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            examples(node.get(i), at + "/" + i, count, wrong);
        }
    }

    private static String wrong(String schema, String json) throws IOException {
        return String.join(
                "\n",
                API.validate(API.schema(schema), Rest.MAPPER.readTree(json.replace('\'', '"'))));
    }

    /** Without this, a validator that lets everything pass would go unnoticed. */
    @Test
    void wrongValuesAreFound() throws IOException {
        String[][] cases = {
            {"Health", "{'ok':true}", "problems"},
            {"Health", "{'ok':true,'problems':[],'more':1}", "more"},
            {"Health", "{'ok':'true','problems':[]}", "/ok"},
            {"Health", "{'ok':true,'problems':[1]}", "/problems/0"},
            {"Bindings", "{'bindings':null,'next':null}", "/bindings"},
            {"Bindings", "{'bindings':[{}],'next':null}", "/bindings/0"},
            {"NewStaticBinding", binding("udplite", 1, "203.0.113.7"), "/protocol"},
            {"NewStaticBinding", binding("udp", -1, "203.0.113.7"), "/port6"},
            {"NewStaticBinding", binding("udp", 65536, "203.0.113.7"), "/port6"},
            {"NewStaticBinding", binding("udp", 1, "203.0.113.256"), "/ipv4"},
            {"Counts", "{'a':1.5}", "/a"},
            {"Time", "'2026-01-31 10:32'", ""},
            {"Time", "'2026-01-31T10:32:00+01:00'", ""},
            {"NewPool", "{'name':'p','prefixes':[]}", "/prefixes"},
            {"NewPool", "{'name':'p','prefixes':['1.2.3.4/']}", "/prefixes/0"},
        };
        for (String[] c : cases) {
            String wrong = wrong(c[0], c[1]);
            assertTrue(!wrong.isEmpty() && wrong.contains(c[2]), c[0] + " " + c[1] + ": " + wrong);
        }
        assertEquals("", wrong("Bindings", "{'bindings':[],'next':null,'total':null}"));
        assertEquals("", wrong("NewStaticBinding", binding("udp", 1, "203.0.113.7")));
        assertEquals("", wrong("Time", "'2026-01-31T10:32:00.5Z'"));
    }

    private static String binding(String protocol, int port6, String ipv4) {
        return String.format(
                "{'protocol':'%s','ipv6':'2001:db8::1','port6':%d,'ipv4':'%s','port4':1}",
                protocol, port6, ipv4);
    }

    private static void assertLimits(Limits.Range range, String schema, String property) {
        JsonNode p = API.schema(schema).path("properties").path(property);
        assertEquals(
                List.of(range.min, range.max),
                List.of(p.path("minimum").asInt(-1), p.path("maximum").asInt(-1)),
                schema + "." + property);
    }

    @Test
    void limitsAreThoseOfTheCore() {
        assertLimits(Limits.INSTANCE_ID, "Instance", "id");
        assertLimits(Limits.SUBSCRIBER_PREFIX_LENGTH, "Instance", "subscriberPrefixLength");
        assertLimits(Limits.BLOCK_SIZE, "Instance", "blockSize");
        assertLimits(Limits.BLOCKS_PER_SUBSCRIBER, "Instance", "blocksPerSubscriber");
        assertLimits(Limits.BINDINGS_PER_SECOND, "Instance", "bindingsPerSecond");
        assertLimits(Limits.UDP_TIMEOUT.shorter(), "Instance", "udpTimeout");
        assertLimits(Limits.ICMP_TIMEOUT.shorter(), "Instance", "icmpTimeout");
        assertLimits(Limits.TCP_ESTABLISHED_TIMEOUT.shorter(), "Instance", "tcpEstablishedTimeout");
        assertLimits(Limits.TCP_TRANSITORY_TIMEOUT.shorter(), "Instance", "tcpTransitoryTimeout");
        assertLimits(Limits.PORT_HOLD, "Instance", "portHold");
        assertLimits(Limits.HELD_PORTS, "Instance", "heldPorts");
        assertLimits(Limits.BLOCK_HOLD, "Instance", "blockHold");
        for (String protocol : List.of("icmp", "tcp", "udp")) {
            assertLimits(Limits.QUOTA, "BindingLimits", protocol);
        }
        assertLimits(Limits.QUOTA, "Instance", "maxBindings");
        assertLimits(Limits.QUOTA, "Instance", "maxBindingsPerSecond");
        assertLimits(Limits.QUOTA, "Instance", "maxBlocks");
        assertLimits(Limits.MTU, "Link", "mtu");
        assertLimits(Limits.IPV4_MTU, "Interface", "mtu");
        assertLimits(Limits.VLAN, "Interface", "vlan");
        for (String name : List.of("Name", "InstanceName")) {
            assertEquals("^" + Limits.NAME + "$", API.schema(name).path("pattern").asText());
        }
    }

    @Test
    void componentsAreAllUsed() {
        Set<String> used = new TreeSet<>();
        for (JsonNode ref : API.root.findValues("$ref")) {
            assertTrue(!API.root.at(ref.asText().substring(1)).isMissingNode(), ref.asText());
            used.add(ref.asText());
        }
        OpenApi.fields(
                API.root.path("components"),
                (kind, members) -> {
                    if (!kind.equals("securitySchemes")) {
                        members.fieldNames()
                                .forEachRemaining(
                                        name -> {
                                            String ref = "#/components/" + kind + "/" + name;
                                            assertTrue(used.contains(ref), ref);
                                        });
                    }
                });
    }

    @Test
    void documentIsServedInBothForms() {
        Rest rest = new Rest(null);
        assertEquals(API.root, rest.get("openapi.json").expect(200).json());
        Map<String, String> any = new TreeMap<>(Map.of("Accept", "*/*"));
        String yaml = rest.send("GET", "openapi.yaml", any, null).expect(200).text();
        assertTrue(yaml.contains("openapi: 3.0.3"), yaml);
    }
}
