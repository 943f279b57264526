// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.isthmus.listing.JsonReader;

/** Asks the REST API; every refusal becomes a {@link CliException}. For one thread. */
final class Client {
    private static final int MOST_LINES = 20;

    private final String base;
    private final String authorization;
    private final Duration timeout;
    private final HttpClient http;

    /**
     * @param base such as http://127.0.0.1:8181/onos/nat64
     * @param authorization value of that header, or null
     * @param tls null: what the JDK trusts
     */
    Client(URI base, String authorization, SSLContext tls, Duration timeout) {
        this.base = base.toString().replaceFirst("/+$", "");
        this.authorization = authorization;
        this.timeout = timeout;
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(Duration.ofSeconds(10));
        if (tls != null) {
            builder.sslContext(tls);
        }
        http = builder.build();
    }

    /** A path with its parts encoded. */
    static String path(String... parts) {
        StringBuilder s = new StringBuilder();
        for (String part : parts) {
            s.append('/').append(encode(part));
        }
        return s.toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * @param query parameters; those with null are left out
     * @return the body of a 2xx answer, to be closed
     */
    InputStream get(String path, Map<String, ?> query) {
        return get(path, query, "application/json").body();
    }

    HttpResponse<InputStream> get(String path, Map<String, ?> query, String accept) {
        return ok(exchange("GET", path + query(query), BodyPublishers.noBody(), "Accept", accept));
    }

    /** What the service says of itself, which is an answer with status 503 as well. */
    HttpResponse<InputStream> getHealth() {
        HttpResponse<InputStream> r = exchange("GET", "/health", BodyPublishers.noBody());
        String type = r.headers().firstValue("Content-Type").orElse("");
        return r.statusCode() == 503 && type.startsWith("application/json") ? r : ok(r);
    }

    InputStream post(String path, byte[] json) {
        String type = "application/json";
        BodyPublisher body = BodyPublishers.ofByteArray(json);
        return ok(exchange("POST", path, body, "Content-Type", type)).body();
    }

    /**
     * Sends a file of the user, so that a refusal names lines and columns in it.
     *
     * @param headers names and values in turn
     */
    InputStream sendFile(
            String method, String path, BodyPublisher body, String type, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = type;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return ok(exchange(method, path, body, all), true).body();
    }

    void delete(String path) {
        ok(exchange("DELETE", path, BodyPublishers.noBody()));
    }

    /** With a question mark; parameters with null are left out. */
    static String query(Map<String, ?> query) {
        StringBuilder s = new StringBuilder();
        query.forEach(
                (name, value) -> {
                    if (value != null) {
                        s.append(s.length() == 0 ? '?' : '&').append(encode(name)).append('=');
                        s.append(encode(value.toString()));
                    }
                });
        return s.toString();
    }

    private HttpResponse<InputStream> exchange(
            String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).method(method, body);
        request.timeout(timeout);
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(CliException.UNREACHABLE, "interrupted");
        }
    }

    CliException unreachable(IOException e) {
        return new CliException(CliException.UNREACHABLE, Unreachable.line(base, e));
    }

    private HttpResponse<InputStream> ok(HttpResponse<InputStream> response) {
        return ok(response, false);
    }

    private HttpResponse<InputStream> ok(HttpResponse<InputStream> response, boolean places) {
        if (response.statusCode() / 100 == 2) {
            return response;
        }
        throw new CliException(CliException.REFUSED, problem(response, places));
    }

    /**
     * One line for each thing that is wrong.
     *
     * @param places whether the user knows the lines and columns of the body
     */
    private List<String> problem(HttpResponse<InputStream> response, boolean places) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!type.startsWith("application/problem+json")) {
            return List.of(plain(response.statusCode()));
        }
        Map<String, Object> problem;
        try {
            problem = JsonReader.readObject(response.body());
        } catch (IOException e) {
            return List.of(plain(response.statusCode()));
        }
        if ("about:blank".equals(problem.get("type")) && response.statusCode() < 500) {
            // Its words are those of the protocol.
            return List.of(plain(response.statusCode()));
        }
        Object other = problem.get("conflictsWith");
        String with = other == null ? "" : "; conflicts with " + other;
        List<Object> errors = JsonReader.list(problem.get("errors"));
        if (errors.isEmpty()) {
            return List.of(problem.get("detail") + with);
        }
        return lines(errors, places, with);
    }

    /**
     * One line for each fault that the server found.
     *
     * @param with what each is to end with
     */
    static List<String> lines(List<Object> errors, boolean places, String with) {
        List<String> lines = new ArrayList<>();
        for (Object o : errors) {
            if (lines.size() == MOST_LINES) {
                lines.add("and " + (errors.size() - MOST_LINES) + " more");
                break;
            }
            Map<String, Object> error = JsonReader.object(o);
            lines.add(line(error, places) + (error.containsKey("other") ? "" : with));
        }
        return lines;
    }

    private static String line(Map<String, Object> e, boolean places) {
        StringBuilder s = new StringBuilder();
        if (!"".equals(e.get("field"))) {
            s.append(e.get("field")).append(": ");
        }
        s.append(e.get("message"));
        if (places && e.containsKey("line")) {
            s.append(" (line ").append(e.get("line"));
            if (e.containsKey("column")) {
                s.append(", column ").append(e.get("column"));
            }
            s.append(')');
        }
        if (e.containsKey("other")) {
            s.append("; conflicts with ").append(e.get("other"));
        }
        return s.toString();
    }

    /** What a status means to who knows nothing of HTTP. */
    private String plain(int status) {
        switch (status) {
            case 401:
                return authorization == null
                        ? "the server wants a user and password: see --user"
                        : "the server does not know this user, or the password is wrong";
            case 403:
                return "the server does not allow this user to do it";
            case 404:
            case 405:
                return "there is no NAT64 at " + base + ": see --url";
            case 412:
                return "the table has changed since it was exported: export it again";
            case 413:
                return "it is larger than the server takes";
            case 429:
            case 503:
                return "the server is busy or starting: try again";
            default:
                return "the server gave an answer that is none of a NAT64 (" + status + ")";
        }
    }
}
