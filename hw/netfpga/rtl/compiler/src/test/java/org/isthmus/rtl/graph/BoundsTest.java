// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private final Graph graph = new Graph();
    private final Bounds bounds = new Bounds();

    private long most(Signal s) {
        return bounds.most(s).longValueExact();
    }

    private Signal oneOf(long a, long b) {
        return graph.mux(graph.input("bit", 1), graph.constant(a, 8), graph.constant(b, 8));
    }

    @Test
    void anInputIsAnythingOfItsWidth() {
        assertEquals(255, most(graph.input("x", 8)));
        assertEquals(255, most(graph.not(graph.input("y", 8))));
    }

    @Test
    void whatIsChosenOfConstantsIsOneOfThem() {
        Signal index = graph.field(oneOf(5, 12), "index");
        assertEquals(12, most(index));
        assertEquals(12, most(graph.resize(index, 32)));
        assertEquals(12 + 200, most(graph.add(index, oneOf(200, 100), 32)));
        assertEquals(255, most(graph.add(oneOf(200, 100), oneOf(100, 200), 8)), "no wider");
    }

    @Test
    void noValueIsLarger() {
        long seed = Seeds.of(1);
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            Graph g = new Graph();
            Bounds some = new Bounds();
            Evaluation evaluation = new Evaluation();
            List<Signal> signals = new ArrayList<>();
            List<BigInteger> values = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int width = 1 + random.nextInt(20);
                signals.add(g.input("in" + i, width));
                values.add(new BigInteger(width, random));
                evaluation.set(signals.get(i), values.get(i));
            }
            for (int i = 0; i < 40; i++) {
                RandomSignals.add(g, random, signals, values);
                Signal last = signals.get(signals.size() - 1);
                assertTrue(
                        some.most(last).compareTo(evaluation.of(last)) >= 0,
                        "seed " + seed + ", round " + round + ": " + last);
            }
        }
    }
}
