// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SumeSlotTest {
    private final Map<Integer, Integer> registers = new HashMap<>();
    private int accesses;
    private boolean fails;

    private ModelSlot sume =
            new ModelSlot(
                    new Registers() {
                        @Override
                        public int readRegister(int address) throws CardException {
                            access();
                            return registers.getOrDefault(address, 0);
                        }

                        @Override
                        public void writeRegister(int address, int value) throws CardException {
                            access();
                            registers.put(address, value);
                        }
                    });
    private SumeSlot slot = new SumeSlot(sume);

    private void access() throws CardException {
        accesses++;
        if (fails) {
            fails = false;
            throw new CardException("the bus failed");
        }
    }

    @Test
    void allOfTheCardIsReached() throws Exception {
        for (int address = 0; address < 0x10000; address += 0x7f0) {
            slot.writeRegister(address, ~address);
        }
        for (int address = 0; address < 0x10000; address += 0x7f0) {
            assertEquals(~address, slot.readRegister(address));
            assertEquals(~address, registers.get(address));
        }
    }

    @Test
    void thePageIsChosenOnce() throws Exception {
        slot.readRegister(0x1004);
        int before = accesses;
        slot.readRegister(0x1008);
        slot.writeRegister(0x1ff8, 1);
        assertEquals(before + 2, accesses);
    }

    @Test
    void afterAnErrorThePageIsChosenAgain() throws Exception {
        slot.readRegister(0x1004);
        fails = true;
        assertThrows(CardException.class, () -> slot.writeRegister(0x1000, 1));
        sume.writeRegister(0x44020ffc, 3); // as somebody may have done who repaired it
        slot.writeRegister(0x1000, 7);
        assertEquals(7, registers.get(0x1000));
        fails = true;
        assertThrows(CardException.class, () -> slot.readRegister(0x1000));
        sume.writeRegister(0x44020ffc, 3);
        assertEquals(7, slot.readRegister(0x1000));
    }

    @ParameterizedTest
    @ValueSource(ints = {0xdeadbeef, 0xffffffff})
    void aRegisterMayHaveWhatIsReadOfNone(int value) throws Exception {
        registers.put(0x2000, value);
        assertEquals(value, slot.readRegister(0x2000));
    }

    private void refused(String message, int address) {
        CardException e = assertThrows(CardException.class, () -> slot.readRegister(address));
        assertEquals(message, e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "0xdeadbeef, its driver or nf0 is not there",
        "0xffffffff, it does not answer on PCIe"
    })
    void aCardThatIsNotThereIsNamed(Long all, String why) throws Exception {
        String gone = "registers of the card cannot be read: " + why;
        sume.all = all.intValue();
        refused(gone, 0);
        sume.all = null;
        slot.readRegister(0);
        sume.all = all.intValue();
        refused(gone, 4);
    }

    @Test
    void anotherBitstreamIsNamed() {
        sume =
                new ModelSlot(
                        new Registers() {
                            @Override
                            public int readRegister(int address) {
                                return 2;
                            }

                            @Override
                            public void writeRegister(int address, int value) {}
                        });
        sume.hasPages = false;
        slot = new SumeSlot(sume);
        refused(
                "no card of make bitstream TOOLCHAIN=rtl is at 44020000: its register for pages has"
                        + " 00000002, not 3",
                0x3000);
    }
}
