// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** How many rows move. That they are in order is {@link PlacementTest}'s. */
class SlotMapTest {
    private static final int SIZE = 4096;

    /** As prefixes of IPv6 have lengths. */
    private static final int PRIORITIES = 129;

    private final int[] priorities = new int[SIZE];
    private final SlotMap slots = new SlotMap(SIZE, PRIORITIES);

    /** Moves that it took. */
    private int insert(int priority) {
        List<SlotMap.Move> moves = slots.makeRoom(priority);
        for (SlotMap.Move m : moves) {
            priorities[m.to] = priorities[m.from];
            slots.free(m.from, priorities[m.to]);
            slots.take(m.to, priorities[m.to]);
        }
        int slot = moves.isEmpty() ? slots.free(priority) : moves.get(moves.size() - 1).from;
        priorities[slot] = priority;
        slots.take(slot, priority);
        return moves.size();
    }

    @Test
    void oneRowOfEachPriorityMovesAtMostAndFewDoWhileThereIsRoom() {
        Random random = new Random(Seeds.of(1));
        int moves = 0;
        for (int i = 0; i < SIZE; i++) {
            int of = insert(1 + random.nextInt(PRIORITIES));
            assertTrue(of < PRIORITIES, of + " moves");
            moves += of;
            if (i == SIZE / 2) {
                assertTrue(moves < i / 16, moves + " moves for " + i + " rows");
            }
        }
        assertEquals(-1, slots.nextFree(0));
        for (int i = 1; i < SIZE; i++) {
            assertTrue(priorities[i - 1] >= priorities[i], "slot " + i);
        }
    }

    @Test
    void rowsInTheOrderOfTheirPrioritiesDoNotMove() {
        for (int i = 0; i < SIZE / 2; i++) {
            assertEquals(0, insert(1 + i / 16), "row " + i);
        }
    }

    @Test
    void aTableOfOnePriorityIsFilledWithoutMoves() {
        for (int i = 0; i < SIZE; i++) {
            assertEquals(0, insert(1), "row " + i);
        }
    }

    /** Of which the table was not told: they are put between their neighbours. */
    @Test
    void unusualPrioritiesFitAsWell() {
        for (int i = 0; i < SIZE; i++) {
            insert(1_000_000 + i * 31 % 64);
        }
        assertEquals(-1, slots.nextFree(0));
    }
}
