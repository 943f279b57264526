// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Benchmarks that need one JVM and no network. Usage: {@code Main REPORT [--quick]}; the report is
 * a JSON list of pairs, ours and a peer measured in the same run.
 */
public final class Main {
    /** Of {@link PipelineBenchmark} and {@link TableSizes}, whose tables grow. */
    private static final Map<String, String> PATHS =
            new TreeMap<>(
                    Map.of(
                            "TO4", "bindings from IPv6",
                            "TO6", "bindings from IPv4",
                            "EAM_TO4", "EAMs from IPv6",
                            "EAM_TO6", "EAMs from IPv4",
                            "ROUTED4", "routes of IPv4",
                            "ROUTED6", "routes of IPv6"));

    private final List<Map<String, Object>> pairs = new ArrayList<>();
    private final boolean quick;

    private Main(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main(List.of(args).contains("--quick"));
        main.bindings();
        main.entries();
        main.pipeline();
        main.mappingLog();
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(Path.of(args[0]).toFile(), main.pairs);
    }

    private void bindings() throws Exception {
        int count = quick ? 1_000_000 : 10_000_000;
        Map<String, Double> rates = run(BindingBenchmark.class, "table", Map.of("bindings", count));
        pair(
                "set-ups among " + count + " bindings",
                "set-ups/s",
                rates.get("core"),
                "maps of objects",
                rates.get("maps"));
        pair(
                "heap of " + count + " bindings",
                "bytes/binding",
                Footprint.of("core", count),
                "maps of objects",
                Footprint.of("maps", count));
    }

    private void entries() throws Exception {
        Map<String, Double> rates = run(EntryBenchmark.class, "writer", Map.of());
        pair(
                "entries of bindings",
                "entries/s",
                rates.get("DESCRIPTOR"),
                "protobuf by hand",
                rates.get("BY_HAND"));
    }

    private void pipeline() throws Exception {
        String peer = "NATIVE6";
        String[] paths = {peer, "TO4", "TO6"};
        Map<String, Double> few =
                run(PipelineBenchmark.class, "path", Map.of("rows", TableSizes.SMALL), paths);
        for (String path : List.of("TO4", "TO6")) {
            pair(
                    "pipeline, " + PATHS.get(path),
                    "packets/s",
                    few.get(path),
                    "native IPv6, same pipeline",
                    few.get(peer));
        }
        for (int rows : quick ? new int[] {1 << 20} : new int[] {1 << 16, 1 << 20}) {
            for (String path : PATHS.keySet()) {
                tableSizes("pipeline", path, rows, false);
            }
        }
        if (!System.getProperty("user.name").equals("root")) {
            System.out.println("  not root: packets between interfaces are left out");
            return;
        }
        for (String path : PATHS.keySet()) {
            tableSizes("between interfaces", path, 1 << 20, true);
        }
    }

    private void tableSizes(String what, String path, int rows, boolean wire) throws Exception {
        double[] rates = TableSizes.rates(path, rows, wire);
        pair(
                what + ", " + PATHS.get(path) + ", " + rows + " rows",
                "packets/s",
                rates[1],
                TableSizes.SMALL + " rows",
                rates[0]);
    }

    private void mappingLog() throws Exception {
        int records = quick ? 1_000_000 : 10_000_000;
        try (MappingLogs logs = new MappingLogs(records)) {
            pair(
                    "append to the mapping log",
                    "us",
                    logs.appendMicros(),
                    "a write to a file",
                    logs.writeMicros());
            double scan = logs.cold("scan");
            pair("start, " + records + " records, cold", "ms", logs.cold("open"), "scan", scan);
            pair("who had, " + records + " records, cold", "ms", logs.cold("ask"), "scan", scan);
            pair(
                    "who had, " + records + " records, warm",
                    "ms",
                    logs.warmMillis(),
                    "scan",
                    logs.warmScanMillis());
        }
    }

    private void pair(String name, String unit, double value, String peer, double peerValue) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("name", name);
        pair.put("value", value);
        pair.put("unit", unit);
        pair.put("peer", peer);
        pair.put("peer_value", peerValue);
        pair.put("ratio", value / peerValue);
        pairs.add(pair);
        System.out.printf("  %-44s %,16.3f %-14s %s: %,.3f%n", name, value, unit, peer, peerValue);
    }

    /**
     * Scores by the value of one parameter, with others fixed.
     *
     * @param values of the parameter; none: all that the benchmark has
     */
    private Map<String, Double> run(
            Class<?> benchmark, String by, Map<String, Integer> fixed, String... values)
            throws Exception {
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(benchmark.getSimpleName())
                        .verbosity(VerboseMode.SILENT)
                        .warmupIterations(quick ? 2 : 5)
                        .warmupTime(TimeValue.seconds(quick ? 1 : 2))
                        .measurementIterations(quick ? 2 : 5)
                        .measurementTime(TimeValue.seconds(quick ? 1 : 2))
                        .shouldFailOnError(true);
        fixed.forEach((name, value) -> options.param(name, value.toString()));
        if (values.length > 0) {
            options.param(by, values);
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        Map<String, Double> scores = new LinkedHashMap<>();
        for (RunResult r : results) {
            scores.put(r.getParams().getParam(by), r.getPrimaryResult().getScore());
        }
        return scores;
    }
}
