// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WebPageTest {
    private final Rest rest = new Rest(null);

    @Test
    void pageIsRevalidatedAndLoadsNothingFromElsewhere() {
        Rest.Answer page = rest.get("ui/").expect(200);
        assertEquals("text/html;charset=utf-8", page.type);
        assertTrue(page.text().contains("<title>NAT64</title>"), page.text());
        assertEquals("no-cache", page.header("Cache-Control"));
        assertEquals(
                "default-src 'self'; frame-ancestors 'none'",
                page.header("Content-Security-Policy"));
        assertEquals("nosniff", page.header("X-Content-Type-Options"));
        assertNotNull(page.header("ETag"));
    }

    @Test
    void fileNamedByItsContentIsKept() {
        Rest.Answer script = rest.get("ui/page-3fa94b1c.js").expect(200);
        assertEquals("text/javascript;charset=utf-8", script.type);
        assertEquals("max-age=31536000, immutable", script.header("Cache-Control"));
    }

    @Test
    void onlyDigestsMakeAFileImmutable() {
        URL any = Rest.class.getResource("page/index.html");
        WebPage page = new WebPage(name -> any);
        for (String name :
                List.of("main-XKZJNATB.js", "main-ABCD2345.css", "a-0123456789abcdef.js")) {
            assertTrue(page.file(name).immutable, name);
        }
        for (String name :
                List.of("index.html", "third-party.txt", "main-ABC.js", "a-settings.js")) {
            assertFalse(page.file(name).immutable, name);
        }
    }

    @Test
    void nothingButFilesOfThePageIsServed() {
        for (String name :
                List.of(
                        "..%2FRest.class",
                        "%2e%2e%2fopenapi.json",
                        "..%5Copenapi.json",
                        ".index.html",
                        "%2Fetc%2Fpasswd",
                        "index.html%00.js",
                        "WebPageTest.class",
                        "none.html")) {
            String detail = rest.get("ui/" + name).expect(404).json().path("detail").asText();
            assertTrue(detail.startsWith("There is no"), name + ": " + detail);
        }
        rest.get("ui/../openapi.json").expect(404);
    }

    @Test
    void namesWithAPathNeverReachTheClassPath() {
        Set<String> asked = new TreeSet<>();
        WebPage page =
                new WebPage(
                        name -> {
                            asked.add(name);
                            return null;
                        });
        for (String name :
                List.of("../a.js", "a/../b.js", "/a.js", "a\\b.js", "a.class", "a", "")) {
            assertNull(page.file(name), name);
        }
        assertNull(page.file("a.js"));
        assertEquals(Set.of("a.js"), asked);
    }
}
