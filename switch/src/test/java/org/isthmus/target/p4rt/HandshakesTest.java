// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ServerCredentials;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.isthmus.target.KeyFiles;
import org.isthmus.target.api.FakeTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;

/** What the switch's log says of a client that TLS fails with. */
class HandshakesTest {
    @TempDir static Path directory;

    private final Logger logger = Logger.getLogger(Handshakes.class.getName());
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord r) {
                    lines.add(MessageFormat.format(r.getMessage(), r.getParameters()));
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
    private long now;

    @BeforeAll
    static void make() throws Exception {
        for (String name : new String[] {"own", "other"}) {
            KeyFiles.make(directory, name, "EC", "-ext", "SAN=IP:127.0.0.1");
        }
    }

    private static File file(String name) {
        return directory.resolve(name).toFile();
    }

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
    }

    private static ServerCredentials server() throws Exception {
        return TlsServerCredentials.newBuilder()
                .keyManager(file("own.pem"), file("own.key"))
                .trustManager(file("own.pem"))
                .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                .build();
    }

    private static ChannelCredentials client(String trusted, String own) throws Exception {
        TlsChannelCredentials.Builder b =
                TlsChannelCredentials.newBuilder().trustManager(file(trusted + ".pem"));
        return (own == null ? b : b.keyManager(file(own + ".pem"), file(own + ".key"))).build();
    }

    /** Why the server's log says that there is no TLS. */
    private String why(ChannelCredentials client) throws Exception {
        try (FakeTarget target = new FakeTarget();
                P4RuntimeServer serving =
                        new P4RuntimeServer(
                                target,
                                7,
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                server())) {
            ManagedChannel channel =
                    Grpc.newChannelBuilder("127.0.0.1:" + serving.port(), client).build();
            try {
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                P4RuntimeGrpc.newBlockingStub(channel)
                                        .capabilities(CapabilitiesRequest.getDefaultInstance()));
            } finally {
                channel.shutdownNow();
            }
            String line = lines.poll(30, TimeUnit.SECONDS);
            String begin = "p4rt-7: no TLS with 127.0.0.1: ";
            assertEquals(begin, line.substring(0, begin.length()));
            return line.substring(begin.length());
        }
    }

    @Test
    void aClientThatIsRefusedIsNamedWithTheReason() throws Exception {
        // A client of gRPC shows none that was not asked for.
        for (String own : new String[] {null, "other"}) {
            assertEquals(
                    "it shows no certificate that --grpc-server-cacert has signed",
                    why(client("own", own)));
        }
        assertEquals("it speaks no TLS", why(InsecureChannelCredentials.create()));
    }

    @Test
    void aClientThatRefusesOurCertificateIsNamed() throws Exception {
        assertEquals(
                "it does not trust our certificate, --grpc-server-cert",
                why(client("other", "own")));
    }

    private static String why(Exception cause) {
        SSLException e = new SSLException("General OpenSslEngine problem");
        e.initCause(cause);
        return Handshakes.why(e);
    }

    @Test
    void aReasonIsInWords() {
        assertEquals(
                "its certificate has expired, or the clock here is wrong",
                why(new CertificateExpiredException("NotAfter: 2026")));
        assertEquals(
                "its certificate is not valid yet, or the clock here is wrong",
                why(new CertificateNotYetValidException("NotBefore: 2026")));
        assertEquals(
                "nobody of --grpc-server-cacert has signed its certificate",
                why(new CertPathBuilderException("unable to find valid certification path")));
        assertEquals(
                "it says that our certificate, --grpc-server-cert, has expired",
                Handshakes.why(
                        new SSLException(
                                "error:10000415:SSL routines:OPENSSL_internal:"
                                        + "SSLV3_ALERT_CERTIFICATE_EXPIRED")));
    }

    private static InetSocketAddress at(int client, int port) throws Exception {
        byte[] address = {10, 0, (byte) (client >> 8), (byte) client};
        return new InetSocketAddress(InetAddress.getByAddress(address), port);
    }

    @Test
    void aClientHasALineAnHourForEachCauseWhateverItsPorts() throws Exception {
        Handshakes handshakes = new Handshakes("p4rt-7", () -> now);
        for (int port = 1; port < 100; port++) {
            handshakes.failed(at(1, port), new SSLException("some"));
            handshakes.failed(at(1, port), new SSLException("other"));
        }
        assertEquals(
                List.of(
                        "p4rt-7: no TLS with 10.0.0.1: some",
                        "p4rt-7: no TLS with 10.0.0.1: other"),
                List.copyOf(lines));
        now += TimeUnit.HOURS.toNanos(1);
        handshakes.failed(at(1, 1), new SSLException("some"));
        assertEquals(3, lines.size());
    }

    @Test
    void manyClientsHaveAnEnd() throws Exception {
        Handshakes handshakes = new Handshakes("p4rt-7", () -> now);
        for (int client = 0; client < 1000; client++) {
            handshakes.failed(at(client, 1), new SSLException("some"));
        }
        assertEquals(Handshakes.MAX_LINES + 1, lines.size());
    }
}
