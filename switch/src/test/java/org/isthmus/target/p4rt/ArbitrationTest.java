// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.Role;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

class ArbitrationTest {
    /** Number of the field of a read request that holds its role. */
    private static final int READ_REQUEST_ROLE = 3;

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void firstIsPrimaryAndLowerOneIsBackup() {
        Rig.Controller a = rig.connect(5);
        Rig.Controller b = rig.open();
        b.arbitrate(4);
        MasterArbitrationUpdate m = b.next().getArbitration();
        assertEquals(Code.ALREADY_EXISTS_VALUE, m.getStatus().getCode());
        assertEquals(5, m.getElectionId().getLow());
        assertEquals(Rig.DEVICE, m.getDeviceId());
        assertTrue(a.isQuiet());
    }

    @Test
    void higherOneTakesOverAndAllHearOfIt() {
        Rig.Controller a = rig.connect(5);
        Rig.Controller b = rig.open();
        b.arbitrate(6);
        assertEquals(Code.OK, b.standing());
        assertEquals(Code.ALREADY_EXISTS, a.standing());
    }

    @Test
    void electionIdsAreUnsignedNumbersOf128Bits() {
        Rig.Controller a = rig.connect(-1);
        Rig.Controller b = rig.open();
        b.arbitrate(
                MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(Rig.DEVICE)
                        .setElectionId(Uint128.newBuilder().setHigh(1))
                        .build());
        assertEquals(Code.OK, b.standing());
        assertEquals(Code.ALREADY_EXISTS, a.standing());
    }

    @Test
    void withoutPrimaryBackupsAreToldSoUntilOneReachesTheHighestIdSeen() {
        Rig.Controller a = rig.connect(5);
        Rig.Controller b = rig.open();
        b.arbitrate(3);
        b.next();
        a.out.onCompleted();
        assertEquals(Status.Code.OK, a.end().getCode());
        MasterArbitrationUpdate m = b.next().getArbitration();
        assertEquals(Code.NOT_FOUND_VALUE, m.getStatus().getCode());
        assertEquals(5, m.getElectionId().getLow());
        b.arbitrate(4);
        assertEquals(Code.NOT_FOUND, b.standing());
        b.arbitrate(5);
        assertEquals(Code.OK, b.standing());
    }

    @Test
    void brokenStreamOfThePrimaryLeavesNone() {
        Rig.Controller a = rig.connect(5);
        Rig.Controller b = rig.open();
        b.arbitrate(3);
        b.next();
        a.out.onError(Status.CANCELLED.asRuntimeException());
        assertEquals(Code.NOT_FOUND, b.standing());
    }

    @Test
    void primaryThatLowersItsIdLeavesNone() {
        Rig.Controller a = rig.connect(5);
        a.arbitrate(4);
        assertEquals(Code.NOT_FOUND, a.standing());
    }

    @Test
    void withoutElectionIdOneIsNeverPrimary() {
        Rig.Controller a = rig.open();
        a.arbitrate(MasterArbitrationUpdate.newBuilder().setDeviceId(Rig.DEVICE).build());
        MasterArbitrationUpdate m = a.next().getArbitration();
        assertEquals(Code.NOT_FOUND_VALUE, m.getStatus().getCode());
        assertFalse(m.hasElectionId());
    }

    @Test
    void duplicateElectionIdEndsTheStream() {
        rig.connect(5);
        Rig.Controller b = rig.open();
        b.arbitrate(5);
        assertEquals(Status.Code.INVALID_ARGUMENT, b.end().getCode());
    }

    @Test
    void streamEndedForItsElectionIdIsForgotten() {
        rig.connect(5);
        Rig.Controller b = rig.open();
        b.arbitrate(4);
        b.next();
        b.arbitrate(5);
        assertEquals(Status.Code.INVALID_ARGUMENT, b.end().getCode());
        Rig.Controller c = rig.open();
        c.arbitrate(4);
        assertEquals(Code.ALREADY_EXISTS, c.standing());
    }

    @Test
    void deviceIdMustBeKnownAndMustStay() {
        Rig.Controller a = rig.open();
        a.arbitrate(MasterArbitrationUpdate.newBuilder().setDeviceId(8).build());
        assertEquals(Status.Code.NOT_FOUND, a.end().getCode());
        Rig.Controller b = rig.connect(1);
        b.arbitrate(MasterArbitrationUpdate.newBuilder().setDeviceId(8).build());
        assertEquals(Status.Code.FAILED_PRECONDITION, b.end().getCode());
    }

    private static MasterArbitrationUpdate role(String name, long electionId) {
        Role.Builder role = Role.newBuilder();
        if (!name.isEmpty()) {
            LaterFields.set(role, LaterFields.ROLE_NAME, ByteString.copyFromUtf8(name));
        }
        return MasterArbitrationUpdate.newBuilder()
                .setDeviceId(Rig.DEVICE)
                .setRole(role)
                .setElectionId(Uint128.newBuilder().setLow(electionId))
                .build();
    }

    private Rig.Controller take(String name, long electionId) {
        Rig.Controller c = rig.open();
        c.arbitrate(role(name, electionId));
        return c;
    }

    @Test
    void eachRoleHasAPrimaryOfItsOwn() {
        Rig.Controller a = rig.connect(5);
        Rig.Controller b = take("sdn", 5);
        MasterArbitrationUpdate m = b.next().getArbitration();
        assertEquals(Code.OK_VALUE, m.getStatus().getCode());
        assertEquals(role("sdn", 5).getRole(), m.getRole());
        assertEquals(Code.ALREADY_EXISTS, take("sdn", 4).standing());
        assertEquals(Code.OK, take("other", 1).standing());
        Rig.Controller numbered = rig.open();
        numbered.arbitrate(
                MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(Rig.DEVICE)
                        .setRole(Role.newBuilder().setId(9))
                        .setElectionId(Uint128.newBuilder().setLow(1))
                        .build());
        assertEquals(9, numbered.next().getArbitration().getRole().getId());
        b.out.onCompleted();
        assertEquals(Status.Code.OK, b.end().getCode());
        assertTrue(a.isQuiet());
    }

    @Test
    void thePrimaryOfARoleWritesAndGetsWhatThePipelineSends() {
        rig.connect(1);
        rig.setPipeline(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT);
        WriteRequest.Builder write = Rig.request();
        LaterFields.set(write, LaterFields.WRITE_REQUEST_ROLE, ByteString.copyFromUtf8("sdn"));
        Rig.fails(Status.Code.NOT_FOUND, () -> rig.stub.write(write.build()));
        Rig.Controller b = take("sdn", 3);
        b.next();
        Rig.fails(Status.Code.PERMISSION_DENIED, () -> rig.stub.write(write.build()));
        write.setElectionId(Uint128.newBuilder().setLow(3));
        rig.stub.write(write.build());
        ReadRequest.Builder read = ReadRequest.newBuilder().setDeviceId(Rig.DEVICE);
        LaterFields.set(read, READ_REQUEST_ROLE, ByteString.copyFromUtf8("sdn"));
        assertFalse(rig.stub.read(read.build()).hasNext());
        rig.target.packetIn(new byte[] {0, 0, 0, 'x'});
        assertEquals("x", b.next().getPacket().getPayload().toStringUtf8());
        // What a role had seen is known after its controllers have gone.
        b.out.onCompleted();
        b.end();
        assertEquals(Code.NOT_FOUND, take("sdn", 2).standing());
    }

    @Test
    void aStreamKeepsItsRole() {
        Rig.Controller a = rig.connect(5);
        a.arbitrate(role("sdn", 6));
        assertEquals(Status.Code.FAILED_PRECONDITION, a.end().getCode());
        Rig.Controller b = take("sdn", 1);
        b.next();
        b.arbitrate(role("", 7));
        assertEquals(Status.Code.FAILED_PRECONDITION, b.end().getCode());
    }

    @Test
    void rolesAreLimitedAndTakeNoConfig() {
        for (int i = 1; i < 16; i++) {
            assertEquals(Code.OK, take("role" + i, 1).standing());
        }
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, take("one more", 1).end().getCode());
        assertEquals(Status.Code.INVALID_ARGUMENT, take("role1", 1).end().getCode());
        Rig.Controller a = rig.open();
        a.arbitrate(
                MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(Rig.DEVICE)
                        .setRole(Role.newBuilder().setConfig(Any.getDefaultInstance()))
                        .build());
        assertEquals(Status.Code.INVALID_ARGUMENT, a.end().getCode());
    }

    /** One that never had a primary leaves nothing behind. */
    @Test
    void rolesWithoutElectionIdsAreForgotten() {
        for (int i = 0; i < 40; i++) {
            Rig.Controller c = rig.open();
            c.arbitrate(role("role" + i, 1).toBuilder().clearElectionId().build());
            assertEquals(Code.NOT_FOUND, c.standing());
            c.out.onCompleted();
            c.end();
        }
    }

    /** Its election id is known all the same when somebody takes it again. */
    @Test
    void aRoleThatNobodyHasKeepsNobodyFromAnother() {
        for (int i = 0; i < 40; i++) {
            takeAndLeave("role" + i);
        }
        assertEquals(Code.NOT_FOUND, take("role0", 4).standing());
        assertEquals(Code.OK, take("role0", 5).standing());
    }

    @Test
    void rolesAreForgottenThatNobodyHasHadForLongest() {
        takeAndLeave("first");
        takeAndLeave("second");
        Rig.Controller kept = take("kept", 5);
        assertEquals(Code.OK, kept.standing());
        takeAndLeave("first");
        // With these three and the default role, one more than are known.
        for (int i = 0; i < Roles.MAX_KNOWN - 3; i++) {
            takeAndLeave("role" + i);
        }
        assertEquals(Code.OK, take("second", 1).standing());
        assertEquals(Code.ALREADY_EXISTS, take("kept", 4).standing());
        assertTrue(kept.isQuiet());
    }

    private void takeAndLeave(String name) {
        Rig.Controller c = take(name, 5);
        assertEquals(Code.OK, c.standing());
        c.out.onCompleted();
        assertEquals(Status.Code.OK, c.end().getCode());
    }

    /** A reader needs no stream, so it may be the first to name a role. */
    @Test
    void aReadNeedsNobodyWithItsRole() {
        rig.connect(1);
        rig.setPipeline(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT);
        ReadRequest.Builder read = ReadRequest.newBuilder().setDeviceId(Rig.DEVICE);
        LaterFields.set(read, READ_REQUEST_ROLE, ByteString.copyFromUtf8("sdn"));
        assertFalse(rig.stub.read(read.build()).hasNext());
    }

    @Test
    void controllersAreLimited() {
        for (int i = 1; i <= 16; i++) {
            rig.connect(i);
        }
        Rig.Controller a = rig.open();
        a.arbitrate(17);
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, a.end().getCode());
    }

    @Test
    void aDeviceThatIsNotAvailableEndsStreamsAndRefusesCallsUntilItIs() {
        Rig.Controller a = rig.connect(5);
        Rig.Controller silent = rig.open();
        rig.service.unavailable("it does not forward");
        for (Rig.Controller c : List.of(a, silent)) {
            Status end = c.end();
            assertEquals(Status.Code.UNAVAILABLE, end.getCode());
            assertEquals("it does not forward", end.getDescription());
        }
        Rig.Controller b = rig.open();
        b.arbitrate(6);
        assertEquals(Status.Code.UNAVAILABLE, b.end().getCode());
        assertUnavailable(() -> rig.stub.write(WriteRequest.getDefaultInstance()));
        assertUnavailable(
                () -> rig.stub.read(ReadRequest.getDefaultInstance()).forEachRemaining(r -> {}));
        assertUnavailable(
                () ->
                        rig.stub.getForwardingPipelineConfig(
                                GetForwardingPipelineConfigRequest.getDefaultInstance()));
        assertUnavailable(
                () ->
                        rig.stub.setForwardingPipelineConfig(
                                SetForwardingPipelineConfigRequest.getDefaultInstance()));

        rig.service.unavailable(null);
        // The one who was primary is not any more.
        Rig.Controller c = rig.open();
        c.arbitrate(5);
        assertEquals(Code.OK, c.standing());
        assertTrue(a.isQuiet());
    }

    private static void assertUnavailable(Executable call) {
        StatusRuntimeException e = assertThrows(StatusRuntimeException.class, call);
        assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
    }
}
