// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.isthmus.core.model.Intent;
import org.isthmus.pipeline.IntentReader;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Entity;

/**
 * Brings ONOS's rules of a device to what the device holds: ONOS removes only rules it knows, and
 * writes again those it knows and misses. Used once, on the device's executor.
 */
final class FlowRuleSynchronization {
    private static final Logger LOG = LoggerFactory.getLogger(FlowRuleSynchronization.class);

    /** Rules in one operation of ONOS. */
    private static final int CHUNK = 1024;

    private final LocalDevice device;
    private final IntentReader reader;
    private final Map<FlowRule, FlowRule> held = new HashMap<>();

    FlowRuleSynchronization(LocalDevice device, List<Entity> entities) {
        this.device = device;
        this.reader = device.translator().reader();
        for (Entity entity : entities) {
            reader.add(entity);
            if (entity.hasTableEntry()) {
                FlowRule rule = device.rule(entity);
                held.put(rule, rule);
            }
        }
    }

    /** Completes with what the device holds, unknown entries apart: these are removed. */
    CompletableFuture<List<Intent>> run() {
        List<Intent> intents = reader.intents();
        List<FlowRule> foreign = new ArrayList<>();
        reader.unknown().forEach(entry -> foreign.add(device.rule(entry)));
        List<FlowRule> unknown = new ArrayList<>(held.values());
        List<FlowRule> gone = new ArrayList<>();
        compare(unknown, gone);
        if (!unknown.isEmpty() || !gone.isEmpty() || !foreign.isEmpty()) {
            LOG.info(
                    "{}: {} rules that ONOS did not know, {} that the device does not hold, {}"
                            + " entries that belong to no intent",
                    device.id(),
                    unknown.size(),
                    gone.size(),
                    foreign.size());
        }
        device.counters().adopted.add(unknown.size());
        device.counters().forgotten.add(gone.size());
        gone.addAll(foreign);
        return write(unknown, true, 0)
                .thenCompose(done -> write(gone, false, 0))
                .thenApply(done -> intents);
    }

    /**
     * @param unknown all that is held; what ONOS knows is taken out
     * @param gone what ONOS knows and is not held
     */
    private void compare(List<FlowRule> unknown, List<FlowRule> gone) {
        Map<FlowRule, FlowEntry> known = new HashMap<>();
        for (FlowEntry entry : device.onos().flowRules.getFlowEntries(device.id())) {
            if (entry.appId() == device.onos().app.id()) {
                known.put(entry, entry);
            }
        }
        unknown.removeIf(
                rule -> {
                    FlowEntry entry = known.get(rule);
                    return entry != null
                            && entry.exactMatch(rule)
                            && (entry.state() == FlowEntryState.ADDED
                                    || entry.state() == FlowEntryState.PENDING_ADD);
                });
        for (FlowEntry entry : known.values()) {
            if (!held.containsKey(entry) && entry.state() != FlowEntryState.PENDING_REMOVE) {
                gone.add(entry);
            }
        }
    }

    private CompletableFuture<?> write(List<FlowRule> rules, boolean add, int from) {
        if (from >= rules.size()) {
            return CompletableFuture.completedFuture(null);
        }
        int to = Math.min(rules.size(), from + CHUNK);
        FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
        for (FlowRule rule : rules.subList(from, to)) {
            if (add) {
                operations.add(rule);
            } else {
                operations.remove(rule);
            }
        }
        return device.write(operations)
                .thenComposeAsync(
                        refused -> {
                            if (!refused.isEmpty()) {
                                LOG.warn(
                                        "{}: {} rules could not be {}, such as {}",
                                        device.id(),
                                        refused.size(),
                                        add ? "adopted" : "removed",
                                        refused.iterator().next());
                            }
                            return write(rules, add, to);
                        },
                        device.executor());
    }
}
