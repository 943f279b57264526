// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What files in PEM hold. Netty takes a key of another certificate, and then fails each handshake.
 */
final class Pem {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    /** By the algorithms of keys that Netty takes. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

    private Pem() {}

    /** All certificates, the first being that of the file's owner; empty: there is none. */
    static Collection<? extends Certificate> certificates(byte[] file) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(file));
        } catch (GeneralSecurityException e) {
            return List.of();
        }
    }

    /** Null: there is none, or it wants a passphrase. */
    static PrivateKey key(byte[] file) {
        // Whatever stands around the key, as a comment, may be in any encoding.
        String pem = new String(file, StandardCharsets.ISO_8859_1);
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin) {
            return null;
        }
        for (String algorithm : SIGNATURES.keySet()) {
            try {
                byte[] key =
                        Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(key));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                // Of another algorithm, or none.
                continue;
            }
        }
        return null;
    }

    static boolean belong(PrivateKey secret, PublicKey known) {
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
