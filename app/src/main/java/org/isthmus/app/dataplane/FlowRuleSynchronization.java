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
import org.onosproject.net.flow.FlowId;
import org.onosproject.net.flow.FlowRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.v1.P4RuntimeOuterClass.Entity;

/**
 * Brings ONOS's rules of a device to what the device holds: ONOS would write again those it knows
 * and misses. Takes off the device what belongs to no intent. Used once, on the device's executor.
 */
final class FlowRuleSynchronization {
    private static final Logger LOG = LoggerFactory.getLogger(FlowRuleSynchronization.class);

    private final LocalDevice device;
    private final IntentReader reader;

    /** By id: the hash codes of rules are the same for too many of them. */
    private final Map<FlowId, FlowRule> held = new HashMap<>();

    FlowRuleSynchronization(LocalDevice device, List<Entity> entities) {
        this.device = device;
        this.reader = device.translator().reader();
        for (Entity entity : entities) {
            reader.add(entity);
            if (entity.hasTableEntry()) {
                FlowRule rule = device.rule(entity);
                held.put(rule.id(), rule);
            }
        }
    }

    /** Completes with what the device holds, unknown entries apart: these are removed. */
    CompletableFuture<List<Intent>> run() {
        List<Intent> intents = reader.intents();
        List<FlowRule> foreign = new ArrayList<>();
        for (Entity entry : reader.unknown()) {
            FlowRule rule = device.rule(entry);
            held.remove(rule.id());
            foreign.add(rule);
        }
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
        return device.tell(unknown, gone)
                .thenComposeAsync(done -> remove(foreign), device.executor())
                .thenApply(done -> intents);
    }

    /**
     * @param unknown all that is held; what ONOS knows is taken out
     * @param gone what ONOS knows and is not held
     */
    private void compare(List<FlowRule> unknown, List<FlowRule> gone) {
        Map<FlowId, FlowEntry> known = new HashMap<>();
        for (FlowEntry entry : device.onos().flowRules.getFlowEntries(device.id())) {
            if (entry.appId() == device.onos().app.id()) {
                known.put(entry.id(), entry);
            }
        }
        unknown.removeIf(
                rule -> {
                    FlowEntry entry = known.get(rule.id());
                    return entry != null
                            && entry.exactMatch(rule)
                            && entry.state() == FlowEntryState.ADDED;
                });
        for (FlowEntry entry : known.values()) {
            if (!held.containsKey(entry.id())) {
                gone.add(entry);
            }
        }
    }

    private CompletableFuture<?> remove(List<FlowRule> foreign) {
        if (foreign.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return device.write(List.of(), foreign)
                .thenAccept(
                        refused -> {
                            if (!refused.isEmpty()) {
                                LOG.warn(
                                        "{}: {} rules could not be removed, such as {}",
                                        device.id(),
                                        refused.size(),
                                        refused.iterator().next());
                            }
                        });
    }
}
