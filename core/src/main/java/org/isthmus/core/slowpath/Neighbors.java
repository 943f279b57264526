// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.spi.DataPlane;

/**
 * Learns, resolves, probes and removes neighbours of both families (RFC 826, RFC 4861 section 7),
 * and holds packets until they are resolved. IPv4 addresses are V4-mapped. Not thread safe.
 */
final class Neighbors {
    /** Called when the resolution of an address fails. */
    interface Unreachable {
        void packet(DeviceId device, int port, byte[] frame);
    }

    static final int MAX_NEIGHBORS = 32768;
    static final int MAX_PER_INTERFACE = 4096;
    static final int MAX_UNRESOLVED = 4096;
    static final int MAX_HELD = 4096;
    static final int MAX_HELD_PER_NEIGHBOR = 8;

    /** Of those that are resolved, and of those that are held: so many of one sender. */
    static final int MAX_PER_SENDER = 256;

    /** The same of all senders at one place, who may all be one that forges sources. */
    static final int MAX_PER_PLACE = 1024;

    static final int TRIES = 3;
    static final long RETRY_MILLIS = 1000;
    static final long PROBE_AFTER_MILLIS = 120_000;

    /** Of a router, to which all traffic of a route goes; RFC 4861's REACHABLE_TIME. */
    static final long PROBE_ROUTER_AFTER_MILLIS = 30_000;

    static final long ROUTER_RETRY_MILLIS = 5000;

    /** Packets per second to one neighbour that are resubmitted while its route is missing. */
    private static final int RELEASES_PER_SECOND = 64;

    /**
     * Packets per second of one device that are resubmitted because they have a next hop by now.
     */
    private static final int AGAIN_PER_SECOND = 1000;

    /** For whom an address is resolved. Its parts are compared by {@code equals}. */
    static final class Asker {
        private final Object sender;
        private final Object place;

        /**
         * @param sender whose packet it is, by its source
         * @param place where it came in, which no sender can choose
         */
        Asker(Object sender, Object place) {
            this.sender = sender;
            this.place = place;
        }
    }

    private static final class Held {
        final DeviceId device;
        final int port;
        final Asker asker;
        final byte[] frame;

        Held(DeviceId device, int port, Asker asker, byte[] frame) {
            this.device = device;
            this.port = port;
            this.asker = asker;
            this.frame = frame;
        }
    }

    /** An address being resolved. */
    private static final class Unresolved {
        final ArrayDeque<Held> held = new ArrayDeque<>();

        /** Who asked for it first; null: we. */
        final Asker asker;

        long due;
        int tries = 1;

        Unresolved(Asker asker) {
            this.asker = asker;
        }
    }

    /** How many there are of each sender, and at each place. */
    private static final class Shares {
        private final Map<Object, Integer> ofSenders = new HashMap<>();
        private final Map<Object, Integer> atPlaces = new HashMap<>();

        boolean isFull(Asker asker) {
            return ofSenders.getOrDefault(asker.sender, 0) >= MAX_PER_SENDER
                    || atPlaces.getOrDefault(asker.place, 0) >= MAX_PER_PLACE;
        }

        void add(Asker asker, int more) {
            ofSenders.merge(asker.sender, more, (a, b) -> a + b == 0 ? null : a + b);
            atPlaces.merge(asker.place, more, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    /** A resolved address; valid while the fabric knows it as well. */
    private static final class Known {
        /** The {@link #place} that it counts for. */
        Object at;

        long due;
        int tries;
        TokenBucket releases;
    }

    private final Fabric fabric;
    private final DataPlane dataPlane;
    private final Barrier barrier;
    private final Unreachable unreachable;
    private final Counters counters;
    private final Map<Ipv6Address, Unresolved> unresolved = new LinkedHashMap<>();
    private final Shares asked = new Shares();
    private final Shares heldOf = new Shares();
    private final Map<Ipv6Address, Known> known = new HashMap<>();
    private final Map<Object, Integer> perInterface = new HashMap<>();
    private final Map<DeviceId, TokenBucket> again = new HashMap<>();
    private int held;
    private long now;
    private long agedAt;
    private long routersAt;

    Neighbors(
            Fabric fabric,
            DataPlane dataPlane,
            Barrier barrier,
            Unreachable unreachable,
            Counters counters) {
        this.fabric = fabric;
        this.dataPlane = dataPlane;
        this.barrier = barrier;
        this.unreachable = unreachable;
        this.counters = counters;
    }

    /**
     * Resolves an address, and then resubmits the packet to the device. Who sends to many addresses
     * that are not there keeps nobody else's from being resolved (RFC 6583), but for those whose
     * sources it may forge.
     */
    void resolve(DeviceId device, int port, Ipv6Address address, Asker asker, byte[] frame) {
        if (fabric.neighbors().get(address) != null) {
            release(device, address, frame);
            return;
        }
        Unresolved u = unresolved.get(address);
        if (u == null) {
            u = ask(address, asker);
        }
        if (u == null || held >= MAX_HELD || heldOf.isFull(asker)) {
            counters.add(Counter.HELD_DROPPED);
            return;
        }
        if (u.held.size() == MAX_HELD_PER_NEIGHBOR) {
            // RFC 4861 section 7.2.2: the oldest is dropped.
            noLongerHeld(u.held.removeFirst());
            counters.add(Counter.HELD_DROPPED);
        }
        u.held.addLast(new Held(device, port, asker, frame));
        held++;
        heldOf.add(asker, 1);
        counters.add(Counter.PACKETS_HELD);
    }

    /**
     * Resubmits a packet whose route is being written; bounded, so that it does not loop if the
     * route never arrives.
     */
    private void release(DeviceId device, Ipv6Address address, byte[] frame) {
        Known k = known(address);
        if (k.releases == null) {
            k.releases = new TokenBucket(RELEASES_PER_SECOND, RELEASES_PER_SECOND, now);
        }
        if (!k.releases.take(now)) {
            counters.add(Counter.NO_ROUTE);
            return;
        }
        giveBack(device, frame);
    }

    /** Resubmits a packet whose route exists or is being written. */
    void again(DeviceId device, byte[] frame) {
        TokenBucket b =
                again.computeIfAbsent(
                        device, d -> new TokenBucket(AGAIN_PER_SECOND, AGAIN_PER_SECOND, now));
        if (b.take(now)) {
            giveBack(device, frame);
        } else {
            counters.add(Counter.NO_ROUTE);
        }
    }

    private void giveBack(DeviceId device, byte[] frame) {
        barrier.after(
                device,
                () -> {
                    counters.add(Counter.PACKETS_RELEASED);
                    dataPlane.submit(device, frame);
                });
    }

    /**
     * Starts resolution; null: no interface has the address's network, or there is no room.
     *
     * @param asker null: we, of the few addresses that the configuration names
     */
    private Unresolved ask(Ipv6Address address, Asker asker) {
        boolean full =
                asker != null && (unresolved.size() >= MAX_UNRESOLVED || asked.isFull(asker));
        if (full || !solicit(address)) {
            return null;
        }
        Unresolved u = new Unresolved(asker);
        u.due = now + RETRY_MILLIS;
        unresolved.put(address, u);
        if (asker != null) {
            asked.add(asker, 1);
        }
        return u;
    }

    /** Its address is resolved, or given up. */
    private void ended(Unresolved u) {
        if (u.asker != null) {
            asked.add(u.asker, -1);
        }
        u.held.forEach(this::noLongerHeld);
    }

    private void noLongerHeld(Held h) {
        held--;
        heldOf.add(h.asker, -1);
    }

    /** Sends solicitations on all interfaces in the address's network; false: there is none. */
    private boolean solicit(Ipv6Address address) {
        List<FabricConfig.Interface> on = fabric.interfacesTo(address);
        on.forEach(i -> solicit(i, 0, address));
        return !on.isEmpty();
    }

    /**
     * Asks at an interface for an address.
     *
     * @param targetMac 0: not known, all are asked
     */
    void solicit(FabricConfig.Interface i, long targetMac, Ipv6Address address) {
        long mac = fabric.device(i.port.device).mac.bits();
        byte[] frame;
        if (V4Mapped.isIpv4(address)) {
            int target = V4Mapped.toIpv4(address);
            frame = NeighborPackets.arp(1, mac, source4(i, target), targetMac, target);
        } else {
            frame = NeighborPackets.solicitation(mac, source6(i, address), targetMac, address);
        }
        dataPlane.send(i.port.device, i.port.port, Packets.tagged(frame, i.vlan));
    }

    /** The interface's own address in the network of another. */
    private static int source4(FabricConfig.Interface i, int other) {
        for (int n = 0; n < i.networks4.size(); n++) {
            if (i.networks4.get(n).contains(other)) {
                return i.addresses4.get(n).bits();
            }
        }
        return i.addresses4.stream().findFirst().map(Ipv4Address::bits).orElse(0);
    }

    private Ipv6Address source6(FabricConfig.Interface i, Ipv6Address other) {
        for (int n = 0; n < i.networks6.size(); n++) {
            if (i.networks6.get(n).contains(other)) {
                return i.addresses6.get(n);
            }
        }
        return V4Mapped.linkLocal(fabric.device(i.port.device).mac);
    }

    /**
     * An ARP or Neighbor Discovery message gave the MAC address of an address.
     *
     * @param override whether it may replace another MAC address (RFC 4861 section 7.2.5)
     */
    void heard(FabricConfig.Interface on, Ipv6Address address, long mac, boolean override) {
        boolean unicast = mac != 0 && (mac >>> 40 & 1) == 0;
        Fabric.Neighbor old = fabric.neighbors().get(address);
        boolean moved = old == null || old.on != on || old.mac.bits() != mac;
        if (!unicast
                || mac == fabric.device(on.port.device).mac.bits()
                || !fabric.acceptable(on, address)
                || moved && old != null && !override) {
            counters.add(Counter.NEIGHBORS_REFUSED);
            if (unicast) {
                fabric.conflicts().heard(on, address, MacAddress.of(mac), now);
            }
            return;
        }
        boolean full =
                known.size() >= MAX_NEIGHBORS
                        || perInterface.getOrDefault(place(on), 0) >= MAX_PER_INTERFACE;
        if (full && !known.containsKey(address)) {
            counters.add(Counter.NEIGHBOR_TABLE_FULL);
            return;
        }
        if (!fabric.neighbors().learn(on, address, MacAddress.of(mac))) {
            counters.add(Counter.NEIGHBORS_REFUSED);
            return;
        }
        if (moved) {
            counters.add(Counter.NEIGHBORS_LEARNED);
        }
        Known k = known(address);
        k.tries = 0;
        k.due = now + probeAfter(address);
        Unresolved u = unresolved.remove(address);
        if (u != null) {
            ended(u);
            u.held.forEach(h -> release(h.device, address, h.frame));
        }
    }

    /** Spread over time, so that not all are probed at once. */
    private long probeAfter(Ipv6Address address) {
        long spread = address.hashCode() & 0x7fff;
        Set<Ipv6Address> routers = fabric.routers();
        return routers.contains(address)
                ? probeRouterAfter(routers.size()) + spread / 4
                : PROBE_AFTER_MILLIS + spread;
    }

    /** Any number of routers is not probed at a higher rate than a full table of hosts. */
    static long probeRouterAfter(int routers) {
        long atThatRate = PROBE_AFTER_MILLIS * routers / MAX_NEIGHBORS;
        return Math.min(Math.max(PROBE_ROUTER_AFTER_MILLIS, atThatRate), PROBE_AFTER_MILLIS);
    }

    /** The entry of a neighbour the fabric knows. */
    private Known known(Ipv6Address address) {
        Object at = place(fabric.neighbors().get(address).on);
        Known k = known.get(address);
        if (k == null) {
            k = new Known();
            k.due = now + PROBE_AFTER_MILLIS;
            known.put(address, k);
        } else if (!k.at.equals(at)) {
            count(k.at, -1);
        }
        if (!at.equals(k.at)) {
            k.at = at;
            count(at, 1);
        }
        return k;
    }

    /** Of an interface, also of the next configuration. */
    private static Object place(FabricConfig.Interface on) {
        return List.of(on.port, on.vlan);
    }

    private void count(Object place, int more) {
        perInterface.merge(place, more, (a, b) -> a + b == 0 ? null : a + b);
    }

    /**
     * A host asks for an address in its own network. Where that network is on several interfaces,
     * the switches answer for hosts at other interfaces: proxy ARP/ND (RFC 1027, RFC 4861 section
     * 7.2.8).
     *
     * @return whether to answer with our own MAC address
     */
    boolean proxied(FabricConfig.Interface asker, Ipv6Address target) {
        List<FabricConfig.Interface> all = fabric.interfacesTo(target);
        if (!all.contains(asker) || all.size() < 2 || !fabric.acceptable(asker, target)) {
            return false;
        }
        Fabric.Neighbor nb = fabric.neighbors().get(target);
        if (nb == null && !unresolved.containsKey(target)) {
            ask(target, new Asker(asker.port, asker.port));
        }
        return nb != null && nb.on != asker;
    }

    /** Does the retries, probes and removals that are due. */
    void tick(long nowMillis) {
        now = nowMillis;
        retry();
        if (now - agedAt >= RETRY_MILLIS) {
            agedAt = now;
            age();
        }
        if (now - routersAt >= ROUTER_RETRY_MILLIS) {
            routersAt = now;
            fabric.routers().forEach(this::askRouter);
        }
    }

    private void askRouter(Ipv6Address router) {
        if (fabric.neighbors().get(router) == null && !unresolved.containsKey(router)) {
            ask(router, null);
        }
    }

    private void retry() {
        List<Held> lost = new ArrayList<>();
        for (Iterator<Map.Entry<Ipv6Address, Unresolved>> it = unresolved.entrySet().iterator();
                it.hasNext(); ) {
            Map.Entry<Ipv6Address, Unresolved> e = it.next();
            Unresolved u = e.getValue();
            if (now < u.due) {
                continue;
            }
            if (u.tries++ < TRIES && solicit(e.getKey())) {
                u.due = now + RETRY_MILLIS;
            } else {
                counters.add(Counter.NEIGHBOR_UNREACHABLE);
                fabric.neighbors().unanswered(e.getKey());
                it.remove();
                ended(u);
                lost.addAll(u.held);
            }
        }
        for (Held h : lost) {
            counters.add(Counter.HELD_DROPPED);
            unreachable.packet(h.device, h.port, h.frame);
        }
    }

    private void age() {
        for (Ipv6Address a : fabric.neighbors().all().keySet()) {
            if (!known.containsKey(a)) {
                // Taken over from the device's tables.
                known(a).due = now + (a.hashCode() & 0x3fff);
            }
        }
        List<Ipv6Address> gone = new ArrayList<>();
        Set<Ipv6Address> stale = new HashSet<>();
        known.forEach(
                (address, k) -> {
                    Fabric.Neighbor nb = fabric.neighbors().get(address);
                    if (nb == null) {
                        stale.add(address);
                    } else if (now >= k.due) {
                        DeviceId at = nb.on.port.device;
                        if (!fabric.isUp(at) || !fabric.isManaged(at)) {
                            // Nobody to probe it: the entry stays.
                            k.due = now + probeAfter(address);
                            k.tries = 0;
                        } else if (k.tries++ < TRIES) {
                            k.due = now + RETRY_MILLIS;
                            solicit(nb.on, nb.mac.bits(), address);
                        } else {
                            gone.add(address);
                        }
                    }
                });
        for (Ipv6Address a : gone) {
            counters.add(Counter.NEIGHBORS_LOST);
            fabric.neighbors().forget(a);
            if (fabric.routers().contains(a)) {
                // It may have another MAC address.
                askRouter(a);
            }
        }
        stale.addAll(gone);
        stale.forEach(a -> count(known.remove(a).at, -1));
    }

    int known() {
        return known.size();
    }

    int held() {
        return held;
    }
}
