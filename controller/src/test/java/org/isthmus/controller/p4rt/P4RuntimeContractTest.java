// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.isthmus.config.ManagementAddress;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.DataPlaneContract;
import org.isthmus.pipeline.IntentReader;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.v1.P4RuntimeOuterClass.Update;

/** What the embedded host gives, over gRPC to an embedded switch. */
class P4RuntimeContractTest extends DataPlaneContract {
    private static final DeviceId DEVICE = DeviceId.of("device:s1");
    private static final int SECONDS = 60;

    /** Nobody listens there. */
    private static final int NOWHERE = 1;

    private final Gate gate = new Gate();
    private final Bmv2Target target = new Bmv2Target(P4.CPU_PORT, 511, System::nanoTime);
    private final P4RuntimeDataPlane plane =
            new P4RuntimeDataPlane(this::channel, Elections.above(0), new Random(1));
    private final P4RuntimeServer server;
    private volatile boolean reachable;
    private volatile ManagedChannel channel;

    P4RuntimeContractTest() throws IOException {
        server =
                new P4RuntimeServer(
                        target,
                        1,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
    }

    @AfterEach
    void close() {
        plane.close();
        server.close();
        target.close();
    }

    private ManagedChannel channel(ManagementAddress address, EventLoop loop) {
        channel =
                NettyChannelBuilder.forAddress(address.host(), reachable ? address.port() : NOWHERE)
                        .executor(loop)
                        .intercept(gate)
                        .usePlaintext()
                        .build();
        return channel;
    }

    @Override
    protected DataPlane host() {
        return plane;
    }

    @Override
    protected DeviceId device() {
        return DEVICE;
    }

    @Override
    protected void connect() {
        reachable = true;
        plane.connect(
                Map.of(
                        DEVICE,
                        new P4RuntimeDataPlane.Target(
                                ManagementAddress.parse(
                                        "grpc://127.0.0.1:" + server.port() + "?device_id=1"),
                                Pipeline.v1model())));
    }

    @Override
    protected void disconnect() {
        reachable = false;
        channel.shutdownNow();
    }

    @Override
    protected void hold() {
        gate.shut();
    }

    @Override
    protected void release() {
        gate.open();
    }

    @Override
    protected void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                fail("it does not come to that");
            }
            Thread.yield();
        }
    }

    @Override
    protected void punt(byte[] frame) {
        gate.packetIn(3, PuntReason.BIB_MISS, frame);
    }

    @Override
    protected int framesTaken() {
        return gate.packetsOut();
    }

    @Override
    protected int callsUnderWay() {
        return gate.callsUnderWay();
    }

    @Override
    protected List<Intent> told() {
        List<Intent> all = new ArrayList<>();
        for (Update update : gate.updates()) {
            IntentReader reader = Pipeline.v1model().translator().reader();
            reader.add(update.getEntity());
            all.addAll(reader.intents());
        }
        all.removeIf(intent -> !intent.stage().isBinding());
        return all;
    }

    @Test
    void theEmbeddedSwitchIsOrdered() {
        assertTrue(plane.isOrdered(DEVICE));
        assertFalse(plane.isOrdered(DeviceId.of("device:unheard-of")));
        disconnect();
        until(() -> !plane.isOrdered(DEVICE));
    }
}
