// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.SwitchInfo.Kind;

/**
 * The registers of a card as the blocks of hw/netfpga/rtl/lib have them, with what packets would
 * meet. Written from their description, with numbers in place of words.
 */
final class ModelBus implements Registers {
    private static final int WINDOW = 256;
    private static final int WORDS = 60;
    private static final BigInteger WORD = BigInteger.valueOf(0xffff_ffffL);

    /** One table. */
    final class Window {
        final RtlDescription.Table table;
        final TreeMap<Integer, BigInteger> rows = new TreeMap<>();
        private BigInteger data = BigInteger.ZERO;
        private int row;
        private int status;
        private int busy;

        /** Looks at STATUS until it takes commands. */
        int emptiesIn;

        private Window(RtlDescription.Table table) {
            this.table = table;
        }

        private void write(int offset, int value) {
            if (offset == 8) {
                row = value;
            } else if (offset >= 16) {
                int at = (offset - 16) * 8;
                data =
                        data.andNot(WORD.shiftLeft(at))
                                .or(BigInteger.valueOf(value).and(WORD).shiftLeft(at));
            } else if (offset == 0) {
                command(value);
            }
        }

        private void command(int command) {
            busy = busyLooks;
            status = 0;
            if (errors || emptiesIn > 0 || row < 0 || row >= table.rows()) {
                status = 8;
                return;
            }
            switch (command) {
                case 1:
                    if (ignoresIn >= 0 && ignoresIn-- == 0) {
                        return;
                    }
                    int bits = table.value + table.key * (table.kind == Kind.EXACT ? 1 : 2);
                    if (table.kind == Kind.LPM && hasOtherMask(row, mask(data.and(ones(bits))))) {
                        status = 8;
                        return;
                    }
                    rows.put(row, data.and(ones(bits)));
                    changed.run();
                    break;
                case 2:
                    status = rows.containsKey(row) ? 2 : 0;
                    // Of a row that is not there, the card may have anything.
                    data = rows.getOrDefault(row, data);
                    break;
                case 3:
                    rows.remove(row);
                    changed.run();
                    break;
                default:
                    status = 8;
            }
        }

        private int read(int offset) {
            if (offset == 4) {
                return emptiesIn-- > 0 || busy-- > 0 ? 1 : status;
            }
            return offset == 8 ? row : data.shiftRight((offset - 16) * 8).intValue();
        }

        private BigInteger key(BigInteger row) {
            return row.shiftRight(table.value).and(ones(table.key));
        }

        private BigInteger mask(BigInteger row) {
            return row.shiftRight(table.value + table.key);
        }

        /** Whether the place of a row has rows with another mask. */
        private boolean hasOtherMask(int of, BigInteger mask) {
            int way = of >> table.index;
            return rows.entrySet().stream()
                    .filter(
                            e ->
                                    way < table.ways
                                            ? e.getKey() >> table.index == way
                                            : e.getKey() == of)
                    .anyMatch(e -> !mask(e.getValue()).equals(mask));
        }

        private BigInteger longest(BigInteger packet) {
            BigInteger best = null;
            for (Map.Entry<Integer, BigInteger> e : rows.entrySet()) {
                BigInteger mask = mask(e.getValue());
                BigInteger prefix = packet.and(mask);
                boolean matches =
                        key(e.getValue()).equals(prefix) && places(prefix).contains(e.getKey());
                if (matches && (best == null || mask.compareTo(mask(best)) > 0)) {
                    best = e.getValue();
                }
            }
            return best == null ? null : best.and(ones(table.value));
        }

        /** What a packet with this key meets; null: nothing. */
        BigInteger lookup(BigInteger packet) {
            if (table.ways == 0) {
                for (BigInteger r : rows.values()) {
                    BigInteger mask = r.shiftRight(table.value + table.key);
                    if (packet.xor(key(r)).and(mask).signum() == 0) {
                        return r.and(ones(table.value));
                    }
                }
                return null;
            }
            if (table.kind == Kind.LPM) {
                return longest(packet);
            }
            for (int at : places(packet)) {
                BigInteger r = rows.get(at);
                if (r != null && key(r).equals(packet)) {
                    return r.and(ones(table.value));
                }
            }
            return null;
        }

        private List<Integer> places(BigInteger packet) {
            List<Integer> places = new ArrayList<>();
            for (int w = 0; w < table.ways; w++) {
                int index = 0;
                for (int b = 0; b < table.index; b++) {
                    BigInteger mask = BigInteger.ZERO;
                    int[] words = table.hash[w * table.index + b];
                    for (int i = words.length; i-- > 0; ) {
                        mask = mask.shiftLeft(32).or(BigInteger.valueOf(words[i]).and(WORD));
                    }
                    index |= (packet.and(mask).bitCount() & 1) << b;
                }
                places.add(w * (1 << table.index) + index);
            }
            for (int o = 0; o < table.overflow; o++) {
                places.add(table.ways * (1 << table.index) + o);
            }
            return places;
        }

        /** How often a key is in the table. */
        long copies(BigInteger key) {
            return rows.values().stream().filter(r -> key(r).equals(key)).count();
        }
    }

    private final Map<Integer, Window> windows = new HashMap<>();
    final Map<Integer, Integer> registers = new HashMap<>();

    /** Runs after each change of a row. */
    Runnable changed = () -> {};

    /** Looks at STATUS until a command is done. */
    int busyLooks;

    /** Every command ends with an error. */
    boolean errors;

    /** Rows until the card does not keep one; negative: it keeps all. */
    int ignoresIn = -1;

    /** Accesses until one fails; negative: none does. */
    int failsIn = -1;

    /** Whether the one that fails is done all the same. */
    boolean failsAfter;

    ModelBus(RtlDescription description) {
        description.tables().forEach(t -> windows.put(t.base, new Window(t)));
        registers.put(0, 0x49534d53);
        registers.put(4, 2);
        registers.put(8, description.hash());
    }

    private static BigInteger ones(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    Window window(String table) {
        return windows.values().stream()
                .filter(w -> w.table.name.equals(table))
                .findFirst()
                .orElseThrow();
    }

    /** As after it was programmed. */
    void program() {
        windows.values().forEach(w -> w.rows.clear());
    }

    private boolean fails() {
        return failsIn >= 0 && failsIn-- == 0;
    }

    @Override
    public int readRegister(int address) throws CardException {
        if (fails()) {
            throw new CardException("the bus failed");
        }
        Window w = windows.get(address / WINDOW * WINDOW);
        return w == null ? registers.getOrDefault(address, 0) : w.read(address % WINDOW);
    }

    @Override
    public void writeRegister(int address, int value) throws CardException {
        boolean fails = fails();
        if (fails && !failsAfter) {
            throw new CardException("the bus failed");
        }
        Window w = windows.get(address / WINDOW * WINDOW);
        if (w == null) {
            registers.put(address, value);
        } else if (address % WINDOW < 16 + WORDS * 4) {
            w.write(address % WINDOW, value);
        }
        if (fails) {
            throw new CardException("the bus failed");
        }
    }
}
