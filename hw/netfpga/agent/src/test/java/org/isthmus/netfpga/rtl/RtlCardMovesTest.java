// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.rows.ExactRows;
import org.isthmus.netfpga.rows.Row;
import org.isthmus.netfpga.rows.RowLog;
import org.junit.jupiter.api.Test;

/** Exact rows that make room for each other, and what is left of them where the bus fails. */
class RtlCardMovesTest extends RtlCardCase {
    /** Rows that the small table has room for, beyond its size. */
    private static final int ROOM = 5 * 16 + 2;

    private static BigInteger unused(Random random, Map<BigInteger, BigInteger> rows) {
        BigInteger key;
        do {
            key = new BigInteger(12, random);
        } while (rows.containsKey(key));
        return key;
    }

    /** At 80 % of the rows no key wants the overflow CAM, and far beyond there is room. */
    @Test
    void packetsFindEveryRowWhileOthersMoveAroundIt() throws Exception {
        bus.changed = this::look;
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            bus.program();
            rows.clear();
            card = RtlCard.afterReset(description, bus, new NoPackets());
            while (rows.size() < 64) {
                add(unused(random, rows), new BigInteger(9, random));
            }
            assertTrue(small.rows.lastKey() < 80, "seed " + seed);
            BigInteger one = fill(random);
            assertTrue(rows.size() >= 74, rows.size() + " rows, seed " + seed);
            Map<Integer, BigInteger> before = Map.copyOf(small.rows);
            fails(
                    CardException.NO_ROOM,
                    "table small: no room for the row",
                    () -> card.addExact(SMALL, one, n(1)));
            assertEquals(before, small.rows);
            assertEquals(rows.size(), card.exactRows(SMALL));
            churn(random);
        }
    }

    /** Returns a key for which there is no room. */
    private BigInteger fill(Random random) throws CardException {
        while (true) {
            BigInteger key = unused(random, rows);
            try {
                add(key, new BigInteger(9, random));
            } catch (CardException e) {
                assertEquals(CardException.NO_ROOM, e.code());
                return key;
            }
            assertTrue(rows.size() <= ROOM);
        }
    }

    private void churn(Random random) throws CardException {
        for (int i = 0; i < 300; i++) {
            if (rows.size() > 60 && random.nextBoolean()) {
                BigInteger gone = new ArrayList<>(rows.keySet()).get(random.nextInt(rows.size()));
                BigInteger value = rows.remove(gone);
                assertEquals(value, card.readExact(SMALL, gone));
                card.deleteExact(SMALL, gone);
                assertNull(card.readExact(SMALL, gone));
                assertNull(small.lookup(gone));
            } else if (rows.size() < 68) {
                add(unused(random, rows), new BigInteger(9, random));
            }
            assertEquals(rows.size(), small.rows.size());
        }
    }

    /** The bus fails at each access of a change that moves rows, before the fact and after it. */
    @Test
    void aFailureInTheMiddleLosesNoRow() throws Exception {
        int failures = 0;
        for (int seed = 0; seed < 10; seed++) {
            for (boolean after : new boolean[] {false, true}) {
                int access = 0;
                while (!addsWithFailure(new Random(seed), access, after)) {
                    access++;
                    failures++;
                }
            }
        }
        assertTrue(failures > 200, failures + " failures");
    }

    /** Whether there were fewer accesses than that. */
    private boolean addsWithFailure(Random random, int access, boolean after) throws Exception {
        bus.program();
        bus.changed = () -> {};
        rows.clear();
        card = RtlCard.afterReset(description, bus, new NoPackets());
        while (rows.size() < 68) {
            add(unused(random, rows), new BigInteger(9, random));
        }
        bus.changed = this::look;
        BigInteger key = unused(random, rows);
        bus.failsIn = access;
        bus.failsAfter = after;
        boolean added = true;
        try {
            card.addExact(SMALL, key, n(5));
            rows.put(key, n(5));
        } catch (CardException e) {
            assertEquals("the bus failed", e.getMessage());
            added = false;
        }
        bus.failsIn = -1;
        look();
        // As the agent does with a row that it could not add.
        if (!added && card.readExact(SMALL, key) != null) {
            card.deleteExact(SMALL, key);
        }
        add(unused(random, rows), n(6));
        rows.keySet().forEach(k -> assertEquals(1, small.copies(k)));
        assertEquals(rows.size(), card.exactRows(SMALL));
        assertEquals(rows.size(), small.rows.size());
        return added;
    }

    @Test
    void aDeletionThatFailsIsKnownForWhatItDid() throws Exception {
        add(n(1), n(2));
        add(n(3), n(4));
        for (boolean after : new boolean[] {false, true}) {
            for (int access = 0; ; access++) {
                bus.failsIn = access;
                bus.failsAfter = after;
                try {
                    card.deleteExact(SMALL, n(1));
                    bus.failsIn = -1;
                    break;
                } catch (CardException e) {
                    assertEquals("the bus failed", e.getMessage());
                }
                bus.failsIn = -1;
                assertEquals(small.rows.size(), card.exactRows(SMALL));
                if (small.rows.size() == 1) {
                    add(n(1), n(2));
                }
            }
            assertEquals(1, card.exactRows(SMALL));
            add(n(1), n(2));
        }
    }

    @Test
    void aCopyThatTheCardDidNotKeepCostsNoRow() throws Exception {
        Random random = new Random(1);
        bus.changed = this::look;
        int[] refused = new int[3];
        for (int i = 0; i < 700; i++) {
            if (rows.size() > 70) {
                BigInteger gone = new ArrayList<>(rows.keySet()).get(random.nextInt(rows.size()));
                rows.remove(gone);
                card.deleteExact(SMALL, gone);
                assertNull(small.lookup(gone));
            }
            BigInteger key = unused(random, rows);
            bus.ignoresIn = i % 3;
            try {
                card.addExact(SMALL, key, n(1));
                // The last one, perhaps: who wrote it reads it back.
                if (card.readExact(SMALL, key) != null) {
                    card.deleteExact(SMALL, key);
                }
            } catch (CardException e) {
                assertTrue(e.getMessage().endsWith("did not keep what was written"));
                refused[i % 3]++;
            }
            bus.ignoresIn = -1;
            look();
            add(key, n(i & 511));
            assertEquals(rows.size(), card.exactRows(SMALL));
            assertEquals(rows.size(), small.rows.size());
        }
        assertTrue(refused[0] > 0 && refused[1] > 0, refused[0] + ", " + refused[1]);
    }

    @Test
    void anAgentThatStartsFindsTheRowsInTheCard() throws Exception {
        Random random = new Random(3);
        while (rows.size() < 64) {
            add(unused(random, rows), new BigInteger(9, random));
        }
        // As a move that did not end leaves it: once more, in another of its places.
        BigInteger twice = rows.keySet().iterator().next();
        small.rows.put(
                81,
                small.rows.values().stream()
                        .filter(r -> r.shiftRight(9).equals(twice))
                        .findFirst()
                        .orElseThrow());
        // Where packets do not look for it.
        int free = 0;
        while (small.rows.containsKey(free)) {
            free++;
        }
        BigInteger lost = unused(random, rows);
        while (small.lookup(lost) != null || holds(free, lost)) {
            lost = unused(random, rows);
        }
        small.rows.put(free, lost.shiftLeft(9));
        bus.changed = this::look;
        card = RtlCard.inUse(description, bus, new NoPackets());
        assertEquals(64, card.exactRows(SMALL));
        assertEquals(64, small.rows.size());
        for (Map.Entry<BigInteger, BigInteger> e : rows.entrySet()) {
            assertEquals(e.getValue(), card.readExact(SMALL, e.getKey()));
        }
        churn(random);
    }

    private boolean holds(int row, BigInteger key) {
        small.rows.put(row, key.shiftLeft(9));
        boolean found = small.lookup(key) != null;
        small.rows.remove(row);
        return found;
    }

    /** What the agent keeps of rows, which is of no interest here. */
    private static final class NoLog implements RowLog<Row> {
        @Override
        public void save(Row row) {}

        @Override
        public void saveUnwanted(Row row) {}

        @Override
        public void forget(Row row) {}

        @Override
        public void saveBank(int bank) {}
    }

    @Test
    void anotherValueTakesThePlaceOfTheFirstOne() throws Exception {
        ExactRows<Row> agent = new ExactRows<>(card, SMALL, new NoLog(), List.of());
        Row old = new Row(n(1), null, 0, n(2), Row.NO_SLOT);
        Row row = new Row(n(1), null, 0, n(3), Row.NO_SLOT);
        agent.insert(old, List.of());
        bus.changed = () -> assertTrue(small.lookup(n(1)) != null);
        agent.replace(old, row, List.of(old));
        assertEquals(n(3), small.lookup(n(1)));
        // Also when the agent did not know of the row.
        new ExactRows<>(card, SMALL, new NoLog(), List.of()).insert(old, List.of());
        assertEquals(n(2), small.lookup(n(1)));
    }
}
