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
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
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

    /** As a thread pool may in the worst case, drops what waits when it is shut down. */
    private static final class Pool extends AbstractExecutorService {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean isShutdown;

        @Override
        public void execute(Runnable task) {
            if (!isShutdown) {
                tasks.add(task);
            }
        }

        void run() {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }

        @Override
        public void shutdown() {
            isShutdown = true;
            tasks.clear();
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return isShutdown;
        }

        @Override
        public boolean isTerminated() {
            return isShutdown;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return isShutdown;
        }
    }

    private final Pool pool = new Pool();
    private final Queue<FakeChannel> channels = new ArrayDeque<>();
    private final P4RuntimeDataPlane plane =
            new P4RuntimeDataPlane(this::open, Elections.above(0), new Random(1), pool);

    private FakeChannel open(ManagementAddress address, Object executor) {
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
    void everyDeviceIsLeftBeforeThePoolIs() {
        plane.listen(this);
        connect("192.0.2.1");
        pool.run();
        assertFalse(channels.element().isShutdown());
        plane.close();
        pool.run();
        assertTrue(channels.element().isShutdown());
        assertTrue(pool.isShutdown());
    }

    @Test
    void soIsOneWhoseAddressHasJustChanged() {
        plane.listen(this);
        connect("192.0.2.1");
        pool.run();
        connect("192.0.2.2");
        plane.close();
        pool.run();
        assertTrue(channels.element().isShutdown());
        assertTrue(pool.isShutdown());
    }

    @Test
    void whoIsPrimaryIsNotKnownOfADeviceThatIsGone() {
        plane.listen(this);
        connect("192.0.2.1");
        pool.run();
        ClientCall.Listener<StreamMessageResponse> stream =
                channels.element().last(P4RuntimeGrpc.getStreamChannelMethod()).listener();
        MasterArbitrationUpdate.Builder other = MasterArbitrationUpdate.newBuilder();
        other.getStatusBuilder().setCode(Code.ALREADY_EXISTS_VALUE);
        other.getElectionIdBuilder().setLow(7);
        stream.onMessage(StreamMessageResponse.newBuilder().setArbitration(other).build());
        pool.run();
        assertEquals("7", plane.otherPrimary(DEVICE));
        stream.onClose(Status.UNAVAILABLE, new Metadata());
        pool.run();
        assertNull(plane.otherPrimary(DEVICE));
    }

    @Test
    void aPlaneThatNeverListenedEndsAtOnce() {
        plane.close();
        assertTrue(pool.isShutdown());
    }
}
