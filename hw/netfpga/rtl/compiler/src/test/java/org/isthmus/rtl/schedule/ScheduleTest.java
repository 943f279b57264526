// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final TableShape TABLE =
            new TableShape("t", 0, TableShape.Kind.EXACT, 16, 17, 64, 1, Map.of("a", 1), List.of());

    private final Graph graph = new Graph();

    @Test
    void aTableAnswersAfterItsLatency() {
        Signal key = graph.input("key", 16);
        Lookup lookup = new Lookup(TABLE, key, graph.constant(1, 1), "");
        Signal value = graph.value(lookup);
        Schedule schedule = new Schedule(graph, List.of(value));

        assertEquals(0, schedule.asked(lookup));
        assertEquals(Delays.EXACT_LATENCY, schedule.stage(value));
    }

    @Test
    void aKeyThatIsComputedStandsInARegisterFirst() {
        Signal key = graph.add(graph.input("a", 16), graph.input("b", 16), 16);
        Lookup lookup = new Lookup(TABLE, key, graph.constant(1, 1), "");
        Signal hit = graph.hit(lookup);
        Schedule schedule = new Schedule(graph, List.of(hit));

        assertEquals(1, schedule.asked(lookup));
        assertEquals(1 + Delays.EXACT_LATENCY, schedule.stage(hit));
    }

    @Test
    void aTableHasItsKeyBeforeItIsKnownWhetherTheProgramAsks() {
        Signal asks = graph.hit(new Lookup(TABLE, graph.input("a", 16), graph.constant(1, 1), ""));
        Lookup lookup = new Lookup(TABLE, graph.input("key", 16), asks, "");
        Schedule schedule = new Schedule(graph, List.of(graph.value(lookup)));

        assertEquals(Delays.EXACT_LATENCY, schedule.stage(asks));
        assertEquals(1, schedule.asked(lookup));
        assertEquals(schedule.stage(asks), schedule.counted(lookup));
    }

    @Test
    void whatIsKnownEarlyEnoughHoldsNoTableUp() {
        Signal asks = graph.less(graph.input("a", 16), graph.input("b", 16));
        Lookup lookup = new Lookup(TABLE, graph.input("key", 16), asks, "");
        Schedule schedule = new Schedule(graph, List.of(graph.value(lookup)));

        assertEquals(0, schedule.asked(lookup));
        assertEquals(Delays.EXACT_LATENCY - 1, schedule.counted(lookup));
    }

    /** 0.5 ns later at 256 bits, 1 ns at 1,024: with levels of 0.6 ns. */
    @Test
    void aConditionComesLateToManyBits() {
        Signal condition = graph.input("if", 1);
        int[] within = new int[3];
        int[] widths = {8, 256, 1024};
        for (int i = 0; i < widths.length; i++) {
            Signal a = graph.input("a" + i, widths[i]);
            Signal chosen = graph.mux(condition, a, graph.input("b" + i, widths[i]));
            within[i] = new Schedule(graph, List.of(chosen)).within(chosen);
        }

        assertEquals(8, within[1] - within[0]);
        assertEquals(17, within[2] - within[0]);
    }

    /** Its wires do not care in how many multiplexers the bits are, nor whether it is inverted. */
    @Test
    void aConditionComesLateToManyFields() {
        Signal condition = graph.input("if", 1);
        List<Signal> chosen = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Signal a = graph.input("a" + i, 16);
            Signal b = graph.input("b" + i, 16);
            chosen.add(graph.mux(i % 2 == 0 ? condition : graph.not(condition), a, b));
        }
        Signal one = chosen.get(0);

        int alone = new Schedule(graph, List.of(one)).within(one);
        int amongOthers = new Schedule(graph, chosen).within(one);

        assertEquals(17, amongOthers - alone);
    }

    /** Three would be enough for 128 bits, and Yosys makes four. */
    @Test
    void aWideComparisonTakesFourLevels() {
        Signal address = graph.input("address", 128);
        Signal none = graph.equal(address, graph.constant(0, 128));

        assertEquals(40, new Schedule(graph, List.of(none)).within(none));
    }

    /** What is there last waits for nothing but itself. */
    @Test
    void aSumBeginsWithWhatIsThereFirst() {
        Signal late = graph.input("x", 16);
        for (int i = 0; i < 40; i++) {
            late = graph.xor(graph.not(late), graph.and(late, graph.input("m" + i, 16)));
        }
        Signal sum = graph.add(graph.input("y", 16), late, 20);
        sum = graph.add(sum, graph.input("z", 16), 20);
        Schedule schedule = new Schedule(graph, List.of(sum));

        Signal last = schedule.of(graph.stripped(sum));
        assertTrue(last.operands.contains(late), "the last sum is that with what is there last");
        assertEquals(2, last.operands.size());
    }

    @Test
    void nothingIsReadBeforeItIsThereAndNoStageIsTooLong() {
        long seed = Seeds.of(1);
        Random random = new Random(seed);
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            signals.add(graph.input("in" + i, 32));
        }
        for (int i = 0; i < 2_000; i++) {
            Signal a = signals.get(random.nextInt(signals.size()));
            Signal b = signals.get(random.nextInt(signals.size()));
            Signal bit = graph.less(a, b);
            signals.add(
                    random.nextBoolean()
                            ? graph.add(a, b, 32)
                            : graph.mux(bit, graph.xor(a, b), graph.and(a, b)));
        }
        Schedule schedule = new Schedule(graph, signals);

        for (Signal s : schedule.order()) {
            assertTrue(schedule.within(s) <= Delays.PERIOD, "seed " + seed + ": " + s);
            for (Signal operand : s.operands) {
                boolean before =
                        operand.isConst()
                                || schedule.stage(operand) < schedule.stage(s)
                                || schedule.stage(operand) == schedule.stage(s)
                                        && schedule.within(operand) <= schedule.within(s);
                assertTrue(before, "seed " + seed + ": " + operand + " for " + s);
            }
        }
    }
}
