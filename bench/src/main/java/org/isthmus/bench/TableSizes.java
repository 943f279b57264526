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
    private static final int ROUNDS = 5;
    private static final int LINES = 1 << 22;

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
        memory();
    }

    /**
     * What the machine's memory allows at best: lines of an array as large as large tables, in no
     * order, each asked for when the one before has come, and as many at a time as a core can.
     */
    private static void memory() {
        long[] array = new long[1 << 25];
        int mask = array.length - 1;
        for (int i = 0; i < array.length; i++) {
            array[i] = scattered(i) & mask;
        }
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            int at = round;
            for (int i = 0; i < LINES; i++) {
                at = (int) array[at + i & mask];
            }
            long middle = System.nanoTime();
            for (int i = 0; i < LINES; i++) {
                sum += array[(int) scattered(i + round) & mask];
            }
            long end = System.nanoTime();
            if (round == ROUNDS - 1) {
                System.out.printf(
                        "memory: %.1f ns a line one after another, %.1f together%n",
                        (double) (middle - start) / LINES, (double) (end - middle) / LINES);
            }
            sum += at;
        }
        if (sum == 0) {
            throw new AssertionError("never so, but no compiler knows");
        }
    }

    private static long scattered(long i) {
        return i * 0x9e3779b97f4a7c15L >>> 20;
    }

    private static PipelineBenchmark load(PipelineBenchmark.Path path, int rows) throws Exception {
        PipelineBenchmark benchmark = new PipelineBenchmark();
        benchmark.path = path;
        benchmark.rows = rows;
        benchmark.load();
        return benchmark;
    }
}
