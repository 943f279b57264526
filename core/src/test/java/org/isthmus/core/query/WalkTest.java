// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Queue;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** A long list waits for nobody, and nobody waits for it. */
class WalkTest {
    private static final int ROWS = 200_000;
    private static final int PER_SLOT = 500;

    private final Bib bib = new Bib(7);
    private final Queue<Runnable> loop = new ArrayDeque<>();

    /** Rows that were looked at since the step began. */
    private int looked;

    /** Rows that were made. */
    private int made;

    private final Rows<Integer> rows =
            new Rows<>() {
                @Override
                public int of(int slot, Taker to) {
                    // One slot has many.
                    int count = slot == 1000 ? PER_SLOT : 1;
                    for (int i = 0; i < count; i++) {
                        to.take(slot, 0, i, 0, slot);
                    }
                    looked += count;
                    return count;
                }

                @Override
                public Integer row(int slot, int kind, int peer4, int peerPort) {
                    made++;
                    return slot;
                }

                @Override
                public boolean mayHaveMore(int slot) {
                    return slot < 3;
                }

                @Override
                public boolean has(Order.Key key) {
                    return true;
                }
            };

    private Page<Integer> page(PageRequest request) {
        for (int i = bib.top(); i < ROWS; i++) {
            bib.phase(bib.add(1, Protocol.UDP, 1, i, 1, i, 1, 1), Phase.LIVE);
        }
        var page = new Walk<>(loop::add, bib, rows, request).page();
        int steps = 1;
        while (!page.isDone()) {
            assertTrue(looked <= Walk.PART + PER_SLOT, looked + " in one step");
            looked = 0;
            loop.remove().run();
            steps++;
        }
        assertTrue(loop.isEmpty());
        assertTrue(request.order == null || steps > ROWS / Walk.PART, steps + " steps");
        return page.join();
    }

    @Test
    void itGoesInParts() {
        Page<Integer> page =
                page(new PageRequest(null, 100, new Order(Order.Key.SINCE, true), true));
        assertEquals(ROWS - 1 + PER_SLOT, page.totals().rows);
        assertEquals(3, page.totals().openBindings);
        assertEquals(ROWS - 1, page.items().get(0));
        assertEquals(100, made, "rows are made of what is answered alone");
    }

    @Test
    void asRowsComeItEndsWithThePage() {
        Page<Integer> page = page(PageRequest.of("990", 100));
        assertEquals(10 + PER_SLOT, page.items().size());
        assertEquals("1001", page.next());
        assertEquals(10 + PER_SLOT, made);
        Page<Integer> counted = page(new PageRequest("990", 100, null, true));
        assertEquals(page.items(), counted.items());
        assertEquals("1001", counted.next());
        assertEquals(ROWS - 1 + PER_SLOT, counted.totals().rows);
    }
}
