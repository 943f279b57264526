// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.target.bmv2.ir.Bmv2Program;
import org.isthmus.target.bmv2.ir.Calculation;
import org.isthmus.target.bmv2.run.IndexedCounter;
import org.isthmus.target.bmv2.run.MatchTable;
import org.isthmus.target.bmv2.run.Profile;

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
    private final Set<Profile> profiles = new LinkedHashSet<>();

    Effects(Bmv2Program program) {
        this.program = program;
    }

    Calculation calculation(String name) {
        return program.calculations.get(name);
    }

    void looked(Lookup lookup) {
        lookups.add(lookup);
        if (lookup.table.profile() != null) {
            profiles.add(lookup.table.profile());
        }
    }

    void count(IndexedCounter counter, BigInteger index) {
        if (index.bitLength() < 32 && index.intValue() < counter.size()) {
            counts.add(new Count(counter, index.intValue()));
        }
    }

    public List<Lookup> lookups() {
        return lookups;
    }

    public List<Count> counts() {
        return counts;
    }

    public Set<Profile> profiles() {
        return profiles;
    }
}
