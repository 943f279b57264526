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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleStore;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateStatus;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteRequest;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.WriteResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flow rules of one device. Any thread: writes to a device are done one after another, in the
 * order in which they were asked for, and return when the device has answered.
 */
final class DeviceRules {
    /** So many updates go into a request at most; a device answers a request as a whole. */
    static final int BATCH = 1000;

    /** ONOS's client gives up on a write after so long; then the device answers no more. */
    static final long UNDER_WAY_MILLIS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(DeviceRules.class);

    /** Behaviours are made anew for each call. */
    private static final Map<DeviceId, Lock> WRITING = new ConcurrentHashMap<>();

    private static final Map<DeviceId, Poll> POLLS = new ConcurrentHashMap<>();

    private final DeviceId device;
    private final P4RuntimeClient client;
    private final long p4DeviceId;
    private final Pipeconfs program;
    private final ApplicationId app;
    private final LongSupplier clock;

    /**
     * @param app whose rules these are
     */
    DeviceRules(
            DeviceId device,
            P4RuntimeClient client,
            long p4DeviceId,
            Pipeconfs program,
            ApplicationId app) {
        this(device, client, p4DeviceId, program, app, System::currentTimeMillis);
    }

    /**
     * @param clock that of the flow store: epoch ms
     */
    DeviceRules(
            DeviceId device,
            P4RuntimeClient client,
            long p4DeviceId,
            Pipeconfs program,
            ApplicationId app,
            LongSupplier clock) {
        this.device = device;
        this.client = client;
        this.p4DeviceId = p4DeviceId;
        this.program = program;
        this.app = app;
        this.clock = clock;
    }

    /** Forgets what is known of a device across its behaviours. */
    static void forget(DeviceId device) {
        POLLS.remove(device);
        HeldEntries.replace(device, Set.of());
    }

    boolean isOver(P4RuntimeClient connection) {
        return client == connection;
    }

    /**
     * ONOS reads a device, then compares with its store, and on the same thread asks for what the
     * device did not have; so also for what others wrote meanwhile.
     */
    private static final class Poll {
        final Thread thread = Thread.currentThread();

        /** By others since it began. */
        final Map<PiHandle, PiTableEntry> written = new ConcurrentHashMap<>();

        boolean isOurs() {
            return thread == Thread.currentThread();
        }
    }

    /** An entry on its way. */
    private static final class Row {
        final FlowRule rule;
        final PiTableEntry entry;

        /** What is to be tried next; null when there is nothing left to try. */
        UpdateType next;

        boolean done;

        /** What was tried last. */
        UpdateType tried;

        Row(FlowRule rule, PiTableEntry entry, UpdateType next) {
            this.rule = rule;
            this.entry = entry;
            this.next = next;
        }

        void alreadyDone() {
            tried = next;
            next = null;
            done = true;
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

    /** Writes rules, whatever the device has in their place; returns those that it now holds. */
    Collection<FlowRule> apply(Collection<FlowRule> rules) {
        return write(rules, true);
    }

    /** Takes rules away; returns those that the device no longer holds. */
    Collection<FlowRule> remove(Collection<FlowRule> rules) {
        return write(rules, false);
    }

    private Collection<FlowRule> write(Collection<FlowRule> rules, boolean add) {
        List<Row> rows = new ArrayList<>(rules.size());
        Lock lock = WRITING.computeIfAbsent(device, d -> new ReentrantLock(true));
        lock.lock();
        try {
            Poll poll = POLLS.get(device);
            boolean again = add && poll != null && poll.isOurs();
            for (FlowRule rule : rules) {
                if (rule.appId() != app.id()) {
                    LOG.warn("Refused, since tables are {}'s alone: {}", app.name(), rule);
                    continue;
                }
                try {
                    for (PiTableEntry entry : program.entities().piEntries(rule)) {
                        Row row = add ? addition(rule, entry) : removal(rule, entry);
                        if (again && entry.equals(poll.written.get(entry.handle(device)))) {
                            row.alreadyDone();
                        }
                        rows.add(row);
                    }
                } catch (IllegalArgumentException e) {
                    LOG.warn("Refused: {}: {}", e.getMessage(), rule);
                }
            }
            // ONOS keeps no order within a batch. What leads to a next hop must find it there.
            rows.sort(Comparator.comparingInt(row -> isNext(row.entry) == add ? 0 : 1));
            submit(left(rows));
            // Once more, where the device holds something else than was thought.
            submit(left(rows));
            for (Row row : rows) {
                if (row.done) {
                    written(row, again, poll);
                }
            }
        } finally {
            lock.unlock();
        }
        return done(rows);
    }

    private static List<Row> left(List<Row> rows) {
        List<Row> left = new ArrayList<>();
        for (Row row : rows) {
            if (row.next != null) {
                left.add(row);
            }
        }
        return left;
    }

    /**
     * @param again it was asked for by the poll: what brought the rule into ONOS's store may still
     *     be waiting to write it
     */
    private void written(Row row, boolean again, Poll poll) {
        PiHandle handle = row.entry.handle(device);
        boolean isThere = row.tried != UpdateType.DELETE;
        if (isThere && (again || isReplaced(row.entry))) {
            HeldEntries.add(handle);
        }
        if (poll == null || poll.isOurs()) {
            return;
        }
        if (isThere) {
            poll.written.put(handle, row.entry);
        } else {
            poll.written.remove(handle);
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
    private boolean isReplaced(PiTableEntry entry) {
        int table = program.entities().schema().table(entry.table()).id;
        return !program.pipeline().translator().isPerBinding(table) && !entry.isDefaultAction();
    }

    private Row addition(FlowRule rule, PiTableEntry entry) {
        boolean held = entry.isDefaultAction() || HeldEntries.take(device, entry);
        return new Row(rule, entry, held ? UpdateType.MODIFY : UpdateType.INSERT);
    }

    private Row removal(FlowRule rule, PiTableEntry entry) {
        if (!entry.isDefaultAction()) {
            HeldEntries.take(device, entry);
            return new Row(rule, entry, UpdateType.DELETE);
        }
        // Without an action: back to what the program says (P4Runtime section 9.1.2).
        return new Row(
                rule, PiTableEntry.builder().forTable(entry.table()).build(), UpdateType.MODIFY);
    }

    private void submit(List<Row> rows) {
        for (int from = 0; from < rows.size(); from += BATCH) {
            List<Row> batch = rows.subList(from, Math.min(rows.size(), from + BATCH));
            WriteRequest request = client.write(p4DeviceId, program.pipeconf());
            for (Row row : batch) {
                if (row.next == UpdateType.DELETE) {
                    request.delete(row.entry.handle(device));
                } else {
                    request.entity(row.entry, row.next);
                }
            }
            answered(batch, request.submitSync());
        }
    }

    private void answered(List<Row> batch, WriteResponse response) {
        if (response.isSuccess()) {
            for (Row row : batch) {
                row.answered(EntityUpdateStatus.OK);
            }
            return;
        }
        Map<PiHandle, EntityUpdateStatus> answers = new HashMap<>();
        boolean notPrimary = false;
        for (EntityUpdateResponse answer : response.all()) {
            answers.put(answer.handle(), answer.status());
            notPrimary |= NotPrimary.says(answer);
        }
        if (notPrimary) {
            NotPrimary.add(device);
        }
        for (Row row : batch) {
            row.answered(answers.get(row.entry.handle(device)));
        }
    }

    /** A rule of two entries is done when both are; they follow each other. */
    private static List<FlowRule> done(List<Row> rows) {
        List<FlowRule> done = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            FlowRule rule = rows.get(i).rule;
            boolean all = rows.get(i).done;
            while (i + 1 < rows.size() && rows.get(i + 1).rule == rule) {
                all &= rows.get(++i).done;
            }
            if (all) {
                done.add(rule);
            }
        }
        return done;
    }

    /**
     * What the device holds of that which the store knows, as the store knows it. ONOS writes what
     * is left out here again; so rules that may be on their way count as held. It never hears of
     * what is not its own, which it would remove.
     *
     * @throws IllegalStateException the device does not answer; nothing is known then
     */
    Collection<FlowEntry> read(FlowRuleStore store) {
        long begun = clock.getAsLong();
        // Devices are read one after the other: the poll of the one before is over.
        POLLS.values().removeIf(Poll::isOurs);
        POLLS.put(device, new Poll());
        ReadRequest request = client.read(p4DeviceId, program.pipeconf());
        for (Schema.Table table : program.entities().schema().tables()) {
            if (table.fields.length > 0) {
                request.tableEntries(table.name);
            } else {
                request.defaultTableEntry(table.name);
            }
        }
        ReadResponse response = request.submitSync();
        if (!response.isSuccess()) {
            throw new IllegalStateException(device + " cannot be read: " + response.explanation());
        }
        Collection<PiTableEntry> entries = response.all(PiTableEntry.class);
        Map<PiTableId, PiTableEntry> upperHalves = upperHalves(entries);
        List<FlowEntry> known = new ArrayList<>();
        Set<FlowRule> held = new HashSet<>();
        Set<PiHandle> others = new HashSet<>();
        for (PiTableEntry entry : entries) {
            FlowEntry found = known(store, entry, upperHalves, others);
            if (found != null) {
                known.add(found);
                held.add(found);
                if (isReplaced(entry)) {
                    others.add(entry.handle(device));
                }
            } else {
                others.add(entry.handle(device));
            }
        }
        HeldEntries.replace(device, others);
        for (FlowEntry entry : store.getFlowEntries(device)) {
            if (entry.state() == FlowEntry.FlowEntryState.PENDING_ADD
                    && entry.appId() == app.id()
                    && entry.lastSeen() > begun - UNDER_WAY_MILLIS
                    && !held.contains(entry)) {
                known.add(new DefaultFlowEntry(entry, FlowEntry.FlowEntryState.ADDED, 0, 0, 0));
            }
        }
        return known;
    }

    private Map<PiTableId, PiTableEntry> upperHalves(Collection<PiTableEntry> entries) {
        Map<PiTableId, PiTableEntry> halves = new HashMap<>();
        for (PiTableEntry entry : entries) {
            if (program.entities().isUpperHalf(entry)) {
                halves.put(entry.table(), entry);
            }
        }
        return halves;
    }

    /**
     * Null if the store does not know the entry, or knows it otherwise.
     *
     * @param unwritten gets those that the store wants to be written, although they are there
     */
    private FlowEntry known(
            FlowRuleStore store,
            PiTableEntry entry,
            Map<PiTableId, PiTableEntry> upperHalves,
            Set<PiHandle> unwritten) {
        FlowRule rule;
        try {
            rule = program.entities().flowRule(device, app, entry);
        } catch (IllegalArgumentException e) {
            LOG.warn("{} holds an entry of no meaning: {}: {}", device, e.getMessage(), entry);
            return null;
        }
        FlowEntry stored = rule == null ? null : store.getFlowEntry(rule);
        if (stored == null || !stored.exactMatch(rule)) {
            return null;
        }
        if (stored.state() == FlowEntry.FlowEntryState.PENDING_ADD) {
            unwritten.add(entry.handle(device));
        }
        // A default action that was reset may be the same as before; ONOS would wait for ever.
        if (entry.isDefaultAction() && stored.state() == FlowEntry.FlowEntryState.PENDING_REMOVE) {
            return null;
        }
        long packets = entry.counter() == null ? 0 : entry.counter().packets();
        long bytes = entry.counter() == null ? 0 : entry.counter().bytes();
        if (entry.cookie() == PiEntities.HALF) {
            PiTableEntry other = upperHalves.get(entry.table());
            if (other == null || !other.action().equals(entry.action())) {
                return null;
            }
            packets += other.counter() == null ? 0 : other.counter().packets();
            bytes += other.counter() == null ? 0 : other.counter().bytes();
        }
        return new DefaultFlowEntry(stored, FlowEntry.FlowEntryState.ADDED, 0, packets, bytes);
    }
}
