// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Heap that a full table takes. Runs in a JVM of its own: {@code Footprint TABLE BINDINGS}. */
public final class Footprint {
    private Footprint() {}

    public static void main(String[] args) {
        int bindings = Integer.parseInt(args[1]);
        BindingTable table = BindingBenchmark.table(args[0]);
        long before = used();
        for (int n = 0; n < bindings; n++) {
            table.bind(n);
        }
        System.out.println((double) (used() - before) / bindings);
        // Alive until here.
        table.release(0);
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }

    /** Bytes a binding. */
    static double of(String table, int bindings) throws IOException, InterruptedException {
        Process p =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-Xmx6g",
                                        "-XX:+UseParallelGC",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        Footprint.class.getName(),
                                        table,
                                        Integer.toString(bindings)))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (p.waitFor() != 0) {
            throw new IOException("the footprint of " + table + " could not be measured");
        }
        return Double.parseDouble(out.trim());
    }
}
