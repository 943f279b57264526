// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.StoreFailedException;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.junit.jupiter.api.Test;

/** Brings about every answer that the OpenAPI document describes, and finds no other. */
class StatusesTest {
    private static final OpenApi API = OpenApi.INSTANCE;

    private final Set<String> seen = new TreeSet<>();

    @Test
    void everyDescribedStatusIsGiven() {
        Set<String> described = new TreeSet<>();
        API.operations(
                (key, operation) ->
                        operation
                                .path("responses")
                                .fieldNames()
                                .forEachRemaining(status -> described.add(key + " " + status)));
        // Hosts give these; their tests are in controller/.
        described.removeIf(d -> d.endsWith(" 401") || d.endsWith(" 403"));
        API.operations(this::succeed);
        API.operations(this::fail);
        special();
        assertEquals(described, seen);
    }

    /** The path of an operation with the examples of its parameters. */
    private static String path(String key, boolean withQuery) {
        String[] path = {key.substring(key.indexOf('/') + 1)};
        StringBuilder query = new StringBuilder();
        API.parameters(key)
                .forEach(
                        (name, p) -> {
                            String value = p.path("example").asText();
                            if (name.startsWith("path ")) {
                                path[0] = path[0].replace("{" + name.substring(5) + "}", value);
                            } else if (name.startsWith("query ")
                                    && withQuery
                                    && !name.equals("query cursor")) {
                                query.append(query.length() == 0 ? '?' : '&');
                                query.append(name.substring(6)).append('=').append(value);
                            }
                        });
        return path[0] + query;
    }

    private static String method(String key) {
        return key.substring(0, key.indexOf(' '));
    }

    private static JsonNode json(JsonNode operation) {
        return API.resolve(operation.path("requestBody")).path("content").path("application/json");
    }

    private static String body(JsonNode operation) {
        JsonNode json = json(operation);
        if (json.isMissingNode()) {
            return null;
        }
        return json.has("example")
                ? json.path("example").toString()
                : API.resolve(json.path("schema")).path("example").toString();
    }

    private Rest.Answer ask(
            FakeNat64 nat64, String key, String path, Map<String, String> headers, String body) {
        Rest.Answer answer = new Rest(nat64).send(method(key), path, headers, body);
        seen.add(key + " " + answer.status);
        return answer;
    }

    private static Map<String, String> headers(JsonNode operation) {
        return body(operation) == null ? Map.of() : Map.of("Content-Type", "application/json");
    }

    private static FakeNat64 filled(String key) {
        FakeNat64 nat64 = FakeNat64.filled();
        if (key.matches("(GET|DELETE) /pools/check")) {
            nat64.addPool(
                    new PoolSpec(
                            "check",
                            "nat64",
                            List.of(Ipv4Prefix.parse("198.18.0.0/28")),
                            PoolSpec.defaultFirstPort(),
                            PoolSpec.defaultLastPort()));
        }
        return nat64;
    }

    /** The examples of the document work as they stand there. */
    private void succeed(String key, JsonNode operation) {
        boolean isNew = key.startsWith("POST") && !key.contains("{");
        FakeNat64 nat64 = isNew ? new FakeNat64() : filled(key);
        Rest.Answer answer = ask(nat64, key, path(key, true), headers(operation), body(operation));
        assertTrue(
                answer.status < (key.equals("GET /") ? 308 : 300),
                key + " answers " + answer.status + answer.text());
    }

    /** Whether there is something of which there may be none. */
    private static boolean isOfOne(String key) {
        return key.contains("{") && !key.contains("{logger}")
                || key.matches("(GET|DELETE) /pools/check");
    }

    private void fail(String key, JsonNode operation) {
        String path = path(key, true);
        String body = body(operation);
        Map<String, String> headers = headers(operation);
        char next = path.contains("?") ? '&' : '?';
        String unknown = path + next + "nonsense=1";
        Rest.Answer refused = ask(filled(key), key, unknown, headers, body).expect(400);
        assertTrue(refused.error().startsWith("nonsense: "), refused.text());

        Map<String, String> png = new TreeMap<>(headers);
        png.put("Accept", "image/png");
        if (!key.contains("{file}") && !key.equals("GET /")) {
            // It beats Accept.
            String withoutFormat = path.replaceFirst("format=[a-z]+&?", "");
            ask(filled(key), key, withoutFormat, png, body).expect(406);
        }
        if (key.contains("openapi")
                || key.contains("/ui/")
                || key.matches("GET /(glossary|live|user)?")) {
            return;
        }
        ask(null, key, path, headers, body).expect(503);
        if (key.equals("GET /ready")) {
            return;
        }
        FakeNat64 broken = filled(key);
        broken.failure = new IllegalStateException("secret of the inside");
        quietly(
                () -> {
                    Rest.Answer failed = ask(broken, key, path, headers, body).expect(500);
                    assertFalse(failed.text().contains("secret"), failed.text());
                    assertTrue(failed.text().contains("urn:uuid:"), failed.text());
                });
        if (isOfOne(key)) {
            if (!key.contains(" /pools/")) {
                String wrong = path.replaceFirst("[0-9]+\\.[0-9]+", "x");
                ask(filled(key), key, wrong, headers, body).expect(400);
            }
            ask(new FakeNat64(), key, path, headers, body).expect(404);
        }
        boolean changes = !key.matches("GET .*|POST .*/check|POST /backup|PUT /log-levels.*");
        if (changes) {
            FakeNat64 other = filled(key);
            other.failure = new ConflictException("", "in the way", "something else");
            String with = ask(other, key, path, headers, body).expect(409).text();
            assertTrue(with.contains("\"conflictsWith\":\"something else\""), with);
            FakeNat64 stuck = filled(key);
            stuck.failure = new StoreFailedException(new IOException("No space left on device"));
            String why = ask(stuck, key, path, headers, body).expect(503).text();
            assertTrue(why.contains("the store failed: No space left on device"), why);
        }
        if (body != null && changes) {
            FakeNat64 full = filled(key);
            full.failure = new ExhaustedException("device:leaf1 is full.");
            String why = ask(full, key, path, headers, body).expect(507).text();
            assertTrue(why.contains("device:leaf1 is full."), why);
        }
        if (body != null) {
            Map<String, String> xml = Map.of("Content-Type", "application/xml");
            ask(filled(key), key, path, xml, body).expect(415);
            ask(filled(key), key, path, Map.of(), body).expect(415);
            Map<String, String> latin = Map.of("Content-Type", "application/json;charset=latin1");
            ask(filled(key), key, path, latin, body).expect(415);
        }
        // Nothing of that of a backup is read.
        if (body != null && !key.equals("POST /backup")) {
            Rest rest = new Rest(filled(key));
            Rest.Answer large =
                    rest.sendStream(method(key), path, headers, new Blank(LimitedStream.TABLE + 1));
            seen.add(key + " " + large.expect(413).status);
        }
    }

    private void special() {
        // As a form of another site's page sends it, or a script there, without asking first.
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
            new Rest(FakeNat64.filled())
                    .send(
                            "POST",
                            "backup",
                            type.isEmpty() ? Map.of() : Map.of("Content-Type", type),
                            null)
                    .expect(415);
        }
        for (String key : List.of("POST /backup", "GET /log-levels", "PUT /log-levels/{logger}")) {
            Rest.Answer others =
                    Rest.inAnother(FakeNat64.filled())
                            .send(
                                    method(key),
                                    path(key, false),
                                    headers(API.operation(key)),
                                    body(API.operation(key)))
                            .expect(501);
            seen.add(key + " " + others.status);
            assertEquals(
                    "ONOS does this itself, not the NAT64.", others.json().path("detail").asText());
        }

        FakeNat64 sick = FakeNat64.filled();
        sick.troubles.add("device:leaf1 is down.");
        Rest.Answer health = ask(sick, "GET /health", "health", Map.of(), null).expect(503);
        assertEquals("{\"ok\":false,\"problems\":[\"device:leaf1 is down.\"]}", health.text());
        Rest.Answer none =
                ask(sick, "POST /backup", "backup", headers(API.operation("POST /backup")), "")
                        .expect(503);
        assertEquals(
                "The backup cannot begin: device:leaf1 is down.",
                none.json().path("detail").asText());

        FakeNat64 nat64 = FakeNat64.filled();
        String tag = ask(nat64, "GET /eamt", "eamt", Map.of(), null).header("ETag");
        ask(nat64, "GET /eamt", "eamt", Map.of("If-None-Match", tag), null).expect(304);
        Map<String, String> old = Map.of("If-Match", "\"old\"", "Content-Type", "application/json");
        ask(nat64, "PUT /eamt", "eamt", old, "{\"eamt\": []}").expect(412);

        String unbound = "path?protocol=tcp&ipv4=203.0.113.7&port=4243";
        ask(nat64, "GET /path", unbound, Map.of(), null).expect(404);

        nat64.logLostBefore = Long.MAX_VALUE;
        String asked = "mapping-log?address=203.0.113.7&port=4242&at=2026-01-31T10:00:30Z";
        Rest.Answer lost = ask(nat64, "GET /mapping-log", asked, Map.of(), null).expect(410);
        assertEquals("urn:isthmus:problem:lost", lost.json().get("type").asText());

        for (String path : List.of("ui/", "ui/index.html")) {
            String key = path.equals("ui/") ? "GET /ui/" : "GET /ui/{file}";
            String page = ask(null, key, path, Map.of(), null).expect(200).header("ETag");
            ask(null, key, path, Map.of("If-None-Match", page), null).expect(304);
        }
        Rest.Answer elsewhere = ask(null, "GET /ui/", "ui", Map.of(), null).expect(307);
        assertEquals("/onos/nat64/ui/", elsewhere.header("Location"));
        ask(null, "GET /ui/{file}", "ui/missing.html", Map.of(), null).expect(404);
        seen.add("GET /ui/ " + Rest.withoutPage().get("ui/").expect(404).status);
    }

    private static void quietly(Runnable test) {
        Logger logger = Logger.getLogger(ProblemMapper.class.getName());
        logger.setLevel(Level.OFF);
        try {
            test.run();
        } finally {
            logger.setLevel(null);
        }
    }

    /** So many blanks. */
    private static final class Blank extends InputStream {
        private long left;

        Blank(long left) {
            this.left = left;
        }

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }

        @Override
        public int read(byte[] b, int off, int len) {
            if (left <= 0) {
                return -1;
            }
            int n = (int) Math.min(len, left);
            Arrays.fill(b, off, off + n, (byte) ' ');
            left -= n;
            return n;
        }
    }

    @Test
    void whatIsNoOperationIsAProblemToo() {
        Rest rest = new Rest(new FakeNat64());
        assertEquals(
                "There is nothing at /onos/nat64/pool.",
                rest.get("pool").expect(404).json().path("detail").asText());
        Rest.Answer answer = rest.delete("eamt").expect(405);
        String allow = answer.header("Allow");
        assertTrue(allow.contains("GET") && allow.contains("PUT"), allow);
        String detail = answer.json().path("detail").asText();
        assertTrue(detail.startsWith("/onos/nat64/eamt allows "), detail);
        assertTrue(detail.contains("PUT"), detail);
        assertEquals("GET, HEAD, OPTIONS, POST, PUT", allow);
        assertEquals("OPTIONS, POST", rest.get("eamt/check").expect(405).header("Allow"));
    }

    @Test
    void whatIsNoEntityTagIsRefused() {
        Rest rest = new Rest(FakeNat64.filled());
        for (String wrong :
                List.of("garbage", "\"a\" \"b\"", "\"a\",", "", "*, \"a\"", "w/\"a\"")) {
            Map<String, String> headers =
                    Map.of("If-Match", wrong, "Content-Type", "application/json");
            assertEquals(
                    "If-Match: is no list of entity tags in quotes, nor *",
                    rest.send("PUT", "eamt", headers, "{\"eamt\": []}").expect(400).error(),
                    wrong);
        }
        Map<String, String> none = Map.of("If-None-Match", "garbage");
        assertTrue(rest.send("GET", "eamt", none, null).expect(400).error().contains("If-None"));
        for (String right : List.of("\"a\", W/\"b\"", "\"\"")) {
            rest.send("GET", "eamt", Map.of("If-None-Match", right), null).expect(200);
        }
        rest.send("GET", "eamt", Map.of("If-None-Match", "*"), null).expect(304);
    }

    /** ONOS has a filter that throws it. */
    @Test
    void aViewerReadsAndChangesNothing() {
        FakeNat64 nat64 = filled("GET /pools/check");
        List<List<?>> before = List.of(nat64.pools(), nat64.eamt(), nat64.staticBindings());
        API.operations(
                (key, operation) -> {
                    Rest.Answer answer =
                            new Rest(nat64)
                                    .as("bob", Role.VIEWER)
                                    .send(
                                            method(key),
                                            path(key, true),
                                            headers(operation),
                                            body(operation));
                    if (key.startsWith("GET ")) {
                        assertTrue(answer.status < 400, key + " " + answer.text());
                    } else {
                        assertEquals(
                                "The user bob may only read: this needs the role admin.",
                                answer.expect(403).json().path("detail").asText(),
                                key);
                    }
                });
        assertEquals(before, List.of(nat64.pools(), nat64.eamt(), nat64.staticBindings()));
    }

    @Test
    void whoHasNoRoleReadsNothing() {
        Rest.Answer answer = new Rest(FakeNat64.filled()).as("eve").get("pools").expect(403);
        assertEquals(
                "The user eve has none of the roles that may read, viewer and admin.",
                answer.json().path("detail").asText());
    }

    @Test
    void aTagMayHaveABackslash() {
        Rest rest = new Rest(FakeNat64.filled());
        for (String tag : List.of("\"a\\\"", "W/\"a\\b\"", "\"a\\\", \"b\"")) {
            rest.send("GET", "eamt", Map.of("If-None-Match", tag), null).expect(200);
            rest.send("GET", "ui/index.html", Map.of("If-None-Match", tag), null).expect(200);
            Map<String, String> csv = Map.of("Content-Type", "text/csv", "If-Match", tag);
            rest.send("PUT", "eamt", csv, "ipv4,ipv6\n").expect(412);
        }
    }

    @Test
    void aLevelIsWhatThereIs() {
        Rest rest = new Rest(FakeNat64.filled());
        Map<String, String> json = Map.of("Content-Type", "application/json");
        for (String level : List.of("debug", "inherit")) {
            String body = "{\"level\":\"" + level + "\"}";
            assertEquals(
                    "{\"logger\":\"a.b\",\"level\":\"" + level + "\"}",
                    rest.send("PUT", "log-levels/a.b", json, body).expect(200).text());
        }
        String[][] wrong = {
            {"{\"level\":\"loud\"}", "level: must be debug, inherit"},
            {"{\"level\":null}", "level: must be a string, not null"},
            {"{}", "level: is missing"},
        };
        for (String[] w : wrong) {
            assertEquals(w[1], rest.send("PUT", "log-levels/a.b", json, w[0]).expect(400).error());
        }
    }

    @Test
    void usersAreToldWhoTheyAre() {
        Rest rest = new Rest(null);
        assertEquals(
                "{\"name\":\"bob\",\"role\":\"viewer\"}",
                rest.as("bob", Role.VIEWER).get("user").expect(200).text());
        assertEquals(
                "{\"name\":null,\"role\":\"admin\"}",
                rest.as(null, Role.ADMIN, Role.VIEWER).get("user").expect(200).text());
    }

    @Test
    void aParameterHasAName() {
        Rest rest = new Rest(FakeNat64.filled());
        for (String query : List.of("=null", "limit=5&=", "limit=5&=x&port=1")) {
            assertEquals(
                    ": a parameter has no name",
                    rest.get("bindings?" + query).expect(400).error(),
                    query);
        }
        rest.get("bindings?limit=5&").expect(200);
    }

    @Test
    void bodiesThatAreEncodedAreRefused() {
        Rest rest = new Rest(FakeNat64.filled());
        Map<String, String> headers =
                Map.of("Content-Encoding", "gzip", "Content-Type", "application/json");
        Rest.Answer answer = rest.send("PUT", "eamt", headers, "{\"eamt\": []}").expect(415);
        assertEquals("identity", answer.header("Accept-Encoding"));
        assertEquals(
                "/onos/nat64/eamt takes no body with a Content-Encoding.",
                answer.json().path("detail").asText());
        headers = Map.of("Content-Encoding", "identity", "Content-Type", "application/json");
        rest.send("PUT", "eamt", headers, "{\"eamt\": []}").expect(200);
    }

    /** What the implementation says of a header is not for the client. */
    @Test
    void nothingOfALibraryIsInAMessage() {
        Rest rest = new Rest(FakeNat64.filled());
        for (Map<String, String> headers :
                List.of(
                        Map.of("Accept", "application/json;q=high"),
                        Map.of("Accept", "nonsense"),
                        Map.of("Accept-Language", "de;q=x"),
                        Map.of("Content-Type", "nonsense"))) {
            Rest.Answer answer = rest.send("POST", "eamt", headers, "{}");
            assertTrue(answer.status >= 400 && answer.status < 500, headers + " " + answer.status);
            String text = answer.text();
            assertFalse(text.matches("(?s).*(HTTP 4|Exception|jersey|jackson).*"), text);
        }
    }

    @Test
    void theRootLeadsToThePageOrToTheDocument() {
        // A path: behind a proxy the client may have come by TLS.
        assertEquals("/onos/nat64/ui/", new Rest(null).get("").expect(307).header("Location"));
        assertEquals(
                "/onos/nat64/openapi.json",
                Rest.withoutPage().get("").expect(307).header("Location"));
    }
}
