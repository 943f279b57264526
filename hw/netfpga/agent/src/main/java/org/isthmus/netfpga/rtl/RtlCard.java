// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.isthmus.netfpga.card.Card;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.CardRegister;
import org.isthmus.netfpga.layout.MisfitException;

/**
 * A card whose program is Verilog of hw/netfpga/rtl. Where rows of exact tables go is decided here;
 * what is in the card is its own memory of them. Replaces rows without a packet that finds none.
 *
 * <p>Threading: rows by one thread at a time; registers and packets as their bus and their packets
 * allow, which stay open.
 */
public final class RtlCard implements Card {
    private final RtlDescription description;
    private final Registers bus;
    private final Packets packets;
    private final Map<Integer, ExactTable> exact = new HashMap<>();
    private final Map<Integer, TernaryTable> ternary = new HashMap<>();
    private final Map<Integer, PrefixTable> prefix = new HashMap<>();

    private RtlCard(RtlDescription description, Registers bus, Packets packets) {
        this.description = description;
        this.bus = bus;
        this.packets = packets;
        for (RtlDescription.Table t : description.tables()) {
            switch (t.kind) {
                case EXACT:
                    exact.put(t.number, new ExactTable(bus, t));
                    break;
                case LPM:
                    prefix.put(t.number, new PrefixTable(bus, t));
                    break;
                default:
                    ternary.put(t.number, new TernaryTable(bus, t));
            }
        }
    }

    /**
     * A card that was reset, and has no rows.
     *
     * @throws MisfitException it is no such card, or runs another program than that described
     */
    public static RtlCard afterReset(RtlDescription description, Registers bus, Packets packets)
            throws CardException, MisfitException {
        RtlCard card = new RtlCard(description, bus, packets);
        card.identify();
        for (ExactTable t : card.exact.values()) {
            t.port.ready();
        }
        for (TernaryTable t : card.ternary.values()) {
            t.port.ready();
        }
        for (PrefixTable t : card.prefix.values()) {
            t.port.ready();
        }
        return card;
    }

    /** As {@link #afterReset}, of a card that may have rows, all of which are read. */
    public static RtlCard inUse(RtlDescription description, Registers bus, Packets packets)
            throws CardException, MisfitException {
        RtlCard card = afterReset(description, bus, packets);
        for (ExactTable t : card.exact.values()) {
            t.readBack();
        }
        card.ternary.values().forEach(TernaryTable::inUse);
        card.prefix.values().forEach(PrefixTable::inUse);
        return card;
    }

    private void identify() throws CardException, MisfitException {
        int magic = bus.readRegister(CardRegister.MAGIC.address());
        if (magic != CardRegister.MAGIC_VALUE) {
            throw new MisfitException(
                    String.format(
                            "it is no card with a program of hw/netfpga/rtl: its first register is"
                                    + " %08x, not %08x",
                            magic, CardRegister.MAGIC_VALUE));
        }
        int version = bus.readRegister(CardRegister.VERSION.address());
        if (version != CardRegister.VERSION_VALUE) {
            throw new MisfitException(
                    "the card's registers are of version "
                            + Integer.toUnsignedString(version)
                            + ", and "
                            + CardRegister.VERSION_VALUE
                            + " is known");
        }
        int hash = bus.readRegister(CardRegister.DESCRIPTION.address());
        if (hash != description.hash()) {
            throw new MisfitException(
                    String.format(
                            "the card's program is not the one described, %s: its hash is %08x, not"
                                    + " %08x",
                            description.program(), hash, description.hash()));
        }
    }

    /** Sets the bits of a number in a row. */
    static void put(
            BigInteger number,
            int bits,
            int[] words,
            int at,
            RtlDescription.Table table,
            String what)
            throws CardException {
        if (number.signum() < 0 || number.bitLength() > bits) {
            throw new CardException(
                    "table "
                            + table.name
                            + ": a "
                            + what
                            + " of "
                            + number.bitLength()
                            + " bits, not "
                            + bits);
        }
        Bits.put(number, words, at);
    }

    private static CardException noTable(String kind, int number) {
        return new CardException(
                CardException.NO_ADDRESS, "there is no " + kind + " table " + number);
    }

    private ExactTable exact(int number) throws CardException {
        ExactTable t = exact.get(number);
        if (t == null) {
            throw noTable("exact", number);
        }
        return t;
    }

    private TernaryTable ternary(int number) throws CardException {
        TernaryTable t = ternary.get(number);
        if (t == null) {
            throw noTable("ternary", number);
        }
        return t;
    }

    private PrefixTable prefix(int number) throws CardException {
        PrefixTable t = prefix.get(number);
        if (t == null) {
            throw noTable("lpm", number);
        }
        return t;
    }

    @Override
    public boolean areBySdnet() {
        return false;
    }

    @Override
    public int exactRows(int table) throws CardException {
        return exact(table).size();
    }

    @Override
    public void addExact(int table, BigInteger key, BigInteger value) throws CardException {
        exact(table).add(key, value);
    }

    @Override
    public void replaceExact(int table, BigInteger key, BigInteger value) throws CardException {
        exact(table).replace(key, value);
    }

    @Override
    public void deleteExact(int table, BigInteger key) throws CardException {
        exact(table).delete(key);
    }

    @Override
    public BigInteger readExact(int table, BigInteger key) throws CardException {
        return exact(table).read(key);
    }

    @Override
    public void clearTernary(int table) throws CardException {
        ternary(table).clear();
    }

    @Override
    public void writeTernary(int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        ternary(table).write(slot, key, mask, value);
    }

    @Override
    public void eraseTernary(int table, int slot) throws CardException {
        ternary(table).erase(slot);
    }

    @Override
    public boolean holdsTernary(
            int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        return ternary(table).holds(slot, key, mask, value);
    }

    /** These rows are in the card when their bank is activated: only what differs is written. */
    @Override
    public void loadPrefixes(int table, Path dataset) throws CardException {
        prefix(table).load(dataset);
    }

    @Override
    public boolean holdsPrefixes(int table, Path dataset) throws CardException {
        return prefix(table).holds(dataset);
    }

    @Override
    public void activateBank(int table, int bank) throws CardException {
        prefix(table).activate(bank);
    }

    @Override
    public int readRegister(int address) throws CardException {
        return bus.readRegister(address);
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        bus.writeRegister(address, value);
    }

    @Override
    public void send(int nf, byte[] frame) {
        packets.send(nf, frame);
    }

    @Override
    public void onFrame(FrameListener listener) {
        packets.onFrame(listener);
    }

    @Override
    public void close() {}
}
