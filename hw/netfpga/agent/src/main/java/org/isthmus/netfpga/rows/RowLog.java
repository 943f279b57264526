// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

/**
 * Keeps what a table may hold in the card, beyond the end of this process. What a method was told
 * is kept when it returns. Each may throw an {@link java.io.UncheckedIOException}: it cannot be
 * kept.
 *
 * @param <R> the rows of the table
 */
public interface RowLog<R extends Row> {
    /** The row, in its slot, is in the card or will be; one with the same match is so no longer. */
    void save(R row);

    /** The row is in the card, and nobody is told so: it is to be erased. */
    void saveUnwanted(R row);

    /** No row with this match is in the card. */
    void forget(R row);

    /** Packets of an LPM table look into this bank, or will. */
    void saveBank(int bank);

    /** The card was compared with what it is to hold. Nothing of this is kept. */
    default void compared(Repair done) {}
}
