// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.fabric.Room;
import org.isthmus.core.loop.Recent;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.net.Ipv6Address;

/**
 * First come, first served: an address in a network whose addresses are learned is that of the
 * interface which had it first, on whatever device. Another that wants it has it once the holder
 * does not answer any more (RFC 6620 section 3.2, for ARP as for Neighbor Discovery). The devices
 * hold what is decided, so that a packet of a known address never comes here.
 *
 * <p>The controller is the only SAVI device: interfaces of the same network where addresses are not
 * learned are its trusted ports, and are asked before an address is bound elsewhere. Addresses are
 * V4-mapped.
 *
 * <p>Threading: the core's thread.
 */
public final class SourceBindings {
    /** Milliseconds without a sign of a host after which it is asked (DEFAULT_LT). */
    static final long LIFETIME_MILLIS = 300_000;

    /** Milliseconds between two questions (T_WAIT), of which there are two (TENT_LT). */
    static final long WAIT_MILLIS = 250;

    static final int QUESTIONS = 2;

    /** Milliseconds for which a device drops an address that was refused, before it is asked. */
    static final long REFUSED_MILLIS = 60_000;

    /** Milliseconds after the first configuration until which devices may take to be read. */
    static final long AWAITED_MILLIS = 30_000;

    /** Addresses in the whole network. */
    static final int MOST = 1 << 18;

    /** Addresses that are asked after at a time. */
    static final int MOST_ASKED = 1024;

    /** Conflicts, and full interfaces, that are named at most. */
    static final int MOST_NAMED = 64;

    /** What is done with devices. */
    public interface Output {
        void change(DeviceId device, Change change);

        /** Gives a packet back to the pipeline once the device has all changes so far. */
        void submit(DeviceId device, byte[] frame);
    }

    /** Messages to hosts. */
    public interface Messages {
        /** A neighbour solicitation or ARP request for the address. */
        void ask(FabricConfig.Interface on, Ipv6Address address);

        /** The answer to duplicate address detection: somebody has the address. */
        void defend(FabricConfig.Interface on, Ipv6Address address, long mac);
    }

    private final Fabric fabric;
    private final Room room;
    private final Output output;
    private final Messages messages;
    private final StepClock clock;
    private final Counters counters;
    private final NavigableMap<Ipv6Address, Entry> entries = new TreeMap<>();
    private final Set<Entry> asked = new LinkedHashSet<>();
    private final Edges edges;
    private final Recent<Ipv6Address, Conflict> conflicts = new Recent<>(MOST_NAMED);
    private final Set<DeviceId> read = new HashSet<>();
    private long configuredMillis;
    private long agedMillis;

    public SourceBindings(
            Fabric fabric,
            Room room,
            Output output,
            Messages messages,
            StepClock clock,
            Counters counters) {
        this.fabric = fabric;
        this.room = room;
        this.output = output;
        this.messages = messages;
        this.clock = clock;
        this.counters = counters;
        edges = new Edges(fabric, room, output, clock, counters);
    }

    /** Follows a new configuration of the fabric: what has no learned interface any more ends. */
    public void configure() {
        if (configuredMillis == 0) {
            configuredMillis = clock.millis();
        }
        edges.configure();
        for (Entry e : List.copyOf(entries.values())) {
            FabricConfig.Interface on = edges.now(e.on);
            if (e.claim != null) {
                // It asks again if it still wants the address.
                e.claim = null;
                asked.remove(e);
                e.state = SourceBinding.State.BOUND;
                e.due = clock.millis();
            }
            if (on == null || !e.isWritten || !fabric.acceptable(on, e.address)) {
                unwrite(e);
                entries.remove(e.address);
                asked.remove(e);
            } else {
                e.on = on;
                edges.bound(on, 1);
            }
        }
        conflicts.clear();
        edges.refresh();
    }

    /**
     * Takes over what a device holds from an earlier run, before it is compared with {@link
     * #intents}; hosts are asked soon. What another interface has by now is not taken over.
     */
    public void adopt(DeviceId device, Collection<? extends Intent> held) {
        for (Intent intent : held) {
            if (!(intent instanceof SourceIntent.SourceBinding)) {
                continue;
            }
            SourceIntent.SourceBinding b = (SourceIntent.SourceBinding) intent;
            FabricConfig.Interface on = fabric.interfaceAt(device, b.group >>> 12, b.group & 0xfff);
            if (!b.isRefused
                    && on != null
                    && on.isLearned()
                    && !entries.containsKey(b.address)
                    && fabric.acceptable(on, b.address)
                    && !edges.isFull(on)) {
                Entry e = add(on, b.address);
                e.isWritten = true;
                bound(e);
                // Spread over time, so that they are not asked all at once.
                e.due = clock.millis() + (b.address.hashCode() & 0x3fff);
                counters.add(Counter.SOURCES_ADOPTED);
                edges.refresh(on);
            }
        }
        read.add(device);
    }

    /**
     * A host at an interface said in ARP or Neighbor Discovery that it has an address.
     *
     * @return whether it has: it is to be believed
     */
    public boolean claimed(FabricConfig.Interface on, Ipv6Address address, long mac) {
        return wanted(address, new Claim(on, mac, false, null));
    }

    /** A host at an interface asks whether it may have an address (RFC 4862, RFC 5227). */
    public void probed(FabricConfig.Interface on, Ipv6Address address, long mac) {
        if (on.isLearned() && fabric.acceptable(on, address)) {
            wanted(address, new Claim(on, mac, true, null));
        }
    }

    /**
     * A packet came up because its source is not bound; it is forwarded once it is.
     *
     * @param on where it came in, with learned addresses
     */
    public void used(FabricConfig.Interface on, Ipv6Address address, long mac, byte[] frame) {
        Claim claim = new Claim(on, mac, false, frame);
        if (!fabric.acceptable(on, address)) {
            counters.add(Counter.SOURCES_REFUSED);
        } else if (wanted(address, claim)) {
            release(claim);
        }
    }

    /** A claim of an address that the device of the interface drops already. */
    public void claimedAgain(FabricConfig.Interface on, Ipv6Address address, long mac) {
        Entry e = entries.get(address);
        if (e != null && e.on != on && on.isLearned()) {
            conflicts.note(address, new Conflict(e.on, on, mac), clock.millis());
        }
    }

    private boolean wanted(Ipv6Address address, Claim claim) {
        FabricConfig.Interface on = claim.on;
        Entry e = entries.get(address);
        if (e == null) {
            // Others are for the pipeline to drop, and for the neighbour table to refuse.
            return !on.isLearned() || !fabric.acceptable(on, address) || bind(address, claim);
        }
        if (e.on == on) {
            confirm(e, claim);
            return e.isWritten;
        }
        if (!e.isWritten && !on.isLearned()) {
            // An interface that was asked answers.
            drop(e);
            refuse(address, e.claim, on);
            return true;
        }
        contest(e, claim);
        return false;
    }

    private boolean bind(Ipv6Address address, Claim claim) {
        FabricConfig.Interface on = claim.on;
        if (isTooEarly(address)) {
            counters.add(Counter.SOURCES_TOO_EARLY);
            return false;
        }
        if (edges.isFull(on)) {
            edges.overLimit(on);
            return false;
        }
        List<FabricConfig.Interface> others = others(address);
        Intent row = Edges.row(on, address, false);
        if (entries.size() >= MOST
                || !others.isEmpty() && asked.size() >= MOST_ASKED
                || !room.hasRoom(on.port.device, row)) {
            counters.add(Counter.SOURCES_NO_ROOM);
            return false;
        }
        Entry e = add(on, address);
        if (others.isEmpty()) {
            write(e);
            if (claim.isProbe) {
                e.state = SourceBinding.State.TENTATIVE;
                e.asked = QUESTIONS;
                e.due = clock.millis() + QUESTIONS * WAIT_MILLIS;
                asked.add(e);
            }
        } else {
            e.state = SourceBinding.State.TENTATIVE;
            e.claim = claim;
            ask(e);
        }
        edges.refresh(on);
        return e.isWritten;
    }

    /** While devices that may hold the address have not been read. */
    private boolean isTooEarly(Ipv6Address address) {
        return clock.millis() - configuredMillis < AWAITED_MILLIS
                && edges.interfaces().stream()
                        .anyMatch(
                                i ->
                                        !read.contains(i.port.device)
                                                && fabric.acceptable(i, address));
    }

    /** Interfaces of the address's network where addresses are not learned. */
    private List<FabricConfig.Interface> others(Ipv6Address address) {
        List<FabricConfig.Interface> all = fabric.interfacesTo(address);
        all.removeIf(i -> i.isLearned() || !fabric.isManaged(i.port.device));
        return all;
    }

    /** A sign from where the address is. */
    private void confirm(Entry e, Claim sign) {
        if (!e.isWritten) {
            e.claim.frame = sign.frame != null ? sign.frame : e.claim.frame;
            return;
        }
        if (e.claim != null) {
            refuse(e.address, e.claim, e.on);
        }
        if (e.state != SourceBinding.State.TENTATIVE) {
            bound(e);
        }
    }

    /** Another interface wants an address that is written, or that is asked after. */
    private void contest(Entry e, Claim claim) {
        if (e.state == SourceBinding.State.TENTATIVE) {
            // A host that is not sure of its address does not defend it: RFC 4862 section 5.4.3.
            refuse(e.address, claim, e.on);
        } else if (e.claim != null) {
            if (e.claim.on == claim.on) {
                e.claim.frame = claim.frame != null ? claim.frame : e.claim.frame;
            } else {
                counters.add(Counter.SOURCES_REFUSED);
            }
        } else if (isGone(e.on)) {
            move(e, claim);
        } else if (!fabric.isManaged(e.on.port.device)) {
            // It forwards, and nobody can ask there.
            refuse(e.address, claim, e.on);
        } else if (claim.on.isLearned() && edges.isFull(claim.on)) {
            edges.overLimit(claim.on);
        } else if (asked.size() >= MOST_ASKED) {
            counters.add(Counter.SOURCES_NO_ROOM);
        } else {
            e.claim = claim;
            test(e);
        }
    }

    private boolean isGone(FabricConfig.Interface on) {
        return !fabric.isUp(on.port.device) || !fabric.isUp(on.port);
    }

    private void test(Entry e) {
        e.state = SourceBinding.State.TESTED;
        e.asked = 0;
        ask(e);
    }

    /** Asks the holder; where there is none yet, those who may be. */
    private void ask(Entry e) {
        e.asked++;
        e.due = clock.millis() + WAIT_MILLIS;
        asked.add(e);
        if (e.isWritten) {
            messages.ask(e.on, e.address);
        } else {
            others(e.address).forEach(i -> messages.ask(i, e.address));
        }
    }

    /**
     * Does what is due. Not called while packets of hosts wait to be handled: their answers may be
     * among them.
     */
    public void tick() {
        long now = clock.millis();
        for (Entry e : List.copyOf(asked)) {
            if (now < e.due || !asked.contains(e)) {
                continue;
            }
            if (e.asked < QUESTIONS) {
                ask(e);
            } else {
                unanswered(e);
            }
        }
        if (now - agedMillis >= 1000) {
            agedMillis = now;
            age(now);
        }
    }

    private void unanswered(Entry e) {
        asked.remove(e);
        Claim claim = e.claim;
        if (e.state == SourceBinding.State.TENTATIVE) {
            e.claim = null;
            if (!e.isWritten) {
                write(e);
                release(claim);
            }
            bound(e);
        } else if (claim != null) {
            move(e, claim);
        } else {
            counters.add(Counter.SOURCES_EXPIRED);
            drop(e);
        }
    }

    private void age(long now) {
        List<Entry> due = new ArrayList<>();
        for (Entry e : entries.values()) {
            if (e.state == SourceBinding.State.BOUND && now >= e.due) {
                due.add(e);
            }
        }
        for (Entry e : due) {
            if (isGone(e.on) || !fabric.isManaged(e.on.port.device)) {
                // Nobody to ask: it stays until another wants the address.
                e.due = now + LIFETIME_MILLIS;
            } else if (asked.size() < MOST_ASKED) {
                test(e);
            }
        }
        edges.admitAgain(now);
    }

    private Entry add(FabricConfig.Interface on, Ipv6Address address) {
        Entry e = new Entry(address, on);
        entries.put(address, e);
        edges.bound(on, 1);
        return e;
    }

    private void write(Entry e) {
        e.isWritten = true;
        edges.replace(e.on, e.address);
        output.change(e.on.port.device, Change.set(Edges.row(e.on, e.address, false)));
        counters.add(Counter.SOURCES_BOUND);
        bound(e);
    }

    private void bound(Entry e) {
        e.state = SourceBinding.State.BOUND;
        e.claim = null;
        e.due = clock.millis() + LIFETIME_MILLIS;
        asked.remove(e);
    }

    private void unwrite(Entry e) {
        if (e.isWritten) {
            e.isWritten = false;
            output.change(e.on.port.device, Change.remove(Edges.row(e.on, e.address, false)));
        }
    }

    /** The address is nobody's. */
    private void drop(Entry e) {
        entries.remove(e.address);
        asked.remove(e);
        leave(e);
        edges.admit(e.address);
    }

    private void leave(Entry e) {
        unwrite(e);
        edges.bound(e.on, -1);
        edges.refresh(e.on);
        Fabric.Neighbor host = fabric.neighbors().get(e.address);
        if (host != null && host.on == e.on) {
            fabric.neighbors().forget(e.address);
        }
    }

    private void move(Entry e, Claim claim) {
        FabricConfig.Interface to = claim.on;
        drop(e);
        if (!to.isLearned()) {
            return;
        }
        Intent row = Edges.row(to, e.address, false);
        if (edges.isFull(to)) {
            edges.overLimit(to);
        } else if (!room.hasRoom(to.port.device, row)) {
            counters.add(Counter.SOURCES_NO_ROOM);
        } else {
            counters.add(Counter.SOURCES_MOVED);
            conflicts.forget(e.address);
            write(add(to, e.address));
            edges.refresh(to);
            release(claim);
        }
    }

    private void release(Claim claim) {
        if (claim.frame != null) {
            counters.add(Counter.PACKETS_RELEASED);
            output.submit(claim.on.port.device, claim.frame);
        }
    }

    /** Another interface has the address. */
    private void refuse(Ipv6Address address, Claim claim, FabricConfig.Interface holder) {
        counters.add(Counter.SOURCES_REFUSED);
        FabricConfig.Interface on = claim.on;
        conflicts.note(address, new Conflict(holder, on, claim.mac), clock.millis());
        if (claim.isProbe) {
            messages.defend(on, address, claim.mac);
        } else if (on.isLearned() && !edges.isFull(on)) {
            edges.refuse(on, address);
        }
    }

    /** What a device is to hold. */
    public List<Intent> intents(DeviceId device) {
        List<Intent> all = new ArrayList<>();
        for (Entry e : entries.values()) {
            if (e.isWritten && e.on.port.device.equals(device)) {
                all.add(Edges.row(e.on, e.address, false));
            }
        }
        edges.refused(device, all);
        return all;
    }

    /**
     * Addresses in their order.
     *
     * @param after that before the first; null: from the first on
     * @param limit how many at most
     */
    public List<SourceBinding> list(Ipv6Address after, Predicate<Ipv6Address> which, int limit) {
        Map<Ipv6Address, Entry> rest = after == null ? entries : entries.tailMap(after, false);
        return rest.values().stream()
                .filter(e -> which.test(e.address))
                .limit(limit)
                .map(e -> new SourceBinding(e.address, e.on.port, e.on.vlan, e.state))
                .collect(Collectors.toList());
    }

    public int size() {
        return entries.size();
    }

    /** Addresses that two interfaces wanted in the last ten minutes. */
    public Map<Ipv6Address, Conflict> conflicts() {
        return conflicts.all(clock.millis());
    }

    /** The interfaces where addresses are learned. */
    public Edges edges() {
        return edges;
    }
}
