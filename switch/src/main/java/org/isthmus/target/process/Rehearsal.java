// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.process;

import com.google.protobuf.ByteString;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketMetadata;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * Sets up dummy flows while the switch waits for its first controller, so that the JVM has compiled
 * what a set-up runs: a packet-in, the Writes of both its rows, a packet-out. They go over TCP
 * between a client and a server of this process that listens on loopback meanwhile, for a device
 * without ports that shares nothing with those of the switch.
 *
 * <p>Packets do not run: it is by its own packets that the JVM is to see how to compile a pipeline,
 * and those of another would mislead it.
 *
 * <p>Threading: one thread of its own; {@link #close} by any.
 */
final class Rehearsal implements AutoCloseable {
    /** With 5,000 the first flows took no less CPU. */
    static final int FLOWS = 1500;

    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);

    private static final String PROGRAM = "rehearsal";

    /** Flows that are set up together, as under little load and much. */
    private static final int[] BATCHES = {1, 1, 2, 8, 64};

    /** For each answer, on a machine that has no time. */
    private static final int PATIENCE_SECONDS = 10;

    private static final long DEVICE = 1;
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(1).build();

    /** The header of a packet-in, and a frame of the least length. */
    private static final int FRAME = 2 + 64;

    private static final int REPLY = 1;
    private static final int FORWARD = 2;

    private static final StreamMessageRequest PACKET_OUT =
            StreamMessageRequest.newBuilder()
                    .setPacket(
                            PacketOut.newBuilder()
                                    .setPayload(ByteString.copyFrom(new byte[FRAME - 2]))
                                    .addMetadata(
                                            PacketMetadata.newBuilder()
                                                    .setMetadataId(1)
                                                    .setValue(bytes(1, 1))))
                    .build();

    private final int flows;
    private final BooleanSupplier isAwaited;
    private final Thread thread;

    /** The device: no packet runs through it. */
    private static final class Twin implements Target {
        private final Target target = new Bmv2Target(0, 0, System::nanoTime);
        private volatile PacketInListener packetIns;

        @Override
        public Program compile(P4Info p4info, byte[] deviceConfig) throws RefusedException {
            return target.compile(p4info, deviceConfig);
        }

        @Override
        public void run(Program program) {}

        @Override
        public void packetOut(byte[] frame) {}

        @Override
        public void onPacketIn(PacketInListener listener) {
            packetIns = listener;
        }

        @Override
        public void close() {
            target.close();
        }
    }

    /**
     * @param flows at most
     * @param isAwaited whether it is to go on: false once there is something else to do. Any thread
     */
    Rehearsal(int flows, BooleanSupplier isAwaited) {
        this.flows = flows;
        this.isAwaited = isAwaited;
        thread = new Thread(this::run, PROGRAM);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            long start = System.nanoTime();
            int done = rehearse();
            LOG.info(
                    "rehearsed the set-up of {} flows in {} ms",
                    done,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        } catch (InterruptedException e) {
            // The switch ends.
        } catch (IOException | RefusedException | ExecutionException | RuntimeException e) {
            LOG.warn("no rehearsal: the first flows will be set up more slowly", e);
        }
    }

    /**
     * Sets up flows, in the caller's thread.
     *
     * @return how many
     */
    int rehearse() throws IOException, RefusedException, ExecutionException, InterruptedException {
        ForwardingPipelineConfig config = config();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        EventLoopGroup network =
                new MultiThreadIoEventLoopGroup(1, Rehearsal::daemon, NioIoHandler.newFactory());
        try (Twin twin = new Twin();
                P4RuntimeServer server =
                        new P4RuntimeServer(
                                twin,
                                DEVICE,
                                new InetSocketAddress(loopback, 0),
                                InsecureServerCredentials.create(),
                                config)) {
            ManagedChannel channel =
                    NettyChannelBuilder.forAddress(new InetSocketAddress(loopback, server.port()))
                            .eventLoopGroup(network)
                            .channelType(NioSocketChannel.class)
                            .directExecutor()
                            .usePlaintext()
                            .build();
            try {
                return setUp(twin, channel, config.getP4Info().getTables(0));
            } finally {
                channel.shutdownNow();
            }
        } finally {
            network.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread t = new Thread(task, PROGRAM + "-network");
        t.setDaemon(true);
        return t;
    }

    private static ForwardingPipelineConfig config() throws IOException {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(P4InfoFile.parse(resource(".p4info.txtpb").toStringUtf8()))
                .setP4DeviceConfig(resource(".json"))
                .build();
    }

    private static ByteString resource(String ending) throws IOException {
        try (InputStream in = Rehearsal.class.getResourceAsStream(PROGRAM + ending)) {
            return ByteString.readFrom(in);
        }
    }

    private int setUp(Twin twin, ManagedChannel channel, Table table)
            throws ExecutionException, InterruptedException {
        Semaphore received = new Semaphore(0);
        StreamObserver<StreamMessageRequest> stream =
                P4RuntimeGrpc.newStub(channel).streamChannel(new Received(received));
        stream.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(DEVICE)
                                        .setElectionId(ELECTION_ID))
                        .build());
        await(received, 1);
        P4RuntimeGrpc.P4RuntimeFutureStub calls = P4RuntimeGrpc.newFutureStub(channel);
        int done = 0;
        for (int batch = 0; done < flows && isAwaited.getAsBoolean(); batch++) {
            int size = Math.min(BATCHES[batch % BATCHES.length], flows - done);
            for (int i = 0; i < size; i++) {
                twin.packetIns.packetIn(new byte[FRAME]);
            }
            await(received, size);
            for (int side : new int[] {REPLY, FORWARD}) {
                calls.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .write(write(table, side, done, size))
                        .get();
            }
            for (int i = 0; i < size; i++) {
                stream.onNext(PACKET_OUT);
            }
            done += size;
        }
        return done;
    }

    private static void await(Semaphore received, int messages) throws InterruptedException {
        if (!received.tryAcquire(messages, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no answer for " + PATIENCE_SECONDS + " s");
        }
    }

    /** Counts messages of the device. */
    private static final class Received implements StreamObserver<StreamMessageResponse> {
        private final Semaphore received;

        Received(Semaphore received) {
            this.received = received;
        }

        @Override
        public void onNext(StreamMessageResponse message) {
            received.release();
        }

        @Override
        public void onError(Throwable t) {
            // The end, or the next answer does not come.
        }

        @Override
        public void onCompleted() {}
    }

    /** Inserts a row of each flow. */
    private static WriteRequest write(Table table, int side, int first, int count) {
        WriteRequest.Builder write =
                WriteRequest.newBuilder().setDeviceId(DEVICE).setElectionId(ELECTION_ID);
        for (int flow = first; flow < first + count; flow++) {
            Action.Builder action = Action.newBuilder().setActionId(table.getActionRefs(0).getId());
            action.addParams(Action.Param.newBuilder().setParamId(1).setValue(bytes(flow, 16)));
            action.addParams(Action.Param.newBuilder().setParamId(2).setValue(bytes(flow, 2)));
            TableEntry row =
                    TableEntry.newBuilder()
                            .setTableId(table.getPreamble().getId())
                            .addMatch(exact(1, bytes(side, 1)))
                            .addMatch(exact(2, bytes(0, 16)))
                            .addMatch(exact(3, bytes(flow, 2)))
                            .setAction(TableAction.newBuilder().setAction(action))
                            .build();
            write.addUpdates(
                    Update.newBuilder()
                            .setType(Update.Type.INSERT)
                            .setEntity(Entity.newBuilder().setTableEntry(row)));
        }
        return write.build();
    }

    private static FieldMatch exact(int field, ByteString value) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setExact(FieldMatch.Exact.newBuilder().setValue(value))
                .build();
    }

    private static ByteString bytes(int value, int length) {
        byte[] b = new byte[length];
        for (int i = 1; i <= Math.min(length, Integer.BYTES); i++) {
            b[length - i] = (byte) (value >> 8 * (i - 1));
        }
        return ByteString.copyFrom(b);
    }

    /** Returns when it is over. */
    void join() throws InterruptedException {
        thread.join();
    }

    /** Whether it is under way. Any thread. */
    boolean isUnderWay() {
        return thread.isAlive();
    }

    /** Ends it soon; does not wait for that. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
