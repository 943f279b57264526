// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.isthmus.rest.AuditLog;
import org.isthmus.rest.Nat64Application;
import org.isthmus.rest.Role;
import org.junit.jupiter.api.Test;

class RestServerTest extends RestServerCase {
    @Test
    void withoutCredentialsOnlyByItsOwnName() throws IOException {
        try (RestServer server =
                new RestServer(ANY, null, null, new Nat64Application(() -> null))) {
            assertEquals(503, get(server, "Host: localhost:8181"));
            assertEquals(503, get(server, "Host: 127.0.0.1"));
            assertEquals(403, get(server, "Host: evil.example"));
            assertEquals(403, get(server, "Host: localhost", "Origin: https://evil.example"));
            assertEquals(503, get(server, "Host: localhost", "Origin: http://localhost:8181"));
        }
    }

    @Test
    void withCredentialsOnlyWithAPassword() throws IOException {
        Path file = directory.resolve("users");
        Files.writeString(
                file,
                "# operators\n"
                        + Credentials.line("ann", "öffne".toCharArray())
                        + "\n"
                        + Credentials.line("bob", "x".toCharArray())
                        + "\n");
        Credentials credentials = Credentials.read(file);
        assertEquals("ann", credentials.accept("ann", "öffne").getName());
        assertEquals("ann", credentials.accept("ann", "öffne").getName());
        assertNull(credentials.accept("ann", "x"));
        assertNull(credentials.accept("eve", "x"));
        try (RestServer server =
                new RestServer(ANY, null, credentials, new Nat64Application(() -> null))) {
            assertEquals(401, get(server, "Host: localhost"));
            assertEquals(401, get(server, "Host: localhost", basic("bob", "y")));
            assertEquals(503, get(server, "Host: other.example", basic("bob", "x")));
            for (String path : new String[] {"/ui", "/ui/", "/ui/index.html", "/fabric"}) {
                String refused = answer(server, path, "Host: localhost");
                assertTrue(refused.startsWith("HTTP/1.1 401 "), path + ": " + refused);
            }
            String moved = answer(server, "/ui", "Host: a.example:81", basic("bob", "x"));
            assertTrue(moved.startsWith("HTTP/1.1 307 "), moved);
            assertTrue(moved.contains("Location: /onos/nat64/ui/\r\n"), moved);
        }
    }

    /** A file with one user, ann, whose password is a. */
    private Path usersFile() throws IOException {
        return Files.writeString(
                directory.resolve("users"), Credentials.line("ann", "a".toCharArray()));
    }

    /** A server whose users a file has. */
    private static RestServer server(Path users) throws IOException {
        return new RestServer(ANY, null, Credentials.read(users), new Nat64Application(() -> null));
    }

    @Test
    void usersChangeWhileAConnectionIsOpen() throws IOException {
        Path file = usersFile();
        try (RestServer server = server(file);
                Socket socket = open(server)) {
            String get =
                    "GET /onos/nat64/openapi.json HTTP/1.1\r\nHost: localhost\r\n"
                            + basic("ann", "a")
                            + "\r\n\r\n";
            send(socket, get);
            assertEquals("HTTP/1.1 200", new String(socket.getInputStream().readNBytes(12)));
            Files.writeString(file, Credentials.line("bob", "b".toCharArray()));
            server.credentials(Credentials.read(file));
            send(socket, get);
            assertTrue(rest(socket).contains("HTTP/1.1 401 "));
            assertEquals(503, get(server, "Host: localhost", basic("bob", "b")));
        }
    }

    @Test
    void aViewerMayOnlyRead() throws IOException {
        Path file = directory.resolve("users");
        String ann = Credentials.line("ann", "a".toCharArray());
        Files.writeString(
                file,
                ann.replaceFirst("ann", "amy")
                        + ":admin\n"
                        + ann
                        + "\n"
                        + Credentials.line("bob", "b".toCharArray(), Role.VIEWER));
        try (RestServer server = server(file)) {
            String[][] users = {
                {"amy", "a", "admin", "503"},
                {"ann", "a", "admin", "503"},
                {"bob", "b", "viewer", "403"}
            };
            for (String[] user : users) {
                String login = basic(user[0], user[1]);
                // The second time the password is remembered.
                for (int i = 0; i < 2; i++) {
                    String who = answer(server, "/user", "Host: localhost", login);
                    assertTrue(who.contains("\"role\":\"" + user[2] + "\""), who);
                    assertEquals(503, get(server, "Host: localhost", login));
                    try (Socket socket = open(server)) {
                        send(
                                socket,
                                "DELETE /onos/nat64/pools/p HTTP/1.1\r\nHost: localhost\r\n"
                                        + "Connection: close\r\n"
                                        + login
                                        + "\r\n\r\n");
                        String answer = rest(socket);
                        assertTrue(answer.startsWith("HTTP/1.1 " + user[3]), answer);
                    }
                }
            }
        }
    }

    @Test
    void halfRequestsKeepNoWholeOneOut() throws IOException {
        String[] halves = {
            "",
            "GET /onos/nat64/health HT",
            "GET /onos/nat64/health HTTP/1.1\r\nHost: localhost\r\nX: ",
            "POST /onos/nat64/pools HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n{\"name",
            "POST /onos/nat64/pools HTTP/1.1\r\nHost: localhost\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"nam"
        };
        List<Socket> open = new ArrayList<>();
        try (RestServer server =
                new RestServer(ANY, null, null, new Nat64Application(() -> null))) {
            for (int i = 0; i < 400; i++) {
                Socket socket = open(server);
                open.add(socket);
                send(socket, halves[i % halves.length]);
                if (i % 100 == 99) {
                    assertEquals(503, get(server, "Host: localhost"));
                }
            }
            // A half that becomes a whole is answered as well.
            Socket last = open.get(open.size() - 2);
            send(last, "\": \"x\", \"prefixes\": [], \"ports\": {}, \"x\": [12345678901]}\r\n\r\n");
            assertEquals("HTTP/1.1 ", new String(last.getInputStream().readNBytes(9)));
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void thePasswordIsAskedForBeforeTheBody() throws IOException {
        Path file = usersFile();
        try (RestServer server = server(file);
                Socket socket = open(server)) {
            send(
                    socket,
                    "PUT /onos/nat64/eamt HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Length: 100000000\r\n\r\nipv4,ipv6\r\n");
            String refused = rest(socket);
            assertTrue(refused.startsWith("HTTP/1.1 401 "), refused);
            assertTrue(refused.contains("application/problem+json"), refused);
            assertTrue(refused.contains("\"status\":401"), refused);
        }
    }

    @Test
    void whoNamesTheMachineAloneIsLedToTheApi() throws IOException {
        try (RestServer server =
                new RestServer(ANY, null, null, new Nat64Application(() -> null))) {
            for (String path : List.of("/", "/onos/nat64")) {
                try (Socket socket = open(server)) {
                    send(socket, "GET " + path + " HTTP/1.1\r\nHost: localhost:81\r\n\r\n");
                    String answer = rest(socket);
                    assertTrue(answer.startsWith("HTTP/1.1 307 "), answer);
                    assertTrue(answer.contains("location: /onos/nat64/\r\n"), answer);
                }
            }
        }
    }

    @Test
    void probesAloneNeedNoPassword() throws IOException {
        Path file = usersFile();
        try (RestServer server = server(file)) {
            String live = answer(server, "/live", "Host: probe.example");
            assertTrue(live.startsWith("HTTP/1.1 200 "), live);
            assertTrue(live.endsWith("\r\n\r\nlive\n"), live);
            String starting = answer(server, "/ready", "Host: probe.example");
            assertTrue(starting.startsWith("HTTP/1.1 503 "), starting);
            for (String path : List.of("/health", "/live/", "/live/../health", "/liv%65")) {
                String refused = answer(server, path, "Host: localhost");
                assertTrue(refused.startsWith("HTTP/1.1 401 "), path + ": " + refused);
            }
            try (Socket socket = open(server)) {
                send(socket, "POST /onos/nat64/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
                String refused = rest(socket);
                assertTrue(refused.startsWith("HTTP/1.1 401 "), refused);
            }
        }
    }

    @Test
    void theAnswerOfAProbeIsTheLastOfItsConnection() throws IOException {
        try (RestServer server = new RestServer(ANY, null, null, new Nat64Application(() -> null));
                Socket socket = open(server)) {
            String probe = "GET /onos/nat64/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
            send(socket, probe + probe);
            String answers = rest(socket);
            assertEquals(1, answers.split("HTTP/1\\.1 ", -1).length - 1, answers);
            assertTrue(answers.contains("connection: close\r\n"), answers);
        }
    }

    @Test
    void eachChangeIsALineOfTheAuditLog() throws IOException {
        Path file = usersFile();
        List<String> lines = new CopyOnWriteArrayList<>();
        Logger audit = Logger.getLogger(AuditLog.NAME);
        Handler handler =
                new StreamHandler() {
                    @Override
                    public synchronized void publish(LogRecord record) {
                        lines.add(new SimpleFormatter().formatMessage(record));
                    }
                };
        audit.addHandler(handler);
        try (RestServer server = server(file)) {
            String[] requests = {
                "POST /onos/nat64/pools HTTP/1.1\r\n" + basic("ann", "a") + "\r\nX: 503",
                "DELETE /onos/nat64/pools/p HTTP/1.1\r\n" + basic("ann", "b") + "\r\nX: 401",
                "DELETE /onos/nat64/pools/p HTTP/1.1\r\nX: 401",
                "GET /onos/nat64/pools HTTP/1.1\r\n" + basic("ann", "a") + "\r\nX: 503",
                "GET /onos/nat64/live HTTP/1.1\r\nX: 200",
                "PUT /onos/nat64/eamt?instance=n HTTP/1.1\r\nContent-Length: 200000000\r\n"
                        + basic("ann", "a")
                        + "\r\nX: 413",
            };
            List<Integer> ports = new ArrayList<>();
            for (String request : requests) {
                try (Socket socket = open(server)) {
                    send(
                            socket,
                            request
                                    + "\r\nContent-Type: application/json\r\nHost: localhost\r\n"
                                    + "Connection: close\r\n\r\n");
                    String status = request.substring(request.length() - 3);
                    String answer = rest(socket);
                    assertTrue(answer.startsWith("HTTP/1.1 " + status), answer);
                    ports.add(socket.getLocalPort());
                }
            }
            String peer = "user=ann peer=127.0.0.1:";
            assertEquals(
                    List.of(
                            peer
                                    + ports.get(0)
                                    + " method=POST target=/onos/nat64/pools status=503",
                            peer
                                    + ports.get(5)
                                    + " method=PUT target=/onos/nat64/eamt?instance=n status=413"),
                    lines);
        } finally {
            audit.removeHandler(handler);
        }
    }

    @Test
    void refusalsAreProblems() throws IOException {
        try (RestServer server =
                new RestServer(ANY, null, null, new Nat64Application(() -> null))) {
            String[][] refused = {
                {"GET /onos/nat64/x|y HTTP/1.1\r\nHost: localhost\r\n\r\n", "400"},
                {"GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"},
                {"GET /" + "x".repeat(9000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "414"},
                {"GET / HTTP/1.1\r\nX: " + "x".repeat(17_000) + "\r\n\r\n", "431"},
                {"GET nothing\r\n\r\n", "400"},
                {"GET /onos/nat64/user HTTP/1.1\r\n\r\n", "400"},
                {
                    "GET /onos/nat64/user HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
                    "400"
                },
                {
                    "PUT /onos/nat64/eamt HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Length: 200000000\r\n\r\n",
                    "413"
                }
            };
            for (String[] r : refused) {
                try (Socket socket = open(server)) {
                    send(socket, r[0]);
                    String answer = rest(socket);
                    assertTrue(answer.startsWith("HTTP/1.1 " + r[1] + " "), answer);
                    assertTrue(answer.contains("\"status\":" + r[1] + ","), answer);
                }
            }
        }
    }

    @Test
    void aConnectionServesOneRequestAfterTheOther() throws IOException {
        String get = "GET /onos/nat64/openapi.json HTTP/1.1\r\nHost: localhost\r\n";
        String post =
                "POST /onos/nat64/pools HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        try (RestServer server = new RestServer(ANY, null, null, new Nat64Application(() -> null));
                Socket socket = open(server)) {
            send(socket, get + "\r\n" + post + get.replace("GET", "HEAD") + "\r\n" + get);
            send(socket, "Connection: close\r\n\r\n");
            String answers = rest(socket);
            assertEquals(4, answers.split("HTTP/1\\.1 ", -1).length - 1, answers);
            assertTrue(answers.endsWith("\r\n0\r\n\r\n"), answers);
        }
    }

    @Test
    void anAddressInUseIsNamed() throws IOException {
        try (RestServer server =
                new RestServer(ANY, null, null, new Nat64Application(() -> null))) {
            InetSocketAddress same =
                    new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
            IOException e =
                    assertThrows(
                            IOException.class,
                            () ->
                                    new RestServer(
                                            same, null, null, new Nat64Application(() -> null)));
            assertTrue(e.getMessage().contains(String.valueOf(same.getPort())));
        }
    }
}
