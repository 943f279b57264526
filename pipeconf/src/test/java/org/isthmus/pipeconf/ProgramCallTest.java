// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Any;
import com.google.protobuf.Struct;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.Value;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig.Cookie;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/** With a device that answers as a test says. */
class ProgramCallTest {
    private final List<String> asked = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private Status reconciled = Status.OK;
    private Status removed = Status.OK;
    private Status loaded = Status.OK;
    private boolean reconciles = true;
    private Cookie cookie = Cookie.newBuilder().setCookie(7).build();

    /** A status, or an answer. */
    private Object answer(Object request) {
        if (request instanceof CapabilitiesRequest) {
            asked.add("capabilities");
            return capabilities();
        }
        if (request instanceof GetForwardingPipelineConfigRequest) {
            asked.add("cookie of " + ((GetForwardingPipelineConfigRequest) request).getDeviceId());
            GetForwardingPipelineConfigResponse.Builder answer =
                    GetForwardingPipelineConfigResponse.newBuilder();
            if (cookie == null) {
                return Status.FAILED_PRECONDITION;
            }
            answer.getConfigBuilder().setCookie(cookie);
            return answer.build();
        }
        if (request instanceof WriteRequest) {
            WriteRequest write = (WriteRequest) request;
            Update update = write.getUpdates(0);
            asked.add(
                    String.format(
                            "%s of clone session %d of %d by %d",
                            update.getType(),
                            update.getEntity()
                                    .getPacketReplicationEngineEntry()
                                    .getCloneSessionEntry()
                                    .getSessionId(),
                            write.getDeviceId(),
                            write.getElectionId().getLow()));
            return removed.isOk() ? WriteResponse.getDefaultInstance() : removed;
        }
        SetForwardingPipelineConfigRequest set = (SetForwardingPipelineConfigRequest) request;
        asked.add(set.getAction() + " by " + set.getElectionId().getLow());
        Status status = set.getAction() == Action.RECONCILE_AND_COMMIT ? reconciled : loaded;
        return status.isOk() ? SetForwardingPipelineConfigResponse.getDefaultInstance() : status;
    }

    private CapabilitiesResponse capabilities() {
        Value said = Value.newBuilder().setBoolValue(reconciles).build();
        Any any = Any.pack(Struct.newBuilder().putFields("reconcile_and_commit", said).build());
        return CapabilitiesResponse.newBuilder()
                .setUnknownFields(
                        UnknownFieldSet.newBuilder()
                                .addField(
                                        999,
                                        UnknownFieldSet.Field.newBuilder()
                                                .addLengthDelimited(any.toByteString())
                                                .build())
                                .build())
                .build();
    }

    /** A call that is answered at once. */
    private static final class Call<Q, A> extends ClientCall<Q, A> {
        private final Function<Object, Object> device;
        private Listener<A> listener;
        private Q request;

        Call(Function<Object, Object> device) {
            this.device = device;
        }

        @Override
        public void start(Listener<A> to, Metadata headers) {
            listener = to;
        }

        @Override
        public void request(int messages) {}

        @Override
        public void sendMessage(Q message) {
            request = message;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void halfClose() {
            Object answer = device.apply(request);
            if (answer instanceof Status) {
                listener.onClose((Status) answer, new Metadata());
            } else if (answer != null) {
                listener.onMessage((A) answer);
                listener.onClose(Status.OK, new Metadata());
            }
        }

        @Override
        public void cancel(String why, Throwable cause) {
            listener.onClose(Status.CANCELLED.withDescription(why), new Metadata());
        }
    }

    private ClientCall<?, ?> set(Function<Object, Object> device) {
        Channel channel =
                new Channel() {
                    @Override
                    public <Q, A> ClientCall<Q, A> newCall(
                            MethodDescriptor<Q, A> method, CallOptions options) {
                        return new Call<>(device);
                    }

                    @Override
                    public String authority() {
                        return "192.0.2.1:9559";
                    }
                };
        ProgramCall<SetForwardingPipelineConfigRequest, SetForwardingPipelineConfigResponse> call =
                new ProgramCall<>(
                        channel,
                        P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                        CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(SetForwardingPipelineConfigResponse message) {
                        heard.add("answer");
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        heard.add(status.getCode().toString());
                    }
                },
                new Metadata());
        call.request(2);
        SetForwardingPipelineConfigRequest.Builder request =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(3)
                        .setAction(Action.VERIFY_AND_COMMIT);
        request.getElectionIdBuilder().setLow(40);
        call.sendMessage(request.build());
        call.halfClose();
        return call;
    }

    @Test
    void aDeviceIsAskedToKeepItsEntries() {
        set(this::answer);
        assertEquals(List.of("capabilities", "cookie of 3", "RECONCILE_AND_COMMIT by 40"), asked);
        assertEquals(List.of("answer", "OK"), heard);
    }

    /** The answer to a removal of what is not there is an error. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"OK", "UNKNOWN"})
    void oneThatCannotDoThatIsGivenTheProgramAsOnosAsks(Status.Code removal) {
        reconciles = false;
        removed = removal.toStatus();
        set(this::answer);
        assertEquals(
                List.of(
                        "capabilities",
                        "cookie of 3",
                        "DELETE of clone session 100 of 3 by 40",
                        "VERIFY_AND_COMMIT by 40"),
                asked);
        assertEquals(List.of("answer", "OK"), heard);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void soIsOneWithoutAProgram(boolean canReconcile) {
        reconciles = canReconcile;
        cookie = null;
        loaded = Status.INVALID_ARGUMENT;
        set(this::answer);
        assertEquals(List.of("capabilities", "cookie of 3", "VERIFY_AND_COMMIT by 40"), asked);
        assertEquals(List.of("INVALID_ARGUMENT"), heard);
    }

    @Test
    void whatCannotKeepItsEntriesIsEmptied() {
        reconciled = Status.INVALID_ARGUMENT;
        set(this::answer);
        assertEquals(
                List.of("DELETE of clone session 100 of 3 by 40", "VERIFY_AND_COMMIT by 40"),
                asked.subList(3, asked.size()));
        assertEquals(List.of("answer", "OK"), heard);
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE"})
    void whatIsLostOnTheWayEmptiesNothing(Status.Code code) {
        reconciled = code.toStatus();
        set(this::answer);
        assertEquals(3, asked.size());
        assertEquals(List.of(code.toString()), heard);
    }

    @Test
    void whatIsCancelledInTheMidstGoesNoFurther() {
        // No answer comes to anything.
        set(request -> null).cancel("enough", null);
        assertEquals(List.of("CANCELLED"), heard);
    }
}
