// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreService;
import org.onosproject.drivers.p4runtime.AbstractP4RuntimeHandlerBehaviour;
import org.onosproject.event.EventDeliveryService;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleProgrammable;
import org.onosproject.net.flow.FlowRuleStore;
import org.onosproject.p4runtime.api.P4RuntimeController;

/**
 * Flow rules as they are, without a mirror of the device or a store of translations beside ONOS's
 * own flow store. See {@link DeviceRules}.
 */
public final class IsthmusFlowRuleProgrammable extends AbstractP4RuntimeHandlerBehaviour
        implements FlowRuleProgrammable {
    /**
     * Behaviours are made anew for each call, and to find out what a device runs ONOS asks Raft.
     * Found anew at every poll.
     */
    private static final Map<DeviceId, DeviceRules> FOUND = new ConcurrentHashMap<>();

    @Override
    public Collection<FlowEntry> getFlowEntries() {
        try {
            return read();
        } catch (Error e) {
            // As of a class that is gone with its bundle. At an Error, ONOS 2.7.0 polls no device
            // any more until it is started anew.
            throw new IllegalStateException(data().deviceId() + " cannot be read now", e);
        }
    }

    private Collection<FlowEntry> read() {
        DeviceRules rules = find("read flow rules");
        if (rules == null) {
            // An empty answer would have ONOS write all rules again.
            throw new IllegalStateException(data().deviceId() + " cannot be read now");
        }
        return DevicePoll.begin(rules, System::nanoTime)
                .entries(
                        new FlowRuleView(
                                handler().get(FlowRuleStore.class),
                                handler().get(MastershipService.class),
                                handler().get(EventDeliveryService.class)::post));
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

    /** As last found, while the connection is the same; else as {@link #find}. */
    private DeviceRules rules(String what) {
        DeviceId device = data().deviceId();
        DeviceRules last = FOUND.get(device);
        return last != null && last.isOver(handler().get(P4RuntimeController.class).get(device))
                ? last
                : find(what);
    }

    /** Null without a connection to the device, which is logged. */
    private DeviceRules find(String what) {
        FOUND.remove(data().deviceId());
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
        DeviceRules found = new DeviceRules(deviceId, client, p4DeviceId, program, app);
        FOUND.put(deviceId, found);
        return found;
    }
}
