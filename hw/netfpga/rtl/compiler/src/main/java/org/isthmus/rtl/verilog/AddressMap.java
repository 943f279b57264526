// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.isthmus.netfpga.layout.CardRegister;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.rtl.lower.Effect;
import org.isthmus.rtl.lower.NotSupportedException;
import org.isthmus.target.bmv2.ir.ArrayDef;

/** Where the host finds what on the card's control bus, in bytes. Immutable. */
public final class AddressMap {
    private final Map<String, Integer> counters = new LinkedHashMap<>();
    private final Map<String, Integer> counterBits = new LinkedHashMap<>();
    private final Map<String, TableShape> tables;
    private final Map<String, Hashes> hashes = new LinkedHashMap<>();
    private final Map<String, String> hashMacros = new LinkedHashMap<>();

    /**
     * @throws NotSupportedException the cells of all counters are more than there is room for, or
     *     two of them have one name
     */
    public AddressMap(Map<String, TableShape> tables, Map<String, ArrayDef> arrays)
            throws NotSupportedException {
        this.tables = tables;
        long next = CardRegister.COUNTERS;
        for (ArrayDef a : arrays.values()) {
            int bits = Effect.indexBits(a.size);
            // Each has a window of 256 bytes or more for its own.
            long bytes = Math.max(CardRegister.TABLE_BYTES, (long) Integer.BYTES << bits);
            next = (next + bytes - 1) / bytes * bytes;
            // In the slot of the SUME's reference project, PAGE is the last register there.
            if (next + (long) Integer.BYTES * a.size > CardRegister.TABLES - Integer.BYTES) {
                throw new NotSupportedException(
                        "counter " + a.name + ": there is no room for its " + a.size + " cells",
                        "");
            }
            String name = SwitchInfo.shortName(a.name);
            if (counters.put(name, (int) next) != null) {
                throw new NotSupportedException("a second counter " + name + ", " + a.name, "");
            }
            counterBits.put(name, bits);
            next += bytes;
        }
        Names macros = new Names();
        for (TableShape t : tables.values()) {
            if (t.kind.isHashed()) {
                hashes.put(t.name, new Hashes(t));
                // Tables whose names differ in capitals alone have two.
                hashMacros.put(t.name, macros.invent(t.name.toUpperCase(Locale.ROOT) + "_HASH"));
            }
        }
    }

    public Map<String, TableShape> tables() {
        return tables;
    }

    public int base(TableShape table) {
        return CardRegister.TABLES + table.number * CardRegister.TABLE_BYTES;
    }

    /** Of a table that has them. */
    public Hashes hashes(TableShape table) {
        return hashes.get(table.name);
    }

    /** The macro that has them in Verilog. */
    String hashMacro(TableShape table) {
        return hashMacros.get(table.name);
    }

    public Map<String, Integer> counters() {
        return counters;
    }

    public int counterBase(String name) {
        return counters.get(name);
    }

    /** Bits of a cell's index. */
    public int counterBits(String name) {
        return counterBits.get(name);
    }
}
