// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.CardRegister.Command;

/**
 * The slots of one ternary table in a card, which alone remembers what is in them. Here it is known
 * which ones have been empty all the time.
 */
final class TernaryTable {
    private final RtlDescription.Table table;
    final TablePort port;
    private final int[] row;
    private final int[] held;

    private final BitSet used = new BitSet();

    /** Of a table without rows, or before {@link #inUse}. */
    TernaryTable(Registers bus, RtlDescription.Table table) {
        this.table = table;
        port = new TablePort(bus, table);
        row = new int[table.rowWords()];
        held = new int[table.rowWords()];
    }

    /** There may be rows. */
    void inUse() {
        used.set(0, table.size);
    }

    void write(int slot, BigInteger key, BigInteger mask, BigInteger value) throws CardException {
        check(slot);
        take(key, mask, value);
        used.set(slot);
        port.load(row);
        port.run(Command.WRITE, slot);
    }

    void erase(int slot) throws CardException {
        check(slot);
        if (used.get(slot)) {
            port.run(Command.ERASE, slot);
            used.clear(slot);
        }
    }

    void clear() throws CardException {
        for (int slot = 0; slot < table.size; slot++) {
            erase(slot);
        }
    }

    boolean holds(int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        check(slot);
        take(key, mask, value);
        if (!port.run(Command.READ, slot)) {
            return false;
        }
        port.take(held);
        return Arrays.equals(row, held);
    }

    private void check(int slot) throws CardException {
        if (slot < 0 || slot >= table.size) {
            throw new CardException(
                    CardException.NO_ADDRESS, "table " + table.name + " has no slot " + slot);
        }
    }

    /** Key bits that do not matter are zero, as the card reads them back. */
    private void take(BigInteger key, BigInteger mask, BigInteger value) throws CardException {
        Arrays.fill(row, 0);
        RtlCard.put(value, table.value, row, 0, table, "value");
        RtlCard.put(key.and(mask), table.key, row, table.value, table, "key");
        RtlCard.put(mask, table.key, row, table.value + table.key, table, "mask");
    }
}
