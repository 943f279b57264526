// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.flow.FlowRuleStore;

/** Flow rules that ONOS knows, as its master of every device sees them. On the test's thread. */
final class KnownRules {
    final Map<FlowRule, FlowEntry> known = new HashMap<>();
    final FlowRuleStore store =
            (FlowRuleStore)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {FlowRuleStore.class},
                            (proxy, method, args) -> {
                                switch (method.getName()) {
                                    case "getFlowEntries":
                                        return List.copyOf(known.values());
                                    case "addOrUpdateFlowRule":
                                        known.put((FlowRule) args[0], (FlowEntry) args[0]);
                                        return null;
                                    case "removeFlowRule":
                                        FlowEntry removed = known.remove(args[0]);
                                        return removed == null
                                                ? null
                                                : new FlowRuleEvent(
                                                        FlowRuleEvent.Type.RULE_REMOVED, removed);
                                    default:
                                        assertEquals("getFlowEntry", method.getName());
                                        return known.get(args[0]);
                                }
                            });

    private final MastershipServiceAdapter masterships =
            new MastershipServiceAdapter() {
                @Override
                public MastershipRole getLocalRole(DeviceId id) {
                    return MastershipRole.MASTER;
                }
            };

    /** Of which ONOS's listeners have heard. */
    final List<FlowRule> removals = new ArrayList<>();

    /** Tells the store. */
    final FlowRuleView view =
            new FlowRuleView(
                    store,
                    masterships,
                    event -> {
                        if (event.type() == FlowRuleEvent.Type.RULE_REMOVED) {
                            removals.add(event.subject());
                        }
                    });

    void know(Collection<FlowRule> some) {
        for (FlowRule rule : some) {
            known.put(rule, new DefaultFlowEntry(rule, FlowEntry.FlowEntryState.ADDED));
        }
    }
}
