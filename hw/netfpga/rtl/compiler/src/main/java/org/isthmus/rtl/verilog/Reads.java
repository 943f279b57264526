// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.schedule.Schedule;

/**
 * In which stages each signal is read. Wiring (slices, concatenations, complements, constants)
 * takes neither time nor a register: what it is made of is read instead.
 */
final class Reads {
    private final Schedule schedule;
    private final Map<Signal, TreeSet<Integer>> stages = new HashMap<>();
    private final Map<Signal, Integer> readers = new HashMap<>();
    private final Set<Signal> sliced = new HashSet<>();
    private final Set<Signal> done = new HashSet<>();
    private final Set<Lookup> asked = new HashSet<>();

    Reads(Schedule schedule) {
        this.schedule = schedule;
    }

    static boolean isWiring(Signal s) {
        switch (s.op) {
            case CONST:
            case CONCAT:
            case SLICE:
            case NOT:
                return true;
            default:
                return false;
        }
    }

    /** Notes that a signal is read in a stage, and by what it needs, all that it comes from. */
    void read(Signal signal, int stage) {
        Signal s = schedule.of(signal);
        if (isWiring(s)) {
            for (Signal operand : s.operands) {
                if (s.op == Signal.Op.SLICE) {
                    sliced.add(schedule.of(operand));
                }
                read(operand, stage);
            }
            return;
        }
        stages.computeIfAbsent(s, none -> new TreeSet<>()).add(stage);
        readers.merge(s, 1, Integer::sum);
        if (!done.add(s)) {
            return;
        }
        if (s.lookup == null) {
            int own = schedule.stage(s);
            for (Signal operand : s.operands) {
                read(operand, s.op == Signal.Op.SEQUENCE ? own - 1 : own);
            }
        } else if (asked.add(s.lookup)) {
            read(s.lookup.key, schedule.asked(s.lookup));
            read(s.lookup.asks, schedule.counted(s.lookup));
        }
    }

    /** Those that are read, in the order in which they are computed. */
    List<Signal> stored() {
        List<Signal> stored = new ArrayList<>();
        for (Signal s : schedule.order()) {
            if (stages.containsKey(s)) {
                stored.add(s);
            }
        }
        return stored;
    }

    TreeSet<Integer> stages(Signal s) {
        return stages.get(s);
    }

    /** Whether it stands better where it is read than in a wire of its own. */
    boolean isInline(Signal s) {
        switch (s.op) {
            case AND:
            case OR:
            case XOR:
            case EQUAL:
            case LESS:
                return s.name().isEmpty()
                        && readers.get(s) == 1
                        && !sliced.contains(s)
                        && stages.get(s).first() == schedule.stage(s)
                        && stages.get(s).size() == 1;
            default:
                return false;
        }
    }
}
