// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.isthmus.target.api.ActionSpec;
import org.isthmus.target.api.MatchKey;
import org.isthmus.target.api.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

class TableEntryTest {
    private static final int EXACT = 33554433;
    private static final int ACL = 33554435;
    private static final int FIXED = 33554436;

    private static final String FORWARD =
            "action { action { action_id: 16777217 params { param_id: 1 value: \"\\001\\377\" } "
                    + "params { param_id: 2 value: \"\\x42\" } } } ";
    private static final String DROP = "action { action { action_id: 16777218 } } ";

    private final Rig rig = Rig.ready();

    @AfterEach
    void close() {
        rig.close();
    }

    private static String table(int id, String rest) {
        return "table_entry { table_id: " + id + " " + rest + " }";
    }

    private static String exactKey(int dst) {
        return "match { field_id: 1 exact { value: \"\\x"
                + Integer.toHexString(dst)
                + "\" } } "
                + "match { field_id: 2 exact { value: \"\\x01\" } } ";
    }

    private static String exact(int dst, String rest) {
        return table(EXACT, exactKey(dst) + rest);
    }

    private static String route(String match, String rest) {
        return table(33554434, match + rest);
    }

    private static String lpm(String value, int length) {
        return "match { field_id: 1 lpm { value: \"" + value + "\" prefix_len: " + length + " } } ";
    }

    private static String acl(String match, int priority) {
        return table(ACL, match + " priority: " + priority + " " + DROP);
    }

    @Test
    void rowsReadAsTheyWereWritten() {
        String row =
                exact(5, FORWARD + "idle_timeout_ns: 7 controller_metadata: 8 metadata: \"abc\"");
        rig.insert(row);
        assertEquals(List.of(Rig.entity(row)), rig.read(exact(5, "")));
        assertEquals(List.of(Rig.entity(row)), rig.read(table(EXACT, "")));
        assertEquals(List.of(Rig.entity(row)), rig.read(table(0, "")));
        assertEquals(List.of(), rig.read(exact(6, "")));
        rig.delete(exact(5, ""));
        assertEquals(List.of(), rig.read(table(EXACT, "")));
    }

    @Test
    void everyMatchKindReadsAsItWasWritten() {
        String routes = lpm("\\040\\001" + "\\000".repeat(14), 16);
        String all =
                "match { field_id: 1 ternary { value: \"\\x01\\x00\" mask: \"\\x01\\x80\" } } "
                        + "match { field_id: 2 range { low: \"\\x50\" high: \"\\x01\\x00\" } } "
                        + "match { field_id: 7 optional { value: \"\\x06\" } } ";
        for (String row :
                List.of(
                        route(routes, DROP),
                        route("", DROP),
                        acl(all, 3),
                        acl("", 2),
                        acl("match { field_id: 7 optional { value: \"\\x00\" } } ", 2))) {
            rig.insert(row);
            Entity e = Rig.entity(row);
            assertTrue(rig.read(table(e.getTableEntry().getTableId(), "")).contains(e), row);
        }
        assertEquals(1, rig.read(table(ACL, "priority: 3")).size());
    }

    @Test
    void aReadWithAMatchAndPriorityZeroIsOfAnyPriority() {
        String six = "match { field_id: 7 optional { value: \"\\x06\" } }";
        String seven = "match { field_id: 7 optional { value: \"\\x07\" } }";
        rig.insert(acl(six, 1), acl(six, 2), acl(seven, 2), acl("", 1));
        assertEquals(
                List.of(Rig.entity(acl(six, 1)), Rig.entity(acl(six, 2))),
                rig.read(table(ACL, six)));
        assertEquals(List.of(Rig.entity(acl(six, 2))), rig.read(table(ACL, six + "priority: 2")));
        String eight = "match { field_id: 7 optional { value: \"\\x08\" } }";
        assertEquals(List.of(), rig.read(table(ACL, eight)));
        String direct = "direct_meter_entry { table_entry { table_id: " + EXACT + " ";
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "it must be 0",
                () -> rig.read(direct + exactKey(1) + "priority: 1 } }"));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "priority -1",
                () -> rig.read(table(ACL, six + "priority: -1")));
    }

    @Test
    void updatesTakeEffectInTheOrderOfTheRequest() {
        List<String> rows = List.of(exact(9, DROP), exact(3, DROP), exact(7, DROP), exact(1, DROP));
        Rig.fails(
                Status.Code.UNKNOWN,
                () -> rig.insert(rows.get(0), rows.get(1), rows.get(0), rows.get(2), rows.get(3)));
        assertEquals(
                rows.stream().map(Rig::entity).collect(Collectors.toList()),
                rig.read(table(EXACT, "")));
    }

    /** A bug of the target's costs one update, whatever it throws. */
    @Test
    void updatesBehindOneThatFailsAreDone() {
        AtomicInteger inserts = new AtomicInteger();
        rig.target.running.table(EXACT).beforeInsert =
                () -> {
                    if (inserts.incrementAndGet() == 2) {
                        throw new StackOverflowError("meant to fail");
                    }
                };
        assertEquals(
                List.of(Code.OK, Code.INTERNAL, Code.OK),
                Rig.codes(() -> rig.insert(exact(1, DROP), exact(2, DROP), exact(3, DROP))));
        assertEquals(2, rig.read(table(EXACT, "")).size());
    }

    @Test
    void targetGetsValuesOfFullWidth() {
        rig.insert(exact(5, FORWARD));
        rig.target
                .running
                .table(EXACT)
                .rows()
                .visit(
                        0,
                        (e, packets, bytes, idle, meter) -> {
                            assertArrayEquals(new byte[] {0, 0, 0, 5}, e.key().value(0));
                            assertArrayEquals(new byte[] {0, 1}, e.key().value(1));
                            assertArrayEquals(new byte[] {1, (byte) 0xff}, e.action().param(0));
                            assertArrayEquals(
                                    new byte[] {0, 0, 0, 0, 0, 0x42}, e.action().param(1));
                        });
    }

    @Test
    void longerStringsOfTheSameValueAreTheSameKey() {
        rig.insert(exact(5, DROP));
        String padded = exact(5, DROP).replace("\"\\x5\"", "\"\\x00\\x00\\x00\\x00\\x05\"");
        Rig.refused(Code.ALREADY_EXISTS, "", () -> rig.insert(padded));
        assertEquals(List.of(Rig.entity(exact(5, DROP))), rig.read(padded));
    }

    @Test
    void malformedRowsAreRefusedByName() {
        Object[][] wrong = {
            {"table with id 0x00000009", table(9, DROP)},
            {
                "ingress.exact field meta.vrf",
                table(EXACT, exactKey(1).replaceFirst("match \\{ field_id: 2.*", "") + DROP)
            },
            {
                "ingress.exact has no match field with id 9",
                exact(1, "match { field_id: 9 }" + DROP)
            },
            {"given twice", exact(1, "match { field_id: 1 exact { value: \"a\" } }" + DROP)},
            {"match is EXACT, not LPM", exact(1, DROP).replaceFirst("exact \\{", "lpm {")},
            {"priority", exact(1, DROP + "priority: 1")},
            {"priority", acl("", 0)},
            {"priority", acl("", -1)},
            {"prefix length 129", route(lpm("\\x01", 129), DROP)},
            {"prefix length 0", route(lpm("\\x00", 0), DROP)},
            {"outside its mask", route(lpm("\\x01", 16), DROP)},
            {"mask 0", acl("match { field_id: 1 ternary { value: \"\\0\" mask: \"\\0\" } }", 1)},
            {
                "outside its mask",
                acl("match { field_id: 1 ternary { value: \"\\2\" mask: \"\\1\" } }", 1)
            },
            {"low bound", acl("match { field_id: 2 range { low: \"\\2\" high: \"\\1\" } }", 1)},
            {
                "whole range",
                acl("match { field_id: 2 range { low: \"\\0\" high: \"\\377\\377\" } }", 1)
            },
            {"no action", exact(1, "")},
            {"no action with id", exact(1, DROP.replace("16777218", "1"))},
            {
                "ingress.exact has no action ingress.other",
                exact(1, DROP.replace("16777218", "16777220"))
            },
            {
                "parameter mac: missing",
                exact(1, FORWARD.replaceFirst("params \\{ param_id: 2.*?\\}", ""))
            },
            {"parameter with id 3", exact(1, FORWARD.replace("param_id: 2", "param_id: 3"))},
            {
                "parameter port: given twice",
                exact(1, FORWARD.replace("param_id: 2", "param_id: 1"))
            },
            {"takes actions, not", exact(1, "action { action_profile_member_id: 1 }")},
            {"time_since_last_hit", exact(1, DROP + "time_since_last_hit { }")},
            {"no idle timeout", route("", DROP + "idle_timeout_ns: 1")},
            {"no direct counter", route("", DROP + "counter_data { }")},
            {"no direct meter", route("", DROP + "meter_config { }")},
            {"negative counter", exact(1, DROP + "counter_data { packet_count: -1 }")},
            {"negative counter", exact(1, DROP + "counter_data { byte_count: -1 }")},
            {"peak rate", exact(1, DROP + "meter_config { cir: 2 pir: 1 }")},
            {"ingress.keyless has no key", table(33554437, DROP)},
        };
        for (Object[] w : wrong) {
            Rig.refused(Code.INVALID_ARGUMENT, (String) w[0], () -> rig.insert((String) w[1]));
        }
        assertEquals(List.of(), rig.read(table(0, "")));
    }

    @Test
    void stringsThatAreNoValueOfTheirFieldAreOutOfRange() {
        Object[][] wrong = {
            {"hdr.dst", exact(1, DROP).replace("\"\\x1\"", "\"\\x01\\x00\\x00\\x00\\x00\"")},
            {"the empty string", exact(1, DROP).replace("\"\\x1\"", "\"\"")},
            {"meta.vrf", exact(1, DROP).replace("\"\\x01\"", "\"\\x10\\x00\"")},
            {"parameter port: 0x03ff", exact(1, FORWARD.replace("\\001\\377", "\\003\\377"))},
            {
                "the empty string",
                acl("match { field_id: 1 ternary { value: \"\\1\" mask: \"\" } }", 1)
            },
            {"hdr.dst", route(lpm("\\001" + "\\000".repeat(16), 8), DROP)},
        };
        for (Object[] w : wrong) {
            Rig.refused(Code.OUT_OF_RANGE, (String) w[0], () -> rig.insert((String) w[1]));
        }
        assertEquals(List.of(), rig.read(table(0, "")));
    }

    @Test
    void laterFieldsOfARowAreNotOverlooked() {
        TableEntry.Builder row = Rig.entity(exact(1, DROP)).getTableEntry().toBuilder();
        LaterFields.set(row, LaterFields.TABLE_ENTRY_IS_CONST, 1);
        rig.insert(exact(1, DROP));
        for (Update.Type type :
                List.of(Update.Type.INSERT, Update.Type.MODIFY, Update.Type.DELETE)) {
            Rig.refused(Code.INVALID_ARGUMENT, "is_const", () -> write(type, row));
        }
        assertEquals(1, rig.read(table(EXACT, "")).size());
        TableEntry.Builder counters = Rig.entity(exact(2, DROP)).getTableEntry().toBuilder();
        LaterFields.set(counters, LaterFields.TABLE_ENTRY_METER_COUNTER_DATA, ByteString.EMPTY);
        Rig.refused(Code.UNIMPLEMENTED, "colour", () -> write(Update.Type.INSERT, counters));
    }

    private void write(Update.Type type, TableEntry.Builder row) {
        rig.stub.write(
                Rig.request()
                        .addUpdates(
                                Update.newBuilder()
                                        .setType(type)
                                        .setEntity(Entity.newBuilder().setTableEntry(row)))
                        .build());
    }

    @Test
    void scopesOfActionsHold() {
        String noAction = DROP.replace("16777218", "16777219");
        Rig.refused(Code.PERMISSION_DENIED, "DEFAULT_ONLY", () -> rig.insert(exact(1, noAction)));
        Rig.refused(
                Code.PERMISSION_DENIED,
                "TABLE_ONLY",
                () -> rig.modify(table(EXACT, "is_default_action: true " + DROP)));
    }

    @Test
    void eachUpdateOfABatchIsTriedAndReported() {
        rig.insert(exact(2, DROP));
        assertEquals(
                List.of(Code.OK, Code.ALREADY_EXISTS, Code.INVALID_ARGUMENT, Code.OK),
                Rig.codes(
                        () ->
                                rig.insert(
                                        exact(1, DROP),
                                        exact(2, DROP),
                                        exact(3, ""),
                                        exact(4, DROP))));
        assertEquals(3, rig.read(table(EXACT, "")).size());
    }

    @Test
    void missingRowsAndFullTables() {
        Rig.refused(Code.NOT_FOUND, "", () -> rig.modify(exact(1, DROP)));
        Rig.refused(Code.NOT_FOUND, "ingress.exact", () -> rig.modify(exact(1, "")));
        Rig.refused(Code.NOT_FOUND, "", () -> rig.delete(exact(1, "")));
        for (int i = 1; i <= 4; i++) {
            rig.insert(route(lpm("\\x" + i + "0" + "\\000".repeat(15), 8), DROP));
        }
        Rig.refused(Code.RESOURCE_EXHAUSTED, "", () -> rig.insert(route("", DROP)));
    }

    @Test
    void modifyWithoutActionKeepsIt() {
        rig.insert(exact(1, FORWARD + "metadata: \"a\""));
        rig.modify(exact(1, "metadata: \"b\""));
        assertEquals(
                List.of(Rig.entity(exact(1, FORWARD + "metadata: \"b\""))),
                rig.read(table(EXACT, "")));
    }

    @Test
    void directResourcesFollowTheRow() {
        rig.insert(
                exact(
                        1,
                        DROP
                                + "counter_data { packet_count: 3 byte_count: 200 } "
                                + "meter_config { cir: 1 cburst: 2 pir: 3 pburst: 4 }"));
        String ask = "counter_data { } meter_config { }";
        TableEntry e = rig.read(table(EXACT, ask)).get(0).getTableEntry();
        assertEquals(3, e.getCounterData().getPacketCount());
        assertEquals(200, e.getCounterData().getByteCount());
        assertEquals(3, e.getMeterConfig().getPir());
        TableEntry unasked = rig.read(table(EXACT, "")).get(0).getTableEntry();
        assertEquals(false, unasked.hasCounterData() || unasked.hasMeterConfig());
        rig.modify(exact(1, DROP));
        e = rig.read(table(EXACT, ask)).get(0).getTableEntry();
        assertEquals(3, e.getCounterData().getPacketCount());
        assertEquals(false, e.hasMeterConfig());
    }

    @Test
    void packetsFindARowWithItsMeter() {
        List<Long> rates = new ArrayList<>();
        rig.target.running.table(EXACT).onChange =
                meter -> rates.add(meter == null ? null : meter.cir());
        String metered = FORWARD + "meter_config { cir: 1 pir: 2 }";
        rig.insert(exact(1, metered));
        rig.modify(exact(1, metered.replace("cir: 1", "cir: 2")));
        rig.modify(exact(1, FORWARD));
        rig.modify(table(EXACT, "is_default_action: true " + metered));
        rig.modify(table(EXACT, "is_default_action: true " + FORWARD));
        assertEquals(Arrays.asList(1L, 2L, null, 1L, null), rates);
    }

    @Test
    void directCounterAndMeterEntries() {
        rig.insert(exact(1, DROP), exact(2, DROP));
        String row = "table_entry { table_id: " + EXACT + " " + exactKey(1) + " } ";
        rig.modify("direct_counter_entry { " + row + "data { packet_count: 9 byte_count: 8 } }");
        rig.modify("direct_meter_entry { " + row + "config { cir: 1 pir: 2 } }");
        String counter =
                "direct_counter_entry { " + row + "data { packet_count: 9 byte_count: 8 } }";
        assertEquals(List.of(Rig.entity(counter)), rig.read("direct_counter_entry { " + row + "}"));
        assertEquals(
                2, rig.read("direct_counter_entry { table_entry { table_id: 33554433 } }").size());
        assertEquals(2, rig.read("direct_counter_entry { }").size());
        assertEquals(
                2,
                rig.read("direct_meter_entry { " + row + "}")
                        .get(0)
                        .getDirectMeterEntry()
                        .getConfig()
                        .getPir());
        String absent = "direct_counter_entry { " + row.replace("\\x1\"", "\\x7\"") + "data { } }";
        Rig.refused(Code.NOT_FOUND, "", () -> rig.modify(absent));
        Rig.refused(Code.NOT_FOUND, "", () -> rig.read(absent));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "negative counter",
                () -> rig.modify("direct_counter_entry { " + row + "data { byte_count: -8 } }"));
        Rig.refused(Code.INVALID_ARGUMENT, "only be modified", () -> rig.insert(counter));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "no direct counter",
                () -> rig.read("direct_counter_entry { table_entry { table_id: " + ACL + " } }"));
    }

    @Test
    void filters() {
        rig.insert(
                exact(1, DROP + "controller_metadata: 1 metadata: \"x\""),
                exact(2, FORWARD + "controller_metadata: 2 metadata: \"y\""));
        assertEquals(1, rig.read(table(EXACT, "controller_metadata: 2")).size());
        assertEquals(1, rig.read(table(EXACT, "metadata: \"x\"")).size());
        assertEquals(1, rig.read(table(EXACT, "action { action { action_id: 16777217 } }")).size());
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "action id",
                () -> rig.read(table(EXACT, "action { action_profile_member_id: 1 }")));
    }

    @Test
    void timeSinceLastHitIsFilledWhenAsked() {
        rig.insert(exact(1, DROP));
        rig.target.running.table(EXACT).idleNanos = 77;
        TableEntry e = rig.read(table(EXACT, "time_since_last_hit { }")).get(0).getTableEntry();
        assertEquals(77, e.getTimeSinceLastHit().getElapsedNs());
        assertEquals(
                false, rig.read(table(EXACT, "")).get(0).getTableEntry().hasTimeSinceLastHit());
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "time_since_last_hit",
                () -> rig.read(table(ACL, "time_since_last_hit { }")));
    }

    @Test
    void defaultActions() {
        String forward = table(EXACT, "is_default_action: true metadata: \"m\" " + FORWARD);
        rig.modify(forward);
        assertEquals(
                List.of(Rig.entity(forward)), rig.read(table(EXACT, "is_default_action: true")));
        assertEquals(List.of(), rig.read(table(EXACT, "")));
        rig.modify(table(EXACT, "is_default_action: true"));
        assertEquals(
                List.of(Rig.entity(table(EXACT, "is_default_action: true"))),
                rig.read(table(EXACT, "is_default_action: true")));
        Rig.refused(Code.INVALID_ARGUMENT, "modified", () -> rig.insert(forward));
        Rig.refused(Code.INVALID_ARGUMENT, "modified", () -> rig.delete(forward));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "no match",
                () -> rig.modify(exact(1, "is_default_action: true " + FORWARD)));
        Rig.refused(
                Code.PERMISSION_DENIED,
                "ingress.fixed",
                () -> rig.modify(table(FIXED, "is_default_action: true " + DROP)));
    }

    @Test
    void constTablesKeepTheirRows() {
        MatchKey key = new MatchKey(new byte[][] {{6}}, new byte[1][], 0);
        rig.target
                .running
                .table(FIXED)
                .addConst(new Table.Entry(key, ActionSpec.action(16777218), 0, 0, new byte[0]));
        String match = "match { field_id: 1 exact { value: \"\\x06\" } } ";
        TableEntry e = rig.read(table(FIXED, "")).get(0).getTableEntry();
        assertEquals(1, LaterFields.number(e, LaterFields.TABLE_ENTRY_IS_CONST));
        for (Update.Type type : List.of(Update.Type.INSERT, Update.Type.MODIFY)) {
            Rig.refused(
                    Code.PERMISSION_DENIED,
                    "constant",
                    () -> rig.write(type, table(FIXED, match + DROP)));
        }
        Rig.refused(Code.PERMISSION_DENIED, "constant", () -> rig.delete(table(FIXED, match)));
        rig.modify(table(FIXED, match + "counter_data { packet_count: 4 }"));
        e = rig.read(table(FIXED, "counter_data { }")).get(0).getTableEntry();
        assertEquals(4, e.getCounterData().getPacketCount());
    }

    @Test
    void requestsAreCheckedBeforeAnyUpdate() {
        WriteRequest good = Rig.request().build();
        rig.stub.write(good);
        Rig.fails(
                Status.Code.NOT_FOUND,
                () -> rig.stub.write(good.toBuilder().setDeviceId(8).build()));
        Rig.fails(
                Status.Code.NOT_FOUND, () -> rig.stub.write(good.toBuilder().setRoleId(1).build()));
        WriteRequest.Builder role = good.toBuilder();
        LaterFields.set(role, LaterFields.WRITE_REQUEST_ROLE, ByteString.copyFromUtf8("r"));
        Rig.fails(Status.Code.NOT_FOUND, () -> rig.stub.write(role.build()));
        Rig.fails(
                Status.Code.PERMISSION_DENIED,
                () ->
                        rig.stub.write(
                                good.toBuilder()
                                        .setElectionId(Uint128.newBuilder().setLow(2))
                                        .build()));
        Rig.fails(
                Status.Code.PERMISSION_DENIED,
                () -> rig.stub.write(good.toBuilder().clearElectionId().build()));
        Rig.fails(
                Status.Code.UNIMPLEMENTED,
                () ->
                        rig.stub.write(
                                good.toBuilder()
                                        .setAtomicity(WriteRequest.Atomicity.DATAPLANE_ATOMIC)
                                        .build()));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "update type",
                () -> rig.write(Update.Type.UNSPECIFIED, exact(1, DROP)));
        Rig.refused(Code.INVALID_ARGUMENT, "no entity", () -> rig.insert(""));
        Rig.refused(Code.UNIMPLEMENTED, "EXTERN", () -> rig.insert("extern_entry { }"));
        Rig.refused(Code.UNIMPLEMENTED, "VALUE_SET", () -> rig.read("value_set_entry { }"));
    }
}
