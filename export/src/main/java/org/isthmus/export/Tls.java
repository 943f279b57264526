// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
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
        for (Certificate each : Pem.certificates(Path.of(to.trust))) {
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
        Path file = Path.of(to.certificate);
        Certificate[] chain = Pem.certificates(file).toArray(new Certificate[0]);
        store.setKeyEntry("own", Pem.keyOf(file, Path.of(to.key)), new char[0], chain);
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }
}
