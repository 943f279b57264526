// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another JVM, to be killed while it writes. */
public final class Child {
    private Child() {}

    /**
     * Runs a main class until it said a number of lines, then kills it without a warning.
     *
     * @return the last whole line that it said, those behind the number included
     */
    public static String runAndKill(Class<?> main, Path directory, int lines)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx128m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String last = null;
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(
                                process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (int i = 0; i < lines; i++) {
                last = out.readLine();
            }
            process.toHandle().destroyForcibly();
            // (Process.destroyForcibly would close the pipe.) What it said before it died counts as
            // well; the very last line may be cut.
            String before = last;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                before = last;
                last = line;
            }
            last = before;
        }
        process.waitFor();
        return last;
    }
}
