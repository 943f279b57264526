// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.MisfitException;

/**
 * All registers of a SUME that has a card in the slot of its reference project, as
 * axi_lite_crossing shows them and as libsume reads what is not there. Written from their
 * description, with numbers in place of words.
 */
public final class ModelSlot implements Registers {
    private static final int BASE = 0x44020000;

    private final Registers card;
    private int page;

    /** What all registers read as; null: as they are. */
    Integer all;

    /** Whether the slot has pages. */
    boolean hasPages = true;

    ModelSlot(Registers card) {
        this.card = card;
    }

    /** With a card without rows. */
    public static ModelSlot of(byte[] description) throws MisfitException {
        return new ModelSlot(new ModelBus(RtlDescription.parse(description)));
    }

    private int offset(int address) {
        int offset = address - BASE;
        if (offset < 0 || offset > 0xfff) {
            throw new IllegalArgumentException(Integer.toHexString(address) + " is another slot");
        }
        return offset;
    }

    @Override
    public int readRegister(int address) throws CardException {
        int offset = offset(address);
        if (all != null) {
            return all;
        }
        return offset == 0xffc && hasPages ? page : card.readRegister(page << 12 | offset);
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        int offset = offset(address);
        if (offset == 0xffc && hasPages) {
            page = value & 0xf;
        } else {
            card.writeRegister(page << 12 | offset, value);
        }
    }
}
