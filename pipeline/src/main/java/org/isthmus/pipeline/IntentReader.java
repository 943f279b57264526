// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Intent;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
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
        try {
            return table == null ? null : table.intent(entry);
        } catch (IllegalArgumentException e) {
            return null;
        }
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
