// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.Signal.Op;

/**
 * In which stage of the pipeline each signal is computed: as early as its operands are there and
 * the period allows. A stage lies between two rows of registers and takes one cycle; inputs are
 * there when stage 0 begins. One thread.
 */
public final class Schedule {
    /** When a signal is there. */
    private static final class Time {
        final int stage;

        /** Within the stage, in tenths of a level; 0: in a register, when it begins. */
        final int within;

        Time(int stage, int within) {
            this.stage = stage;
            this.within = within;
        }

        boolean isAfter(Time other) {
            return stage != other.stage ? stage > other.stage : within > other.within;
        }
    }

    private static final Time START = new Time(0, 0);

    private final Graph graph;
    private final Map<Signal, Time> times = new HashMap<>();

    /** Sums of many operands are made of sums of two. */
    private final Map<Signal, Signal> replaced = new HashMap<>();

    /** How many bits of multiplexers a signal chooses. */
    private final Map<Signal, Integer> chosen = new HashMap<>();

    private final Map<Lookup, Integer> askedIn = new HashMap<>();
    private final List<Signal> order = new ArrayList<>();
    private int last;

    /**
     * @param wanted what has to be computed; the rest of the graph is left out
     */
    public Schedule(Graph graph, Collection<Signal> wanted) {
        this.graph = graph;
        countChosen(wanted);
        for (Signal s : wanted) {
            last = Math.max(last, time(s).stage);
        }
    }

    private void countChosen(Collection<Signal> wanted) {
        Set<Signal> seen = new HashSet<>(wanted);
        Deque<Signal> todo = new ArrayDeque<>(seen);
        while (!todo.isEmpty()) {
            Signal s = todo.pop();
            if (s.op == Op.MUX) {
                chosen.merge(net(s.operands.get(0)), s.width, Integer::sum);
            }
            for (Signal operand : s.operands) {
                if (seen.add(operand)) {
                    todo.push(operand);
                }
            }
        }
    }

    /** The signal whose net is that of a bit: names and complements have none of their own. */
    private static Signal net(Signal bit) {
        Signal s = bit;
        while (s.width == 1 && (s.op == Op.NOT || s.op == Op.FIELD)) {
            s = s.operands.get(0);
        }
        return s;
    }

    /** What stands for a signal in the hardware. */
    public Signal of(Signal s) {
        return replaced.getOrDefault(s, s);
    }

    /** The stage in which a signal can first be read; constants can in any. */
    public int stage(Signal s) {
        return times.get(of(s)).stage;
    }

    /** Tenths of a level of LUTs until it is there, in its stage. */
    public int within(Signal s) {
        return times.get(of(s)).within;
    }

    /** The stage at whose beginning a table gets its key. */
    public int asked(Lookup lookup) {
        return askedIn.get(lookup);
    }

    /** The last stage in which something is computed. */
    public int last() {
        return last;
    }

    /** The stage in which a table is told whether the program asks it. */
    public int counted(Lookup lookup) {
        return asked(lookup) + Delays.latency(lookup.table) - 1;
    }

    /** All that is computed, operands first. */
    public List<Signal> order() {
        return order;
    }

    /** Not recursive in depth: operands are made before what they are operands of. */
    private Time time(Signal wanted) {
        List<Signal> todo = new ArrayList<>(List.of(wanted));
        while (!todo.isEmpty()) {
            Signal s = todo.get(todo.size() - 1);
            boolean ready = true;
            for (Signal operand : s.operands) {
                if (!times.containsKey(of(operand))) {
                    todo.add(operand);
                    ready = false;
                }
            }
            if (ready) {
                todo.remove(todo.size() - 1);
                if (!times.containsKey(of(s))) {
                    place(s);
                }
            }
        }
        return times.get(of(wanted));
    }

    private void place(Signal s) {
        if (s.op == Op.ADD && s.operands.size() > 2) {
            replaced.put(s, paired(s));
            return;
        }
        Time ready = START;
        for (Signal operand : s.operands) {
            Time t = times.get(of(operand));
            ready = t.isAfter(ready) ? t : ready;
        }
        times.put(s, s.lookup != null || s.op == Op.SEQUENCE ? looked(s, ready) : after(s, ready));
        order.add(s);
    }

    private Time after(Signal s, Time ready) {
        if (s.isConst()) {
            return START;
        }
        int bits = s.op == Op.MUX ? chosen.get(net(s.operands.get(0))) : 0;
        int delay = Delays.of(s, bits);
        if (delay == 0 || ready.within + delay <= Delays.PERIOD) {
            return new Time(ready.stage, ready.within + delay);
        }
        return new Time(ready.stage + 1, delay);
    }

    /** One stage behind its operands; a table answers some cycles after it has its key. */
    private Time looked(Signal s, Time ready) {
        if (s.lookup == null) {
            return new Time(registered(ready) + Delays.SEQUENCE_LATENCY, 0);
        }
        int latency = Delays.latency(s.lookup.table);
        int key = registered(times.get(of(s.lookup.key)));
        // Whether the program asks has time until the table knows which row it is.
        int asks = registered(times.get(of(s.lookup.asks))) - (latency - 1);
        int asked = askedIn.merge(s.lookup, Math.max(key, asks), Math::max);
        return new Time(asked + latency, 0);
    }

    /** The first stage in which it is in a register when the stage begins. */
    private static int registered(Time time) {
        return time.within == 0 ? time.stage : time.stage + 1;
    }

    /** The two operands that are there first are added first. */
    private Signal paired(Signal sum) {
        PriorityQueue<Signal> queue =
                new PriorityQueue<>(
                        Comparator.<Signal>comparingInt(x -> times.get(of(x)).stage)
                                .thenComparingInt(x -> times.get(of(x)).within)
                                .thenComparingInt(x -> x.width)
                                .thenComparingInt(x -> x.id));
        queue.addAll(sum.operands);
        while (queue.size() > 1) {
            Signal a = queue.remove();
            Signal b = queue.remove();
            int width =
                    queue.isEmpty()
                            ? sum.width
                            : Math.min(sum.width, Math.max(a.width, b.width) + 1);
            Signal both = graph.pair(a, b, width, sum);
            if (!times.containsKey(both)) {
                place(both);
            }
            queue.add(both);
        }
        return queue.remove();
    }
}
