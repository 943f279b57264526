// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    @TempDir Path directory;

    @Test
    void aKeyMayStandBehindACommentInAnyEncoding() throws Exception {
        byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate().getEncoded();
        for (Charset encoding : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            Path file = directory.resolve(encoding.name());
            String pem =
                    "# Schl\u00fcssel\n-----BEGIN PRIVATE KEY-----\n"
                            + Base64.getMimeEncoder().encodeToString(key)
                            + "\n-----END PRIVATE KEY-----\n";
            Files.writeString(file, pem, encoding);
            assertArrayEquals(key, Tls.key(file.toString()).getEncoded());
        }
    }
}
