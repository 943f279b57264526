// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts that start our programs. */
class LauncherTest {
    @TempDir Path directory;
    private String output;

    /** Runs a copy of a script, so that what was built beside the original does not matter. */
    private int run(String script, Path javaHome) throws Exception {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path original = Path.of("..").resolve(script);
        Path copy = bin.resolve(original.getFileName());
        Files.writeString(copy, Files.readString(original));
        ProcessBuilder process = new ProcessBuilder("sh", copy.toString(), "--version");
        process.environment().put("JAVA_HOME", javaHome.toString());
        process.environment().put("ISTHMUS_JAVA_OPTS", "-Dx=1 -Dy=2");
        process.environment().remove("NAT64CTL_JAR");
        process.redirectErrorStream(true);
        Process started = process.start();
        output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return started.waitFor();
    }

    /** A Java that prints what it was given. */
    private Path java(String version) throws IOException {
        Path home = directory.resolve("java-" + version);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    @ParameterizedTest
    @CsvSource({
        "switch/bin/isthmus-switch, isthmus-switch, 1",
        "controller/bin/isthmus-controller, isthmus-controller, 1",
        "cli/bin/nat64ctl, nat64ctl, 2"
    })
    void saysInOneLineWhatIsMissing(String script, String name, int status) throws Exception {
        Path none = directory.resolve("none");
        assertEquals(status, run(script, none));
        assertEquals(
                name
                        + ": "
                        + none
                        + "/bin/java is not there: install Java 11 or later, or set JAVA_HOME\n",
                output);
        for (String old : new String[] {"1.8.0_312", "9.0.4", "10.0.2"}) {
            assertEquals(status, run(script, java(old)));
            assertEquals(
                    name
                            + ": "
                            + directory.resolve("java-" + old)
                            + "/bin/java is too old: Java 11 or later is needed\n",
                    output);
        }
        assertEquals(status, run(script, java("11.0.2")));
        assertTrue(output.startsWith(name + ": "), output);
        assertTrue(output.endsWith(": run make build\n"), output);
        assertEquals(1, output.lines().count(), output);
        Files.createFile(
                Files.createDirectories(directory.resolve("target")).resolve(name + ".jar"));
        assertEquals(0, run(script, java("17.0.1")));
        assertTrue(output.contains("-Dx=1 -Dy=2 -jar "), output);
    }
}
