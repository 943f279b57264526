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
import java.util.List;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.layout.MisfitException;
import org.junit.jupiter.api.Test;

/** Rows on a model of the card's registers. */
class RtlCardTest extends RtlCardCase {
    private static final int WIDE = Descriptions.WIDE;
    private static final int SLOTS = Descriptions.SLOTS;

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
