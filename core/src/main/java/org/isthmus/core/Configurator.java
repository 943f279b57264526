// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.policy.Audit;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.spi.Store;

/**
 * Brings a configuration into force by difference; with the first comes what the store remembers.
 */
final class Configurator {
    private static final Logger LOG = System.getLogger(Configurator.class.getName());

    /** By then the devices are up whose packets are counted. */
    private static final int BASELINE_SECONDS = 60;

    private final Brain brain;
    private final Operations operations;

    /** What operators added and the first configuration left no place for, with the reason. */
    final Map<String, String> leftOut = new LinkedHashMap<>();

    /** A change that was checked. */
    private static final class Plan {
        final Nat64Config nat64;
        final FabricConfig fabric;
        final List<PoolSpec> added = new ArrayList<>();
        final Map<PortPool, PoolSpec> changed = new HashMap<>();
        final List<PortPool> removed = new ArrayList<>();
        final List<Operations.Static> unbound = new ArrayList<>();
        final List<Operations.Static> bound = new ArrayList<>();

        /** Of operators. */
        List<PoolSpec> pools = new ArrayList<>();

        List<Eam> eams = new ArrayList<>();
        List<StaticBinding> statics = new ArrayList<>();

        Plan(Nat64Config nat64, FabricConfig fabric) {
            this.nat64 = nat64;
            this.fabric = fabric;
        }
    }

    Configurator(Brain brain, Operations operations) {
        this.brain = brain;
        this.operations = operations;
    }

    CompletableFuture<Void> configure(Nat64Config nat64, FabricConfig fabric) {
        Plan plan = new Plan(nat64, fabric);
        Audit audit = Audit.of(nat64);
        if (brain.configured) {
            keepOperators(plan, audit);
        } else {
            brain.leases.read(brain.store);
            readOperators(plan, audit);
        }
        differences(plan);
        plan.removed.forEach(p -> p.close(true));
        plan.changed.keySet().forEach(p -> p.close(true));
        CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
        for (Operations.Static s : plan.unbound) {
            ready = ready.thenCompose(nothing -> operations.unbind(s));
        }
        for (PortPool pool : plan.removed) {
            ready = ready.thenCompose(nothing -> cleared(pool, null));
        }
        for (Map.Entry<PortPool, PoolSpec> e : plan.changed.entrySet()) {
            ready = ready.thenCompose(nothing -> cleared(e.getKey(), e.getValue()));
        }
        return ready.thenCompose(nothing -> commit(plan, audit));
    }

    private CompletableFuture<Void> cleared(PortPool pool, PoolSpec keep) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        operations.clear(pool, keep, () -> done.complete(null));
        return done;
    }

    /** What operators added must fit the new configuration. */
    private void keepOperators(Plan plan, Audit audit) {
        for (PortPool pool : brain.pools.all()) {
            if (!pool.isConfigured()) {
                plan.pools.add(pool.spec());
                audit.pool("", pool.spec());
            }
        }
        Set<Eam> configured = new HashSet<>(plan.nat64.eamt);
        for (Eam eam : brain.services.eamt().list()) {
            if (!operations.configuredEams.contains(eam) && !configured.contains(eam)) {
                plan.eams.add(eam);
            }
        }
        audit.eams("", plan.eams);
        for (Operations.Static s : operations.statics.values()) {
            if (!s.configured) {
                plan.statics.add(s.binding);
                audit.staticBinding("", s.binding);
            }
        }
    }

    /** What the store remembers of operators, as far as the configuration leaves it a place. */
    private void readOperators(Plan plan, Audit audit) {
        for (PoolSpec spec : Records.readPools(brain.store)) {
            if (fits("pool " + spec.name, () -> audit.pool("", spec))) {
                plan.pools.add(spec);
            }
        }
        List<Eam> eams = Records.readEams(brain.store);
        eams.removeAll(plan.nat64.eamt);
        try {
            audit.eams("", eams);
            plan.eams = eams;
        } catch (InvalidException | ConflictException e) {
            // One of them does not fit: one by one, then.
            for (Eam eam : eams) {
                if (fits("EAM " + eam, () -> audit.eams("", List.of(eam)))) {
                    plan.eams.add(eam);
                }
            }
        }
        for (StaticBinding b : Records.readStaticBindings(brain.store)) {
            String name = "static binding at " + b.address4 + " port " + b.port4;
            if (fits(name, () -> audit.staticBinding("", b))) {
                plan.statics.add(b);
            }
        }
    }

    private boolean fits(String name, Runnable check) {
        try {
            check.run();
            return true;
        } catch (InvalidException | ConflictException e) {
            String problem = name + " does not fit the configuration: " + e.getMessage();
            LOG.log(Level.ERROR, problem);
            leftOut.put(name, problem);
            return false;
        }
    }

    private void differences(Plan plan) {
        Map<String, InstanceConfig> instances = new HashMap<>();
        plan.nat64.instances.forEach(i -> instances.put(i.name, i));
        Map<String, PoolSpec> pools = new HashMap<>();
        plan.nat64.pools.forEach(p -> pools.put(p.name, p));
        plan.pools.forEach(p -> pools.put(p.name, p));
        Set<String> kept = new HashSet<>();
        for (PortPool pool : brain.pools.all()) {
            PoolSpec now = pools.get(pool.spec().name);
            boolean configured = plan.nat64.pools.contains(now);
            InstanceConfig before = brain.services.instance(pool.instance());
            InstanceConfig after = now == null ? null : instances.get(now.instance);
            if (now == null
                    || configured != pool.isConfigured()
                    || after.id != before.id
                    || after.blockSize != before.blockSize
                    || after.subscriberPrefixLength != before.subscriberPrefixLength) {
                plan.removed.add(pool);
            } else {
                kept.add(now.name);
                if (!same(now, pool.spec())) {
                    plan.changed.put(pool, now);
                }
            }
        }
        plan.nat64.pools.stream().filter(p -> !kept.contains(p.name)).forEach(plan.added::add);
        plan.pools.stream().filter(p -> !kept.contains(p.name)).forEach(plan.added::add);

        Map<List<Object>, StaticBinding> statics = new HashMap<>();
        plan.nat64.staticBindings.forEach(b -> statics.put(Operations.key(b), b));
        plan.statics.forEach(b -> statics.put(Operations.key(b), b));
        Set<List<Object>> keptStatics = new HashSet<>();
        for (Operations.Static s : operations.statics.values()) {
            StaticBinding now = statics.get(Operations.key(s.binding));
            PortPool pool = brain.pools.poolOf(s.binding.address4.bits());
            if (now != null
                    && now.instance.equals(s.binding.instance)
                    && now.address6.equals(s.binding.address6)
                    && now.port6 == s.binding.port6
                    && plan.nat64.staticBindings.contains(now) == s.configured
                    && !plan.removed.contains(pool)) {
                keptStatics.add(Operations.key(now));
            } else {
                plan.unbound.add(s);
            }
        }
        for (StaticBinding b : plan.nat64.staticBindings) {
            if (!keptStatics.contains(Operations.key(b))) {
                plan.bound.add(new Operations.Static(b, true));
            }
        }
        for (StaticBinding b : plan.statics) {
            if (!keptStatics.contains(Operations.key(b))) {
                plan.bound.add(new Operations.Static(b, false));
            }
        }
    }

    private static boolean same(PoolSpec a, PoolSpec b) {
        return a.prefixes.equals(b.prefixes)
                && Arrays.equals(a.firstPort, b.firstPort)
                && Arrays.equals(a.lastPort, b.lastPort);
    }

    private CompletableFuture<Void> commit(Plan plan, Audit audit) {
        plan.removed.forEach(brain.pools::remove);
        brain.services.instances(plan.nat64.instances);
        plan.changed.forEach(
                (pool, spec) -> {
                    brain.pools.change(pool, spec);
                    pool.close(false);
                });
        for (PoolSpec spec : plan.added) {
            int instance = brain.services.instance(spec.instance).id;
            brain.pools.add(spec, plan.nat64.pools.contains(spec), instance);
        }
        operations.config = plan.nat64;
        operations.configuredEams.clear();
        operations.configuredEams.addAll(plan.nat64.eamt);
        Map<DeviceId, MacAddress> macs = new HashMap<>();
        plan.fabric.devices.forEach(d -> macs.put(d.id, d.mac));
        brain.services.macs(macs);
        brain.devices.configure(plan.fabric);
        brain.fabric.configure(plan.fabric);
        boolean first = !brain.configured;
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (Operations.Static s : plan.bound) {
            done = done.thenCompose(nothing -> operations.bind(s, List.of()));
        }
        if (first) {
            restore();
            brain.configured = true;
        }
        done =
                done.thenCompose(nothing -> operations.applied(audit.eamt()))
                        .thenCompose(nothing -> operations.refreshed());
        return done.thenRun(brain.devices::reconcile);
    }

    /** Puts blocks and bindings back where they were; a binding that was alive stays alive. */
    private void restore() {
        // From the last moment they could have been used.
        Map<Integer, Integer> holds = new HashMap<>();
        brain.services
                .instances()
                .forEach(i -> holds.put(i.id, brain.now() + (int) i.portHold.getSeconds()));
        Map<List<Object>, Store.Record> stale = new HashMap<>();
        Records.readSubscribers(
                brain.store,
                (instance, prefix, protocol, address4, firstPort) -> {
                    boolean fits =
                            holds.containsKey(instance)
                                    && brain.services.instance(instance).subscriberPrefixLength
                                            == prefix.length()
                                    && brain.pools.restore(
                                            instance,
                                            prefix.high(),
                                            prefix.low(),
                                            protocol,
                                            address4,
                                            firstPort,
                                            holds.get(instance));
                    if (!fits) {
                        stale.put(
                                List.of(instance, prefix), Records.noSubscriber(instance, prefix));
                    }
                });
        List<Store.Record> records = new ArrayList<>(stale.values());
        Records.readBindings(
                brain.store,
                (instance,
                        protocol,
                        high,
                        low,
                        port6,
                        address4,
                        port4,
                        since,
                        peer4,
                        peerPort,
                        established) -> {
                    if (restore(instance, protocol, high, low, port6, address4, port4, since)) {
                        int slot = brain.bib.find(instance, protocol, high, low, port6);
                        brain.bib.peer(slot, peer4, peerPort);
                        if (protocol == Protocol.TCP && !established) {
                            // Traffic behind the restart brings it back, old counts do not.
                            brain.bib.state(slot, TcpState.TRANS.ordinal());
                            brain.bib.wantsBaseline(slot, true);
                            brain.bib.wheel().schedule(slot, brain.now() + BASELINE_SECONDS);
                        }
                        brain.count(Count.BINDINGS_RESTORED, 1);
                    } else {
                        records.add(Records.noBinding(instance, protocol, high, low, port6));
                        brain.count(Count.BINDINGS_NOT_RESTORED, 1);
                    }
                });
        logAgain();
        // Whoever is left of the stale ones is written anew behind the removals.
        for (int i = 0; !stale.isEmpty() && i < brain.pools.topSubscriber(); i++) {
            SubscriberPorts s = brain.pools.subscriber(i);
            if (s != null && stale.containsKey(List.of(s.instance(), s.prefix()))) {
                records.add(Records.subscriber(s));
            }
        }
        brain.write(records, e -> {});
        LOG.log(Level.INFO, "restored {0} bindings", brain.counted(Count.BINDINGS_RESTORED));
    }

    /** Whether the binding has a place. */
    private boolean restore(
            int instance,
            Protocol protocol,
            long high,
            long low,
            int port6,
            int address4,
            int port4,
            int since) {
        Bib bib = brain.bib;
        if (brain.services.instance(instance) == null
                || bib.find(instance, protocol, high, low, port6) != Bib.NONE) {
            return false;
        }
        int slot = bib.add(instance, protocol, high, low, port6, address4, port4, since);
        if (!brain.pools.adopt(instance, protocol, high, low, address4, port4, slot)) {
            bib.remove(slot);
            return false;
        }
        if (protocol == Protocol.TCP) {
            bib.state(slot, TcpState.ESTABLISHED.ordinal());
        }
        bib.phase(slot, Phase.LIVE);
        bib.wheel().schedule(slot, brain.now() + brain.timeout(slot));
        return true;
    }

    /** The mapping log may have missed blocks whose bindings reached the store. */
    private void logAgain() {
        brain.dropReports();
        for (int i = 0; i < brain.pools.topSubscriber(); i++) {
            SubscriberPorts s = brain.pools.subscriber(i);
            for (Protocol p : Protocol.values()) {
                for (int j = 0; s != null && j < s.blocks(p); j++) {
                    Block block = s.block(p, j);
                    boolean logged = false;
                    for (MappingEvent e :
                            brain.mappingLog.whoHad(
                                    p.v4(),
                                    block.address4(),
                                    block.firstPort(),
                                    brain.nowMillis())) {
                        logged |= e.subscriber.equals(s.prefix());
                    }
                    if (!logged) {
                        brain.block(s, block, true);
                    }
                }
            }
        }
    }
}
