// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isthmus.target.Logged;
import org.isthmus.target.api.FakeTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.CapabilitiesRequest;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.ReadResponse;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigResponse;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/** What clients may ask of the server that listens on a TCP port, and what it costs the others. */
class P4RuntimeServerTest {
    private static final int TABLE = 33554433;
    private static final int ROWS = 2048;
    private static final WriteRequest FILL = fill();

    private final FakeTarget target = new FakeTarget();
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final Rig.Controller stream = new Rig.Controller(-1);
    private P4RuntimeServer server;
    private P4RuntimeGrpc.P4RuntimeBlockingStub controller;

    private static WriteRequest fill() {
        WriteRequest.Builder rows = Rig.request();
        for (int i = 0; i < ROWS; i++) {
            rows.addUpdates(update(Update.Type.INSERT, row(i, 1)));
        }
        return rows.build();
    }

    @BeforeEach
    void start() throws Exception {
        server = listen(Rig.config());
        ManagedChannel channel = connect();
        P4RuntimeGrpc.newStub(channel).streamChannel(stream);
        stream.arbitrate(1);
        stream.standing();
        controller = P4RuntimeGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
        controller.write(FILL);
    }

    @AfterEach
    void stop() {
        channels.forEach(ManagedChannel::shutdownNow);
        server.close();
    }

    @Test
    void isInUseOnceAControllerIsConnectedOrAProgramRuns() throws Exception {
        try (P4RuntimeServer programmed = listen(Rig.config());
                P4RuntimeServer empty = listen(null)) {
            assertTrue(programmed.isInUse());
            assertFalse(empty.isInUse());
            Rig.Controller stream = new Rig.Controller(-1);
            P4RuntimeGrpc.newStub(connect(empty)).streamChannel(stream);
            stream.arbitrate(1);
            stream.standing();
            assertTrue(empty.isInUse());
        }
    }

    @Test
    void anAddressInUseIsNamedWithARemedy() {
        int port = server.port();
        IOException e =
                assertThrows(
                        IOException.class,
                        () ->
                                new P4RuntimeServer(
                                        target,
                                        Rig.DEVICE,
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), port),
                                        InsecureServerCredentials.create(),
                                        Rig.config()));
        assertTrue(
                e.getMessage()
                        .contains(
                                ":"
                                        + port
                                        + ": another program listens there, or another switch:"
                                        + " give another address"),
                e.getMessage());
    }

    private P4RuntimeServer listen(ForwardingPipelineConfig config) throws Exception {
        return new P4RuntimeServer(
                target,
                Rig.DEVICE,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create(),
                config);
    }

    private ManagedChannel connect() {
        return connect(server);
    }

    private ManagedChannel connect(P4RuntimeServer to) {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()),
                                InsecureChannelCredentials.create())
                        .build();
        channels.add(channel);
        return channel;
    }

    private static Entity row(int key, int port) {
        return Rig.entity(
                "table_entry { table_id: "
                        + TABLE
                        + " match { field_id: 1 exact { value: \""
                        + octets(key)
                        + "\" } } match { field_id: 2 exact { value: \"\\001\" } } action { action"
                        + " { action_id: 16777217 params { param_id: 1 value: \""
                        + octets(port)
                        + "\" } params { param_id: 2 value: \"\\102\" } } } }");
    }

    /** Without zeros in front, as P4Runtime has it. */
    private static String octets(int value) {
        return value < 0x100
                ? String.format("\\%03o", value)
                : String.format("\\%03o\\%03o", value >> 8, value & 0xff);
    }

    private static Update update(Update.Type type, Entity e) {
        return Update.newBuilder().setType(type).setEntity(e).build();
    }

    /** All rows; no two are equal of those with different numbers. */
    private static Entity wildcard(int number) {
        return Rig.entity(
                "table_entry { table_id: "
                        + TABLE
                        + " counter_data { byte_count: "
                        + number
                        + " } }");
    }

    /** A client that takes one message, and more only when it is told to. */
    private final class SlowReader implements ClientResponseObserver<ReadRequest, ReadResponse> {
        private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private ClientCallStreamObserver<ReadRequest> call;

        SlowReader(ManagedChannel channel, ReadRequest request) {
            P4RuntimeGrpc.newStub(channel).read(request, this);
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<ReadRequest> call) {
            this.call = call;
            call.disableAutoRequestWithInitial(1);
        }

        @Override
        public void onNext(ReadResponse value) {
            events.add(value);
        }

        @Override
        public void onError(Throwable t) {
            events.add(Status.fromThrowable(t));
        }

        @Override
        public void onCompleted() {
            events.add(Status.OK);
        }

        Object next() throws InterruptedException {
            Object event = events.poll(60, TimeUnit.SECONDS);
            assertTrue(event != null, "no event");
            return event;
        }

        List<Entity> first() throws InterruptedException {
            return ((ReadResponse) next()).getEntitiesList();
        }

        Status status() throws InterruptedException {
            Object event = next();
            return event instanceof Status ? (Status) event : null;
        }
    }

    @Test
    void clientsThatGoOrSendTooMuchLeaveNothingInTheLog() throws Exception {
        try (Logged logged = new Logged()) {
            WriteRequest tooLong =
                    Rig.request()
                            .addUpdates(
                                    Update.newBuilder()
                                            .setEntity(
                                                    Entity.newBuilder()
                                                            .setTableEntry(
                                                                    TableEntry.newBuilder()
                                                                            .setMetadata(
                                                                                    zeros(
                                                                                            17
                                                                                                    << 20)))))
                            .build();
            Rig.fails(Status.Code.RESOURCE_EXHAUSTED, () -> controller.write(tooLong));
            ManagedChannel channel = connect();
            Rig.Controller reader = new Rig.Controller(1);
            P4RuntimeGrpc.newStub(channel).streamChannel(reader);
            reader.arbitrate(2);
            assertEquals(Code.OK, reader.standing());
            assertEquals(Code.ALREADY_EXISTS, stream.standing());
            // What comes back is more than is on its way to who reads nothing.
            PacketOut refused = PacketOut.newBuilder().setPayload(zeros(60_000)).build();
            for (int i = 0; i < 60; i++) {
                reader.out.onNext(StreamMessageRequest.newBuilder().setPacket(refused).build());
            }
            channel.shutdownNow();
            assertEquals(Code.NOT_FOUND, stream.standing());
            Rig.fails(Status.Code.PERMISSION_DENIED, () -> controller.write(Rig.request().build()));
            assertEquals(List.of(), logged.lines());
        }
    }

    private static ByteString zeros(int bytes) {
        return ByteString.copyFrom(new byte[bytes]);
    }

    @Test
    void anAnswerIsMadeAsFarAsTheClientTakesIt() throws Exception {
        int wildcards = 200;
        SlowReader reader =
                new SlowReader(connect(), ReadsTest.request(wildcards, i -> wildcard(i)));
        int got = reader.first().size();
        long made = target.running.table(TABLE).visits.get();
        assertTrue(made < ROWS * wildcards / 4, made + " rows for a client that took " + got);
        reader.call.cancel("enough", null);
    }

    @Test
    void writesGoOnWhileAnAnswerIsMade() throws Exception {
        AtomicBoolean once = new AtomicBoolean();
        Status[] written = {null};
        target.running.table(TABLE).beforeVisit =
                () -> {
                    if (once.compareAndSet(false, true)) {
                        try {
                            controller
                                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                                    .write(
                                            Rig.request()
                                                    .addUpdates(
                                                            update(Update.Type.DELETE, row(7, 1)))
                                                    .addUpdates(
                                                            update(Update.Type.MODIFY, row(8, 2)))
                                                    .build());
                            written[0] = Status.OK;
                        } catch (StatusRuntimeException e) {
                            written[0] = e.getStatus();
                        }
                    }
                };
        Set<Entity> before = new HashSet<>();
        controller
                .read(ReadsTest.request(1, i -> wildcard(0)))
                .forEachRemaining(r -> before.addAll(r.getEntitiesList()));
        assertEquals(Status.OK, written[0]);
        assertEquals(ROWS, before.size());
        Set<Entity> after = new HashSet<>();
        controller
                .read(ReadsTest.request(1, i -> wildcard(0)))
                .forEachRemaining(r -> after.addAll(r.getEntitiesList()));
        assertEquals(ROWS - 1, after.size());
        Set<Entity> unchanged = new HashSet<>(after);
        unchanged.retainAll(before);
        assertEquals(ROWS - 2, unchanged.size());
    }

    /** Whoever comes to it waits until it is opened. */
    private static final class Gate implements Runnable {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);

        @Override
        public void run() {
            reached.countDown();
            try {
                assertTrue(open.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns when the program is being compiled, which lasts until the gate is opened. */
    private Future<SetForwardingPipelineConfigResponse> push(Gate gate)
            throws InterruptedException {
        target.onCompile = program -> gate.run();
        Future<SetForwardingPipelineConfigResponse> answer =
                P4RuntimeGrpc.newFutureStub(channels.get(0))
                        .setForwardingPipelineConfig(
                                SetForwardingPipelineConfigRequest.newBuilder()
                                        .setDeviceId(Rig.DEVICE)
                                        .setElectionId(Rig.request().getElectionId())
                                        .setAction(
                                                SetForwardingPipelineConfigRequest.Action
                                                        .VERIFY_AND_COMMIT)
                                        .setConfig(Rig.config())
                                        .build());
        gate.reached.await();
        return answer;
    }

    @Test
    void whileAProgramIsCompiledEverythingElseGoesOn() throws Exception {
        Gate gate = new Gate();
        Future<SetForwardingPipelineConfigResponse> push = push(gate);
        controller.write(Rig.request().addUpdates(update(Update.Type.DELETE, row(7, 1))).build());
        Rig.Controller backup = new Rig.Controller(-1);
        P4RuntimeGrpc.newStub(connect()).streamChannel(backup);
        backup.arbitrate(0);
        assertEquals(Code.ALREADY_EXISTS, backup.standing());
        gate.open.countDown();
        push.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aProgramOfWhoIsNoLongerPrimaryDoesNotRun() throws Exception {
        FakeTarget.FakeProgram before = target.running;
        Gate gate = new Gate();
        Future<SetForwardingPipelineConfigResponse> push = push(gate);
        Rig.Controller other = new Rig.Controller(-1);
        P4RuntimeGrpc.newStub(connect()).streamChannel(other);
        other.arbitrate(2);
        assertEquals(Code.OK, other.standing());
        gate.open.countDown();
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> push.get(60, TimeUnit.SECONDS));
        assertEquals(Status.Code.PERMISSION_DENIED, Status.fromThrowable(e.getCause()).getCode());
        assertSame(before, target.running);
    }

    /** Returns when a read is under way, which lasts until the gate is opened. */
    private SlowReader readUntil(Gate gate) throws Exception {
        target.running.table(TABLE).beforeRead = gate;
        SlowReader reader = new SlowReader(connect(), ReadsTest.request(1, i -> row(8, 1)));
        gate.reached.await();
        return reader;
    }

    private Future<WriteResponse> write() {
        return P4RuntimeGrpc.newFutureStub(channels.get(0))
                .write(Rig.request().addUpdates(update(Update.Type.DELETE, row(7, 1))).build());
    }

    @Test
    void aWriteThatWaitsForAReadKeepsNobodyElseWaiting() throws Exception {
        Gate gate = new Gate();
        SlowReader reader = readUntil(gate);
        Future<WriteResponse> write = write();
        controller.capabilities(CapabilitiesRequest.getDefaultInstance());
        assertFalse(write.isDone());
        gate.open.countDown();
        write.get(60, TimeUnit.SECONDS);
        assertEquals(1, reader.first().size());
    }

    /** Whoever sends a packet right behind a Write wants it to meet the rows. */
    @Test
    void aPacketBehindAWriteThatWaitsForAReadWaitsAsWell() throws Exception {
        Gate gate = new Gate();
        SlowReader reader = readUntil(gate);
        Future<WriteResponse> write = write();
        // Of the answer to a later call it is known that both have come.
        controller.capabilities(CapabilitiesRequest.getDefaultInstance());
        stream.out.onNext(PacketIoTest.packet());
        controller.capabilities(CapabilitiesRequest.getDefaultInstance());
        assertEquals(0, target.packetOutCount());
        gate.open.countDown();
        write.get(60, TimeUnit.SECONDS);
        target.awaitPacketOut();
        assertEquals(1, reader.first().size());
    }

    @Test
    void whatIsAskedForOftenIsAnsweredOnce() {
        List<Entity> found = new ArrayList<>();
        controller
                .read(ReadsTest.request(Reads.MAX_ENTITIES, i -> wildcard(0)))
                .forEachRemaining(r -> found.addAll(r.getEntitiesList()));
        assertEquals(ROWS, found.size());
        assertEquals(ROWS, target.running.table(TABLE).visits.get());
    }

    private void refused(Status.Code code, String named, ReadRequest request) {
        StatusRuntimeException e =
                assertThrows(StatusRuntimeException.class, () -> controller.read(request).next());
        assertEquals(code, e.getStatus().getCode(), e.getMessage());
        assertTrue(e.getMessage().contains(named), e.getMessage());
    }

    @Test
    void aRequestForTooMuchIsRefusedByName() {
        refused(
                Status.Code.INVALID_ARGUMENT,
                "20000 entities in one read request, of at most 16384",
                ReadsTest.request(20_000, i -> wildcard(i)));
        refused(
                Status.Code.RESOURCE_EXHAUSTED,
                "more than 256 tables",
                ReadsTest.request(Reads.MAX_SCANS + 1, i -> wildcard(i)));
        refused(
                Status.Code.RESOURCE_EXHAUSTED,
                "more than 256 tables, arrays and action profiles",
                ReadsTest.request(Reads.MAX_SCANS + 1, i -> ReadsTest.counters(i)));
    }

    @Test
    void aClientHasAFewReadsAtATime() throws Exception {
        ReadRequest large = ReadsTest.request(200, i -> wildcard(i));
        List<SlowReader> readers = new ArrayList<>();
        for (int i = 0; i < Reads.MAX_OF_CLIENT; i++) {
            // The limit is the client's, whatever its connections.
            readers.add(new SlowReader(connect(), large));
            assertFalse(readers.get(i).first().isEmpty());
        }
        refused(Status.Code.RESOURCE_EXHAUSTED, "8 reads of this client", large);
        readers.get(0).call.cancel("enough", null);
        Status again;
        do {
            again = new SlowReader(channels.get(0), large).status();
        } while (again != null);
    }

    @Test
    void aClientHasAFewConnections() throws Exception {
        CapabilitiesRequest any = CapabilitiesRequest.getDefaultInstance();
        while (channels.size() < Clients.MAX_CONNECTIONS) {
            P4RuntimeGrpc.newBlockingStub(connect()).capabilities(any);
        }
        ManagedChannel more = connect();
        assertThrows(
                StatusRuntimeException.class,
                () -> P4RuntimeGrpc.newBlockingStub(more).capabilities(any));
        controller.capabilities(any);
        channels.get(1).shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        // The server may notice a moment later.
        boolean refused;
        do {
            try {
                P4RuntimeGrpc.newBlockingStub(connect()).capabilities(any);
                refused = false;
            } catch (StatusRuntimeException x) {
                refused = true;
            }
        } while (refused);
    }

    @Test
    void aControllerThatReadsNothingLosesItsStream() {
        try (Rig rig = new Rig()) {
            Rig.Controller deaf = rig.open(0);
            for (int i = 1; i <= 300; i++) {
                deaf.arbitrate(i);
            }
            // It is gone, or this election id would be taken.
            Rig.Controller next = rig.open();
            next.arbitrate(300);
            assertEquals(com.google.rpc.Code.OK, next.standing());
        }
    }
}
