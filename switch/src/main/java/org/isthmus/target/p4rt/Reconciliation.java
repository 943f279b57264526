// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.rpc.Code;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import p4.v1.P4RuntimeOuterClass.ActionProfileGroup;
import p4.v1.P4RuntimeOuterClass.ActionProfileMember;
import p4.v1.P4RuntimeOuterClass.CloneSessionEntry;
import p4.v1.P4RuntimeOuterClass.CounterData;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.DigestEntry;
import p4.v1.P4RuntimeOuterClass.DirectCounterEntry;
import p4.v1.P4RuntimeOuterClass.DirectMeterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterConfig;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import p4.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import p4.v1.P4RuntimeOuterClass.RegisterEntry;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** Carries the state of one pipeline over to another that does not run yet. */
final class Reconciliation {
    private static final TableEntry ROWS =
            TableEntry.newBuilder()
                    .setCounterData(CounterData.getDefaultInstance())
                    .setMeterConfig(MeterConfig.getDefaultInstance())
                    .build();

    /** Everything a client may have written, what others refer to first. */
    private static final List<Entity> EVERYTHING =
            List.of(
                    Entity.newBuilder()
                            .setActionProfileMember(ActionProfileMember.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setActionProfileGroup(ActionProfileGroup.getDefaultInstance())
                            .build(),
                    Entity.newBuilder().setTableEntry(ROWS).build(),
                    Entity.newBuilder()
                            .setTableEntry(ROWS.toBuilder().setIsDefaultAction(true))
                            .build(),
                    Entity.newBuilder().setCounterEntry(CounterEntry.getDefaultInstance()).build(),
                    Entity.newBuilder().setDigestEntry(DigestEntry.getDefaultInstance()).build(),
                    Entity.newBuilder().setMeterEntry(MeterEntry.getDefaultInstance()).build(),
                    Entity.newBuilder()
                            .setRegisterEntry(RegisterEntry.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setPacketReplicationEngineEntry(
                                    PacketReplicationEngineEntry.newBuilder()
                                            .setMulticastGroupEntry(
                                                    MulticastGroupEntry.getDefaultInstance()))
                            .build(),
                    Entity.newBuilder()
                            .setPacketReplicationEngineEntry(
                                    PacketReplicationEngineEntry.newBuilder()
                                            .setCloneSessionEntry(
                                                    CloneSessionEntry.getDefaultInstance()))
                            .build());

    /** Of a row of a table; {@code bin/isthmus-switch} counts with as much. */
    private static final int ROW_BYTES = 160;

    private Reconciliation() {}

    /**
     * For a moment there are the rows of both pipelines. A process that runs out of memory ends,
     * and its packets with it.
     *
     * @param rows of all tables
     * @param free bytes of the heap
     * @throws RefusedException RESOURCE_EXHAUSTED
     */
    static void checkRoom(long rows, long free) throws RefusedException {
        if (rows * ROW_BYTES > free) {
            throw Refusals.exhausted(
                    "existing state cannot be kept: "
                            + rows
                            + " entries for another pipeline take some "
                            + (rows * ROW_BYTES >> 20)
                            + " MB of heap, and "
                            + (free >> 20)
                            + " are free");
        }
    }

    /**
     * Packets count in the old pipeline until the new one runs; what they count meanwhile is lost.
     *
     * @throws RefusedException INVALID_ARGUMENT: the new pipeline has no place for something
     */
    static void carryOver(ForwardingPipeline from, ForwardingPipeline to) throws RefusedException {
        removeInitialEntries(from, to);
        try (Reads.Read read = Reads.ofServer().begin(to)) {
            for (Entity wanted : EVERYTHING) {
                for (Snapshot found : from.read(wanted, read)) {
                    for (int i = 0; i < found.size(); i++) {
                        carryOver(from, found.get(i), to);
                    }
                }
            }
        }
    }

    /**
     * Of tables whose entries clients may change and could before: they have those of the old
     * pipeline instead. Entries that were const are no state of a client's, and are what the new
     * program says.
     */
    private static void removeInitialEntries(ForwardingPipeline from, ForwardingPipeline to)
            throws RefusedException {
        for (TableSchema t : to.schema.tables.values()) {
            TableSchema before = from.schema.tables.get(t.id);
            if (!t.isConst && before != null && !before.isConst) {
                Table table = to.program.table(t.id);
                List<MatchKey> keys = new ArrayList<>();
                Table.Rows rows = table.rows();
                for (int i = 0; i < rows.size(); i++) {
                    rows.visit(i, (e, packets, bytes, idle, meter) -> keys.add(e.key()));
                }
                for (MatchKey key : keys) {
                    table.delete(key);
                }
            }
        }
    }

    private static void carryOver(ForwardingPipeline from, Entity e, ForwardingPipeline to)
            throws RefusedException {
        Update.Type type = type(from, e);
        if (type != Update.Type.UNSPECIFIED) {
            carryOver(type, e, to);
        } else if (e.hasTableEntry()) {
            carryOverDirect(e.getTableEntry(), to);
        }
    }

    /** Counter and meter of a row that the program itself has. */
    private static void carryOverDirect(TableEntry row, ForwardingPipeline to)
            throws RefusedException {
        TableEntry key =
                TableEntry.newBuilder()
                        .setTableId(row.getTableId())
                        .addAllMatch(row.getMatchList())
                        .setPriority(row.getPriority())
                        .setIsDefaultAction(row.getIsDefaultAction())
                        .build();
        if (!row.getCounterData().equals(CounterData.getDefaultInstance())) {
            DirectCounterEntry counter =
                    DirectCounterEntry.newBuilder()
                            .setTableEntry(key)
                            .setData(row.getCounterData())
                            .build();
            carryOver(
                    Update.Type.MODIFY,
                    Entity.newBuilder().setDirectCounterEntry(counter).build(),
                    to);
        }
        if (row.hasMeterConfig()) {
            DirectMeterEntry meter =
                    DirectMeterEntry.newBuilder()
                            .setTableEntry(key)
                            .setConfig(row.getMeterConfig())
                            .build();
            carryOver(
                    Update.Type.MODIFY, Entity.newBuilder().setDirectMeterEntry(meter).build(), to);
        }
    }

    private static void carryOver(Update.Type type, Entity e, ForwardingPipeline to)
            throws RefusedException {
        try {
            to.write(Update.newBuilder().setType(type).setEntity(e).build());
        } catch (RefusedException x) {
            boolean direct = e.hasDirectCounterEntry() || e.hasDirectMeterEntry();
            if (direct && x.code() == Code.NOT_FOUND) {
                // The new program does not have the row, and nobody else put it there.
                return;
            }
            throw Refusals.invalid("existing state cannot be kept: " + x.getMessage());
        }
    }

    /** How to write it; UNSPECIFIED: it is as the program itself sets it. */
    private static Update.Type type(ForwardingPipeline from, Entity e) {
        switch (e.getEntityCase()) {
            case TABLE_ENTRY:
                TableEntry row = e.getTableEntry();
                if (row.getIsDefaultAction()) {
                    return from.tables.hasDefaultOfClient(row.getTableId())
                            ? Update.Type.MODIFY
                            : Update.Type.UNSPECIFIED;
                }
                return from.schema.tables.get(row.getTableId()).isConst
                        ? Update.Type.UNSPECIFIED
                        : Update.Type.INSERT;
            case COUNTER_ENTRY:
                return modifyUnless(
                        e.getCounterEntry().getData().equals(CounterData.getDefaultInstance()));
            case METER_ENTRY:
                return modifyUnless(!e.getMeterEntry().hasConfig());
            case REGISTER_ENTRY:
                return modifyUnless(RegisterSchema.isZero(e.getRegisterEntry().getData()));
            default:
                return Update.Type.INSERT;
        }
    }

    private static Update.Type modifyUnless(boolean initial) {
        return initial ? Update.Type.UNSPECIFIED : Update.Type.MODIFY;
    }
}
