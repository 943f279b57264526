// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.ws.rs.core.Application;
import org.glassfish.jersey.server.ContainerFactory;

/** Serves the REST API over HTTP. Any thread. */
public final class RestServer implements AutoCloseable {
    /** Where ONOS has it as well. */
    public static final String PATH = "/onos/nat64";

    private static final int THREADS = 8;
    private static final int STOP_SECONDS = 1;

    private final HttpServer server;
    private final ExecutorService executor;
    private final boolean tls;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Starts to listen.
     *
     * @param tls null for plain HTTP
     * @param credentials null to let everybody in
     * @throws IOException the address cannot be bound
     */
    public RestServer(
            InetSocketAddress address,
            SSLContext tls,
            Credentials credentials,
            Application application)
            throws IOException {
        this.tls = tls != null;
        try {
            if (tls == null) {
                server = HttpServer.create(address, 0);
            } else {
                HttpsServer https = HttpsServer.create(address, 0);
                https.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = https;
            }
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen at "
                            + address.getHostString()
                            + ":"
                            + address.getPort()
                            + ": "
                            + e.getMessage(),
                    e);
        }
        executor =
                Executors.newFixedThreadPool(
                        THREADS,
                        task -> {
                            Thread thread = new Thread(task, "rest");
                            thread.setDaemon(true);
                            return thread;
                        });
        server.setExecutor(executor);
        HttpContext context =
                server.createContext(
                        PATH + "/",
                        ContainerFactory.createContainer(HttpHandler.class, application));
        if (credentials == null) {
            context.getFilters().add(new LocalNames());
        } else {
            context.setAuthenticator(
                    new BasicAuthenticator("isthmus") {
                        @Override
                        public boolean checkCredentials(String user, String password) {
                            return credentials.accepts(user, password);
                        }
                    });
        }
        server.start();
    }

    /**
     * A server's key and certificate.
     *
     * @param keystore PKCS 12
     * @param passwordFile its first line is the password
     * @throws IOException a file cannot be read or is not what it should be
     */
    public static SSLContext tls(Path keystore, Path passwordFile) throws IOException {
        char[] password =
                Files.readString(passwordFile, StandardCharsets.ISO_8859_1)
                        .lines()
                        .findFirst()
                        .orElseThrow(() -> new IOException(passwordFile + ": is empty"))
                        .toCharArray();
        try (InputStream in = Files.newInputStream(keystore)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try {
                keys.load(in, password);
            } catch (IOException e) {
                throw new IOException(
                        keystore
                                + ": no PKCS 12 keystore that the password in "
                                + passwordFile
                                + " opens",
                        e);
            }
            boolean key = false;
            for (String alias : Collections.list(keys.aliases())) {
                key |= keys.isKeyEntry(alias);
            }
            if (!key) {
                throw new IOException(keystore + ": holds no private key");
            }
            KeyManagerFactory managers =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(keystore + ": " + e.getMessage(), e);
        }
    }

    /** Where the API is. */
    public String url() {
        InetSocketAddress a = server.getAddress();
        String host = a.getAddress().getHostAddress();
        return (tls ? "https://" : "http://")
                + (host.indexOf(':') < 0 ? host : "[" + host + "]")
                + ":"
                + a.getPort()
                + PATH;
    }

    /** Lets requests end for a moment. A second time does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            server.stop(STOP_SECONDS);
            executor.shutdownNow();
        }
    }

    /**
     * Without credentials, only requests that name this machine come through: a web page that had
     * its own name resolve to 127.0.0.1 would name itself (DNS rebinding).
     */
    private static final class LocalNames extends Filter {
        private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");

        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            String host = exchange.getRequestHeaders().getFirst("Host");
            String origin = exchange.getRequestHeaders().getFirst("Origin");
            InetSocketAddress self = exchange.getLocalAddress();
            boolean local =
                    !self.getAddress().isLoopbackAddress()
                            || (isLocal(host)
                                    && (origin == null
                                            || isLocal(origin.replaceFirst("^[a-z]+://", ""))));
            if (local) {
                chain.doFilter(exchange);
            } else {
                byte[] body =
                        "{\"title\":\"Forbidden\",\"status\":403,\"detail\":\"not by this name\"}"
                                .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
                exchange.sendResponseHeaders(403, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            }
        }

        private static boolean isLocal(String host) {
            return host != null
                    && NAMES.contains(host.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", ""));
        }

        @Override
        public String description() {
            return "requests that name this machine";
        }
    }
}
