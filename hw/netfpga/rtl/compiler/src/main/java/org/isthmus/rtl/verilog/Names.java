// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.isthmus.rtl.graph.Signal;

/**
 * Names of signals in Verilog: of the field that they are a value of, numbered from the second on.
 */
final class Names {
    /** Of IEEE 1364-2005, and of 1800-2017, which Verilator reads all files by. */
    private static final Set<String> KEYWORDS =
            Set.of(
                    ("accept_on alias always always_comb always_ff always_latch and assert assign"
                                    + " assume automatic before begin bind bins binsof bit break buf"
                                    + " bufif0 bufif1 byte case casex casez cell chandle checker"
                                    + " class clocking cmos config const constraint context continue"
                                    + " cover covergroup coverpoint cross deassign default defparam"
                                    + " design disable dist do edge else end endcase endchecker"
                                    + " endclass endclocking endconfig endfunction endgenerate"
                                    + " endgroup endinterface endmodule endpackage endprimitive"
                                    + " endprogram endproperty endsequence endspecify endtable"
                                    + " endtask enum event eventually expect export extends extern"
                                    + " final first_match for force foreach forever fork forkjoin"
                                    + " function generate genvar global highz0 highz1 if iff ifnone"
                                    + " ignore_bins illegal_bins implements implies import incdir"
                                    + " include initial inout input inside instance int integer"
                                    + " interconnect interface intersect join join_any join_none"
                                    + " large let liblist library local localparam logic longint"
                                    + " macromodule matches medium modport module nand negedge"
                                    + " nettype new nexttime nmos nor noshowcancelled not notif0"
                                    + " notif1 null or output package packed parameter pmos posedge"
                                    + " primitive priority program property protected pull0 pull1"
                                    + " pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure"
                                    + " rand randc randcase randsequence rcmos real realtime ref reg"
                                    + " reject_on release repeat restrict return rnmos rpmos rtran"
                                    + " rtranif0 rtranif1 s_always s_eventually s_nexttime s_until"
                                    + " s_until_with scalared sequence shortint shortreal"
                                    + " showcancelled signed small soft solve specify specparam"
                                    + " static string strong strong0 strong1 struct super supply0"
                                    + " supply1 sync_accept_on sync_reject_on table tagged task this"
                                    + " throughout time timeprecision timeunit tran tranif0 tranif1"
                                    + " tri tri0 tri1 triand trior trireg type typedef union unique"
                                    + " unique0 unsigned until until_with untyped use uwire var"
                                    + " vectored virtual void wait wait_order wand weak weak0 weak1"
                                    + " while wildcard wire with within wor xnor xor")
                            .split(" "));

    /** As {@link PipeWriter} calls a value that a later stage reads, and the delay to there. */
    private static final Pattern LATER = Pattern.compile(".*_s[0-9]+(_delay)?");

    private final Map<Signal, String> names = new HashMap<>();
    private final Map<String, Integer> used = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    void reserve(String name) {
        taken.add(name);
    }

    String of(Signal s) {
        return names.computeIfAbsent(s, this::invent);
    }

    private String invent(Signal s) {
        return invent(s.name().isEmpty() ? kind(s) : s.name());
    }

    /** One that nothing else has, like this one. */
    String invent(String like) {
        String base = identifier(like);
        if (KEYWORDS.contains(base) || LATER.matcher(base).matches()) {
            base = base + "_";
        }
        return invent(base, List.of(""));
    }

    /** One like this one, such that nothing else is called as it is with one of the ends. */
    String invent(String like, List<String> ends) {
        String base = identifier(like);
        String name = base;
        while (ends.stream().map(name::concat).anyMatch(taken::contains)) {
            name = base + "_" + used.merge(base, 2, (old, two) -> old + 1);
        }
        ends.stream().map(name::concat).forEach(taken::add);
        return name;
    }

    private static String identifier(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    private static String kind(Signal s) {
        switch (s.op) {
            case ADD:
                return "sum";
            case SUB:
                return "difference";
            case EQUAL:
                return "is_equal";
            case LESS:
                return "is_less";
            case MUX:
                return "chosen";
            case AND:
                return "all";
            case OR:
                return "any";
            default:
                return s.op.name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
