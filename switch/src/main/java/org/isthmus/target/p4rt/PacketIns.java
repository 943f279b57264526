// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/**
 * Takes packets to the primary controllers, as fast as the fastest of them reads. Packet threads
 * leave a frame in a bounded queue and go on; what does not fit, or finds a primary that is slower,
 * is dropped and counted.
 */
final class PacketIns implements Target.PacketInListener {
    private static final int CAPACITY = 4096;

    private final Supplier<List<ControllerStream>> primaries;
    private final Supplier<ForwardingPipeline> running;
    private final Executor drains;
    private final Runnable drain = this::drain;
    private final FrameQueue queue = new FrameQueue(CAPACITY);

    /** Whether a drain was asked for that has not begun. */
    private final AtomicBoolean due = new AtomicBoolean();

    private final ServerCounters counters;

    /**
     * @param drains runs one task at a time
     */
    PacketIns(
            Supplier<List<ControllerStream>> primaries,
            Supplier<ForwardingPipeline> running,
            Executor drains,
            ServerCounters counters) {
        this.primaries = primaries;
        this.running = running;
        this.drains = drains;
        this.counters = counters;
    }

    @Override
    public void packetIn(byte[] frame) {
        if (primaries.get().isEmpty()) {
            counters.lost(ServerCounters.Loss.NO_PRIMARY);
        } else if (!queue.offer(frame)) {
            counters.lost(ServerCounters.Loss.QUEUE_FULL);
        } else {
            resume();
        }
    }

    /** To be called when the primary changes or can take more. */
    void resume() {
        if (!queue.isEmpty() && !due.get() && due.compareAndSet(false, true)) {
            drains.execute(drain);
        }
    }

    private void drain() {
        // First: what happens from here on, a frame or a primary that can take more, may be missed
        // below and has to ask for another drain.
        due.set(false);
        List<ControllerStream> to = primaries.get();
        byte[] frame;
        while ((to.isEmpty() || isAnyReady(to)) && (frame = queue.poll()) != null) {
            send(to, frame);
            to = primaries.get();
        }
    }

    private static boolean isAnyReady(List<ControllerStream> streams) {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).isReady()) {
                return true;
            }
        }
        return false;
    }

    private void send(List<ControllerStream> to, byte[] frame) {
        ForwardingPipeline p = running.get();
        PacketHeader header = p == null ? null : p.schema.packetIn;
        PacketIn packet = to.isEmpty() || header == null ? null : header.unpack(frame);
        if (packet == null) {
            counters.lost(
                    to.isEmpty() ? ServerCounters.Loss.NO_PRIMARY : ServerCounters.Loss.NO_HEADER);
            return;
        }
        StreamMessageResponse message =
                StreamMessageResponse.newBuilder().setPacket(packet).build();
        for (int i = 0; i < to.size(); i++) {
            ControllerStream s = to.get(i);
            if (to.size() == 1 || s.isReady()) {
                s.send(message);
                counters.sentPacketIn();
            } else {
                counters.lost(ServerCounters.Loss.PRIMARY_SLOW);
            }
        }
    }
}
