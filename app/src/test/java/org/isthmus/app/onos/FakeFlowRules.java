// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.FlowRuleStore;
import org.onosproject.net.flow.FlowRuleStoreException;

/** ONOS's flow rules of one node: its store, and the comparison with the device. */
public final class FakeFlowRules extends FlowRuleServiceAdapter {
    private final Function<DeviceId, FlowRuleProgrammable> drivers;
    private final Map<FlowRule, DefaultFlowEntry> stored = new LinkedHashMap<>();

    /** The store has missed who is master. */
    public boolean masterless;

    /** The store waits for a term that is over, and takes no changes. */
    public boolean unchangeable;

    public FakeFlowRules(Function<DeviceId, FlowRuleProgrammable> drivers) {
        this.drivers = drivers;
    }

    /** Its store, which devices hear nothing of. */
    public FlowRuleStore store() {
        return (FlowRuleStore)
                Proxy.newProxyInstance(
                        FlowRuleStore.class.getClassLoader(),
                        new Class<?>[] {FlowRuleStore.class},
                        (proxy, method, arguments) -> {
                            switch (method.getName()) {
                                case "getFlowEntry":
                                    return stored.get(arguments[0]);
                                case "getFlowEntries":
                                    return getFlowEntries((DeviceId) arguments[0]);
                                case "addOrUpdateFlowRule":
                                    // The action of one that is there stays.
                                    return unchangeable
                                                    || stored.putIfAbsent(
                                                                    (FlowRule) arguments[0],
                                                                    (DefaultFlowEntry) arguments[0])
                                                            == null
                                            ? null
                                            : new FlowRuleEvent(
                                                    FlowRuleEvent.Type.RULE_UPDATED,
                                                    (FlowRule) arguments[0]);
                                case "removeFlowRule":
                                    DefaultFlowEntry removed =
                                            unchangeable ? null : stored.remove(arguments[0]);
                                    return removed == null
                                            ? null
                                            : new FlowRuleEvent(
                                                    FlowRuleEvent.Type.RULE_REMOVED, removed);
                                default:
                                    throw new AssertionError(method + " is not asked for");
                            }
                        });
    }

    /** A restart: nothing is known any more. */
    public void forget() {
        stored.clear();
    }

    public int count() {
        return stored.size();
    }

    public FlowEntryState state(FlowRule rule) {
        return stored.get(rule) == null ? null : stored.get(rule).state();
    }

    /** What ONOS does every few seconds. */
    public void poll(DeviceId device) {
        Map<FlowRule, FlowEntry> missing = new HashMap<>();
        getFlowEntries(device).forEach(e -> missing.put(e, e));
        for (FlowEntry held : drivers.apply(device).getFlowEntries()) {
            missing.remove(held);
            DefaultFlowEntry entry = stored.get(held);
            if (entry.state() == FlowEntryState.PENDING_REMOVE) {
                drivers.apply(device).removeFlowRules(List.of(entry));
            } else {
                entry.setState(FlowEntryState.ADDED);
            }
        }
        for (FlowEntry entry : missing.values()) {
            if (entry.state() == FlowEntryState.PENDING_REMOVE) {
                stored.remove(entry);
            } else {
                drivers.apply(device).applyFlowRules(List.of(entry));
            }
        }
    }

    @Override
    public Iterable<FlowEntry> getFlowEntries(DeviceId device) {
        if (masterless) {
            throw new FlowRuleStoreException("There is no master for available device");
        }
        List<FlowEntry> all = new ArrayList<>();
        stored.values().stream().filter(e -> e.deviceId().equals(device)).forEach(all::add);
        return all;
    }

    @Override
    public Iterable<FlowEntry> getFlowEntriesById(ApplicationId app) {
        throw new AssertionError("reads the rules of all devices");
    }
}
