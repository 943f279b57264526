// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isthmus.rtl.graph.Evaluation;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.Signal.Op;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.rtl.lower.Pipe;
import org.isthmus.rtl.lower.TableShapes;
import org.isthmus.target.Seeds;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.JsonReader;
import org.isthmus.target.process.P4InfoFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Icarus makes of each stage of the card's own pipeline, for any values of the registers
 * before it, is what the graph says. No clock runs: blocks and registers have the values that they
 * are given.
 */
@Tag("rtl")
class StagesTest {
    private static final Path COMPILED = Path.of("../../../../p4/compiled/rtl");
    private static final int ROUNDS = 2_000;

    /** All of these have nothing behind their outputs but what the test puts there. */
    private static final String BLOCKS =
            "module delay #(parameter WIDTH = 1, CYCLES = 1)\n"
                    + "    (input clk, reset, input [WIDTH-1:0] in, output reg [WIDTH-1:0] out);\n"
                    + "endmodule\n"
                    + "module counter_array #(parameter SIZE = 2)\n"
                    + "    (input clk, reset, count_valid, input [$clog2(SIZE)-1:0] count_index,\n"
                    + "     input cfg_write, input [$clog2(SIZE)-1:0] cfg_word,\n"
                    + "     input [31:0] cfg_wdata, output [31:0] cfg_rdata);\n"
                    + "endmodule\n";

    private static final String TABLE =
            "module %s #(parameter KEY = 1, VALUE = 1, ROWS = 1, WAYS = 1, INDEX = 1,\n"
                    + "    OVERFLOW = 1, HASH = 1)\n"
                    + "    (input clk, reset, lookup_valid, input [KEY-1:0] lookup_key,\n"
                    + "     input lookup_counts, output reg hit, output reg [VALUE-1:0] value,\n"
                    + "     input cfg_write, input [5:0] cfg_word, input [31:0] cfg_wdata,\n"
                    + "     output [31:0] cfg_rdata);\n"
                    + "endmodule\n";

    /** What one stage reads and makes. */
    private static final class Stage {
        /** Where what the stage reads comes from, by the signal that it is a value of. */
        final Map<Signal, String> given = new LinkedHashMap<>();

        /** What it makes, by name. */
        final Map<String, Signal> made = new LinkedHashMap<>();

        /** Sums of many operands, for which sums of two stand; operands first. */
        final Set<Signal> sums = new LinkedHashSet<>();

        /** Comparisons with a constant, which random values would hardly ever pass. */
        final Set<Signal> comparisons = new LinkedHashSet<>();
    }

    @TempDir Path directory;
    private Pipe pipe;
    private Verilog verilog;
    private final List<Stage> stages = new ArrayList<>();

    @BeforeEach
    void compile() throws Exception {
        Bmv2Program program = JsonReader.read(Files.readAllBytes(COMPILED.resolve("isthmus.json")));
        Map<String, TableShape> tables =
                TableShapes.of(P4InfoFile.read(COMPILED.resolve("isthmus.p4info.txtpb")));
        pipe = new Pipe(program, tables);
        verilog = new Verilog("isthmus", pipe, tables, program.counters);
        for (Map.Entry<String, String> file : verilog.files().entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
        int end = verilog.writer.latency();
        for (int i = 0; i <= end; i++) {
            stages.add(new Stage());
        }
        for (Signal s : verilog.writer.reads.stored()) {
            place(s);
        }
        pipe.outputs.forEach((port, s) -> stages.get(end).made.put("dut." + port, s));
        pipe.effects.forEach(
                e -> stages.get(end).made.put("dut." + e.counter + ".count_valid", e.counts));
        stages.forEach(s -> s.made.values().forEach(m -> look(s, m, new HashSet<>())));
    }

    private static boolean isGiven(Signal s) {
        return s.op == Op.INPUT || s.op == Op.SEQUENCE || s.lookup != null;
    }

    private void place(Signal s) {
        int own = verilog.schedule.stage(s);
        for (int read : verilog.writer.reads.stages(s)) {
            if (read > own || isGiven(s)) {
                stages.get(read).given.put(s, source(s, own, read));
            }
        }
        if (s.lookup != null) {
            String table = "dut." + s.lookup.table.name + "_table.";
            stages.get(verilog.schedule.asked(s.lookup))
                    .made
                    .put(table + "lookup_key", s.lookup.key);
            stages.get(verilog.schedule.counted(s.lookup))
                    .made
                    .put(table + "lookup_counts", s.lookup.asks);
        } else if (!isGiven(s) && !verilog.writer.reads.isInline(s)) {
            stages.get(own).made.put("dut." + verilog.writer.nameIn(s, own), s);
        }
    }

    /** The variable that a value comes out of which a stage reads. */
    private String source(Signal s, int own, int read) {
        String name = "dut." + verilog.writer.nameIn(s, read);
        if (read > own) {
            Integer before = verilog.writer.reads.stages(s).lower(read);
            int cycles = read - (before == null ? own : before);
            return cycles == 1 ? name : name + "_delay.out";
        }
        if (s.lookup != null) {
            String table = "dut." + s.lookup.table.name + "_table.";
            return table + (s.op == Op.HIT ? "hit" : "value");
        }
        return s.op == Op.INPUT ? s.name() : name;
    }

    /** For what is peculiar in what a stage makes. */
    private void look(Stage stage, Signal s, Set<Signal> seen) {
        if (stage.given.containsKey(s) || !seen.add(s)) {
            return;
        }
        Signal made = verilog.schedule.of(s);
        if (made != s) {
            look(stage, made, seen);
            stage.sums.add(s);
            return;
        }
        s.operands.forEach(o -> look(stage, o, seen));
        if ((s.op == Op.EQUAL || s.op == Op.LESS)
                && s.operands.stream().anyMatch(Signal::isConst)) {
            stage.comparisons.add(s);
        }
    }

    @Test
    void stagesMakeWhatTheGraphSays() throws Exception {
        Random random = new Random(Seeds.of(1));
        List<BigInteger> expected = new ArrayList<>();
        StringBuilder given = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            for (Stage stage : stages) {
                if (!stage.made.isEmpty()) {
                    expected.add(evaluate(stage, random, given));
                }
            }
        }
        Files.writeString(directory.resolve("given.txt"), given);
        Files.writeString(directory.resolve("bench.v"), bench());
        String program = directory.resolve("bench.vvp").toString();
        Simulator.run(
                "iverilog",
                "-g2005",
                "-I" + directory,
                "-o",
                program,
                directory.resolve("bench.v").toString(),
                directory.resolve("isthmus_pipe.v").toString());
        String[] said = Simulator.run("vvp", "-n", program).split("\n");
        assertEquals(expected.size(), said.length, said[said.length - 1]);
        int line = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < stages.size(); i++) {
                if (!stages.get(i).made.isEmpty()) {
                    compare(i, expected.get(line), new BigInteger(said[line].trim(), 16));
                    line++;
                }
            }
        }
    }

    /** What a stage makes of random values, side by side. */
    private BigInteger evaluate(Stage stage, Random random, StringBuilder given) {
        Map<Signal, BigInteger> values = new HashMap<>();
        stage.given.keySet().forEach(s -> values.put(s, new BigInteger(s.width, random)));
        for (Signal c : stage.comparisons) {
            boolean second = c.operands.get(1).isConst();
            BigInteger constant = c.operands.get(second ? 1 : 0).value;
            if (random.nextInt(3) == 0) {
                plant(values, c.operands.get(second ? 0 : 1), constant);
            }
        }
        Evaluation evaluation = new Evaluation();
        BigInteger all = BigInteger.ZERO;
        for (Signal s : stage.given.keySet()) {
            evaluation.set(s, values.get(s));
            all = all.shiftLeft(s.width).or(values.get(s));
        }
        given.append(all.toString(16)).append('\n');
        stage.sums.forEach(s -> evaluation.set(s, evaluation.of(verilog.schedule.of(s))));
        BigInteger made = BigInteger.ZERO;
        for (Signal s : stage.made.values()) {
            made = made.shiftLeft(s.width).or(evaluation.of(s));
        }
        return made;
    }

    /**
     * Has given values so that a signal is a value, where it is wired to them or chosen of them.
     */
    private static void plant(Map<Signal, BigInteger> values, Signal s, BigInteger value) {
        BigInteger ones = BigInteger.ONE.shiftLeft(s.width).subtract(BigInteger.ONE);
        BigInteger old = values.get(s);
        if (old != null) {
            values.put(s, value);
        } else if (s.op == Op.FIELD) {
            plant(values, s.operands.get(0), value);
        } else if (s.op == Op.NOT) {
            plant(values, s.operands.get(0), ones.subtract(value));
        } else if (s.op == Op.MUX) {
            plant(values, s.operands.get(1), value);
            plant(values, s.operands.get(2), value);
        } else if (s.op == Op.SLICE && values.containsKey(s.operands.get(0))) {
            BigInteger whole = values.get(s.operands.get(0));
            values.put(
                    s.operands.get(0),
                    whole.andNot(ones.shiftLeft(s.low)).or(value.shiftLeft(s.low)));
        }
    }

    private String bench() {
        StringBuilder text = new StringBuilder(BLOCKS);
        for (String table : List.of("exact_table", "ternary_table", "prefix_table")) {
            text.append(String.format(TABLE, table));
        }
        text.append("module bench;\n    reg clk = 0, reset = 0;\n    integer file, n;\n");
        pipe.inputs.forEach(
                (port, s) -> text.append(String.format("    reg [%d:0] %s;\n", s.width - 1, port)));
        text.append("    isthmus_pipe dut (.clk(clk), .reset(reset), .in_valid(1'b1)");
        pipe.inputs
                .keySet()
                .forEach(port -> text.append(", .").append(port).append("(" + port + ")"));
        text.append(");\n");
        for (int i = 0; i < stages.size(); i++) {
            int bits = stages.get(i).given.keySet().stream().mapToInt(s -> s.width).sum();
            text.append(String.format("    reg [%d:0] given_%d;\n", Math.max(0, bits - 1), i));
        }
        text.append("    initial begin\n        dut.valid_from = ~0;\n");
        text.append("        file = $fopen(\"" + directory.resolve("given.txt") + "\", \"r\");\n");
        text.append("        repeat (" + ROUNDS + ") begin\n");
        for (int i = 0; i < stages.size(); i++) {
            Stage s = stages.get(i);
            if (!s.made.isEmpty()) {
                text.append("            n = $fscanf(file, \"%h\", given_" + i + ");\n");
                if (!s.given.isEmpty()) {
                    text.append(
                            "            {"
                                    + String.join(", ", s.given.values())
                                    + "} = given_"
                                    + i
                                    + ";\n");
                }
            }
        }
        text.append("            #1;\n");
        for (Stage s : stages) {
            if (!s.made.isEmpty()) {
                text.append(
                        "            $display(\"%h\", {"
                                + String.join(", ", s.made.keySet())
                                + "});\n");
            }
        }
        return text.append("        end\n    end\nendmodule\n").toString();
    }

    private void compare(int number, BigInteger expected, BigInteger said) {
        if (said.equals(expected)) {
            return;
        }
        Stage stage = stages.get(number);
        int low = stage.made.values().stream().mapToInt(s -> s.width).sum();
        for (Map.Entry<String, Signal> made : stage.made.entrySet()) {
            int width = made.getValue().width;
            low -= width;
            BigInteger range = BigInteger.ONE.shiftLeft(width);
            assertEquals(
                    expected.shiftRight(low).mod(range),
                    said.shiftRight(low).mod(range),
                    "stage " + number + ": " + made.getKey());
        }
    }
}
