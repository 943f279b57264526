// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.target.conformance.Scenario;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Rows of a {@link Scenario} that come, change and go, one after another, most of them being there.
 * Some tables are nearly full, so that others move around those that packets meet.
 */
final class ChangingRows implements RowChanges {
    /** So many are away, at most. */
    private static final int AWAY = 4;

    private static final class Row {
        final TableEntry entry;
        boolean isThere = true;

        Row(TableEntry entry) {
            this.entry = entry;
        }
    }

    private final Random random;
    private final P4Info p4info;
    private final List<Row> rows = new ArrayList<>();

    ChangingRows(P4Info p4info, Random random) {
        this.p4info = p4info;
        this.random = random;
        Scenario.rows(p4info).forEach(u -> rows.add(new Row(u.getEntity().getTableEntry())));
        for (String full : List.of("local4", "local6", "pool6", "pool6_src")) {
            fill(full);
        }
    }

    private Table table(String alias) {
        return p4info.getTablesList().stream()
                .filter(t -> t.getPreamble().getAlias().equals(alias))
                .findFirst()
                .orElseThrow();
    }

    private List<Row> of(int table) {
        return rows.stream()
                .filter(r -> r.entry.getTableId() == table)
                .collect(Collectors.toList());
    }

    /** With rows for others than the packets' addresses, to the last but one. */
    private void fill(String alias) {
        Table t = table(alias);
        List<Row> before = of(t.getPreamble().getId());
        for (int i = before.size(); i < t.getSize() - 1; i++) {
            TableEntry like = before.get(random.nextInt(before.size())).entry;
            BigInteger address = new BigInteger(t.getMatchFields(0).getBitwidth(), random);
            TableEntry.Builder e = like.toBuilder();
            FieldMatch.Builder m = e.getMatchBuilder(0);
            if (m.hasTernary()) {
                BigInteger mask = new BigInteger(1, m.getTernary().getMask().toByteArray());
                m.getTernaryBuilder().setValue(RowChanges.bytes(address.and(mask)));
            } else {
                m.getExactBuilder().setValue(RowChanges.bytes(address));
            }
            rows.add(new Row(e.build()));
        }
    }

    @Override
    public List<Update> first() {
        return rows.stream()
                .map(r -> RowChanges.update(Update.Type.INSERT, r.entry))
                .collect(Collectors.toList());
    }

    /** A row that comes back, goes, or gets an action of another one of its table, or its own. */
    @Override
    public Update next() {
        List<Row> away = rows.stream().filter(r -> !r.isThere).collect(Collectors.toList());
        if (away.size() == AWAY || !away.isEmpty() && random.nextInt(3) == 0) {
            Row r = away.get(random.nextInt(away.size()));
            r.isThere = true;
            return RowChanges.update(Update.Type.INSERT, r.entry);
        }
        // Each table as often as any other, whatever its size.
        List<Integer> tables =
                rows.stream()
                        .map(r -> r.entry.getTableId())
                        .distinct()
                        .collect(Collectors.toList());
        List<Row> there = new ArrayList<>();
        while (there.isEmpty()) {
            there = of(tables.get(random.nextInt(tables.size())));
            there.removeIf(r -> !r.isThere);
        }
        Row r = there.get(random.nextInt(there.size()));
        if (random.nextInt(3) == 0) {
            r.isThere = false;
            return RowChanges.update(Update.Type.DELETE, r.entry);
        }
        Row like = random.nextInt(3) == 0 ? r : there.get(random.nextInt(there.size()));
        return RowChanges.update(
                Update.Type.MODIFY, r.entry.toBuilder().setAction(like.entry.getAction()).build());
    }
}
