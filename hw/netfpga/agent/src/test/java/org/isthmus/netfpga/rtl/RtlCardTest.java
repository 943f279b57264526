// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.rows.ExactRows;
import org.isthmus.netfpga.rows.Row;
import org.isthmus.netfpga.rows.RowLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Rows on a model of the card's registers. */
class RtlCardTest {
    private static final int SMALL = Descriptions.SMALL;
    private static final int WIDE = Descriptions.WIDE;
    private static final int SLOTS = Descriptions.SLOTS;

    /** Rows that the small table has room for, beyond its size. */
    private static final int ROOM = 5 * 16 + 2;

    private RtlDescription description;
    private ModelBus bus;
    private ModelBus.Window small;
    private RtlCard card;

    /** What is in force. */
    private final Map<BigInteger, BigInteger> rows = new HashMap<>();

    @BeforeEach
    void reset() throws Exception {
        description = Descriptions.tiny();
        bus = new ModelBus(description);
        small = bus.window("small");
        card = RtlCard.afterReset(description, bus, new NoPackets());
    }

    private static final class NoPackets implements Packets {
        @Override
        public void send(int nf, byte[] frame) {}

        @Override
        public void onFrame(FrameListener listener) {}
    }

    private static BigInteger n(long n) {
        return BigInteger.valueOf(n);
    }

    private static void fails(int code, String message, Executable call) {
        CardException e = assertThrows(CardException.class, call);
        assertEquals(message, e.getMessage());
        assertEquals(code, e.code());
    }

    /** Packets find all that is in force. */
    private void look() {
        rows.forEach((k, v) -> assertEquals(v, small.lookup(k), () -> "row " + k));
    }

    private void add(BigInteger key, BigInteger value) throws CardException {
        card.addExact(SMALL, key, value);
        rows.put(key, value);
        look();
    }

    private static BigInteger unused(Random random, Map<BigInteger, BigInteger> rows) {
        BigInteger key;
        do {
            key = new BigInteger(12, random);
        } while (rows.containsKey(key));
        return key;
    }

    @Test
    void itsTablesAreNotBoundByWhatSdnetMakes() {
        assertFalse(card.areBySdnet());
    }

    @Test
    void exactRowsGoThere() throws Exception {
        BigInteger key = BigInteger.ONE.shiftLeft(164).subtract(n(3));
        BigInteger value = BigInteger.ONE.shiftLeft(49).subtract(n(5));
        assertNull(card.readExact(WIDE, key));
        card.addExact(WIDE, key, value);
        card.addExact(WIDE, BigInteger.ZERO, BigInteger.ZERO);
        assertEquals(value, bus.window("wide").lookup(key));
        assertEquals(value, card.readExact(WIDE, key));
        assertEquals(BigInteger.ZERO, card.readExact(WIDE, BigInteger.ZERO));
        assertEquals(2, card.exactRows(WIDE));
        assertEquals(0, card.exactRows(SMALL));
        fails(
                CardException.EXISTS,
                "table wide: there is a row with this key",
                () -> card.addExact(WIDE, key, value));
        bus.changed = () -> assertTrue(bus.window("wide").lookup(key) != null);
        card.replaceExact(WIDE, key, n(7));
        bus.changed = () -> {};
        assertEquals(n(7), card.readExact(WIDE, key));
        card.deleteExact(WIDE, key);
        assertNull(card.readExact(WIDE, key));
        assertEquals(1, card.exactRows(WIDE));
        fails(
                CardException.NOT_FOUND,
                "table wide: no row has this key",
                () -> card.deleteExact(WIDE, key));
        fails(
                CardException.NOT_FOUND,
                "table wide: no row has this key",
                () -> card.replaceExact(WIDE, key, value));
    }

    @Test
    void whatDoesNotFitIsNamed() {
        fails(
                CardException.OTHER,
                "table small: a key of 13 bits, not 12",
                () -> card.addExact(SMALL, n(1 << 12), n(0)));
        fails(
                CardException.OTHER,
                "table small: a value of 10 bits, not 9",
                () -> card.addExact(SMALL, n(1), n(1 << 9)));
        fails(CardException.NO_ADDRESS, "there is no exact table 9", () -> card.exactRows(9));
        fails(CardException.NO_ADDRESS, "there is no exact table 2", () -> card.exactRows(SLOTS));
        fails(
                CardException.NO_ADDRESS,
                "there is no ternary table 0",
                () -> card.clearTernary(SMALL));
        fails(
                CardException.NO_ADDRESS,
                "there is no lpm table 0",
                () -> card.activateBank(SMALL, 1));
        assertTrue(small.rows.isEmpty());
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

    @Test
    void whatACardLostIsNotThere() throws Exception {
        add(n(1), n(2));
        add(n(3), n(4));
        bus.program();
        rows.clear();
        assertNull(card.readExact(SMALL, n(1)));
        add(n(1), n(2));
        // Without a look before.
        add(n(3), n(4));
        assertEquals(2, card.exactRows(SMALL));
    }

    @Test
    void ternaryRowsHaveSlots() throws Exception {
        BigInteger key = n(0xab_0000_0001L);
        BigInteger mask = n(0xff_0000_0000L);
        ModelBus.Window slots = bus.window("slots");
        card.writeTernary(SLOTS, 7, key, mask, n(5));
        card.writeTernary(SLOTS, 2, key, n(0xff_ffff_ffffL), n(6));
        assertEquals(n(6), slots.lookup(key));
        assertEquals(n(5), slots.lookup(n(0xab_1234_5678L)));
        assertTrue(card.holdsTernary(SLOTS, 7, key, mask, n(5)));
        assertTrue(card.holdsTernary(SLOTS, 7, key.and(mask), mask, n(5)));
        assertFalse(card.holdsTernary(SLOTS, 7, key, mask, n(4)));
        assertFalse(card.holdsTernary(SLOTS, 7, key, n(0xfe_0000_0000L), n(5)));
        assertFalse(card.holdsTernary(SLOTS, 0, key, mask, n(5)));
        card.eraseTernary(SLOTS, 2);
        assertFalse(card.holdsTernary(SLOTS, 2, key, n(0xff_ffff_ffffL), n(6)));
        assertEquals(n(5), slots.lookup(key));
        card.clearTernary(SLOTS);
        assertTrue(slots.rows.isEmpty());
        for (int slot : new int[] {-1, 8}) {
            fails(
                    CardException.NO_ADDRESS,
                    "table slots has no slot " + slot,
                    () -> card.eraseTernary(SLOTS, slot));
        }
    }

    @Test
    void slotsThatWereAlwaysEmptyAreNotErased() throws Exception {
        bus.changed = () -> fail("a change");
        card.clearTernary(SLOTS);
        card.eraseTernary(SLOTS, 3);
        bus.changed = () -> {};
        ModelBus.Window slots = bus.window("slots");
        card.writeTernary(SLOTS, 3, n(1), n(1), n(1));
        // One that was not erased is, the next time.
        bus.failsIn = 0;
        assertThrows(CardException.class, () -> card.eraseTernary(SLOTS, 3));
        bus.failsIn = -1;
        card.clearTernary(SLOTS);
        assertTrue(slots.rows.isEmpty());
        slots.rows.put(5, n(7));
        card = RtlCard.inUse(description, bus, new NoPackets());
        card.eraseTernary(SLOTS, 5);
        assertTrue(slots.rows.isEmpty());
    }

    @Test
    void aCardThatIsBusyIsWaitedForButNotForever() throws Exception {
        bus.busyLooks = 100;
        add(n(1), n(2));
        assertEquals(n(2), card.readExact(SMALL, n(1)));
        bus.busyLooks = 20_000;
        fails(
                CardException.OTHER,
                "READ of table slots: the card does not answer",
                () -> card.holdsTernary(SLOTS, 0, n(0), n(0), n(0)));
    }

    /** Which takes no commands until its tables are empty. */
    @Test
    void aCardThatWasJustResetIsWaitedFor() throws Exception {
        bus.window("small").emptiesIn = 3000;
        bus.window("slots").emptiesIn = 5;
        card = RtlCard.afterReset(description, bus, new NoPackets());
        add(n(1), n(2));
        card.writeTernary(SLOTS, 1, n(0), n(0), n(0));
        bus.window("wide").emptiesIn = 20_000;
        fails(
                CardException.OTHER,
                "reset of table wide: the card does not answer",
                () -> RtlCard.afterReset(description, bus, new NoPackets()));
    }

    @Test
    void anErrorOfTheCardIsOne() {
        bus.errors = true;
        fails(
                CardException.OTHER,
                "READ row 0 of table slots: the card reports an error",
                () -> card.holdsTernary(SLOTS, 0, n(0), n(0), n(0)));
    }

    @Test
    void registersAreThoseOfTheBus() throws Exception {
        int address = description.registers().array("drops").address(3);
        assertEquals(512 + 3 * 4, address);
        card.writeRegister(address, -2);
        assertEquals(-2, bus.registers.get(524));
        assertEquals(-2, card.readRegister(address));
    }

    @Test
    void framesAreThoseOfTheDma() {
        List<String> sent = new ArrayList<>();
        Packets packets =
                new Packets() {
                    @Override
                    public void send(int nf, byte[] frame) {
                        sent.add(nf + " " + frame.length);
                    }

                    @Override
                    public void onFrame(FrameListener listener) {
                        listener.frame(2, new byte[3], 1, 2);
                    }
                };
        try (RtlCard other = RtlCard.afterReset(description, bus, packets)) {
            other.send(1, new byte[60]);
            other.onFrame((nf, buf, off, len) -> sent.add("up " + nf + " " + len));
        } catch (CardException | MisfitException e) {
            throw new AssertionError(e);
        }
        assertEquals(List.of("1 60", "up 2 2"), sent);
    }

    private void refused(String message) {
        MisfitException e =
                assertThrows(
                        MisfitException.class,
                        () -> RtlCard.inUse(description, bus, new NoPackets()));
        assertEquals(message, e.getMessage());
    }

    @Test
    void aCardWithAnotherProgramIsRefused() {
        bus.registers.put(8, 1);
        refused(
                "the card's program is not the one described, tiny: its hash is 00000001, not"
                        + " efbeadde");
        bus.registers.put(4, 1);
        refused("the card's registers are of version 1, and 2 is known");
        bus.registers.put(0, -1);
        refused(
                "it is no card with a program of hw/netfpga/rtl: its first register is ffffffff, not"
                        + " 49534d53");
    }
}
