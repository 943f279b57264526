// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.Any;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.CapabilitiesResponse;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/** The P4Runtime service of one device. Any thread may call. */
public final class P4RuntimeService extends P4RuntimeGrpc.P4RuntimeImplBase {
    /** The version whose rules this server follows. */
    public static final String API_VERSION = "1.3.0";

    /**
     * True in the Struct that is field {@code experimental} of the capabilities (P4Runtime 1.5.0):
     * the updates of a Write take effect one after another, in the order of the request. The
     * specification lets a server do them in any.
     */
    static final String ORDERED_WRITES = "ordered_writes";

    /**
     * True there: a pipeline may be set by RECONCILE_AND_COMMIT. One that is refused changes
     * nothing, which is not so of each server.
     */
    static final String RECONCILE_AND_COMMIT = "reconcile_and_commit";

    private static final CapabilitiesResponse CAPABILITIES = describe();

    private static final Logger LOG = LoggerFactory.getLogger(P4RuntimeService.class);

    private final P4RuntimeDevice device;
    private final ScheduledExecutorService timer;

    /**
     * @param packetIns sends packets to the controller; runs one task at a time, and none of them
     *     waits
     * @param executor runs what may wait for another call to end
     * @param timer collects idle timeout notifications, ends reads that nobody takes
     * @param epochNanos wall clock, nanoseconds since 1970
     */
    public P4RuntimeService(
            long deviceId,
            Target target,
            Executor packetIns,
            Executor executor,
            ScheduledExecutorService timer,
            LongSupplier epochNanos) {
        this.timer = timer;
        device = new P4RuntimeDevice(deviceId, target, packetIns, executor, timer, epochNanos);
    }

    /**
     * Makes a program run without a controller.
     *
     * @throws RefusedException the program cannot be run
     */
    public void install(ForwardingPipelineConfig config) throws RefusedException {
        device.install(config);
    }

    /**
     * Ends the streams of all controllers with UNAVAILABLE, and refuses theirs and all other calls
     * until it is called with null.
     *
     * @param reason what controllers are told; null: all is served
     */
    public void unavailable(String reason) {
        device.unavailable(reason);
    }

    /** Whether a controller is connected, or a program runs. */
    boolean isInUse() {
        return device.isInUse();
    }

    /** Whether a primary has the connection, as {@link OpenCalls#connection()} says. */
    boolean hasPrimary(Object connection) {
        return device.hasPrimary(connection);
    }

    /** Reads under way. */
    int reads() {
        return device.reads();
    }

    P4RuntimeDevice device() {
        return device;
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> out) {
        return new ControllerStream(device, (ServerCallStreamObserver<StreamMessageResponse>) out);
    }

    @Override
    public void write(WriteRequest request, StreamObserver<WriteResponse> out) {
        // A thread of the network would wait for no more than a call that begins this instant.
        if (device.isBusy()) {
            device.late().add(() -> answer(request, out));
        } else {
            answer(request, out);
        }
    }

    private void answer(WriteRequest request, StreamObserver<WriteResponse> out) {
        try {
            BatchErrors errors = device.write(request);
            if (!errors.isEmpty()) {
                out.onError(errors.toStatus());
                return;
            }
            out.onNext(WriteResponse.getDefaultInstance());
            out.onCompleted();
        } catch (RefusedException e) {
            device.counters().refusedWrite();
            refuse(e, out);
        } catch (RuntimeException e) {
            LOG.error("write", e);
            out.onError(Status.INTERNAL.withDescription("write: " + e).asRuntimeException());
        }
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadResponse> out) {
        Reads.Read read;
        try {
            read = device.beginRead(Clients.current());
        } catch (RefusedException e) {
            refuse(e, out);
            return;
        }
        try {
            BatchErrors errors = new BatchErrors(request.getEntitiesCount());
            List<Snapshot> found = device.read(request, read, errors);
            ServerCallStreamObserver<ReadResponse> call =
                    (ServerCallStreamObserver<ReadResponse>) out;
            new ReadAnswer(found, errors, read, call, timer).pump();
        } catch (RefusedException e) {
            read.close();
            refuse(e, out);
        } catch (RuntimeException | Error e) {
            read.close();
            throw e;
        }
    }

    @Override
    public void setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest request,
            StreamObserver<SetForwardingPipelineConfigResponse> out) {
        try {
            device.setPipeline(request);
            out.onNext(SetForwardingPipelineConfigResponse.getDefaultInstance());
            out.onCompleted();
        } catch (RefusedException e) {
            refuse(e, out);
        } catch (RuntimeException e) {
            LOG.error("pipeline config", e);
            out.onError(
                    Status.INTERNAL.withDescription("pipeline config: " + e).asRuntimeException());
        }
    }

    @Override
    public void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> out) {
        Reads.Read read;
        try {
            read = device.beginRead(Clients.current());
        } catch (RefusedException e) {
            refuse(e, out);
            return;
        }
        try {
            ForwardingPipelineConfig config = device.getPipeline(request);
            GetForwardingPipelineConfigResponse.Builder b =
                    GetForwardingPipelineConfigResponse.newBuilder();
            if (config != null) {
                b.setConfig(config);
            }
            send(
                    b.build(),
                    read,
                    (ServerCallStreamObserver<GetForwardingPipelineConfigResponse>) out);
        } catch (RefusedException e) {
            read.close();
            refuse(e, out);
        } catch (RuntimeException | Error e) {
            read.close();
            throw e;
        }
    }

    /** Sends an answer that may be long; whoever does not take it loses it. */
    private <T extends MessageLite> void send(
            T answer, Reads.Read read, ServerCallStreamObserver<T> out) throws RefusedException {
        read.copy(answer, answer.getSerializedSize(), () -> answer);
        Future<?> late =
                timer.schedule(OpenCalls.cutOff(), ReadAnswer.STALLED_SECONDS, TimeUnit.SECONDS);
        Runnable over =
                () -> {
                    late.cancel(false);
                    read.close();
                };
        out.setOnCloseHandler(over);
        out.setOnCancelHandler(over);
        out.onNext(answer);
        out.onCompleted();
    }

    @Override
    public void capabilities(
            CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> out) {
        out.onNext(CAPABILITIES);
        out.onCompleted();
    }

    private static CapabilitiesResponse describe() {
        Value yes = Value.newBuilder().setBoolValue(true).build();
        Struct experimental =
                Struct.newBuilder()
                        .putFields(ORDERED_WRITES, yes)
                        .putFields(RECONCILE_AND_COMMIT, yes)
                        .build();
        CapabilitiesResponse.Builder all =
                CapabilitiesResponse.newBuilder().setP4RuntimeApiVersion(API_VERSION);
        LaterFields.set(
                all, LaterFields.CAPABILITIES_EXPERIMENTAL, Any.pack(experimental).toByteString());
        return all.build();
    }

    private static void refuse(RefusedException e, StreamObserver<?> out) {
        out.onError(BatchErrors.status(e).asRuntimeException());
    }
}
