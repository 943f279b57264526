// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Collection;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.p4runtime.api.P4RuntimeClient;

/** Our driver's rules of one device, without the drivers of ONOS around them. */
public final class DriverOf extends AbstractHandlerBehaviour implements FlowRuleProgrammable {
    private final DeviceRules rules;
    private final FlowRuleView view;

    public DriverOf(
            DeviceId device,
            P4RuntimeClient client,
            Pipeconfs program,
            ApplicationId app,
            FlowRuleView view) {
        this.rules = new DeviceRules(device, client, 1, program, app);
        this.view = view;
    }

    @Override
    public Collection<FlowEntry> getFlowEntries() {
        return DevicePoll.begin(rules, System::nanoTime).entries(view);
    }

    @Override
    public Collection<FlowRule> applyFlowRules(Collection<FlowRule> added) {
        return rules.apply(added);
    }

    @Override
    public Collection<FlowRule> removeFlowRules(Collection<FlowRule> removed) {
        return rules.remove(removed);
    }
}
