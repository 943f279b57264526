// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.Stages;
import org.isthmus.pipeconf.CloneSession;
import org.isthmus.pipeconf.DeviceRules;
import org.isthmus.pipeconf.HeldEntries;
import org.isthmus.pipeconf.NotPrimary;
import org.isthmus.pipeconf.PiEntities;
import org.isthmus.pipeconf.PiReads;
import org.isthmus.pipeconf.Pipeconfs;
import org.isthmus.pipeline.Translator;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleStoreException;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiMeterCellConfig;
import org.onosproject.net.pi.runtime.PiPacketOperation;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Entity;

/**
 * A device this node masters, from when ONOS has it to when it does not. What excludes another, see
 * {@code DataPlane}, is refused, and not queued: the core keeps the order, and ONOS keeps none.
 *
 * <p>Threading: any thread; no method waits.
 */
final class LocalDevice {
    private static final Logger LOG = LoggerFactory.getLogger(LocalDevice.class);

    private static final String NOT_PRIMARY = "this node is not its primary";

    /** Counters asked for one by one; the table is read whole for more. */
    static final int COUNTERS_PER_REQUEST = 256;

    /**
     * ONOS gives up on a write to a device after 10 s; after so long its answer is lost, and the
     * write does not come late any more.
     */
    static final long TIME_LIMIT_SECONDS = 30;

    /**
     * Readings that fail one after the other because of ONOS's flow rule store, as the core tries
     * again, before this node runs for master again.
     */
    private static final int MASTERLESS = 5;

    /** The same, where the store takes no changes; each waits for 10 s. */
    private static final int UNCHANGEABLE = 2;

    private final Onos onos;
    private final Counters counters;
    private final DeviceId id;
    private final org.isthmus.core.model.DeviceId name;
    private final long p4DeviceId;
    private final Pipeconfs program;
    private final PiPipeconf pipeconf;
    private final Translator translator;
    private final PiEntities entries;
    private final PiReads reads;
    private final Executor executor;

    /** The apply or read that was asked for last. */
    private CompletableFuture<?> latest = CompletableFuture.completedFuture(null);

    /** Done when nothing of that, nor of what was asked before, is left to be done. */
    private CompletableFuture<?> idle;

    private volatile boolean up;
    private volatile boolean closed;

    // On the executor.
    private int unsynchronized;
    private DeviceRules rules;

    /**
     * @param before the same device before it went down; null: never seen
     */
    LocalDevice(
            Onos onos,
            Counters counters,
            DeviceId id,
            long p4DeviceId,
            Pipeconfs program,
            LocalDevice before) {
        this.onos = onos;
        this.counters = counters;
        this.id = id;
        this.name = org.isthmus.core.model.DeviceId.of(id.toString());
        this.p4DeviceId = p4DeviceId;
        this.program = program;
        this.pipeconf = program.pipeconf();
        this.translator = program.pipeline().translator();
        this.entries = program.entities();
        this.reads = program.reads();
        this.executor = new InOrder(onos.executor);
        this.idle = before == null ? latest : before.idle();
    }

    DeviceId id() {
        return id;
    }

    /** What the core calls it. */
    org.isthmus.core.model.DeviceId name() {
        return name;
    }

    private synchronized CompletableFuture<?> idle() {
        return idle;
    }

    /** Whether the listener was told of it, and not yet of its end. */
    boolean isUp() {
        return up;
    }

    void setUp() {
        up = true;
    }

    /** What is under way fails, as does all that follows; nothing more of it is begun. */
    void close() {
        CompletableFuture<?> lost;
        synchronized (this) {
            closed = true;
            up = false;
            lost = latest;
        }
        lost.completeExceptionally(gone());
    }

    /** Writes the clone session by which packets come up, if they do so by one. */
    CompletableFuture<Void> prepare() {
        if (!translator.can(Capability.CLONE_SESSION)) {
            return CompletableFuture.completedFuture(null);
        }
        P4RuntimeClient client = onos.p4runtime.get(id);
        if (client == null) {
            return CompletableFuture.failedFuture(gone());
        }
        // ONOS knows it as a group, but does not say when it has written one, nor does it look
        // whether a device that was started anew has it.
        return limited(client.write(p4DeviceId, pipeconf).insert(CloneSession.entry()).submit())
                .thenAccept(
                        response -> {
                            for (EntityUpdateResponse one : response.failed()) {
                                if (one.status() != EntityUpdateStatus.ALREADY_EXIST) {
                                    throw new CompletionException(
                                            new IllegalStateException(
                                                    NotPrimary.says(one)
                                                            ? NOT_PRIMARY
                                                            : "refuses the clone session: "
                                                                    + one.explanation()));
                                }
                            }
                            onos.groups.addGroup(CloneSession.group(id, onos.app));
                        });
    }

    CompletableFuture<List<Refusal>> apply(List<Change> changes) {
        counters.applies.increment();
        long start = System.nanoTime();
        return exclusively(() -> new ChangeBatch(this, changes).run())
                .whenComplete((r, e) -> counters.applyNanos.add(System.nanoTime() - start));
    }

    CompletableFuture<List<Intent>> read() {
        return exclusively(
                () ->
                        // What was written before, ONOS has been told of then.
                        tell(List.of(), List.of())
                                .thenCompose(told -> ask(translator.everything()))
                                .thenComposeAsync(this::synchronize, executor));
    }

    private CompletableFuture<List<Intent>> synchronize(List<Entity> held) {
        int limit = MASTERLESS;
        try {
            if (!onos.view.takes(id)) {
                limit = UNCHANGEABLE;
                // Before anything is written: each step would wait for the store, and leave the
                // device in between.
                throw new FlowRuleStoreException("ONOS's flow rule store takes no changes");
            }
            CompletableFuture<List<Intent>> done = new FlowRuleSynchronization(this, held).run();
            unsynchronized = 0;
            return done;
        } catch (FlowRuleStoreException e) {
            // At the start of ONOS 2.7.0 its flow rule store can miss the change of mastership by
            // which this node became master, and does not look again until there is another.
            if (++unsynchronized >= limit) {
                unsynchronized = 0;
                LOG.warn(
                        "{}: {}; relinquishing its mastership to run for it again",
                        id,
                        e.toString());
                onos.masterships.relinquishMastership(id);
            }
            throw e;
        }
    }

    CompletableFuture<long[]> packets(List<? extends Intent> sides) {
        Map<Object, Integer> index = new HashMap<>(sides.size() * 2);
        List<Entity> wanted = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            index.put(sides.get(i).key(), i);
            if (sides.size() <= COUNTERS_PER_REQUEST) {
                wanted.add(translator.counter(sides.get(i)));
            }
        }
        List<Entity> whole = translator.allCounters(sides);
        CompletableFuture<List<Entity>> answer =
                sides.size() > COUNTERS_PER_REQUEST
                        ? ask(whole)
                        // BMv2 fails the whole request when one of them is gone.
                        : ask(wanted)
                                .handle((read, failure) -> failure == null ? read : null)
                                .thenCompose(
                                        read ->
                                                read == null
                                                        ? ask(whole)
                                                        : CompletableFuture.completedFuture(read));
        return answer.thenApplyAsync(
                read -> {
                    long[] counts = new long[sides.size()];
                    Arrays.fill(counts, -1);
                    for (Entity entity : read) {
                        Integer i = index.get(translator.counted(entity.getDirectCounterEntry()));
                        if (i != null) {
                            counts[i] = entity.getDirectCounterEntry().getData().getPacketCount();
                        }
                    }
                    return counts;
                },
                executor);
    }

    CompletableFuture<DeviceStatistics> statistics() {
        return ask(translator.statistics()).thenApplyAsync(translator::statistics, executor);
    }

    /** False when there is no connection. */
    boolean send(PiPacketOperation packet) {
        P4RuntimeClient client = closed ? null : onos.p4runtime.get(id);
        if (client != null) {
            client.packetOut(p4DeviceId, packet, pipeconf);
        }
        return client != null;
    }

    // For what applies or reads; on the executor.

    Onos onos() {
        return onos;
    }

    Counters counters() {
        return counters;
    }

    Translator translator() {
        return translator;
    }

    Executor executor() {
        return executor;
    }

    FlowRule rule(Entity entity) {
        return entries.flowRule(id, onos.app, entity.getTableEntry());
    }

    PiMeterCellConfig meter(Entity entity) {
        return reads.meterCell(entity.getMeterEntry());
    }

    /**
     * Adds and removes rules, none of them the same, in any order among them; completes with those
     * refused. Fails if they were not written for want of mastership, which is no refusal.
     */
    CompletableFuture<Set<FlowRule>> write(List<FlowRule> added, List<FlowRule> removed) {
        P4RuntimeClient client = onos.p4runtime.get(id);
        if (client == null || closed) {
            return CompletableFuture.failedFuture(gone());
        }
        counters.batches.increment();
        return limited(rules(client).write(added, removed, onos.view, onos.executor))
                .thenApply(
                        answer -> {
                            if (answer.isNotPrimary
                                    || !answer.refused.isEmpty()
                                            && !onos.masterships.isLocalMaster(id)) {
                                throw new CompletionException(notPrimary());
                            }
                            return answer.refused;
                        });
    }

    /** Tells ONOS what the device holds, and what not. */
    CompletableFuture<Void> tell(List<FlowRule> held, List<FlowRule> gone) {
        P4RuntimeClient client = onos.p4runtime.get(id);
        return client == null || closed
                ? CompletableFuture.failedFuture(gone())
                : rules(client).tell(held, gone, onos.view, onos.executor);
    }

    /** On the executor. */
    private DeviceRules rules(P4RuntimeClient client) {
        if (rules == null || !rules.isOver(client)) {
            rules = new DeviceRules(id, client, p4DeviceId, program, onos.app);
        }
        return rules;
    }

    /** Writes cells of meters; completes with what became of each. */
    CompletableFuture<Collection<PiMeterCellConfig>> writeMeters(List<PiMeterCellConfig> cells) {
        P4RuntimeClient client = onos.p4runtime.get(id);
        if (client == null || closed) {
            return CompletableFuture.failedFuture(gone());
        }
        return limited(
                client.write(p4DeviceId, pipeconf)
                        .modify(cells)
                        .submit()
                        .thenApply(
                                response -> {
                                    if (response.failed().stream().anyMatch(NotPrimary::says)) {
                                        throw new CompletionException(notPrimary());
                                    }
                                    List<PiMeterCellConfig> refused = new ArrayList<>();
                                    response.failed()
                                            .forEach(
                                                    f ->
                                                            refused.add(
                                                                    (PiMeterCellConfig)
                                                                            f.entity()));
                                    return refused;
                                }));
    }

    /** Whether the device still answers. */
    CompletableFuture<Boolean> answers() {
        P4RuntimeClient client = onos.p4runtime.get(id);
        return client == null || closed
                ? CompletableFuture.completedFuture(false)
                : limited(client.probeService());
    }

    private CompletableFuture<List<Entity>> ask(List<Entity> wanted) {
        if (wanted.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        P4RuntimeClient client = onos.p4runtime.get(id);
        if (client == null || closed) {
            return CompletableFuture.failedFuture(gone());
        }
        ReadRequest request = client.read(p4DeviceId, pipeconf);
        reads.ask(request, id, wanted);
        return limited(request.submit())
                .thenApplyAsync(
                        response -> {
                            if (!response.isSuccess()) {
                                throw new CompletionException(
                                        new IllegalStateException(
                                                id
                                                        + ": cannot be read: "
                                                        + response.explanation()));
                            }
                            HeldEntries.remember(id, response.all());
                            return reads.entities(response.all());
                        },
                        executor);
    }

    /** Does what excludes an apply and a read, or fails because one is under way. */
    private <T> CompletableFuture<T> exclusively(Supplier<CompletableFuture<T>> job) {
        CompletableFuture<T> done = new CompletableFuture<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(gone());
            }
            if (!idle.isDone()) {
                return CompletableFuture.failedFuture(
                        new IllegalStateException(id + ": a write or a reading is under way"));
            }
            idle = over;
            latest = done;
        }
        executor.execute(
                () -> {
                    CompletableFuture<T> result;
                    try {
                        result = job.get();
                    } catch (RuntimeException e) {
                        result = CompletableFuture.failedFuture(e);
                    }
                    result.whenComplete(
                            (value, failure) -> {
                                over.complete(null);
                                if (failure == null) {
                                    done.complete(value);
                                } else {
                                    done.completeExceptionally(failure);
                                }
                            });
                });
        return done;
    }

    private <T> CompletableFuture<T> limited(CompletableFuture<T> future) {
        Future<?> limit =
                onos.executor.schedule(
                        () -> {
                            if (future.completeExceptionally(
                                    new TimeoutException(
                                            id + ": no answer for " + TIME_LIMIT_SECONDS + " s"))) {
                                counters.timeouts.increment();
                            }
                        },
                        TIME_LIMIT_SECONDS,
                        TimeUnit.SECONDS);
        future.whenComplete((value, failure) -> limit.cancel(false));
        return future;
    }

    private IllegalStateException notPrimary() {
        return new IllegalStateException(id + ": " + NOT_PRIMARY);
    }

    private IllegalStateException gone() {
        return new IllegalStateException(id + " is not up on this node any more");
    }

    static String reason(Throwable failure) {
        Throwable e = Stages.cause(failure);
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
