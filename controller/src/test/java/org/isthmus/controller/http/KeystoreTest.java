// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.export.Pem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with one is in MainTest; how it serves in RestServerTlsTest. */
class KeystoreTest {
    @TempDir Path directory;

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", directory.resolve("keys.p12").toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", "changeit"));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    private static final String[] KEY = {"-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost"};

    private void key(String alias, int days) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(KEY));
        arguments.addAll(List.of("-alias", alias, "-validity", Integer.toString(days)));
        keytool(arguments.toArray(String[]::new));
    }

    @Test
    void itSaysWhenTheFirstOfItsCertificatesExpires() throws Exception {
        key("later", 40);
        key("rest", 10);
        Path file = directory.resolve("keys.p12");
        Path password = Files.writeString(directory.resolve("password"), "changeit\n");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, "changeit".toCharArray());
        }
        long end = ((X509Certificate) keys.getCertificate("rest")).getNotAfter().getTime();
        assertEquals(end, Keystore.read(file, password).valid().until);

        Path pem = directory.resolve("rest.pem");
        keytool("-exportcert", "-rfc", "-alias", "rest", "-file", pem.toString());
        assertEquals(end, CertificateTime.of(Pem.certificates(pem)).until, "also of a file in PEM");
    }
}
