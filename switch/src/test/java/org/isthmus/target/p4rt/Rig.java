// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.isthmus.target.api.FakeTarget;
import org.junit.jupiter.api.function.Executable;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/** A server over the fake target, without a network; server code runs in the caller's thread. */
final class Rig implements AutoCloseable {
    static final long DEVICE = 7;

    /** Messages of a controller that keeps up. */
    private static final int ALL = -1;

    static final P4Info P4INFO = sampleP4Info();

    final FakeTarget target = new FakeTarget();
    final ManualTimer timer = new ManualTimer();
    final P4RuntimeService service;

    private final Server server;
    private final ManagedChannel channel;
    final P4RuntimeGrpc.P4RuntimeBlockingStub stub;

    Rig() {
        this(Runnable::run);
    }

    /**
     * @param packetIns sends packets to the controller
     */
    Rig(Executor packetIns) {
        this(packetIns, Runnable::run);
    }

    /**
     * @param executor runs what may wait for another call
     */
    Rig(Executor packetIns, Executor executor) {
        service =
                new P4RuntimeService(
                        DEVICE, target, packetIns, executor, timer, () -> 1_000_000_007L);
        try {
            String name = InProcessServerBuilder.generateName();
            server =
                    InProcessServerBuilder.forName(name)
                            .directExecutor()
                            .addService(service)
                            .addStreamTracerFactory(new OpenCalls(service::hasPrimary))
                            .build()
                            .start();
            channel = InProcessChannelBuilder.forName(name).directExecutor().build();
            stub = P4RuntimeGrpc.newBlockingStub(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static P4Info sampleP4Info() {
        try (Reader in =
                new InputStreamReader(
                        Objects.requireNonNull(
                                Rig.class.getResourceAsStream("/p4rt/sample.p4info.txtpb")),
                        StandardCharsets.UTF_8)) {
            P4Info.Builder b = P4Info.newBuilder();
            TextFormat.merge(in, b);
            return b.build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With the sample program committed and a primary of election id 1. */
    static Rig ready() {
        Rig rig = new Rig();
        rig.connect(1);
        rig.setPipeline(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT);
        return rig;
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    /** One controller's end of a stream. */
    static final class Controller
            implements ClientResponseObserver<StreamMessageRequest, StreamMessageResponse> {
        private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private final int initial;
        ClientCallStreamObserver<StreamMessageRequest> out;

        Controller(int initial) {
            this.initial = initial;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<StreamMessageRequest> out) {
            this.out = out;
            if (initial != ALL) {
                out.disableAutoRequestWithInitial(initial);
            }
        }

        @Override
        public void onNext(StreamMessageResponse m) {
            events.add(m);
        }

        @Override
        public void onError(Throwable t) {
            events.add(Status.fromThrowable(t));
        }

        @Override
        public void onCompleted() {
            events.add(Status.OK);
        }

        StreamMessageResponse next() {
            return (StreamMessageResponse) event();
        }

        Status end() {
            return (Status) event();
        }

        private Object event() {
            try {
                return Objects.requireNonNull(events.poll(10, TimeUnit.SECONDS), "no event");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        boolean isQuiet() {
            return events.isEmpty();
        }

        void arbitrate(long electionId) {
            arbitrate(
                    MasterArbitrationUpdate.newBuilder()
                            .setDeviceId(DEVICE)
                            .setElectionId(Uint128.newBuilder().setLow(electionId))
                            .build());
        }

        void arbitrate(MasterArbitrationUpdate m) {
            out.onNext(StreamMessageRequest.newBuilder().setArbitration(m).build());
        }

        /** The code of the next message, which is an arbitration. */
        Code standing() {
            return Code.forNumber(next().getArbitration().getStatus().getCode());
        }
    }

    Controller open() {
        return open(ALL);
    }

    /**
     * @param messages it takes before it asks for more by {@code out.request}
     */
    Controller open(int messages) {
        Controller c = new Controller(messages);
        P4RuntimeGrpc.newStub(channel).streamChannel(c);
        return c;
    }

    /** A controller that became primary. */
    Controller connect(long electionId) {
        Controller c = open();
        c.arbitrate(electionId);
        assertEquals(Code.OK, c.standing());
        return c;
    }

    static ForwardingPipelineConfig config() {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(P4INFO)
                .setP4DeviceConfig(ByteString.copyFromUtf8("program"))
                .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(99))
                .build();
    }

    void setPipeline(SetForwardingPipelineConfigRequest.Action action) {
        setPipeline(action, config());
    }

    /**
     * @param config null: none
     */
    void setPipeline(
            SetForwardingPipelineConfigRequest.Action action, ForwardingPipelineConfig config) {
        SetForwardingPipelineConfigRequest.Builder b =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(DEVICE)
                        .setElectionId(Uint128.newBuilder().setLow(1))
                        .setAction(action);
        if (config != null) {
            b.setConfig(config);
        }
        stub.setForwardingPipelineConfig(b.build());
    }

    static WriteRequest.Builder request() {
        return WriteRequest.newBuilder()
                .setDeviceId(DEVICE)
                .setElectionId(Uint128.newBuilder().setLow(1));
    }

    void write(Update.Type type, String... entities) {
        WriteRequest.Builder b = request();
        for (String e : entities) {
            b.addUpdates(Update.newBuilder().setType(type).setEntity(entity(e)));
        }
        stub.write(b.build());
    }

    void insert(String... entities) {
        write(Update.Type.INSERT, entities);
    }

    void modify(String... entities) {
        write(Update.Type.MODIFY, entities);
    }

    void delete(String... entities) {
        write(Update.Type.DELETE, entities);
    }

    /** An entity in protobuf's text format. */
    static Entity entity(String text) {
        try {
            Entity.Builder b = Entity.newBuilder();
            TextFormat.merge(text, b);
            return b.build();
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Begins a read of which no message is asked for. */
    void readWithoutTaking(ReadRequest request, Queue<Status> ends) {
        P4RuntimeGrpc.newStub(channel).read(request, new Untaken<>(ends));
    }

    /** A client that asks for no message of the answer. */
    static final class Untaken<Q, A> implements ClientResponseObserver<Q, A> {
        private final Queue<Status> ends;

        Untaken(Queue<Status> ends) {
            this.ends = ends;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<Q> call) {
            call.disableAutoRequestWithInitial(0);
        }

        @Override
        public void onNext(A response) {
            throw new AssertionError(response);
        }

        @Override
        public void onError(Throwable t) {
            ends.add(Status.fromThrowable(t));
        }

        @Override
        public void onCompleted() {
            ends.add(Status.OK);
        }
    }

    List<Entity> read(String... entities) {
        ReadRequest.Builder b = ReadRequest.newBuilder().setDeviceId(DEVICE);
        for (String e : entities) {
            b.addEntities(entity(e));
        }
        List<Entity> found = new ArrayList<>();
        for (ReadResponse r : (Iterable<ReadResponse>) () -> stub.read(b.build())) {
            found.addAll(r.getEntitiesList());
        }
        return found;
    }

    /** The codes that a failed batch reports, one for each element. */
    static List<Code> codes(Executable call) {
        List<Code> codes = new ArrayList<>();
        for (p4.v1.P4RuntimeOuterClass.Error e : errors(call)) {
            codes.add(Code.forNumber(e.getCanonicalCode()));
        }
        return codes;
    }

    static List<p4.v1.P4RuntimeOuterClass.Error> errors(Executable call) {
        StatusRuntimeException e = assertThrows(StatusRuntimeException.class, call);
        assertEquals(Status.Code.UNKNOWN, e.getStatus().getCode(), e.getMessage());
        List<p4.v1.P4RuntimeOuterClass.Error> errors = new ArrayList<>();
        try {
            for (Any any : StatusProto.fromThrowable(e).getDetailsList()) {
                errors.add(any.unpack(p4.v1.P4RuntimeOuterClass.Error.class));
            }
        } catch (InvalidProtocolBufferException x) {
            throw new IllegalStateException(x);
        }
        return errors;
    }

    /** Asserts that a batch of one fails with this code, and that the message names something. */
    static void refused(Code code, String named, Executable call) {
        List<p4.v1.P4RuntimeOuterClass.Error> errors = errors(call);
        assertEquals(1, errors.size());
        assertEquals(code, Code.forNumber(errors.get(0).getCanonicalCode()), named);
        assertEquals(BatchErrors.SPACE, errors.get(0).getSpace());
        assertEquals(true, errors.get(0).getMessage().contains(named), errors.get(0).getMessage());
    }

    static void fails(Status.Code code, Executable call) {
        StatusRuntimeException e = assertThrows(StatusRuntimeException.class, call);
        assertEquals(code, e.getStatus().getCode(), e.getMessage());
    }
}
