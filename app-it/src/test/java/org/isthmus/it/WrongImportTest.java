// SPDX-License-Identifier: Apache-2.0
package org.isthmus.it;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What {@link KarafTest} says of an archive with a bundle that asks for too much. */
final class WrongImportTest {
    private static final String NOWHERE = "org.onosproject.nowhere";

    @Test
    void aPackageThatNobodyHasIsNamed() throws Exception {
        Path work = Path.of(System.getProperty("isthmus.work"));
        Files.createDirectories(work);
        Path wrong = work.resolve("wrong.oar");
        withImport(Path.of(System.getProperty("isthmus.oar")), wrong);
        try (Karaf karaf = new Karaf(work.resolve("karaf-wrong"), wrong, KarafTest.BOOT)) {
            karaf.start();
            AssertionError e =
                    assertThrows(AssertionError.class, () -> karaf.await("an end", () -> false));
            assertTrue(e.getMessage().contains(NOWHERE), e.getMessage());
        }
    }

    /** Copies an archive; the application's own bundle imports one package more in the copy. */
    private static void withImport(Path from, Path to) throws IOException {
        String version = System.getProperty("isthmus.version");
        String app = "isthmus-app/" + version + "/isthmus-app-" + version + ".jar";
        int changed = 0;
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(from));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                out.putNextEntry(new ZipEntry(e.getName()));
                if (e.getName().endsWith(app)) {
                    out.write(withImport(in));
                    changed++;
                } else {
                    in.transferTo(out);
                }
            }
        }
        if (changed != 1) {
            throw new AssertionError(changed + " times " + app + " in " + from);
        }
    }

    private static byte[] withImport(InputStream bundle) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Not closed: the archive goes on behind the bundle.
        JarInputStream in = new JarInputStream(bundle);
        Manifest manifest = in.getManifest();
        Attributes main = manifest.getMainAttributes();
        main.putValue("Import-Package", main.getValue("Import-Package") + "," + NOWHERE);
        try (OutputStream out = bytes;
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                jar.putNextEntry(new ZipEntry(e.getName()));
                in.transferTo(jar);
            }
        }
        return bytes.toByteArray();
    }
}
