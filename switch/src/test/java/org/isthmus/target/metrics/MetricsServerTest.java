// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
    private static final InetSocketAddress ANY_PORT =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Metrics metrics = new Metrics("isthmus-test", null);

    private static MetricsServer server(Metrics metrics) throws IOException {
        return new MetricsServer(ANY_PORT, metrics);
    }

    private static String request(String line) {
        return line + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    @Test
    void getOfMetricsIsAnsweredAndNothingElse() throws Exception {
        metrics.counter("nat64_switch_tests", "Tests", v -> v.value(3, "a"), "name");
        try (MetricsServer server = server(metrics)) {
            String text = Scrape.of(server.address());
            assertTrue(text.contains("# HELP nat64_switch_tests_total Tests\n"), text);
            assertEquals(3, Scrape.value(text, "nat64_switch_tests_total{name=\"a\"}"));
            assertTrue(text.contains("\njvm_memory_used_bytes{area=\"heap\"} "), text);
            assertTrue(text.contains("\nprocess_start_time_seconds "), text);
            assertRefused(server, "GET /", "404 Not Found", "There is nothing but /metrics.\n");
            assertRefused(server, "GET /metrics/x", "404 Not Found", "nothing but /metrics.\n");
            assertRefused(
                    server,
                    "POST /metrics",
                    "405 Method Not Allowed",
                    "/metrics takes GET alone.\n");
            assertRefused(server, "HEAD /metrics", "405 Method Not Allowed", "\r\n\r\n");
            assertRefused(server, "GARBAGE", "400 Bad Request", "no request of HTTP/1.1.\n");
            String more = Scrape.raw(server.address(), request("GET /metrics?name=x"));
            assertTrue(more.startsWith("HTTP/1.1 200 OK\r\n"), more);
        }
    }

    private static void assertRefused(MetricsServer server, String line, String status, String end)
            throws IOException {
        String answer = Scrape.raw(server.address(), request(line));
        assertTrue(answer.startsWith("HTTP/1.1 " + status + "\r\n"), answer);
        assertTrue(answer.endsWith(end), answer);
        assertEquals(status.startsWith("405"), answer.contains("\r\nallow: GET\r\n"), answer);
    }

    @Test
    void anAnswerIsTheLastOfItsConnection() throws Exception {
        try (MetricsServer server = server(metrics)) {
            String twice = request("GET /metrics") + request("GET /metrics");
            String answer = Scrape.raw(server.address(), twice);
            assertEquals(1, answer.split("HTTP/1.1 200 OK", -1).length - 1, answer);
        }
    }

    @Test
    void whoDoesNotFinishItsRequestIsCutOff() throws Exception {
        try (MetricsServer server = new MetricsServer(ANY_PORT, metrics, 1);
                Socket slow = half(server)) {
            assertEquals(-1, slow.getInputStream().read());
        }
    }

    /** Half a request. */
    private static Socket half(MetricsServer server) throws IOException {
        Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.getOutputStream().write("GET /metr".getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    @Test
    void halvesOfRequestsKeepNoWholeOneOut() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (MetricsServer server = server(metrics)) {
            for (int i = 0; i < 3 * MetricsServer.MAX_CONNECTIONS; i++) {
                slow.add(half(server));
            }
            for (int i = 0; i < 3; i++) {
                assertTrue(Scrape.of(server.address()).startsWith("# HELP "));
            }
            assertEquals(-1, slow.get(0).getInputStream().read());
        } finally {
            for (Socket s : slow) {
                s.close();
            }
        }
    }

    @Test
    void aNumberThatFailsCostsItsScrapeAlone() throws Exception {
        boolean[] fails = {true};
        metrics.gauge(
                "nat64_switch_planted",
                "Planted",
                v -> {
                    if (fails[0]) {
                        throw new IllegalStateException("planted");
                    }
                    v.value(1);
                });
        try (MetricsServer server = server(metrics)) {
            String answer = Scrape.raw(server.address(), request("GET /metrics"));
            assertTrue(answer.startsWith("HTTP/1.1 500 "), answer);
            fails[0] = false;
            assertEquals(1, Scrape.value(Scrape.of(server.address()), "nat64_switch_planted"));
        }
    }

    @Test
    void anAddressInUseIsAnErrorThatNamesTheOption() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress at =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
            IOException e =
                    assertThrows(IOException.class, () -> new MetricsServer(at, metrics).close());
            assertTrue(
                    e.getMessage()
                            .startsWith(
                                    "--metrics-addr: cannot listen at localhost:"
                                            + taken.getLocalPort()
                                            + ": another program listens there, or another switch:"
                                            + " give another address"),
                    e.getMessage());
        }
    }

    @Test
    void listensOnIpv6() throws Exception {
        InetSocketAddress at = new InetSocketAddress("::1", 0);
        try (MetricsServer server = new MetricsServer(at, metrics)) {
            assertTrue(Scrape.of(server.address()).startsWith("# HELP "));
        }
    }
}
