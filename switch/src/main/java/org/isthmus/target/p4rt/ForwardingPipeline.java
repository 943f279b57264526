// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.List;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** A pipeline configuration with the program made of it and all that was written to it. */
final class ForwardingPipeline {
    final ForwardingPipelineConfig config;
    final P4InfoSchema schema;
    final Program program;
    final TableEntries tables;
    final Digests digests;

    private final ActionProfiles profiles;
    private final IndexedEntries arrays;
    private final ReplicationEntries replication;

    /**
     * @throws RefusedException the target cannot make the digests, or has other registers
     */
    ForwardingPipeline(
            ForwardingPipelineConfig config,
            P4InfoSchema schema,
            Program program,
            Digests.Surroundings device)
            throws RefusedException {
        this.config = config;
        this.schema = schema;
        this.program = program;
        profiles = new ActionProfiles(schema, program);
        tables = new TableEntries(schema, program, profiles);
        arrays = new IndexedEntries(schema, program);
        replication = new ReplicationEntries(program.replication());
        digests = new Digests(schema, program, device);
    }

    /** Entries of all tables. */
    long rows() {
        long rows = 0;
        for (TableSchema table : schema.tables.values()) {
            rows += program.table(table.id).size();
        }
        return rows;
    }

    void write(Update update) throws RefusedException {
        Update.Type type = update.getType();
        if (type != Update.Type.INSERT
                && type != Update.Type.MODIFY
                && type != Update.Type.DELETE) {
            throw Refusals.invalid("update type " + update.getTypeValue());
        }
        Entity e = update.getEntity();
        if (type != Update.Type.DELETE && length(e) > ReadAnswer.MESSAGE_SIZE) {
            throw Refusals.exhausted(
                    "entity of more than "
                            + ReadAnswer.MESSAGE_SIZE
                            + " bytes, which clients might not read");
        }
        switch (e.getEntityCase()) {
            case TABLE_ENTRY:
                tables.write(type, e.getTableEntry());
                break;
            case ACTION_PROFILE_MEMBER:
                profiles.write(type, e.getActionProfileMember());
                break;
            case ACTION_PROFILE_GROUP:
                profiles.write(type, e.getActionProfileGroup());
                break;
            case METER_ENTRY:
                arrays.write(type, e.getMeterEntry());
                break;
            case DIRECT_METER_ENTRY:
                tables.write(type, e.getDirectMeterEntry());
                break;
            case COUNTER_ENTRY:
                arrays.write(type, e.getCounterEntry());
                break;
            case DIRECT_COUNTER_ENTRY:
                tables.write(type, e.getDirectCounterEntry());
                break;
            case PACKET_REPLICATION_ENGINE_ENTRY:
                replication.write(type, e.getPacketReplicationEngineEntry());
                break;
            case REGISTER_ENTRY:
                arrays.write(type, e.getRegisterEntry());
                break;
            case DIGEST_ENTRY:
                digests.write(type, e.getDigestEntry());
                break;
            default:
                throw unsupported(e);
        }
    }

    /** Bytes; of a row, of which there may be thousands a second, what may have many. */
    private static int length(Entity e) {
        TableEntry row = e.getTableEntry();
        return e.hasTableEntry()
                ? row.getMetadata().size()
                        + row.getAction().getActionProfileActionSet().getSerializedSize()
                : e.getSerializedSize();
    }

    List<Snapshot> read(Entity e, Reads.Read read) throws RefusedException {
        switch (e.getEntityCase()) {
            case TABLE_ENTRY:
                return tables.read(e.getTableEntry(), read);
            case ACTION_PROFILE_MEMBER:
                return profiles.read(e.getActionProfileMember(), read);
            case ACTION_PROFILE_GROUP:
                return profiles.read(e.getActionProfileGroup(), read);
            case METER_ENTRY:
                return arrays.read(e.getMeterEntry(), read);
            case DIRECT_METER_ENTRY:
                return tables.read(e.getDirectMeterEntry(), read);
            case COUNTER_ENTRY:
                return arrays.read(e.getCounterEntry(), read);
            case DIRECT_COUNTER_ENTRY:
                return tables.read(e.getDirectCounterEntry(), read);
            case PACKET_REPLICATION_ENGINE_ENTRY:
                return List.of(replication.read(e.getPacketReplicationEngineEntry(), read));
            case REGISTER_ENTRY:
                return arrays.read(e.getRegisterEntry(), read);
            case DIGEST_ENTRY:
                return List.of(digests.read(e.getDigestEntry()));
            default:
                throw unsupported(e);
        }
    }

    private static RefusedException unsupported(Entity e) {
        return e.getEntityCase() == Entity.EntityCase.ENTITY_NOT_SET
                ? Refusals.invalid("no entity, or one of an unknown kind")
                : Refusals.unimplemented(e.getEntityCase() + " is not supported");
    }
}
