// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.isthmus.core.count.Counter;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.packet.FrameTuple;

/**
 * Fragments of packets that belong to bindings (RFC 6146 section 3.4): those that come before the
 * first fragment, which alone has the ports, are held for a while. Bounded; not thread safe.
 */
final class Fragments {
    /** RFC 6146: at least 2 s. */
    static final long LIFETIME_MILLIS = 4000;

    static final int MAX_PACKETS = 1024;
    static final int MAX_HELD_BYTES = 4 << 20;
    static final int MAX_FRAGMENTS = 64;

    /** Which packet a fragment is of (RFC 791, RFC 8200 section 4.5). Immutable. */
    private static final class Key {
        private final DeviceId device;
        private final boolean ipv6;
        private final int protocol;
        private final int identification;
        private final long[] addresses;

        Key(DeviceId device, FrameTuple t) {
            this.device = device;
            ipv6 = t.ipv6;
            protocol = t.protocol;
            identification = t.identification;
            addresses =
                    ipv6
                            ? new long[] {
                                t.sourceHigh, t.sourceLow, t.destinationHigh, t.destinationLow
                            }
                            : new long[] {t.source4, t.destination4};
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key
                    && ((Key) o).device.equals(device)
                    && ((Key) o).ipv6 == ipv6
                    && ((Key) o).protocol == protocol
                    && ((Key) o).identification == identification
                    && Arrays.equals(((Key) o).addresses, addresses);
        }

        @Override
        public int hashCode() {
            int h = Objects.hash(device, protocol, identification);
            return h * 31 + Arrays.hashCode(addresses);
        }
    }

    /** A packet of which some fragments were seen. */
    static final class Packet {
        private final long expires;
        private final List<byte[]> held = new ArrayList<>();
        private int bytes;
        private int seen;

        /** Of the first fragment, once it was seen. */
        boolean ports;

        int sourcePort;
        int destinationPort;

        private Packet(long expires) {
            this.expires = expires;
        }
    }

    private final Counters counters;
    private final Map<Key, Packet> packets = new LinkedHashMap<>();
    private int heldBytes;
    private long now;

    Fragments(Counters counters) {
        this.counters = counters;
    }

    /**
     * Adds a fragment.
     *
     * @return the packet if its ports are known, so that this fragment and those of {@link
     *     #release} can be translated; null if the fragment is held or was dropped
     */
    Packet add(DeviceId device, FrameTuple t, byte[] frame) {
        Key key = new Key(device, t);
        Packet p = packets.get(key);
        if (p == null) {
            if (packets.size() >= MAX_PACKETS) {
                counters.add(Counter.FRAGMENTS_DROPPED);
                return null;
            }
            p = new Packet(now + LIFETIME_MILLIS);
            packets.put(key, p);
        }
        if (++p.seen > MAX_FRAGMENTS) {
            counters.add(Counter.FRAGMENTS_DROPPED);
            return null;
        }
        if (t.fragmentOffset == 0 && t.ports && !p.ports) {
            p.ports = true;
            p.sourcePort = t.sourcePort;
            p.destinationPort = t.destinationPort;
        }
        if (p.ports) {
            return p;
        }
        if (heldBytes + frame.length > MAX_HELD_BYTES) {
            counters.add(Counter.FRAGMENTS_DROPPED);
            return null;
        }
        p.held.add(frame);
        p.bytes += frame.length;
        heldBytes += frame.length;
        counters.add(Counter.FRAGMENTS_HELD);
        return null;
    }

    /** Removes and returns the fragments held of a packet. */
    List<byte[]> release(Packet p) {
        List<byte[]> all = List.copyOf(p.held);
        heldBytes -= p.bytes;
        p.bytes = 0;
        p.held.clear();
        return all;
    }

    /** Drops fragments held for {@link #LIFETIME_MILLIS}. */
    void tick(long nowMillis) {
        now = nowMillis;
        for (Iterator<Packet> it = packets.values().iterator(); it.hasNext(); ) {
            Packet p = it.next();
            if (now < p.expires) {
                return;
            }
            it.remove();
            release(p).forEach(f -> counters.add(Counter.FRAGMENTS_DROPPED));
        }
    }

    int heldBytes() {
        return heldBytes;
    }
}
