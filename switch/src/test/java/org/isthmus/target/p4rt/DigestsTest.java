// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4Types.P4StructTypeSpec;
import p4.v1.P4DataOuterClass.P4Data;
import p4.v1.P4RuntimeOuterClass.DigestList;
import p4.v1.P4RuntimeOuterClass.DigestListAck;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;

class DigestsTest {
    private static final int ID = 400350661;

    private static final String TYPES =
            "digests { preamble { id: 400350661 name: \"learned_t\" } "
                    + "type_spec { struct { name: \"learned_t\" } } } "
                    + "type_info { structs { key: \"learned_t\" value { "
                    + "members { name: \"port\" type_spec { bitstring { bit { bitwidth: 9 } } } } "
                    + "members { name: \"odd\" type_spec { bool { } } } "
                    + "members { name: \"kind\" "
                    + "type_spec { serializable_enum { name: \"kind_t\" } } } "
                    + "members { name: \"pair\" type_spec { tuple { "
                    + "members { new_type { name: \"port_t\" } } } } } } } "
                    + "serializable_enums { key: \"kind_t\" value { "
                    + "underlying_type { bitwidth: 8 } } } "
                    + "new_types { key: \"port_t\" value { "
                    + "translated_type { sdn_bitwidth: 32 } } } }";

    private final Rig rig = new Rig();
    private Rig.Controller primary;

    @BeforeEach
    void commit() throws Exception {
        primary = rig.connect(1);
        rig.setPipeline(
                Action.VERIFY_AND_COMMIT, Rig.config().toBuilder().setP4Info(with(TYPES)).build());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static P4Info with(String more) throws TextFormat.ParseException {
        P4Info.Builder b = Rig.P4INFO.toBuilder();
        TextFormat.merge(more, b);
        return b.build();
    }

    private static String entry(long maxTimeout, int maxList, long ackTimeout) {
        return "digest_entry { digest_id: "
                + ID
                + " config { max_timeout_ns: "
                + maxTimeout
                + " max_list_size: "
                + maxList
                + " ack_timeout_ns: "
                + ackTimeout
                + " } }";
    }

    private void digest(int port) {
        byte[][] values = {{(byte) (port >> 8), (byte) port}, {1}, {2}, {0, 0, 0, 7}};
        rig.target.running.digests.get(ID).digest(values);
    }

    private void acknowledge(Rig.Controller c, int digest, long list) {
        c.out.onNext(
                StreamMessageRequest.newBuilder()
                        .setDigestAck(
                                DigestListAck.newBuilder().setDigestId(digest).setListId(list))
                        .build());
    }

    private static int port(DigestList list, int i) {
        byte[] port = list.getData(i).getStruct().getMembers(0).getBitstring().toByteArray();
        return port.length == 1 ? port[0] & 0xff : (port[0] & 0xff) << 8 | port[1] & 0xff;
    }

    @Test
    void aDigestHasTheTypeOfTheP4Info() throws Exception {
        rig.insert(entry(0, 0, 0));
        digest(0x123);
        DigestList list = primary.next().getDigest();
        assertEquals(ID, list.getDigestId());
        assertEquals(1, list.getListId());
        assertEquals(1_000_000_007L, list.getTimestamp());
        P4Data.Builder want = P4Data.newBuilder();
        TextFormat.merge(
                "struct { members { bitstring: \"\\x01\\x23\" } members { bool: true } "
                        + "members { enum_value: \"\\x02\" } "
                        + "members { tuple { members { bitstring: \"\\x07\" } } } }",
                want);
        assertEquals(List.of(want.build()), list.getDataList());
        // Without a time for acknowledgements each is told, however often it is the same.
        digest(0x123);
        assertEquals(2, primary.next().getDigest().getListId());
    }

    @Test
    void noListsWithoutConfigurationNorAfterItsEnd() {
        digest(1);
        rig.insert(entry(5, 9, 0));
        digest(2);
        rig.delete("digest_entry { digest_id: " + ID + " }");
        rig.timer.fire();
        digest(3);
        assertTrue(primary.isQuiet());
    }

    @Test
    void aListIsSentWhenItIsFullOrItsTimeHasCome() {
        rig.insert(entry(1_000_000, 3, 0));
        digest(1);
        digest(1);
        digest(2);
        assertTrue(primary.isQuiet());
        digest(3);
        DigestList full = primary.next().getDigest();
        assertEquals(3, full.getDataCount());
        assertEquals(1, port(full, 0));
        assertEquals(3, port(full, 2));
        rig.timer.fire();
        assertTrue(primary.isQuiet());
        digest(4);
        rig.timer.fire();
        assertEquals(1, primary.next().getDigest().getDataCount());
    }

    @Test
    void aListWithoutLimitHasOne() {
        rig.insert(entry(1_000_000, 0, 0));
        for (int i = 0; i < Digests.MAX_LIST; i++) {
            digest(i);
        }
        assertEquals(Digests.MAX_LIST, primary.next().getDigest().getDataCount());
    }

    @Test
    void whatIsNotAcknowledgedIsNotToldAgainUntilItsTimeIsOver() {
        rig.insert(entry(0, 0, 1_000_000));
        digest(1);
        primary.next();
        digest(1);
        digest(2);
        assertEquals(2, port(primary.next().getDigest(), 0));
        acknowledge(primary, ID, 1);
        digest(1);
        digest(2);
        assertEquals(1, port(primary.next().getDigest(), 0));
        assertTrue(primary.isQuiet());
        rig.timer.fire();
        digest(2);
        assertEquals(2, port(primary.next().getDigest(), 0));
        // One that comes too late is no error.
        acknowledge(primary, ID, 2);
        assertTrue(primary.isQuiet());
    }

    @Test
    void wrongAcknowledgementsAreReported() {
        acknowledge(primary, 9, 1);
        assertEquals(Code.INVALID_ARGUMENT_VALUE, primary.next().getError().getCanonicalCode());
        Rig.Controller backup = rig.open();
        acknowledge(backup, ID, 1);
        assertEquals(Code.PERMISSION_DENIED_VALUE, backup.next().getError().getCanonicalCode());
    }

    @Test
    void configurationsAreReadAsTheyWereWrittenAndKeptByReconciliation() {
        assertEquals(List.of(), rig.read("digest_entry { }"));
        rig.insert(entry(1, 2, 3));
        assertEquals(List.of(Rig.entity(entry(1, 2, 3))), rig.read("digest_entry { }"));
        rig.modify(entry(4, 5, 6));
        assertEquals(
                List.of(Rig.entity(entry(4, 5, 6))),
                rig.read("digest_entry { digest_id: " + ID + " }"));
        Rig.refused(Code.ALREADY_EXISTS, "learned_t", () -> rig.insert(entry(1, 2, 3)));
        Rig.refused(
                Code.INVALID_ARGUMENT,
                "no digest",
                () -> rig.insert("digest_entry { digest_id: 1 }"));
        Rig.refused(Code.INVALID_ARGUMENT, "negative", () -> rig.modify(entry(-1, 0, 0)));
        rig.setPipeline(
                Action.RECONCILE_AND_COMMIT,
                rig.stub
                        .getForwardingPipelineConfig(
                                GetForwardingPipelineConfigRequest.newBuilder()
                                        .setDeviceId(Rig.DEVICE)
                                        .build())
                        .getConfig());
        assertEquals(List.of(Rig.entity(entry(4, 5, 6))), rig.read("digest_entry { }"));
        rig.delete(entry(0, 0, 0));
        Rig.refused(Code.NOT_FOUND, "learned_t", () -> rig.delete(entry(0, 0, 0)));
        Rig.refused(Code.NOT_FOUND, "learned_t", () -> rig.modify(entry(0, 0, 0)));
    }

    @Test
    void digestsOfTypesThatHaveNoBitsAreRefused() throws Exception {
        P4Info error = with(TYPES.replace("bool { }", "error { }"));
        Rig.fails(
                Status.Code.UNIMPLEMENTED,
                () ->
                        rig.setPipeline(
                                Action.VERIFY, Rig.config().toBuilder().setP4Info(error).build()));
        P4Info endless = with(TYPES.replace("bool { }", "struct { name: \"learned_t\" }"));
        Rig.fails(
                Status.Code.INVALID_ARGUMENT,
                () ->
                        rig.setPipeline(
                                Action.VERIFY,
                                Rig.config().toBuilder().setP4Info(endless).build()));
    }

    /** Fifteen types, of which each has ten members of the next one's. */
    @Test
    void digestsOfMoreValuesThanAnybodyTakesAreRefused() throws Exception {
        P4Info.Builder info =
                with(TYPES.replace("bool { }", "struct { name: \"t0\" }")).toBuilder();
        for (int i = 0; i < 15; i++) {
            P4StructTypeSpec.Builder type = P4StructTypeSpec.newBuilder();
            for (int m = 0; m < 10; m++) {
                type.addMembersBuilder()
                        .getTypeSpecBuilder()
                        .getStructBuilder()
                        .setName("t" + (i + 1));
            }
            info.getTypeInfoBuilder().putStructs("t" + i, type.build());
        }
        info.getTypeInfoBuilder().putStructs("t15", P4StructTypeSpec.getDefaultInstance());
        Rig.fails(
                Status.Code.INVALID_ARGUMENT,
                () ->
                        rig.setPipeline(
                                Action.VERIFY, Rig.config().toBuilder().setP4Info(info).build()));
    }
}
