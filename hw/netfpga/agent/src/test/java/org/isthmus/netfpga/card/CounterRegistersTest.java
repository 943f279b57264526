// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterRegistersTest {
    private final MemoryCard memory = new MemoryCard(t -> 2);
    private final Registers registers = new CounterRegisters(memory);

    @Test
    void aCountIsRead() throws Exception {
        registers.writeRegister(0x44020004, 0xfffffffe);
        assertEquals(0xfffffffe, registers.readRegister(0x44020004));
    }

    @ParameterizedTest
    @CsvSource({
        "0xdeadbeef, its driver or nf0 is not there",
        "0xffffffff, it does not answer on PCIe"
    })
    void whatIsReadOfNoCardIsNoCount(long all, String why) throws Exception {
        memory.writeRegister(0x44020004, (int) all);
        CardException e =
                assertThrows(CardException.class, () -> registers.readRegister(0x44020004));
        assertEquals("registers of the card cannot be read: " + why, e.getMessage());
    }
}
