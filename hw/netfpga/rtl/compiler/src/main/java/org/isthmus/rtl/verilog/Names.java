// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isthmus.rtl.graph.Signal;

/**
 * Names of signals in Verilog: of the field that they are a value of, numbered from the second on.
 */
final class Names {
    private static final Set<String> KEYWORDS =
            Set.of(
                    "always",
                    "and",
                    "assign",
                    "begin",
                    "buf",
                    "case",
                    "default",
                    "edge",
                    "else",
                    "end",
                    "event",
                    "for",
                    "force",
                    "if",
                    "initial",
                    "inout",
                    "input",
                    "integer",
                    "module",
                    "nand",
                    "negedge",
                    "nor",
                    "not",
                    "or",
                    "output",
                    "parameter",
                    "posedge",
                    "real",
                    "reg",
                    "release",
                    "repeat",
                    "scalared",
                    "signed",
                    "strong0",
                    "table",
                    "task",
                    "time",
                    "tri",
                    "vectored",
                    "wait",
                    "while",
                    "wire",
                    "xor");

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
        String base = s.name().isEmpty() ? kind(s) : s.name();
        if (KEYWORDS.contains(base)) {
            base = base + "_";
        }
        String name = base;
        while (!taken.add(name)) {
            name = base + "_" + used.merge(base, 2, (old, two) -> old + 1);
        }
        return name;
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
