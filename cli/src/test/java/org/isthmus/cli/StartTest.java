// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a command must not wait for before it begins. */
class StartTest {
    /** Loading java.net.http took two thirds of a command's time. */
    @Test
    void noClassNeedsTheHttpClientOfJava() throws Exception {
        URI classes = Nat64Ctl.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        try (Stream<Path> files = Files.walk(Path.of(classes))) {
            List<Path> all =
                    files.filter(f -> f.toString().endsWith(".class")).collect(Collectors.toList());
            assertTrue(all.size() > 30, all.toString());
            for (Path file : all) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertEquals(-1, text.indexOf("java/net/http/"), file.toString());
            }
        }
    }
}
