// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;

/**
 * The registers of one table: a row goes through {@link #DATA}, where it stays from one command to
 * the next.
 */
final class TablePort {
    private static final int CMD = 0;
    private static final int STATUS = 4;
    private static final int ROW = 8;

    /** Words of mask (of a ternary table alone), key and value, the value in the lowest bits. */
    static final int DATA = 16;

    /** What can be done with a row. */
    enum Command {
        WRITE(1),
        READ(2),
        ERASE(3);

        private final int code;

        Command(int code) {
            this.code = code;
        }
    }

    // Bits of STATUS.
    private static final int BUSY = 1;
    private static final int IS_THERE = 2;
    private static final int ERROR = 8;

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
        bus.writeRegister(table.base + ROW, row);
        bus.writeRegister(table.base + CMD, command.code);
        int status = status(command);
        if ((status & ERROR) != 0) {
            throw new CardException(
                    command
                            + " row "
                            + row
                            + " of table "
                            + table.name
                            + ": the card reports an error");
        }
        return (status & IS_THERE) != 0;
    }

    /** When it is not busy any more. */
    private int status(Object after) throws CardException {
        for (int i = 0; i < LOOKS; i++) {
            int status = bus.readRegister(table.base + STATUS);
            if ((status & BUSY) == 0) {
                return status;
            }
        }
        throw new CardException(after + " of table " + table.name + ": the card does not answer");
    }

    /** The row to be written next. */
    void load(int[] words) throws CardException {
        for (int i = 0; i < words.length; i++) {
            bus.writeRegister(table.base + DATA + i * Integer.BYTES, words[i]);
        }
    }

    /** The row that was read last, as far as there are words. */
    void take(int[] words) throws CardException {
        for (int i = 0; i < words.length; i++) {
            words[i] = bus.readRegister(table.base + DATA + i * Integer.BYTES);
        }
    }
}
