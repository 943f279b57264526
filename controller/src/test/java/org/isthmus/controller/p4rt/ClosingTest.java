// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.AbstractEventLoop;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import io.grpc.netty.shaded.io.netty.channel.DefaultChannelPromise;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultPromise;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import io.grpc.netty.shaded.io.netty.util.concurrent.ImmediateEventExecutor;
import io.grpc.netty.shaded.io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeline.Pipeline;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/** How sessions end, and the data plane. */
class ClosingTest implements DataPlane.Listener {
    private static final DeviceId DEVICE = DeviceId.of("device:s1");

    @Override
    public void deviceUp(DeviceId device) {}

    @Override
    public void deviceDown(DeviceId device) {}

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {}

    @Override
    public void portState(DeviceId device, int port, boolean up) {}

    /** As a network thread may in the worst case, drops what waits when it is shut down. */
    private static final class Network extends AbstractEventLoop {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final Promise<Void> termination =
                new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);

        @Override
        public void execute(Runnable task) {
            if (!isShutdown()) {
                tasks.add(task);
            }
        }

        void run() {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }

        @Override
        public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
            tasks.clear();
            termination.trySuccess(null);
            return termination;
        }

        @Override
        @Deprecated
        public void shutdown() {
            shutdownGracefully();
        }

        @Override
        public Future<?> terminationFuture() {
            return termination;
        }

        @Override
        public boolean isShuttingDown() {
            return termination.isDone();
        }

        @Override
        public boolean isShutdown() {
            return termination.isDone();
        }

        @Override
        public boolean isTerminated() {
            return termination.isDone();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return termination.isDone();
        }

        @Override
        public boolean inEventLoop(Thread thread) {
            return true;
        }

        @Override
        public ChannelFuture register(Channel channel) {
            return register(new DefaultChannelPromise(channel, this));
        }

        @Override
        public ChannelFuture register(ChannelPromise promise) {
            return promise.setFailure(new IOException("it has no sockets"));
        }

        @Override
        @Deprecated
        public ChannelFuture register(Channel channel, ChannelPromise promise) {
            return register(promise);
        }
    }

    private final Network network = new Network();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Queue<FakeChannel> channels = new ArrayDeque<>();
    private final P4RuntimeDataPlane plane =
            new P4RuntimeDataPlane(this::open, Elections.above(0), new Random(1), network, pool);

    private FakeChannel open(ManagementAddress address, EventLoop loop) {
        channels.add(new FakeChannel());
        return channels.element();
    }

    private void connect(String host) {
        plane.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse("grpc://" + host + ":9559?device_id=1"),
                                Pipeline.v1model())));
    }

    @Test
    void everyDeviceIsLeftBeforeItsThreadEnds() {
        plane.listen(this);
        connect("192.0.2.1");
        network.run();
        assertFalse(channels.element().isShutdown());
        plane.close();
        network.run();
        assertTrue(channels.element().isShutdown());
        assertTrue(network.isShutdown());
        assertTrue(pool.isShutdown());
    }

    @Test
    void soIsOneWhoseAddressHasJustChanged() {
        plane.listen(this);
        connect("192.0.2.1");
        network.run();
        connect("192.0.2.2");
        plane.close();
        network.run();
        assertTrue(channels.element().isShutdown());
        assertTrue(network.isShutdown());
        assertTrue(pool.isShutdown());
    }

    @Test
    void whoIsPrimaryIsNotKnownOfADeviceThatIsGone() {
        plane.listen(this);
        connect("192.0.2.1");
        network.run();
        ClientCall.Listener<StreamMessageResponse> stream =
                channels.element().last(P4RuntimeGrpc.getStreamChannelMethod()).listener();
        MasterArbitrationUpdate.Builder other = MasterArbitrationUpdate.newBuilder();
        other.getStatusBuilder().setCode(Code.ALREADY_EXISTS_VALUE);
        other.getElectionIdBuilder().setLow(7);
        stream.onMessage(StreamMessageResponse.newBuilder().setArbitration(other).build());
        network.run();
        assertEquals("7", plane.otherPrimary(DEVICE));
        stream.onClose(Status.UNAVAILABLE, new Metadata());
        network.run();
        assertNull(plane.otherPrimary(DEVICE));
    }

    @Test
    void aPlaneThatNeverListenedEndsAtOnce() {
        plane.close();
        assertTrue(network.isShutdown());
        assertTrue(pool.isShutdown());
    }
}
