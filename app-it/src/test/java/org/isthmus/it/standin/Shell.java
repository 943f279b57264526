// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it.standin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.api.console.SessionFactory;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Runs commands in Karaf's shell for the test outside: POST one to the port that stands in {@code
 * shell.port} of the data directory. 200 with what was printed, or 500 with what was thrown.
 */
final class Shell {
    private final BundleContext context;
    private final Control control;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newSingleThreadExecutor();

    /** Does what is no command. */
    interface Control {
        void run(String what, String body) throws Exception;
    }

    /**
     * @param control gets what is posted to any other path than {@code /}
     */
    Shell(BundleContext context, Control control) throws IOException {
        this.context = context;
        this.control = control;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(executor);
        server.start();
        Path data = Path.of(System.getProperty("karaf.data"));
        Path port = data.resolve("shell.port.new");
        Files.writeString(port, Integer.toString(server.getAddress().getPort()));
        Files.move(port, data.resolve("shell.port"));
    }

    void stop() {
        server.stop(0);
        executor.shutdown();
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] asked = exchange.getRequestBody().readAllBytes();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int status = 200;
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            String what = exchange.getRequestURI().getPath();
            String body = new String(asked, StandardCharsets.UTF_8);
            if (what.equals("/")) {
                execute(body, out);
            } else {
                control.run(what, body);
            }
        } catch (Exception e) {
            status = 500;
            printed.write((e + "\n").getBytes(StandardCharsets.UTF_8));
        }
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().write(printed.toByteArray());
        exchange.close();
    }

    private void execute(String command, PrintStream out) throws Exception {
        ServiceReference<SessionFactory> reference =
                context.getServiceReference(SessionFactory.class);
        Session session =
                context.getService(reference)
                        .create(new ByteArrayInputStream(new byte[0]), out, out);
        try {
            Object result = session.execute(command);
            if (result != null) {
                out.println(result);
            }
        } finally {
            session.close();
        }
    }
}
