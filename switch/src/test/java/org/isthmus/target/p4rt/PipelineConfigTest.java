// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Struct;
import com.google.rpc.Code;
import io.grpc.Status;
import java.util.List;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.FakeTarget;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.ValueSet;
import p4.config.v1.P4Types.P4NamedType;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest.ResponseType;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;

class PipelineConfigTest {
    /** A table with const entries. */
    private static final int FIXED = 33554436;

    private static final String ROW =
            "table_entry { table_id: 33554433 match { field_id: 1 exact { value: \"\\x05\" } } "
                    + "match { field_id: 2 exact { value: \"\\x01\" } } "
                    + "action { action { action_id: 16777218 } } }";

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private GetForwardingPipelineConfigResponse get(ResponseType type) {
        return rig.stub.getForwardingPipelineConfig(
                GetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(Rig.DEVICE)
                        .setResponseType(type)
                        .build());
    }

    @Test
    void withoutConfigNothingCanBeReadOrWritten() {
        rig.connect(1);
        assertFalse(get(ResponseType.ALL).hasConfig());
        Rig.fails(Status.Code.FAILED_PRECONDITION, () -> rig.insert(ROW));
        Rig.fails(Status.Code.FAILED_PRECONDITION, () -> rig.read("table_entry { }"));
    }

    @Test
    void verifyChangesNothing() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY);
        assertFalse(get(ResponseType.ALL).hasConfig());
        assertNull(rig.target.running);
    }

    @Test
    void committedConfigRunsAndIsReturned() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        assertNotNull(rig.target.running);
        ForwardingPipelineConfig all = Rig.config();
        assertEquals(all, get(ResponseType.ALL).getConfig());
        assertEquals(
                ForwardingPipelineConfig.newBuilder().setCookie(all.getCookie()).build(),
                get(ResponseType.COOKIE_ONLY).getConfig());
        assertEquals(
                all.toBuilder().clearP4DeviceConfig().build(),
                get(ResponseType.P4INFO_AND_COOKIE).getConfig());
        assertEquals(
                all.toBuilder().clearP4Info().build(),
                get(ResponseType.DEVICE_CONFIG_AND_COOKIE).getConfig());
    }

    @Test
    void anotherCommitClearsTheState() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        rig.insert(ROW);
        FakeTarget.FakeProgram before = rig.target.running;
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        assertNotSame(before, rig.target.running);
        assertEquals(List.of(), rig.read("table_entry { }"));
    }

    @Test
    void savedConfigTakesWritesAndRunsOnceCommitted() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        FakeTarget.FakeProgram before = rig.target.running;
        rig.setPipeline(Action.VERIFY_AND_SAVE);
        rig.insert(ROW);
        assertSame(before, rig.target.running);
        assertEquals(0, before.table(33554433).size());
        rig.setPipeline(Action.COMMIT, null);
        assertNotSame(before, rig.target.running);
        assertEquals(1, rig.target.running.table(33554433).size());
        Rig.fails(Status.Code.NOT_FOUND, () -> rig.setPipeline(Action.COMMIT, null));
    }

    @Test
    void commitNeedsASavedConfigAndNoOther() {
        rig.connect(1);
        Rig.fails(Status.Code.NOT_FOUND, () -> rig.setPipeline(Action.COMMIT, null));
        Rig.fails(Status.Code.INVALID_ARGUMENT, () -> rig.setPipeline(Action.COMMIT));
    }

    @Test
    void reconcileKeepsTheState() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        List<String> everything =
                List.of(
                        "action_profile_member { action_profile_id: 285212673 member_id: 1 "
                                + "action { action_id: 16777218 } }",
                        "action_profile_group { action_profile_id: 285212673 group_id: 2 "
                                + "members { member_id: 1 weight: 1 } }",
                        ROW.replace("} } }", "} } counter_data { packet_count: 3 } }"),
                        "table_entry { table_id: 33554438 "
                                + "match { field_id: 1 exact { value: \"a\" } } "
                                + "action { action_profile_group_id: 2 } }",
                        "packet_replication_engine_entry { multicast_group_entry { "
                                + "multicast_group_id: 1 replicas { egress_port: 1 } } }",
                        "packet_replication_engine_entry { clone_session_entry { session_id: 1 "
                                + "replicas { egress_port: 1 } } }");
        everything.forEach(rig::insert);
        rig.modify(
                "table_entry { table_id: 33554434 is_default_action: true "
                        + "action { action { action_id: 16777218 } } }",
                "counter_entry { counter_id: 302055425 index { index: 2 } data { byte_count: 7 } }",
                "meter_entry { meter_id: 335609857 index { index: 2 } config { pir: 7 } }",
                "register_entry { register_id: 369098753 index { index: 2 } "
                        + "data { bitstring: \"a\" } }");
        String[] wanted = {
            "table_entry { counter_data { } meter_config { } }",
            "table_entry { is_default_action: true }",
            "action_profile_member { }",
            "action_profile_group { }",
            "counter_entry { }",
            "meter_entry { }",
            "register_entry { }",
            "packet_replication_engine_entry { multicast_group_entry { } }",
            "packet_replication_engine_entry { clone_session_entry { } }"
        };
        List<?> before = rig.read(wanted);
        FakeTarget.FakeProgram old = rig.target.running;
        rig.setPipeline(Action.RECONCILE_AND_COMMIT);
        assertNotSame(old, rig.target.running);
        assertEquals(before, rig.read(wanted));
    }

    @Test
    void reconcileKeepsCountersAndMetersOfRowsOfTheProgram() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        String exact = "table_entry { table_id: 33554433 is_default_action: true } ";
        rig.modify(
                "direct_counter_entry { " + exact + "data { packet_count: 9 byte_count: 8 } }",
                "direct_meter_entry { " + exact + "config { cir: 1 pir: 2 } }");
        List<?> before = rig.read("direct_counter_entry { " + exact + "}", meter(exact));
        FakeTarget.FakeProgram old = rig.target.running;
        rig.setPipeline(Action.RECONCILE_AND_COMMIT);
        assertNotSame(old, rig.target.running);
        assertEquals(before, rig.read("direct_counter_entry { " + exact + "}", meter(exact)));
    }

    private static String meter(String row) {
        return "direct_meter_entry { " + row + "}";
    }

    @Test
    void reconcileKeepsWhatClientsMadeOfTheEntriesOfTheProgram() {
        rig.connect(1);
        rig.target.onCompile =
                p -> {
                    for (byte dst = 1; dst <= 3; dst++) {
                        byte[][] key = {{0, 0, 0, dst}, {0, 1}};
                        p.table(33554433)
                                .addConst(
                                        new Table.Entry(
                                                new MatchKey(key, new byte[2][], 0),
                                                ActionSpec.action(16777218),
                                                0,
                                                0,
                                                new byte[0]));
                    }
                };
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        String row =
                "table_entry { table_id: 33554433 "
                        + "match { field_id: 1 exact { value: \"\\x0%d\" } } "
                        + "match { field_id: 2 exact { value: \"\\x01\" } } "
                        + "action { action { action_id: 16777218 } } metadata: \"m\" }";
        rig.delete(String.format(row, 1));
        rig.modify(String.format(row, 2));
        List<?> before = rig.read("table_entry { }");
        assertEquals(2, before.size());
        rig.setPipeline(Action.RECONCILE_AND_COMMIT);
        assertEquals(before, rig.read("table_entry { }"));
    }

    /** Entries that were const are the program's, so that there is nothing of a client to keep. */
    @Test
    void reconcileLeavesEntriesThatAreConstNoMoreToTheProgram() {
        rig.connect(1);
        rig.target.onCompile = p -> p.table(FIXED).addConst(fixed(6));
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        rig.modify(
                "direct_counter_entry { table_entry { "
                        + fixedRow(6)
                        + "} data { packet_count: 3 } }");
        P4Info.Builder next = Rig.P4INFO.toBuilder();
        next.getTablesBuilderList().stream()
                .filter(t -> t.getPreamble().getId() == FIXED)
                .forEach(P4InfoOuterClass.Table.Builder::clearIsConstTable);
        rig.target.onCompile =
                p -> {
                    p.table(FIXED).addConst(fixed(6));
                    p.table(FIXED).addConst(fixed(7));
                };
        rig.setPipeline(Action.RECONCILE_AND_COMMIT, with(next));
        String drop = "action { action { action_id: 16777218 } } ";
        assertEquals(
                List.of(
                        Rig.entity(
                                "table_entry { "
                                        + fixedRow(6)
                                        + drop
                                        + "counter_data { packet_count: 3 } }"),
                        Rig.entity("table_entry { " + fixedRow(7) + drop + "counter_data { } }")),
                rig.read("table_entry { table_id: " + FIXED + " counter_data { } }"));
        // Clients may change them now, and what they leave is kept.
        rig.delete("table_entry { " + fixedRow(6) + "}");
        rig.setPipeline(Action.RECONCILE_AND_COMMIT, with(next));
        assertEquals(1, rig.read("table_entry { table_id: " + FIXED + " }").size());
    }

    private static Table.Entry fixed(int proto) {
        byte[][] key = {{(byte) proto}};
        return new Table.Entry(
                new MatchKey(key, new byte[1][], 0),
                ActionSpec.action(16777218),
                0,
                0,
                new byte[0]);
    }

    private static String fixedRow(int proto) {
        return "table_id: "
                + FIXED
                + " match { field_id: 1 exact { value: \"\\x0"
                + proto
                + "\" } } ";
    }

    /** The state to keep is that of the target, not what was written to a config that never ran. */
    @Test
    void reconcileAfterAConfigWasSavedKeepsTheStateOfTheOneThatRuns() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        rig.insert(ROW);
        List<?> before = rig.read("table_entry { }");
        rig.setPipeline(Action.VERIFY_AND_SAVE);
        assertEquals(List.of(), rig.read("table_entry { }"));
        rig.setPipeline(Action.RECONCILE_AND_COMMIT);
        assertEquals(before, rig.read("table_entry { }"));
        Rig.fails(Status.Code.NOT_FOUND, () -> rig.setPipeline(Action.COMMIT, null));
    }

    @Test
    void reconcileNeedsRoomForTheRowsOfBoth() throws Exception {
        Reconciliation.checkRoom(0, 0);
        Reconciliation.checkRoom(1 << 20, 160 << 20);
        RefusedException refused =
                assertThrows(
                        RefusedException.class,
                        () -> Reconciliation.checkRoom(1 << 20, (160 << 20) - 1));
        assertEquals(Code.RESOURCE_EXHAUSTED, refused.code());
        assertEquals(
                "existing state cannot be kept: 1048576 entries for another pipeline take some 160"
                        + " MB of heap, and 159 are free",
                refused.getMessage());
    }

    /** More than a client's read may go through. */
    @Test
    void reconcileGoesThroughAnyNumberOfTables() {
        rig.connect(1);
        P4Info.Builder many = Rig.P4INFO.toBuilder();
        for (int i = 0; i < Reads.MAX_SCANS; i++) {
            P4InfoOuterClass.Table.Builder t =
                    Rig.P4INFO.getTables(0).toBuilder().clearDirectResourceIds();
            t.getPreambleBuilder().setId(33554500 + i).setName("t" + i).setAlias("t" + i);
            many.addTables(t);
        }
        rig.setPipeline(Action.VERIFY_AND_COMMIT, with(many));
        rig.insert(ROW);
        rig.setPipeline(Action.RECONCILE_AND_COMMIT, with(many));
        assertEquals(1, rig.read(ROW).size());
    }

    @Test
    void reconcileThatWouldLoseStateChangesNothing() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        rig.insert(ROW);
        FakeTarget.FakeProgram old = rig.target.running;
        P4Info.Builder fewer = Rig.P4INFO.toBuilder().removeTables(0);
        Rig.fails(
                Status.Code.INVALID_ARGUMENT,
                () ->
                        rig.setPipeline(
                                Action.RECONCILE_AND_COMMIT,
                                Rig.config().toBuilder().setP4Info(fewer).build()));
        assertSame(old, rig.target.running);
        assertEquals(1, rig.read("table_entry { }").size());
        assertEquals(Rig.config(), get(ResponseType.ALL).getConfig());
    }

    @Test
    void configsThatCannotRunChangeNothing() {
        rig.connect(1);
        rig.setPipeline(Action.VERIFY_AND_COMMIT);
        FakeTarget.FakeProgram old = rig.target.running;
        ForwardingPipelineConfig.Builder b = Rig.config().toBuilder();
        b.setP4DeviceConfig(ByteString.copyFromUtf8("broken"));
        fails(Status.Code.INVALID_ARGUMENT, b.build());
        fails(Status.Code.INVALID_ARGUMENT, null);
        fails(
                Status.Code.UNIMPLEMENTED,
                with(P4Info.newBuilder().addValueSets(ValueSet.getDefaultInstance())));
        fails(
                Status.Code.INVALID_ARGUMENT,
                with(Rig.P4INFO.toBuilder().addTables(Rig.P4INFO.getTables(0))));
        fails(Status.Code.INVALID_ARGUMENT, with(Rig.P4INFO.toBuilder().clearActions()));
        P4Info.Builder stringField = Rig.P4INFO.toBuilder();
        stringField
                .getTablesBuilder(0)
                .getMatchFieldsBuilder(0)
                .clearBitwidth()
                .setTypeName(P4NamedType.newBuilder().setName("name_t"));
        fails(Status.Code.UNIMPLEMENTED, with(stringField));
        P4Info.Builder wideField = Rig.P4INFO.toBuilder();
        wideField.getTablesBuilder(0).getMatchFieldsBuilder(0).setBitwidth(Integer.MAX_VALUE);
        fails(Status.Code.INVALID_ARGUMENT, with(wideField));
        P4Info.Builder wideParameter = Rig.P4INFO.toBuilder();
        wideParameter
                .addActionsBuilder()
                .addParamsBuilder()
                .setId(1)
                .setBitwidth(Integer.MAX_VALUE);
        fails(Status.Code.INVALID_ARGUMENT, with(wideParameter));
        P4Info.Builder longHeader = Rig.P4INFO.toBuilder();
        for (int i = 0; i < 2; i++) {
            longHeader
                    .getControllerPacketMetadataBuilder(1)
                    .getMetadataBuilder(i)
                    .setBitwidth(ByteStrings.MAX_WIDTH);
        }
        fails(Status.Code.INVALID_ARGUMENT, with(longHeader));
        Rig.fails(Status.Code.INVALID_ARGUMENT, () -> rig.setPipeline(Action.UNSPECIFIED));
        assertSame(old, rig.target.running);
    }

    @Test
    void aFieldOfTypeErrorHas32Bits() {
        rig.connect(1);
        P4Info.Builder info = Rig.P4INFO.toBuilder();
        info.getTablesBuilder(0).getMatchFieldsBuilder(1).clearBitwidth();
        rig.setPipeline(Action.VERIFY_AND_COMMIT, with(info));
        String row =
                "table_entry { table_id: 33554433 match { field_id: 1 exact { value: \"a\" } } "
                        + "match { field_id: 2 exact { value: \"%s\" } } "
                        + "action { action { action_id: 16777218 } } }";
        rig.insert(String.format(row, "abcd"));
        Rig.refused(Code.OUT_OF_RANGE, "32 bits", () -> rig.insert(String.format(row, "abcde")));
    }

    private static ForwardingPipelineConfig with(P4Info.Builder info) {
        return Rig.config().toBuilder().setP4Info(info).build();
    }

    private void fails(Status.Code code, ForwardingPipelineConfig config) {
        Rig.fails(code, () -> rig.setPipeline(Action.VERIFY_AND_COMMIT, config));
    }

    @Test
    void onlyThePrimaryOfThisDeviceMaySetIt() {
        SetForwardingPipelineConfigRequest request =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(Rig.DEVICE)
                        .setAction(Action.VERIFY)
                        .setConfig(Rig.config())
                        .build();
        Rig.fails(
                Status.Code.PERMISSION_DENIED, () -> rig.stub.setForwardingPipelineConfig(request));
        Rig.fails(
                Status.Code.NOT_FOUND,
                () ->
                        rig.stub.setForwardingPipelineConfig(
                                request.toBuilder().setDeviceId(1).build()));
    }

    @Test
    void capabilities() throws Exception {
        CapabilitiesResponse all = rig.stub.capabilities(CapabilitiesRequest.getDefaultInstance());
        assertEquals(P4RuntimeService.API_VERSION, all.getP4RuntimeApiVersion());
        Any experimental =
                Any.parseFrom(LaterFields.bytes(all, LaterFields.CAPABILITIES_EXPERIMENTAL));
        Struct said = experimental.unpack(Struct.class);
        assertTrue(said.getFieldsOrThrow("ordered_writes").getBoolValue());
        assertTrue(said.getFieldsOrThrow("reconcile_and_commit").getBoolValue());
    }
}
