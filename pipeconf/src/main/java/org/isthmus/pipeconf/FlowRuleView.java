// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Collection;
import java.util.function.Consumer;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleStore;

/**
 * What ONOS shows of our devices: its flow rule store, which is told what a device holds after the
 * device has said so, and its listeners, which hear of it. So there is no rule in ONOS that is not
 * on the device, but for the time until it is told.
 *
 * <p>Only the master of a device can tell; who becomes its master reads it, and tells all of it.
 *
 * <p>Threading: any thread, those of one device one after the other. ONOS's store may wait for
 * seconds, while it takes over the rules of another node.
 */
public final class FlowRuleView {
    final FlowRuleStore store;
    private final MastershipService masterships;
    private final Consumer<FlowRuleEvent> events;

    /**
     * @param events to ONOS's listeners
     */
    public FlowRuleView(
            FlowRuleStore store, MastershipService masterships, Consumer<FlowRuleEvent> events) {
        this.store = store;
        this.masterships = masterships;
        this.events = events;
    }

    /**
     * Whether ONOS's store takes changes of a device that this node is master of, by one that
     * changes nothing. After a change of mastership it first takes over the rules of the node
     * before. ONOS 2.7.0 may wait for that for ever, where another change followed at once: its
     * store then takes the former term for the one that is active, and each change costs 5 s and is
     * not done. Waits for up to 10 s.
     */
    public boolean takes(DeviceId device) {
        for (FlowEntry entry : store.getFlowEntries(device)) {
            if (isAdded(entry)) {
                return store.addOrUpdateFlowRule(entry) != null;
            }
        }
        return true;
    }

    /** Tells that a device holds these, and does not hold those any more. */
    public void tell(
            DeviceId device,
            Collection<? extends FlowRule> held,
            Collection<? extends FlowRule> gone) {
        if (!masterships.isLocalMaster(device)) {
            return;
        }
        held.forEach(this::held);
        gone.forEach(this::gone);
    }

    private void held(FlowRule rule) {
        FlowEntry stored = store.getFlowEntry(rule);
        if (stored != null && !(stored.exactMatch(rule) && isAdded(stored))) {
            // An update of it would leave its treatment as it is.
            store.removeFlowRule(stored);
            stored = null;
        }
        if (stored == null) {
            FlowEntry entry = new DefaultFlowEntry(rule, FlowEntryState.ADDED);
            store.addOrUpdateFlowRule(entry);
            events.accept(new FlowRuleEvent(FlowRuleEvent.Type.RULE_ADDED, entry));
        }
    }

    private static boolean isAdded(FlowEntry entry) {
        return entry.state() == FlowEntryState.ADDED;
    }

    private void gone(FlowRule rule) {
        FlowEntry stored = store.getFlowEntry(rule);
        FlowRuleEvent event = stored == null ? null : store.removeFlowRule(stored);
        if (event != null) {
            events.accept(event);
        }
    }
}
