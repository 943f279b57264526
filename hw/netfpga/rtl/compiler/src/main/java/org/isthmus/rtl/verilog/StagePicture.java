// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.lower.Pipe;
import org.isthmus.rtl.schedule.Schedule;

/**
 * A picture of a pipeline, as SVG: how many bits go from each stage to the next, in which stages
 * what kind of work is done, and when which table is looked up.
 */
final class StagePicture {
    /** What a value is, and its colour. */
    private enum Kind {
        PARSER("parser", "#4e79a7"),
        CONTROL("control", "#f2b134"),
        SUM("sums and checksums", "#e15759"),
        ROW("rows of tables", "#59a14f"),
        DEPARSER("deparser", "#9c6ade");

        final String title;
        final String colour;

        Kind(String title, String colour) {
            this.title = title;
            this.colour = colour;
        }

        static Kind of(Signal s) {
            if (s.lookup != null) {
                return ROW;
            }
            if (s.op == Signal.Op.INPUT || s.place().startsWith("parser")) {
                return PARSER;
            }
            if (s.place().equals("deparser")) {
                return DEPARSER;
            }
            return s.op == Signal.Op.ADD || s.op == Signal.Op.SUB ? SUM : CONTROL;
        }
    }

    // Pixels.
    private static final int LEFT = 160;
    private static final int RIGHT = 20;
    private static final int STAGE = 5;
    private static final int TOP = 60;
    private static final int CHART = 200;
    private static final int LANE = 14;
    private static final int GAP = 34;
    private static final int LEGEND = 150;

    private static final int GRID_BITS = 2000;
    private static final int GRID_STAGES = 10;

    private final String program;
    private final Pipe pipe;
    private final Schedule schedule;
    private final Reads reads;
    private final int end;
    private final StringBuilder out = new StringBuilder();

    /**
     * @param reads of all that leaves the pipeline
     * @param end the stage in which it does
     */
    StagePicture(String program, Pipe pipe, Schedule schedule, Reads reads, int end) {
        this.program = program;
        this.pipe = pipe;
        this.schedule = schedule;
        this.reads = reads;
        this.end = end;
    }

    private static int x(int stage) {
        return LEFT + stage * STAGE;
    }

    String draw() {
        List<Lookup> lookups = new ArrayList<>(pipe.lookups());
        lookups.removeIf(l -> reads.stored().stream().noneMatch(s -> s.lookup == l));
        lookups.sort((a, b) -> schedule.asked(a) - schedule.asked(b));
        int lanes = TOP + CHART + GAP;
        int tables = lanes + 4 * LANE + GAP;
        int height = tables + lookups.size() * LANE + GAP;
        int width = x(end + 1) + LEGEND + RIGHT;
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">",
                width, height);
        line("<!-- Made by hw/netfpga/rtl/compiler: make rtl-verilog -->");
        line("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
        text(LEFT, 18, "start", program + ": bits that go from each of " + end + " stages on");
        int at = LEFT;
        for (Kind k : Kind.values()) {
            rect(at, 28, 10, 10, k.colour);
            text(at + 14, 37, "start", k.title);
            at += LEGEND;
        }
        widths();
        for (int stage = 0; stage <= end; stage += GRID_STAGES) {
            text(x(stage), TOP + CHART + 14, "middle", String.valueOf(stage));
        }
        text(LEFT - 8, TOP + CHART + 14, "end", "stage");
        int y = lanes;
        for (Kind k : List.of(Kind.PARSER, Kind.CONTROL, Kind.SUM, Kind.DEPARSER)) {
            lane(k, y);
            y += LANE;
        }
        text(LEFT - 8, tables - 8, "end", "looked up:");
        y = tables;
        for (Lookup l : lookups) {
            table(l, y);
            y += LANE;
        }
        line("</svg>");
        return out.toString();
    }

    /** Of each kind, the bits that stages 0 to the last but one give on. */
    private int[][] alive() {
        int[][] bits = new int[end][Kind.values().length];
        for (Signal s : reads.stored()) {
            int from = schedule.stage(s);
            int to = reads.stages(s).last();
            for (int stage = from; stage < to; stage++) {
                bits[stage][Kind.of(s).ordinal()] += s.width;
            }
        }
        return bits;
    }

    private void widths() {
        int[][] bits = alive();
        int most = GRID_BITS;
        for (int[] stage : bits) {
            int sum = 0;
            for (int b : stage) {
                sum += b;
            }
            most = Math.max(most, (sum + GRID_BITS - 1) / GRID_BITS * GRID_BITS);
        }
        int bottom = TOP + CHART;
        for (int b = 0; b <= most; b += GRID_BITS) {
            int y = bottom - b * CHART / most;
            line(
                    "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>",
                    LEFT, y, x(end), y);
            text(LEFT - 8, y + 4, "end", String.valueOf(b));
        }
        for (int stage = 0; stage < end; stage++) {
            int below = 0;
            for (Kind k : Kind.values()) {
                int b = bits[stage][k.ordinal()];
                int y = bottom - (below + b) * CHART / most;
                int height = bottom - below * CHART / most - y;
                if (height > 0) {
                    rect(x(stage), y, STAGE, height, k.colour);
                }
                below += b;
            }
        }
    }

    /** The stages in which something of a kind is computed. */
    private void lane(Kind kind, int y) {
        text(LEFT - 8, y + 10, "end", kind.title);
        boolean[] busy = new boolean[end + 1];
        for (Signal s : reads.stored()) {
            if (Kind.of(s) == kind) {
                busy[schedule.stage(s)] = true;
            }
        }
        for (int stage = 0; stage <= end; stage++) {
            if (busy[stage]) {
                rect(x(stage), y + 1, STAGE, LANE - 3, kind.colour);
            }
        }
    }

    private void table(Lookup l, int y) {
        int found = end;
        for (Signal s : reads.stored()) {
            if (s.lookup == l) {
                found = schedule.stage(s);
            }
        }
        text(LEFT - 8, y + 10, "end", l.table.name);
        int asked = schedule.asked(l);
        rect(x(asked), y + 1, (found - asked) * STAGE, LANE - 3, Kind.ROW.colour);
        text(
                x(found) + 4,
                y + 10,
                "start",
                l.table.kind.name().toLowerCase(Locale.ROOT)
                        + ", "
                        + l.table.size
                        + " x ("
                        + l.table.keyBits
                        + " + "
                        + l.table.valueBits
                        + " bits)");
    }

    private void rect(int x, int y, int width, int height, String colour) {
        line(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>",
                x, y, width, height, colour);
    }

    private void text(int x, int y, String anchor, String text) {
        line("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>", x, y, anchor, text);
    }

    private void line(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
