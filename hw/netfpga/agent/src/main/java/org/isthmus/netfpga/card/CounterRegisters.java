// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

/**
 * Registers that count. One that reads as what cannot be read counts as such: else a card that has
 * left the bus would count billions. Where that is its count, it can be read a packet later.
 */
public final class CounterRegisters implements Registers {
    private final Registers registers;

    public CounterRegisters(Registers registers) {
        this.registers = registers;
    }

    @Override
    public int readRegister(int address) throws CardException {
        int value = registers.readRegister(address);
        if (Unreadable.is(value)) {
            throw Unreadable.error(value);
        }
        return value;
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        registers.writeRegister(address, value);
    }
}
