// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.emulated;

import com.google.rpc.Code;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.isthmus.netfpga.card.Card;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.CounterArray;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.PortSink;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Replication.Replica;
import org.isthmus.target.api.Table;
import org.isthmus.target.api.Table.Entry;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * A card that runs the shell of p4/sume/shell.p4, as its ports 241 to 244 and 251 to 254 show it.
 *
 * <p>Threading: rows and registers by one thread at a time, as of any card; each worker by one
 * thread at a time; {@link #send} by any.
 */
public final class EmulatedCard implements Card {
    /** The shell's numbers: 10G port N, DMA of nfN, and what leaves with a digest before it. */
    private static final int CARD_PORTS = 240;

    private static final int CARD_DMA = 251;
    private static final int CPU_PORT = 255;
    private static final int CPU_CLONE_SESSION = 100;
    private static final int INTERFACES = 4;

    /** Those of the embedded switch; the shell has no such ports. */
    private static final int NO_CPU_PORT = -1;

    private static final int DROP_PORT = 511;

    /** Of a digest, which has the port in its last but one. */
    private static final int DIGEST_BYTES = 32;

    private static final byte[] NO_METADATA = new byte[0];

    /** A row of a ternary table. */
    private static final class Slot {
        final MatchKey key;
        final BigInteger value;

        Slot(MatchKey key, BigInteger value) {
            this.key = key;
            this.value = value;
        }
    }

    /** A table of the program with what it is in a card. */
    private static final class EmulatedTable {
        final TableLayout layout;
        final Table table;
        final Map<Integer, Slot> slots = new HashMap<>();

        EmulatedTable(TableLayout layout, Table table) {
            this.layout = layout;
            this.table = table;
        }

        Entry entry(MatchKey key, BigInteger value) throws CardException {
            ActionSpec action = layout.action(value);
            if (action == null) {
                throw new CardException("table " + layout.name() + " has no such action");
            }
            return new Entry(key, action, 0, 0, NO_METADATA);
        }

        /** Null: there is no entry with this key. */
        BigInteger value(MatchKey key) {
            BigInteger[] found = new BigInteger[1];
            table.read(key, (e, packets, bytes, idle, m) -> found[0] = layout.value(e.action()));
            return found[0];
        }
    }

    private final Bmv2Target target;
    private final SwitchInfo info;
    private final RegisterMap registers;
    private final Map<Integer, EmulatedTable> exact = new HashMap<>();
    private final Map<Integer, EmulatedTable> ternary = new HashMap<>();
    private final Map<Integer, CounterArray> cells = new HashMap<>();
    private final Map<Integer, Integer> indexes = new HashMap<>();

    private final Worker dma;
    private volatile FrameListener host = (nf, buf, off, len) -> {};
    private volatile PortSink wires = (port, buf, off, len) -> {};
    private volatile boolean forwards = true;

    /**
     * @param p4info of the shell
     * @param json the shell for BMv2
     * @param nanos ns, monotonic
     * @throws RefusedException the embedded switch cannot run it
     * @throws MisfitException it has tables that no card has
     */
    public EmulatedCard(P4Info p4info, byte[] json, LongSupplier nanos)
            throws RefusedException, MisfitException {
        target = new Bmv2Target(NO_CPU_PORT, DROP_PORT, nanos);
        Program program = target.compile(p4info, json);
        info = SwitchInfo.of(p4info);
        registers = RegisterMap.of(p4info);
        for (Map.Entry<Integer, TableLayout> e : TableLayout.join(p4info, info).entrySet()) {
            TableLayout layout = e.getValue();
            EmulatedTable table = new EmulatedTable(layout, program.table(e.getKey()));
            switch (layout.kind()) {
                case EXACT:
                    exact.put(layout.number(), table);
                    break;
                case TERNARY:
                    ternary.put(layout.number(), table);
                    break;
                default:
                    throw new MisfitException("table " + layout.name() + " matches prefixes");
            }
        }
        for (Counter c : p4info.getCountersList()) {
            RegisterMap.Array array = registers.array(c.getPreamble().getAlias());
            CounterArray counter = program.counter(c.getPreamble().getId());
            for (int i = 0; i < counter.size(); i++) {
                cells.put(array.address(i), counter);
                indexes.put(array.address(i), i);
            }
        }
        program.replication()
                .setCloneSession(CPU_CLONE_SESSION, List.of(new Replica(CPU_PORT, 1)), 0);
        target.run(program);
        dma = target.newWorker((port, buf, off, len) -> leave(wires, port, buf, off, len));
    }

    /** The description of it, as SDNet writes one. */
    public SwitchInfo info() {
        return info;
    }

    /** Where its registers are. */
    public RegisterMap registers() {
        return registers;
    }

    /**
     * A worker for frames that come in by the ports 1 to 4.
     *
     * @param sink takes what leaves by them because of these frames
     */
    public Worker newWorker(PortSink sink) {
        Worker worker = target.newWorker((port, buf, off, len) -> leave(sink, port, buf, off, len));
        return (port, buf, off, len) -> {
            if (forwards && port >= 1 && port <= INTERFACES) {
                worker.process(CARD_PORTS + port, buf, off, len);
            }
        };
    }

    /** Where frames leave that the host sent; any thread may call it. */
    public void onWires(PortSink sink) {
        wires = sink;
    }

    /**
     * A card that does not forward: frames vanish and registers stand still; rows can be written
     * and read.
     */
    public void forward(boolean on) {
        forwards = on;
    }

    private void leave(PortSink sink, int port, byte[] buf, int off, int len) {
        if (port == CPU_PORT) {
            int in = buf[off + DIGEST_BYTES - 2];
            host.frame(in >= 1 && in <= INTERFACES ? in - 1 : 0, buf, off, DIGEST_BYTES);
        } else if (port >= CARD_DMA) {
            host.frame(port - CARD_DMA, buf, off, len);
        } else {
            sink.send(port - CARD_PORTS, buf, off, len);
        }
    }

    @Override
    public void send(int nf, byte[] frame) {
        if (forwards) {
            synchronized (dma) {
                dma.process(CARD_DMA + nf, frame, 0, frame.length);
            }
        }
    }

    @Override
    public void onFrame(FrameListener listener) {
        host = listener;
    }

    private static EmulatedTable known(EmulatedTable table, int number) throws CardException {
        if (table == null) {
            throw new CardException(CardException.NO_ADDRESS, "there is no table " + number);
        }
        return table;
    }

    private static CardException refused(RefusedException e) {
        Code code = e.code();
        return new CardException(
                code == Code.RESOURCE_EXHAUSTED
                        ? CardException.NO_ROOM
                        : code == Code.ALREADY_EXISTS
                                ? CardException.EXISTS
                                : code == Code.NOT_FOUND
                                        ? CardException.NOT_FOUND
                                        : CardException.OTHER,
                e.getMessage());
    }

    private EmulatedTable exact(int number) throws CardException {
        return known(exact.get(number), number);
    }

    @Override
    public int exactRows(int table) throws CardException {
        return exact(table).table.size();
    }

    @Override
    public void addExact(int table, BigInteger key, BigInteger value) throws CardException {
        EmulatedTable t = exact(table);
        try {
            t.table.insert(t.entry(t.layout.matchKey(key, null, 0), value));
        } catch (RefusedException e) {
            throw refused(e);
        }
    }

    @Override
    public void deleteExact(int table, BigInteger key) throws CardException {
        EmulatedTable t = exact(table);
        try {
            t.table.delete(t.layout.matchKey(key, null, 0));
        } catch (RefusedException e) {
            throw refused(e);
        }
    }

    @Override
    public BigInteger readExact(int table, BigInteger key) throws CardException {
        EmulatedTable t = exact(table);
        return t.value(t.layout.matchKey(key, null, 0));
    }

    private EmulatedTable ternary(int number, int slot) throws CardException {
        EmulatedTable t = known(ternary.get(number), number);
        if (slot < 0 || slot >= t.layout.size()) {
            throw new CardException(
                    CardException.NO_ADDRESS,
                    "table " + t.layout.name() + " has no slot " + Integer.toUnsignedString(slot));
        }
        return t;
    }

    /** In the embedded switch, the highest priority wins. */
    private static MatchKey key(EmulatedTable t, int slot, BigInteger key, BigInteger mask) {
        return t.layout.matchKey(key.and(mask), mask, Integer.MAX_VALUE - slot);
    }

    @Override
    public void clearTernary(int table) throws CardException {
        EmulatedTable t = ternary(table, 0);
        for (int slot : List.copyOf(t.slots.keySet())) {
            eraseTernary(table, slot);
        }
    }

    /** A row that differs from the one that was there in its key replaces it in two steps. */
    @Override
    public void writeTernary(int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        EmulatedTable t = ternary(table, slot);
        Slot old = t.slots.get(slot);
        MatchKey match = key(t, slot, key, mask);
        Entry entry = t.entry(match, value);
        try {
            if (old != null && old.key.equals(match)) {
                t.table.modify(entry);
            } else {
                eraseTernary(table, slot);
                t.table.insert(entry);
            }
            t.slots.put(slot, new Slot(match, value));
        } catch (RefusedException e) {
            throw refused(e);
        }
    }

    @Override
    public void eraseTernary(int table, int slot) throws CardException {
        EmulatedTable t = ternary(table, slot);
        Slot old = t.slots.remove(slot);
        try {
            if (old != null) {
                t.table.delete(old.key);
            }
        } catch (RefusedException e) {
            throw refused(e);
        }
    }

    @Override
    public boolean holdsTernary(
            int table, int slot, BigInteger key, BigInteger mask, BigInteger value)
            throws CardException {
        EmulatedTable t = ternary(table, slot);
        return value.equals(t.value(key(t, slot, key, mask)));
    }

    @Override
    public void loadPrefixes(int table, Path dataset) throws CardException {
        throw noPrefixes(table);
    }

    @Override
    public boolean holdsPrefixes(int table, Path dataset) throws CardException {
        throw noPrefixes(table);
    }

    @Override
    public void activateBank(int table, int bank) throws CardException {
        throw noPrefixes(table);
    }

    private static CardException noPrefixes(int table) {
        return new CardException(
                CardException.NO_ADDRESS, "there is no table " + table + " of prefixes");
    }

    private void checkRegister(int address) throws CardException {
        if (!cells.containsKey(address)) {
            throw new CardException(
                    CardException.NO_ADDRESS,
                    "there is no register " + Integer.toUnsignedString(address));
        }
    }

    @Override
    public int readRegister(int address) throws CardException {
        checkRegister(address);
        return (int) cells.get(address).packets(indexes.get(address));
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        checkRegister(address);
        cells.get(address).set(indexes.get(address), Integer.toUnsignedLong(value), 0);
    }

    @Override
    public void close() {
        forwards = false;
        target.close();
    }
}
