// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.Programs;
import org.isthmus.netfpga.layout.RegisterMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packets that the card counts and the agent takes off again, while a cell is read. */
class CardCountersTest {
    private static final int CELL = 3;

    private boolean fails;
    private int cell;

    /** How many come during the next readings, one in each: before the cell is read, or after. */
    private int before;

    private int after;
    private CardCounters counters;
    private final CardEvents events = new CardEvents();

    @BeforeEach
    void counters() throws Exception {
        RegisterMap.Array array = RegisterMap.of(Programs.SMALL).array("drops");
        Registers registers =
                new Registers() {
                    @Override
                    public int readRegister(int address) throws CardException {
                        if (fails) {
                            throw new CardException("nothing can be read");
                        }
                        if (address != array.address(CELL)) {
                            return 0;
                        }
                        before -= takenOff(before);
                        int read = cell;
                        after -= takenOff(after);
                        return read;
                    }

                    @Override
                    public void writeRegister(int address, int value) throws CardException {
                        throw new CardException("nobody writes");
                    }
                };
        counters = new CardCounters(new Object(), "drops", registers, array, CELL + 1, events);
    }

    /** One packet, if there are any. */
    private int takenOff(int left) {
        if (left == 0) {
            return 0;
        }
        cell++;
        counters.count(CELL, -1);
        return 1;
    }

    @Test
    void countForNothingInAnyReading() {
        cell = 5;
        before = 1;
        assertEquals(5, counters.packets(CELL));
        after = 1;
        assertEquals(5, counters.packets(CELL));
        before = 3;
        after = 2;
        assertEquals(5, counters.packets(CELL));
    }

    @Test
    void countForNothingWhenAProgramBegins() {
        before = 1;
        counters.begin();
        assertEquals(0, counters.packets(CELL));
        after = 1;
        counters.begin();
        assertEquals(0, counters.packets(CELL));
        counters.count(CELL, -1);
        cell++;
        counters.begin();
        cell++;
        assertEquals(1, counters.packets(CELL));
    }

    /** What the card had counted before is not the program's, even if nobody could read it then. */
    @Test
    void countForNothingWhereTheCardCannotBeReadWhenAProgramBegins() {
        cell = 5;
        fails = true;
        counters.begin();
        assertEquals(0, counters.packets(CELL));
        fails = false;
        assertEquals(0, counters.packets(CELL));
        cell = 7;
        assertEquals(2, counters.packets(CELL));
        fails = true;
        counters.set(CELL, 9, 0);
        fails = false;
        cell = 8;
        assertEquals(9, counters.packets(CELL));
        // All cells as it began, one that was asked for and one that was set.
        assertEquals(CELL + 1 + 2, events.unread());
    }

    @Test
    void countForNothingWhenACellIsSet() {
        before = 1;
        counters.set(CELL, 7, 0);
        assertEquals(7, counters.packets(CELL));
        after = 1;
        counters.set(CELL, 8, 0);
        assertEquals(8, counters.packets(CELL));
    }

    /** It may have been programmed again: what it has counted is known, and not what it lost. */
    @Test
    void countNothingThatACardLostWhileItWasOutOfService() {
        cell = 1000;
        assertEquals(1000, counters.packets(CELL));
        counters.service(false);
        cell = 1010;
        assertEquals(1010, counters.packets(CELL));
        cell = 3;
        counters.poll();
        cell = 5;
        counters.poll();
        cell = 2;
        counters.service(true);
        assertEquals(1017, counters.packets(CELL));
        counters.service(false);
        counters.service(true);
        cell = 3;
        assertEquals(1018, counters.packets(CELL));
    }

    @Test
    void comeRoundWhereTheCardWasInService() {
        counters.service(false);
        counters.service(true);
        cell = -1;
        assertEquals(0xffff_ffffL, counters.packets(CELL));
        cell = 1;
        assertEquals(0x1_0000_0001L, counters.packets(CELL));
    }

    /** A reader waits for no end of them, and finds no number below zero. */
    @Test
    void mayComeWithoutEnd() {
        cell = 5;
        before = Integer.MAX_VALUE;
        assertEquals(6, counters.packets(CELL));
        before = 0;
        after = Integer.MAX_VALUE;
        assertEquals(5, counters.packets(CELL));
        after = 0;
        counters.begin();
        counters.count(CELL, -1);
        assertEquals(0, counters.packets(CELL));
    }
}
