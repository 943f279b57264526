// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.rtl.graph.Signal.Op;
import org.isthmus.target.Seeds;
import org.junit.jupiter.api.Test;

class GraphTest {
    private final Graph graph = new Graph();

    private Signal input(int width) {
        return graph.input("x" + width, width);
    }

    @Test
    void masksAndShiftsBecomeWiring() {
        Signal x = input(32);
        Signal middle =
                graph.and(graph.resize(graph.slice(x, 8, 24), 32), graph.constant(0xffff, 32));

        assertEquals(Op.CONCAT, middle.op);
        assertSame(graph.slice(x, 8, 16), middle.operands.get(1));
    }

    @Test
    void piecesThatLieSideBySideAreOne() {
        Signal x = input(32);

        assertSame(x, graph.concat(graph.slice(x, 20, 12), graph.slice(x, 0, 20)));
    }

    @Test
    void piecesPutTogetherByOrAreWiring() {
        Signal x = input(8);
        Signal y = input(8);
        Signal both = graph.or(graph.concat(x, graph.zero(8)), graph.resize(y, 16));

        assertEquals(Op.CONCAT, both.op);
        assertEquals(List.of(x, y), both.operands);
    }

    @Test
    void sumsOfWordsAreNoWiderThanTheyNeed() {
        Signal x = graph.resize(input(16), 32);
        Signal y = graph.resize(input(16), 32);
        Signal z = graph.resize(input(16), 32);
        Signal sum = graph.add(graph.add(x, y, 32), z, 32);

        Signal added = graph.stripped(sum);
        assertEquals(Op.ADD, added.op);
        assertEquals(18, added.width);
        assertEquals(3, added.operands.size());
    }

    @Test
    void fieldsKeepTheirName() {
        Signal x = input(32);
        Signal field = graph.field(graph.slice(x, 0, 16), "port");

        assertEquals(field, graph.slice(field, 0, 8).operands.get(0));
        assertEquals("port", field.name());
    }

    /** Everything that the graph makes smaller stays what it is. */
    @Test
    void whatIsMadeIsWhatWasAskedFor() {
        long seed = Seeds.of(1);
        Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++) {
            Graph g = new Graph();
            Evaluation evaluation = new Evaluation();
            List<Signal> signals = new ArrayList<>();
            List<BigInteger> expected = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int width = 1 + random.nextInt(20);
                signals.add(g.input("in" + i, width));
                expected.add(new BigInteger(width, random));
                evaluation.set(signals.get(i), expected.get(i));
            }
            for (int i = 0; i < 40; i++) {
                RandomSignals.add(g, random, signals, expected);
                int last = signals.size() - 1;
                assertEquals(
                        expected.get(last),
                        evaluation.of(signals.get(last)),
                        "seed " + seed + ", round " + round + ": " + signals.get(last));
            }
        }
    }

    @Test
    void whatIsTheSameIsOneSignal() {
        Signal x = input(8);
        Signal y = input(8);

        assertSame(graph.and(x, y), graph.and(y, x));
        assertTrue(graph.and(x, graph.not(x)).isZero());
    }
}
