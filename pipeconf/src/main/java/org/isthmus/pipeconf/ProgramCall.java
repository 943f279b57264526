// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.function.BiConsumer;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.pipeline.ServerCapabilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest.ResponseType;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest.Action;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * The call by which ONOS gives a device its program, which empties its tables (VERIFY_AND_COMMIT).
 * Where another program runs, and the device can do that, it is asked to keep its entries first
 * (RECONCILE_AND_COMMIT, P4Runtime section 14).
 *
 * <p>Threading: as the calls of gRPC, whose caller says when, one step after another.
 *
 * @param <Q> {@link SetForwardingPipelineConfigRequest}
 * @param <A> its answer
 */
final class ProgramCall<Q, A> extends ClientCall<Q, A> {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramCall.class);

    private final Channel channel;
    private final MethodDescriptor<Q, A> method;
    private final CallOptions options;
    private Listener<A> listener;
    private Q message;

    private ClientCall<?, ?> running;
    private String cancelled;

    /**
     * @param channel to the device
     * @param options hold for each step
     */
    ProgramCall(Channel channel, MethodDescriptor<Q, A> method, CallOptions options) {
        this.channel = channel;
        this.method = method;
        this.options = options;
    }

    @Override
    public void start(Listener<A> to, Metadata headers) {
        listener = to;
    }

    @Override
    public void request(int messages) {
        // The answer is one.
    }

    @Override
    public void sendMessage(Q request) {
        message = request;
    }

    @Override
    public void halfClose() {
        call(
                P4RuntimeGrpc.getCapabilitiesMethod(),
                CapabilitiesRequest.getDefaultInstance(),
                (status, answer) ->
                        askWhatRuns(answer != null && ServerCapabilities.of(answer).reconciles()));
    }

    private void askWhatRuns(boolean reconciles) {
        call(
                P4RuntimeGrpc.getGetForwardingPipelineConfigMethod(),
                GetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(request().getDeviceId())
                        .setResponseType(ResponseType.COOKIE_ONLY)
                        .build(),
                (status, answer) -> {
                    if (answer == null || !answer.getConfig().hasCookie()) {
                        load();
                    } else if (reconciles) {
                        replace();
                    } else {
                        loadOver("it does not say that it can keep them under another program");
                    }
                });
    }

    @SuppressWarnings("unchecked")
    private void replace() {
        SetForwardingPipelineConfigRequest kept =
                request().toBuilder().setAction(Action.RECONCILE_AND_COMMIT).build();
        call(
                method,
                (Q) kept,
                (status, answer) -> {
                    switch (status.getCode()) {
                        case OK:
                        case CANCELLED:
                        case DEADLINE_EXCEEDED:
                        case UNAVAILABLE:
                            // Done, or nobody knows what became of it.
                            end(status, answer);
                            break;
                        default:
                            loadOver(status.getDescription());
                    }
                });
    }

    /**
     * BMv2 keeps its clone sessions when it gets a program, and forgets that it does: each program
     * would add a replica to ours, and every packet would come up once more. So it goes before;
     * whether it was there does not matter.
     *
     * @param why it cannot keep its entries
     */
    private void loadOver(String why) {
        SetForwardingPipelineConfigRequest set = request();
        LOG.warn(
                "device {} of {}: its tables are emptied: {}",
                set.getDeviceId(),
                channel.authority(),
                why);
        WriteRequest.Builder removal =
                WriteRequest.newBuilder()
                        .setDeviceId(set.getDeviceId())
                        .setElectionId(set.getElectionId());
        removal.addUpdatesBuilder()
                .setType(Update.Type.DELETE)
                .getEntityBuilder()
                .getPacketReplicationEngineEntryBuilder()
                .getCloneSessionEntryBuilder()
                .setSessionId(PacketIo.CLONE_SESSION);
        call(P4RuntimeGrpc.getWriteMethod(), removal.build(), (status, answer) -> load());
    }

    private void load() {
        call(method, message, this::end);
    }

    private SetForwardingPipelineConfigRequest request() {
        return (SetForwardingPipelineConfigRequest) message;
    }

    private void end(Status status, A answer) {
        if (answer != null) {
            listener.onMessage(answer);
        }
        listener.onClose(status, new Metadata());
    }

    /**
     * @param then told of the end, and of the answer, or of null without one
     */
    private <R, S> void call(MethodDescriptor<R, S> what, R request, BiConsumer<Status, S> then) {
        ClientCall<R, S> call = channel.newCall(what, options);
        call.start(
                new Listener<>() {
                    private S answer;

                    @Override
                    public void onMessage(S message) {
                        answer = message;
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        then.accept(status, status.isOk() ? answer : null);
                    }
                },
                new Metadata());
        String why;
        synchronized (this) {
            running = call;
            why = cancelled;
        }
        if (why != null) {
            call.cancel(why, null);
            return;
        }
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
    }

    @Override
    public void cancel(String why, Throwable cause) {
        ClientCall<?, ?> call;
        synchronized (this) {
            cancelled = why == null ? "cancelled" : why;
            call = running;
        }
        if (call != null) {
            call.cancel(why, cause);
        } else {
            end(Status.CANCELLED.withDescription(why).withCause(cause), null);
        }
    }
}
