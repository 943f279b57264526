// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.Struct;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.Value;
import com.google.rpc.Code;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.net.ConnectException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLException;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.DeviceId;
import org.isthmus.pipeline.Entities;
import org.isthmus.pipeline.Pipeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/** With a device that answers as a test says, and a clock that it turns. */
class ConnectionTest implements Connection.Events {
    private final FakeChannel device = new FakeChannel();
    private final Periods timer = new Periods();
    private final List<String> events = new ArrayList<>();
    private final Connection connection =
            new Connection(
                    DeviceId.of("device:s1"),
                    ManagementAddress.parse("grpc://192.0.2.1:9559?device_id=1"),
                    Pipeline.v1model(),
                    Elections.above(0),
                    device,
                    Runnable::run,
                    Runnable::run,
                    timer,
                    new LongAdder(),
                    this);

    @Override
    public void primary(String other) {
        events.add("primary " + other);
    }

    @Override
    public void ready(Connection c) {
        events.add("ready");
    }

    @Override
    public void preempted(Connection c) {
        events.add("preempted");
    }

    @Override
    public void ended(Connection c, String reason) {
        events.add(reason);
    }

    @Override
    public void message(StreamMessageResponse message) {
        events.add("message");
    }

    /** Periods in which the device answers what it is asked, but for who is primary. */
    private void pass(int periods) {
        for (int i = 0; i < periods && events.size() < 2; i++) {
            timer.pass(Pulse.PERIOD_SECONDS);
            ClientCall.Listener<CapabilitiesResponse> asked =
                    device.last(P4RuntimeGrpc.getCapabilitiesMethod()).listener();
            asked.onMessage(CapabilitiesResponse.getDefaultInstance());
            asked.onClose(Status.OK, new Metadata());
        }
    }

    @Test
    void aDeviceThatDoesNotSayWhoIsPrimaryIsLeft() {
        connection.start();
        pass(Connection.ARBITRATION_PERIODS - 1);
        assertEquals(List.of(), events);
        timer.pass(Pulse.PERIOD_SECONDS);
        assertEquals(List.of("it did not say who is primary for 10 s"), events);
        assertTrue(device.isShutdown());
        assertEquals(0, timer.repeated());
    }

    @Test
    void oneThatNamesAnotherIsNot() {
        connection.start();
        ClientCall.Listener<StreamMessageResponse> stream =
                device.last(P4RuntimeGrpc.getStreamChannelMethod()).listener();
        MasterArbitrationUpdate.Builder other = MasterArbitrationUpdate.newBuilder();
        other.getStatusBuilder().setCode(Code.ALREADY_EXISTS_VALUE);
        other.getElectionIdBuilder().setLow(7);
        stream.onMessage(StreamMessageResponse.newBuilder().setArbitration(other).build());
        pass(10 * Connection.ARBITRATION_PERIODS);
        assertEquals(List.of("primary 7"), events);
    }

    private <A> void answer(MethodDescriptor<?, A> method, A answer) {
        ClientCall.Listener<A> asked = device.last(method).listener();
        asked.onMessage(answer);
        asked.onClose(Status.OK, new Metadata());
    }

    /** Up to the question which program runs. */
    private void becomePrimary() {
        becomePrimary(CapabilitiesResponse.getDefaultInstance());
    }

    private void becomePrimary(CapabilitiesResponse capabilities) {
        connection.start();
        ClientCall.Listener<StreamMessageResponse> stream =
                device.last(P4RuntimeGrpc.getStreamChannelMethod()).listener();
        stream.onMessage(
                StreamMessageResponse.newBuilder()
                        .setArbitration(MasterArbitrationUpdate.getDefaultInstance())
                        .build());
        answer(P4RuntimeGrpc.getCapabilitiesMethod(), capabilities);
    }

    @Test
    void oneThatDoesNotAnswerAWriteIsLeft() {
        becomePrimary();
        answer(
                P4RuntimeGrpc.getGetForwardingPipelineConfigMethod(),
                GetForwardingPipelineConfigResponse.getDefaultInstance());
        answer(
                P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                SetForwardingPipelineConfigResponse.getDefaultInstance());
        assertFalse(device.last(P4RuntimeGrpc.getWriteMethod()).isOver());
        pass(Connection.WRITE_PERIODS);
        assertEquals(List.of("primary null"), events);
        timer.pass(Pulse.PERIOD_SECONDS);
        assertEquals(List.of("primary null", "a write was not answered for 60 s"), events);
        assertTrue(device.isShutdown());
    }

    private void refuseToSayWhatRuns(Status.Code code) {
        becomePrimary();
        device.last(P4RuntimeGrpc.getGetForwardingPipelineConfigMethod())
                .listener()
                .onClose(code.toStatus(), new Metadata());
    }

    /** To load a program would empty the tables of one that may run ours. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {
                "CANCELLED",
                "DEADLINE_EXCEEDED",
                "RESOURCE_EXHAUSTED",
                "ABORTED",
                "UNAVAILABLE"
            })
    void oneThatDoesNotSayWhatItRunsIsLeftAsItIs(Status.Code code) {
        refuseToSayWhatRuns(code);
        assertFalse(device.isCalled(P4RuntimeGrpc.getSetForwardingPipelineConfigMethod()));
        assertEquals(List.of("primary null", "it does not say what it runs: " + code), events);
        assertTrue(device.isShutdown());
    }

    /** The first is BMv2's answer. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"FAILED_PRECONDITION", "NOT_FOUND", "UNIMPLEMENTED", "INVALID_ARGUMENT"})
    void oneWithoutAProgramIsGivenOurs(Status.Code code) {
        refuseToSayWhatRuns(code);
        assertTrue(device.isCalled(P4RuntimeGrpc.getSetForwardingPipelineConfigMethod()));
        assertFalse(device.isShutdown());
    }

    /** Primary of a device that runs a program. */
    private void find(long cookie, boolean reconciles) {
        Struct said =
                Struct.newBuilder()
                        .putFields(
                                "reconcile_and_commit",
                                Value.newBuilder().setBoolValue(reconciles).build())
                        .build();
        becomePrimary(
                CapabilitiesResponse.newBuilder()
                        .setUnknownFields(
                                UnknownFieldSet.newBuilder()
                                        .addField(
                                                999,
                                                UnknownFieldSet.Field.newBuilder()
                                                        .addLengthDelimited(
                                                                Any.pack(said).toByteString())
                                                        .build())
                                        .build())
                        .build());
        GetForwardingPipelineConfigResponse.Builder answer =
                GetForwardingPipelineConfigResponse.newBuilder();
        answer.getConfigBuilder().getCookieBuilder().setCookie(cookie);
        answer(P4RuntimeGrpc.getGetForwardingPipelineConfigMethod(), answer.build());
    }

    private Action action() {
        return ((SetForwardingPipelineConfigRequest)
                        device.last(P4RuntimeGrpc.getSetForwardingPipelineConfigMethod()).message())
                .getAction();
    }

    private void refuseProgram(Status.Code code) {
        device.last(P4RuntimeGrpc.getSetForwardingPipelineConfigMethod())
                .listener()
                .onClose(code.toStatus(), new Metadata());
    }

    @Test
    void aProgramTakesThePlaceOfAnotherWhereTheServerCanDoThat() {
        find(7, true);
        assertEquals(Action.RECONCILE_AND_COMMIT, action());
        answer(
                P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                SetForwardingPipelineConfigResponse.getDefaultInstance());
        assertTrue(device.isCalled(P4RuntimeGrpc.getWriteMethod()));
    }

    /** The answer to a removal of what is not there is an error. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"OK", "UNKNOWN"})
    void whereTheServerCannotDoThatItIsLoadedAnew(Status.Code removal) {
        find(7, false);
        removeCloneSession(removal);
        assertEquals(Action.VERIFY_AND_COMMIT, action());
    }

    /** Before a program takes the place of another. */
    private void removeCloneSession(Status.Code answer) {
        FakeChannel.Call<?, ?> removal = device.last(P4RuntimeGrpc.getWriteMethod());
        assertEquals(
                List.of(Entities.remove(Pipeline.v1model().translator().prerequisites().get(0))),
                ((WriteRequest) removal.message()).getUpdatesList());
        // Nobody says in what order a server does two calls.
        assertSame(removal, device.last());
        if (answer == Status.Code.OK) {
            answer(P4RuntimeGrpc.getWriteMethod(), WriteResponse.getDefaultInstance());
        } else {
            removal.listener().onClose(answer.toStatus(), new Metadata());
        }
    }

    @Test
    void whereNothingRunsItIsLoadedAnew() {
        find(0, true);
        assertEquals(Action.VERIFY_AND_COMMIT, action());
    }

    /** Its tables are others, or it has no memory for both. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"INVALID_ARGUMENT", "RESOURCE_EXHAUSTED", "UNIMPLEMENTED", "INTERNAL"})
    void whatCannotKeepItsEntriesIsLoadedAnew(Status.Code code) {
        find(7, true);
        refuseProgram(code);
        removeCloneSession(Status.Code.OK);
        assertEquals(Action.VERIFY_AND_COMMIT, action());
        assertFalse(device.isShutdown());
    }

    /** It may be at it still. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE"})
    void oneThatDoesNotAnswerForAProgramIsNotEmptied(Status.Code code) {
        find(7, true);
        refuseProgram(code);
        assertEquals(Action.RECONCILE_AND_COMMIT, action());
        assertTrue(device.isShutdown());
    }

    @Test
    void aReasonIsOneLine() {
        assertEquals(
                "UNAVAILABLE: io exception: Connection refused",
                CallFailures.reason(
                        Status.UNAVAILABLE
                                .withDescription("io exception")
                                .withCause(new ConnectException("Connection refused"))
                                .asRuntimeException()));
        SSLException tls = new SSLException("General OpenSslEngine problem");
        tls.initCause(new CertPathBuilderException("unable to find valid certification path"));
        assertEquals(
                "UNAVAILABLE: io exception: General OpenSslEngine problem:"
                        + " unable to find valid certification path",
                CallFailures.reason(
                        Status.UNAVAILABLE
                                .withDescription("io exception\nChannel Pipeline: [SslHandler#0]")
                                .withCause(tls)
                                .asRuntimeException()));
        SSLException late = new SSLException("General OpenSslEngine problem");
        late.initCause(new CertificateExpiredException("NotAfter: 2026"));
        assertEquals(
                "UNAVAILABLE: io exception: General OpenSslEngine problem: its certificate has"
                        + " expired, or the clock here is wrong: NotAfter: 2026",
                CallFailures.reason(
                        Status.UNAVAILABLE
                                .withDescription("io exception")
                                .withCause(late)
                                .asRuntimeException()));
        assertEquals("CANCELLED", CallFailures.reason(Status.CANCELLED.asException()));
    }

    private static String refused(String alert) {
        return CallFailures.reason(
                Status.UNAVAILABLE
                        .withDescription("ssl exception")
                        .withCause(
                                new SSLException(
                                        "io.netty.handler.ssl.ReferenceCountedOpenSslEngine"
                                                + "$OpenSslException: error:10000415:SSL"
                                                + " routines:OPENSSL_internal:"
                                                + alert))
                        .asRuntimeException());
    }

    @Test
    void aSwitchThatRefusesOurCertificateSaysSoInWords() {
        String own =
                "UNAVAILABLE: ssl exception: the switch refuses the controller's certificate,"
                        + " --device-certificate: ";
        assertEquals(
                own
                        + "it has expired, or the clock there is wrong"
                        + " (SSLV3_ALERT_CERTIFICATE_EXPIRED)",
                refused("SSLV3_ALERT_CERTIFICATE_EXPIRED"));
        assertEquals(
                own
                        + "most likely nobody whom it trusts, --grpc-server-cacert, has signed it"
                        + " (TLSV1_ALERT_INTERNAL_ERROR)",
                refused("TLSV1_ALERT_INTERNAL_ERROR"));
        assertEquals(
                own + "nobody whom it trusts has signed it (TLSV1_ALERT_UNKNOWN_CA)",
                refused("TLSV1_ALERT_UNKNOWN_CA"));
        assertEquals(
                "UNAVAILABLE: ssl exception: the switch wants a certificate of the controller:"
                        + " --device-certificate (TLSV1_ALERT_CERTIFICATE_REQUIRED)",
                refused("TLSV1_ALERT_CERTIFICATE_REQUIRED"));
        assertEquals(
                "UNAVAILABLE: ssl exception: the switch ended the TLS handshake"
                        + " (TLSV1_ALERT_PROTOCOL_VERSION)",
                refused("TLSV1_ALERT_PROTOCOL_VERSION"));
    }
}
