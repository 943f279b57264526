// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Pool;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Remover;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.journal.DeterministicHistory;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.AlarmThresholds;
import org.isthmus.core.model.DeterministicPool;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
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

    private static final int MOST_FAULTS = 100;

    private final Writes writes;
    private final StaticBindings statics;
    private final Remover remover;
    private final DesiredState desired;
    private final Instances instances;
    private final Pools pools;
    private final Bib bib;
    private final Fabric fabric;
    private final LeftOut leftOut;
    private final Capacity capacity;
    private final DeterministicHistory history;
    private CompletableFuture<?> tail = CompletableFuture.completedFuture(null);

    /** The configuration in force; null before the first. */
    private Nat64Config config;

    private FabricConfig network;
    private Map<DeviceId, Program> programs;

    /** EAMs of the configuration. */
    private final Set<Eam> configuredEams = new HashSet<>();

    public Operations(
            Writes writes,
            StaticBindings statics,
            Remover remover,
            DesiredState desired,
            Instances instances,
            Pools pools,
            Bib bib,
            Fabric fabric,
            LeftOut leftOut,
            Capacity capacity,
            DeterministicHistory history) {
        this.writes = writes;
        this.statics = statics;
        this.remover = remover;
        this.desired = desired;
        this.instances = instances;
        this.pools = pools;
        this.bib = bib;
        this.fabric = fabric;
        this.leftOut = leftOut;
        this.capacity = capacity;
        this.history = history;
    }

    /** Whether there is a configuration. */
    public boolean isConfigured() {
        return config != null;
    }

    /** Whether there is something to translate. */
    public boolean hasInstances() {
        return !instances.all().isEmpty();
    }

    /** When alarms are raised that something runs out. */
    public AlarmThresholds alarms() {
        return config == null ? AlarmThresholds.DEFAULT : config.alarms;
    }

    /** Notes the configuration in force. */
    void configured(
            Nat64Config nat64, FabricConfig fabricConfig, Map<DeviceId, Program> devicePrograms) {
        config = nat64;
        network = fabricConfig;
        programs = devicePrograms;
        configuredEams.clear();
        configuredEams.addAll(nat64.eamt);
    }

    boolean isConfigured(Eam eam) {
        return configuredEams.contains(eam);
    }

    /** In the order of the table. */
    public List<Eam> configuredEams() {
        return instances.eamt().list().stream()
                .filter(this::isConfigured)
                .collect(Collectors.toList());
    }

    /** Runs changes one after the other; one that fails does not stop the next. */
    public <T> CompletableFuture<T> serially(Supplier<CompletableFuture<T>> change) {
        CompletableFuture<T> result =
                tail.handle((value, e) -> null).thenCompose(nothing -> change.get());
        tail = result;
        return result;
    }

    private Audit audit() {
        return audit(Audit.THROW);
    }

    private Audit audit(Consumer<RuntimeException> wrong) {
        return audit(instances.eamt(), statics.list(), wrong);
    }

    private Audit audit(Eamt eamt, List<StaticBinding> bindings, Consumer<RuntimeException> wrong) {
        requireConfigured();
        return new Audit(
                config.logBindings,
                instances.all(),
                new Entries(
                        pools.all().stream().map(PortPool::spec).collect(Collectors.toList()),
                        eamt,
                        bindings,
                        wrong),
                new AddressPlan(fabric.config(), fabric.neighbors().all()),
                wrong);
    }

    private void requireConfigured() {
        if (!isConfigured()) {
            throw new IllegalStateException("there is no configuration yet");
        }
    }

    PortPool pool(String name) {
        for (PortPool pool : pools.all()) {
            if (pool.spec().name.equals(name)) {
                return pool;
            }
        }
        return null;
    }

    /**
     * What a change would be refused for, at most the first 100 faults.
     *
     * @param audit looks for them, and tells each
     * @param rest refuses what cannot be told before all is right so far
     */
    private static <T> List<Fault> faults(
            Function<Consumer<RuntimeException>, T> audit, Consumer<T> rest) {
        List<Fault> faults = new ArrayList<>();
        Consumer<RuntimeException> wrong =
                e -> {
                    faults.add(Audit.fault(e));
                    if (faults.size() == MOST_FAULTS) {
                        throw e;
                    }
                };
        try {
            T right = audit.apply(wrong);
            if (faults.isEmpty()) {
                rest.accept(right);
            }
        } catch (InvalidException | ConflictException | ExhaustedException e) {
            if (faults.isEmpty()) {
                faults.add(Audit.fault(e));
            }
        }
        return faults;
    }

    /** The faults of a pool that is to be added. */
    public List<Fault> checkPool(PoolSpec spec) {
        return faults(
                wrong -> {
                    audit(wrong).pool("", spec);
                    return spec;
                },
                pool -> {
                    require(pool);
                    capacity.require(desired.ifPool(pool));
                });
    }

    /** Throws what a pool is refused for beside what it says itself. */
    private void require(PoolSpec spec) {
        leftOut.requireNoContradiction(
                List.of(PoolRecord.of(spec)), others -> others.add("", spec));
        new PoolSupport(network, programs).require(List.of(spec));
    }

    public CompletableFuture<Pool> addPool(PoolSpec spec) {
        audit().pool("", spec);
        require(spec);
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
        desired.refresh(config, () -> done.complete(null));
        return done;
    }

    public CompletableFuture<Void> removePool(String name) {
        if (leftOut.has(PoolRecord.removal(name))) {
            return written(List.of(PoolRecord.removal(name)));
        }
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
        pool.close(true);
        List<Store.Record> records = new ArrayList<>();
        records.add(PoolRecord.removal(name));
        List<StaticBindings.Static> inside = new ArrayList<>();
        for (StaticBindings.Static s : statics.all()) {
            if (pools.poolOf(s.binding.address4.bits()) == pool) {
                if (s.configured) {
                    pool.close(false);
                    inside.forEach(statics::keeps);
                    throw new ConflictException(
                            "name",
                            "a binding of the configuration is in it",
                            "static binding at " + s.binding.address4 + " " + s.binding.port4);
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
                                pool.close(false);
                                inside.forEach(statics::keeps);
                                cleared.completeExceptionally(e);
                                return;
                            }
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
                                if (keep == null
                                        || keep.prefixes.stream()
                                                .noneMatch(p -> p.contains(address4))) {
                                    slots.add(slot);
                                }
                            });
                    return slots;
                },
                done);
    }

    public CompletableFuture<Void> addEams(List<Eam> eams) {
        Audit audit = audit();
        audit.eams("", eams);
        requireBesideLeftOut(eams, List.of());
        return eamt(audit.eamt(), List.of());
    }

    /**
     * @param removals of records that are to be over as well
     */
    private void requireBesideLeftOut(List<Eam> eams, List<Store.Record> removals) {
        List<Store.Record> records = new ArrayList<>(removals);
        eams.forEach(eam -> records.add(EamRecord.of(eam)));
        leftOut.requireNoContradiction(records, others -> others.add("", eams));
    }

    public CompletableFuture<Void> removeEam(Ipv4Prefix prefix4) {
        requireConfigured();
        if (leftOut.has(EamRecord.removal(prefix4))) {
            return written(List.of(EamRecord.removal(prefix4)));
        }
        Eam eam = instances.eamt().get(prefix4);
        if (eam == null) {
            throw new NotFoundException("there is no EAM of " + prefix4);
        }
        if (configuredEams.contains(eam)) {
            throw configured(eam, "prefix4");
        }
        return eamt(instances.eamt().minus(prefix4), List.of());
    }

    private static ConflictException configured(Eam eam, String field) {
        return new ConflictException(
                field,
                "the mapping is in the network configuration, which alone changes it",
                "EAM " + eam);
    }

    public CompletableFuture<Void> replaceEamt(List<Eam> eams, List<Eam> expected) {
        requireConfigured();
        Eamt old = instances.eamt();
        if (expected != null && !new HashSet<>(expected).equals(new HashSet<>(old.list()))) {
            throw new ConflictException(
                    "expected", "the table has changed meanwhile", old.size() + " mappings");
        }
        Eamt table = replacement(eams, Audit.THROW);
        List<Store.Record> leftOutToo = leftOutEams();
        requireBesideLeftOut(eams, leftOutToo);
        return eamt(table, leftOutToo);
    }

    /** Removals of those that are not in force: a table takes their place as well. */
    private List<Store.Record> leftOutEams() {
        return leftOut.of(EamRecord.class).stream()
                .map(r -> EamRecord.removal(r.prefix4))
                .collect(Collectors.toList());
    }

    /** Writes records of operators; what stands in the store under their keys is over. */
    private CompletableFuture<Void> written(List<Store.Record> records) {
        return writes.written(records).thenRun(() -> records.forEach(leftOut::forget));
    }

    /** The faults of a table, at most the first 100. */
    public List<Fault> checkEamt(List<Eam> eams) {
        return faults(
                wrong -> replacement(eams, wrong),
                table -> {
                    requireBesideLeftOut(eams, leftOutEams());
                    capacity.require(desired.ifEamt(table));
                });
    }

    /**
     * @param wrong as of {@link Audit#of}
     */
    private Eamt replacement(List<Eam> eams, Consumer<RuntimeException> wrong) {
        Audit audit = audit(Eamt.EMPTY, statics.list(), wrong);
        audit.eams("", eams);
        Set<Eam> kept = new HashSet<>(eams);
        for (Eam e : instances.eamt().list()) {
            if (configuredEams.contains(e) && !kept.contains(e)) {
                wrong.accept(configured(e, ""));
            }
        }
        return audit.eamt();
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

    /**
     * The faults of a static binding that is to be added.
     *
     * @param replaced the one whose place it is to take; null: none
     */
    public List<Fault> checkStaticBinding(StaticBinding b, StaticBinding replaced) {
        return faults(
                wrong -> {
                    StaticBindings.Static old =
                            replaced == null
                                    ? null
                                    : changeable(
                                            replaced.protocol,
                                            replaced.address4.bits(),
                                            replaced.port4);
                    audit(old, wrong).staticBinding("", b);
                    return old;
                },
                old -> {
                    requireBesideLeftOut(b);
                    statics.require(b, old);
                });
    }

    private void requireBesideLeftOut(StaticBinding b) {
        leftOut.requireNoContradiction(
                List.of(StaticBindingRecord.of(b)), others -> others.add("", b));
    }

    /** An audit of what is to take the place of a static binding, or of none if it is null. */
    private Audit audit(StaticBindings.Static old, Consumer<RuntimeException> wrong) {
        List<StaticBinding> others = new ArrayList<>(statics.list());
        if (old != null) {
            others.remove(old.binding);
        }
        return audit(instances.eamt(), others, wrong);
    }

    public CompletableFuture<StaticBinding> addStaticBinding(StaticBinding b) {
        audit().staticBinding("", b);
        requireBesideLeftOut(b);
        StaticBindingRecord record = StaticBindingRecord.of(b);
        return statics.bind(new StaticBindings.Static(b, false), List.of(record))
                .thenApply(
                        nothing -> {
                            leftOut.forget(record);
                            return b;
                        });
    }

    public CompletableFuture<StaticBinding> replaceStaticBinding(
            Protocol protocol, int address4, int port4, StaticBinding by) {
        StaticBindings.Static old = changeable(protocol, address4, port4);
        if (old.binding.equals(by)) {
            return CompletableFuture.completedFuture(by);
        }
        audit(old, Audit.THROW).staticBinding("", by);
        requireBesideLeftOut(by);
        return statics.replace(old, by)
                .thenApply(
                        nothing -> {
                            leftOut.forget(StaticBindingRecord.of(by));
                            return by;
                        });
    }

    public CompletableFuture<Void> removeStaticBinding(Protocol protocol, int address4, int port4) {
        StaticBindingRecord removal =
                StaticBindingRecord.removal(protocol, Ipv4Address.of(address4), port4);
        if (leftOut.has(removal)) {
            return written(List.of(removal));
        }
        return statics.unbind(changeable(protocol, address4, port4), List.of(removal))
                .thenRun(() -> leftOut.forget(removal));
    }

    /** The static binding, which is an operator's. */
    private StaticBindings.Static changeable(Protocol protocol, int address4, int port4) {
        StaticBindings.Static s = statics.get(protocol, Ipv4Address.of(address4), port4);
        if (s == null) {
            throw new NotFoundException(
                    "there is no static binding at "
                            + Ipv4Address.toString(address4)
                            + " port "
                            + port4);
        }
        if (s.configured) {
            throw new ConflictException(
                    "port4",
                    "the binding is in the network configuration, which alone changes it",
                    "static binding of " + s.binding.address6 + " port " + s.binding.port6);
        }
        return s;
    }
}
