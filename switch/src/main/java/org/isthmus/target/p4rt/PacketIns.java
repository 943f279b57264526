// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeOuterClass.PacketIn;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;

/**
 * Takes packets to the primary controller, as fast as it reads them. Packet threads leave a frame
 * in a bounded queue and go on; what does not fit is dropped and counted.
 */
final class PacketIns implements Target.PacketInListener {
    private static final int CAPACITY = 4096;

    private final Supplier<ControllerStream> primary;
    private final Supplier<ForwardingPipeline> running;
    private final Executor drains;
    private final Runnable drain = this::drain;
    private final FrameQueue queue = new FrameQueue(CAPACITY);

    /** Whether a drain was asked for that has not begun. */
    private final AtomicBoolean due = new AtomicBoolean();

    private final LongAdder dropped = new LongAdder();

    /**
     * @param drains runs one task at a time
     */
    PacketIns(
            Supplier<ControllerStream> primary,
            Supplier<ForwardingPipeline> running,
            Executor drains) {
        this.primary = primary;
        this.running = running;
        this.drains = drains;
    }

    long dropped() {
        return dropped.sum();
    }

    @Override
    public void packetIn(byte[] frame) {
        if (primary.get() == null || !queue.offer(frame)) {
            dropped.increment();
            return;
        }
        resume();
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
        ControllerStream to = primary.get();
        byte[] frame;
        while ((to == null || to.isReady()) && (frame = queue.poll()) != null) {
            send(to, frame);
            to = primary.get();
        }
    }

    private void send(ControllerStream to, byte[] frame) {
        ForwardingPipeline p = running.get();
        PacketHeader header = p == null ? null : p.schema.packetIn;
        PacketIn packet = to == null || header == null ? null : header.unpack(frame);
        if (packet == null) {
            dropped.increment();
        } else {
            to.send(StreamMessageResponse.newBuilder().setPacket(packet).build());
        }
    }
}
