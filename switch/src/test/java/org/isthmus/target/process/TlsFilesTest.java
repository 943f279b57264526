// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.ServerCredentials;
import java.nio.file.Path;
import org.isthmus.target.KeyFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/** Certificates and keys of a P4Runtime server, right and wrong. */
class TlsFilesTest {
    @TempDir static Path directory;

    @BeforeAll
    static void make() throws Exception {
        KeyFiles.make(directory, "ec", "EC");
        KeyFiles.make(directory, "rsa", "RSA");
        KeyFiles.make(directory, "other", "EC");
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
