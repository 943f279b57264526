// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.io.TempDir;

/** Asks a server of the API over sockets of its own. */
abstract class RestServerCase {
    @TempDir Path directory;

    static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** The status of GET health; 503 says that the request came to the API. */
    static int get(RestServer server, String... headers) throws IOException {
        return Integer.parseInt(answer(server, "/health", headers).substring(9, 12));
    }

    /** The status line, the header and the body. */
    static String answer(RestServer server, String path, String... headers) throws IOException {
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

    static String basic(String user, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder()
                        .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    static Socket open(RestServer server) throws IOException {
        URI uri = URI.create(server.url());
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** All until the server closes. */
    static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
