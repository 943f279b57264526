// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.isthmus.core.net.CertificateTime;

/** Key and certificate of a server, as its file has them. Immutable. */
public final class Keystore {
    private final SSLContext context;
    private final CertificateTime valid;

    private Keystore(SSLContext context, CertificateTime valid) {
        this.context = context;
        this.valid = valid;
    }

    /**
     * Reads one.
     *
     * @param file PKCS 12
     * @param passwordFile its first line is the password
     * @throws IOException a file cannot be read or is not what it should be
     */
    public static Keystore read(Path file, Path passwordFile) throws IOException {
        char[] password =
                Files.readString(passwordFile, StandardCharsets.ISO_8859_1)
                        .lines()
                        .findFirst()
                        .orElseThrow(() -> new IOException(passwordFile + ": is empty"))
                        .toCharArray();
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try {
                keys.load(in, password);
            } catch (IOException e) {
                throw new IOException(
                        file
                                + ": no PKCS 12 keystore that the password in "
                                + passwordFile
                                + " opens",
                        e);
            }
            List<Certificate> certificates = new ArrayList<>();
            for (String alias : Collections.list(keys.aliases())) {
                if (keys.isKeyEntry(alias)) {
                    certificates.addAll(List.of(keys.getCertificateChain(alias)));
                }
            }
            if (certificates.isEmpty()) {
                throw new IOException(file + ": holds no private key");
            }
            KeyManagerFactory managers =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return new Keystore(context, CertificateTime.of(certificates));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    public SSLContext context() {
        return context;
    }

    /** When its certificates are valid. */
    public CertificateTime valid() {
        return valid;
    }
}
