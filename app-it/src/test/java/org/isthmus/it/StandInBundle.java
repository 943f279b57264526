// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.isthmus.it.standin.StandIns;
import org.isthmus.rest.FakeNat64;
import org.isthmus.rest.FakeQueries;
import org.isthmus.rest.SampleNetwork;

/** Packs the stand-ins as a bundle. */
final class StandInBundle {
    private StandInBundle() {}

    /** Writes the bundle and a feature with it into a directory; gives the feature's file. */
    static Path features(Path directory) throws IOException {
        Path bundle = directory.resolve("standins.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(bundle), manifest())) {
            addPackage(jar, StandIns.class);
            addClasses(jar, FakeNat64.class);
            addClasses(jar, FakeQueries.class);
            addClasses(jar, SampleNetwork.class);
        }
        return Files.writeString(
                directory.resolve("standins.xml"),
                "<features xmlns=\"http://karaf.apache.org/xmlns/features/v1.2.0\" name=\"standins\">"
                        + "<feature name=\"standins\" version=\"1\"><feature>onos-api</feature><bundle>"
                        + bundle.toUri()
                        + "</bundle></feature></features>");
    }

    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.putValue("Manifest-Version", "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "standins");
        headers.putValue("Bundle-Version", "1.0.0");
        headers.putValue("Bundle-Activator", StandIns.class.getName());
        headers.putValue("DynamicImport-Package", "*");
        return manifest;
    }

    /** All the classes beside one that lies in a directory. */
    private static void addPackage(JarOutputStream jar, Class<?> type) throws IOException {
        try {
            Path directory = Path.of(type.getResource(".").toURI());
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                    add(jar, type.getPackageName(), file.getFileName().toString(), type);
                }
            }
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A class with those inside it. */
    private static void addClasses(JarOutputStream jar, Class<?> type) throws IOException {
        add(jar, type.getPackageName(), type.getSimpleName() + ".class", type);
        for (Class<?> inner : type.getDeclaredClasses()) {
            String name = type.getSimpleName() + "$" + inner.getSimpleName() + ".class";
            add(jar, type.getPackageName(), name, type);
        }
    }

    private static void add(JarOutputStream jar, String in, String name, Class<?> from)
            throws IOException {
        jar.putNextEntry(new JarEntry(in.replace('.', '/') + "/" + name));
        try (InputStream bytes = from.getResourceAsStream(name)) {
            bytes.transferTo(jar);
        }
        jar.closeEntry();
    }
}
