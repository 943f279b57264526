// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.StreamingOutput;
import org.glassfish.jersey.server.ResourceConfig;
import org.isthmus.logging.LogOptions;
import org.isthmus.logging.Logs;
import org.isthmus.rest.Nat64Application;
import org.junit.jupiter.api.Test;

class RestServerCloseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    /** Keeps the thread of the connection. */
    private final class Stuck extends SSLContextSpi {
        @Override
        protected SSLEngine engineCreateSSLEngine() {
            stuck.countDown();
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    // So is a thread that is in no wait.
                    continue;
                }
            }
            try {
                return SSLContext.getDefault().createSSLEngine();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return engineCreateSSLEngine();
        }

        @Override
        protected void engineInit(KeyManager[] k, TrustManager[] t, SecureRandom r) {
            // It never comes to keys.
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw new AssertionError("a server asks for engines alone");
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw new AssertionError("a server asks for engines alone");
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw new AssertionError("a server asks for engines alone");
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw new AssertionError("a server asks for engines alone");
        }
    }

    /** What goes on until the client is gone. */
    @Path("")
    public static final class Endless {
        static final CountDownLatch BEGUN = new CountDownLatch(1);

        @GET
        public StreamingOutput rows() {
            return to -> {
                byte[] row = new byte[1 << 10];
                for (long sent = 0; sent >= 0; sent += row.length) {
                    to.write(row);
                    BEGUN.countDown();
                }
            };
        }
    }

    /**
     * An answer that ends with the server is no fault, of which there would be a stack in the log.
     */
    @Test
    void closesAmidAnAnswerThatNobodyTakes() throws Exception {
        Queue<LogRecord> said = new ConcurrentLinkedQueue<>();
        Handler handler =
                new StreamHandler() {
                    @Override
                    public synchronized void publish(LogRecord record) {
                        said.add(record);
                    }
                };
        Logs.configure(new LogOptions());
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        try {
            RestServer server =
                    new RestServer(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            null,
                            null,
                            new ResourceConfig(Endless.class));
            URI uri = URI.create(server.url());
            try (Socket client = new Socket(uri.getHost(), uri.getPort())) {
                String get = "GET " + RestServer.PATH + "/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
                client.getOutputStream().write(get.getBytes(StandardCharsets.US_ASCII));
                assertTrue(Endless.BEGUN.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
                server.close();
            }
        } finally {
            root.removeHandler(handler);
        }
        assertEquals(
                List.of(),
                said.stream()
                        .map(r -> r.getLoggerName() + ": " + r.getMessage())
                        .filter(r -> r.matches("(org.glassfish.jersey|io.netty.util.concurrent).*"))
                        .collect(Collectors.toList()));
    }

    @Test
    void doesNotWaitForEverForAConnectionThatIsStuck() throws Exception {
        SSLContext context = new SSLContext(new Stuck(), null, "TLS") {};
        RestServer server =
                new RestServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        context,
                        null,
                        new Nat64Application(() -> null));
        URI uri = URI.create(server.url());
        try (Socket client = new Socket(uri.getHost(), uri.getPort())) {
            assertTrue(stuck.await(PATIENCE.toSeconds(), TimeUnit.SECONDS), client.toString());
            assertTimeoutPreemptively(PATIENCE, server::close);
        } finally {
            released.countDown();
        }
    }
}
