// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.IncompleteException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.journal.DeterministicHistory;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.pool.Leases;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.OperatorRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.Stages;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.sync.Devices;

/**
 * Brings a configuration into force by difference; the first one restores the records of the store.
 *
 * <p>Threading: the core's thread.
 */
public final class Configurator {
    private static final Logger LOG = System.getLogger(Configurator.class.getName());

    private static final String NO_ROOM = "a device has no room for it";

    private final ConfigInForce config;
    private final Operations operations;
    private final StaticBindings statics;
    private final Restorer restorer;
    private final Store store;
    private final Deletions deletions;
    private final Leases leases;
    private final Instances instances;
    private final Pools pools;
    private final Devices devices;
    private final Fabric fabric;

    private final SourceBindings sources;
    private final LeftOut leftOut;
    private final PlannedRoom room;
    private final Capacity capacity;
    private final Counters counters;
    private final DeterministicHistory history;

    /** Of the configuration that came last; empty: it is in force. */
    private List<String> refusal = List.of();

    /** Static bindings that the one in force lacks, and why. */
    private List<String> missing = List.of();

    /** A configuration that was checked, with the entries of operators that fit it. */
    private static final class Plan {
        final Nat64Config nat64;
        final FabricConfig fabric;
        final Map<DeviceId, Program> programs;
        final List<PoolSpec> added = new ArrayList<>();
        final Map<PortPool, PoolSpec> changed = new LinkedHashMap<>();
        final Set<PortPool> removed = new LinkedHashSet<>();
        final List<StaticBindings.Static> unbound = new ArrayList<>();
        final List<StaticBindings.Static> bound = new ArrayList<>();

        /** Pools of operators. */
        final List<PoolSpec> pools = new ArrayList<>();

        /** EAMs of operators that were left out so far. */
        final List<Eam> eams = new ArrayList<>();

        final List<StaticBinding> statics = new ArrayList<>();
        final LeftOut leftOut = new LeftOut();
        private final Set<String> configuredPools;
        private final Set<StaticBinding> configuredStatics;

        Plan(Nat64Config nat64, FabricConfig fabric, Map<DeviceId, Program> programs) {
            this.nat64 = nat64;
            this.fabric = fabric;
            this.programs = programs;
            configuredPools = nat64.pools.stream().map(p -> p.name).collect(Collectors.toSet());
            configuredStatics = Set.copyOf(nat64.staticBindings);
        }

        /** Whether a pool of those that are planned is from the configuration. */
        boolean isConfigured(PoolSpec planned) {
            return configuredPools.contains(planned.name);
        }

        /** Whether a static binding of those that are planned is from the configuration. */
        boolean isConfigured(StaticBinding planned) {
            return configuredStatics.contains(planned);
        }
    }

    public Configurator(
            ConfigInForce config,
            Operations operations,
            StaticBindings statics,
            Restorer restorer,
            Store store,
            Deletions deletions,
            Leases leases,
            Instances instances,
            Pools pools,
            Devices devices,
            Fabric fabric,
            SourceBindings sources,
            LeftOut leftOut,
            PlannedRoom room,
            Capacity capacity,
            Counters counters,
            DeterministicHistory history) {
        this.config = config;
        this.operations = operations;
        this.statics = statics;
        this.restorer = restorer;
        this.store = store;
        this.deletions = deletions;
        this.leases = leases;
        this.instances = instances;
        this.pools = pools;
        this.devices = devices;
        this.fabric = fabric;
        this.sources = sources;
        this.leftOut = leftOut;
        this.room = room;
        this.capacity = capacity;
        this.counters = counters;
        this.history = history;
    }

    /** Notes that a configuration was refused, for what reasons. */
    public void refused(List<String> problems) {
        refusal = problems;
        counters.add(Counter.CONFIGURATIONS_REFUSED);
    }

    /** Why the configuration that came last was refused; empty: it was not. */
    public List<String> refusal() {
        return refusal;
    }

    /** Static bindings that the configuration in force lacks, and why. */
    public List<String> missing() {
        return missing;
    }

    /**
     * Checks a whole configuration; the stage completes when it is in force. It fails as well, with
     * an {@link IncompleteException}, if one of its static bindings alone could not be written to
     * the store.
     *
     * @param programs of devices, as far as they are known
     * @param settings puts into force what other parts need of it, before the fabric is changed
     */
    public CompletableFuture<Void> configure(
            Nat64Config nat64,
            FabricConfig fabric,
            Map<DeviceId, Program> programs,
            Runnable settings) {
        Plan plan = new Plan(nat64, fabric, programs);
        AddressPlan addresses = new AddressPlan(fabric, this.fabric.neighbors().all());
        Audit audit = Audit.of(nat64, addresses, Audit.THROW);
        if (!config.exists()) {
            deletions.read(store);
            leases.read(store);
            history.read(store);
            readOperators();
        }
        new PoolSupport(fabric, programs).require(nat64.pools);
        keepOperators(plan, audit);
        admitOperators(plan, audit);
        Eamt table = admitWhatHasRoom(plan, audit.eamt());
        differences(plan);
        room.require(
                plan.nat64,
                plan.fabric,
                plan.programs,
                plan.pools,
                table,
                plan.bound.size() - plan.unbound.size());
        close(plan, true);
        CompletableFuture<Void> ready =
                plan.unbound.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : statics.unbind(plan.unbound, List.of());
        for (PortPool pool : plan.removed) {
            LOG.log(
                    Level.INFO,
                    "pool {0} is not in the configuration any more: its bindings end",
                    pool.spec().name);
            ready = ready.thenCompose(nothing -> cleared(pool, null));
        }
        for (Map.Entry<PortPool, PoolSpec> e : plan.changed.entrySet()) {
            ready = ready.thenCompose(nothing -> cleared(e.getKey(), e.getValue()));
        }
        return ready.whenComplete(
                        (nothing, e) -> {
                            if (e != null) {
                                close(plan, false);
                            }
                        })
                .thenCompose(nothing -> commit(plan, table, settings));
    }

    /** Whether pools give no ports, as some of their bindings are about to end. */
    private void close(Plan plan, boolean closed) {
        plan.removed.forEach(p -> pools.close(p, closed));
        plan.changed.keySet().forEach(p -> pools.close(p, closed));
    }

    private CompletableFuture<Void> cleared(PortPool pool, PoolSpec keep) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        operations.clear(pool, keep, () -> done.complete(null));
        return done;
    }

    /** At first, all that the store has of operators waits for a configuration. */
    private void readOperators() {
        store.read(PoolRecord.class, leftOut::read);
        store.read(EamRecord.class, leftOut::read);
        store.read(StaticBindingRecord.class, leftOut::read);
    }

    /**
     * Entries of operators that are in force must not contradict the new configuration. One whose
     * instance or pool is no longer there is left out; a mapping that it has as well waits until it
     * no longer does.
     */
    private void keepOperators(Plan plan, Audit audit) {
        for (PortPool pool : pools.all()) {
            if (!pool.isConfigured()) {
                keep(plan, audit, PoolRecord.of(pool.spec()));
            }
        }
        Eamt kept = keptEams(plan);
        keep("an EAM", () -> audit.inForce(kept));
        for (StaticBindings.Static s : statics.all()) {
            if (!s.configured) {
                keep(plan, audit, StaticBindingRecord.of(s.binding));
            }
        }
    }

    private Eamt keptEams(Plan plan) {
        Eamt table = instances.eamt();
        Set<Eam> gone = new HashSet<>(config.eams());
        for (Eam eam : plan.nat64.eamt) {
            if (eam.equals(table.get(eam.prefix4)) && gone.add(eam)) {
                plan.leftOut.keep(EamRecord.of(eam));
            }
        }
        Set<String> names =
                plan.nat64.instances.stream().map(i -> i.name).collect(Collectors.toSet());
        if (!instances.all().stream().allMatch(i -> names.contains(i.name))) {
            for (Eam eam : table.list()) {
                if (!names.contains(eam.instance) && gone.add(eam)) {
                    plan.leftOut.add(EamRecord.of(eam), Audit.noInstance(eam.instance));
                }
            }
        }
        return table.minus(gone);
    }

    private static void keep(Plan plan, Audit audit, OperatorRecord entry) {
        try {
            keep(LeftOut.what(entry), () -> admit(plan, audit, entry));
        } catch (InvalidException e) {
            plan.leftOut.add(entry, e.getMessage());
        }
    }

    /** A conflict is one of the configuration: the entry was there before. */
    private static void keep(String what, Runnable check) {
        try {
            check.run();
        } catch (ConflictException e) {
            throw new ConflictException(
                    "", "contradicts " + what + " of an operator: " + e.getMessage(), e.other());
        }
    }

    /** Entries of operators that were left out so far may fit the new configuration. */
    private void admitOperators(Plan plan, Audit audit) {
        List<PoolRecord> pools = leftOut.inOrder(PoolRecord.class);
        List<StaticBindingRecord> bindings = leftOut.inOrder(StaticBindingRecord.class);
        List<PoolSpec> specs = pools.stream().map(r -> r.pool).collect(Collectors.toList());
        boolean isTight = !hasRoom(plan, audit, specs, bindings.size());
        for (PoolRecord r : pools) {
            if (isTight && !hasRoom(plan, audit, List.of(r.pool), 0)) {
                plan.leftOut.add(r, NO_ROOM);
            } else {
                admitIfFits(plan, audit, r);
            }
        }
        List<EamRecord> eams = leftOut.inOrder(EamRecord.class);
        Set<Eam> configured = new HashSet<>(plan.nat64.eamt);
        eams.stream().filter(r -> configured.contains(r.eam)).forEach(plan.leftOut::keep);
        eams.removeIf(r -> configured.contains(r.eam));
        try {
            admit(plan, audit, eams);
        } catch (InvalidException | ConflictException e) {
            admitThoseThatFit(plan, audit, eams);
        }
        for (StaticBindingRecord r : bindings) {
            if (isTight && !hasRoom(plan, audit, List.of(), 1)) {
                plan.leftOut.add(r, NO_ROOM);
            } else {
                admitIfFits(plan, audit, r);
            }
        }
    }

    /** Whether devices have room for more than is admitted so far. */
    private boolean hasRoom(Plan plan, Audit audit, List<PoolSpec> pools, int bindings) {
        List<PoolSpec> all = new ArrayList<>(plan.pools);
        all.addAll(pools);
        int more = plan.nat64.staticBindings.size() + plan.statics.size() - statics.all().size();
        return room.has(plan.nat64, plan.fabric, plan.programs, all, audit.eamt(), more + bindings);
    }

    /**
     * Of the mappings that were left out so far, leaves out those that no device would have room
     * for beside the rest.
     */
    private Eamt admitWhatHasRoom(Plan plan, Eamt table) {
        int all = plan.eams.size();
        if (all == 0 || hasRoom(plan, table)) {
            return table;
        }
        int fit = 0;
        for (int most = all; most - fit > 1; ) {
            int half = (fit + most) / 2;
            if (hasRoom(plan, table.minus(plan.eams.subList(half, all)))) {
                fit = half;
            } else {
                most = half;
            }
        }
        List<Eam> rest = plan.eams.subList(fit, all);
        rest.forEach(eam -> plan.leftOut.add(EamRecord.of(eam), NO_ROOM));
        Eamt left = table.minus(rest);
        rest.clear();
        return left;
    }

    private boolean hasRoom(Plan plan, Eamt table) {
        return room.has(plan.nat64, plan.fabric, plan.programs, plan.pools, table, 0);
    }

    private static void admitIfFits(Plan plan, Audit audit, OperatorRecord entry) {
        try {
            admit(plan, audit, entry);
        } catch (InvalidException | ConflictException e) {
            plan.leftOut.add(entry, Audit.fault(e).text());
        }
    }

    /** Many at a time: with each of a million a table would be made anew. */
    private static void admitThoseThatFit(Plan plan, Audit audit, List<EamRecord> eams) {
        Map<EamRecord, Fault> refused = new LinkedHashMap<>();
        List<EamRecord> rest = eams;
        List<EamRecord> fit;
        do {
            fit = rest;
            // Without one that is refused, two others may contradict each other.
            for (Map<Integer, Fault> faults; !(faults = audit.faults(eams(fit))).isEmpty(); ) {
                List<EamRecord> left = new ArrayList<>();
                for (int i = 0; i < fit.size(); i++) {
                    if (faults.containsKey(i)) {
                        refused.put(fit.get(i), faults.get(i));
                    } else {
                        left.add(fit.get(i));
                    }
                }
                fit = left;
            }
            admit(plan, audit, fit);
            fit.forEach(refused::remove);
            // What contradicts one that is refused itself may fit after all.
            Set<String> out =
                    refused.keySet().stream().map(LeftOut::what).collect(Collectors.toSet());
            rest = new ArrayList<>(refused.keySet());
            rest.removeIf(r -> !out.contains(refused.get(r).other));
        } while (!fit.isEmpty() && !rest.isEmpty());
        refused.forEach((r, fault) -> plan.leftOut.add(r, fault.text()));
    }

    private static void admit(Plan plan, Audit audit, List<EamRecord> eams) {
        audit.eams("", eams(eams));
        plan.eams.addAll(eams(eams));
    }

    private static List<Eam> eams(List<EamRecord> records) {
        return records.stream().map(r -> r.eam).collect(Collectors.toList());
    }

    private static void admit(Plan plan, Audit audit, Store.Record entry) {
        if (entry instanceof PoolRecord) {
            PoolSpec pool = ((PoolRecord) entry).pool;
            audit.pool("", pool);
            plan.pools.add(pool);
        } else {
            StaticBinding binding = ((StaticBindingRecord) entry).binding;
            audit.staticBinding("", binding);
            plan.statics.add(binding);
        }
    }

    private void differences(Plan plan) {
        Map<String, InstanceConfig> planned = new HashMap<>();
        plan.nat64.instances.forEach(i -> planned.put(i.name, i));
        Map<String, PoolSpec> plannedPools = new HashMap<>();
        plan.nat64.pools.forEach(p -> plannedPools.put(p.name, p));
        plan.pools.forEach(p -> plannedPools.put(p.name, p));
        Set<String> kept = new HashSet<>();
        for (PortPool pool : pools.all()) {
            PoolSpec now = plannedPools.get(pool.spec().name);
            boolean configured = now != null && plan.isConfigured(now);
            InstanceConfig before = instances.get(pool.instance());
            InstanceConfig after = now == null ? null : planned.get(now.instance);
            if (now == null
                    || configured != pool.isConfigured()
                    || after.id != before.id
                    || after.blockSize != before.blockSize
                    || after.subscriberPrefixLength != before.subscriberPrefixLength
                    || (now.deterministic != null || pool.spec().deterministic != null)
                            && !now.equals(pool.spec())) {
                plan.removed.add(pool);
            } else {
                kept.add(now.name);
                if (!now.equals(pool.spec())) {
                    plan.changed.put(pool, now);
                }
            }
        }
        plan.nat64.pools.stream().filter(p -> !kept.contains(p.name)).forEach(plan.added::add);
        plan.pools.stream().filter(p -> !kept.contains(p.name)).forEach(plan.added::add);

        Map<List<Object>, StaticBinding> plannedStatics = new HashMap<>();
        plan.nat64.staticBindings.forEach(b -> plannedStatics.put(StaticBindings.key(b), b));
        plan.statics.forEach(b -> plannedStatics.put(StaticBindings.key(b), b));
        Set<List<Object>> keptStatics = new HashSet<>();
        for (StaticBindings.Static s : statics.all()) {
            StaticBinding now = plannedStatics.get(StaticBindings.key(s.binding));
            if (now != null
                    && now.instance.equals(s.binding.instance)
                    && now.address6.equals(s.binding.address6)
                    && now.port6 == s.binding.port6
                    && plan.isConfigured(now) == s.configured
                    && keepsPool(plan, s.binding.address4.bits())) {
                keptStatics.add(StaticBindings.key(now));
            } else {
                plan.unbound.add(s);
            }
        }
        for (StaticBinding b : plan.nat64.staticBindings) {
            if (!keptStatics.contains(StaticBindings.key(b))) {
                plan.bound.add(new StaticBindings.Static(b, true));
            }
        }
        for (StaticBinding b : plan.statics) {
            if (!keptStatics.contains(StaticBindings.key(b))) {
                plan.bound.add(new StaticBindings.Static(b, false));
            }
        }
    }

    /** Whether an address stays in the pool that it is in. */
    private boolean keepsPool(Plan plan, int address4) {
        PortPool pool = pools.poolOf(address4);
        PoolSpec after = plan.changed.get(pool);
        return !plan.removed.contains(pool) && (after == null || after.indexOf(address4) >= 0);
    }

    private CompletableFuture<Void> commit(Plan plan, Eamt table, Runnable settings) {
        plan.removed.forEach(pools::remove);
        instances.set(
                plan.nat64.instances,
                plan.nat64.lowestIpv6Mtu,
                plan.nat64.tos,
                plan.nat64.computeZeroUdpChecksum);
        instances.all().forEach(pools::instance);
        plan.changed.forEach(
                (pool, spec) -> {
                    pools.change(pool, spec);
                    pools.close(pool, false);
                });
        for (PoolSpec spec : plan.added) {
            int instance = instances.get(spec.instance).id;
            pools.add(spec, plan.isConfigured(spec), instance);
        }
        operations.poolsChanged();
        boolean first = !config.exists();
        config.set(plan.nat64, plan.fabric, plan.programs);
        leftOut.replace(plan.leftOut);
        capacity.configure(plan.programs);
        refusal = List.of();
        missing = List.of();
        settings.run();
        devices.configure(plan.fabric, plan.programs);
        fabric.configure(plan.fabric);
        sources.configure();
        List<String> failed = new ArrayList<>();
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (StaticBindings.Static s : plan.bound) {
            done =
                    done.thenCompose(nothing -> statics.bind(s, List.of()))
                            .exceptionally(e -> notBound(s, e, failed));
        }
        if (first) {
            restorer.restore();
        }
        done =
                done.thenCompose(nothing -> operations.applied(table))
                        .thenCompose(nothing -> operations.refreshed());
        return done.thenRun(devices::reconcile)
                .thenCompose(nothing -> operations.marked())
                .thenRun(() -> complete(failed));
    }

    private void complete(List<String> failed) {
        missing = List.copyOf(failed);
        if (!failed.isEmpty()) {
            throw new IncompleteException(
                    "in force, without static bindings: " + String.join("; ", failed));
        }
    }

    /**
     * One static binding that fails does not keep the rest of a configuration from the devices. An
     * operator's is left out, unless it stays.
     *
     * @param failed grows by why one of the configuration has failed
     */
    private Void notBound(StaticBindings.Static s, Throwable e, List<String> failed) {
        Throwable why = Stages.cause(e);
        if (s.configured) {
            failed.add(s.binding + ": " + why.getMessage());
        } else if (statics.isListed(s)) {
            LOG.log(Level.ERROR, why.getMessage());
        } else {
            leftOut.add(StaticBindingRecord.of(s.binding), why.getMessage());
            LOG.log(Level.ERROR, "{0} is not in force: {1}", s.binding, why.getMessage());
        }
        return null;
    }
}
