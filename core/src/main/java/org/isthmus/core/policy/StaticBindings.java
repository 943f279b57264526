// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.BindingSetup;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.binding.Remover;
import org.isthmus.core.binding.Translators;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.spi.Stages;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Sets up and removes static bindings, those of operators and those of the configuration.
 *
 * <p>Threading: the core's thread.
 */
public final class StaticBindings {
    private final Writes writes;
    private final BindingSetup setup;
    private final Remover remover;
    private final Deletions deletions;
    private final Translators translators;
    private final Instances instances;
    private final Pools pools;
    private final Bib bib;
    private final LeftOut leftOut;
    private final Capacity capacity;
    private final StepClock clock;
    private final Map<List<Object>, StaticEntry> byAddress = new LinkedHashMap<>();

    public StaticBindings(
            Writes writes,
            BindingSetup setup,
            Remover remover,
            Deletions deletions,
            Translators translators,
            Instances instances,
            Pools pools,
            Bib bib,
            LeftOut leftOut,
            Capacity capacity,
            StepClock clock) {
        this.writes = writes;
        this.setup = setup;
        this.remover = remover;
        this.deletions = deletions;
        this.translators = translators;
        this.instances = instances;
        this.pools = pools;
        this.bib = bib;
        this.leftOut = leftOut;
        this.capacity = capacity;
        this.clock = clock;
    }

    /** Those in force, in the order in which they were added. */
    public List<StaticBinding> list() {
        return byAddress.values().stream().map(s -> s.binding).collect(Collectors.toList());
    }

    /** Those of {@link #list} that are of the configuration. */
    public List<StaticBinding> configured() {
        return byAddress.values().stream()
                .filter(s -> s.configured)
                .map(s -> s.binding)
                .collect(Collectors.toList());
    }

    /** One that an operator makes now. */
    StaticEntry made(StaticBinding b) {
        return new StaticEntry(StaticBindingRecord.of(b, clock.epochSeconds()));
    }

    /**
     * When the one at an IPv4 transport address was made, in Seconds; 0: that is not known.
     *
     * @param address4 in network order
     */
    public int since(Protocol protocol, int address4, int port4) {
        StaticEntry s = get(protocol, Ipv4Address.of(address4), port4);
        // A clock may have been ahead then.
        return s == null ? 0 : Math.min(s.since, clock.epochSeconds());
    }

    Collection<StaticEntry> all() {
        return byAddress.values();
    }

    /** By its IPv4 transport address, or null. */
    private StaticEntry get(Protocol protocol, Ipv4Address address4, int port4) {
        return byAddress.get(key(protocol, address4, port4));
    }

    /** The one at an IPv4 transport address, which is an operator's. */
    StaticEntry changeable(Protocol protocol, Ipv4Address address4, int port4) {
        StaticEntry s = get(protocol, address4, port4);
        if (s == null) {
            throw new NotFoundException(
                    "there is no static binding of "
                            + protocol
                            + " at "
                            + address4
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

    /** Whether it is one of {@link #list}. */
    boolean isListed(StaticEntry s) {
        return byAddress.get(key(s.binding)) == s;
    }

    void forget(StaticEntry s) {
        byAddress.remove(key(s.binding));
    }

    private static List<Object> key(Protocol protocol, Ipv4Address address4, int port4) {
        return List.of(protocol, address4, port4);
    }

    static List<Object> key(StaticBinding b) {
        return key(b.protocol, b.address4, b.port4);
    }

    /**
     * Throws what {@link #bind} of an operator's binding, or {@link #replace}, would.
     *
     * @param old the one whose place it is to take; null: none
     */
    void require(StaticBinding b, StaticEntry old) {
        requireFree(b, old);
        if (old == null) {
            capacity.require(one());
        } else {
            capacity.requireInstead(one());
        }
    }

    /**
     * Throws if a dynamic binding, or one being removed, has the port or transport address, or
     * another controller the IPv4 address.
     *
     * @param old one that may have them; null: none
     */
    private void requireFree(StaticBinding b, StaticEntry old) {
        int but = old == null ? Bib.NONE : old.slot;
        int slot = at4(b);
        if (slot != Bib.NONE && slot != but) {
            throw new ConflictException(
                    "port4",
                    b.address4 + " port " + b.port4 + " is in use",
                    "binding of "
                            + Ipv6Address.toString(bib.high(slot), bib.low(slot))
                            + " port "
                            + bib.port6(slot, b.port4));
        }
        slot = at6(b);
        if (slot != Bib.NONE && slot != but) {
            throw new ConflictException(
                    "port6",
                    b.address6 + " port " + b.port6 + " is in use",
                    "binding to "
                            + Ipv4Address.toString(bib.address4(slot))
                            + " port "
                            + bib.port4(slot, b.port6));
        }
        if (!pools.mayServe(b.address4.bits())) {
            throw new ConflictException(
                    "address4", "another controller holds " + b.address4, "lease of " + b.address4);
        }
    }

    /** The slot of a binding of its IPv4 transport address. */
    private int at4(StaticBinding b) {
        return pools.find(b.protocol, b.address4.bits(), b.port4);
    }

    /** The slot of a binding of its IPv6 transport address. */
    private int at6(StaticBinding b) {
        return bib.find(
                instances.get(b.instance).id,
                b.protocol,
                b.address6.high(),
                b.address6.low(),
                b.port6);
    }

    /** How many more intents a device is to hold with one binding more. */
    private Function<DeviceId, IntentCounts> one() {
        IntentCounts one = new IntentCounts();
        BindingIntents.count(1, one);
        return device -> translators.isTranslator(device) ? one : new IntentCounts();
    }

    /**
     * Puts a static binding into force: its port is taken at once, so that no packet gets it,
     * before it is stored and sent. Bindings of hosts that have one of its transport addresses end
     * if it is of the configuration; an operator's is refused.
     *
     * @param records that make it one of an operator; none: what the store has of it stays, also if
     *     a device refuses it
     */
    CompletableFuture<Void> bind(StaticEntry s, List<Store.Record> records) {
        if (!s.configured) {
            require(s.binding, null);
            return place(s, records, records.isEmpty() ? records : List.of(without(s.binding)));
        }
        // The configuration goes before bindings of hosts.
        CompletableFuture<Void> evicted = new CompletableFuture<>();
        remover.clear(() -> inTheWay(s.binding), () -> evicted.complete(null));
        return evicted.thenCompose(nothing -> place(s, records, List.of()));
    }

    /** Bindings of hosts at one of the transport addresses. */
    private Remover.Slots inTheWay(StaticBinding b) {
        Remover.Slots slots = new Remover.Slots(bib);
        int at4 = at4(b);
        int at6 = at6(b);
        if (at4 != Bib.NONE && !bib.isStatic(at4)) {
            slots.add(at4);
        }
        if (at6 != Bib.NONE && at6 != at4 && !bib.isStatic(at6)) {
            slots.add(at6);
        }
        return slots;
    }

    /** What the store has at its IPv4 transport address without it. */
    private Store.Record without(StaticBinding b) {
        return leftOut.orElse(StaticBindingRecord.removal(b));
    }

    /**
     * As {@link #bind}, whatever room devices have.
     *
     * @param refused records that are written if a device refuses it
     */
    private CompletableFuture<Void> place(
            StaticEntry s, List<Store.Record> records, List<Store.Record> refused) {
        StaticBinding b = s.binding;
        requireFree(b, null);
        int slot =
                bib.add(
                        instances.get(b.instance).id,
                        b.protocol,
                        b.address6.high(),
                        b.address6.low(),
                        b.port6,
                        b.address4.bits(),
                        b.port4,
                        clock.epochSeconds());
        bib.isStatic(slot, true);
        if (!pools.placeStatic(b.protocol, b.address4.bits(), b.port4, slot)) {
            bib.remove(slot);
            throw new IllegalStateException(b + " has no place, though nothing is in it");
        }
        s.slot = slot;
        CompletableFuture<Void> done = new CompletableFuture<>();
        List<Store.Record> all = new ArrayList<>(records);
        deletions.made(slot, all);
        writes.fixed(b, true);
        writes.written(all)
                .whenComplete(
                        (nothing, e) -> {
                            if (e == null) {
                                byAddress.put(key(b), s);
                                spread(s, refused, done);
                            } else {
                                deletions.notMade(all);
                                writes.fixed(b, false);
                                bib.phase(slot, Phase.FORGETTING);
                                remover.forget(new int[] {slot}, Counter.REFUSED_STORE, () -> {});
                                done.completeExceptionally(e);
                            }
                        });
        return done;
    }

    private void spread(StaticEntry s, List<Store.Record> refused, CompletableFuture<Void> done) {
        bib.phase(s.slot, Phase.INBOUND);
        translators.spread(
                List.of(Change.set(BindingIntents.inbound(bib, s.slot))),
                in -> {
                    bib.phase(s.slot, Phase.OUTBOUND);
                    translators.spread(
                            List.of(Change.set(BindingIntents.outbound(bib, s.slot))),
                            out -> {
                                setup.settle(s.slot, true);
                                spread(s, in, out, refused, done);
                            });
                });
    }

    /**
     * A device without room refuses an operator's binding; one of the configuration stays pending.
     */
    private void spread(
            StaticEntry s,
            List<Refusal> in,
            List<Refusal> out,
            List<Store.Record> refused,
            CompletableFuture<Void> done) {
        if (s.configured || (in.isEmpty() && out.isEmpty())) {
            done.complete(null);
            return;
        }
        Refusal first = in.isEmpty() ? out.get(0) : in.get(0);
        unbind(s, refused)
                .whenComplete(
                        (nothing, e) ->
                                done.completeExceptionally(
                                        e == null
                                                ? new ExhaustedException(first.toString())
                                                : stays(s, first, e)));
    }

    private static IllegalStateException stays(StaticEntry s, Refusal refusal, Throwable e) {
        Throwable why = Stages.cause(e);
        return new IllegalStateException(
                String.format(
                        "%s stays, though it was refused: %s; %s",
                        s.binding, refusal, why.getMessage()),
                why);
    }

    /**
     * Removes a static binding.
     *
     * @param records written with its deletion, before a device hears of it
     */
    CompletableFuture<Void> unbind(StaticEntry s, List<Store.Record> records) {
        return unbind(List.of(s), records);
    }

    /** The same of several: none is removed if the store fails. */
    CompletableFuture<Void> unbind(List<StaticEntry> some, List<Store.Record> records) {
        List<Store.Record> all = new ArrayList<>(records);
        some.forEach(s -> deletes(s, all));
        return writes.written(all)
                .whenComplete(
                        (nothing, e) -> {
                            if (e != null) {
                                some.forEach(this::keeps);
                            }
                        })
                .thenCompose(
                        nothing ->
                                CompletableFuture.allOf(
                                        some.stream()
                                                .map(this::clear)
                                                .toArray(CompletableFuture[]::new)));
    }

    /**
     * Replaces an operator's static binding. The store changes in one step, before a device hears
     * of it. A transport address of both can be taken only once devices have lost the old binding;
     * if the new one is refused then, by a device or for a dynamic binding made meanwhile, the old
     * one is made again. It takes the rows of the old one, which a full table has. If the store
     * fails before either is in force, the one that it has is left out. One that was left out in
     * its place is over once it is in force.
     */
    CompletableFuture<Void> replace(StaticEntry old, StaticBinding by) {
        require(by, old);
        StaticEntry next = made(by);
        return unbind(old, exchange(old, next))
                // Nothing comes between that and this: transport addresses and rows are still free.
                .thenCompose(
                        nothing -> {
                            leftOut.forget(old.record());
                            return placeLater(next, List.of());
                        })
                .handle(
                        (nothing, e) -> {
                            if (isListed(next)) {
                                leftOut.forget(next.record());
                            }
                            return e == null || isListed(old) || isListed(next)
                                    ? ended(e)
                                    : makeAgain(old, next, Stages.cause(e));
                        })
                .thenCompose(ending -> ending);
    }

    /** Records that put a binding into the place of another. */
    private List<Store.Record> exchange(StaticEntry old, StaticEntry by) {
        return key(old.binding).equals(key(by.binding))
                ? List.of(by.record())
                : List.of(without(old.binding), by.record());
    }

    /** As {@link #place}, with every refusal by the stage. */
    private CompletableFuture<Void> placeLater(StaticEntry s, List<Store.Record> records) {
        return CompletableFuture.completedFuture(null)
                .thenCompose(now -> place(s, records, List.of(without(s.binding))));
    }

    private CompletableFuture<Void> makeAgain(StaticEntry old, StaticEntry by, Throwable why) {
        StaticEntry again = new StaticEntry(old.record());
        return placeLater(again, exchange(by, old))
                .handle(
                        (nothing, e) ->
                                e == null || isListed(again)
                                        ? why
                                        : lost(old, by, why, Stages.cause(e)))
                .thenCompose(StaticBindings::ended);
    }

    private Throwable lost(StaticEntry old, StaticEntry by, Throwable why, Throwable again) {
        // What a device has refused is out of the store.
        if (!(why instanceof ExhaustedException) && !(again instanceof ExhaustedException)) {
            leftOut.forget(by.record());
            leftOut.add(by.record(), why.getMessage());
        }
        return new IllegalStateException(
                String.format(
                        "%s was refused in the place of %s, which could not be made again: %s; %s",
                        by.binding, old.binding, why, again),
                why);
    }

    static CompletableFuture<Void> ended(Throwable e) {
        return e == null
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(Stages.cause(e));
    }

    /**
     * A static binding is about to be deleted.
     *
     * @param records grows by what is to be written with its deletion
     */
    void deletes(StaticEntry s, List<Store.Record> records) {
        deletions.begin(s.slot, records);
        writes.fixed(s.binding, false);
    }

    /** It is not deleted after all. */
    void keeps(StaticEntry s) {
        deletions.undo(s.slot);
        writes.fixed(s.binding, true);
    }

    private CompletableFuture<Void> clear(StaticEntry s) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        int generation = bib.generation(s.slot);
        forget(s);
        remover.clear(
                () -> {
                    Remover.Slots slots = new Remover.Slots(bib);
                    if (bib.isUsed(s.slot) && bib.generation(s.slot) == generation) {
                        slots.add(s.slot);
                    }
                    return slots;
                },
                () -> done.complete(null));
        return done;
    }
}
