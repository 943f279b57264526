// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Pool;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Remover;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.journal.DeterministicHistory;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.DeterministicPool;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.sync.DesiredState;

/**
 * Changes by operators: each is checked as a whole, stored, put into force, and sent to the
 * devices, one after the other.
 *
 * <p>Threading: the core's thread.
 */
public final class Operations {
    private final ConfigInForce config;
    private final Checks checks;
    private final Writes writes;
    private final StaticBindings statics;
    private final Remover remover;
    private final DesiredState desired;
    private final Instances instances;
    private final Pools pools;
    private final Bib bib;
    private final LeftOut leftOut;
    private final Capacity capacity;
    private final DeterministicHistory history;
    private final Deferred deferred;
    private CompletableFuture<?> tail = CompletableFuture.completedFuture(null);

    public Operations(
            ConfigInForce config,
            Checks checks,
            Writes writes,
            StaticBindings statics,
            Remover remover,
            DesiredState desired,
            Instances instances,
            Pools pools,
            Bib bib,
            LeftOut leftOut,
            Capacity capacity,
            DeterministicHistory history,
            Deferred deferred) {
        this.config = config;
        this.checks = checks;
        this.writes = writes;
        this.statics = statics;
        this.remover = remover;
        this.desired = desired;
        this.instances = instances;
        this.pools = pools;
        this.bib = bib;
        this.leftOut = leftOut;
        this.capacity = capacity;
        this.history = history;
        this.deferred = deferred;
    }

    /** Runs changes one after the other; one that fails does not stop the next. */
    public <T> CompletableFuture<T> serially(Supplier<CompletableFuture<T>> change) {
        CompletableFuture<T> result =
                tail.handle((value, e) -> null).thenCompose(nothing -> change.get());
        tail = result;
        return result;
    }

    PortPool pool(String name) {
        for (PortPool pool : pools.all()) {
            if (pool.spec().name.equals(name)) {
                return pool;
            }
        }
        return null;
    }

    public CompletableFuture<Pool> addPool(PoolSpec spec) {
        checks.require(spec);
        return reserved(desired.ifPool(spec), List.of(PoolRecord.of(spec)))
                .thenCompose(
                        nothing -> {
                            InstanceConfig instance = instances.get(spec.instance);
                            PortPool pool = pools.add(spec, false, instance.id);
                            poolsChanged();
                            return refreshed().thenApply(x -> pool.toApi());
                        });
    }

    /** Notes which ports are whose by configuration, before a binding is made by it. */
    void poolsChanged() {
        history.update(
                pools.all().stream()
                        .filter(pool -> pool.map() != null)
                        .map(
                                pool ->
                                        new DeterministicPool(
                                                pool.map(),
                                                instances.get(pool.instance()).blocksPerSubscriber))
                        .collect(Collectors.toList()));
    }

    CompletableFuture<Void> refreshed() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        desired.refresh(config.nat64(), () -> done.complete(null));
        return done;
    }

    /** A pool that operators may change. */
    private PortPool changeable(String name) {
        PortPool pool = pool(name);
        if (pool == null) {
            throw new NotFoundException("there is no pool " + name);
        }
        if (pool.isConfigured()) {
            throw new ConflictException(
                    "name",
                    "the pool is in the network configuration, which alone changes it",
                    "pool " + name);
        }
        return pool;
    }

    public CompletableFuture<Pool> drainPool(String name, boolean drain) {
        config.require();
        PortPool pool = changeable(name);
        PoolSpec spec = pool.spec().drains(drain);
        if (spec.equals(pool.spec())) {
            return CompletableFuture.completedFuture(pool.toApi());
        }
        if (spec.deterministic != null) {
            throw new ConflictException("name", Audit.NO_DRAIN, "pool " + name);
        }
        return written(List.of(PoolRecord.of(spec)))
                .thenApply(
                        nothing -> {
                            pools.change(pool, spec, false);
                            return pool.toApi();
                        });
    }

    public CompletableFuture<Void> removePool(String name) {
        config.require();
        if (leftOut.has(PoolRecord.removal(name))) {
            return written(List.of(PoolRecord.removal(name)));
        }
        PortPool pool = changeable(name);
        pools.close(pool, true);
        List<Store.Record> records = new ArrayList<>();
        records.add(PoolRecord.removal(name));
        List<StaticEntry> inside = new ArrayList<>();
        for (StaticEntry s : statics.all()) {
            if (pools.poolOf(s.binding.address4.bits()) == pool) {
                if (s.configured) {
                    pools.close(pool, false);
                    inside.forEach(statics::keeps);
                    throw new ConflictException(
                            "name",
                            "a binding of the configuration is in it",
                            LeftOut.what(s.record()));
                }
                records.add(StaticBindingRecord.removal(s.binding));
                statics.deletes(s, records);
                inside.add(s);
            }
        }
        CompletableFuture<Void> cleared = new CompletableFuture<>();
        writes.written(records)
                .whenComplete(
                        (nothing, e) -> {
                            if (e != null) {
                                pools.close(pool, false);
                                inside.forEach(statics::keeps);
                                cleared.completeExceptionally(e);
                                return;
                            }
                            records.forEach(leftOut::forget);
                            inside.forEach(statics::forget);
                            clear(pool, null, () -> cleared.complete(null));
                        });
        return cleared.thenCompose(
                nothing -> {
                    pools.remove(pool);
                    poolsChanged();
                    return refreshed();
                });
    }

    /**
     * Removes the bindings of a pool.
     *
     * @param keep bindings at addresses of this specification remain; null: none does
     */
    void clear(PortPool pool, PoolSpec keep, Runnable done) {
        remover.clear(
                () -> {
                    Remover.Slots slots = new Remover.Slots(bib);
                    pool.forEach(
                            slot -> {
                                int address4 = bib.address4(slot);
                                if (keep == null || !keep.contains(address4)) {
                                    slots.add(slot);
                                }
                            });
                    return slots;
                },
                done);
    }

    public CompletableFuture<Void> addEams(List<Eam> eams) {
        return eamt(checks.plus(eams), List.of());
    }

    public CompletableFuture<Void> removeEam(Ipv4Prefix prefix4) {
        config.require();
        if (leftOut.has(EamRecord.removal(prefix4))) {
            return written(List.of(EamRecord.removal(prefix4)));
        }
        Eam eam = instances.eamt().get(prefix4);
        if (eam == null) {
            throw new NotFoundException("there is no EAM of " + prefix4);
        }
        if (config.has(eam)) {
            throw Checks.configured(eam, "prefix4");
        }
        return eamt(instances.eamt().minus(prefix4), List.of());
    }

    /**
     * Begins the replacement of the whole table once its turn has come: whoever asked checks it.
     *
     * @param over until then no other change begins, so that nothing that was checked is another
     */
    public CompletableFuture<EamtTrial> beginEamt(CompletableFuture<Void> over) {
        CompletableFuture<EamtTrial> begun = new CompletableFuture<>();
        Supplier<CompletableFuture<Void>> change =
                () -> {
                    begun.complete(checks.eamt());
                    return over;
                };
        serially(change)
                .whenComplete(
                        (nothing, e) -> {
                            if (e != null) {
                                begun.completeExceptionally(e);
                            }
                        });
        return begun;
    }

    /** Replaces the whole table, in the turn of {@link #beginEamt}. */
    public CompletableFuture<Void> replaceEamt(Eamt table) {
        return eamt(table, leftOut.withoutEams());
    }

    /** Marks in the store what is left out: see {@link LeftOut}. Again if that fails. */
    CompletableFuture<Void> marked() {
        List<Store.Record> marks = leftOut.marks();
        if (marks.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return writes.written(marks)
                .handle(
                        (nothing, e) -> {
                            if (e == null) {
                                leftOut.marked(marks);
                            } else {
                                deferred.add(() -> serially(this::marked));
                            }
                            return null;
                        });
    }

    /** Writes records of operators; what stands in the store under their keys is over. */
    private CompletableFuture<Void> written(List<Store.Record> records) {
        return writes.written(records).thenRun(() -> records.forEach(leftOut::forget));
    }

    private CompletableFuture<Void> eamt(Eamt table, List<Store.Record> removals) {
        Eamt old = instances.eamt();
        List<Store.Record> records = new ArrayList<>(removals);
        old.without(table).forEach(e -> records.add(EamRecord.removal(e.prefix4)));
        table.without(old).forEach(e -> records.add(EamRecord.of(e)));
        return reserved(desired.ifEamt(table), records).thenCompose(nothing -> applied(table));
    }

    /**
     * Writes the records of a change for which every device has room; until they are written,
     * nothing else takes it.
     *
     * @param change how many more intents devices are to hold
     */
    private CompletableFuture<Void> reserved(
            Function<DeviceId, IntentCounts> change, List<Store.Record> records) {
        capacity.reserve(change);
        return written(records).whenComplete((nothing, e) -> capacity.release());
    }

    CompletableFuture<Void> applied(Eamt table) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        desired.eamt(table, () -> done.complete(null));
        return done;
    }

    public CompletableFuture<StaticBinding> addStaticBinding(StaticBinding b) {
        checks.require(b, null);
        StaticEntry s = statics.made(b);
        StaticBindingRecord record = s.record();
        return statics.bind(s, List.of(record))
                .whenComplete(
                        (nothing, e) -> {
                            // Also if it was refused, and stays.
                            if (statics.isListed(s)) {
                                leftOut.forget(record);
                            }
                        })
                .thenApply(nothing -> b);
    }

    public CompletableFuture<StaticBinding> replaceStaticBinding(
            Protocol protocol, int address4, int port4, StaticBinding by) {
        config.require();
        StaticEntry old = statics.changeable(protocol, Ipv4Address.of(address4), port4);
        if (old.binding.equals(by)) {
            return CompletableFuture.completedFuture(by);
        }
        checks.require(by, old);
        return statics.replace(old, by).thenApply(nothing -> by);
    }

    public CompletableFuture<Void> removeStaticBinding(Protocol protocol, int address4, int port4) {
        config.require();
        Ipv4Address address = Ipv4Address.of(address4);
        StaticBindingRecord removal = StaticBindingRecord.removal(protocol, address, port4);
        if (leftOut.has(removal)) {
            return written(List.of(removal));
        }
        return statics.unbind(statics.changeable(protocol, address, port4), List.of(removal))
                .thenRun(() -> leftOut.forget(removal));
    }
}
