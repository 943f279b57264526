// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class PuntQueueTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf");

    private static PuntQueue queue(int capacity, int queues) {
        // The port stands for the owner.
        return new PuntQueue(capacity, queues, (device, port, reason, frame) -> port);
    }

    private static boolean offer(PuntQueue queue, int owner, int number) {
        return queue.offer(LEAF, owner, PuntReason.BIB_MISS, new byte[] {(byte) number});
    }

    private static List<String> drain(PuntQueue queue, int max) {
        List<String> all = new ArrayList<>();
        int n =
                queue.drain(
                        max,
                        (device, port, reason, frame) -> {
                            assertEquals(LEAF, device);
                            assertEquals(PuntReason.BIB_MISS, reason);
                            all.add(port + "/" + frame[0]);
                        });
        assertEquals(all.size(), n);
        return all;
    }

    @Test
    void ownersTakeTurns() {
        PuntQueue queue = queue(16, 4);
        for (int i = 0; i < 4; i++) {
            offer(queue, 1, i);
        }
        offer(queue, 2, 0);
        offer(queue, 3, 0);
        offer(queue, 3, 1);
        assertEquals(List.of("1/0", "2/0", "3/0", "1/1"), drain(queue, 4));
        assertFalse(queue.isEmpty());
        assertEquals(List.of("3/1", "1/2", "1/3"), drain(queue, 9));
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.dropped());
    }

    @Test
    void aFullQueueDropsTheOldestOfTheLongest() {
        PuntQueue queue = queue(5, 4);
        for (int i = 0; i < 4; i++) {
            assertTrue(offer(queue, 1, i));
        }
        assertTrue(offer(queue, 2, 0));
        assertFalse(offer(queue, 1, 4), "its own is the longest");
        assertTrue(offer(queue, 3, 0));
        assertEquals(2, queue.dropped());
        assertEquals(List.of("1/1", "2/0", "3/0", "1/2", "1/3"), drain(queue, 9));
    }

    @Test
    void oneAloneHasAllOfIt() {
        PuntQueue queue = queue(3, 2);
        for (int i = 0; i < 5; i++) {
            assertEquals(i < 3, offer(queue, 1, i));
        }
        assertEquals(List.of("1/0", "1/1", "1/2"), drain(queue, 9));
    }

    /** Against lists: same turns, same losses. */
    @Test
    void isAsItsModel() {
        long seed = Seeds.of(6146);
        Random random = new Random(seed);
        int capacity = 13;
        PuntQueue queue = queue(capacity, 8);
        List<Deque<Integer>> model = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            model.add(new ArrayDeque<>());
        }
        Deque<Integer> turns = new ArrayDeque<>();
        int size = 0;
        int dropped = 0;
        for (int step = 0; step < 100_000; step++) {
            if (random.nextInt(5) < 3) {
                int owner = Math.min(random.nextInt(8), random.nextInt(8));
                boolean taken = true;
                if (size == capacity) {
                    dropped++;
                    int longest = 0;
                    for (int i = 1; i < 8; i++) {
                        if (model.get(i).size() > model.get(longest).size()) {
                            longest = i;
                        }
                    }
                    taken = model.get(owner).size() < model.get(longest).size();
                    if (taken) {
                        model.get(longest).poll();
                        size--;
                    }
                }
                if (taken) {
                    if (model.get(owner).isEmpty()) {
                        turns.add(owner);
                    }
                    model.get(owner).add(step & 0x7f);
                    size++;
                }
                assertEquals(taken, offer(queue, owner, step & 0x7f), "seed " + seed);
            } else {
                List<String> expected = new ArrayList<>();
                int max = random.nextInt(6);
                while (expected.size() < max && size > 0) {
                    int owner = turns.poll();
                    expected.add(owner + "/" + model.get(owner).poll());
                    size--;
                    if (!model.get(owner).isEmpty()) {
                        turns.add(owner);
                    }
                }
                assertEquals(expected, drain(queue, max), "seed " + seed);
            }
            assertEquals(size == 0, queue.isEmpty());
        }
        assertEquals(dropped, queue.dropped());
    }
}
