// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.target.api.ActionProfile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Preamble;
import p4.config.v1.P4InfoOuterClass.Register;
import p4.config.v1.P4Types.P4BitTypeSpec;
import p4.config.v1.P4Types.P4BitstringLikeTypeSpec;
import p4.config.v1.P4Types.P4DataTypeSpec;
import p4.config.v1.P4Types.P4IntTypeSpec;
import p4.config.v1.P4Types.P4NamedType;
import p4.config.v1.P4Types.P4NewTypeSpec;
import p4.config.v1.P4Types.P4SerializableEnumTypeSpec;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import p4.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import p4.v1.P4RuntimeOuterClass.Replica;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.Update;

class OtherEntitiesTest {
    private static final int BALANCE = 33554438;

    // Fields of an action profile in later P4Infos.
    private static final int SUM_OF_MEMBERS = 7;
    private static final int WEIGHTS_DISALLOWED = 8;

    private static final String DROP = "action { action_id: 16777218 } ";

    private final Rig rig = Rig.ready();

    @AfterEach
    void close() {
        rig.close();
    }

    private static String member(int id, String rest) {
        return "action_profile_member { action_profile_id: 285212673 member_id: "
                + id
                + " "
                + rest
                + "}";
    }

    private static String group(int id, String rest) {
        return "action_profile_group { action_profile_id: 285212673 group_id: "
                + id
                + " "
                + rest
                + "}";
    }

    private static String row(int dst, String rest) {
        return "table_entry { table_id: "
                + BALANCE
                + " match { field_id: 1 exact { value: \"\\x"
                + dst
                + "\" } } "
                + rest
                + "}";
    }

    private static String oneShot(int... weights) {
        StringBuilder b = new StringBuilder("action { action_profile_action_set { ");
        for (int w : weights) {
            b.append("action_profile_actions { ").append(DROP).append("weight: ").append(w);
            b.append(" } ");
        }
        return b + "} } ";
    }

    @Test
    void membersAndGroupsReadAsTheyWereWritten() {
        String m1 = member(1, DROP);
        String g = group(4, "max_size: 8 members { member_id: 1 weight: 2 }");
        String r = row(1, "action { action_profile_group_id: 4 }");
        rig.insert(m1);
        rig.insert(g);
        rig.insert(r);
        assertEquals(List.of(Rig.entity(m1)), rig.read("action_profile_member { }"));
        assertEquals(List.of(Rig.entity(g)), rig.read(group(4, "")));
        assertEquals(List.of(Rig.entity(r)), rig.read(row(1, "")));
        assertEquals(List.of(), rig.read(member(9, "")));
        Rig.refused(Code.FAILED_PRECONDITION, "", () -> rig.delete(member(1, "")));
        rig.delete(row(1, ""));
        rig.delete(group(4, ""));
        rig.delete(member(1, ""));
        assertEquals(List.of(), rig.read("action_profile_member { }", "action_profile_group { }"));
    }

    @Test
    void wrongMembersAndGroupsAreRefused() {
        rig.insert(member(1, DROP));
        Object[][] wrong = {
            {Code.INVALID_ARGUMENT, "no action profile", "action_profile_member { member_id: 1 }"},
            {Code.INVALID_ARGUMENT, "member id 0", member(0, DROP)},
            {Code.INVALID_ARGUMENT, "no action", member(2, "")},
            {
                Code.INVALID_ARGUMENT,
                "no action ingress.other",
                member(2, "action { action_id: 16777220 }")
            },
            {Code.ALREADY_EXISTS, "", member(1, DROP)},
            {Code.INVALID_ARGUMENT, "group id 0", group(0, "")},
            {Code.INVALID_ARGUMENT, "max_size 9", group(1, "max_size: 9")},
            {Code.INVALID_ARGUMENT, "weight 0", group(1, "members { member_id: 1 }")},
            {
                Code.INVALID_ARGUMENT,
                "given twice",
                group(1, "members { member_id: 1 weight: 1 } members { member_id: 1 weight: 1 }")
            },
            {Code.NOT_FOUND, "", group(1, "members { member_id: 3 weight: 1 }")},
            {
                Code.RESOURCE_EXHAUSTED,
                "its size is 2",
                group(1, "max_size: 2 members { member_id: 1 weight: 3 }")
            },
            {Code.NOT_FOUND, "", row(1, "action { action_profile_member_id: 3 }")},
            {Code.INVALID_ARGUMENT, "not ACTION", row(1, "action { " + DROP + "}")},
            {Code.INVALID_ARGUMENT, "one shot", row(1, oneShot(1))},
        };
        for (Object[] w : wrong) {
            Rig.refused((Code) w[0], (String) w[1], () -> rig.insert((String) w[2]));
        }
        rig.insert(group(1, "max_size: 4"));
        Rig.refused(
                Code.INVALID_ARGUMENT, "cannot change", () -> rig.modify(group(1, "max_size: 5")));
    }

    @Test
    void sizesAreSumsOfWeightsWhateverTheP4InfoSays() {
        P4Info.Builder info = Rig.P4INFO.toBuilder();
        UnknownFieldSet.Field members =
                UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.EMPTY).build();
        UnknownFieldSet.Field set = UnknownFieldSet.Field.newBuilder().addVarint(1).build();
        info.getActionProfilesBuilder(0)
                .setUnknownFields(
                        UnknownFieldSet.newBuilder()
                                .addField(SUM_OF_MEMBERS, members)
                                .addField(WEIGHTS_DISALLOWED, set)
                                .build());
        rig.setPipeline(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                Rig.config().toBuilder().setP4Info(info).build());
        rig.insert(member(1, DROP));
        Rig.refused(
                Code.RESOURCE_EXHAUSTED,
                "add up to 9, its size is 8",
                () -> rig.insert(group(1, "members { member_id: 1 weight: 9 }")));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "weight 0",
                () -> rig.insert(group(1, "members { member_id: 1 }")));
        rig.insert(group(1, "members { member_id: 1 weight: 8 }"));
    }

    /** What is the limit of all groups (size, 16) is that of each where the P4Info has no other. */
    @Test
    void groupsWithoutALimitOfTheirOwnHaveThatOfTheProfile() {
        ForwardingPipelineConfig.Builder unlimited = Rig.config().toBuilder();
        unlimited.getP4InfoBuilder().getActionProfilesBuilder(0).setMaxGroupSize(0);
        rig.setPipeline(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT, unlimited.build());
        rig.insert(member(1, DROP));
        String[][] wrong = {
            {"add up to 17, its size is 16", "members { member_id: 1 weight: 17 }"},
            {"add up to 2147483647", "members { member_id: 1 weight: 2147483647 }"},
            {"max_size 17", "max_size: 17"},
        };
        for (String[] w : wrong) {
            Rig.refused(Code.RESOURCE_EXHAUSTED, w[0], () -> rig.insert(group(1, w[1])));
        }
        rig.insert(group(1, "max_size: 16 members { member_id: 1 weight: 16 }"));
        rig.delete(group(1, ""));
        rig.delete(member(1, ""));
        Rig.refused(
                Code.RESOURCE_EXHAUSTED,
                "add up to 17, action profile ingress.selector allows 16",
                () -> rig.insert(row(1, oneShot(9, 8))));
        rig.insert(row(1, oneShot(9, 7)));
    }

    @Test
    void membersWatchPortsByNumberOrByteString() {
        rig.insert(member(1, DROP), member(2, DROP));
        Entity e =
                Rig.entity(
                        group(
                                3,
                                "members { member_id: 1 weight: 1 watch: 9 } "
                                        + "members { member_id: 2 weight: 1 } "));
        Entity.Builder both = e.toBuilder();
        LaterFields.set(
                both.getActionProfileGroupBuilder().getMembersBuilder(1),
                LaterFields.GROUP_MEMBER_WATCH_PORT,
                ByteString.copyFrom(new byte[] {1, 0}));
        insert(both.build());
        assertEquals(List.of(both.build()), rig.read("action_profile_group { }"));
        ActionProfile.Group g = rig.target.running.actionProfile(285212673).group(3);
        assertEquals(9, g.watchPort(0));
        assertEquals(256, g.watchPort(1));
        rig.modify(group(3, "members { member_id: 2 weight: 1 }"));
        assertEquals(0, rig.target.running.actionProfile(285212673).group(3).watchPort(0));
        rig.delete(group(3, ""));
        assertEquals(List.of(), rig.read("action_profile_group { }"));
        Entity.Builder tooLong = e.toBuilder();
        LaterFields.set(
                tooLong.getActionProfileGroupBuilder().getMembersBuilder(1),
                LaterFields.GROUP_MEMBER_WATCH_PORT,
                ByteString.copyFrom(new byte[] {1, 0, 0, 0, 0}));
        Rig.refused(Code.OUT_OF_RANGE, "watch port", () -> insert(tooLong.build()));
    }

    private void insert(Entity e) {
        Update insert = Update.newBuilder().setType(Update.Type.INSERT).setEntity(e).build();
        rig.stub.write(Rig.request().addUpdates(insert).build());
    }

    @Test
    void rowsWrittenInOneShotReadAsTheyWereWrittenAndLeaveNothingBehind() {
        String two = row(1, oneShot(1, 2));
        rig.insert(two);
        assertEquals(List.of(Rig.entity(two)), rig.read(row(1, "")));
        assertEquals(2, rig.target.running.actionProfile(285212673).members().size());
        assertEquals(List.of(), rig.read("action_profile_member { }", "action_profile_group { }"));
        Rig.refused(Code.INVALID_ARGUMENT, "one shot", () -> rig.insert(member(1, DROP)));
        String three = row(1, oneShot(1, 1, 1));
        rig.modify(three);
        assertEquals(List.of(Rig.entity(three)), rig.read(row(1, "")));
        assertEquals(3, rig.target.running.actionProfile(285212673).members().size());
        assertEquals(1, rig.target.running.actionProfile(285212673).groups().size());
        Rig.refused(Code.ALREADY_EXISTS, "", () -> rig.insert(three));
        Rig.refused(Code.INVALID_ARGUMENT, "add up to 9", () -> rig.insert(row(2, oneShot(4, 5))));
        Rig.refused(Code.INVALID_ARGUMENT, "weight 0", () -> rig.insert(row(2, oneShot(0))));
        rig.delete(row(1, ""));
        assertEquals(0, rig.target.running.actionProfile(285212673).members().size());
        assertEquals(0, rig.target.running.actionProfile(285212673).groups().size());
        rig.insert(member(1, DROP));
    }

    @Test
    void aProfileTooFullForAnActionSetKeepsNothingOfIt() {
        rig.insert(row(1, oneShot(1, 1, 1, 1, 1, 1, 1, 1)), row(2, oneShot(1, 1, 1, 1)));
        Rig.refused(Code.RESOURCE_EXHAUSTED, "", () -> rig.insert(row(3, oneShot(1, 1, 1, 1, 1))));
        assertEquals(12, rig.target.running.actionProfile(285212673).members().size());
        rig.insert(row(3, oneShot(1, 1, 1, 1)));
    }

    @Test
    void anActionSetThatIsReplacedTakesNoRoom() {
        rig.insert(row(1, oneShot(1, 1, 1, 1, 1, 1, 1, 1)), row(2, oneShot(1, 1, 1, 1, 1, 1, 1)));
        String eight = row(2, oneShot(1, 1, 1, 1, 1, 1, 1, 1));
        rig.modify(eight);
        assertEquals(List.of(Rig.entity(eight)), rig.read(row(2, "")));
        assertEquals(16, rig.target.running.actionProfile(285212673).members().size());
        rig.modify(row(1, oneShot(1)));
        rig.insert(row(3, oneShot(1, 1, 1, 1, 1, 1)));
        Rig.refused(Code.RESOURCE_EXHAUSTED, "", () -> rig.modify(row(1, oneShot(1, 1, 1))));
        assertEquals(List.of(Rig.entity(row(1, oneShot(1)))), rig.read(row(1, "")));
        assertEquals(15, rig.target.running.actionProfile(285212673).members().size());
    }

    private static String counter(String rest) {
        return "counter_entry { counter_id: 302055425 " + rest + "}";
    }

    @Test
    void counters() {
        String c = counter("index { index: 3 } data { byte_count: 5 packet_count: 6 }");
        rig.modify(c);
        assertEquals(List.of(Rig.entity(c)), rig.read(counter("index { index: 3 }")));
        assertEquals(8, rig.read(counter("")).size());
        assertEquals(8, rig.read("counter_entry { }").size());
        rig.modify(counter("data { packet_count: 1 }"));
        assertTrue(
                rig.read(counter("")).stream()
                        .allMatch(e -> e.getCounterEntry().getData().getPacketCount() == 1));
        rig.modify(counter("index { }"));
        assertEquals(
                1,
                rig.read(counter("index { }")).get(0).getCounterEntry().getData().getPacketCount());
        Rig.refused(
                Code.OUT_OF_RANGE,
                "index 8, size 8",
                () -> rig.modify(counter("index { index: 8 }")));
        Rig.refused(
                Code.INVALID_ARGUMENT, "negative", () -> rig.read(counter("index { index: -1 }")));
        for (String negative : List.of("packet_count: -1", "byte_count: -1")) {
            Rig.refused(
                    Code.INVALID_ARGUMENT,
                    "negative counter",
                    () -> rig.modify(counter("data { " + negative + " }")));
        }
        Rig.refused(Code.INVALID_ARGUMENT, "only be modified", () -> rig.insert(c));
        Rig.refused(Code.INVALID_ARGUMENT, "only be modified", () -> rig.delete(c));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "no counter",
                () -> rig.read("counter_entry { counter_id: 1 }"));
    }

    @Test
    void meters() {
        String m =
                "meter_entry { meter_id: 335609857 index { index: 1 } "
                        + "config { cir: 1 cburst: 2 pir: 3 pburst: 4 } }";
        rig.modify(m);
        List<Entity> all = rig.read("meter_entry { }");
        assertEquals(4, all.size());
        assertEquals(Rig.entity(m), all.get(1));
        assertEquals(false, all.get(0).getMeterEntry().hasConfig());
        rig.modify("meter_entry { meter_id: 335609857 }");
        assertEquals(
                0,
                rig.read("meter_entry { }").stream()
                        .filter(e -> e.getMeterEntry().hasConfig())
                        .count());
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "negative rate",
                () -> rig.modify("meter_entry { meter_id: 335609857 config { cir: -1 } }"));
    }

    @Test
    void registers() {
        String r =
                "register_entry { register_id: 369098753 index { index: 2 } "
                        + "data { bitstring: \"\\x0f\\xff\" } }";
        rig.modify(r);
        List<Entity> all = rig.read("register_entry { }");
        assertEquals(3, all.size());
        assertEquals(Rig.entity(r), all.get(2));
        Rig.refused(
                Code.OUT_OF_RANGE,
                "20 bits",
                () ->
                        rig.modify(
                                "register_entry { register_id: 369098753 "
                                        + "data { bitstring: \"\\x10\\x00\\x00\" } }"));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "data is BOOL",
                () -> rig.modify("register_entry { register_id: 369098753 data { bool: true } }"));
    }

    private static Register.Builder register(int id) {
        return Register.newBuilder()
                .setPreamble(Preamble.newBuilder().setId(id).setName("r" + id))
                .setSize(2);
    }

    /** One that a wildcard cannot read keeps it from all others. */
    @Test
    void registersOfEveryTypeOfNumberAreReadAndWritten() {
        P4Info.Builder info = Rig.P4INFO.toBuilder();
        P4IntTypeSpec.Builder signed = P4IntTypeSpec.newBuilder().setBitwidth(12);
        info.addRegisters(
                register(1)
                        .setTypeSpec(
                                P4DataTypeSpec.newBuilder()
                                        .setBitstring(
                                                P4BitstringLikeTypeSpec.newBuilder()
                                                        .setInt(signed))));
        info.addRegisters(
                register(2)
                        .setTypeSpec(
                                P4DataTypeSpec.newBuilder()
                                        .setNewType(P4NamedType.newBuilder().setName("Signed"))));
        info.addRegisters(
                register(3)
                        .setTypeSpec(
                                P4DataTypeSpec.newBuilder()
                                        .setSerializableEnum(
                                                P4NamedType.newBuilder().setName("Kind"))));
        info.getTypeInfoBuilder()
                .putNewTypes(
                        "Signed",
                        P4NewTypeSpec.newBuilder()
                                .setOriginalType(info.getRegisters(1).getTypeSpec())
                                .build())
                .putSerializableEnums(
                        "Kind",
                        P4SerializableEnumTypeSpec.newBuilder()
                                .setUnderlyingType(P4BitTypeSpec.newBuilder().setBitwidth(8))
                                .build());
        rig.setPipeline(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                Rig.config().toBuilder().setP4Info(info).build());
        String below = "register_entry { register_id: 1 index { index: 1 } ";
        rig.modify(below + "data { bitstring: \"\\xff\\xfd\\x1d\" } }");
        rig.modify("register_entry { register_id: 2 index { } data { bitstring: \"\\x63\" } }");
        rig.modify("register_entry { register_id: 3 index { } data { enum_value: \"\\xfe\" } }");
        Rig.refused(
                Code.OUT_OF_RANGE,
                "12 bits",
                () -> rig.modify(below + "data { bitstring: \"\\x08\\x00\" } }"));
        List<Entity> expected =
                Stream.of(
                                "1 index { } data { bitstring: \"\\x00\" }",
                                "1 index { index: 1 } data { bitstring: \"\\xfd\\x1d\" }",
                                "2 index { } data { bitstring: \"\\x63\" }",
                                "2 index { index: 1 } data { bitstring: \"\\x00\" }",
                                "3 index { } data { enum_value: \"\\xfe\" }",
                                "3 index { index: 1 } data { enum_value: \"\\x00\" }")
                        .map(e -> Rig.entity("register_entry { register_id: " + e + "}"))
                        .collect(Collectors.toList());
        assertEquals(expected, rig.read("register_entry { }").subList(0, 6));
        rig.setPipeline(
                SetForwardingPipelineConfigRequest.Action.RECONCILE_AND_COMMIT,
                Rig.config().toBuilder().setP4Info(info).build());
        assertEquals(expected, rig.read("register_entry { }").subList(0, 6));
    }

    /** What does not fit into a cell would be cut off, and read with another sign. */
    @Test
    void registersOfAnotherWidthThanTheProgramsAreRefused() {
        rig.target.onCompile = p -> p.setRegister(369098753, 3, 16);
        StatusRuntimeException e =
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                rig.setPipeline(
                                        SetForwardingPipelineConfigRequest.Action.VERIFY,
                                        Rig.config()));
        assertEquals(
                "INVALID_ARGUMENT: register ingress.cells: its cells have 20 bits in the P4Info "
                        + "and 16 in the program",
                e.getMessage());
    }

    private static String multicast(String rest) {
        return "packet_replication_engine_entry { multicast_group_entry { " + rest + "} }";
    }

    private static String clone(String rest) {
        return "packet_replication_engine_entry { clone_session_entry { " + rest + "} }";
    }

    @Test
    void multicastGroupsAndCloneSessions() {
        String g =
                multicast(
                        "multicast_group_id: 9 replicas { egress_port: 1 instance: 1 } "
                                + "replicas { egress_port: 2 instance: 1 } ");
        String s = clone("session_id: 5 replicas { egress_port: 255 } packet_length_bytes: 128 ");
        rig.insert(g, s);
        assertEquals(List.of(Rig.entity(g)), rig.read(multicast("")));
        assertEquals(List.of(Rig.entity(s)), rig.read(clone("session_id: 5 ")));
        assertEquals(2, rig.target.running.replication.groups.get(9).size());
        assertEquals(255, rig.target.running.replication.sessions.get(5).get(0).port());
        assertEquals(
                List.of(Code.ALREADY_EXISTS, Code.ALREADY_EXISTS),
                Rig.codes(() -> rig.insert(g, s)));
        rig.delete(multicast("multicast_group_id: 9 "), clone("session_id: 5 "));
        assertTrue(rig.target.running.replication.groups.isEmpty());
        assertTrue(rig.target.running.replication.sessions.isEmpty());
        assertEquals(List.of(), rig.read(multicast("")));
        Rig.refused(Code.NOT_FOUND, "9", () -> rig.read(multicast("multicast_group_id: 9 ")));
        Rig.refused(Code.NOT_FOUND, "9", () -> rig.modify(g));
        Rig.refused(Code.INVALID_ARGUMENT, "id not in", () -> rig.insert(multicast("")));
        Rig.refused(
                Code.INVALID_ARGUMENT, "id not in", () -> rig.insert(clone("session_id: 32768 ")));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "given twice",
                () -> rig.insert(multicast("multicast_group_id: 9 replicas { } replicas { } ")));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "instance",
                () -> rig.insert(multicast("multicast_group_id: 9 replicas { instance: 65536 } ")));
        Rig.refused(
                Code.UNIMPLEMENTED,
                "class",
                () -> rig.insert(clone("session_id: 5 class_of_service: 1 ")));
    }

    @Test
    void portsAsByteStringsAndMetadataSurvive() {
        Replica.Builder replica = Replica.newBuilder().setInstance(3);
        LaterFields.set(replica, LaterFields.REPLICA_PORT, ByteString.copyFrom(new byte[] {1, 0}));
        MulticastGroupEntry.Builder group =
                MulticastGroupEntry.newBuilder().setMulticastGroupId(2).addReplicas(replica);
        LaterFields.set(group, 3, ByteString.copyFromUtf8("metadata"));
        Entity e =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(group))
                        .build();
        rig.stub.write(
                Rig.request()
                        .addUpdates(Update.newBuilder().setType(Update.Type.INSERT).setEntity(e))
                        .build());
        assertEquals(256, rig.target.running.replication.groups.get(2).get(0).port());
        assertEquals(List.of(e), rig.read(multicast("")));
    }

    @Test
    void aReplicasPortThatIsNoNumberOf32BitsIsOutOfRange() {
        for (byte[] port : new byte[][] {{}, {1, 0, 0, 0, 0}}) {
            Replica.Builder replica = Replica.newBuilder().setInstance(3);
            LaterFields.set(replica, LaterFields.REPLICA_PORT, ByteString.copyFrom(port));
            MulticastGroupEntry.Builder group =
                    MulticastGroupEntry.newBuilder().setMulticastGroupId(2).addReplicas(replica);
            Entity e =
                    Entity.newBuilder()
                            .setPacketReplicationEngineEntry(
                                    PacketReplicationEngineEntry.newBuilder()
                                            .setMulticastGroupEntry(group))
                            .build();
            Update insert = Update.newBuilder().setType(Update.Type.INSERT).setEntity(e).build();
            Rig.refused(
                    Code.OUT_OF_RANGE,
                    "multicast group 2",
                    () -> rig.stub.write(Rig.request().addUpdates(insert).build()));
        }
    }

    /** One of more than 4 MB would keep most clients from reading all others of its kind. */
    @Test
    void whatIsTooLongToBeReadIsNotWritten() {
        String metadata = "m".repeat(ReadAnswer.MESSAGE_SIZE);
        String row =
                "table_entry { table_id: 33554433 match { field_id: 1 exact { value: \"\\000\" } }"
                        + " match { field_id: 2 exact { value: \"\\001\" } } action { "
                        + DROP
                        + "} metadata: \"%s\" }";
        rig.insert(String.format(row, metadata));
        Rig.refused(
                Code.RESOURCE_EXHAUSTED,
                "entity of more than",
                () -> rig.modify(String.format(row, metadata + "m")));
        rig.delete(String.format(row, metadata + "m"));
        StringBuilder group = new StringBuilder("multicast_group_id: 9 ");
        for (int i = 0; i < 150_000; i++) {
            group.append("replicas { egress_port: ").append(1000 + i).append(" instance: 1000 } ");
        }
        Rig.refused(
                Code.RESOURCE_EXHAUSTED,
                "entity of more than",
                () -> rig.insert(multicast(group.toString())));
        assertEquals(List.of(), rig.read("table_entry { }", multicast("")));
    }

    @Test
    void validRequestsOfABatchAreReadAndTheOthersReported() {
        assertEquals(
                List.of(Code.OK, Code.INVALID_ARGUMENT, Code.INVALID_ARGUMENT),
                Rig.codes(
                        () -> rig.read("table_entry { }", "", "counter_entry { counter_id: 1 }")));
    }

    @Test
    void longAnswersComeInSeveralMessages() {
        String big = "m".repeat(3_000);
        for (int i = 0; i < 1_000; i++) {
            rig.insert(
                    "table_entry { table_id: 33554433 match { field_id: 1 exact { value: \"\\"
                            + Integer.toOctalString(i >> 6)
                            + "\\"
                            + Integer.toOctalString(i & 63)
                            + "\" } } match { field_id: 2 exact { value: \"\\001\" } } action { "
                            + DROP
                            + "} metadata: \""
                            + big
                            + "\" }");
        }
        assertEquals(
                1_000, rig.read("table_entry { }").stream().collect(Collectors.toSet()).size());
    }
}
