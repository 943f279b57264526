// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import java.math.BigInteger;
import java.nio.file.Path;

/**
 * Rows of the tables that SDNet makes. A table has the number that SDNet gives it ({@code
 * tableID}); each match kind numbers its own. Keys, masks and values are bit strings with the last
 * field in the lowest bits; SDNet's description of the switch says which fields.
 *
 * <p>One thread at a time. Packets see a row as it was before a change or after it. What a call
 * that failed has done is unknown.
 */
public interface Rows {

    /** Whether SDNet makes the tables, which so have the sizes that its guide allows (UG1252). */
    default boolean areBySdnet() {
        return true;
    }

    /** Rows that an exact table holds, not its size. */
    int exactRows(int table) throws CardException;

    /**
     * @throws CardException also where there is no room, or a row with this key already
     */
    void addExact(int table, BigInteger key, BigInteger value) throws CardException;

    /**
     * Gives a row another value. Where a card has no way to do that, it is deleted and added at
     * once, and packets meet none in between.
     *
     * @throws CardException also where there is no such row
     */
    default void replaceExact(int table, BigInteger key, BigInteger value) throws CardException {
        deleteExact(table, key);
        addExact(table, key, value);
    }

    /**
     * @throws CardException also where there is no such row
     */
    void deleteExact(int table, BigInteger key) throws CardException;

    /** The value of the row with this key; null: there is none. */
    BigInteger readExact(int table, BigInteger key) throws CardException;

    /** Erases all rows of a ternary table. */
    void clearTernary(int table) throws CardException;

    /**
     * Puts a row into a slot, in the place of the one that is there.
     *
     * @param slot from 0; of the rows that match, the one in the lowest slot wins
     * @param mask a packet's key matches where {@code (packet ^ key) & mask} is zero
     */
    void writeTernary(int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException;

    /** Empties a slot, whether there is a row in it or not. */
    void eraseTernary(int table, int slot) throws CardException;

    /** Whether a slot holds this row. */
    boolean holdsTernary(int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException;

    /**
     * Replaces all rows of the idle one of an LPM table's two banks.
     *
     * @param dataset a line for each row: prefix as an IPv4 or IPv6 address, its length, the value
     *     in hexadecimal
     */
    void loadPrefixes(int table, Path dataset) throws CardException;

    /** Whether the bank that was loaded last holds these rows and no others. */
    boolean holdsPrefixes(int table, Path dataset) throws CardException;

    /**
     * Makes a bank the one that packets look into; the other one is idle then.
     *
     * @param bank 0 or 1
     */
    void activateBank(int table, int bank) throws CardException;
}
