// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command line of the controller in this process, and looks at what it says. */
abstract class MainCase {
    static final String GOOD =
            "{\"devices\": {\"device:a\": {\"basic\": {\"managementAddress\":"
                    + " \"grpc://h:1?device_id=1\"}, \"isthmus\": {\"mac\": \"00:00:00:00:00:01\"}}}}";

    static final int PATIENCE_MILLIS = 60_000;

    @TempDir Path directory;
    final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final PrintStream outBefore = System.out;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setErr(before);
        System.setOut(outBefore);
    }

    int run(String... args) {
        errors.reset();
        return Main.commandLine().execute(args);
    }

    String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    String netcfg(String text) throws IOException {
        return Files.writeString(directory.resolve("netcfg.json"), text).toString();
    }
}
