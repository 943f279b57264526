// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.nio.file.Files;
import java.nio.file.Path;

/** Names of damaged files that are kept beside what was recovered from them. */
public final class DamagedFiles {
    private DamagedFiles() {}

    /** A name that no file has yet. */
    public static Path name(Path damaged) {
        Path kept;
        int i = 0;
        do {
            kept = damaged.resolveSibling(damaged.getFileName() + ".damaged-" + ++i);
        } while (Files.exists(kept));
        return kept;
    }
}
