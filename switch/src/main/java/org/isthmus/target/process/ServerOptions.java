// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.time.Instant;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of a device's P4Runtime server; a mixin of its command. */
public final class ServerOptions {
    private static final Logger LOG = LoggerFactory.getLogger(ServerOptions.class);
    private static final String CERTIFICATE = "--grpc-server-cert";
    private static final String AUTHORITIES = "--grpc-server-cacert";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--device-id",
            paramLabel = "N",
            converter = DeviceId.class,
            description = "P4Runtime device id; default: ${DEFAULT-VALUE}.")
    long deviceId;

    /** Loopback: whoever reaches the server controls the device. */
    @Option(
            names = "--grpc-server-addr",
            paramLabel = "HOST:PORT",
            converter = Address.class,
            defaultValue = "127.0.0.1:9559",
            description = "Where it listens; default: ${DEFAULT-VALUE}.")
    InetSocketAddress grpcAddress;

    @Option(names = "--grpc-server-ssl", description = "TLS, with the options that follow.")
    private boolean tls;

    @Option(names = CERTIFICATE, paramLabel = "FILE", description = "Its certificate chain, PEM.")
    private Path certificate;

    @Option(names = "--grpc-server-key", paramLabel = "FILE", description = "Its private key, PEM.")
    private Path key;

    @Option(
            names = AUTHORITIES,
            paramLabel = "FILE",
            description = "Who signs clients' certificates, PEM.")
    private Path caCertificate;

    @Option(
            names = "--grpc-server-with-client-auth",
            description = "Clients must have a certificate.")
    private boolean clientAuth;

    @Option(
            names = "--insecure-grpc",
            description = "Allow a P4Runtime server without TLS beyond this machine.")
    private boolean insecureGrpc;

    /**
     * @throws ParameterException options that do not go together
     */
    public void check() {
        if (tls && (certificate == null || key == null)) {
            throw wrong("--grpc-server-ssl needs --grpc-server-cert and --grpc-server-key");
        }
        if (!tls && (clientAuth || certificate != null || key != null || caCertificate != null)) {
            throw wrong("certificates, but no --grpc-server-ssl");
        }
        if (clientAuth && caCertificate == null) {
            throw wrong("--grpc-server-with-client-auth needs --grpc-server-cacert");
        }
        if (!tls && !insecureGrpc && !grpcAddress.getAddress().isLoopbackAddress()) {
            throw wrong(
                    "--grpc-server-addr "
                            + text(grpcAddress)
                            + " is not a loopback address: it needs --grpc-server-ssl, or"
                            + " --insecure-grpc where nobody else reaches it");
        }
    }

    /** An error of the command line that names the device. */
    public ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), text(what));
    }

    private String text(String what) {
        return "device id " + Long.toUnsignedString(deviceId) + ": " + what;
    }

    public long deviceId() {
        return deviceId;
    }

    public InetSocketAddress address() {
        return grpcAddress;
    }

    /**
     * Logs it if its certificate is not valid now, or soon will not be.
     *
     * @throws ParameterException a file cannot be read, or is not what it should be
     */
    public ServerCredentials credentials() throws IOException {
        if (!tls) {
            return InsecureServerCredentials.create();
        }
        byte[] pem = content(CERTIFICATE, certificate);
        Collection<? extends Certificate> chain = certificates(CERTIFICATE, certificate, pem);
        byte[] secret = content("--grpc-server-key", key);
        PrivateKey own = Pem.key(secret);
        if (own == null) {
            throw wrong(
                    "--grpc-server-key: "
                            + key
                            + " has no private key in PEM (PKCS #8, without a passphrase)");
        }
        if (!Pem.belong(own, chain.iterator().next().getPublicKey())) {
            throw wrong("--grpc-server-key: " + key + " is not the key of " + certificate);
        }
        String fault = Validity.fault(chain, Instant.now());
        if (fault != null) {
            LOG.warn("{}", text(CERTIFICATE + ": " + certificate + " " + fault));
        }
        TlsServerCredentials.Builder b =
                TlsServerCredentials.newBuilder()
                        .keyManager(
                                new ByteArrayInputStream(pem), new ByteArrayInputStream(secret));
        if (caCertificate != null) {
            byte[] authorities = content(AUTHORITIES, caCertificate);
            certificates(AUTHORITIES, caCertificate, authorities);
            b.trustManager(new ByteArrayInputStream(authorities));
        }
        if (clientAuth) {
            b.clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
        }
        return b.build();
    }

    private Collection<? extends Certificate> certificates(String option, Path file, byte[] pem) {
        Collection<? extends Certificate> all = Pem.certificates(pem);
        if (all.isEmpty()) {
            throw wrong(option + ": " + file + " has no certificate in PEM");
        }
        return all;
    }

    /**
     * What is in a file of an option.
     *
     * @throws ParameterException it cannot be read
     */
    byte[] content(String option, Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw wrong(option + ": there is no file " + file);
        } catch (AccessDeniedException e) {
            throw wrong(option + ": may not be read: " + file);
        } catch (IOException e) {
            throw wrong(option + ": " + file + ": " + e.getMessage());
        }
    }

    /**
     * The device and where it listens.
     *
     * @param port the TCP port, which the address may leave to the system
     */
    public String describe(int port) {
        return "device "
                + Long.toUnsignedString(deviceId)
                + " at "
                + text(new InetSocketAddress(grpcAddress.getAddress(), port))
                + (tls ? " (TLS)" : "");
    }

    static String text(InetSocketAddress a) {
        String host = a.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + a.getPort();
    }

    static final class DeviceId implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return Numbers.parse(text, 0, Long.MAX_VALUE);
        }
    }

    static final class Address implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(String text) {
            int colon = text.lastIndexOf(':');
            if (colon < 1 || text.endsWith("]")) {
                throw malformed(text);
            }
            String host = text.substring(0, colon);
            boolean isBracketed = host.startsWith("[") && host.endsWith("]");
            if (isBracketed) {
                host = host.substring(1, host.length() - 1);
            }
            int port = (int) Numbers.parse(text.substring(colon + 1), 0, 65535);
            InetSocketAddress address = new InetSocketAddress(host, port);
            if (address.isUnresolved()) {
                if (host.indexOf(':') >= 0 && !isBracketed) {
                    throw malformed(text);
                }
                throw unknown(host);
            }
            return address;
        }

        /** Its cause says so: it may be that the resolver is not there yet. */
        private static TypeConversionException unknown(String host) {
            TypeConversionException e = new TypeConversionException("unknown host " + host);
            e.initCause(new UnknownHostException(host));
            return e;
        }

        private static TypeConversionException malformed(String text) {
            return new TypeConversionException(
                    text + " is not HOST:PORT, with an IPv6 address in brackets");
        }
    }
}
