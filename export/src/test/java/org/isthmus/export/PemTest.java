// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemTest {
    @TempDir Path directory;

    private static String pem(String what, byte[] der) {
        return "-----BEGIN "
                + what
                + "-----\n"
                + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END "
                + what
                + "-----\n";
    }

    /** A certificate in NAME.pem, and its key in NAME.key. */
    private void make(String name, String algorithm) throws Exception {
        Path store = directory.resolve(name);
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "own",
                                "-keyalg",
                                algorithm,
                                "-dname",
                                "CN=" + name,
                                "-keystore",
                                store.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                "changeit")
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("keytool.log").toFile())
                        .start();
        assertEquals(0, keytool.waitFor());
        char[] password = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        Files.writeString(
                directory.resolve(name + ".pem"),
                pem("CERTIFICATE", keys.getCertificate("own").getEncoded()));
        Files.writeString(
                directory.resolve(name + ".key"),
                pem("PRIVATE KEY", keys.getKey("own", password).getEncoded()));
    }

    private void refused(String why, String certificate, String key) {
        IOException e =
                assertThrows(
                        IOException.class,
                        () -> Pem.keyOf(directory.resolve(certificate), directory.resolve(key)));
        assertEquals(why, e.getMessage().replace(directory + "/", ""));
    }

    @Test
    void theKeyOfAnotherCertificateIsRefused() throws Exception {
        make("ec", "EC");
        make("other", "EC");
        make("rsa", "RSA");
        make("ed", "EdDSA");
        for (String name : List.of("ec", "rsa", "ed")) {
            Pem.keyOf(directory.resolve(name + ".pem"), directory.resolve(name + ".key"));
        }
        refused("other.key is not the key of ec.pem", "ec.pem", "other.key");
        refused("rsa.key is not the key of ec.pem", "ec.pem", "rsa.key");
        refused("ec.key has something else than certificates in PEM", "ec.key", "ec.key");
        refused(
                "ec.pem has no private key in PEM (PKCS #8, without a passphrase)",
                "ec.pem",
                "ec.pem");
    }

    @Test
    void aKeyMayStandBehindACommentInAnyEncoding() throws Exception {
        byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate().getEncoded();
        for (Charset encoding : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            Path file = directory.resolve(encoding.name());
            Files.writeString(file, "# Schl\u00fcssel\n" + pem("PRIVATE KEY", key), encoding);
            assertArrayEquals(key, Pem.key(file).getEncoded());
        }
    }
}
