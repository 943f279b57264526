// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.isthmus.core.model.ExporterConfig;

/**
 * TLS 1.2 or 1.3 to a collector, whose certificate must be for the configured host (RFC 5425
 * section 5.2). Files are read for each connection, so a renewed certificate needs no restart. No
 * message has anything of a key.
 */
final class Tls {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    private static final List<String> KEYS = List.of("EC", "RSA", "EdDSA");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private Tls() {}

    /**
     * Returns when it is known who the other end is.
     *
     * @throws IOException it is not who it should be, or a file cannot be used; it is named
     */
    static Socket over(Socket plain, ExporterConfig.Collector to) throws IOException {
        SSLContext context;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(own(to), trusted(to), null);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
        }
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain, to.host, to.port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static TrustManager[] trusted(ExporterConfig.Collector to)
            throws GeneralSecurityException, IOException {
        if (to.trust == null) {
            return null;
        }
        KeyStore store = empty();
        int i = 0;
        for (Certificate each : certificates(to.trust)) {
            store.setCertificateEntry("trusted-" + i++, each);
        }
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] own(ExporterConfig.Collector to)
            throws GeneralSecurityException, IOException {
        if (to.certificate == null) {
            return null;
        }
        KeyStore store = empty();
        Certificate[] chain = certificates(to.certificate).toArray(new Certificate[0]);
        store.setKeyEntry("own", key(to.key), new char[0], chain);
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static Collection<? extends Certificate> certificates(String file) throws IOException {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            Collection<? extends Certificate> all =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (!all.isEmpty()) {
                return all;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has something else than certificates in PEM", e);
        }
        throw new IOException(file + " has no certificate in PEM");
    }

    static PrivateKey key(String file) throws IOException {
        // Whatever stands around the key, as a comment, may be in any encoding.
        String pem = Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin >= 0 && end > begin) {
            for (String algorithm : KEYS) {
                try {
                    byte[] bytes =
                            Base64.getMimeDecoder()
                                    .decode(pem.substring(begin + BEGIN.length(), end));
                    return KeyFactory.getInstance(algorithm)
                            .generatePrivate(new PKCS8EncodedKeySpec(bytes));
                } catch (InvalidKeySpecException | IllegalArgumentException e) {
                    // Of another algorithm, or none: what caused it is not for a log.
                    continue;
                } catch (GeneralSecurityException e) {
                    continue;
                }
            }
        }
        throw new IOException(file + " has no private key in PEM (PKCS #8, without a passphrase)");
    }
}
