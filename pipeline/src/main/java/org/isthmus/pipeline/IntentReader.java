// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * Collects what a device holds and makes intents of it. An intent counts as held only when all of
 * its entities are there as they would be written; what is left over is unknown: no intent will
 * ever write or remove it. One thread.
 */
public final class IntentReader {
    private final Descriptors descriptors;
    private final MatchKinds kinds;
    private final List<Intent> intents = new ArrayList<>();
    private final List<Entity> unknown = new ArrayList<>();

    /** All entries but those of bindings, by table and match. */
    private final Map<EntryKey, TableEntry> entries = new LinkedHashMap<>();

    IntentReader(Descriptors descriptors, MatchKinds kinds) {
        this.descriptors = descriptors;
        this.kinds = kinds;
    }

    public void add(Entity entity) {
        if (entity.hasMeterEntry()) {
            add(entity.getMeterEntry());
        } else if (entity.hasTableEntry()) {
            TableEntry entry = entity.getTableEntry();
            TableDescriptor<?> table = descriptors.table(entry.getTableId());
            if (table == null || !table.isPerBinding()) {
                entries.put(EntryKey.of(entry), entry);
                return;
            }
            Intent binding = intent(entry);
            if (binding != null) {
                intents.add(binding);
            } else {
                unknown.add(entity);
            }
        }
    }

    private void add(MeterEntry cell) {
        MeterDescriptor<?> meter = descriptors.meter(cell.getMeterId());
        Intent intent = meter == null ? null : meter.intent(cell);
        if (intent != null) {
            intents.add(intent);
        }
    }

    /** What an entry leads to, or null. */
    private Intent intent(TableEntry entry) {
        TableDescriptor<?> table = descriptors.table(entry.getTableId());
        MatchField share = kinds.share(entry.getTableId());
        try {
            TableEntry whole = share == null ? entry : joined(entry, share);
            return table == null || whole == null ? null : table.intent(whole);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * The entries of all shares as one with a set of members, as a selector would have it; null if
     * a share has none, or this is not the first.
     */
    private TableEntry joined(TableEntry entry, MatchField share) {
        if (Bytes.intOf(MatchKinds.exact(entry, share.getId(), share.getBitwidth())) != 0) {
            return null;
        }
        TableEntry.Builder key = entry.toBuilder().clearAction();
        int at = 0;
        while (key.getMatch(at).getFieldId() != share.getId()) {
            at++;
        }
        List<Action> actions = new ArrayList<>();
        for (int i = 0; i < 1 << share.getBitwidth(); i++) {
            key.setMatch(at, MatchKinds.exact(share.getId(), Bytes.of(i)));
            TableEntry one = entries.get(EntryKey.of(key.build()));
            if (one == null) {
                return null;
            }
            actions.add(one.getAction().getAction());
        }
        int members = 1;
        while (!takeTurns(actions, members)) {
            members++;
        }
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        for (Action action : actions.subList(0, members)) {
            set.addActionProfileActions(
                    ActionProfileAction.newBuilder().setAction(action).setWeight(1));
        }
        return key.removeMatch(at)
                .setAction(TableAction.newBuilder().setActionProfileActionSet(set))
                .build();
    }

    private static boolean takeTurns(List<Action> actions, int members) {
        for (int i = members; i < actions.size(); i++) {
            if (!actions.get(i).equals(actions.get(i % members))) {
                return false;
            }
        }
        return true;
    }

    /** To be called once, after all entities were added. */
    public List<Intent> intents() {
        for (TableEntry entry : new ArrayList<>(entries.values())) {
            Intent intent = intent(entry);
            if (intent != null) {
                take(intent);
            }
        }
        for (TableEntry entry : entries.values()) {
            unknown.add(Entity.newBuilder().setTableEntry(entry).build());
        }
        entries.clear();
        return intents;
    }

    private void take(Intent intent) {
        List<EntryKey> keys = new ArrayList<>();
        for (Entity entity : descriptors.entities(intent, kinds)) {
            TableEntry wanted = entity.getTableEntry();
            EntryKey key = EntryKey.of(wanted);
            TableEntry held = entries.get(key);
            if (held == null || !Entities.sameAction(held, wanted)) {
                return;
            }
            keys.add(key);
        }
        intents.add(intent);
        entries.keySet().removeAll(keys);
    }

    /** Entities that belong to no intent; complete after {@link #intents}. */
    public List<Entity> unknown() {
        return unknown;
    }
}
