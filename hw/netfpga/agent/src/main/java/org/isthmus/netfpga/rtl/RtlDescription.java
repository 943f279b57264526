// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.isthmus.netfpga.layout.CardRegister;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.layout.SwitchInfo.Kind;
import org.isthmus.netfpga.layout.TableLayout;
import p4.config.v1.P4InfoOuterClass.Counter;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * Where in a card the tables and counters of its program are, as the compiler of hw/netfpga/rtl
 * writes it beside the Verilog ({@code PROGRAM.rtl.json}). Addresses are those of bytes on the
 * card's bus of registers. Immutable.
 */
public final class RtlDescription {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int WORD_BYTES = 4;
    private static final int WORD_BITS = 32;

    private static final int MAX_BITS = 1024;
    private static final int MAX_WAYS = 16;
    private static final int MAX_INDEX = 20;
    private static final int MAX_OVERFLOW = 64;
    private static final int HEX = 16;
    private static final long MAX_UNSIGNED = 0xffff_ffffL;

    /** One table. */
    static final class Table {
        final String name;
        final int number;
        final Kind kind;

        /** Bits. */
        final int key;

        /** Bits. */
        final int value;

        /** Rows for which it was made. */
        final int size;

        /** Of its window. */
        final int base;

        // Of exact tables and those of prefixes.
        final int ways;

        /** Bits of the index of a way's rows. */
        final int index;

        /** Rows of the overflow CAM, which follow those of the ways. */
        final int overflow;

        /**
         * Which bits of a key give, by their parity, bit B of its index in way W, at W * index + B;
         * little-endian words.
         */
        final int[][] hash;

        private Table(String name, Kind kind, JsonNode of, int number, int key, int value, int base)
                throws MisfitException {
            this.name = name;
            this.kind = kind;
            this.number = number;
            this.key = key;
            this.value = value;
            this.base = base;
            String where = "table " + name;
            size = number(of, where, "size", 1, Integer.MAX_VALUE);
            boolean hashed = kind != Kind.TERNARY;
            ways = hashed ? number(of, where, "ways", 1, MAX_WAYS) : 0;
            index = hashed ? number(of, where, "index", 1, MAX_INDEX) : 0;
            overflow = hashed ? number(of, where, "overflow", 0, MAX_OVERFLOW) : 0;
            hash = hashed ? hash(of.path("hash"), where, ways * index, key) : new int[0][];
            if (kind == Kind.LPM && !PrefixDataset.isAddress(key)) {
                throw new MisfitException(where + ": key: " + key + " bits are no address");
            }
            // A short key has its place in each way for itself.
            if (hashed && size > rows() && index < key) {
                throw new MisfitException(where + ": size: " + size + " of " + rows() + " rows");
            }
            if (rowBits() > CardRegister.DATA_WORDS * WORD_BITS) {
                throw new MisfitException(
                        where + ": rows of " + rowBits() + " bits are beyond its registers");
            }
        }

        /** Rows that there are. */
        int rows() {
            return kind == Kind.TERNARY ? size : (ways << index) + overflow;
        }

        /** Of what is written for a row. */
        private int rowBits() {
            return value + key + (kind == Kind.EXACT ? 0 : key);
        }

        /** Registers of a row. */
        int rowWords() {
            return words(rowBits());
        }
    }

    private final String program;
    private final int hash;
    private final List<Table> tables;
    private final RegisterMap registers;

    private RtlDescription(String program, int hash, List<Table> tables, RegisterMap registers) {
        this.program = program;
        this.hash = hash;
        this.tables = List.copyOf(tables);
        this.registers = registers;
    }

    static int words(int bits) {
        return (bits + WORD_BITS - 1) / WORD_BITS;
    }

    /**
     * @throws MisfitException it is no such description; says what is wrong where
     */
    public static RtlDescription parse(byte[] json) throws MisfitException {
        JsonNode root;
        try {
            root = JSON.readTree(new String(json, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new MisfitException("it is no JSON: " + e.getMessage());
        }
        Windows windows = new Windows();
        Map<String, Table> tables = new LinkedHashMap<>();
        Map<Integer, String> numbers = new HashMap<>();
        for (JsonNode one : list(root, "tables")) {
            Table t = table(one);
            windows.add("table " + t.name, t.base, CardRegister.TABLE_BYTES);
            if (tables.put(t.name, t) != null) {
                throw new MisfitException("table " + t.name + " is described twice");
            }
            String other = numbers.put(t.number, t.name);
            if (other != null) {
                throw new MisfitException(
                        "table " + t.name + ": number: " + t.number + " is table " + other + "'s");
            }
        }
        Map<String, RegisterMap.Array> counters = new LinkedHashMap<>();
        for (JsonNode one : list(root, "counters")) {
            String name = text(one, "a counter", "name");
            String where = "counter " + name;
            int base = address(one, where, WORD_BYTES);
            int size = number(one, where, "size", 1, CardRegister.BUS_BYTES / WORD_BYTES);
            windows.add(where, base, size * WORD_BYTES);
            if (counters.put(name, new RegisterMap.Array(base, size, WORD_BYTES)) != null) {
                throw new MisfitException(where + " is described twice");
            }
        }
        return new RtlDescription(
                text(root, "the description", "program"),
                (int) unsigned(root, "the description", "hash", 0, MAX_UNSIGNED),
                new ArrayList<>(tables.values()),
                new RegisterMap(counters));
    }

    private static Table table(JsonNode one) throws MisfitException {
        String name = text(one, "a table", "name");
        String where = "table " + name;
        String kind = text(one, where, "kind");
        return new Table(
                name,
                kind(kind, where),
                one,
                number(one, where, "number", 0, Integer.MAX_VALUE),
                number(one, where, "key", 1, MAX_BITS),
                number(one, where, "value", 1, MAX_BITS),
                address(one, where, CardRegister.TABLE_BYTES));
    }

    private static Kind kind(String text, String where) throws MisfitException {
        for (Kind k : Kind.values()) {
            if (text.equals(text(k))) {
                return k;
            }
        }
        throw new MisfitException(where + ": kind: " + text + " is none of exact, ternary, lpm");
    }

    private static String text(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static int[][] hash(JsonNode list, String where, int count, int bits)
            throws MisfitException {
        if (!list.isArray() || list.size() != count) {
            throw new MisfitException(
                    where
                            + ": hash: "
                            + list.size()
                            + " masks, not one for each index bit, "
                            + count);
        }
        int[][] masks = new int[count][words(bits)];
        for (int i = 0; i < count; i++) {
            BigInteger mask;
            try {
                mask = new BigInteger(list.get(i).asText(), HEX);
            } catch (NumberFormatException e) {
                throw new MisfitException(where + ": hash " + i + ": no hexadecimal number");
            }
            if (mask.signum() <= 0 || mask.bitLength() > bits) {
                throw new MisfitException(
                        where
                                + ": hash "
                                + i
                                + ": it takes none of the key's "
                                + bits
                                + " bits, or others");
            }
            Bits.put(mask, masks[i], 0);
        }
        return masks;
    }

    /** Which addresses are taken. */
    private static final class Windows {
        private final TreeMap<Integer, String> names = new TreeMap<>();
        private final Map<Integer, Integer> ends = new HashMap<>();

        void add(String name, int base, int bytes) throws MisfitException {
            if (base + bytes > CardRegister.BUS_BYTES) {
                throw new MisfitException(
                        name + ": base: " + base + " and " + bytes + " bytes are beyond the bus");
            }
            Map.Entry<Integer, String> before = names.lowerEntry(base + bytes);
            if (before != null && ends.get(before.getKey()) > base) {
                throw new MisfitException(name + ": base: at " + base + " is " + before.getValue());
            }
            names.put(base, name);
            ends.put(base, base + bytes);
        }
    }

    private static JsonNode list(JsonNode of, String field) throws MisfitException {
        JsonNode found = of.path(field);
        if (!found.isArray()) {
            throw new MisfitException("the description has no list " + field);
        }
        return found;
    }

    private static String text(JsonNode of, String where, String field) throws MisfitException {
        JsonNode found = of.path(field);
        if (!found.isTextual() || found.asText().isEmpty()) {
            throw new MisfitException(where + " has no " + field);
        }
        return found.asText();
    }

    private static long unsigned(JsonNode of, String where, String field, long min, long max)
            throws MisfitException {
        JsonNode found = of.path(field);
        if (found.isMissingNode()) {
            throw new MisfitException(where + " has no " + field);
        }
        if (!found.canConvertToLong()
                || !found.isIntegralNumber()
                || found.asLong() < min
                || found.asLong() > max) {
            throw new MisfitException(
                    where + ": " + field + ": " + found + " is not from " + min + " to " + max);
        }
        return found.asLong();
    }

    private static int number(JsonNode of, String where, String field, int min, int max)
            throws MisfitException {
        return (int) unsigned(of, where, field, min, max);
    }

    private static int address(JsonNode of, String where, int multiple) throws MisfitException {
        int base = number(of, where, "base", 0, CardRegister.BUS_BYTES - 1);
        if (base % multiple != 0) {
            throw new MisfitException(where + ": base: " + base + " is no multiple of " + multiple);
        }
        return base;
    }

    /**
     * Compares it with the program of a P4Info.
     *
     * @param info of the program
     * @throws MisfitException it is another program's; names what differs first
     */
    public void check(P4Info p4info, SwitchInfo info) throws MisfitException {
        Map<String, Table> left = new LinkedHashMap<>();
        tables.forEach(t -> left.put(t.name, t));
        for (TableLayout l : TableLayout.join(p4info, info).values()) {
            Table t = left.remove(l.name());
            if (t == null) {
                throw new MisfitException("the card has no table " + l.name());
            }
            String where = "table " + t.name + ": the card has ";
            if (t.kind != l.kind()) {
                throw new MisfitException(where + "it as " + text(t.kind));
            }
            same(where + "number ", t.number, l.number());
            same(where + "keys of ", t.key, l.keyBits());
            same(where + "values of ", t.value, l.valueBits());
            same(where + "size ", t.size, l.size());
        }
        if (!left.isEmpty()) {
            throw new MisfitException(
                    "the card has tables " + left.keySet() + ", which the P4Info has not");
        }
        for (Counter c : p4info.getCountersList()) {
            String name = c.getPreamble().getAlias();
            RegisterMap.Array there = registers.array(name);
            if (there == null || there.size() < c.getSize()) {
                throw new MisfitException(
                        "the card has no counter " + name + " of " + c.getSize() + " cells");
            }
        }
    }

    private static void same(String what, int card, int program) throws MisfitException {
        if (card != program) {
            throw new MisfitException(what + card + ", not " + program);
        }
    }

    /** The program's name. */
    public String program() {
        return program;
    }

    /** Tells this description from others; the card has it as well. */
    int hash() {
        return hash;
    }

    List<Table> tables() {
        return tables;
    }

    /** Where the counters are. */
    public RegisterMap registers() {
        return registers;
    }
}
