// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** An answer has the shortest byte strings, whatever the client wrote. */
class ShortestStringsTest {
    private final Rig rig = Rig.ready();

    @AfterEach
    void close() {
        rig.close();
    }

    private void insert(Entity e) {
        Update insert = Update.newBuilder().setType(Update.Type.INSERT).setEntity(e).build();
        rig.stub.write(Rig.request().addUpdates(insert).build());
    }

    /** Inserts an entity whose port has a leading zero, and reads it by a wildcard. */
    private void assertShortened(Entity shortest, Entity written, String wildcard) {
        insert(withPort(written, 0, 7));
        assertEquals(List.of(withPort(shortest, 7)), rig.read(wildcard));
    }

    private void assertShortened(String entity, String wildcard) {
        assertShortened(Rig.entity(entity), Rig.entity(entity), wildcard);
    }

    @Test
    void actionSets() {
        String set =
                "table_entry { table_id: 33554438 match { field_id: 1 exact { value: \"a\" } } "
                        + "action { action_profile_action_set { action_profile_actions { action { "
                        + "action_id: 16777217 params { param_id: 1 value: \"%s\\x05\" } "
                        + "params { param_id: 2 value: \"%s\\x06\" } } weight: 1 } } } }";
        assertShortened(
                Rig.entity(String.format(set, "", "")),
                Rig.entity(String.format(set, "\\x00", "\\x00\\x00")),
                "table_entry { table_id: 33554438 }");
    }

    @Test
    void groups() {
        rig.insert(
                "action_profile_member { action_profile_id: 285212673 member_id: 1 "
                        + "action { action_id: 16777218 } }");
        assertShortened(
                "action_profile_group { action_profile_id: 285212673 group_id: 3 "
                        + "members { member_id: 1 weight: 1 } }",
                "action_profile_group { }");
    }

    @Test
    void replicas() {
        assertShortened(
                "packet_replication_engine_entry { clone_session_entry { session_id: 1 "
                        + "replicas { instance: 1 } } }",
                "packet_replication_engine_entry { clone_session_entry { } }");
        assertShortened(
                "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 1 "
                        + "replicas { instance: 1 } } }",
                "packet_replication_engine_entry { multicast_group_entry { } }");
    }

    /** The entity with a port, whose field the version of our stubs does not have. */
    private static Entity withPort(Entity e, int... port) {
        ByteString bytes = ByteString.EMPTY;
        for (int b : port) {
            bytes = bytes.concat(ByteString.copyFrom(new byte[] {(byte) b}));
        }
        Entity.Builder b = e.toBuilder();
        switch (e.getEntityCase()) {
            case TABLE_ENTRY:
                LaterFields.set(
                        b.getTableEntryBuilder()
                                .getActionBuilder()
                                .getActionProfileActionSetBuilder()
                                .getActionProfileActionsBuilder(0),
                        LaterFields.PROFILE_ACTION_WATCH_PORT,
                        bytes);
                break;
            case ACTION_PROFILE_GROUP:
                LaterFields.set(
                        b.getActionProfileGroupBuilder().getMembersBuilder(0),
                        LaterFields.GROUP_MEMBER_WATCH_PORT,
                        bytes);
                break;
            default:
                PacketReplicationEngineEntry.Builder p = b.getPacketReplicationEngineEntryBuilder();
                LaterFields.set(
                        p.hasCloneSessionEntry()
                                ? p.getCloneSessionEntryBuilder().getReplicasBuilder(0)
                                : p.getMulticastGroupEntryBuilder().getReplicasBuilder(0),
                        LaterFields.REPLICA_PORT,
                        bytes);
        }
        return b.build();
    }
}
