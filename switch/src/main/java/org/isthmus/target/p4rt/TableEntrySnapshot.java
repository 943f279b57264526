// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.UnsafeByteOperations;
import java.util.Arrays;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.Table;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectMeterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** Rows of one table that become messages, in the form the request wants, one at a time. */
final class TableEntrySnapshot implements Snapshot, Table.Visitor {
    /** Which message an entry becomes. */
    enum Form {
        TABLE_ENTRY,
        DIRECT_COUNTER_ENTRY,
        DIRECT_METER_ENTRY
    }

    private final Form form;
    private final TableSchema table;
    private final ActionEncoder actions;
    private final TableEntry wanted;
    private final boolean withAction;

    /** Of all entries, whatever their priority; null: any. */
    private final MatchKey match;

    private final Table.Rows rows;

    /** By row; null where the table has no action profile. */
    private final ActionProfileActionSet[] oneShots;

    // What the last visit showed.
    private Table.Entry entry;
    private long packets;
    private long bytes;
    private long idleNanos;
    private MeterConfig meter;

    /**
     * @param wanted the request: its filters and what it asks to be filled in
     * @param match of all entries, whatever their priority; null: any
     */
    TableEntrySnapshot(
            Form form,
            TableSchema table,
            ActionEncoder actions,
            TableEntry wanted,
            MatchKey match,
            Table.Rows rows) {
        this.form = form;
        this.table = table;
        this.actions = actions;
        this.wanted = wanted;
        this.withAction = wanted.hasAction();
        this.match = match;
        this.rows = rows;
        // One-shot groups go when their entry goes, so they are looked up now.
        oneShots = table.profile == 0 ? null : new ActionProfileActionSet[rows.size()];
        for (int i = 0; oneShots != null && i < oneShots.length; i++) {
            rows.visit(i, this);
            oneShots[i] = actions.oneShot(table, entry.action());
        }
    }

    @Override
    public void entry(Table.Entry e, long packets, long bytes, long idleNanos, MeterConfig meter) {
        this.entry = e;
        this.packets = packets;
        this.bytes = bytes;
        this.idleNanos = idleNanos;
        this.meter = meter;
    }

    /** Whether the row passes the filters of the request. */
    boolean shows(int i) {
        rows.visit(i, this);
        return passes(entry);
    }

    private boolean passes(Table.Entry e) {
        if (wanted.getPriority() != 0
                && (e.key() == null || e.key().priority() != wanted.getPriority())) {
            return false;
        }
        if (match != null && !match.sameMatch(e.key())) {
            return false;
        }
        long cookie = ControllerMetadata.get(wanted);
        if (cookie != 0 && e.controllerMetadata() != cookie) {
            return false;
        }
        if (!wanted.getMetadata().isEmpty()
                && !Arrays.equals(e.metadata(), wanted.getMetadata().toByteArray())) {
            return false;
        }
        return !withAction
                || e.action() != null
                        && e.action().kind() == ActionSpec.Kind.ACTION
                        && e.action().id() == wanted.getAction().getAction().getActionId();
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public Entity get(int i) {
        if (!shows(i)) {
            return null;
        }
        TableEntry.Builder b = TableEntry.newBuilder();
        MatchKey key = entry.key();
        if (key == null) {
            b.setTableId(table.id).setIsDefaultAction(true);
        } else {
            table.encode(key, b);
        }
        Entity.Builder entity = Entity.newBuilder();
        switch (form) {
            case DIRECT_COUNTER_ENTRY:
                return entity.setDirectCounterEntry(
                                DirectCounterEntry.newBuilder()
                                        .setTableEntry(b)
                                        .setData(table.directCounter.encode(packets, bytes)))
                        .build();
            case DIRECT_METER_ENTRY:
                DirectMeterEntry.Builder m = DirectMeterEntry.newBuilder().setTableEntry(b);
                if (meter != null) {
                    m.setConfig(MeterConfigs.encode(meter));
                }
                return entity.setDirectMeterEntry(m).build();
            default:
                fill(b, oneShots == null ? null : oneShots[i]);
                return entity.setTableEntry(b).build();
        }
    }

    private void fill(TableEntry.Builder b, ActionProfileActionSet oneShot) {
        if (entry.action() != null) {
            b.setAction(actions.encode(entry.action(), oneShot));
        }
        b.setIdleTimeoutNs(entry.idleTimeoutNanos());
        ControllerMetadata.set(b, entry.controllerMetadata());
        b.setMetadata(UnsafeByteOperations.unsafeWrap(entry.metadata()));
        if (table.isConst && entry.key() != null) {
            LaterFields.set(b, LaterFields.TABLE_ENTRY_IS_CONST, 1);
        }
        if (wanted.hasCounterData() && table.directCounter != null) {
            b.setCounterData(table.directCounter.encode(packets, bytes));
        }
        if (wanted.hasMeterConfig() && meter != null) {
            b.setMeterConfig(MeterConfigs.encode(meter));
        }
        if (wanted.hasTimeSinceLastHit() && table.idleTimeout && entry.key() != null) {
            b.setTimeSinceLastHit(TableEntry.IdleTimeout.newBuilder().setElapsedNs(idleNanos));
        }
    }
}
