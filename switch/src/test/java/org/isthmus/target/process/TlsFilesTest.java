// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.ServerCredentials;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.target.KeyFiles;
import org.isthmus.target.Logged;
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

    /** What is logged of a certificate that a keytool's options make. */
    private List<String> logged(String name, String... options) throws Exception {
        KeyFiles.make(directory, name, "EC", options);
        try (Logged log = new Logged()) {
            assertNotNull(credentials(name + ".pem", name + ".key", "ec.pem"));
            return log.lines().stream()
                    .map(l -> l.replace(directory + "/", "").replaceAll("20[0-9T:-]{17}Z", "TIME"))
                    .collect(Collectors.toList());
        }
    }

    @Test
    void aCertificateThatIsNotValidOrSoonWillNotBeIsLogged() throws Exception {
        String begin = "WARNING device id 7: --grpc-server-cert: ";
        assertEquals(List.of(), logged("usual"));
        assertEquals(
                List.of(begin + "soon.pem expires at TIME null"),
                logged("soon", "-validity", "29"));
        assertEquals(
                List.of(begin + "old.pem has expired, at TIME, or the clock here is wrong null"),
                logged("old", "-startdate", "-5d", "-validity", "4"));
        assertEquals(
                List.of(
                        begin
                                + "new.pem is not valid before TIME, or the clock here is wrong null"),
                logged("new", "-startdate", "+1d"));
    }
}
