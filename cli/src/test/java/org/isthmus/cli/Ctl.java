// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.isthmus.rest.FakeAdministration;
import org.isthmus.rest.FakeNat64;
import org.isthmus.rest.Nat64Application;
import org.isthmus.rest.Role;
import org.isthmus.rest.TestUser;

/** The command line against the real resources, on a loopback port of their own. */
public final class Ctl implements AutoCloseable {
    public final FakeNat64 nat64 = FakeNat64.filled();
    final HttpServer server;
    final String url;

    int columns;
    boolean progress;
    Nat64Ctl.Pause pause = seconds -> false;
    String stdin = "";

    /** Whether the disk that the input is on fails behind that. */
    boolean stdinFails;

    /** Bytes for which there is room where the output goes. */
    int room = Integer.MAX_VALUE;

    String password;
    public String out;
    public String err;

    private static final class Disk extends FilterOutputStream {
        private int room;

        Disk(OutputStream to, int room) {
            super(to);
            this.room = room;
        }

        @Override
        public void write(int b) throws IOException {
            if (room == 0) {
                throw new IOException("No space left on device");
            }
            room--;
            super.write(b);
        }
    }

    private static final class FailingInput extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("Input/output error");
        }
    }

    public Ctl() {
        this(Role.ADMIN);
    }

    /** Of a server where everybody has this role. */
    Ctl(Role role) {
        Clock clock = Clock.fixed(Instant.ofEpochMilli(FakeNat64.NOW + 60_000), ZoneOffset.UTC);
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        server =
                JdkHttpServerFactory.createHttpServer(
                        URI.create("http://" + host + ":0/onos/nat64"),
                        ResourceConfig.forApplication(
                                        new Nat64Application(
                                                () -> nat64,
                                                clock,
                                                () -> new FakeAdministration(nat64)))
                                .register(new TestUser("ann", role)));
        url = "http://" + host + ":" + server.getAddress().getPort() + "/onos/nat64";
    }

    /** Returns the exit code; what was printed is in {@link #out} and {@link #err}. */
    public int run(String... args) {
        List<String> all = new ArrayList<>(List.of("--url", url));
        all.addAll(List.of(args));
        return runBare(all.toArray(new String[0]));
    }

    int runBare(String... args) {
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        PrintWriter to =
                new PrintWriter(new OutputStreamWriter(new Disk(o, room), StandardCharsets.UTF_8));
        StringWriter e = new StringWriter();
        InputStream in = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
        if (stdinFails) {
            in = new SequenceInputStream(in, new FailingInput());
        }
        Nat64Ctl ctl = new Nat64Ctl(columns, progress, in, password);
        ctl.pause = pause;
        int code = Nat64Ctl.commandLine(ctl).setOut(to).setErr(new PrintWriter(e)).execute(args);
        to.flush();
        out = o.toString(StandardCharsets.UTF_8);
        err = e.toString();
        return code;
    }

    /** Succeeds and warns of nothing but what is too wide. */
    void ok(String... args) {
        assertEquals(0, run(args), () -> err);
        assertEquals("", err.replaceAll("Too wide: .*\n", ""));
    }

    /** Succeeds with a note. */
    void said(String note, String... args) {
        assertEquals(0, run(args), () -> err);
        assertEquals(note + System.lineSeparator(), err.replaceAll("Too wide: .*\n", ""));
    }

    /** Fails with one line and prints nothing. */
    void refused(String error, String... args) {
        assertEquals(1, run(args), () -> out);
        assertEquals("nat64ctl: " + error + System.lineSeparator(), err);
        assertEquals("", out);
    }

    /** What the last run printed, by lines. */
    void printed(String... lines) {
        assertEquals(String.join("\n", lines) + "\n", out.replace("\r\n", "\n"));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
