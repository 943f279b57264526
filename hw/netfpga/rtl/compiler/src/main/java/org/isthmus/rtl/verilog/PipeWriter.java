// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.rtl.lower.Effect;
import org.isthmus.rtl.lower.Pipe;
import org.isthmus.rtl.schedule.Schedule;

/**
 * The pipeline as a module: stage by stage what is computed there, then what it hands on. A value
 * is called as the field that it is a value of; behind {@code _sN} stands the stage that reads it
 * from a register.
 */
final class PipeWriter {
    private static final int LINE = 120;

    /** Of a value that has lines of its own, but for a space. */
    private static final String INDENT = " ".repeat(11);

    private final Pipe pipe;
    private final Schedule schedule;
    private final AddressMap map;
    private final Names names = new Names();
    final Reads reads;
    private final Expressions expressions;

    /** What the names of their blocks and signals begin with. */
    private final Map<TableShape, String> tables = new HashMap<>();

    /** Names of their blocks. */
    private final Map<Effect, String> counters = new HashMap<>();

    /** Names of what the host reads of them. */
    private final Map<Effect, String> cells = new HashMap<>();

    /** The stage behind the last one: outputs come out of its registers. */
    private final int end;

    private final StringBuilder out = new StringBuilder();

    PipeWriter(Pipe pipe, Schedule schedule, AddressMap map) {
        this.pipe = pipe;
        this.schedule = schedule;
        this.map = map;
        this.reads = new Reads(schedule);
        this.expressions = new Expressions(schedule, reads, this::nameIn);
        int latest = schedule.last();
        for (Effect e : pipe.effects) {
            latest = Math.max(latest, Math.max(schedule.stage(e.counts), schedule.stage(e.index)));
        }
        end = latest + 1;
        pipe.inputs.keySet().forEach(names::reserve);
        pipe.outputs.keySet().forEach(names::reserve);
        for (String own :
                List.of(
                        "clk",
                        "reset",
                        "valid",
                        "valid_from",
                        "in_valid",
                        "in_more",
                        "out_valid",
                        "out_more",
                        "out_src",
                        "out_more_delay",
                        "out_src_delay",
                        "bus_write",
                        "bus_addr",
                        "bus_wdata",
                        "bus_rdata")) {
            names.reserve(own);
        }
        for (Lookup l : pipe.lookups()) {
            tables.put(
                    l.table,
                    names.invent(
                            l.table.name, List.of("_table", "_hit", "_value", "_key", "_rdata")));
        }
        for (Effect e : pipe.effects) {
            cells.put(e, names.invent(e.counter + "_rdata"));
            counters.put(e, names.invent(e.counter));
        }
        pipe.outputs.values().forEach(s -> reads.read(s, end));
        pipe.effects.forEach(
                e -> {
                    reads.read(e.counts, end);
                    reads.read(e.index, end);
                });
        Set<Lookup> read = new HashSet<>();
        reads.stored().forEach(s -> read.add(s.lookup));
        for (Lookup l : pipe.lookups()) {
            if (!read.contains(l)) {
                Signal hit = pipe.graph.hit(l);
                reads.read(hit, schedule.stage(hit));
            }
        }
    }

    /** A picture of its stages. */
    String picture(String program) {
        return new StagePicture(program, pipe, schedule, reads, end).draw();
    }

    /** Cycles from a head to what it becomes. */
    int latency() {
        return end;
    }

    /** The name of a value as a stage reads it. */
    String nameIn(Signal s, int stage) {
        String name = base(s);
        return stage == schedule.stage(s) ? name : name + "_s" + stage;
    }

    private String base(Signal s) {
        if (s.lookup != null) {
            return tables.get(s.lookup.table) + (s.op == Signal.Op.HIT ? "_hit" : "_value");
        }
        return s.op == Signal.Op.INPUT ? s.name() : names.of(s);
    }

    String write(String program) {
        header(program);
        Map<Integer, List<Signal>> byStage = new TreeMap<>();
        for (int i = 0; i <= end; i++) {
            byStage.put(i, new ArrayList<>());
        }
        for (Signal s : reads.stored()) {
            byStage.get(schedule.stage(s)).add(s);
        }
        List<Lookup> lookups = pipe.lookups();
        for (Map.Entry<Integer, List<Signal>> e : byStage.entrySet()) {
            stage(e.getKey(), e.getValue(), lookups);
        }
        effects();
        outputs();
        bus();
        line("endmodule");
        line("/* verilator lint_on UNUSEDSIGNAL */");
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void header(String program) {
        line("// SPDX-License-Identifier: Apache-2.0");
        line("//");
        line(
                "// Made by hw/netfpga/rtl/compiler of "
                        + program
                        + ".p4: change that, and `make rtl-verilog`.");
        line("//");
        line(
                "// A head every cycle, "
                        + end
                        + " cycles to what it becomes. What stage N computes is called as the");
        line(
                "// program's field; NAME_sN is the same one or more stages later, out of a register.");
        line("");
        line("`include \"" + program + "_hashes.vh\"");
        line("");
        line("// Of sums, some bits are nobody's, and of bus_addr those within a word.");
        line("/* verilator lint_off UNUSEDSIGNAL */");
        line("");
        line("module " + program + "_pipe (");
        line("    input  wire clk,");
        line("    input  wire reset,");
        line("");
        line("    input  wire in_valid,");
        line("    input  wire in_more,");
        pipe.inputs.forEach((port, s) -> line("    input  wire " + range(s.width) + port + ","));
        line("");
        line("    output wire out_valid,");
        line("    output wire out_more,");
        line("    output wire [7:0] out_src,");
        pipe.outputs.forEach((port, s) -> line("    output wire " + range(s.width) + port + ","));
        line("");
        line("    input  wire bus_write,");
        line("    input  wire [15:0] bus_addr, // bytes");
        line("    input  wire [31:0] bus_wdata,");
        line("    output reg  [31:0] bus_rdata // two cycles after bus_addr");
        line(");");
        line("");
        line("    // Bit N: a packet is in stage N.");
        line("    reg [" + end + ":1] valid_from;");
        line("    wire [" + end + ":0] valid = {valid_from, in_valid};");
        line(
                "    always @(posedge clk) valid_from <= reset ? "
                        + end
                        + "'d0 : valid["
                        + (end - 1)
                        + ":0];");
        line("    assign out_valid = valid[" + end + "];");
        delay("out_more", "in_more", 1, end, true);
        delay("out_src", "in_src", 8, end, true);
    }

    private static String range(int width) {
        return width == 1 ? "" : "[" + (width - 1) + ":0] ";
    }

    private void stage(int stage, List<Signal> here, List<Lookup> lookups) {
        List<Lookup> asked = new ArrayList<>();
        for (Lookup l : lookups) {
            if (schedule.asked(l) == stage) {
                asked.add(l);
            }
        }
        if (here.isEmpty() && asked.isEmpty()) {
            return;
        }
        line("");
        line(
                "    // ---- Stage "
                        + stage
                        + " "
                        + "-".repeat(LINE - 17 - String.valueOf(stage).length()));
        wrap("    //", Places.of(here).toString());
        for (Signal s : here) {
            if (s.lookup == null && s.op != Signal.Op.INPUT && !reads.isInline(s)) {
                compute(s, stage);
            }
        }
        asked.forEach(this::lookup);
        for (Signal s : here) {
            if (!reads.isInline(s)) {
                later(s);
            }
        }
    }

    private void compute(Signal s, int stage) {
        if (s.op == Signal.Op.SEQUENCE) {
            sequence(s, stage);
            return;
        }
        String left = "    wire " + range(s.width) + names.of(s) + " =";
        String right = expressions.compute(s, stage) + ";";
        if (left.length() + 1 + right.length() <= LINE) {
            line(left + " " + right);
            return;
        }
        line(left);
        wrap(INDENT, right);
    }

    /** In lines with something in front of each, broken at spaces. */
    private void wrap(String front, String text) {
        StringBuilder row = new StringBuilder(front);
        for (String word : text.split(" ")) {
            if (row.length() + 1 + word.length() > LINE && row.length() > front.length()) {
                line(row.toString());
                row = new StringBuilder(front);
            }
            row.append(' ').append(word);
        }
        line(row.toString());
    }

    /** Counts packets that ask; each gets the number of those before it. */
    private void sequence(Signal s, int stage) {
        String name = names.of(s);
        String next = names.invent(name + "_next");
        String asks = expressions.read(s.operands.get(0), stage - 1);
        line("    reg " + range(s.width) + name + ", " + next + ";");
        line("    always @(posedge clk) begin");
        line("        " + name + " <= " + next + ";");
        line("        if (reset) " + next + " <= " + s.width + "'d0;");
        line(
                "        else if (valid["
                        + (stage - 1)
                        + "] & "
                        + asks
                        + ") "
                        + next
                        + " <= "
                        + next
                        + " + 1'b1;");
        line("    end");
    }

    private static String module(TableShape.Kind kind) {
        switch (kind) {
            case EXACT:
                return "exact_table";
            case LPM:
                return "prefix_table";
            default:
                return "ternary_table";
        }
    }

    private void lookup(Lookup l) {
        TableShape t = l.table;
        String name = tables.get(t);
        int stage = schedule.asked(l);
        line("");
        line(
                "    // Table "
                        + t.name
                        + ", "
                        + l.place
                        + ": "
                        + t.size
                        + " rows, looked up in stage "
                        + stage
                        + ".");
        line("    wire " + name + "_hit;");
        line("    wire " + range(t.valueBits) + name + "_value;");
        line("    wire [31:0] " + name + "_rdata;");
        line("    wire " + range(t.keyBits) + name + "_key = ");
        wrap(INDENT, expressions.read(l.key, stage) + ";");
        line("    " + module(t.kind) + " #(");
        line("        .KEY(" + t.keyBits + "), .VALUE(" + t.valueBits + "),");
        if (t.kind.isHashed()) {
            Hashes h = map.hashes(t);
            line(
                    "        .WAYS("
                            + h.ways
                            + "), .INDEX("
                            + h.indexBits
                            + "), .OVERFLOW("
                            + h.overflow
                            + "),");
            line("        .HASH(`" + map.hashMacro(t) + ")");
        } else {
            line("        .ROWS(" + t.size + ")");
        }
        line("    ) " + name + "_table (");
        line("        .clk(clk), .reset(reset),");
        line("        .lookup_valid(valid[" + stage + "]), .lookup_key(" + name + "_key),");
        line(
                "        .lookup_counts("
                        + expressions.read(l.asks, schedule.counted(l))
                        + "), .hit("
                        + name
                        + "_hit), .value("
                        + name
                        + "_value),");
        line(
                "        .cfg_write(bus_write & bus_addr[15:8] == 8'd"
                        + (map.base(t) >> 8)
                        + "), .cfg_word(bus_addr[7:2]),");
        line("        .cfg_wdata(bus_wdata), .cfg_rdata(" + name + "_rdata));");
    }

    /** Registers for the stages that read a value behind its own. */
    private void later(Signal s) {
        int at = schedule.stage(s);
        for (int stage : reads.stages(s)) {
            if (stage > at) {
                delay(nameIn(s, stage), nameIn(s, at), s.width, stage - at, false);
                at = stage;
            }
        }
    }

    private void delay(String name, String from, int width, int cycles, boolean isPort) {
        if (cycles == 1 && !isPort) {
            line(
                    "    reg "
                            + range(width)
                            + name
                            + "; always @(posedge clk) "
                            + name
                            + " <= "
                            + from
                            + ";");
            return;
        }
        if (!isPort) {
            line("    wire " + range(width) + name + ";");
        }
        line(
                "    delay #(.WIDTH("
                        + width
                        + "), .CYCLES("
                        + cycles
                        + ")) "
                        + name
                        + "_delay (.clk(clk), .reset(reset), .in("
                        + from
                        + "), .out("
                        + name
                        + "));");
    }

    private void effects() {
        for (Effect e : pipe.effects) {
            int bits = map.counterBits(e.counter);
            line("");
            line("    // Counter " + e.counter + ", " + e.place + ".");
            line("    wire [31:0] " + cells.get(e) + ";");
            line("    counter_array #(.SIZE(" + (1 << bits) + ")) " + counters.get(e) + " (");
            line("        .clk(clk), .reset(reset),");
            line(
                    "        .count_valid(valid["
                            + end
                            + "] & "
                            + expressions.read(e.counts, end)
                            + "),");
            line("        .count_index(" + expressions.read(e.index, end) + "),");
            line(
                    "        .cfg_write(bus_write & bus_addr[15:"
                            + (bits + 2)
                            + "] == "
                            + (14 - bits)
                            + "'d"
                            + (map.counterBase(e.counter) >> bits + 2)
                            + "), .cfg_word(bus_addr["
                            + (bits + 1)
                            + ":2]),");
            line("        .cfg_wdata(bus_wdata), .cfg_rdata(" + cells.get(e) + "));");
        }
    }

    /** What bits 15 to 8 of the addresses of a counter's cells are. */
    private String pages(String counter) {
        int base = map.counterBase(counter);
        int end = base + (Integer.BYTES << map.counterBits(counter));
        return IntStream.rangeClosed(base >> 8, end - 1 >> 8)
                .mapToObj(page -> "8'd" + page)
                .collect(Collectors.joining(", "));
    }

    private void outputs() {
        line("");
        pipe.outputs.forEach(
                (port, s) -> {
                    line("    assign " + port + " =");
                    wrap(INDENT, expressions.read(s, end) + ";");
                });
    }

    private void bus() {
        line("");
        line("    // ---- What the host reads " + "-".repeat(LINE - 30));
        line("    always @(posedge clk) begin");
        line("        case (bus_addr[15:8])");
        for (Lookup l : pipe.lookups()) {
            line(
                    "            8'd"
                            + (map.base(l.table) >> 8)
                            + ": bus_rdata <= "
                            + tables.get(l.table)
                            + "_rdata;");
        }
        for (Effect e : pipe.effects) {
            line("            " + pages(e.counter) + ": bus_rdata <= " + cells.get(e) + ";");
        }
        line("            default: bus_rdata <= 32'd0;");
        line("        endcase");
        line("    end");
        line("");
    }
}
