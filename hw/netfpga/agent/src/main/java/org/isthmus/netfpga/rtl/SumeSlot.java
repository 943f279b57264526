// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Unreadable;
import org.isthmus.netfpga.layout.CardRegister;

/**
 * The registers of a card in the slot of the output port lookup of a SUME's reference project,
 * which are seen through a page of 4 KB. Nobody else may change the page meanwhile. Any thread.
 */
public final class SumeSlot implements Registers {
    /** OUTPUT_PORT_LOOKUP_BASEADDR of reference_switch; make bitstream holds the project to it. */
    static final int BASE = 0x4402_0000;

    private static final int UNKNOWN = -1;

    private final Registers card;
    private int page = UNKNOWN;

    /**
     * @param card all registers of the SUME
     */
    public SumeSlot(Registers card) {
        this.card = card;
    }

    /** What the slot has for an address, once its page is the one. */
    private int select(int address) throws CardException {
        int wanted = address / CardRegister.PAGE_BYTES;
        if (wanted != page) {
            page = UNKNOWN;
            card.writeRegister(BASE + CardRegister.PAGE.address(), wanted);
            check(wanted);
            page = wanted;
        }
        return BASE + address % CardRegister.PAGE_BYTES;
    }

    private void check(int wanted) throws CardException {
        int there = card.readRegister(BASE + CardRegister.PAGE.address());
        if (there == wanted) {
            return;
        }
        page = UNKNOWN;
        if (Unreadable.is(there)) {
            throw Unreadable.error(there);
        }
        throw new CardException(
                String.format(
                        "no card of make bitstream TOOLCHAIN=rtl is at %08x: its register for"
                                + " pages has %08x, not %x",
                        BASE, there, wanted));
    }

    @Override
    public synchronized int readRegister(int address) throws CardException {
        try {
            int value = card.readRegister(select(address));
            if (Unreadable.is(value)) {
                check(page);
            }
            return value;
        } catch (CardException e) {
            page = UNKNOWN;
            throw e;
        }
    }

    @Override
    public synchronized void writeRegister(int address, int value) throws CardException {
        try {
            card.writeRegister(select(address), value);
        } catch (CardException e) {
            page = UNKNOWN;
            throw e;
        }
    }
}
