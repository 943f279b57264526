// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A directory of its own for each test, and the log in it that is open. */
abstract class LogCase {
    @TempDir Path directory;

    LogFiles files;

    @BeforeEach
    void begin() {
        files = new LogFiles(directory);
    }

    @AfterEach
    void end() {
        files.close();
    }
}
