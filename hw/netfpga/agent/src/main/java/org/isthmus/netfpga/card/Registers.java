// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/** Registers of 32 bits on the card's control bus. One thread at a time. */
public interface Registers {
    /**
     * @param address unsigned
     * @return the cell, unsigned
     */
    int readRegister(int address) throws CardException;

    /**
     * @param address unsigned
     * @param value unsigned
     */
    void writeRegister(int address, int value) throws CardException;
}
