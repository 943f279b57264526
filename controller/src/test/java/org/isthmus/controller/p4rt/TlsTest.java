// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate that is shown to devices. */
class TlsTest {
    @TempDir static Path directory;

    @BeforeAll
    static void make() throws Exception {
        make("switch", "EC", 10);
        make("controller", "EC", 400);
        make("edwards", "EdDSA", 400);
    }

    /** A certificate in NAME.pem, and its key in NAME.key. */
    private static void make(String name, String algorithm, int days) throws Exception {
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
                                "-ext",
                                "SAN=IP:127.0.0.1",
                                "-validity",
                                Integer.toString(days),
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
        write(name + ".pem", "CERTIFICATE", keys.getCertificate("own").getEncoded());
        write(name + ".key", "PRIVATE KEY", keys.getKey("own", password).getEncoded());
    }

    private static void write(String file, String what, byte[] der) throws IOException {
        Files.writeString(
                directory.resolve(file),
                "-----BEGIN "
                        + what
                        + "-----\n"
                        + Base64.getMimeEncoder().encodeToString(der)
                        + "\n-----END "
                        + what
                        + "-----\n");
    }

    private static Path file(String name) {
        return directory.resolve(name);
    }

    private static void refused(String why, String certificate, String key) {
        IOException e =
                assertThrows(
                        IOException.class, () -> Channels.tcp(null, file(certificate), file(key)));
        assertEquals(why, e.getMessage().replace(directory + "/", ""));
    }

    @Test
    void aKeyThatFailsEachHandshakeIsRefused() {
        refused("switch.key is not the key of controller.pem", "controller.pem", "switch.key");
        refused(
                "edwards.key is a key of EdDSA, and must be one of RSA or EC",
                "edwards.pem",
                "edwards.key");
    }
}
