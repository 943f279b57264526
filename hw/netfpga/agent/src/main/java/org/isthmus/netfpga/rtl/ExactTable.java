// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.NoRoomException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.CardRegister.Command;

/**
 * The rows of one exact table in a card. Which row holds which key is remembered here, so that few
 * rows need to be read; what is answered is read from the card.
 *
 * <p>A row that moves is in both places before its first one is overwritten, so that packets always
 * find it. What a failure left open is read from the card before the next change.
 */
final class ExactTable {
    private final RtlDescription.Table table;
    final TablePort port;
    private final ExactPlaces places;
    private final int[] key;
    private final int[] row;
    private final int[] copy;

    /** Rows that perhaps hold something else than remembered, or a second copy. */
    private final BitSet doubtful = new BitSet();

    /** Of a table without rows, or before {@link #readBack}. */
    ExactTable(Registers bus, RtlDescription.Table table) {
        this.table = table;
        port = new TablePort(bus, table);
        places = new ExactPlaces(table);
        key = new int[RtlDescription.words(table.key)];
        row = new int[table.rowWords()];
        copy = new int[table.rowWords()];
    }

    /** Finds the rows that are in the card. */
    void readBack() throws CardException {
        doubtful.set(0, places.rows());
        settle();
    }

    int size() throws CardException {
        settle();
        return places.taken();
    }

    void add(BigInteger k, BigInteger value) throws CardException {
        settle();
        take(k);
        if (places.find(key, ExactPlaces.NONE) != ExactPlaces.NONE
                && locate() != ExactPlaces.NONE) {
            throw new CardException(
                    CardException.EXISTS, "table " + table.name + ": there is a row with this key");
        }
        int[] chain = places.chain(key);
        if (chain == null) {
            throw new NoRoomException("table " + table.name + ": no room for the row");
        }
        for (int i = chain.length - 1; i > 0; i--) {
            move(chain[i - 1], chain[i]);
        }
        write(chain[0], value);
    }

    void replace(BigInteger k, BigInteger value) throws CardException {
        settle();
        take(k);
        write(found(), value);
    }

    void delete(BigInteger k) throws CardException {
        settle();
        take(k);
        erase(found());
    }

    /** Null: there is no such row. */
    BigInteger read(BigInteger k) throws CardException {
        take(k);
        return locate() == ExactPlaces.NONE ? null : Bits.get(row, 0, table.value);
    }

    private void take(BigInteger k) throws CardException {
        Arrays.fill(key, 0);
        RtlCard.put(k, table.key, key, 0, table, "key");
    }

    private int found() throws CardException {
        int at = locate();
        if (at == ExactPlaces.NONE) {
            throw new CardException(
                    CardException.NOT_FOUND, "table " + table.name + ": no row has this key");
        }
        return at;
    }

    /** Where the card has the key, whose row is read then. */
    private int locate() throws CardException {
        int remembered = places.find(key, ExactPlaces.NONE);
        if (remembered != ExactPlaces.NONE && look(remembered) && places.holds(remembered, key)) {
            return remembered;
        }
        for (int p = 0; p < places.places(); p++) {
            int at = places.place(p, key);
            if (look(at) && places.holds(at, key)) {
                return at;
            }
        }
        return ExactPlaces.NONE;
    }

    /**
     * Reads a row, and remembers what it holds.
     *
     * @return whether it holds any
     */
    private boolean look(int at) throws CardException {
        if (!port.run(Command.READ, at)) {
            places.free(at);
            return false;
        }
        port.take(row);
        Bits.copy(row, table.value, table.key, copy);
        if (!places.holds(at, copy)) {
            places.put(at, copy);
            doubtful.set(at);
        }
        return true;
    }

    /** The key's row. */
    private void write(int at, BigInteger value) throws CardException {
        Arrays.fill(row, 0);
        RtlCard.put(value, table.value, row, 0, table, "value");
        for (int i = 0; i < key.length; i++) {
            Bits.or(key[i], row, table.value + i * Integer.SIZE);
        }
        doubtful.set(at);
        port.load(row);
        port.run(Command.WRITE, at);
        places.put(at, key);
        doubtful.clear(at);
    }

    /** Afterwards the first row is still there, to be overwritten. */
    private void move(int from, int to) throws CardException {
        doubtful.set(to);
        if (!look(from)) {
            throw new CardException(
                    "table " + table.name + ": the card lost row " + from + ", which was to move");
        }
        System.arraycopy(row, 0, copy, 0, row.length);
        port.run(Command.WRITE, to);
        if (!port.run(Command.READ, to)) {
            throw notKept(to);
        }
        port.take(row);
        if (!Arrays.equals(row, copy)) {
            throw notKept(to);
        }
        Bits.copy(row, table.value, table.key, copy);
        places.put(to, copy);
        doubtful.clear(to);
    }

    private CardException notKept(int at) {
        return new CardException(
                "row "
                        + at
                        + " of table "
                        + table.name
                        + ": the card did not keep what was written");
    }

    private void erase(int at) throws CardException {
        doubtful.set(at);
        port.run(Command.ERASE, at);
        places.free(at);
        doubtful.clear(at);
    }

    /** No row holds a key twice, or one that is not looked for there, after that. */
    private void settle() throws CardException {
        for (int at = doubtful.nextSetBit(0); at >= 0; at = doubtful.nextSetBit(at + 1)) {
            if (look(at)) {
                Bits.copy(row, table.value, table.key, copy);
                if (!places.isInPlace(at) || places.find(copy, at) != ExactPlaces.NONE) {
                    erase(at);
                }
            }
            doubtful.clear(at);
        }
    }
}
