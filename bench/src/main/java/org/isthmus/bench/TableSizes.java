// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.util.Arrays;

/**
 * How fast packets pass a large table, beside a small one in the same JVM: {@code TableSizes PATH
 * ROWS}, with the paths of {@link PipelineBenchmark}. Slices of both take turns, so that a machine
 * whose speed changes changes both.
 */
public final class TableSizes {
    private static final int SMALL = 1024;
    private static final int SLICE = 1 << 14;
    private static final int WARM = 300;
    private static final int SLICES = 600;

    private TableSizes() {}

    public static void main(String[] args) throws Exception {
        PipelineBenchmark.Path path = PipelineBenchmark.Path.valueOf(args[0]);
        PipelineBenchmark[] both = {load(path, SMALL), load(path, Integer.parseInt(args[1]))};
        double[][] nanos = new double[2][SLICES];
        for (int i = -WARM; i < SLICES; i++) {
            for (int b = 0; b < 2; b++) {
                long start = System.nanoTime();
                for (int n = 0; n < SLICE; n++) {
                    both[b].packet();
                }
                if (i >= 0) {
                    nanos[b][i] = (double) (System.nanoTime() - start) / SLICE;
                }
            }
        }
        for (double[] each : nanos) {
            Arrays.sort(each);
        }
        double small = nanos[0][SLICES / 2];
        double large = nanos[1][SLICES / 2];
        System.out.printf(
                "%s: %.0f ns a packet with %d rows, %.0f with %s: rate %.2f (of the fastest tenths %.2f)%n",
                path,
                small,
                SMALL,
                large,
                args[1],
                small / large,
                nanos[0][SLICES / 10] / nanos[1][SLICES / 10]);
        for (PipelineBenchmark each : both) {
            each.close();
        }
    }

    private static PipelineBenchmark load(PipelineBenchmark.Path path, int rows) throws Exception {
        PipelineBenchmark benchmark = new PipelineBenchmark();
        benchmark.path = path;
        benchmark.rows = rows;
        benchmark.load();
        return benchmark;
    }
}
