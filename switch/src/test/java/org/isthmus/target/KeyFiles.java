// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Makes certificates that sign themselves, by keytool. Stateless. */
public final class KeyFiles {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private KeyFiles() {}

    /**
     * Makes {@code NAME.pem} and {@code NAME.key} in a directory.
     *
     * @param options of keytool, more than the usual ones
     */
    public static void make(Path directory, String name, String algorithm, String... options)
            throws Exception {
        Path store = directory.resolve(name);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-alias", "own", "-keyalg", algorithm));
        command.addAll(List.of("-dname", "CN=" + name, "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        command.addAll(List.of(options));
        Process keytool =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("keytool.log").toFile())
                        .start();
        assertEquals(0, keytool.waitFor());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        write(
                directory.resolve(name + ".pem"),
                "CERTIFICATE",
                keys.getCertificate("own").getEncoded());
        write(
                directory.resolve(name + ".key"),
                "PRIVATE KEY",
                keys.getKey("own", PASSWORD).getEncoded());
    }

    private static void write(Path file, String what, byte[] der) throws Exception {
        String text = Base64.getMimeEncoder().encodeToString(der);
        Files.writeString(
                file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
