// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs what must not be disturbed by what this JVM has done before. */
final class OwnJvm {
    private OwnJvm() {}

    /**
     * What a class prints that is started in a JVM of its own, with the class path of this one.
     *
     * @param options of that JVM
     * @throws IOException it ended with an error
     */
    static String output(List<String> options, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process p =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (p.waitFor() != 0) {
            throw new IOException(main.getSimpleName() + " " + List.of(arguments) + " failed");
        }
        return out.trim();
    }
}
