// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.policy.EamtTrial;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.OperatorRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Operators of a {@link Simulation}, who do not wait for the answer to a change before the next,
 * and note what they are told. What they have is what the store is to have.
 */
final class Operators {
    private static final List<Store.Map> THEIRS =
            List.of(Store.Map.POOLS, Store.Map.EAMT, Store.Map.STATIC_BINDINGS);

    /** A change that was asked for. */
    final class Change {
        final String what;
        final CompletableFuture<?> answer;

        /** What the store has once it is done; of a configuration, what it may have. */
        final List<Store.Record> records;

        /** What it would have been refused for when it was asked for; null: not known. */
        final List<Fault> trial;

        private Change(String what, CompletableFuture<?> answer, List<Store.Record> records) {
            this.what = what;
            this.trial = Operators.this.trial;
            Operators.this.trial = null;
            this.answer = answer;
            this.records = records;
            answer.whenComplete((value, e) -> answered(this, e));
        }

        boolean isConfiguration() {
            return what.startsWith("configure");
        }

        /** Whether it may end bindings of hosts. */
        boolean endsBindings() {
            return isConfiguration() || what.startsWith("remove pool");
        }
    }

    /** Learns of changes. */
    interface Listener {
        void asked(String what);

        /**
         * @param why null: it is done
         * @param isRefused whether that says that nothing has changed
         */
        void answered(Change change, Throwable why, boolean isRefused);

        /** A change was refused that its trial would accept, or the other way round. */
        void answeredOtherwise(String what);
    }

    /** Of the change that was asked for last, if its trial was right before; else null. */
    private List<Fault> trial;

    private final SimulatedNetwork network;
    private final RandomConfigs configs;
    private final Random random;
    private final Listener listener;

    /** Those that were not answered. */
    private final List<Change> pending = new ArrayList<>();

    /** What they were told that they have. */
    private final Map<Object, Store.Record> accepted = new HashMap<>();

    /** Keys of what they do not know. */
    private final Set<Object> unknown = new HashSet<>();

    Operators(SimulatedNetwork network, RandomConfigs configs, Random random, Listener listener) {
        this.network = network;
        this.configs = configs;
        this.random = random;
        this.listener = listener;
    }

    List<Change> pending() {
        return pending;
    }

    /** The controller is gone, and nobody answers any more. */
    void killed() {
        pending.forEach(p -> p.records.forEach(this::unknown));
        pending.clear();
    }

    /** Nobody knows whether they have what they were told. */
    void mayHaveOthers() {
        accepted.values().forEach(r -> unknown.add(key(r)));
        for (Store.Map map : THEIRS) {
            network.store.maps.get(map).values().forEach(r -> unknown.add(key(r)));
        }
    }

    <T> void change(
            String what, List<Store.Record> records, Supplier<CompletableFuture<T>> change) {
        asked(what, records, () -> network.controller.core.operations.serially(change));
    }

    private void asked(
            String what, List<Store.Record> records, Supplier<CompletableFuture<?>> change) {
        listener.asked(what);
        Change asked = new Change(what, change.get(), records);
        CompletableFuture<?> answer = asked.answer;
        if (!answer.isDone()) {
            pending.add(asked);
        }
    }

    private static Object key(Store.Record record) {
        return List.of(record.map, record.key());
    }

    private void answered(Change change, Throwable e) {
        pending.remove(change);
        Throwable why = e instanceof CompletionException ? e.getCause() : e;
        boolean refused =
                why instanceof ConflictException
                        || why instanceof InvalidException
                        || why instanceof ExhaustedException
                        || why instanceof NotFoundException;
        for (Store.Record record : change.records) {
            if (why != null && !refused) {
                unknown(record);
            } else if (why == null && change.isConfiguration()) {
                unknown(record);
            } else if (why == null) {
                has(record);
            }
        }
        if (change.trial != null
                && change.trial.isEmpty() == (refused && !(why instanceof ExhaustedException))
                && !(change.trial.size() > 0 && refused)) {
            listener.answeredOtherwise(change.what + ": trial " + change.trial + ", but " + why);
        }
        listener.answered(change, why, refused);
    }

    private void has(Store.Record record) {
        unknown.remove(key(record));
        if (!record.isRemoval()) {
            accepted.put(key(record), record);
            return;
        }
        inside(record);
        accepted.remove(key(record));
    }

    /** Nobody knows whether the store has it. */
    private void unknown(Store.Record record) {
        unknown.add(key(record));
        inside(record);
    }

    /** With a pool go the bindings in it, if it was in force. */
    private void inside(Store.Record record) {
        Store.Record was = accepted.get(key(record));
        if (record.isRemoval() && was instanceof PoolRecord) {
            accepted.values().stream()
                    .filter(r -> r instanceof StaticBindingRecord)
                    .filter(r -> isIn((PoolRecord) was, (StaticBindingRecord) r))
                    .forEach(r -> unknown.add(key(r)));
        }
    }

    private static boolean isIn(PoolRecord pool, StaticBindingRecord b) {
        return pool.pool.indexOf(b.address4.bits()) >= 0;
    }

    /** Asks for a change. */
    void operate() {
        Wiring core = network.controller.core;
        switch (random.nextInt(11)) {
            case 0:
                PoolSpec pool = configs.pool();
                trial(() -> core.checks.pool(pool));
                change(
                        "add " + pool,
                        List.of(PoolRecord.of(pool)),
                        () -> core.operations.addPool(pool));
                break;
            case 1:
                String name = random.nextBoolean() ? "r" : "s";
                change(
                        "remove pool " + name,
                        List.of(PoolRecord.removal(name)),
                        () -> core.operations.removePool(name));
                break;
            case 2:
            case 3:
                Eam eam = configs.eam();
                Eam other = configs.eam();
                List<Eam> eams = random.nextBoolean() ? List.of(eam) : List.of(eam, other);
                change(
                        "add " + eams,
                        eams.stream().map(EamRecord::of).collect(Collectors.toList()),
                        () -> core.operations.addEams(eams));
                break;
            case 4:
                Eam gone = configs.eam();
                change(
                        "remove " + gone,
                        List.of(EamRecord.removal(gone.prefix4)),
                        () -> core.operations.removeEam(gone.prefix4));
                break;
            case 5:
            case 6:
                StaticBinding binding = configs.staticBinding();
                trial(() -> core.checks.staticBinding(binding, null));
                change(
                        "add " + binding,
                        List.of(StaticBindingRecord.of(binding, 0)),
                        () -> core.operations.addStaticBinding(binding));
                break;
            case 7:
                drain(random.nextBoolean() ? "r" : "s", random.nextInt(3) > 0);
                break;
            case 10:
                replaceEams();
                break;
            case 8:
                StaticBinding old = staticBinding();
                change(
                        "remove " + old,
                        List.of(StaticBindingRecord.removal(old)),
                        () ->
                                core.operations.removeStaticBinding(
                                        old.protocol, old.address4.bits(), old.port4));
                break;
            default:
                StaticBinding from = staticBinding();
                StaticBinding to = configs.staticBinding();
                trial(() -> core.checks.staticBinding(to, from));
                change(
                        "replace " + from + " by " + to,
                        List.of(StaticBindingRecord.removal(from), StaticBindingRecord.of(to, 0)),
                        () ->
                                core.operations.replaceStaticBinding(
                                        from.protocol, from.address4.bits(), from.port4, to));
                break;
        }
    }

    /** What a change that is asked for now, behind no other, would be refused for. */
    private void trial(Supplier<List<Fault>> check) {
        trial = null;
        if (pending.isEmpty()) {
            try {
                trial = check.get();
            } catch (NotFoundException | ConflictException | IllegalStateException e) {
                // It tells no faults of what is not there.
            }
        }
    }

    /** Also with those that are there, and those of the configuration, in the place of all. */
    private void replaceEams() {
        Wiring core = network.controller.core;
        List<Eam> table = new ArrayList<>(core.instances.eamt().list());
        table.removeIf(e -> !core.config.eams().contains(e) && random.nextInt(3) == 0);
        for (int i = random.nextInt(3); i > 0; i--) {
            Eam more = configs.eam();
            table.removeIf(e -> e.prefix4.equals(more.prefix4) && random.nextBoolean());
            table.add(more);
        }
        List<Eam> expected = random.nextInt(3) == 0 ? core.instances.eamt().list() : null;
        List<Store.Record> records = new ArrayList<>();
        for (Ipv4Prefix prefix : RandomConfigs.eamPrefixes()) {
            records.add(EamRecord.removal(prefix));
        }
        trial(
                () -> {
                    EamtTrial on = core.checks.eamt();
                    List<Fault> faults = on.faults(table);
                    return faults.isEmpty() ? core.checks.room(on) : faults;
                });
        asked(
                "replace by " + table,
                records,
                () -> {
                    CompletableFuture<Void> over = new CompletableFuture<>();
                    CompletableFuture<Void> later =
                            network.after(random.nextInt(2) * random.nextInt(300));
                    return core.operations
                            .beginEamt(over)
                            .thenCombine(later, (on, x) -> on)
                            .thenCompose(
                                    on -> core.operations.replaceEamt(on.require(table, expected)))
                            .thenRun(() -> replaced(core, records, table))
                            .whenComplete((x, e) -> over.complete(null));
                });
    }

    /** One that the configuration has as well may or may not be theirs. */
    private void replaced(Wiring core, List<Store.Record> records, List<Eam> by) {
        Map<Object, Store.Record> all = new LinkedHashMap<>();
        records.forEach(r -> all.put(key(r), r));
        for (Eam eam : by) {
            Store.Record record = EamRecord.of(eam);
            all.remove(key(record));
            if (core.config.eams().contains(eam)) {
                unknown(record);
            } else {
                all.put(key(record), record);
            }
        }
        records.clear();
        records.addAll(all.values());
    }

    /** Which pool has that name is known once it is drained. */
    private void drain(String name, boolean drain) {
        Wiring core = network.controller.core;
        List<Store.Record> record = new ArrayList<>(List.of(PoolRecord.removal(name)));
        change(
                (drain ? "drain pool " : "fill pool ") + name,
                record,
                () ->
                        core.operations
                                .drainPool(name, drain)
                                .thenApply(pool -> record.set(0, PoolRecord.of(pool.spec))));
    }

    private StaticBinding staticBinding() {
        List<StaticBinding> all = network.controller.core.staticBindings.list();
        return all.isEmpty() ? configs.staticBinding() : all.get(random.nextInt(all.size()));
    }

    /** What stays of a record whatever the configuration has room for, and whenever it was made. */
    private static Store.Record added(Store.Record r) {
        if (r instanceof StaticBindingRecord) {
            return StaticBindingRecord.of(((StaticBindingRecord) r).binding, 0);
        }
        return ((OperatorRecord) r).leftOut(false);
    }

    /** Holds what they were told against what the store has, when nothing is under way. */
    void assertHaveWhatTheyWereTold(String when) {
        Map<Object, Store.Record> stored = new HashMap<>();
        for (Store.Map map : THEIRS) {
            network.store.maps.get(map).values().forEach(r -> stored.put(key(r), added(r)));
        }
        for (Object key : unknown) {
            accepted.remove(key);
            if (stored.containsKey(key)) {
                accepted.put(key, stored.get(key));
            }
        }
        unknown.clear();
        assertEquals(accepted, stored, () -> "what operators were told, and have, " + when);
    }
}
