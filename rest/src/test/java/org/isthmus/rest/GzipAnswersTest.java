// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class GzipAnswersTest {
    @Test
    void whoTakesGzipGetsIt() throws IOException {
        Rest filled = new Rest(FakeNat64.filled());
        String plain = filled.get("eamt").header("ETag");
        for (String accept : List.of("gzip", "br, x-gzip;q=0.5", "*")) {
            Rest.Answer answer =
                    filled.sendUnchecked("GET", "eamt", Map.of("Accept-Encoding", accept));
            assertEquals("gzip", answer.header("Content-Encoding"), accept);
            assertEquals(plain.replaceFirst("\"$", "-gzip\""), answer.header("ETag"));
            assertEquals(List.of("Accept", "Accept-Encoding"), answer.headers.get("Vary"));
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.bytes))) {
                assertArrayEquals(filled.get("eamt").bytes, in.readAllBytes());
            }
        }
        for (String accept : List.of("identity", "gzip;q=0", "gzip;q=0.0, *", "br", "")) {
            Rest.Answer answer =
                    filled.send("GET", "eamt", Map.of("Accept-Encoding", accept), null);
            assertEquals(null, answer.header("Content-Encoding"), accept);
        }
        Map<String, String> seen =
                Map.of(
                        "Accept-Encoding",
                        "gzip",
                        "If-None-Match",
                        plain.replaceFirst("\"$", "-gzip\""));
        Rest.Answer same = filled.send("GET", "eamt", seen, null).expect(304);
        assertEquals(seen.get("If-None-Match"), same.header("ETag"));
        Map<String, String> replace =
                Map.of("If-Match", seen.get("If-None-Match"), "Content-Type", "application/json");
        filled.send("PUT", "eamt", replace, "{\"eamt\": []}").expect(200);
    }
}
