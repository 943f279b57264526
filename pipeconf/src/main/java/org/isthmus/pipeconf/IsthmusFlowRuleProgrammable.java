// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.drivers.p4runtime.AbstractP4RuntimeHandlerBehaviour;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.flow.FlowRuleStore;

/**
 * Flow rules as they are, without a mirror of the device or a store of translations beside ONOS's
 * own flow store. See {@link DeviceRules}.
 */
public final class IsthmusFlowRuleProgrammable extends AbstractP4RuntimeHandlerBehaviour
        implements FlowRuleProgrammable {

    @Override
    public Collection<FlowEntry> getFlowEntries() {
        DeviceRules rules = rules("read flow rules");
        if (rules == null) {
            // An empty answer would have ONOS write all rules again.
            throw new IllegalStateException(data().deviceId() + " cannot be read now");
        }
        return rules.read(handler().get(FlowRuleStore.class));
    }

    @Override
    public Collection<FlowRule> applyFlowRules(Collection<FlowRule> rules) {
        return with("apply flow rules", device -> device.apply(rules));
    }

    @Override
    public Collection<FlowRule> removeFlowRules(Collection<FlowRule> rules) {
        return with("remove flow rules", device -> device.remove(rules));
    }

    private Collection<FlowRule> with(
            String what, Function<DeviceRules, Collection<FlowRule>> write) {
        DeviceRules rules = rules(what);
        return rules == null ? List.of() : write.apply(rules);
    }

    /** Null when there is no way to the device, which is logged. */
    private DeviceRules rules(String what) {
        if (!setupBehaviour(what)) {
            return null;
        }
        ApplicationId app = handler().get(CoreService.class).getAppId(Pipeconfs.APP);
        Pipeconfs program = Pipeconfs.of(pipeconf.id());
        if (app == null || program == null) {
            log.warn(
                    "Cannot {} of {}: {}",
                    what,
                    deviceId,
                    app == null ? Pipeconfs.APP + " is not there" : pipeconf.id() + " is foreign");
            return null;
        }
        return new DeviceRules(deviceId, client, p4DeviceId, program, app);
    }
}
