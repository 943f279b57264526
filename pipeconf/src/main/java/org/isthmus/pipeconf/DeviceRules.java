// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the flow rules of one device, one write after another, in the order in which they were
 * asked for: those of the application, which ONOS is told of once the device has them, and those
 * that ONOS asks its driver for, when it mends what its poll found. What was written since a poll
 * began, the poll did not see: it is right as it is.
 *
 * <p>Any thread. What is said of a device lives as long as the class, for ONOS makes drivers anew
 * for each call.
 */
public final class DeviceRules {
    /** So many updates go into a request at most; a device answers a request as a whole. */
    static final int BATCH = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(DeviceRules.class);

    private static final Map<DeviceId, Queue> QUEUES = new ConcurrentHashMap<>();

    private final DeviceId device;
    private final P4RuntimeClient client;
    private final long p4DeviceId;
    private final Pipeconfs program;
    private final ApplicationId app;

    /**
     * @param client the connection to it
     * @param app whose rules these are
     */
    public DeviceRules(
            DeviceId device,
            P4RuntimeClient client,
            long p4DeviceId,
            Pipeconfs program,
            ApplicationId app) {
        this.device = device;
        this.client = client;
        this.p4DeviceId = p4DeviceId;
        this.program = program;
        this.app = app;
    }

    /** Forgets what is known of a device. */
    static void forget(DeviceId device) {
        QUEUES.remove(device);
        DevicePoll.forget(device);
        HeldEntries.replace(device, Set.of());
    }

    /** Whether it writes over a connection, and not over one before it. */
    public boolean isOver(P4RuntimeClient connection) {
        return client == connection;
    }

    DeviceId device() {
        return device;
    }

    P4RuntimeClient client() {
        return client;
    }

    long p4DeviceId() {
        return p4DeviceId;
    }

    Pipeconfs program() {
        return program;
    }

    ApplicationId app() {
        return app;
    }

    /** What became of a write of the application. Immutable. */
    public static final class Answer {
        /** Those that the device does not hold, or still holds, against what was asked for. */
        public final Set<FlowRule> refused;

        /** This node is not the device's primary (P4Runtime section 5.3): nobody refused them. */
        public final boolean isNotPrimary;

        private Answer(Set<FlowRule> refused, boolean isNotPrimary) {
            this.refused = Set.copyOf(refused);
            this.isNotPrimary = isNotPrimary;
        }
    }

    /** An entry on its way. */
    private static final class Row {
        final FlowRule rule;
        final PiTableEntry entry;

        /** Whether the rule is to be there. */
        final boolean isHeld;

        /** What is to be tried next; null when there is nothing left to try. */
        UpdateType next;

        boolean done;

        /** What was tried last. */
        UpdateType tried;

        Row(FlowRule rule, PiTableEntry entry, boolean isHeld, UpdateType next) {
            this.rule = rule;
            this.entry = entry;
            this.isHeld = isHeld;
            this.next = next;
        }

        void answered(EntityUpdateStatus status) {
            tried = next;
            next = null;
            if (status == EntityUpdateStatus.OK
                    || (tried == UpdateType.DELETE && status == EntityUpdateStatus.NOT_FOUND)) {
                done = true;
            } else if (tried == UpdateType.INSERT && status == EntityUpdateStatus.ALREADY_EXIST) {
                next = UpdateType.MODIFY;
            } else if (tried == UpdateType.MODIFY
                    && status == EntityUpdateStatus.NOT_FOUND
                    && !entry.isDefaultAction()) {
                next = UpdateType.INSERT;
            }
        }
    }

    /** Rules on their way, in as few requests as may be. Used once. */
    private final class Write {
        final List<Row> rows = new ArrayList<>();

        /** Those that are no entries of the program, or of another application. */
        final Set<FlowRule> unwritable = new HashSet<>();

        boolean isNotPrimary;

        void add(FlowRule rule, boolean isHeld) {
            if (rule.appId() != app.id()) {
                LOG.warn("Refused, since tables are {}'s alone: {}", app.name(), rule);
                unwritable.add(rule);
                return;
            }
            try {
                for (PiTableEntry entry : program.entities().piEntries(rule)) {
                    rows.add(isHeld ? addition(rule, entry) : removal(rule, entry));
                }
            } catch (IllegalArgumentException e) {
                LOG.warn("Refused: {}: {}", e.getMessage(), rule);
                unwritable.add(rule);
            }
        }

        CompletableFuture<Void> run() {
            // What leads to a next hop must find it there.
            rows.sort(Comparator.comparingInt(row -> isNext(row.entry) == row.isHeld ? 0 : 1));
            // Once more, where the device holds something else than was thought.
            return submit(left())
                    .thenCompose(done -> submit(left()))
                    .thenRun(() -> rows.forEach(DeviceRules.this::remember));
        }

        private List<Row> left() {
            List<Row> left = new ArrayList<>();
            for (Row row : rows) {
                if (row.next != null) {
                    left.add(row);
                }
            }
            return left;
        }

        private CompletableFuture<Void> submit(List<Row> some) {
            CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
            for (int from = 0; from < some.size(); from += BATCH) {
                List<Row> batch = some.subList(from, Math.min(some.size(), from + BATCH));
                done = done.thenCompose(before -> request(batch));
            }
            return done;
        }

        private CompletableFuture<Void> request(List<Row> batch) {
            WriteRequest request = client.write(p4DeviceId, program.pipeconf());
            for (Row row : batch) {
                if (row.next == UpdateType.DELETE) {
                    request.delete(row.entry.handle(device));
                } else {
                    request.entity(row.entry, row.next);
                }
            }
            return request.submit().thenAccept(response -> answered(batch, response));
        }

        private void answered(List<Row> batch, WriteResponse response) {
            if (response.isSuccess()) {
                for (Row row : batch) {
                    row.answered(EntityUpdateStatus.OK);
                }
                return;
            }
            Map<PiHandle, EntityUpdateStatus> answers = new HashMap<>();
            for (EntityUpdateResponse answer : response.all()) {
                answers.put(answer.handle(), answer.status());
                isNotPrimary |= NotPrimary.says(answer);
            }
            for (Row row : batch) {
                row.answered(answers.get(row.entry.handle(device)));
            }
        }

        /** A rule of two entries is done when both are. */
        Set<FlowRule> refused() {
            Set<FlowRule> refused = new HashSet<>(unwritable);
            for (Row row : rows) {
                if (!row.done) {
                    refused.add(row.rule);
                }
            }
            return refused;
        }
    }

    /**
     * Writes rules of the application, whatever the device has in their place, and takes others
     * away, none of them the same; then tells ONOS what the device took.
     *
     * @param teller where ONOS is told, after the answer, and before anything else is written
     * @return completes when the device has answered; exceptionally when it is not known what was
     *     done
     */
    public CompletableFuture<Answer> write(
            Collection<FlowRule> added,
            Collection<FlowRule> removed,
            FlowRuleView view,
            Executor teller) {
        CompletableFuture<Answer> answered = new CompletableFuture<>();
        inOrder(
                        () -> {
                            DevicePoll.written(device, added);
                            DevicePoll.written(device, removed);
                            Write write = new Write();
                            added.forEach(rule -> write.add(rule, true));
                            removed.forEach(rule -> write.add(rule, false));
                            return write.run()
                                    .thenCompose(
                                            done -> {
                                                Set<FlowRule> refused = write.refused();
                                                answered.complete(
                                                        new Answer(refused, write.isNotPrimary));
                                                return CompletableFuture.runAsync(
                                                        () ->
                                                                tell(
                                                                        view,
                                                                        without(added, refused),
                                                                        without(removed, refused)),
                                                        teller);
                                            });
                        })
                .whenComplete(
                        (done, failure) -> {
                            if (failure != null && !answered.completeExceptionally(failure)) {
                                LOG.warn("{}: ONOS cannot be told of its rules", device, failure);
                            }
                        });
        return answered;
    }

    /**
     * Tells ONOS what the device holds, and what not, by a reading of it; completes when that is
     * done, and what was told before.
     */
    public CompletableFuture<Void> tell(
            Collection<FlowRule> held,
            Collection<FlowRule> gone,
            FlowRuleView view,
            Executor teller) {
        return inOrder(
                () -> {
                    DevicePoll.written(device, held);
                    DevicePoll.written(device, gone);
                    return CompletableFuture.runAsync(() -> tell(view, held, gone), teller);
                });
    }

    private void tell(FlowRuleView view, Collection<FlowRule> held, Collection<FlowRule> gone) {
        DevicePoll.told(device, held, gone);
        view.tell(device, held, gone);
    }

    /**
     * Writes rules as ONOS asks for, whatever the device has in their place, and returns when the
     * device has answered: with those that it now holds.
     */
    Collection<FlowRule> apply(Collection<FlowRule> rules) {
        return write(rules, true);
    }

    /** Takes rules away in the same way; returns those that the device no longer holds. */
    Collection<FlowRule> remove(Collection<FlowRule> rules) {
        return write(rules, false);
    }

    private Collection<FlowRule> write(Collection<FlowRule> rules, boolean isHeld) {
        DevicePoll poll = DevicePoll.onThisThread(device);
        if (poll != null && poll.unwritten(rules).isEmpty()) {
            return rules;
        }
        return inOrder(
                        () -> {
                            Write write = new Write();
                            (poll == null ? rules : poll.unwritten(rules))
                                    .forEach(rule -> write.add(rule, isHeld));
                            return write.run().thenApply(done -> without(rules, write.refused()));
                        })
                .join();
    }

    private static List<FlowRule> without(Collection<FlowRule> rules, Set<FlowRule> some) {
        List<FlowRule> others = new ArrayList<>(rules);
        if (!some.isEmpty()) {
            others.removeIf(some::contains);
        }
        return others;
    }

    /** Does something when nothing else is under way over the connection. */
    <T> CompletableFuture<T> inOrder(Supplier<CompletableFuture<T>> job) {
        return QUEUES.compute(
                        device,
                        (d, queue) ->
                                queue != null && queue.client == client ? queue : new Queue(client))
                .add(job);
    }

    /** What is to be done over a connection, one after another. */
    private static final class Queue {
        final P4RuntimeClient client;

        /** Done when nothing is left of what was asked for. */
        private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

        Queue(P4RuntimeClient client) {
            this.client = client;
        }

        <T> CompletableFuture<T> add(Supplier<CompletableFuture<T>> job) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            CompletableFuture<Void> before;
            synchronized (this) {
                before = last;
                last = over;
            }
            CompletableFuture<T> done = before.thenCompose(idle -> job.get());
            done.whenComplete((value, failure) -> over.complete(null));
            return done;
        }
    }

    /** A hint for who writes it next. */
    private void remember(Row row) {
        if (row.done && row.tried != UpdateType.DELETE && isReplaced(row.entry)) {
            HeldEntries.add(row.entry.handle(device));
        }
    }

    private boolean isNext(PiTableEntry entry) {
        int table = program.entities().schema().table(entry.table()).id;
        return program.pipeline().translator().isNextHop(table);
    }

    /**
     * Whether a rule may come again with another action, as routes do, so that it is worth knowing
     * which are there.
     */
    boolean isReplaced(PiTableEntry entry) {
        int table = program.entities().schema().table(entry.table()).id;
        return !program.pipeline().translator().isPerBinding(table) && !entry.isDefaultAction();
    }

    private Row addition(FlowRule rule, PiTableEntry entry) {
        boolean held = entry.isDefaultAction() || HeldEntries.take(device, entry);
        return new Row(rule, entry, true, held ? UpdateType.MODIFY : UpdateType.INSERT);
    }

    private Row removal(FlowRule rule, PiTableEntry entry) {
        if (!entry.isDefaultAction()) {
            HeldEntries.take(device, entry);
            return new Row(rule, entry, false, UpdateType.DELETE);
        }
        // Without an action: back to what the program says (P4Runtime section 9.1.2).
        return new Row(
                rule,
                PiTableEntry.builder().forTable(entry.table()).build(),
                false,
                UpdateType.MODIFY);
    }
}
