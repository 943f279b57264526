// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.Test;

class RestServerTlsTest extends RestServerCase {
    /** A server with a certificate of its own, and who trusts it. */
    private static final class Tls {
        private final SSLContext server;
        private final SSLContext client;

        private Tls(SSLContext server, SSLContext client) {
            this.server = server;
            this.client = client;
        }
    }

    private Tls tls() throws Exception {
        Path keys = directory.resolve("keys.p12");
        Path password = Files.writeString(directory.resolve("password"), "changeit\n");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "rest",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-keystore",
                                keys.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                "changeit")
                        .inheritIO()
                        .start();
        assertEquals(0, keytool.waitFor());
        SSLContext trusting = SSLContext.getInstance("TLS");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            trusted.load(in, "changeit".toCharArray());
        }
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("rest", trusted.getCertificate("rest"));
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(certificates);
        trusting.init(null, factory.getTrustManagers(), null);
        return new Tls(Keystore.read(keys, password).context(), trusting);
    }

    /** Who is refused before all of his body is read gets to read why. */
    @Test
    void overTlsARefusalComesBeforeTheEnd() throws Exception {
        Tls tls = tls();
        try (RestServer server =
                new RestServer(ANY, tls.server, null, new Nat64Application(() -> null))) {
            URI uri = URI.create(server.url());
            for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket =
                        (SSLSocket)
                                tls.client
                                        .getSocketFactory()
                                        .createSocket(uri.getHost(), uri.getPort())) {
                    socket.setEnabledProtocols(new String[] {version});
                    socket.setSoTimeout(30_000);
                    send(
                            socket,
                            "POST /onos/nat64/pools HTTP/1.1\r\nHost: evil.example\r\n"
                                    + "Content-Length: 1048576\r\n\r\n");
                    socket.getOutputStream().write(new byte[1 << 20]);
                    String answer = rest(socket);
                    assertTrue(answer.startsWith("HTTP/1.1 403 "), answer);
                }
            }
        }
    }

    @Test
    void overTlsAsWell() throws Exception {
        Tls tls = tls();
        SSLContext trusting = tls.client;
        try (RestServer server =
                        new RestServer(ANY, tls.server, null, new Nat64Application(() -> null));
                Socket halfway = open(server)) {
            send(halfway, "\u0016\u0003\u0001");
            URI uri = URI.create(server.url());
            assertEquals("https", uri.getScheme());
            try (Socket socket =
                    trusting.getSocketFactory().createSocket(uri.getHost(), uri.getPort())) {
                send(
                        socket,
                        "GET /onos/nat64/openapi.yaml HTTP/1.1\r\nHost: localhost\r\n"
                                + "Connection: close\r\n\r\n");
                String answer = rest(socket);
                assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
                assertTrue(answer.contains("openapi: "), answer);
            }
            SSLContext other = SSLContext.getInstance("TLS");
            other.init(null, null, null);
            server.tls(other);
            // It has no certificate, so nobody comes to an agreement with it.
            try (Socket socket =
                    trusting.getSocketFactory().createSocket(uri.getHost(), uri.getPort())) {
                assertThrows(IOException.class, () -> send(socket, "GET / HTTP/1.1\r\n\r\n"));
            }
        }
    }
}
