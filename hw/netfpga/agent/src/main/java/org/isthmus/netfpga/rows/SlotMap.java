// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which slots rows of which priority have: the higher the priority, the lower the slots. Costs
 * logarithms of the rows, and where rows have to move, the priorities between a row and the nearest
 * free slot.
 */
final class SlotMap {
    /** A row that goes from one slot to another. */
    static final class Move {
        final int from;
        final int to;

        Move(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    private final int size;
    private final int priorities;
    private final BitSet used;

    /** Slots by priority, the highest first. */
    private final NavigableMap<Integer, TreeSet<Integer>> groups =
            new TreeMap<>(Collections.reverseOrder());

    /**
     * @param priorities the highest that is usual; others are possible
     */
    SlotMap(int size, int priorities) {
        this.size = size;
        this.priorities = priorities;
        used = new BitSet(size);
    }

    void take(int slot, int priority) {
        used.set(slot);
        groups.computeIfAbsent(priority, p -> new TreeSet<>()).add(slot);
    }

    void free(int slot, int priority) {
        used.clear(slot);
        groups.computeIfPresent(
                priority,
                (p, slots) -> {
                    slots.remove(slot);
                    return slots.isEmpty() ? null : slots;
                });
    }

    /** The first free slot from this one on; -1: none. */
    int nextFree(int from) {
        int slot = used.nextClearBit(from);
        return slot < size ? slot : -1;
    }

    /** The slot behind those of all higher priorities. */
    private int low(int priority) {
        Map.Entry<Integer, TreeSet<Integer>> higher = groups.lowerEntry(priority);
        return higher == null ? 0 : higher.getValue().last() + 1;
    }

    /** The slot before those of all lower priorities. */
    private int high(int priority) {
        Map.Entry<Integer, TreeSet<Integer>> lower = groups.higherEntry(priority);
        return (lower == null ? size : lower.getValue().first()) - 1;
    }

    /**
     * A free slot for a row of this priority; -1: others have to move.
     *
     * <p>Beside rows of its own priority where there are some, otherwise where they would be if all
     * priorities had as many slots, or in the middle between its neighbours, so that there is room
     * on both sides.
     */
    int free(int priority) {
        int low = low(priority);
        int high = high(priority);
        if (low > high) {
            return -1;
        }
        TreeSet<Integer> own = groups.get(priority);
        int wanted = own == null ? share(priority) : own.first();
        if (wanted < low || wanted > high) {
            wanted = (low + high) >>> 1;
        }
        int above = used.nextClearBit(wanted);
        if (above <= high) {
            return above;
        }
        int below = wanted > 0 ? used.previousClearBit(wanted - 1) : -1;
        return below >= low ? below : -1;
    }

    /** Where the slots of a priority begin if all have as many; -1: it is not usual. */
    private int share(int priority) {
        return priority > priorities
                ? -1
                : (int) ((long) (priorities - priority) * size / priorities);
    }

    /**
     * The moves that make room for a row of this priority, in their order: the slot that the last
     * one leaves is the row's. None: there is room ({@link #free}). There is a free slot somewhere.
     */
    List<Move> makeRoom(int priority) {
        if (free(priority) >= 0) {
            return List.of();
        }
        List<Move> up = up(priority);
        List<Move> down = down(priority);
        return down == null || up != null && up.size() <= down.size() ? up : down;
    }

    /** Lower priorities move to higher slots; null: there is no free slot that way. */
    private List<Move> down(int priority) {
        List<Integer> passed = new ArrayList<>();
        for (Map.Entry<Integer, TreeSet<Integer>> group = groups.higherEntry(priority);
                group != null;
                group = groups.higherEntry(group.getKey())) {
            int first = group.getValue().first();
            int free = used.nextClearBit(first);
            passed.add(first);
            if (free <= high(group.getKey())) {
                return chain(passed, free);
            }
        }
        return null;
    }

    /** Higher priorities move to lower slots; null: there is no free slot that way. */
    private List<Move> up(int priority) {
        List<Integer> passed = new ArrayList<>();
        for (Map.Entry<Integer, TreeSet<Integer>> group = groups.lowerEntry(priority);
                group != null;
                group = groups.lowerEntry(group.getKey())) {
            int last = group.getValue().last();
            int free = used.previousClearBit(last);
            passed.add(last);
            if (free >= low(group.getKey())) {
                return chain(passed, free);
            }
        }
        return null;
    }

    /** Each goes to where the one behind it was, the last one to the free slot; that one first. */
    private static List<Move> chain(List<Integer> passed, int free) {
        List<Move> moves = new ArrayList<>();
        int to = free;
        for (int i = passed.size() - 1; i >= 0; i--) {
            moves.add(new Move(passed.get(i), to));
            to = passed.get(i);
        }
        return moves;
    }
}
