// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.isthmus.listing.JsonReader;

/** Asks the REST API; every refusal becomes a {@link CliException}. For one thread. */
final class Client {
    private static final int MOST_LINES = 20;

    /** What the API's answers are; others are of who stands before it, such as a page to log in. */
    private static final Pattern ANSWERS =
            Pattern.compile("((application/(json|zip)|text/csv) *(;.*)?)?");

    private static final String[] JSON = {"Content-Type", "application/json"};

    /** Milliseconds. */
    private static final int CONNECT_TIMEOUT = 10_000;

    private final String base;
    private final String authorization;
    private final SSLContext tls;
    private final int timeout;

    /** Writes the body of a request. */
    interface Body {
        /** In bytes; -1: not known. */
        long size();

        /**
         * @throws IOException it cannot be sent
         * @throws CliException it cannot be had
         */
        void write(OutputStream to) throws IOException;
    }

    /** What the server said. */
    static final class Answer {
        final int status;

        /** To be closed. */
        final InputStream body;

        private final HttpURLConnection connection;

        private Answer(HttpURLConnection connection) throws IOException {
            this.connection = connection;
            status = connection.getResponseCode();
            InputStream in =
                    status < 400 ? connection.getInputStream() : connection.getErrorStream();
            body = in == null ? InputStream.nullInputStream() : in;
        }

        /** Empty: there is none. */
        String header(String name) {
            String value = connection.getHeaderField(name);
            return value == null ? "" : value;
        }
    }

    /**
     * @param base such as http://127.0.0.1:8181/onos/nat64
     * @param authorization value of that header, or null
     * @param tls null: what the JDK trusts
     * @param timeout to wait for an answer
     */
    Client(URI base, String authorization, SSLContext tls, Duration timeout) {
        this.base = base.toString().replaceFirst("/+$", "");
        this.authorization = authorization;
        this.tls = tls;
        this.timeout = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    }

    /** A path with its parts encoded; without one of them it would be another one's. */
    static String path(String... parts) {
        StringBuilder s = new StringBuilder();
        for (String part : parts) {
            if (part.isEmpty()) {
                throw new CliException(CliException.USAGE, "a name, address or length is empty");
            }
            if (part.equals(".") || part.equals("..")) {
                throw new CliException(
                        CliException.USAGE, "not a name, address or length: " + part);
            }
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
        return get(path, query, "application/json").body;
    }

    Answer get(String path, Map<String, ?> query, String accept) {
        return ok(exchange("GET", path + query(query), null, "Accept", accept), false);
    }

    /** What the service says of itself, which is an answer with status 503 as well. */
    Answer getHealth() {
        Answer r = exchange("GET", "/health", null);
        boolean itself = r.header("Content-Type").startsWith("application/json");
        return r.status == 503 && itself ? r : ok(r, false);
    }

    InputStream post(String path, byte[] json) {
        return send("POST", path, json);
    }

    InputStream put(String path, byte[] json) {
        return send("PUT", path, json);
    }

    private InputStream send(String method, String path, byte[] json) {
        return ok(exchange(method, path, json(json), JSON), false).body;
    }

    private static Body json(byte[] json) {
        return new Body() {
            @Override
            public long size() {
                return json.length;
            }

            @Override
            public void write(OutputStream to) throws IOException {
                to.write(json);
            }
        };
    }

    /**
     * Sends a file of the user, so that a refusal names lines and columns in it.
     *
     * @param headers names and values in turn
     */
    InputStream sendFile(String method, String path, Body body, String type, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = type;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return ok(exchange(method, path, body, all), true).body;
    }

    /** Removes something, of which there is nothing more to tell. */
    void delete(String path) {
        int status = deletion(path).status;
        if (status != HttpURLConnection.HTTP_NO_CONTENT) {
            throw new CliException(CliException.UNREACHABLE, plain(status));
        }
    }

    /**
     * Takes a property off something.
     *
     * @return what it is now
     */
    InputStream deletePart(String path) {
        return deletion(path).body;
    }

    /** Java sends again what has no body, and an entry that is gone by then would be refused. */
    private Answer deletion(String path) {
        return ok(exchange("DELETE", path, json(new byte[0]), JSON), false);
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

    /**
     * @param body null: there is none
     */
    private Answer exchange(String method, String path, Body body, String... headers) {
        try {
            // Not java.net.http: its classes alone take longer to load than all else does.
            HttpURLConnection http = (HttpURLConnection) new URL(base + path).openConnection();
            if (tls != null && http instanceof HttpsURLConnection) {
                ((HttpsURLConnection) http).setSSLSocketFactory(tls.getSocketFactory());
            }
            http.setRequestMethod(method);
            http.setInstanceFollowRedirects(false);
            http.setConnectTimeout(CONNECT_TIMEOUT);
            http.setReadTimeout(timeout);
            http.setRequestProperty("Accept", "*/*");
            for (int i = 0; i < headers.length; i += 2) {
                http.setRequestProperty(headers[i], headers[i + 1]);
            }
            if (authorization != null) {
                http.setRequestProperty("Authorization", authorization);
            }
            if (body != null) {
                send(http, body);
            }
            return new Answer(http);
        } catch (NotTaken e) {
            throw notTaken();
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    /** As it comes, so that it is never sent twice. */
    private static void send(HttpURLConnection http, Body body) throws IOException {
        http.setDoOutput(true);
        if (body.size() >= 0) {
            http.setFixedLengthStreamingMode(body.size());
        } else {
            http.setChunkedStreamingMode(0);
        }
        http.connect();
        try {
            OutputStream to = http.getOutputStream();
            body.write(to);
            to.close();
        } catch (CliException e) {
            // Closed, it would be whole to the server.
            http.disconnect();
            throw e;
        } catch (IOException e) {
            throw new NotTaken(e);
        }
    }

    /** A body that was not read to its end; then Java does not show the answer. */
    private static final class NotTaken extends IOException {
        private static final long serialVersionUID = 1;

        NotTaken(IOException cause) {
            super(cause);
        }
    }

    /** Why a body was not read: what the server refuses without one is told as that. */
    private CliException notTaken() {
        try {
            get("/instances", Map.of()).close();
        } catch (IOException e) {
            return unreachable(e);
        } catch (CliException e) {
            return e;
        }
        return new CliException(
                CliException.REFUSED, "the server did not read it to its end; it may be too large");
    }

    CliException unreachable(IOException e) {
        return new CliException(CliException.UNREACHABLE, Unreachable.line(base, e));
    }

    /**
     * @param places as of {@link #problem}
     */
    private Answer ok(Answer answer, boolean places) {
        if (answer.status / 100 != 2) {
            throw new CliException(CliException.REFUSED, problem(answer, places));
        }
        if (!ANSWERS.matcher(answer.header("Content-Type")).matches()) {
            throw new CliException(CliException.UNREACHABLE, plain(answer.status));
        }
        return answer;
    }

    /**
     * One line for each thing that is wrong.
     *
     * @param places whether the user knows the lines and columns of the body
     */
    private List<String> problem(Answer response, boolean places) {
        if (!response.header("Content-Type").startsWith("application/problem+json")) {
            return List.of(plain(response.status));
        }
        Map<String, Object> problem;
        try {
            problem = JsonReader.readObject(response.body);
        } catch (IOException e) {
            return List.of(plain(response.status));
        }
        // Its words are those of the protocol.
        boolean isOfProtocol =
                "about:blank".equals(problem.get("type"))
                        && response.status < 500
                        && response.status != 403;
        if (isOfProtocol || !(problem.get("detail") instanceof String)) {
            return List.of(plain(response.status));
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
            case 501:
                return "ONOS does this itself";
            case 404:
            case 405:
                return "there is no NAT64 at " + base + ": see --url";
            case 412:
                return "the table has changed since it was exported: export it again";
            case 413:
            case 414:
            case 431:
                return "it is larger than the server takes";
            case 429:
            case 503:
                return "the server is busy or starting: try again";
            default:
                return "the server gave an answer that is none of a NAT64 (" + status + ")";
        }
    }
}
