// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {
    @TempDir Path directory;

    private String logged(String... options) throws IOException {
        Path file = directory.resolve("log");
        Files.deleteIfExists(file);
        String[] args = new String[options.length + 2];
        args[0] = "--log-file";
        args[1] = file.toString();
        System.arraycopy(options, 0, args, 2, options.length);
        try {
            Logs.configure(ProcessOptions.parse(args).log);
            Logger.getLogger("org.isthmus.X").info("hello");
        } finally {
            LogManager.getLogManager().readConfiguration();
        }
        return Files.readString(file);
    }

    @Test
    void aLineIsTextOrJson() throws IOException {
        String text = logged();
        assertTrue(text.endsWith(" INFO hello\n"), text);
        String json = logged("--log-json");
        assertTrue(json.startsWith("{\"time\":\""), json);
        assertTrue(
                json.endsWith(
                        ",\"level\":\"info\",\"logger\":\"org.isthmus.X\",\"message\":\"hello\"}\n"),
                json);
    }
}
