// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeline.Pipeline;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.WriteRequest;
import p4.v1.P4RuntimeOuterClass.WriteResponse;

/** Guarantee 7 of {@link DataPlane}, on the wire: a device gets frames behind a write. */
class FrameOrderTest implements DataPlane.Listener {
    private static final DeviceId DEVICE = DeviceId.of("device:s1");
    private static final int FRAMES = 2000;

    private final BlockingQueue<String> got = new LinkedBlockingQueue<>();
    private final CountDownLatch up = new CountDownLatch(1);
    private final EventLoopGroup network = new MultiThreadIoEventLoopGroup(1, Sockets.handlers());
    private Server server;
    private P4RuntimeDataPlane plane;

    /** Says what it gets. */
    private final class Device extends SilentDevice {
        Device() {
            super(Pipeline.v1model().cookie());
        }

        @Override
        void packetOut(PacketOut packet) {
            got.add("frame");
        }

        @Override
        public void write(WriteRequest request, StreamObserver<WriteResponse> out) {
            got.add("write of " + request.getUpdatesCount());
            super.write(request, out);
        }
    }

    @BeforeEach
    void open() throws Exception {
        server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .addService(new Device())
                        .directExecutor()
                        .build()
                        .start();
        plane =
                new P4RuntimeDataPlane(
                        Channels.tcp(null, null, null),
                        Elections.above(0),
                        new Random(1),
                        network,
                        Executors.newCachedThreadPool());
        plane.listen(this);
        plane.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse(
                                        "grpc://127.0.0.1:" + server.getPort() + "?device_id=1"),
                                Pipeline.v1model())));
        up.await();
        got.clear();
    }

    @AfterEach
    void close() {
        plane.close();
        server.shutdownNow();
    }

    @Override
    public void deviceUp(DeviceId device) {
        up.countDown();
    }

    @Override
    public void deviceDown(DeviceId device) {}

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {}

    @Override
    public void portState(DeviceId device, int port, boolean isUp) {}

    @Test
    void framesComeBehindALargeWrite() throws Exception {
        together(0, DataPlane.CHANGES_AT_ONCE, FRAMES);
    }

    /** HTTP/2 sends what a stream has together, and it has some already. */
    @Test
    void framesComeBehindTheWriteThoughOthersCameBeforeIt() throws Exception {
        together(1, 8, FRAMES);
    }

    /** All of it is there when the network thread begins to send. */
    private void together(int framesBefore, int updates, int framesBehind) throws Exception {
        List<Change> changes = new ArrayList<>();
        for (int port = 1; port <= updates; port++) {
            changes.add(Change.set(new BibIntent.Inbound(Protocol.UDP, 1, port, 2, 3, port)));
        }
        CountDownLatch submitted = new CountDownLatch(1);
        network.execute(
                () -> {
                    try {
                        submitted.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        submit(framesBefore);
        plane.apply(DEVICE, changes);
        submit(framesBehind);
        submitted.countDown();
        List<String> expected = new ArrayList<>();
        expected.addAll(Collections.nCopies(framesBefore, "frame"));
        expected.add("write of " + updates);
        expected.addAll(Collections.nCopies(framesBehind, "frame"));
        List<String> all = new ArrayList<>();
        while (all.size() < expected.size()) {
            all.add(got.poll(60, TimeUnit.SECONDS));
        }
        assertEquals(expected, all);
    }

    private void submit(int frames) {
        for (int i = 0; i < frames; i++) {
            plane.submit(DEVICE, new byte[60]);
        }
    }
}
