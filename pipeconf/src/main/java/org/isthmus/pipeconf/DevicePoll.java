// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleStore;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadRequest;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ONOS does with a device every 30 s: it asks which rules the device holds, with their
 * counters, compares with its store, and on the same thread has the difference written.
 *
 * <p>The device is read for it no longer than a twentieth of the time: a million rows take long,
 * and nobody but us writes them. In between, the answer is what ONOS was told last, which the
 * device has acknowledged.
 *
 * <p>On ONOS's thread, but for {@link #written}.
 */
final class DevicePoll {
    /** After a reading, none for so many times as long as it took. */
    static final int PAUSE = 19;

    private static final Logger LOG = LoggerFactory.getLogger(DevicePoll.class);

    /** The poll under way, or the last one. */
    private static final Map<DeviceId, DevicePoll> POLLS = new ConcurrentHashMap<>();

    /** When each device may be read again, by the clock of polls. */
    private static final Map<DeviceId, Long> PAUSES = new ConcurrentHashMap<>();

    /**
     * What ONOS was told is gone while a poll was under way. It may have it again: it looks whether
     * its store has a rule, and then updates it, which adds a rule that is gone by then.
     */
    private static final Map<DeviceId, Map<FlowId, FlowRule>> GONE = new ConcurrentHashMap<>();

    private final Thread thread = Thread.currentThread();
    private final DeviceRules rules;
    private final LongSupplier clock;

    /**
     * What was written, or taken away, since it began. By id: the hash codes of rules are the same
     * for too many of them.
     */
    private final Map<FlowId, FlowRule> written = new ConcurrentHashMap<>();

    private DevicePoll(DeviceRules rules, LongSupplier clock) {
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * Begins a poll.
     *
     * @param clock one that only runs, ns
     */
    static DevicePoll begin(DeviceRules rules, LongSupplier clock) {
        DevicePoll poll = new DevicePoll(rules, clock);
        // Devices are polled one after the other: the poll of the one before is over.
        POLLS.values().removeIf(other -> other.thread == poll.thread);
        // Of what was written before, ONOS has been told.
        rules.inOrder(
                        () -> {
                            POLLS.put(rules.device(), poll);
                            return CompletableFuture.completedFuture(null);
                        })
                .join();
        return poll;
    }

    /** The poll for which this thread writes; null: none. */
    static DevicePoll onThisThread(DeviceId device) {
        DevicePoll poll = POLLS.get(device);
        return poll != null && poll.thread == Thread.currentThread() ? poll : null;
    }

    /** Says that these are being written, or taken away. Any thread. */
    static void written(DeviceId device, Collection<FlowRule> some) {
        DevicePoll poll = POLLS.get(device);
        if (poll != null) {
            some.forEach(rule -> poll.written.put(rule.id(), rule));
        }
    }

    /** Says what ONOS is told next. Any thread. */
    static void told(DeviceId device, Collection<FlowRule> held, Collection<FlowRule> removed) {
        Map<FlowId, FlowRule> gone = GONE.computeIfAbsent(device, d -> new ConcurrentHashMap<>());
        if (POLLS.containsKey(device)) {
            removed.forEach(rule -> gone.put(rule.id(), rule));
        }
        held.forEach(rule -> gone.remove(rule.id()));
    }

    static void forget(DeviceId device) {
        POLLS.remove(device);
        PAUSES.remove(device);
        GONE.remove(device);
    }

    /** Those of which the poll may know. */
    List<FlowRule> unwritten(Collection<FlowRule> some) {
        List<FlowRule> unwritten = new ArrayList<>();
        for (FlowRule rule : some) {
            if (!written.containsKey(rule.id())) {
                unwritten.add(rule);
            }
        }
        return unwritten;
    }

    /**
     * What the device holds of that which the store knows, as the store knows it. ONOS writes what
     * is left out here again. It never hears of what is not its own, which it would remove.
     *
     * @throws IllegalStateException the device does not answer; nothing is known then
     */
    Collection<FlowEntry> entries(FlowRuleView view) {
        removeAgain(view);
        FlowRuleStore store = view.store;
        long begun = clock.getAsLong();
        Long pause = PAUSES.get(rules.device());
        if (pause != null && begun - pause < 0) {
            Collection<FlowEntry> told = told(store);
            if (told != null) {
                return told;
            }
        }
        Collection<FlowEntry> held = read(store);
        long ended = clock.getAsLong();
        PAUSES.put(rules.device(), ended + PAUSE * (ended - begun));
        return held;
    }

    /** Takes out of the store what ONOS put back there at the poll before. */
    private void removeAgain(FlowRuleView view) {
        Map<FlowId, FlowRule> gone = GONE.getOrDefault(rules.device(), Map.of());
        gone.values().removeIf(rule -> view.store.getFlowEntry(rule) == null);
        if (!gone.isEmpty()) {
            rules.inOrder(
                            () -> {
                                view.tell(rules.device(), List.of(), gone.values());
                                gone.clear();
                                return CompletableFuture.completedFuture(null);
                            })
                    .join();
        }
    }

    /** Null where the store has something that is not done, and the device is to be asked. */
    private Collection<FlowEntry> told(FlowRuleStore store) {
        List<FlowEntry> told = new ArrayList<>();
        for (FlowEntry entry : store.getFlowEntries(rules.device())) {
            if (entry.appId() == rules.app().id()) {
                if (entry.state() != FlowEntryState.ADDED) {
                    return null;
                }
                told.add(entry);
            }
        }
        return told;
    }

    private Collection<FlowEntry> read(FlowRuleStore store) {
        ReadRequest request = rules.client().read(rules.p4DeviceId(), rules.program().pipeconf());
        for (Schema.Table table : rules.program().entities().schema().tables()) {
            if (table.fields.length > 0) {
                request.tableEntries(table.name);
            } else {
                request.defaultTableEntry(table.name);
            }
        }
        ReadResponse response = request.submitSync();
        if (!response.isSuccess()) {
            throw new IllegalStateException(
                    rules.device() + " cannot be read: " + response.explanation());
        }
        Collection<PiTableEntry> entries = response.all(PiTableEntry.class);
        Map<PiTableId, PiTableEntry> upperHalves = upperHalves(entries);
        Map<FlowId, FlowEntry> known = new HashMap<>();
        Set<PiHandle> others = new HashSet<>();
        for (PiTableEntry entry : entries) {
            FlowEntry found = known(store, entry, upperHalves);
            if (found != null) {
                known.put(found.id(), found);
            }
            if (found == null || rules.isReplaced(entry)) {
                others.add(entry.handle(rules.device()));
            }
        }
        HeldEntries.replace(rules.device(), others);
        // What was written since, the device may not have had when it was read.
        for (FlowRule rule : written.values()) {
            FlowEntry stored = store.getFlowEntry(rule);
            if (stored != null && stored.state() == FlowEntryState.ADDED) {
                known.put(stored.id(), stored);
            }
        }
        return known.values();
    }

    private Map<PiTableId, PiTableEntry> upperHalves(Collection<PiTableEntry> entries) {
        Map<PiTableId, PiTableEntry> halves = new HashMap<>();
        for (PiTableEntry entry : entries) {
            if (rules.program().entities().isUpperHalf(entry)) {
                halves.put(entry.table(), entry);
            }
        }
        return halves;
    }

    /** Null if the store does not know the entry, or knows it otherwise. */
    private FlowEntry known(
            FlowRuleStore store, PiTableEntry entry, Map<PiTableId, PiTableEntry> upperHalves) {
        FlowRule rule;
        try {
            rule = rules.program().entities().flowRule(rules.device(), rules.app(), entry);
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "{} holds an entry of no meaning: {}: {}",
                    rules.device(),
                    e.getMessage(),
                    entry);
            return null;
        }
        FlowEntry stored = rule == null ? null : store.getFlowEntry(rule);
        if (stored == null || !stored.exactMatch(rule)) {
            return null;
        }
        // A default action that was reset may be the same as before; ONOS would wait for ever.
        if (entry.isDefaultAction() && stored.state() == FlowEntryState.PENDING_REMOVE) {
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
        return new DefaultFlowEntry(stored, FlowEntryState.ADDED, 0, packets, bytes);
    }
}
