// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Calculation;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.MatchTable;

/** What the packets of a flow do besides leaving, and what state decided about them. */
public final class Effects {

    /** A lookup: which table, and by which key; null where the table has none. */
    public static final class Lookup {
        public final MatchTable table;
        public final long[] key;

        /** What was found, or the default row. */
        public final long[] row;

        /** Whether it was found; else the default action runs. */
        public final boolean hit;

        Lookup(MatchTable table, long[] key, long[] row, boolean hit) {
            this.table = table;
            this.key = key;
            this.row = row;
            this.hit = hit;
        }
    }

    /** A cell that counts the flow's packets. */
    public static final class Count {
        public final IndexedCounter counter;
        public final int index;

        Count(IndexedCounter counter, int index) {
            this.counter = counter;
            this.index = index;
        }
    }

    private final Bmv2Program program;
    private final List<Lookup> lookups = new ArrayList<>();
    private final List<Count> counts = new ArrayList<>();

    Effects(Bmv2Program program) {
        this.program = program;
    }

    Calculation calculation(String name) {
        return program.calculations.get(name);
    }

    /**
     * Of the tables that a compiler has added, which have no number, nobody writes or reads any.
     */
    void looked(Lookup lookup) {
        if (lookup.table.id() != 0) {
            lookups.add(lookup);
        }
    }

    void count(IndexedCounter counter, BigInteger index) {
        if (index.bitLength() < 32 && index.intValue() < counter.size()) {
            counts.add(new Count(counter, index.intValue()));
        }
    }

    /** In tables that can be written to, in this order. */
    public List<Lookup> lookups() {
        return lookups;
    }

    public List<Count> counts() {
        return counts;
    }
}
