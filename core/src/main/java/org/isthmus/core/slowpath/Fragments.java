// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Hash;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;

/**
 * Fragments of packets that belong to bindings (RFC 6146 section 3.4): those that come before the
 * first fragment, which alone has the ports, are held for a while.
 *
 * <p>Their memory is bounded, and a sender has at most a share of it. A sender that comes to its
 * share loses its own oldest packet, and only where many senders fill all of the memory, the oldest
 * of all goes: fragments of one packet come close together. The sender of an IPv6 packet is a
 * subscriber, that of an IPv4 packet its source address. Its destination would be no owner: only
 * the first fragment says whose binding it is, and where all subscribers of a pool's address have a
 * share together, one sender could take it from all of them.
 *
 * <p>Not thread safe.
 */
final class Fragments {
    private static final Logger LOG = System.getLogger(Fragments.class.getName());

    /** Bytes that all packets may take. */
    static final int MAX_BYTES = 8 << 20;

    /**
     * What a packet takes without its fragments and what says which came: itself, its places in
     * maps, maybe a sender.
     */
    static final int PACKET_BYTES = 640;

    /** What a fragment takes beside its bytes. */
    static final int FRAGMENT_BYTES = 32;

    /** Between two lines in the log about senders that came to their share. */
    private static final long QUIET_MILLIS = 60_000;

    /** Which packet a fragment is of (RFC 791, RFC 8200 section 4.5). */
    private static final class Key {
        /** In place of upper halves of addresses; no host has an IPv6 address of that. */
        private static final long IPV4 = -1;

        private final long seed;
        private DeviceId device;
        private int protocol;
        private int identification;
        private long sourceHigh;
        private long sourceLow;
        private long destinationHigh;
        private long destinationLow;

        Key(long seed) {
            this.seed = seed;
        }

        Key(Key k) {
            this(k.seed);
            device = k.device;
            protocol = k.protocol;
            identification = k.identification;
            sourceHigh = k.sourceHigh;
            sourceLow = k.sourceLow;
            destinationHigh = k.destinationHigh;
            destinationLow = k.destinationLow;
        }

        void set(DeviceId from, FrameTuple t) {
            device = from;
            protocol = t.protocol;
            identification = t.identification;
            sourceHigh = t.ipv6 ? t.sourceHigh : IPV4;
            sourceLow = t.ipv6 ? t.sourceLow : t.source4;
            destinationHigh = t.ipv6 ? t.destinationHigh : IPV4;
            destinationLow = t.ipv6 ? t.destinationLow : t.destination4;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key
                    && ((Key) o).device.equals(device)
                    && ((Key) o).protocol == protocol
                    && ((Key) o).identification == identification
                    && ((Key) o).sourceHigh == sourceHigh
                    && ((Key) o).sourceLow == sourceLow
                    && ((Key) o).destinationHigh == destinationHigh
                    && ((Key) o).destinationLow == destinationLow;
        }

        @Override
        public int hashCode() {
            long h = Hash.mix(sourceHigh ^ seed);
            h = Hash.mix(h + sourceLow);
            h = Hash.mix(h + destinationHigh);
            h = Hash.mix(h + destinationLow);
            return (int) Hash.mix(h + ((long) protocol << 32 | identification & 0xffff_ffffL));
        }
    }

    /** Who sent fragments, with its packets from the oldest on. */
    private static final class Sender {
        final Ipv6Prefix prefix;
        final LinkedHashSet<Packet> packets = new LinkedHashSet<>();
        int bytes;

        Sender(Ipv6Prefix prefix) {
            this.prefix = prefix;
        }
    }

    /** A packet of which some fragments were seen. */
    static final class Packet {
        private final Key key;
        private final Sender sender;
        private final long since;
        private List<byte[]> held = List.of();
        private int bytes;

        /** Which parts of its payload came, of 8 bytes each: some may come twice. */
        private final BitSet came = new BitSet();

        /** Bytes of its payload; -1: not known yet. */
        private int length = -1;

        /** Of the first fragment, once it was seen. */
        boolean ports;

        int sourcePort;
        int destinationPort;

        /** Whether it is translated once all of it came, and not before. */
        boolean whole;

        /** Whether what is left of it is dropped. */
        boolean refused;

        private Packet(Key key, Sender sender, long since) {
            this.key = key;
            this.sender = sender;
            this.since = since;
        }

        /** Whether a fragment is of another packet, as the ports of a first one say. */
        private boolean isOfAnother(FrameTuple t) {
            return t.fragmentOffset == 0
                    && t.ports
                    && ports
                    && (t.sourcePort != sourcePort || t.destinationPort != destinationPort);
        }

        private boolean isComplete() {
            return length >= 0 && came.nextClearBit(0) * 8 >= length;
        }

        /** Bytes besides its fragments. */
        private int ownBytes() {
            return PACKET_BYTES + came.size() / 8;
        }

        private void add(FrameTuple t) {
            int from = t.fragmentHeader >= 0 ? t.fragmentHeader + 8 : t.l4Offset;
            int to = t.fragmentOffset + t.end - from;
            // Only the last one may end within a part.
            came.set(t.fragmentOffset / 8, (t.moreFragments ? to : to + 7) / 8);
            if (!t.moreFragments) {
                length = to;
            }
            if (t.fragmentOffset == 0 && t.ports && !ports) {
                ports = true;
                sourcePort = t.sourcePort;
                destinationPort = t.destinationPort;
            }
        }
    }

    private final Counters counters;
    private final Key wanted;

    /** From the oldest on. */
    private final Map<Key, Packet> packets = new LinkedHashMap<>();

    private final Map<Ipv6Prefix, Sender> senders = new HashMap<>();
    private int bytes;
    private long now;
    private int shareBytes = Limits.FRAGMENT_KILOBYTES_PER_SENDER.byDefault << 10;
    private long lifetimeMillis = 1000L * Limits.FRAGMENT_TIMEOUT.byDefault;
    private long quietUntil;

    /**
     * @param seed random, so that no one can choose packets that collide
     */
    Fragments(long seed, Counters counters) {
        wanted = new Key(seed);
        this.counters = counters;
    }

    /**
     * Adds a fragment.
     *
     * @param subscriberLength of the prefix that is one sender; for IPv6
     * @param whole whether this fragment says that the packet is to be translated as a whole
     * @return the packet if its ports are known, and where it is to be whole, all of it came, so
     *     that this fragment and those of {@link #release} can be translated; null if the fragment
     *     is held
     */
    Packet add(DeviceId device, FrameTuple t, byte[] frame, int subscriberLength, boolean whole) {
        wanted.set(device, t);
        Packet p = packets.get(wanted);
        if (p != null && p.isOfAnother(t)) {
            // Its sender came to the same identification again before all of the other one came.
            drop(p, Counter.FRAGMENTS_DROPPED);
            p = null;
        }
        if (p == null) {
            p = begin(sender(t, subscriberLength));
        }
        int before = p.ownBytes();
        p.add(t);
        p.whole |= whole;
        if (p.ports && (!p.whole || p.isComplete())) {
            return p;
        }
        if (p.held.isEmpty()) {
            p.held = new ArrayList<>();
        }
        p.held.add(frame);
        counters.add(Counter.FRAGMENTS_HELD);
        take(p, p.ownBytes() - before + FRAGMENT_BYTES + frame.length);
        return null;
    }

    /** Whose a packet is, where senders share: a subscriber's, or an IPv4 address's. */
    static Ipv6Prefix sender(FrameTuple t, int subscriberLength) {
        return t.ipv6
                ? Ipv6Prefix.of(t.sourceHigh, t.sourceLow, subscriberLength)
                : V4Mapped.host(V4Mapped.of(t.source4));
    }

    private Packet begin(Ipv6Prefix prefix) {
        Sender sender = senders.computeIfAbsent(prefix, Sender::new);
        Packet p = new Packet(new Key(wanted), sender, now);
        packets.put(p.key, p);
        sender.packets.add(p);
        take(p, p.ownBytes());
        return p;
    }

    /** Takes memory for a packet, from older ones if need be; less than 0: gives it back. */
    private void take(Packet p, int more) {
        p.bytes += more;
        p.sender.bytes += more;
        bytes += more;
        while (p.sender.bytes > shareBytes) {
            say(p.sender);
            drop(p.sender.packets.iterator().next(), Counter.FRAGMENTS_OVER_SHARE);
        }
        while (bytes > MAX_BYTES) {
            drop(packets.values().iterator().next(), Counter.FRAGMENTS_NO_ROOM);
        }
    }

    private void say(Sender sender) {
        if (now >= quietUntil) {
            quietUntil = now + QUIET_MILLIS;
            String who =
                    V4Mapped.isIpv4(sender.prefix)
                            ? V4Mapped.toIpv4(sender.prefix).toString()
                            : sender.prefix.toString();
            LOG.log(
                    Level.WARNING,
                    "{0} has {1} packets of which fragments are missing, and that is its share",
                    who,
                    sender.packets.size());
        }
    }

    private void drop(Packet p, Counter why) {
        counters.add(why, p.held.size());
        remove(p);
    }

    private void remove(Packet p) {
        packets.remove(p.key);
        p.sender.bytes -= p.bytes;
        bytes -= p.bytes;
        p.sender.packets.remove(p);
        if (p.sender.packets.isEmpty()) {
            senders.remove(p.sender.prefix);
        }
    }

    /**
     * The fragments held of a packet whose ports are known. They are not held any more, and the
     * packet is forgotten with its last fragment.
     */
    List<byte[]> release(Packet p) {
        List<byte[]> all = p.held;
        p.held = List.of();
        if (p.isComplete()) {
            remove(p);
        } else {
            take(p, p.ownBytes() - p.bytes);
        }
        return all;
    }

    /** Sets how long the fragments of a packet may come after one another, at least 2 s. */
    void lifetime(long millis) {
        lifetimeMillis = millis;
    }

    /**
     * Sets what the packets of a sender may take.
     *
     * @param bytes {@link Limits#FRAGMENT_KILOBYTES_PER_SENDER} times 1024
     */
    void share(int bytes) {
        shareBytes = bytes;
    }

    /** Drops fragments whose time is over. */
    void tick(long nowMillis) {
        now = nowMillis;
        while (!packets.isEmpty()) {
            Packet p = packets.values().iterator().next();
            if (now - p.since < lifetimeMillis) {
                return;
            }
            drop(p, Counter.FRAGMENTS_EXPIRED);
        }
    }

    /** What all packets take, at most {@link #MAX_BYTES}. */
    int bytes() {
        return bytes;
    }
}
