// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.core.sync.DeviceLink;

/**
 * What must hold of a controller, its store and its switches whenever nothing is under way, counted
 * from scratch.
 */
final class Invariants {
    private final SimulatedNetwork network;
    private final Wiring core;
    private final String when;

    private Invariants(SimulatedNetwork network, String when) {
        this.network = network;
        this.core = network.controller.core;
        this.when = when;
    }

    /**
     * @param when goes into messages
     */
    static void check(SimulatedNetwork network, String when) {
        Invariants all = new Invariants(network, when);
        all.phases();
        all.switches();
        all.operators();
        all.bindings();
        all.subscribers();
        all.pools();
        all.mappingLog();
    }

    /**
     * What must hold when no host has sent anything for all lifetimes and holds.
     *
     * @param isLogWhole whether no controller died between a write and what the log has of it
     */
    static void checkIdle(SimulatedNetwork network, boolean isLogWhole, String when) {
        Invariants all = new Invariants(network, when);
        Wiring core = network.controller.core;
        if (!core.devices.areAllReady()) {
            // There is no translator, and nobody to ask.
            return;
        }
        all.equal(network.controller.staticBindings().size(), core.bib.size(), "idle bindings");
        all.equal(0, core.sessions.size(), "idle sessions");
        all.equal(0, core.pools.subscribers(), "idle subscribers");
        all.equal(0, core.limits.intents().size(), "limits of idle subscribers");
        all.equal(0, core.deletions.size(), "deletions");
        if (isLogWhole) {
            all.logEnds();
        }
    }

    /** Each beginning in the mapping log has its end, one after the other. */
    private void logEnds() {
        Map<Object, Ipv6Prefix> holders = new HashMap<>();
        for (MappingEvent e : network.store.events) {
            Object ports = List.of(e.protocol, e.address, e.firstPort, e.lastPort);
            if (e.kind.isHeld()) {
                equal(null, holders.put(ports, e.subscriber), "holder before of " + ports);
            } else {
                equal(e.subscriber, holders.remove(ports), "holder up to the end of " + ports);
            }
        }
        Map<Object, Ipv6Prefix> statics = new HashMap<>();
        for (StaticBinding b : network.controller.staticBindings()) {
            statics.put(
                    List.of(b.protocol, b.address4, b.port4, b.port4),
                    Ipv6Prefix.of(b.address6.high(), b.address6.low(), 128));
        }
        equal(statics, holders, "who has ports by the mapping log");
    }

    private void equal(Object expected, Object found, Object what) {
        assertEquals(expected, found, () -> what + ", " + when);
    }

    private void equalSets(Collection<?> expected, Collection<?> found, Object what) {
        Set<Object> lacking = new HashSet<>(expected);
        Set<Object> beyond = new HashSet<>(found);
        found.forEach(lacking::remove);
        expected.forEach(beyond::remove);
        assertTrue(
                lacking.isEmpty() && beyond.isEmpty(),
                () -> what + " lacks " + lacking + ", has beyond " + beyond + ", " + when);
    }

    /** Nothing is stuck on its way. */
    private void phases() {
        for (int slot = 0; slot < core.bib.top(); slot++) {
            if (core.bib.isUsed(slot)) {
                equal(Phase.LIVE, core.bib.phase(slot), BindingIntents.outbound(core.bib, slot));
                boolean ends = core.bib.isStatic(slot) == (core.bib.deadline(slot) == 0);
                equal(true, ends, "deadline of " + BindingIntents.outbound(core.bib, slot));
            }
        }
    }

    /** What is on every switch is what is desired; what is counted for it is what is there. */
    private void switches() {
        for (DeviceLink link : core.devices.all()) {
            SimulatedSwitch s = network.switches.get(link.id());
            if (!s.connected) {
                continue;
            }
            equal(Device.State.READY, link.state(), link.id());
            equal(0L, link.pendingChanges(), link.id());
            if (link.refusedCount() > 0) {
                continue;
            }
            equalSets(desired(link), s.held.values(), link.id() + " by its desired state");
            Map<String, Long> rows = new TreeMap<>();
            for (Intent intent : s.held.values()) {
                for (int table : s.program.tablesOf(intent)) {
                    rows.merge(s.program.tableNames().get(table), 1L, Long::sum);
                }
            }
            Map<String, Long> used = new TreeMap<>();
            for (TableUse use : core.capacity.use(link.id())) {
                if (use.used != 0) {
                    used.put(use.table, use.used);
                }
            }
            if (link.isSampled()) {
                // There is to be room for those that are off it.
                for (String table : List.of("bib6", "port_sets6")) {
                    rows.remove(table);
                    used.remove(table);
                }
            }
            equal(rows, used, "rows of " + link.id());
        }
    }

    private Collection<Intent> desired(DeviceLink link) {
        Set<Intent> all = new HashSet<>(core.fabric.intents(link.id()));
        all.addAll(core.sources.intents(link.id()));
        all.addAll(core.desired.puntRates(link));
        if (!link.isTranslator()) {
            return all;
        }
        all.addAll(core.desired.forTranslators());
        if (!link.isSampled()) {
            all.addAll(core.limits.intents());
        }
        for (int slot = 0; slot < core.bib.top(); slot++) {
            if (core.bib.isUsed(slot)) {
                all.add(BindingIntents.inbound(core.bib, slot));
                if (!link.isSampled() || !core.bib.isSampled(slot)) {
                    all.add(BindingIntents.outbound(core.bib, slot));
                }
            }
        }
        for (int session = 0; session < core.sessions.top(); session++) {
            if (core.sessions.isWanted(session)) {
                core.sessions.sets(session, change -> all.add(change.intent()));
            }
        }
        return all;
    }

    private Stream<Store.Record> stored(Store.Map map) {
        return network.store.maps.get(map).values().stream();
    }

    /** Entries of operators are in force and stored, or left out with an alarm. */
    private void operators() {
        Set<Store.Record> inForce = new HashSet<>();
        for (Pool pool : network.controller.pools()) {
            if (!pool.configured) {
                inForce.add(PoolRecord.of(pool.spec));
            }
        }
        Set<StaticBinding> configured =
                new HashSet<>(network.controller.configuredStaticBindings());
        for (StaticBinding each : network.controller.staticBindings()) {
            if (!configured.contains(each)) {
                inForce.add(StaticBindingRecord.of(each, 0));
            }
        }
        Set<Eam> configuredEams = new HashSet<>(network.controller.configuredEams());
        for (Eam each : network.controller.eamt()) {
            if (!configuredEams.contains(each)) {
                inForce.add(EamRecord.of(each));
            }
        }
        Set<String> leftOut =
                network.controller.alarms().stream()
                        .map((Alarm a) -> a.id)
                        .filter(id -> id.startsWith("left-out/"))
                        .map(id -> id.substring("left-out/".length()))
                        .collect(Collectors.toSet());
        Set<Store.Record> stored = new HashSet<>();
        stored(Store.Map.POOLS)
                .filter(r -> !leftOut.contains("pool " + ((PoolRecord) r).name))
                .forEach(stored::add);
        stored(Store.Map.EAMT)
                .filter(r -> !leftOut.contains("EAM " + ((EamRecord) r).eam))
                .filter(r -> !configuredEams.contains(((EamRecord) r).eam))
                .forEach(stored::add);
        stored(Store.Map.STATIC_BINDINGS)
                .map(r -> (StaticBindingRecord) r)
                .filter(r -> !leftOut.contains("static binding of " + at(r)))
                .map(r -> StaticBindingRecord.of(r.binding, 0).leftOut(r.isLeftOut))
                .forEach(stored::add);
        equalSets(stored, inForce, "what operators have in force, by the store,");
    }

    private static String at(StaticBindingRecord r) {
        return r.protocol + " at " + r.address4 + " port " + r.port4;
    }

    /** The bindings that the store has, and the index of ports. */
    private void bindings() {
        Bib bib = core.bib;
        Set<List<Object>> there = new HashSet<>();
        Map<Object, Integer> ports = new HashMap<>();
        for (int slot = 0; slot < bib.top(); slot++) {
            if (!bib.isUsed(slot)) {
                continue;
            }
            if (!bib.isStatic(slot)) {
                there.add(row(bib.record(slot)));
            }
            boolean established = bib.tcpState(slot).isEstablished();
            for (int s = core.extra.first(slot); s != ExtraSessions.NONE; s = core.extra.next(s)) {
                assertNotEquals(TcpState.CLOSED, core.extra.state(s), when);
                established |= core.extra.state(s).isEstablished();
            }
            if (established && !bib.isStatic(slot)) {
                BindingRecord record = bib.record(slot);
                record = (BindingRecord) network.store.maps.get(record.map).get(record.key());
                equal(true, record.established, "established in the store: " + record.key());
            }
            for (int i = 0; i < 1 << bib.setBits(slot); i++) {
                int port4 = bib.port4(slot) + i;
                Object at = List.of(bib.protocol(slot), bib.address4(slot), port4);
                equal(null, ports.put(at, slot), "another binding at " + at);
                equal(
                        slot,
                        core.pools.find(bib.protocol(slot), bib.address4(slot), port4),
                        "binding at " + at);
            }
        }
        equalSets(
                there,
                stored(Store.Map.BINDINGS)
                        .map(r -> row((BindingRecord) r))
                        .collect(Collectors.toSet()),
                "the store of bindings");
        int[] visited = new int[1];
        core.pools.all().forEach(pool -> pool.forEach(slot -> visited[0]++));
        equal(bib.size(), visited[0], "bindings of all pools");
        Set<StaticBinding> statics = new HashSet<>(network.controller.staticBindings());
        long fixed = 0;
        for (int slot = 0; slot < bib.top(); slot++) {
            fixed += bib.isUsed(slot) && bib.isStatic(slot) ? 1 : 0;
        }
        equal((long) statics.size(), fixed, "static bindings in the BIB");
        // Of those that it failed to take and to forget it has none.
        int forgotten = core.deletions.size() - network.store.maps.get(Store.Map.DELETIONS).size();
        assertTrue(
                core.devices.areAllReady() ? forgotten == 0 : forgotten >= 0,
                () -> "deletions in the store " + network.store.maps + ", " + when);
    }

    private static List<Object> row(BindingRecord r) {
        return List.of(
                r.instance, r.protocol, r.high, r.low, r.port6, r.address4, r.port4, r.setBits);
    }

    private void subscribers() {
        Map<List<Object>, Store.Record> records = new HashMap<>();
        int count = 0;
        for (int i = 0; i < core.pools.topSubscriber(); i++) {
            SubscriberPorts s = core.pools.subscriber(i);
            if (s == null) {
                continue;
            }
            count++;
            if (!s.record().isRemoval()) {
                records.put(s.record().key(), s.record());
            }
            long[] bindings = new long[3];
            int sessions = 0;
            for (Protocol p : Protocol.values()) {
                for (int b = 0; b < s.blocks(p); b++) {
                    Block block = s.block(p, b);
                    int used = 0;
                    for (int port = block.firstPort(); port <= block.lastPort(); port++) {
                        int slot = core.pools.find(p, block.address4(), port);
                        used += slot == Bib.NONE ? 0 : 1;
                        boolean own = slot != Bib.NONE && !core.bib.isStatic(slot);
                        bindings[p.ordinal()] += own ? 1 : 0;
                        if (own) {
                            equal(
                                    s.instance(),
                                    core.bib.instance(slot),
                                    "instance in " + s.prefix());
                            equal(
                                    true,
                                    s.prefix().contains(core.bib.high(slot), core.bib.low(slot)),
                                    "host in a block of " + s.prefix());
                        }
                    }
                    equal(used, block.inUse(), "ports in use of a block of " + s.prefix());
                }
            }
            equal(
                    Arrays.toString(bindings),
                    Arrays.toString(s.bindings()),
                    "bindings of " + s.prefix());
            if (s.blocks(Protocol.UDP) > 0) {
                Block any = s.block(Protocol.UDP, 0);
                for (int n = 0; n < core.sessions.top(); n++) {
                    if (core.sessions.isUsed(n) && isOf(s, core.sessions.slot(n))) {
                        sessions++;
                    }
                }
                equal(
                        sessions,
                        core.pools.sessions(Protocol.UDP, any.address4(), any.firstPort(), 0),
                        "sessions of " + s.prefix());
            }
        }
        equal(count, core.pools.subscribers(), "subscribers");
        Map<List<Object>, Store.Record> stored = new HashMap<>();
        stored(Store.Map.SUBSCRIBERS).forEach(r -> stored.put(r.key(), sorted(r)));
        records.replaceAll((key, r) -> sorted(r));
        equal(records, stored, "subscribers in the store");
    }

    /** Blocks are in the order in which they were given, or found. */
    private static Store.Record sorted(Store.Record record) {
        SubscriberRecord s = (SubscriberRecord) record;
        List<SubscriberRecord.PortBlock> blocks =
                s.blocks.stream()
                        .sorted((a, b) -> a.toString().compareTo(b.toString()))
                        .collect(Collectors.toList());
        return new SubscriberRecord(s.instance, s.prefix, blocks);
    }

    private boolean isOf(SubscriberPorts s, int slot) {
        return !core.bib.isStatic(slot)
                && core.bib.instance(slot) == s.instance()
                && s.prefix().contains(core.bib.high(slot), core.bib.low(slot));
    }

    /** Numbers of pools and instances, counted anew. */
    private void pools() {
        Map<Integer, long[]> ofInstances = new HashMap<>();
        for (PortPool pool : core.pools.all()) {
            long[] bindings = new long[3];
            long[] blocks = new long[3];
            pool.forEach(
                    slot -> {
                        int ports = 1 << core.bib.setBits(slot);
                        bindings[core.bib.protocol(slot).ordinal()] += ports;
                        equal(pool.instance(), core.bib.instance(slot), "instance of a binding");
                    });
            equal(false, pool.isClosed(), "whether pool " + pool.spec() + " gives no ports");
            long[] held = ofInstances.computeIfAbsent(pool.instance(), i -> new long[3]);
            forEachBlock(
                    (s, block) -> {
                        if (core.pools.poolOf(block.address4()) == pool && !block.isFixed()) {
                            int p = block.protocol().ordinal();
                            held[p]++;
                            blocks[p] += isInRange(pool.spec(), p, block) ? 1 : 0;
                        }
                    });
            Pool told = pool.toApi();
            if (pool.map() == null) {
                equal(
                        Arrays.toString(blocks),
                        Arrays.toString(told.blocksInUse),
                        "blocks of pool " + told.spec);
            }
            equal(
                    Arrays.toString(bindings),
                    Arrays.toString(told.bindings),
                    "bindings of pool " + told.spec);
        }
        for (InstanceConfig instance : core.instances.all()) {
            int ports = 0;
            for (int slot = 0; slot < core.bib.top(); slot++) {
                if (core.bib.isUsed(slot)
                        && !core.bib.isStatic(slot)
                        && core.bib.instance(slot) == instance.id) {
                    ports += 1 << core.bib.setBits(slot);
                }
            }
            equal(ports, core.pools.use(instance.id).bindings(), "bindings of " + instance.name);
            long[] held = ofInstances.getOrDefault(instance.id, new long[3]);
            for (int p = 0; p < 3; p++) {
                equal(
                        held[p],
                        (long) core.pools.use(instance.id).blocks(p),
                        "blocks of " + instance.name);
            }
        }
    }

    private static boolean isInRange(PoolSpec spec, int protocol, Block block) {
        int size = block.lastPort() - block.firstPort() + 1;
        return block.firstPort() >= spec.firstBlock(protocol, size)
                && block.lastPort() <= spec.lastPort[protocol];
    }

    private void forEachBlock(BiConsumer<SubscriberPorts, Block> visitor) {
        for (int i = 0; i < core.pools.topSubscriber(); i++) {
            SubscriberPorts s = core.pools.subscriber(i);
            for (Protocol p : Protocol.values()) {
                for (int b = 0; s != null && b < s.blocks(p); b++) {
                    visitor.accept(s, s.block(p, b));
                }
            }
        }
    }

    /** Who has a block, and a static binding, is in the mapping log. */
    private void mappingLog() {
        forEachBlock(
                (s, block) -> {
                    if (!block.isFixed()) {
                        MappingEvent held =
                                newest(
                                        block.protocol(),
                                        block.address4(),
                                        block.firstPort(),
                                        block.lastPort());
                        equal(
                                s.prefix(),
                                held == null ? null : held.subscriber,
                                "holder in the log of "
                                        + block.protocol()
                                        + " "
                                        + Ipv4Address.toString(block.address4())
                                        + " "
                                        + block.firstPort());
                    }
                });
        for (StaticBinding b : network.controller.staticBindings()) {
            MappingEvent held = newest(b.protocol, b.address4.bits(), b.port4, b.port4);
            Ipv6Prefix host = Ipv6Prefix.of(b.address6.high(), b.address6.low(), 128);
            equal(host, held == null ? null : held.subscriber, "holder in the log of " + b);
        }
    }

    /** The newest event of just this block; null: nobody has it. */
    private MappingEvent newest(Protocol protocol, int address4, int first, int last) {
        MappingEvent newest = null;
        for (MappingEvent e : network.store.events) {
            if (e.protocol == protocol
                    && e.address.bits() == address4
                    && e.firstPort == first
                    && e.lastPort == last) {
                newest = e.kind.isHeld() ? e : null;
            }
        }
        return newest;
    }

    /** Whether nothing is under way, as far as the core knows. */
    static boolean isQuiet(SimulatedNetwork network) {
        Wiring core = network.controller.core;
        for (int slot = 0; slot < core.bib.top(); slot++) {
            if (core.bib.isUsed(slot)
                    && (core.bib.phase(slot) != Phase.LIVE
                            || !core.bib.isStatic(slot) && core.bib.deadline(slot) == 0)) {
                return false;
            }
        }
        for (DeviceLink link : core.devices.all()) {
            if (network.switches.get(link.id()).connected
                    && (link.state() != Device.State.READY || link.pendingChanges() > 0)) {
                return false;
            }
        }
        return network.writes == 0;
    }
}
