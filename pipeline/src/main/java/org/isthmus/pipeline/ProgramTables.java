// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Tables;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;

/**
 * The tables of a P4Info that intents have entries in, ordered by name. Equal by names and sizes.
 * Immutable; any thread.
 */
final class ProgramTables implements Tables {
    private final Descriptors descriptors;
    private final List<String> names = new ArrayList<>();
    private final List<Long> sizes = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();

    ProgramTables(P4Info info, Descriptors descriptors) {
        this.descriptors = descriptors;
        Map<Integer, Long> sizesById = new HashMap<>();
        for (Table table : info.getTablesList()) {
            sizesById.put(table.getPreamble().getId(), table.getSize());
        }
        List<Ids.Table> tables = new ArrayList<>();
        for (TableDescriptor<?> each : descriptors.tables()) {
            if (sizesById.containsKey(each.table().id)) {
                tables.add(each.table());
            }
        }
        tables.sort((a, b) -> a.name.compareTo(b.name));
        for (Ids.Table table : tables) {
            numbers.put(table.id, names.size());
            names.add(table.name);
            sizes.add(sizesById.get(table.id));
        }
    }

    @Override
    public List<String> names() {
        return Collections.unmodifiableList(names);
    }

    @Override
    public long size(int table) {
        return sizes.get(table);
    }

    @Override
    public int[] of(Intent intent) {
        return descriptors.tables(intent).stream()
                .filter(each -> numbers.containsKey(each.table().id))
                .mapToInt(each -> numbers.get(each.table().id))
                .toArray();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof ProgramTables
                && ((ProgramTables) o).names.equals(names)
                && ((ProgramTables) o).sizes.equals(sizes);
    }

    @Override
    public int hashCode() {
        return names.hashCode() * 31 + sizes.hashCode();
    }
}
