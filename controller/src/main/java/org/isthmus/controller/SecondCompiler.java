// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HotSpot's second compiler, C2, which takes seconds of CPU in the first minute after a start and
 * halves what a flow costs from then on. Others go first meanwhile, as what waits for it runs in
 * the code of the first compiler, and what waits for others is flows. HotSpot has one priority for
 * both, so Linux is asked (setpriority(2), by renice(1)).
 */
final class SecondCompiler {
    /** One in ten of what an ordinary thread gets: with 19, it was starved by other programs. */
    static final int NICE = 10;

    private static final Logger LOG = LoggerFactory.getLogger(SecondCompiler.class);

    /** As far as Linux has names of threads. */
    private static final String NAME = "C2 CompilerThre";

    private SecondCompiler() {}

    /**
     * Has the threads of C2 behind all others. Where there are none, as with C1 alone, nothing is
     * done; where it cannot be done, the log says so once and the flows after a start are fewer.
     */
    static void letOthersGoFirst() {
        try {
            List<String> threads = threads(Path.of("/proc/self/task"));
            if (!threads.isEmpty()) {
                renice(threads);
            }
        } catch (IOException e) {
            LOG.info("the JVM's second compiler has the priority of all: {}", e.getMessage());
        }
    }

    /** Ids of its threads, of a directory as proc(5) describes it. */
    static List<String> threads(Path tasks) throws IOException {
        List<String> ids = new ArrayList<>();
        if (!Files.isDirectory(tasks)) {
            return ids;
        }
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    if (Files.readString(thread.resolve("comm")).strip().equals(NAME)) {
                        ids.add(thread.getFileName().toString());
                    }
                } catch (IOException e) {
                    LOG.trace("{} has ended", thread);
                }
            }
        }
        return ids;
    }

    private static void renice(List<String> threads) throws IOException {
        List<String> line = new ArrayList<>(List.of("renice", "-n", "" + NICE, "-p"));
        line.addAll(threads);
        Process renice = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(renice.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (renice.waitFor() != 0) {
                throw new IOException(said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
