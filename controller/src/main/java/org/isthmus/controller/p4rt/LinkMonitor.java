// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig.Link;
import org.isthmus.core.model.FabricConfig.Port;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.spi.DataPlane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which links carry frames, because P4Runtime says nothing of ports: both ends send LLDP
 * (IEEE 802.1AB) that the other end punts. A port that has heard nothing for {@link #MISSES} probes
 * is down, until it hears one again; a link with an end that is not connected is not judged.
 *
 * <p>Stands between the data plane and its listener. Threading: any thread; the next listener is
 * called with a lock held, and must not wait.
 */
final class LinkMonitor implements DataPlane.Listener {
    static final long PERIOD_MILLIS = 500;

    /** Five seconds: links that are overloaded lose probes as well. */
    static final int MISSES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(LinkMonitor.class);

    /** Where probes go out; as {@link DataPlane#send}. */
    interface Sender {
        void send(DeviceId device, int port, byte[] frame);
    }

    /** One end of a link: the port that receives, and the port whose frames it receives. */
    private static final class End {
        final Port at;
        final Port from;

        /** What the far port sends. */
        final byte[] probe;

        int missed;
        boolean down;

        End(Port at, Port from) {
            this.at = at;
            this.from = from;
            probe = probe(from);
        }
    }

    private final DataPlane.Listener next;
    private final Sender sender;
    private final Set<DeviceId> connected = new HashSet<>();
    private Map<Port, End> ends = Map.of();

    LinkMonitor(DataPlane.Listener next, Sender sender) {
        this.next = next;
        this.sender = sender;
    }

    /** Which links there are. Those that were there keep their state; ports of others are up. */
    synchronized void links(Collection<Link> links) {
        Map<Port, End> old = ends;
        ends = new HashMap<>();
        for (Link link : links) {
            add(old, link.one, link.other);
            add(old, link.other, link.one);
        }
        for (End gone : old.values()) {
            if (gone.down) {
                next.portState(gone.at.device, gone.at.port, true);
            }
        }
    }

    private void add(Map<Port, End> old, Port at, Port from) {
        End known = old.get(at);
        if (known != null && known.from.equals(from)) {
            old.remove(at);
            ends.put(at, known);
        } else {
            ends.put(at, new End(at, from));
        }
    }

    /** To be called every {@link #PERIOD_MILLIS}, later rather than twice at once. */
    synchronized void tick() {
        for (End end : ends.values()) {
            if (!connected.contains(end.at.device) || !connected.contains(end.from.device)) {
                end.missed = 0;
                continue;
            }
            if (end.missed++ == MISSES && !end.down) {
                end.down = true;
                LOG.warn("{}: no LLDP from {} any more", end.at, end.from);
                next.portState(end.at.device, end.at.port, false);
            }
            sender.send(end.from.device, end.from.port, end.probe);
        }
    }

    private synchronized void heard(DeviceId device, int port, byte[] frame) {
        End end = ends.get(new Port(device, port));
        if (end == null || !Arrays.equals(end.probe, frame)) {
            return;
        }
        end.missed = 0;
        if (end.down) {
            end.down = false;
            LOG.info("{}: LLDP from {} again", end.at, end.from);
            next.portState(device, port, true);
        }
    }

    @Override
    public void deviceUp(DeviceId device) {
        synchronized (this) {
            connected.add(device);
        }
        next.deviceUp(device);
    }

    @Override
    public void deviceDown(DeviceId device) {
        synchronized (this) {
            connected.remove(device);
        }
        next.deviceDown(device);
    }

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        if (reason == PuntReason.LINK_DISCOVERY) {
            heard(device, port, frame);
        } else {
            next.packetIn(device, port, reason, frame);
        }
    }

    @Override
    public void portState(DeviceId device, int port, boolean up) {
        next.portState(device, port, up);
    }

    /**
     * An LLDP frame that names its sender: chassis id and port id, both locally assigned (subtype
     * 7), a time to live of 5 s, the end.
     */
    private static byte[] probe(Port from) {
        byte[] device = from.device.toString().getBytes(StandardCharsets.UTF_8);
        byte[] port = Integer.toString(from.port).getBytes(StandardCharsets.US_ASCII);
        int length = 14 + 3 + device.length + 3 + port.length + 4 + 2;
        byte[] frame = new byte[Math.max(length, 60)];
        byte[] header = {
            // Nearest bridge; locally administered source.
            0x01,
            (byte) 0x80,
            (byte) 0xc2,
            0,
            0,
            0x0e,
            0x02,
            0,
            0,
            0,
            0,
            1,
            (byte) 0x88,
            (byte) 0xcc
        };
        System.arraycopy(header, 0, frame, 0, header.length);
        int at = id(frame, header.length, 1, device);
        at = id(frame, at, 2, port);
        frame[at] = 3 << 1;
        frame[at + 1] = 2;
        frame[at + 3] = (byte) (MISSES * PERIOD_MILLIS / 1000);
        return frame;
    }

    private static int id(byte[] frame, int at, int type, byte[] value) {
        frame[at] = (byte) (type << 1);
        frame[at + 1] = (byte) (value.length + 1);
        frame[at + 2] = 7;
        System.arraycopy(value, 0, frame, at + 3, value.length);
        return at + 3 + value.length;
    }
}
