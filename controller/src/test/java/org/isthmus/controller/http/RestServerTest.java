// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestServerTest {
    @TempDir Path directory;

    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** The status of GET health; 503 says that the request came to the API. */
    private static int get(RestServer server, String... headers) throws IOException {
        return Integer.parseInt(answer(server, "/health", headers).substring(9, 12));
    }

    /** The status line, the header and the body. */
    private static String answer(RestServer server, String path, String... headers)
            throws IOException {
        URI uri = URI.create(server.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(30_000);
            OutputStream out = socket.getOutputStream();
            out.write(
                    ("GET "
                                    + uri.getPath()
                                    + path
                                    + " HTTP/1.1\r\n"
                                    + String.join("\r\n", headers)
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String basic(String user, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder()
                        .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

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
        assertTrue(credentials.accepts("ann", "öffne"));
        assertTrue(credentials.accepts("ann", "öffne"));
        assertFalse(credentials.accepts("ann", "x"));
        assertFalse(credentials.accepts("eve", "x"));
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
            assertTrue(moved.contains("/onos/nat64/ui/\r\n"), moved);
        }
    }

    @Test
    void credentialsThatAreWrongNameTheLine() throws IOException {
        Path file = directory.resolve("users");
        String good = Credentials.line("ann", "a".toCharArray());
        for (String bad :
                new String[] {
                    "bob",
                    "bob:md5:1:AA==:AA==",
                    good.replace("ann:pbkdf2-sha256:600000", "ann:pbkdf2-sha256:1"),
                    good
                }) {
            Files.writeString(file, good + "\n" + bad + "\n");
            IOException e = assertThrows(IOException.class, () -> Credentials.read(file));
            assertTrue(e.getMessage().startsWith(file + ", line 2: "), e.getMessage());
        }
        Files.writeString(file, "\n");
        assertThrows(IOException.class, () -> Credentials.read(file));
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
