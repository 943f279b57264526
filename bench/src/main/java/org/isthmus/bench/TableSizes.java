// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * How fast packets pass a large table, beside a small one in the same JVM: {@code TableSizes PATH
 * ROWS}, with the paths of {@link PipelineBenchmark} and a power of two that is above 1,024; with
 * {@code wire} behind, {@link ByWire}, and with {@code figures}, two of them and nothing more.
 * Slices of both take turns, in time of this thread's CPU, so that neither a machine whose speed
 * changes nor one with other work changes one of them alone.
 *
 * <p>A third kind of slice passes the large table by as many rows as the small one has: what it
 * takes more than the small one is the price of looking up in batches, and what the large one takes
 * more than it is that of memory.
 */
public final class TableSizes {
    static final int SMALL = 1024;
    static final int SLICE = 1 << 12;

    /** Packets before each slice, so that the caches hold what they would without the others. */
    private static final int BEFORE = 2 * SMALL;

    private static final int WARM = 300;
    private static final int SLICES = 600;
    private static final int ROUNDS = 200;

    /** With which packets wait for the memory of rows, and for no pages and barriers. */
    private static final List<String> OPTIONS =
            List.of("-Xms6g", "-Xmx6g", "-XX:+UseParallelGC", "-XX:+UseTransparentHugePages");

    /** Words of a row, and a place of memory: 128 bytes. */
    private static final int PLACE_SHIFT = 4;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static long sum;

    private TableSizes() {}

    public static void main(String[] args) throws Exception {
        PipelineBenchmark.Path path = PipelineBenchmark.Path.valueOf(args[0]);
        int rows = Integer.parseInt(args[1]);
        List<String> options = List.of(args);
        boolean wire = options.contains("wire");
        PipelineBenchmark small = load(path, SMALL, wire);
        PipelineBenchmark large = load(path, rows, wire);
        double[] nanos =
                inTurn(
                        WARM,
                        SLICES,
                        () -> slice(small, SMALL),
                        () -> slice(large, SMALL),
                        () -> slice(large, rows));
        small.close();
        large.close();
        if (options.contains("figures")) {
            System.out.println(1e9 / nanos[0] + " " + 1e9 / nanos[2]);
            return;
        }
        System.out.printf(
                "%s: %.0f ns a packet with %d rows, %.0f with %d: rate %.2f; %.0f by %d rows of these%n",
                path, nanos[0], SMALL, nanos[2], rows, nanos[0] / nanos[2], nanos[1], SMALL);
        if (wire) {
            return;
        }
        memory(nanos[0], nanos[1], rows);
    }

    /**
     * Packets a second by {@link #SMALL} rows, and by so many, in a JVM of its own.
     *
     * @param wire {@link ByWire}
     */
    static double[] rates(String path, int rows, boolean wire)
            throws IOException, InterruptedException {
        String out =
                OwnJvm.output(OPTIONS, TableSizes.class, path, rows, "figures", wire ? "wire" : "");
        return Arrays.stream(out.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /** The medians of what each takes for one of a {@link #SLICE}, ns. */
    static double[] inTurn(int warm, int rounds, LongSupplier... each) {
        double[][] nanos = new double[each.length][rounds];
        for (int i = -warm; i < rounds; i++) {
            for (int b = 0; b < each.length; b++) {
                double n = (double) each[b].getAsLong() / SLICE;
                if (i >= 0) {
                    nanos[b][i] = n;
                }
            }
        }
        double[] medians = new double[each.length];
        for (int b = 0; b < each.length; b++) {
            Arrays.sort(nanos[b]);
            medians[b] = nanos[b][rounds / 2];
        }
        return medians;
    }

    /** The time of a slice of packets that use so many rows, ns of CPU. */
    private static long slice(PipelineBenchmark benchmark, int rows) {
        benchmark.rows = rows;
        for (int i = 0; i < BEFORE; i++) {
            benchmark.packet();
        }
        long start = benchmark.nanos();
        for (int i = 0; i < SLICE; i++) {
            benchmark.packet();
        }
        return benchmark.nanos() - start;
    }

    /** What this thread has taken of the CPU. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /**
     * What the machine's memory allows at best: the least loop there is, over places of 128 bytes
     * in no order, one load of each, as many of them under way as a core can.
     *
     * @param small ns of a packet of the small table
     * @param batches the same of the large one, as long as near caches hold the rows in use
     */
    private static void memory(double small, double batches, int rows) {
        long[] array = new long[rows << PLACE_SHIFT];
        Arrays.fill(array, 1);
        double[] nanos =
                inTurn(
                        ROUNDS,
                        ROUNDS,
                        () -> together(array, SMALL),
                        () -> together(array, rows),
                        () -> oneAfterAnother(array, SMALL),
                        () -> oneAfterAnother(array, rows));
        System.out.printf(
                "memory: a load of one of %d places %.1f ns, of one of %d %.1f; %.1f and %.1f if each is waited for%n",
                SMALL, nanos[0], rows, nanos[1], nanos[2], nanos[3]);
        System.out.printf(
                "at best: rate %.2f with one such load a packet, %.2f with that and batches as they are%n",
                small / (small + nanos[1] - nanos[0]), small / (batches + nanos[1] - nanos[0]));
        if (sum == 0) {
            throw new AssertionError("never so, but no compiler knows");
        }
    }

    private static long together(long[] array, int places) {
        for (int i = 0; i < BEFORE; i++) {
            sum += array[place(i, places)];
        }
        long from = sum;
        long start = cpuNanos();
        long more = 0;
        for (int i = 0; i < SLICE; i++) {
            more += array[place(from + i, places)];
        }
        long end = cpuNanos();
        sum += more;
        return end - start;
    }

    private static long oneAfterAnother(long[] array, int places) {
        for (int i = 0; i < BEFORE; i++) {
            sum += array[place(i, places)];
        }
        long start = cpuNanos();
        long at = sum;
        for (int i = 0; i < SLICE; i++) {
            at += array[place(at, places)];
        }
        long end = cpuNanos();
        sum = at;
        return end - start;
    }

    /** The first word of a place, in no order. */
    private static int place(long i, int places) {
        long h = i * 0x9e3779b97f4a7c15L;
        h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
        return (int) (h >>> 32) & places - 1 << PLACE_SHIFT;
    }

    private static PipelineBenchmark load(PipelineBenchmark.Path path, int rows, boolean wire)
            throws Exception {
        PipelineBenchmark benchmark = new PipelineBenchmark();
        benchmark.wire = wire ? new ByWire() : null;
        benchmark.path = path;
        benchmark.rows = rows;
        benchmark.load();
        return benchmark;
    }
}
