// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.CardRegister;
import org.isthmus.netfpga.layout.CardRegister.Command;
import org.isthmus.netfpga.layout.CardRegister.Status;

/**
 * The registers of one table: a row goes through {@link CardRegister#DATA}, where it stays from one
 * command to the next.
 */
final class TablePort {
    /**
     * Looks at STATUS. A card that was reset empties its tables, which takes it a cycle for each
     * row of a way, and a look is some cycles.
     */
    private static final int LOOKS = 20_000;

    private final Registers bus;
    private final RtlDescription.Table table;

    TablePort(Registers bus, RtlDescription.Table table) {
        this.bus = bus;
        this.table = table;
    }

    private int register(CardRegister r) {
        return table.base + r.offset;
    }

    /** Waits until it takes commands, after a reset. */
    void ready() throws CardException {
        status("reset");
    }

    /**
     * Does something with a row, and waits for its end.
     *
     * @return after {@link Command#READ}, whether the row is there
     */
    boolean run(Command command, int row) throws CardException {
        bus.writeRegister(register(CardRegister.ROW), row);
        bus.writeRegister(register(CardRegister.CMD), command.code);
        int status = status(command);
        if (Status.ERROR.in(status)) {
            throw new CardException(
                    command
                            + " row "
                            + row
                            + " of table "
                            + table.name
                            + ": the card reports an error");
        }
        return Status.PRESENT.in(status);
    }

    /** When it is not busy any more. */
    private int status(Object after) throws CardException {
        for (int i = 0; i < LOOKS; i++) {
            int status = bus.readRegister(register(CardRegister.STATUS));
            if (!Status.BUSY.in(status)) {
                return status;
            }
        }
        throw new CardException(after + " of table " + table.name + ": the card does not answer");
    }

    /** The row to be written next. */
    void load(int[] words) throws CardException {
        for (int i = 0; i < words.length; i++) {
            bus.writeRegister(register(CardRegister.DATA) + i * Integer.BYTES, words[i]);
        }
    }

    /** The row that was read last, as far as there are words. */
    void take(int[] words) throws CardException {
        for (int i = 0; i < words.length; i++) {
            words[i] = bus.readRegister(register(CardRegister.DATA) + i * Integer.BYTES);
        }
    }
}
