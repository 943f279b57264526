// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.isthmus.target.Logged;
import org.junit.jupiter.api.Test;

class LateCallsTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final LateCalls late = new LateCalls(tasks::add);
    private final List<String> done = new ArrayList<>();

    private Runnable call(String name) {
        return () -> done.add(name);
    }

    @Test
    void allIsDoneInTheOrderInWhichItCame() {
        late.add(call("write"));
        assertTrue(late.packet(call("packet")));
        late.add(call("another write"));
        assertEquals(1, tasks.size());
        assertEquals(List.of(), done);
        tasks.remove().run();
        assertEquals(List.of("write", "packet", "another write"), done);
    }

    @Test
    void whatComesUnderTheLastOneIsBehindIt() {
        late.add(
                () -> {
                    assertTrue(late.isUnderWay());
                    assertTrue(late.packet(call("packet")));
                    done.add("write");
                });
        tasks.remove().run();
        assertEquals(List.of("write", "packet"), done);
    }

    @Test
    void onceAllAreOverNothingWaits() {
        assertFalse(late.isUnderWay());
        assertFalse(late.packet(call("packet")));
        late.add(call("write"));
        assertTrue(late.isUnderWay());
        tasks.remove().run();
        assertFalse(late.isUnderWay());
        assertFalse(late.packet(call("packet")));
        late.add(call("another write"));
        assertEquals(1, tasks.size());
    }

    @Test
    void oneThatFailsHoldsUpNoOther() {
        late.add(
                () -> {
                    throw new IllegalStateException("no");
                });
        late.add(call("write"));
        try (Logged log = new Logged()) {
            tasks.remove().run();
            assertEquals(List.of("write"), done);
            assertEquals(1, log.lines().size());
        }
        assertFalse(late.isUnderWay());
    }

    @Test
    void soManyPacketsWaitAndNoMore() {
        late.add(call("write"));
        for (int i = 1; i < LateCalls.MAX; i++) {
            assertTrue(late.packet(call("packet")));
        }
        assertFalse(late.packet(call("one more")));
        late.add(call("a write all the same"));
        tasks.remove().run();
        assertEquals(LateCalls.MAX + 1, done.size());
    }
}
