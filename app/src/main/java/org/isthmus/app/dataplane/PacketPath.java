// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeconf.PacketInTap;
import org.isthmus.pipeline.PacketIo;
import org.onosproject.net.DeviceId;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.pi.runtime.PiPacketOperation;

/**
 * Frames from and to devices. Those that only a translator understands are taken from the device's
 * connection, or where that is not our driver's, kept from ONOS's other processors; ARP, neighbour
 * discovery and LLDP come by ONOS, and go on to them.
 *
 * <p>Threading: any thread; no method waits.
 */
final class PacketPath {
    /** Frames that wait to be given to ONOS's client, which takes any number without waiting. */
    static final int MAX_WAITING = 8192;

    private final Onos onos;
    private final Counters counters;
    private final Function<DeviceId, LocalDevice> ours;
    private final Executor executor;
    private final PacketProcessor processor = this::process;
    private final PacketInTap.Listener tap = this::taken;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile DataPlane.Listener listener;

    /**
     * @param ours the device by ONOS's id, up or not; null for those of others
     */
    PacketPath(Onos onos, Counters counters, Function<DeviceId, LocalDevice> ours) {
        this.onos = onos;
        this.counters = counters;
        this.ours = ours;
        this.executor = new InOrder(onos.executor);
    }

    void listen(DataPlane.Listener newListener) {
        listener = newListener;
    }

    void start() {
        onos.packets.addProcessor(processor, PacketProcessor.director(0));
        PacketInTap.add(tap);
    }

    void close() {
        PacketInTap.remove(tap);
        onos.packets.removeProcessor(processor);
    }

    private void process(PacketContext context) {
        InboundPacket packet = context.inPacket();
        LocalDevice device = ours.apply(packet.receivedFrom().deviceId());
        if (device == null) {
            return;
        }
        PuntReason reason =
                packet.cookie().isPresent()
                        ? PacketIo.reason((int) (long) packet.cookie().get())
                        : null;
        if (reason == null || reason == PuntReason.LINK_DISCOVERY) {
            counters.packetsForOthers.increment();
            return;
        }
        deliver(
                device,
                (int) packet.receivedFrom().port().toLong(),
                reason,
                bytes(packet.unparsed()));
        if (packet.parsed() == null) {
            // What ONOS finds hosts by is parsed, and goes on to it.
            context.block();
        }
    }

    /** Straight from the device's connection. */
    private boolean taken(DeviceId id, int port, PuntReason reason, byte[] frame) {
        LocalDevice device = ours.apply(id);
        if (device != null) {
            deliver(device, port, reason, frame);
        }
        return device != null;
    }

    private void deliver(LocalDevice device, int port, PuntReason reason, byte[] frame) {
        DataPlane.Listener to = listener;
        if (!device.isUp() || to == null) {
            counters.packetsInDropped.increment();
            return;
        }
        counters.packetsIn.increment();
        // They come one after another, though by two ways.
        synchronized (device) {
            to.packetIn(device.name(), port, reason, frame);
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        if (buffer.hasArray()
                && buffer.arrayOffset() == 0
                && buffer.position() == 0
                && buffer.remaining() == buffer.array().length) {
            return buffer.array();
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** Not through ONOS's packet service, which asks Raft for the device's program each time. */
    void send(LocalDevice device, PiPacketOperation packet) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            counters.packetsOutDropped.increment();
            return;
        }
        executor.execute(
                () -> {
                    waiting.decrementAndGet();
                    (device.send(packet) ? counters.packetsOut : counters.packetsOutDropped)
                            .increment();
                });
    }
}
