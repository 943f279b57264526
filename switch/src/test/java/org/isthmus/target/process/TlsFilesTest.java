// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.ServerCredentials;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/** Certificates and keys of a P4Runtime server, right and wrong. */
class TlsFilesTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir static Path directory;

    @BeforeAll
    static void make() throws Exception {
        make("ec", "EC");
        make("rsa", "RSA");
        make("other", "EC");
    }

    private static void make(String name, String algorithm) throws Exception {
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
                                new String(PASSWORD))
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("keytool.log").toFile())
                        .start();
        assertEquals(0, keytool.waitFor());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        write(name + ".pem", "CERTIFICATE", keys.getCertificate("own").getEncoded());
        write(name + ".key", "PRIVATE KEY", keys.getKey("own", PASSWORD).getEncoded());
    }

    private static void write(String file, String what, byte[] der) throws Exception {
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

    private ServerCredentials credentials(String certificate, String key, String ca)
            throws Exception {
        return ProcessOptions.parse(
                        ("--device-id 7 --grpc-server-ssl --grpc-server-cert "
                                        + directory.resolve(certificate)
                                        + " --grpc-server-key "
                                        + directory.resolve(key)
                                        + " --grpc-server-cacert "
                                        + directory.resolve(ca))
                                .split(" "))
                .switches
                .get(0)
                .server
                .credentials();
    }

    private void refused(String why, String certificate, String key, String ca) {
        ParameterException e =
                assertThrows(
                        ParameterException.class,
                        () -> credentials(certificate, key, ca),
                        certificate + " " + key + " " + ca);
        assertEquals("device id 7: " + why, e.getMessage().replace(directory + "/", ""));
    }

    @Test
    void aCertificateAndItsKeyAreTaken() throws Exception {
        assertNotNull(credentials("ec.pem", "ec.key", "rsa.pem"));
        assertNotNull(credentials("rsa.pem", "rsa.key", "ec.pem"));
    }

    @Test
    void theKeyOfAnotherCertificateIsRefused() {
        refused(
                "--grpc-server-key: other.key is not the key of ec.pem",
                "ec.pem",
                "other.key",
                "ec.pem");
        refused(
                "--grpc-server-key: rsa.key is not the key of ec.pem",
                "ec.pem",
                "rsa.key",
                "ec.pem");
    }

    @Test
    void aFileThatIsSomethingElseIsNamedWithItsOption() {
        refused("--grpc-server-cert: there is no file none", "none", "ec.key", "ec.pem");
        refused("--grpc-server-key: there is no file none", "ec.pem", "none", "ec.pem");
        refused("--grpc-server-cacert: there is no file none", "ec.pem", "ec.key", "none");
        refused(
                "--grpc-server-cert: ec.key has no certificate in PEM",
                "ec.key",
                "ec.key",
                "ec.pem");
        refused("--grpc-server-cacert: ec has no certificate in PEM", "ec.pem", "ec.key", "ec");
        refused(
                "--grpc-server-key: ec.pem has no private key in PEM (PKCS #8, without a passphrase)",
                "ec.pem",
                "ec.pem",
                "ec.pem");
    }
}
