// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A log in memory, which outlives the placement that it is of. */
final class MapLog implements RowLog<Row> {
    /** Rows as they were when they were saved. */
    final Map<List<Object>, Row> rows = new LinkedHashMap<>();

    final Map<List<Object>, Row> unwanted = new LinkedHashMap<>();
    int bank;

    /** The call, counted from 1, that finds no room; 0: none. */
    int failing;

    /** There is no room. */
    static final class Full extends UncheckedIOException {
        private static final long serialVersionUID = 1;

        Full() {
            super(new IOException("there is no room"));
        }
    }

    private void write() {
        if (failing > 0 && --failing == 0) {
            throw new Full();
        }
    }

    static List<Object> match(Row r) {
        List<Object> match = new ArrayList<>();
        match.add(r.key());
        match.add(r.mask());
        match.add(r.priority());
        return match;
    }

    static Row copy(Row r) {
        return new Row(r.key(), r.mask(), r.priority(), r.value(), r.slot());
    }

    @Override
    public void save(Row row) {
        write();
        unwanted.remove(match(row));
        rows.put(match(row), copy(row));
    }

    @Override
    public void saveUnwanted(Row row) {
        write();
        rows.remove(match(row));
        unwanted.put(match(row), copy(row));
    }

    @Override
    public void forget(Row row) {
        write();
        rows.remove(match(row));
        unwanted.remove(match(row));
    }

    @Override
    public void saveBank(int bank) {
        write();
        this.bank = bank;
    }

    static Map<List<Object>, Row> copy(Collection<Row> of) {
        Map<List<Object>, Row> rows = new LinkedHashMap<>();
        of.forEach(r -> rows.put(match(r), copy(r)));
        return rows;
    }
}
