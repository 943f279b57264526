// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.rtl.graph.Graph;
import org.isthmus.rtl.graph.Signal;
import org.junit.jupiter.api.Test;

class PlacesTest {
    /** Signals of as many places. */
    private static String of(String... places) {
        Graph graph = new Graph();
        Signal in = graph.input("in", 32);
        List<Signal> made = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            graph.at(places[i]);
            made.add(graph.slice(in, i, 1));
        }
        return Places.of(made).toString();
    }

    @Test
    void linesAreInOrderAndNeighboursTogether() {
        assertEquals("nat.p4 7", of("nat.p4:7"));
        assertEquals("nat.p4 7-9+12", of("nat.p4:12", "nat.p4:9", "nat.p4:7", "nat.p4:8"));
        assertEquals("nat.p4 7-8+10-11", of("nat.p4:7", "nat.p4:8", "nat.p4:10", "nat.p4:11"));
    }

    @Test
    void everyFileHasItsOwnBehindWhatHasNoLine() {
        assertEquals(
                "parser start, deparser, a.p4 3, b.p4 1-2",
                of("b.p4:2", "parser start", "a.p4:3", "deparser", "b.p4:1", "parser start"));
    }

    @Test
    void whatComesFromNowhereIsPassedOver() {
        assertEquals("", of());
        assertEquals("nat.p4 7", of("", "nat.p4:7"));
    }
}
