// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import javax.ws.rs.core.MultivaluedMap;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.isthmus.core.api.Nat64;

/**
 * Asks the application without a network; every answer, and every body of JSON that is taken, is
 * held against the OpenAPI document.
 */
final class Rest {
    static final String BASE = "http://localhost/onos/nat64/";
    static final ObjectMapper MAPPER = new ObjectMapper();

    /** An answer. Immutable. */
    static final class Answer {
        final int status;
        final String type;
        final MultivaluedMap<String, Object> headers;
        final byte[] bytes;

        Answer(int status, String type, MultivaluedMap<String, Object> headers, byte[] bytes) {
            this.status = status;
            this.type = type;
            this.headers = headers;
            this.bytes = bytes;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        JsonNode json() {
            return Rest.json(text());
        }

        String header(String name) {
            Object value = headers.getFirst(name);
            return value == null ? null : value.toString();
        }

        Answer expect(int expected) {
            assertEquals(expected, status, text());
            return this;
        }

        /** The one error of a problem: field and message. */
        String error() {
            JsonNode errors = json().path("errors");
            assertEquals(1, errors.size(), text());
            return errors.get(0).path("field").asText()
                    + ": "
                    + errors.get(0).path("message").asText();
        }
    }

    private final ApplicationHandler handler;
    private TestUser user = new TestUser("ann", Role.ADMIN);

    Rest(Nat64 nat64) {
        this(
                nat64,
                new WebPage(Rest::file),
                Optional.of(() -> nat64 == null ? null : new FakeAdministration(nat64)));
    }

    static Rest withoutPage() {
        return new Rest(null, WebPage.installed(), Optional.empty());
    }

    /** Of a host that others administer. */
    static Rest inAnother(Nat64 nat64) {
        return new Rest(nat64, WebPage.installed(), Optional.empty());
    }

    private Rest(Nat64 nat64, WebPage page, Optional<Supplier<Administration>> administration) {
        Clock clock = Clock.fixed(Instant.ofEpochMilli(FakeNat64.NOW + 60_000), ZoneOffset.UTC);
        handler =
                new ApplicationHandler(
                        ResourceConfig.forApplication(
                                new Nat64Application(() -> nat64, clock, page, administration)));
    }

    /** A page of two files. */
    private static URL file(String name) {
        return Rest.class.getResource("page/" + name);
    }

    /** Whose the requests are from now on. */
    Rest as(String name, Role... roles) {
        user = new TestUser(name, roles);
        return this;
    }

    /** The body of an answer with apostrophes for quotation marks. */
    static String quoted(Answer answer) {
        return quoted(answer.expect(200).text());
    }

    static String quoted(JsonNode value) {
        return quoted(value.toString());
    }

    private static String quoted(String json) {
        return json.replace('"', '\'');
    }

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    Answer get(String path) {
        return send("GET", path, Map.of(), null);
    }

    Answer delete(String path) {
        return send("DELETE", path, Map.of(), null);
    }

    Answer post(String path, String json) {
        return send("POST", path, Map.of("Content-Type", "application/json"), json);
    }

    /** Single quotes stand for double ones. */
    Answer postq(String path, String json) {
        return post(path, json.replace('\'', '"'));
    }

    Answer csv(String method, String path, String csv) {
        return send(method, path, Map.of("Content-Type", "text/csv"), csv);
    }

    Answer send(String method, String path, Map<String, String> headers, String body) {
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        Answer answer = sendStream(method, path, headers, new ByteArrayInputStream(bytes));
        if ("application/json".equals(headers.get("Content-Type"))) {
            OpenApi.INSTANCE.checkTaken(method, path, body, answer);
        }
        return answer;
    }

    Answer sendStream(String method, String path, Map<String, String> headers, InputStream body) {
        Answer answer = sendUnchecked(method, path, headers, body);
        OpenApi.INSTANCE.check(method, path, answer);
        return answer;
    }

    /** Of an answer that is compressed. */
    Answer sendUnchecked(String method, String path, Map<String, String> headers) {
        return sendUnchecked(method, path, headers, InputStream.nullInputStream());
    }

    // The constructor that Jersey 2.27 has as well.
    @SuppressWarnings("deprecation")
    private Answer sendUnchecked(
            String method, String path, Map<String, String> headers, InputStream body) {
        ContainerRequest request =
                new ContainerRequest(
                        URI.create(BASE),
                        URI.create(BASE + path),
                        method,
                        user,
                        new MapPropertiesDelegate());
        headers.forEach((name, value) -> request.headers(name, List.of(value)));
        request.setEntityStream(body);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ContainerResponse r = handler.apply(request, out).get();
            String type = r.getMediaType() == null ? null : r.getMediaType().toString();
            return new Answer(r.getStatus(), type, r.getHeaders(), out.toByteArray());
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }
}
