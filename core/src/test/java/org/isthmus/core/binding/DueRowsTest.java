// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.IntPredicate;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

class DueRowsTest {
    private static final int CHUNK = DueRows.CHUNK;

    private long now = 1_800_000_000_000L;
    private final StepClock clock = new StepClock(() -> now, () -> now);
    private final Bib bib = new Bib(1);

    /** How many rows each piece of work has had. */
    private final List<Integer> begun = new ArrayList<>();

    private final Queue<Runnable> done = new ArrayDeque<>();

    private DueRows rows(int count, IntPredicate filter, DueRows.Work work) {
        for (int i = 0; i < count; i++) {
            int slot = bib.add(1, Protocol.UDP, i, 0, 1, i, 1, 1);
            bib.wheel().schedule(slot, clock.seconds() + 1);
        }
        return new DueRows(bib.wheel(), clock, filter, work);
    }

    private void later(int[] rows, Runnable then) {
        begun.add(rows.length);
        done.add(then);
    }

    private void second(DueRows rows) {
        now += 1000;
        clock.step();
        rows.next();
    }

    @Test
    void theNextBeginWhenTheLastAreDone() {
        DueRows rows = rows(2 * CHUNK + 1, row -> true, this::later);
        second(rows);
        assertEquals(List.of(CHUNK), begun);
        done.remove().run();
        assertEquals(List.of(CHUNK, CHUNK), begun);
        done.remove().run();
        assertEquals(List.of(CHUNK, CHUNK, 1), begun);
        done.remove().run();
        assertEquals(0, done.size());
    }

    @Test
    void whatTakesLongHasOthersBesideIt() {
        DueRows rows = rows(3 * CHUNK, row -> true, this::later);
        second(rows);
        second(rows);
        assertEquals(List.of(CHUNK, CHUNK), begun);
        second(rows);
        second(rows);
        assertEquals(List.of(CHUNK, CHUNK, CHUNK), begun);
    }

    @Test
    void whatIsDoneAtOnceTakesNoStack() {
        int count = 500_000;
        DueRows rows =
                rows(
                        count,
                        row -> true,
                        (some, then) -> {
                            begun.add(some.length);
                            then.run();
                        });
        second(rows);
        assertEquals(count, begun.stream().mapToInt(n -> n).sum());
    }

    @Test
    void thoseOfWhichNothingIsToBeDoneDoNotEndIt() {
        DueRows rows = rows(5 * CHUNK, row -> row == 0, this::later);
        second(rows);
        assertEquals(List.of(1), begun);
    }

    @Test
    void anErrorDoesNotEndIt() {
        DueRows rows =
                rows(
                        2 * CHUNK,
                        row -> true,
                        (some, then) -> {
                            begun.add(some.length);
                            throw new IllegalStateException();
                        });
        assertThrows(IllegalStateException.class, () -> second(rows));
        assertThrows(IllegalStateException.class, () -> second(rows));
        assertEquals(List.of(CHUNK, CHUNK), begun);
    }
}
