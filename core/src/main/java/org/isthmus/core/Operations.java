// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Pool;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.eamt.Eamt;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.policy.Audit;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.Store;

/**
 * What operators change: checked whole, then stored, then put into force, then on the devices. One
 * change after the other.
 */
final class Operations {

    private static final int MOST_FAULTS = 100;

    /** A binding of an operator. */
    static final class Static {
        final StaticBinding binding;
        final boolean configured;
        int slot = Bib.NONE;

        Static(StaticBinding binding, boolean configured) {
            this.binding = binding;
            this.configured = configured;
        }
    }

    private final Brain brain;
    private CompletableFuture<?> tail = CompletableFuture.completedFuture(null);

    /** In force; null before the first. */
    Nat64Config config;

    /** Those of the configuration. */
    final Set<Eam> configuredEams = new HashSet<>();

    final Map<List<Object>, Static> statics = new LinkedHashMap<>();

    Operations(Brain brain) {
        this.brain = brain;
    }

    /** Runs changes one after the other, whatever becomes of each. */
    <T> CompletableFuture<T> serially(Supplier<CompletableFuture<T>> change) {
        CompletableFuture<T> result =
                tail.handle((value, e) -> null).thenCompose(nothing -> change.get());
        tail = result;
        return result;
    }

    static List<Object> key(Protocol protocol, Ipv4Address address4, int port4) {
        return List.of(protocol, address4, port4);
    }

    static List<Object> key(StaticBinding b) {
        return key(b.protocol, b.address4, b.port4);
    }

    private Audit audit() {
        requireConfigured();
        return Audit.ofKnown(
                brain.services.instances(),
                brain.pools.all().stream().map(PortPool::spec).collect(Collectors.toList()),
                brain.services.eamt(),
                statics.values().stream().map(s -> s.binding).collect(Collectors.toList()));
    }

    private void requireConfigured() {
        if (!brain.configured) {
            throw new IllegalStateException("there is no configuration yet");
        }
    }

    /** Writes records; the stage fails if the store does. */
    CompletableFuture<Void> written(Collection<Store.Record> records) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        brain.write(
                new ArrayList<>(records),
                e -> {
                    if (e == null) {
                        written.complete(null);
                    } else {
                        written.completeExceptionally(
                                new IllegalStateException("the store failed: " + e, e));
                    }
                });
        return written;
    }

    PortPool pool(String name) {
        for (PortPool pool : brain.pools.all()) {
            if (pool.spec().name.equals(name)) {
                return pool;
            }
        }
        return null;
    }

    CompletableFuture<Pool> addPool(PoolSpec spec) {
        audit().pool("", spec);
        return written(List.of(Records.pool(spec)))
                .thenCompose(
                        nothing -> {
                            InstanceConfig instance = brain.services.instance(spec.instance);
                            PortPool pool = brain.pools.add(spec, false, instance.id);
                            return refreshed().thenApply(x -> pool.toApi());
                        });
    }

    CompletableFuture<Void> refreshed() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        brain.services.refresh(config, () -> done.complete(null));
        return done;
    }

    CompletableFuture<Void> removePool(String name) {
        PortPool pool = pool(name);
        if (pool == null) {
            throw new NotFoundException("there is no pool " + name);
        }
        if (pool.isConfigured()) {
            throw new ConflictException(
                    "name", "the pool came with the configuration", "pool " + name);
        }
        pool.close(true);
        List<Store.Record> records = new ArrayList<>();
        records.add(Records.noPool(name));
        List<Static> inside = new ArrayList<>();
        for (Static s : statics.values()) {
            if (brain.pools.poolOf(s.binding.address4.bits()) == pool) {
                if (s.configured) {
                    pool.close(false);
                    throw new ConflictException(
                            "name",
                            "a binding of the configuration is in it",
                            "static binding at " + s.binding.address4 + " " + s.binding.port4);
                }
                records.add(Records.noStaticBinding(s.binding));
                inside.add(s);
            }
        }
        CompletableFuture<Void> cleared = new CompletableFuture<>();
        written(records)
                .whenComplete(
                        (nothing, e) -> {
                            if (e != null) {
                                pool.close(false);
                                cleared.completeExceptionally(e);
                                return;
                            }
                            inside.forEach(s -> statics.remove(key(s.binding)));
                            clear(pool, null, () -> cleared.complete(null));
                        });
        return cleared.thenCompose(
                nothing -> {
                    brain.pools.remove(pool);
                    return refreshed();
                });
    }

    /**
     * Removes the bindings of a pool.
     *
     * @param keep those at addresses of this remain; null: none does
     */
    void clear(PortPool pool, PoolSpec keep, Runnable done) {
        brain.remover.clear(
                () -> {
                    Remover.Slots slots = new Remover.Slots();
                    pool.forEach(
                            slot -> {
                                int address4 = brain.bib.address4(slot);
                                if (keep == null
                                        || keep.prefixes.stream()
                                                .noneMatch(p -> p.contains(address4))) {
                                    slots.add(brain, slot);
                                }
                            });
                    return slots;
                },
                done);
    }

    CompletableFuture<Void> addEams(List<Eam> eams) {
        Audit audit = audit();
        audit.eams("", eams);
        return eamt(audit.eamt());
    }

    CompletableFuture<Void> removeEam(Ipv4Prefix prefix4) {
        requireConfigured();
        Eam eam = brain.services.eamt().get(prefix4);
        if (eam == null) {
            throw new NotFoundException("there is no EAM of " + prefix4);
        }
        if (configuredEams.contains(eam)) {
            throw configured(eam, "prefix4");
        }
        return eamt(brain.services.eamt().minus(prefix4));
    }

    private static ConflictException configured(Eam eam, String field) {
        return new ConflictException(
                field, "the mapping came with the configuration", "EAM " + eam);
    }

    CompletableFuture<Void> replaceEamt(List<Eam> eams, List<Eam> expected) {
        requireConfigured();
        Eamt old = brain.services.eamt();
        if (expected != null && !new HashSet<>(expected).equals(new HashSet<>(old.list()))) {
            throw new ConflictException(
                    "expected", "the table has changed meanwhile", old.size() + " mappings");
        }
        return eamt(
                replacement(
                        eams,
                        e -> {
                            throw e;
                        }));
    }

    /** What stands in the way of a table. */
    List<Fault> checkEamt(List<Eam> eams) {
        List<Fault> faults = new ArrayList<>();
        try {
            replacement(
                    eams,
                    e -> {
                        faults.add(fault(e));
                        if (faults.size() == MOST_FAULTS) {
                            throw e;
                        }
                    });
        } catch (InvalidException | ConflictException enough) {
            // It is among the faults.
        }
        return faults;
    }

    private static Fault fault(RuntimeException e) {
        if (e instanceof InvalidException) {
            return new Fault(((InvalidException) e).field(), e.getMessage(), null);
        }
        ConflictException c = (ConflictException) e;
        return new Fault(c.field(), c.getMessage(), c.other());
    }

    /**
     * @param wrong as of {@link Audit#eams(String, List, Consumer)}
     */
    private Eamt replacement(List<Eam> eams, Consumer<RuntimeException> wrong) {
        requireConfigured();
        Audit audit =
                Audit.ofKnown(
                        brain.services.instances(),
                        brain.pools.all().stream().map(PortPool::spec).collect(Collectors.toList()),
                        Eamt.EMPTY,
                        List.of());
        audit.eams("", eams, wrong);
        Set<Eam> kept = new HashSet<>(eams);
        for (Eam e : brain.services.eamt().list()) {
            if (configuredEams.contains(e) && !kept.contains(e)) {
                wrong.accept(configured(e, ""));
            }
        }
        return audit.eamt();
    }

    private CompletableFuture<Void> eamt(Eamt table) {
        Eamt old = brain.services.eamt();
        List<Store.Record> records = new ArrayList<>();
        old.without(table).forEach(e -> records.add(Records.noEam(e)));
        table.without(old).forEach(e -> records.add(Records.eam(e)));
        return written(records).thenCompose(nothing -> applied(table));
    }

    CompletableFuture<Void> applied(Eamt table) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        brain.services.eamt(table, () -> done.complete(null));
        return done;
    }

    CompletableFuture<StaticBinding> addStaticBinding(StaticBinding b) {
        audit().staticBinding("", b);
        return bind(new Static(b, false), List.of(Records.staticBinding(b)))
                .thenApply(nothing -> b);
    }

    /** A conflict with a binding that a packet made, or with one that is on its way out. */
    void requireFree(StaticBinding b) {
        Bib bib = brain.bib;
        int slot = brain.pools.find(b.protocol, b.address4.bits(), b.port4);
        if (slot != Bib.NONE) {
            throw new ConflictException(
                    "port4",
                    b.address4 + " port " + b.port4 + " is in use",
                    "binding of "
                            + Ipv6Address.toString(bib.high(slot), bib.low(slot))
                            + " port "
                            + bib.port6(slot));
        }
        slot =
                bib.find(
                        brain.services.instance(b.instance).id,
                        b.protocol,
                        b.address6.high(),
                        b.address6.low(),
                        b.port6);
        if (slot != Bib.NONE) {
            throw new ConflictException(
                    "port6",
                    b.address6 + " port " + b.port6 + " is in use",
                    "binding to "
                            + Ipv4Address.toString(bib.address4(slot))
                            + " port "
                            + bib.port4(slot));
        }
    }

    /** Puts a static binding into force: in memory, so that no packet takes its place, then on. */
    CompletableFuture<Void> bind(Static s, List<Store.Record> records) {
        StaticBinding b = s.binding;
        requireFree(b);
        int slot =
                brain.bib.add(
                        brain.services.instance(b.instance).id,
                        b.protocol,
                        b.address6.high(),
                        b.address6.low(),
                        b.port6,
                        b.address4.bits(),
                        b.port4,
                        brain.now());
        brain.bib.isStatic(slot, true);
        if (!brain.pools.placeStatic(b.protocol, b.address4.bits(), b.port4, slot)) {
            brain.bib.remove(slot);
            throw new ConflictException(
                    "address4", "another controller holds " + b.address4, "lease of " + b.address4);
        }
        s.slot = slot;
        CompletableFuture<Void> done = new CompletableFuture<>();
        written(records)
                .whenComplete(
                        (nothing, e) -> {
                            if (e == null) {
                                statics.put(key(b), s);
                                spread(s, done);
                            } else {
                                brain.bib.phase(slot, Phase.FORGETTING);
                                brain.remover.forget(
                                        new int[] {slot}, Count.REFUSED_STORE, () -> {});
                                done.completeExceptionally(e);
                            }
                        });
        return done;
    }

    private void spread(Static s, CompletableFuture<Void> done) {
        brain.bib.phase(s.slot, Phase.INBOUND);
        brain.devices.broadcast(
                List.of(Change.set(brain.binder.inbound(s.slot))),
                in -> {
                    brain.bib.phase(s.slot, Phase.OUTBOUND);
                    brain.devices.broadcast(
                            List.of(Change.set(brain.binder.outbound(s.slot))),
                            out -> {
                                brain.binder.settle(s.slot, true);
                                spread(s, in, out, done);
                            });
                });
    }

    /** A device without room refuses an operator; what the configuration says stays due. */
    private void spread(
            Static s, List<Refusal> in, List<Refusal> out, CompletableFuture<Void> done) {
        brain.count(Count.DEVICE_REFUSALS, in.size() + out.size());
        if (s.configured || (in.isEmpty() && out.isEmpty())) {
            done.complete(null);
            return;
        }
        Refusal first = in.isEmpty() ? out.get(0) : in.get(0);
        written(List.of(Records.noStaticBinding(s.binding)))
                .thenCompose(nothing -> unbind(s))
                .whenComplete(
                        (nothing, e) ->
                                done.completeExceptionally(
                                        e != null ? e : new ExhaustedException(first.toString())));
    }

    CompletableFuture<Void> removeStaticBinding(Protocol protocol, int address4, int port4) {
        Static s = statics.get(key(protocol, Ipv4Address.of(address4), port4));
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
                    "the binding came with the configuration",
                    "static binding of " + s.binding.address6 + " port " + s.binding.port6);
        }
        return written(List.of(Records.noStaticBinding(s.binding)))
                .thenCompose(nothing -> unbind(s));
    }

    /** Takes a static binding out of force. */
    CompletableFuture<Void> unbind(Static s) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        int life = brain.bib.life(s.slot);
        statics.remove(key(s.binding));
        brain.remover.clear(
                () -> {
                    Remover.Slots slots = new Remover.Slots();
                    if (brain.bib.isUsed(s.slot) && brain.bib.life(s.slot) == life) {
                        slots.add(brain, s.slot);
                    }
                    return slots;
                },
                () -> done.complete(null));
        return done;
    }
}
