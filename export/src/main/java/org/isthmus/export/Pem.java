// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Certificates and their keys in files in PEM. TLS takes a key of another certificate, and then
 * fails each handshake. No message has anything of a key. Stateless.
 */
public final class Pem {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    /** By the algorithms of keys. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    private Pem() {}

    /**
     * The certificates of a file, in their order; at least one.
     *
     * @throws IOException names the file
     */
    public static List<X509Certificate> certificates(Path file) throws IOException {
        List<X509Certificate> all = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .forEach(each -> all.add((X509Certificate) each));
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has something else than certificates in PEM", e);
        }
        if (all.isEmpty()) {
            throw new IOException(file + " has no certificate in PEM");
        }
        return all;
    }

    /**
     * The key of the first certificate of a file.
     *
     * @param file PKCS #8
     * @throws IOException names the file, and that of the certificate where it is another's key
     */
    public static PrivateKey keyOf(Path certificate, Path file) throws IOException {
        PrivateKey key = key(file);
        if (!belong(key, certificates(certificate).get(0).getPublicKey())) {
            throw new IOException(file + " is not the key of " + certificate);
        }
        return key;
    }

    static PrivateKey key(Path file) throws IOException {
        // Whatever stands around the key, as a comment, may be in any encoding.
        String pem = Files.readString(file, StandardCharsets.ISO_8859_1);
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin >= 0 && end > begin) {
            for (String algorithm : SIGNATURES.keySet()) {
                try {
                    byte[] bytes =
                            Base64.getMimeDecoder()
                                    .decode(pem.substring(begin + BEGIN.length(), end));
                    return KeyFactory.getInstance(algorithm)
                            .generatePrivate(new PKCS8EncodedKeySpec(bytes));
                } catch (GeneralSecurityException | IllegalArgumentException e) {
                    // Of another algorithm, or none: what caused it is not for a log.
                    continue;
                }
            }
        }
        throw new IOException(file + " has no private key in PEM (PKCS #8, without a passphrase)");
    }

    private static boolean belong(PrivateKey secret, PublicKey known) {
        try {
            Signature signature = Signature.getInstance(SIGNATURES.get(secret.getAlgorithm()));
            signature.initSign(secret);
            signature.update((byte) 0);
            byte[] signed = signature.sign();
            signature.initVerify(known);
            signature.update((byte) 0);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
