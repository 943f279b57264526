// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
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
        List<String> options = List.of("-Xmx6g", "-XX:+UseParallelGC");
        return Double.parseDouble(OwnJvm.output(options, Footprint.class, table, bindings));
    }
}
