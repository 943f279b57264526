// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.NoRoomException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.CardRegister.Command;

/**
 * The rows of one table of prefixes in a card. A way of it holds prefixes of one length, as many
 * ways as that length needs; within them rows are placed as those of an exact table. A length of
 * few rows is in the overflow CAM.
 *
 * <p>Packets look into one table: a bank that is loaded is a list of what the table should hold,
 * and is written when it is activated. Rows come first and go last, and one that changes does so at
 * once, so that no packet misses a prefix that is in both banks.
 */
final class PrefixTable {
    /** Rows of one length in the overflow CAM before it takes a way. */
    private static final int FEW = 4;

    private final RtlDescription.Table table;
    final TablePort port;

    /** Keys are {mask, key}. */
    private ExactPlaces places;

    /** The mask of the rows of each way; null: there are none. */
    private final BigInteger[] masks;

    /** How many rows each way has. */
    private final int[] counts;

    /** Values in the card, by {mask, key}. */
    private final Map<BigInteger, BigInteger> held = new HashMap<>();

    private final int[] prefix;
    private final int[] row;
    private final int[] copy;

    /** What the idle bank should hold; null: it was not loaded. */
    private Map<BigInteger, BigInteger> loaded;

    private int active;

    /** The card may hold something else than remembered. */
    private boolean doubtful;

    /** Of a table without rows, or before {@link #inUse}. */
    PrefixTable(Registers bus, RtlDescription.Table table) {
        this.table = table;
        port = new TablePort(bus, table);
        places = new ExactPlaces(table, 2 * table.key);
        masks = new BigInteger[table.ways];
        counts = new int[table.ways];
        prefix = new int[RtlDescription.words(2 * table.key)];
        row = new int[table.rowWords()];
        copy = new int[table.rowWords()];
    }

    /** There may be rows. */
    void inUse() {
        doubtful = true;
    }

    void load(Path dataset) throws CardException {
        loaded = PrefixDataset.read(dataset, table.key);
    }

    boolean holds(Path dataset) throws CardException {
        return PrefixDataset.read(dataset, table.key).equals(loaded);
    }

    void activate(int bank) throws CardException {
        if (bank != active && loaded != null) {
            if (doubtful) {
                readBack();
            }
            doubtful = true;
            change(loaded);
            doubtful = false;
            loaded = null;
        }
        active = bank;
    }

    private void change(Map<BigInteger, BigInteger> wanted) throws CardException {
        Set<BigInteger> gone = new HashSet<>(held.keySet());
        gone.removeAll(wanted.keySet());
        for (Map.Entry<BigInteger, BigInteger> e : wanted.entrySet()) {
            if (!e.getValue().equals(held.get(e.getKey()))) {
                take(e.getKey());
                int at = places.find(prefix, ExactPlaces.NONE);
                if (at != ExactPlaces.NONE) {
                    write(at, e.getKey(), e.getValue());
                } else {
                    add(e.getKey(), e.getValue(), gone);
                }
            }
        }
        erase(gone);
    }

    /**
     * @param gone rows that make room if they must
     */
    private void add(BigInteger match, BigInteger value, Set<BigInteger> gone)
            throws CardException {
        BigInteger mask = match.shiftRight(table.key);
        int[] chain = chain(mask);
        if (chain == null && !gone.isEmpty()) {
            erase(gone);
            gone.clear();
            take(match);
            chain = chain(mask);
        }
        if (chain == null) {
            throw new NoRoomException(
                    "table " + table.name + ": no room for a prefix of length " + mask.bitCount());
        }
        for (int i = chain.length - 1; i > 0; i--) {
            move(chain[i - 1], chain[i]);
        }
        take(match);
        write(chain[0], match, value);
    }

    /** As {@link ExactPlaces#chain}, of {@link #prefix}. */
    private int[] chain(BigInteger mask) {
        BitSet own = new BitSet();
        int free = ExactPlaces.NONE;
        for (int w = table.ways - 1; w >= 0; w--) {
            own.set(w, mask.equals(masks[w]));
            free = masks[w] == null ? w : free;
        }
        int[] chain = places.chain(prefix, own);
        if (chain != null) {
            return chain;
        }
        int overflow = places.freeOverflow();
        boolean takesWay = free != ExactPlaces.NONE && (!own.isEmpty() || inOverflow(mask) >= FEW);
        if (overflow != ExactPlaces.NONE && !takesWay) {
            return new int[] {overflow};
        }
        return free == ExactPlaces.NONE ? null : new int[] {places.hashed(free, prefix)};
    }

    private int inOverflow(BigInteger mask) {
        int count = 0;
        for (int at = table.ways << table.index; at < places.rows(); at++) {
            if (places.isTaken(at)) {
                places.key(at, copy);
                count += Bits.get(copy, table.key, table.key).equals(mask) ? 1 : 0;
            }
        }
        return count;
    }

    private void take(BigInteger match) {
        Arrays.fill(prefix, 0);
        Bits.put(match, prefix, 0);
    }

    /** The row of {@link #prefix}. */
    private void write(int at, BigInteger match, BigInteger value) throws CardException {
        Arrays.fill(row, 0);
        RtlCard.put(value, table.value, row, 0, table, "value");
        Bits.put(match, row, table.value);
        port.load(row);
        port.run(Command.WRITE, at);
        check(at);
        put(at, prefix, match);
        held.put(match, value);
    }

    private void put(int at, int[] of, BigInteger match) {
        int way = at >> table.index;
        if (way < table.ways && !places.isTaken(at)) {
            counts[way]++;
            masks[way] = match.shiftRight(table.key);
        }
        places.put(at, of);
    }

    /** Afterwards the first row is still there, to be overwritten. */
    private void move(int from, int to) throws CardException {
        if (!port.run(Command.READ, from)) {
            throw new CardException(
                    "table " + table.name + ": the card lost row " + from + ", which was to move");
        }
        port.take(row);
        port.run(Command.WRITE, to);
        check(to);
        Bits.copy(row, table.value, 2 * table.key, copy);
        put(to, copy, Bits.get(row, table.value, 2 * table.key));
    }

    /** That the card has in a row what was written, {@link #row}. */
    private void check(int at) throws CardException {
        boolean isThere = port.run(Command.READ, at);
        port.take(copy);
        if (!isThere || !Arrays.equals(row, copy)) {
            throw new CardException(
                    "row "
                            + at
                            + " of table "
                            + table.name
                            + ": the card did not keep what was written");
        }
    }

    private void erase(Set<BigInteger> gone) throws CardException {
        for (BigInteger match : gone) {
            take(match);
            erase(places.find(prefix, ExactPlaces.NONE));
            held.remove(match);
        }
    }

    private void erase(int at) throws CardException {
        port.run(Command.ERASE, at);
        places.free(at);
        int way = at >> table.index;
        if (way < table.ways && --counts[way] == 0) {
            masks[way] = null;
        }
    }

    /** Finds the rows that are in the card; no prefix is there twice then. */
    private void readBack() throws CardException {
        places = new ExactPlaces(table, 2 * table.key);
        Arrays.fill(masks, null);
        Arrays.fill(counts, 0);
        held.clear();
        List<Integer> surplus = new ArrayList<>();
        for (int at = 0; at < places.rows(); at++) {
            if (port.run(Command.READ, at)) {
                port.take(row);
                Bits.copy(row, table.value, 2 * table.key, copy);
                BigInteger match = Bits.get(row, table.value, 2 * table.key);
                put(at, copy, match);
                BigInteger value = Bits.get(row, 0, table.value);
                if (!places.isInPlace(at) || held.putIfAbsent(match, value) != null) {
                    surplus.add(at);
                }
            }
        }
        for (int at : surplus) {
            erase(at);
        }
    }
}
