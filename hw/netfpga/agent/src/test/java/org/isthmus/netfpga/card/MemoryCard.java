// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.card;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** Rows and registers in memory, with what packets would meet. */
public final class MemoryCard implements Rows, Registers {
    private static final class Slot {
        final BigInteger key;
        final BigInteger mask;
        final BigInteger value;
        boolean isValid = true;

        Slot(BigInteger key, BigInteger mask, BigInteger value) {
            this.key = key;
            this.mask = mask;
            this.value = value;
        }
    }

    private static final class Prefixes {
        final List<List<String>> banks = new ArrayList<>(List.of(List.of(), List.of()));
        int active;
        int loaded;
    }

    private final IntUnaryOperator sizes;
    private final Map<Integer, Map<BigInteger, BigInteger>> exact = new HashMap<>();
    private final Map<Integer, TreeMap<Integer, Slot>> ternary = new HashMap<>();
    private final Map<Integer, Prefixes> prefixes = new HashMap<>();
    public final Map<Integer, Integer> registers = new HashMap<>();

    /** Runs after each change of a row. */
    public Runnable changed = () -> {};

    /** Changes of rows so far. */
    public int changes;

    /**
     * @param sizes of tables
     */
    public MemoryCard(IntUnaryOperator sizes) {
        this.sizes = sizes;
    }

    /** As after it was programmed. */
    public void program() {
        exact.clear();
        ternary.clear();
        prefixes.clear();
        registers.clear();
    }

    private Map<BigInteger, BigInteger> exact(int table) {
        return exact.computeIfAbsent(table, t -> new HashMap<>());
    }

    private TreeMap<Integer, Slot> ternary(int table) {
        return ternary.computeIfAbsent(table, t -> new TreeMap<>());
    }

    private Prefixes prefixes(int table) {
        return prefixes.computeIfAbsent(table, t -> new Prefixes());
    }

    private void change() {
        changes++;
        changed.run();
    }

    @Override
    public int exactRows(int table) {
        return exact(table).size();
    }

    @Override
    public void addExact(int table, BigInteger key, BigInteger value) throws CardException {
        Map<BigInteger, BigInteger> rows = exact(table);
        if (rows.containsKey(key)) {
            throw new CardException(CardException.EXISTS, "exists");
        }
        if (rows.size() >= sizes.applyAsInt(table)) {
            throw new NoRoomException("no room");
        }
        rows.put(key, value);
        change();
    }

    @Override
    public void deleteExact(int table, BigInteger key) throws CardException {
        if (exact(table).remove(key) == null) {
            throw new CardException(CardException.NOT_FOUND, "not found");
        }
        change();
    }

    @Override
    public BigInteger readExact(int table, BigInteger key) {
        return exact(table).get(key);
    }

    @Override
    public void clearTernary(int table) {
        ternary(table).values().forEach(s -> s.isValid = false);
        change();
    }

    private void checkSlot(int table, int slot) throws CardException {
        if (slot < 0 || slot >= sizes.applyAsInt(table)) {
            throw new CardException(CardException.NO_ADDRESS, "slot " + slot);
        }
    }

    @Override
    public void writeTernary(int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        checkSlot(table, slot);
        ternary(table).put(slot, new Slot(key, mask, value));
        change();
    }

    @Override
    public void eraseTernary(int table, int slot) throws CardException {
        checkSlot(table, slot);
        Slot there = ternary(table).get(slot);
        if (there != null) {
            there.isValid = false;
        }
        change();
    }

    /** As SDNet's library, it does not look whether the row is valid. */
    @Override
    public boolean holdsTernary(
            int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        checkSlot(table, slot);
        Slot s = ternary(table).get(slot);
        return s != null && s.key.equals(key) && s.mask.equals(mask) && s.value.equals(value);
    }

    private static List<String> lines(Path file) throws CardException {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new CardException(e.getMessage());
        }
    }

    @Override
    public void loadPrefixes(int table, Path dataset) throws CardException {
        Prefixes p = prefixes(table);
        p.loaded = 1 - p.active;
        p.banks.set(p.loaded, lines(dataset));
        change();
    }

    @Override
    public boolean holdsPrefixes(int table, Path dataset) throws CardException {
        Prefixes p = prefixes(table);
        return p.banks.get(p.loaded).equals(lines(dataset));
    }

    @Override
    public void activateBank(int table, int bank) {
        prefixes(table).active = bank;
        change();
    }

    @Override
    public int readRegister(int address) {
        return registers.getOrDefault(address, 0);
    }

    @Override
    public void writeRegister(int address, int value) {
        registers.put(address, value);
    }

    /** The value of the row that a packet meets in a ternary table; null: none. */
    public BigInteger lookup(int table, BigInteger packet) {
        for (Slot s : ternary(table).values()) {
            if (s.isValid && packet.xor(s.key).and(s.mask).signum() == 0) {
                return s.value;
            }
        }
        return null;
    }

    /** Valid rows of a ternary table. */
    public int ternaryRows(int table) {
        return (int) ternary(table).values().stream().filter(s -> s.isValid).count();
    }

    /** The lines of the bank that packets look into. */
    public List<String> activePrefixes(int table) {
        Prefixes p = prefixes(table);
        return p.banks.get(p.active);
    }
}
