// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Hash;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.FrameTuple;

/**
 * SYNs that nobody waits for, to pools that hold them (RFC 6146 section 3.5.2.2, RFC 5382 REQ-4),
 * from IPv4 or hairpinned: to a port that is not bound, or of a binding that has no session with
 * the sender. If the peer's SYN passes within six seconds, that is a simultaneous open, and the SYN
 * that was held is dropped in silence; else its sender is told that the port is unreachable. There
 * is room for a number of them, of which one sender has a share; beyond all of it the oldest is
 * dropped.
 *
 * <p>Threading: the core's thread.
 */
public final class HeldSyns {
    /** TCP_INCOMING_SYN of RFC 6146 section 4. */
    static final int HOLD_MILLIS = 6000;

    /** A power of two. */
    static final int MOST = 4096;

    static final int MOST_OF_SENDER = 64;

    private static final int MASK = MOST - 1;
    private static final int NONE = -1;
    private static final int SYN = 2;
    private static final int SYN_RST_ACK = 0x16;

    /** Sends Port Unreachable about a packet. */
    public interface Refuser {
        void unreachable(DeviceId device, int port, byte[] frame);
    }

    private final Bib bib;
    private final Sessions sessions;
    private final Ports ports;
    private final Mappings mappings;
    private final Translators translators;
    private final Refuser refuser;
    private final StepClock clock;
    private final Counters counters;
    private final long seed;
    private final FrameTuple tuple = new FrameTuple();
    private final Transport4 to = new Transport4();
    private final Transport4 from = new Transport4();
    private final KeyIndex index = new KeyIndex(this::hash);

    // A ring in the order of arrival, which is that of their ends. Without a frame: it is over.
    private final DeviceId[] devices = new DeviceId[MOST];
    private final int[] ingress = new int[MOST];
    private final byte[][] frames = new byte[MOST][];
    private final int[] addresses = new int[MOST];
    private final char[] addressPorts = new char[MOST];
    private final int[] peers = new int[MOST];
    private final char[] peerPorts = new char[MOST];
    private final char[] senders = new char[MOST];
    private final long[] since = new long[MOST];
    private int head;
    private int tail;
    private int size;

    /** How many are of senders with a hash. */
    private final byte[] ofSenders = new byte[MOST];

    /**
     * @param seed of the hash: random, so that no one can choose addresses that collide
     */
    public HeldSyns(
            Bib bib,
            Sessions sessions,
            Ports ports,
            Mappings mappings,
            Translators translators,
            Refuser refuser,
            StepClock clock,
            Counters counters,
            long seed) {
        this.bib = bib;
        this.sessions = sessions;
        this.ports = ports;
        this.mappings = mappings;
        this.translators = translators;
        this.refuser = refuser;
        this.clock = clock;
        this.counters = counters;
        this.seed = seed;
    }

    /**
     * A SYN that a translator has neither binding nor session for; where it is a host's, the host
     * has. Takes ownership of the frame.
     *
     * @param frame from the Ethernet header on
     */
    public void hold(DeviceId device, int port, byte[] frame) {
        if (!translators.isTranslator(device)) {
            counters.add(Counter.PUNTS_MISPLACED);
            return;
        }
        if (!tuple.parse(frame)
                || !tuple.ports
                || Protocol.of(tuple.protocol) != Protocol.TCP
                || (tuple.tcpFlags & SYN_RST_ACK) != SYN) {
            counters.add(Counter.PUNTS_MALFORMED);
            return;
        }
        if (!(tuple.ipv6 ? hairpin() : inbound())) {
            counters.add(Counter.PUNTS_MISPLACED);
            return;
        }
        if (isOpen(to.address, to.port, from.address, from.port)
                || find(to.address, to.port, from.address, from.port) != NONE) {
            counters.add(Counter.SYNS_REPEATED);
            return;
        }
        int sender = sender();
        if (ofSenders[sender] == MOST_OF_SENDER) {
            counters.add(Counter.SYNS_OVER_SHARE);
            return;
        }
        if (tail - head == MOST) {
            if (frames[head & MASK] != null) {
                remove(head & MASK);
                counters.add(Counter.SYNS_NO_ROOM);
            }
            head++;
        }
        int at = tail++ & MASK;
        devices[at] = device;
        ingress[at] = port;
        frames[at] = frame;
        addresses[at] = to.address;
        addressPorts[at] = (char) to.port;
        peers[at] = from.address;
        peerPorts[at] = (char) from.port;
        senders[at] = (char) sender;
        since[at] = clock.millis();
        index.add(hash(at), at);
        ofSenders[sender]++;
        size++;
        counters.add(Counter.SYNS_HELD);
    }

    /** Sets both ends of the packet in {@link #tuple}, which is from IPv4. */
    private boolean inbound() {
        to.address = tuple.destination4;
        to.port = tuple.destinationPort;
        from.address = tuple.source4;
        from.port = tuple.sourcePort;
        return true;
    }

    /**
     * Sets both ends of the packet in {@link #tuple} as they are in IPv4.
     *
     * @return false: its host is not seen there
     */
    private boolean hairpin() {
        if (!mappings.peerToIpv4(tuple.destinationHigh, tuple.destinationLow, to)) {
            return false;
        }
        to.port = tuple.destinationPort;
        long high = tuple.sourceHigh;
        long low = tuple.sourceLow;
        if (mappings.eamOfHost6(to.instance, high, low, from)) {
            from.port = tuple.sourcePort;
            return true;
        }
        return mappings.toIpv4(to.instance, Protocol.TCP, high, low, tuple.sourcePort, from);
    }

    /**
     * The SYN of a host passes, from a pool address and port to a peer: drops what was held of that
     * connection.
     *
     * @return whether there was one: it is a simultaneous open
     */
    boolean meet(int address4, int port4, int peer4, int peerPort) {
        int at = size == 0 ? NONE : find(address4, port4, peer4, peerPort);
        if (at == NONE) {
            return false;
        }
        remove(at);
        counters.add(Counter.SYNS_MET);
        return true;
    }

    /** Gives up those whose time is over. Called about ten times a second. */
    public void tick() {
        while (head != tail) {
            int at = head & MASK;
            byte[] frame = frames[at];
            if (frame != null) {
                if (clock.millis() - since[at] < HOLD_MILLIS) {
                    return;
                }
                remove(at);
                // The copy of its peer's SYN may have been lost.
                if (isOpen(addresses[at], addressPorts[at], peers[at], peerPorts[at])) {
                    counters.add(Counter.SYNS_MET);
                } else {
                    counters.add(Counter.SYNS_UNREACHABLE);
                    refuser.unreachable(devices[at], ingress[at], frame);
                }
            }
            head++;
        }
    }

    /** Whether another one of this sender would be let through. */
    private boolean isOpen(int address4, int port4, int peer4, int peerPort) {
        int slot = ports.find(Protocol.TCP, address4, port4);
        return slot != Bib.NONE
                && (!bib.isFiltered(slot) || sessions.find(slot, peer4, peerPort) != Sessions.NONE);
    }

    private int find(int address4, int port4, int peer4, int peerPort) {
        long hash = hash(address4, port4, peer4, peerPort);
        int[] table = index.table(hash);
        for (int i = KeyIndex.start(hash, table); table[i] != 0; i = KeyIndex.next(i, table)) {
            int at = table[i] - 1;
            if (addresses[at] == address4
                    && addressPorts[at] == port4
                    && peers[at] == peer4
                    && peerPorts[at] == peerPort) {
                return at;
            }
        }
        return NONE;
    }

    private void remove(int at) {
        index.remove(hash(at), at);
        ofSenders[senders[at]]--;
        frames[at] = null;
        size--;
    }

    /**
     * Who sent the packet in {@link #tuple}, by a hash: an IPv4 host; or a subscriber, as others
     * have the same address in IPv4.
     */
    private int sender() {
        if (!tuple.ipv6) {
            return (int) Hash.mix(from.address ^ seed) & MASK;
        }
        int length = mappings.subscriberPrefixLength(to.instance);
        long high = tuple.sourceHigh & Ipv6Prefix.maskHigh(length);
        long low = tuple.sourceLow & Ipv6Prefix.maskLow(length);
        return (int) Hash.mix(Hash.mix(high ^ seed) + low) & MASK;
    }

    private long hash(int at) {
        return hash(addresses[at], addressPorts[at], peers[at], peerPorts[at]);
    }

    private long hash(int address4, int port4, int peer4, int peerPort) {
        long here = (long) address4 << 16 | port4;
        return Hash.mix(Hash.mix(here ^ seed) + ((long) peer4 << 16 | peerPort));
    }
}
