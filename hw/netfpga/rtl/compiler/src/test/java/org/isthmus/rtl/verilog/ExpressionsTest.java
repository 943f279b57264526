// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.isthmus.rtl.graph.Evaluation;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.RandomSignals;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.schedule.Schedule;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Icarus makes of signals as they are written is what they say. */
@Tag("rtl")
class ExpressionsTest {
    private static final int GRAPHS = 150;
    private static final int INPUTS = 5;
    private static final int SIGNALS = 40;

    /** Values of the inputs, for each graph. */
    private static final int PACKETS = 20;

    @TempDir Path directory;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, BigInteger> expected = new TreeMap<>();

    @Test
    void signalsReadAsTheySay() throws Exception {
        Random random = new Random(Seeds.of(1));
        for (int i = 0; i < GRAPHS; i++) {
            write("graph" + i, random);
        }
        Path source = Files.writeString(directory.resolve("signals.v"), text);
        Path program = directory.resolve("signals.vvp");
        assertEquals(
                "",
                Simulator.run("iverilog", "-g2005", "-o", program.toString(), source.toString()));
        Map<String, BigInteger> said = new TreeMap<>();
        for (String line : Simulator.run("vvp", "-n", program.toString()).split("\n")) {
            String[] words = line.trim().split(" +");
            said.put(words[0], new BigInteger(words[1], 16));
        }
        for (Map.Entry<String, BigInteger> e : expected.entrySet()) {
            assertEquals(
                    e.getValue(), said.get(e.getKey()), e.getKey() + "\n" + module(e.getKey()));
        }
        assertEquals(expected.size(), said.size());
    }

    private String module(String key) {
        int at = text.indexOf("module " + key.substring(0, key.indexOf('.')) + ";");
        return text.substring(at, text.indexOf("initial", at));
    }

    private void write(String name, Random random) {
        Graph graph = new Graph();
        List<Signal> signals = new ArrayList<>();
        List<BigInteger> values = new ArrayList<>();
        for (int i = 0; i < INPUTS; i++) {
            int width = 1 + random.nextInt(20);
            signals.add(graph.input("in" + i, width));
            values.add(new BigInteger(width, random));
        }
        for (int i = 0; i < SIGNALS; i++) {
            RandomSignals.add(graph, random, signals, values);
        }
        List<Signal> inputs = signals.subList(0, INPUTS);
        // Some alone, so that others are read by one signal only.
        List<Signal> wanted = new ArrayList<>();
        for (Signal s : signals) {
            if (random.nextInt(4) == 0) {
                wanted.add(s);
            }
        }
        Schedule schedule = new Schedule(graph, wanted);
        Reads reads = new Reads(schedule);
        wanted.forEach(s -> reads.read(s, schedule.last()));
        Expressions expressions = new Expressions(schedule, reads, (s, stage) -> "s" + s.id);
        text.append("module ").append(name).append(";\n");
        for (Signal s : inputs) {
            text.append(String.format("    reg [%d:0] s%d;%n", s.width - 1, s.id));
        }
        for (Signal s : reads.stored()) {
            if (!inputs.contains(s) && !reads.isInline(s)) {
                text.append(
                        String.format(
                                "    wire [%d:0] s%d = %s;%n",
                                s.width - 1, s.id, expressions.compute(s, schedule.stage(s))));
            }
        }
        for (int i = 0; i < wanted.size(); i++) {
            Signal s = wanted.get(i);
            text.append(
                    String.format(
                            "    wire [%d:0] w%d = %s;%n",
                            s.width - 1, i, expressions.read(s, schedule.last())));
        }
        text.append("    initial begin\n");
        for (int p = 0; p < PACKETS; p++) {
            Evaluation evaluation = new Evaluation();
            for (Signal s : inputs) {
                BigInteger value = new BigInteger(s.width, random);
                evaluation.set(s, value);
                text.append(
                        String.format(
                                "        s%d = %d'h%s;%n", s.id, s.width, value.toString(16)));
            }
            text.append("        #1;\n");
            for (int i = 0; i < wanted.size(); i++) {
                String key = name + "." + p + "." + i;
                expected.put(key, evaluation.of(wanted.get(i)));
                text.append(String.format("        $display(\"%s %%h\", w%d);%n", key, i));
            }
        }
        text.append("    end\nendmodule\n\n");
    }
}
