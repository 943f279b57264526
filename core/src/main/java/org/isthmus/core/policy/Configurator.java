// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.api.IncompleteException;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.journal.DeterministicHistory;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.pool.Leases;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.EamRecord;
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
        Eamt table =
                new Admission(plan, audit, config, instances, pools, statics, leftOut, room)
                        .admit();
        plan.compare(instances, pools, statics.all());
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
                    pools.change(pool, spec, plan.isConfigured(spec));
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
        for (StaticEntry s : plan.bound) {
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
    private Void notBound(StaticEntry s, Throwable e, List<String> failed) {
        Throwable why = Stages.cause(e);
        if (s.configured) {
            failed.add(s.binding + ": " + why.getMessage());
        } else if (statics.isListed(s)) {
            LOG.log(Level.ERROR, why.getMessage());
        } else {
            leftOut.add(s.record(), why.getMessage());
            LOG.log(Level.ERROR, "{0} is not in force: {1}", s.binding, why.getMessage());
        }
        return null;
    }
}
