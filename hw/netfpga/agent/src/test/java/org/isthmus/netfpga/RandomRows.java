// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.isthmus.target.conformance.Scenario;
import p4.config.v1.P4InfoOuterClass.ActionRef;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Rows that nobody would write: in some tables, those of a {@link Scenario} are mixed with others,
 * whose masks, priorities, actions and parameters are any, and which come, change and go. Small
 * tables are full then. No two rows of a table have one priority, so that it is certain which is
 * met.
 */
final class RandomRows implements RowChanges {
    /** Of each such table, beside those of the scenario. */
    private static final int MORE = 16;

    /** One in so many tables. */
    private static final int SOME = 4;

    private static final int PRIORITIES = 10_000;

    private final Random random;
    private final Map<Integer, p4.config.v1.P4InfoOuterClass.Action> actions = new HashMap<>();

    /** What the scenario has, by the field's or the parameter's name. */
    private final Map<String, List<BigInteger>> values = new HashMap<>();

    private final List<Rows> tables = new ArrayList<>();
    private final List<Update> first = new ArrayList<>();

    private final class Rows {
        final Table table;
        final boolean isTernary;
        final boolean isAny = random.nextInt(SOME) == 0;

        /** In an order that does not depend on the JVM. */
        final TreeMap<String, TableEntry> there = new TreeMap<>();

        final Set<Integer> priorities = new HashSet<>();

        Rows(Table table) {
            this.table = table;
            isTernary =
                    table.getMatchFieldsList().stream()
                            .anyMatch(f -> f.getMatchType() == MatchField.MatchType.TERNARY);
        }

        boolean isFull() {
            return there.size() == table.getSize();
        }

        /** Null: one that is there was drawn. */
        TableEntry draw() {
            TableEntry.Builder e = TableEntry.newBuilder().setTableId(table.getPreamble().getId());
            for (MatchField f : table.getMatchFieldsList()) {
                match(f, e);
            }
            String key = e.getMatchList().toString();
            if (there.containsKey(key)) {
                return null;
            }
            if (isTernary) {
                int priority;
                do {
                    priority = 1 + random.nextInt(PRIORITIES);
                } while (!priorities.add(priority));
                e.setPriority(priority);
            }
            e.getActionBuilder().setAction(action());
            there.put(key, e.build());
            return e.build();
        }

        Action action() {
            List<ActionRef> refs = new ArrayList<>(table.getActionRefsList());
            refs.removeIf(r -> r.getScope() == ActionRef.Scope.DEFAULT_ONLY);
            int id = refs.get(random.nextInt(refs.size())).getId();
            Action.Builder a = Action.newBuilder().setActionId(id);
            actions.get(id)
                    .getParamsList()
                    .forEach(
                            p ->
                                    a.addParamsBuilder()
                                            .setParamId(p.getId())
                                            .setValue(
                                                    RowChanges.bytes(
                                                            value(p.getName(), p.getBitwidth()))));
            return a.build();
        }

        String any() {
            List<String> keys = new ArrayList<>(there.keySet());
            return keys.get(random.nextInt(keys.size()));
        }

        TableEntry remove(String key) {
            TableEntry gone = there.remove(key);
            priorities.remove(gone.getPriority());
            return gone;
        }
    }

    RandomRows(P4Info p4info, Random random) {
        this.random = random;
        p4info.getActionsList().forEach(a -> actions.put(a.getPreamble().getId(), a));
        Map<Integer, Rows> byId = new HashMap<>();
        for (Table t : p4info.getTablesList()) {
            Rows r = new Rows(t);
            tables.add(r);
            byId.put(t.getPreamble().getId(), r);
        }
        List<TableEntry> usual = new ArrayList<>();
        Scenario.rows(p4info).forEach(u -> usual.add(u.getEntity().getTableEntry()));
        usual.forEach(e -> learn(byId.get(e.getTableId()).table, e));
        for (TableEntry e : usual) {
            // Some stay away, so that others are met.
            Rows r = byId.get(e.getTableId());
            if (!r.isAny || random.nextInt(4) != 0) {
                TableEntry.Builder own = e.toBuilder();
                if (r.isTernary && r.isAny) {
                    do {
                        own.setPriority(1 + random.nextInt(PRIORITIES));
                    } while (!r.priorities.add(own.getPriority()));
                }
                r.there.put(own.getMatchList().toString(), own.build());
            }
        }
        for (Rows r : tables) {
            for (int i = 0; i < MORE && r.isAny && !r.isFull(); i++) {
                r.draw();
            }
            r.there.values().forEach(e -> first.add(RowChanges.update(Update.Type.INSERT, e)));
        }
        tables.removeIf(r -> !r.isAny);
    }

    private void learn(Table table, TableEntry e) {
        for (FieldMatch m : e.getMatchList()) {
            table.getMatchFieldsList().stream()
                    .filter(f -> f.getId() == m.getFieldId())
                    .forEach(
                            f ->
                                    learn(
                                            f.getName(),
                                            m.hasTernary()
                                                    ? m.getTernary().getValue()
                                                    : m.getExact().getValue()));
        }
        Action a = e.getAction().getAction();
        for (int i = 0; i < a.getParamsCount(); i++) {
            learn(actions.get(a.getActionId()).getParams(i).getName(), a.getParams(i).getValue());
        }
    }

    private void learn(String name, ByteString value) {
        values.computeIfAbsent(name, n -> new ArrayList<>())
                .add(new BigInteger(1, value.toByteArray()));
    }

    private BigInteger value(String name, int bits) {
        List<BigInteger> known = values.get(name);
        int kind = random.nextInt(20);
        BigInteger ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        if (known == null || kind == 0) {
            return new BigInteger(bits, random);
        }
        if (kind == 1) {
            return random.nextBoolean() ? ones : BigInteger.ZERO;
        }
        BigInteger one = known.get(random.nextInt(known.size())).and(ones);
        return kind == 2 ? one.flipBit(random.nextInt(bits)) : one;
    }

    private void match(MatchField f, TableEntry.Builder to) {
        int bits = f.getBitwidth();
        BigInteger value = value(f.getName(), bits);
        if (f.getMatchType() == MatchField.MatchType.EXACT) {
            to.addMatchBuilder()
                    .setFieldId(f.getId())
                    .getExactBuilder()
                    .setValue(RowChanges.bytes(value));
            return;
        }
        BigInteger ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        BigInteger mask = ones;
        switch (random.nextInt(4)) {
            case 0:
                mask = ones.shiftLeft(random.nextInt(bits + 1)).and(ones);
                break;
            case 1:
                mask = new BigInteger(bits, random);
                break;
            case 2:
                mask = ones.clearBit(random.nextInt(bits));
                break;
            default:
        }
        if (mask.signum() != 0) {
            to.addMatchBuilder()
                    .setFieldId(f.getId())
                    .getTernaryBuilder()
                    .setValue(RowChanges.bytes(value.and(mask)))
                    .setMask(RowChanges.bytes(mask));
        }
    }

    @Override
    public List<Update> first() {
        return first;
    }

    @Override
    public Update next() {
        while (true) {
            Rows r = tables.get(random.nextInt(tables.size()));
            int kind = random.nextInt(3);
            if (kind == 0 && !r.isFull()) {
                TableEntry e = r.draw();
                if (e != null) {
                    return RowChanges.update(Update.Type.INSERT, e);
                }
            } else if (kind == 1 && !r.there.isEmpty()) {
                return RowChanges.update(Update.Type.DELETE, r.remove(r.any()));
            } else if (kind == 2 && !r.there.isEmpty()) {
                String key = r.any();
                TableEntry.Builder e = r.there.get(key).toBuilder();
                e.getActionBuilder().setAction(r.action());
                r.there.put(key, e.build());
                return RowChanges.update(Update.Type.MODIFY, e.build());
            }
        }
    }
}
