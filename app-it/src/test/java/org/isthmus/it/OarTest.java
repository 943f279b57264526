// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What the archive holds, and nothing else: ONOS takes one with other files for a bundle. */
final class OarTest {
    private static final String VERSION = System.getProperty("isthmus.version");

    private static String text(ZipFile oar, String name) throws IOException {
        byte[] bytes = oar.getInputStream(oar.getEntry(name)).readAllBytes();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String file(String artifact, String end) {
        return "m2/org/isthmus/" + artifact + "/" + VERSION + "/" + artifact + "-" + VERSION + end;
    }

    @Test
    void holdsWhatOnosLacksAndNothingElse() throws IOException {
        Set<String> expected =
                Stream.of(
                                "app",
                                "config",
                                "core",
                                "export",
                                "listing",
                                "mapping-log",
                                "pipeconf",
                                "pipeline",
                                "proto",
                                "rest",
                                "web")
                        .map(module -> file("isthmus-" + module, ".jar"))
                        .collect(Collectors.toCollection(TreeSet::new));
        expected.add(file("isthmus-app", "-prometheus.jar"));
        expected.add(file("isthmus-app", "-features.xml"));
        expected.add("app.png");
        expected.add("app.xml");
        try (ZipFile oar = new ZipFile(System.getProperty("isthmus.oar"))) {
            Set<String> found =
                    oar.stream()
                            .filter(e -> !e.isDirectory())
                            .map(ZipEntry::getName)
                            .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(expected, found);
        }
    }

    @Test
    void descriptorsNameThisVersionAndEveryBundle() throws IOException {
        try (ZipFile oar = new ZipFile(System.getProperty("isthmus.oar"))) {
            String app = text(oar, "app.xml");
            String features = text(oar, file("isthmus-app", "-features.xml"));
            assertTrue(app.contains("version=\"" + VERSION + "\""), app);
            assertTrue(!app.contains("${") && !features.contains("${"));
            oar.stream()
                    .map(ZipEntry::getName)
                    .filter(n -> n.endsWith(".jar"))
                    .forEach(n -> assertTrue(features.contains(bundle(n)), n));
        }
    }

    /** {@code mvn:GROUP/ARTIFACT/VERSION}, and the classifier if there is one. */
    private static String bundle(String jar) {
        String artifact = jar.split("/")[3];
        String end = jar.endsWith("-prometheus.jar") ? "/jar/prometheus" : "";
        return "<bundle>mvn:org.isthmus/" + artifact + "/" + VERSION + end + "</bundle>";
    }
}
