// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.onosproject.core.ApplicationId;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes everything of this application off the devices this node is master of. */
final class DeviceCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceCleaner.class);

    /** Rules in one operation of ONOS. */
    private static final int OPERATION = 4096;

    private static final long POLL_MILLIS = 100;

    private final ApplicationId app;
    private final DeviceService devices;
    private final MastershipService masterships;
    private final FlowRuleService flowRules;
    private final GroupService groups;
    private final LongSupplier clock;

    DeviceCleaner(
            ApplicationId app,
            DeviceService devices,
            MastershipService masterships,
            FlowRuleService flowRules,
            GroupService groups,
            LongSupplier clock) {
        this.app = app;
        this.devices = devices;
        this.masterships = masterships;
        this.flowRules = flowRules;
        this.groups = groups;
        this.clock = clock;
    }

    /**
     * Removes flow rules, then the groups they pointed to, and waits until they are gone.
     *
     * @param limitMillis for each of the two
     */
    void clean(long limitMillis) {
        List<DeviceId> ours = new ArrayList<>();
        for (Device device : devices.getAvailableDevices()) {
            if (masterships.isLocalMaster(device.id())) {
                ours.add(device.id());
            }
        }
        List<FlowRule> rules = new ArrayList<>();
        ours.forEach(device -> rules.addAll(rules(device)));
        for (int i = 0; i < rules.size(); i += OPERATION) {
            flowRules.removeFlowRules(
                    rules.subList(i, Math.min(i + OPERATION, rules.size()))
                            .toArray(new FlowRule[0]));
        }
        boolean gone = await(() -> ours.stream().allMatch(d -> rules(d).isEmpty()), limitMillis);
        for (DeviceId device : ours) {
            for (Group group : groups.getGroups(device, app)) {
                groups.removeGroup(device, group.appCookie(), app);
            }
        }
        gone &= await(() -> ours.stream().noneMatch(this::hasGroups), limitMillis);
        if (gone) {
            LOG.info("took {} flow rules off {} devices", rules.size(), ours.size());
        } else {
            LOG.warn("not all of {} flow rules and their groups are off the devices", rules.size());
        }
    }

    private List<FlowEntry> rules(DeviceId device) {
        List<FlowEntry> rules = new ArrayList<>();
        for (FlowEntry entry : flowRules.getFlowEntries(device)) {
            if (entry.appId() == app.id() && entry.state() != FlowEntry.FlowEntryState.REMOVED) {
                rules.add(entry);
            }
        }
        return rules;
    }

    private boolean hasGroups(DeviceId device) {
        return groups.getGroups(device, app).iterator().hasNext();
    }

    private interface Condition {
        boolean holds();
    }

    private boolean await(Condition condition, long limitMillis) {
        long end = clock.getAsLong() + limitMillis;
        while (!condition.holds()) {
            if (clock.getAsLong() >= end) {
                return false;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
