// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What this was built from. */
final class Build {
    static final String VERSION = version();

    private Build() {}

    private static String version() {
        Properties p = new Properties();
        try (InputStream in = Build.class.getResourceAsStream("version.properties")) {
            p.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return p.getProperty("version");
    }
}
