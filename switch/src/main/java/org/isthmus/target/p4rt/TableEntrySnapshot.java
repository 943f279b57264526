// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.UnsafeByteOperations;
import java.util.Arrays;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectMeterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** Entries of one table, collected by a visit, in the form the request wants. */
final class TableEntrySnapshot implements Snapshot, Table.Visitor {
    /** Which message an entry becomes. */
    enum Form {
        TABLE_ENTRY,
        DIRECT_COUNTER_ENTRY,
        DIRECT_METER_ENTRY
    }

    private static final int INITIAL = 16;

    private final Form form;
    private final TableSchema table;
    private final ActionEncoder actions;
    private final TableEntry wanted;
    private final boolean withAction;

    private int size;
    private Table.Entry[] entries = new Table.Entry[INITIAL];
    private long[] numbers = new long[3 * INITIAL];
    private MeterConfig[] meters = new MeterConfig[INITIAL];
    private ActionProfileActionSet[] oneShots = new ActionProfileActionSet[0];

    /**
     * @param wanted the request: its filters and what it asks to be filled in
     */
    TableEntrySnapshot(Form form, TableSchema table, ActionEncoder actions, TableEntry wanted)
            throws RefusedException {
        this.form = form;
        this.table = table;
        this.actions = actions;
        this.wanted = wanted;
        this.withAction = wanted.hasAction();
        if (withAction && !wanted.getAction().hasAction()) {
            throw Refusals.invalid(table.name + ": entries can be filtered by action id alone");
        }
    }

    @Override
    public void entry(Table.Entry e, long packets, long bytes, long idleNanos, MeterConfig meter) {
        if (!passes(e)) {
            return;
        }
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
            numbers = Arrays.copyOf(numbers, 6 * size);
            meters = Arrays.copyOf(meters, 2 * size);
        }
        entries[size] = e;
        numbers[3 * size] = packets;
        numbers[3 * size + 1] = bytes;
        numbers[3 * size + 2] = idleNanos;
        meters[size] = meter;
        // One-shot groups go when their entry goes, so they are looked up now.
        ActionProfileActionSet set = actions.oneShot(table, e.action());
        if (set != null) {
            if (oneShots.length <= size) {
                oneShots = Arrays.copyOf(oneShots, entries.length);
            }
            oneShots[size] = set;
        }
        size++;
    }

    private boolean passes(Table.Entry e) {
        if (wanted.getPriority() != 0
                && (e.key() == null || e.key().priority() != wanted.getPriority())) {
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
        return size;
    }

    @Override
    public Entity get(int i) {
        Table.Entry e = entries[i];
        TableEntry.Builder b = TableEntry.newBuilder();
        MatchKey key = e.key();
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
                                        .setData(
                                                table.directCounter.encode(
                                                        numbers[3 * i], numbers[3 * i + 1])))
                        .build();
            case DIRECT_METER_ENTRY:
                DirectMeterEntry.Builder m = DirectMeterEntry.newBuilder().setTableEntry(b);
                if (meters[i] != null) {
                    m.setConfig(MeterConfigs.encode(meters[i]));
                }
                return entity.setDirectMeterEntry(m).build();
            default:
                fill(i, e, b);
                return entity.setTableEntry(b).build();
        }
    }

    private void fill(int i, Table.Entry e, TableEntry.Builder b) {
        if (e.action() != null) {
            b.setAction(actions.encode(e.action(), i < oneShots.length ? oneShots[i] : null));
        }
        b.setIdleTimeoutNs(e.idleTimeoutNanos());
        ControllerMetadata.set(b, e.controllerMetadata());
        b.setMetadata(UnsafeByteOperations.unsafeWrap(e.metadata()));
        if (table.isConst && e.key() != null) {
            LaterFields.set(b, LaterFields.TABLE_ENTRY_IS_CONST, 1);
        }
        if (wanted.hasCounterData() && table.directCounter != null) {
            b.setCounterData(table.directCounter.encode(numbers[3 * i], numbers[3 * i + 1]));
        }
        if (wanted.hasMeterConfig() && meters[i] != null) {
            b.setMeterConfig(MeterConfigs.encode(meters[i]));
        }
        if (wanted.hasTimeSinceLastHit() && table.idleTimeout && e.key() != null) {
            b.setTimeSinceLastHit(
                    TableEntry.IdleTimeout.newBuilder().setElapsedNs(numbers[3 * i + 2]));
        }
    }
}
