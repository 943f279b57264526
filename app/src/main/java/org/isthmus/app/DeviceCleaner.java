// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.onosproject.core.ApplicationId;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleOperationsContext;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.flow.FlowRuleStoreException;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupService;
import org.onosproject.store.service.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes everything of this application off the devices this node is master of. */
final class DeviceCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceCleaner.class);

    /** Rules in one operation of ONOS. */
    private static final int OPERATION = 4096;

    private static final long POLL_MILLIS = 100;

    /**
     * ONOS deletes a group at once, but forgets it at its next poll only, some 30 s later. Who
     * installs a new version right after the removal of the old one is refused unless this is over
     * in 2 s.
     */
    private static final long GROUP_MILLIS = 300;

    private final ApplicationId app;
    private final DeviceService devices;
    private final MastershipService masterships;
    private final FlowRuleService flowRules;
    private final GroupService groups;
    private final LongSupplier clock;
    private final Pause pause;

    /** Lets time pass. */
    interface Pause {
        void millis(long millis) throws InterruptedException;
    }

    DeviceCleaner(
            ApplicationId app,
            DeviceService devices,
            MastershipService masterships,
            FlowRuleService flowRules,
            GroupService groups,
            LongSupplier clock,
            Pause pause) {
        this.app = app;
        this.devices = devices;
        this.masterships = masterships;
        this.flowRules = flowRules;
        this.groups = groups;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Removes flow rules, then the groups they pointed to, and waits until they are gone.
     *
     * @param limitMillis for the flow rules
     * @return the devices on which something is left, or may be
     */
    List<DeviceId> clean(long limitMillis) {
        List<DeviceId> left = new ArrayList<>();
        List<DeviceId> ours = ours(clock.getAsLong() + limitMillis, left);
        Map<DeviceId, CompletableFuture<Void>> removals = new LinkedHashMap<>();
        ours.forEach(device -> removals.put(device, remove(device)));
        await(() -> removals.values().stream().allMatch(CompletableFuture::isDone), limitMillis);
        removals.forEach(
                (device, removal) -> {
                    if (removal.isDone() && !removal.isCompletedExceptionally()) {
                        // ONOS forgets a removed rule when the driver next reports the others;
                        // it will be gone by then.
                        flowRules.purgeFlowRules(device, app);
                    } else {
                        left.add(device);
                    }
                });
        for (DeviceId device : ours) {
            for (Group group : groups.getGroups(device, app)) {
                groups.removeGroup(device, group.appCookie(), app);
            }
        }
        await(() -> ours.stream().noneMatch(this::hasGroups), GROUP_MILLIS);
        for (DeviceId device : ours) {
            if (hasGroups(device) && !left.contains(device)) {
                groups.purgeGroupEntries(device, app);
            }
        }
        ours.removeAll(left);
        LOG.info("took all flow rules and groups off {} devices", ours.size());
        for (DeviceId device : left) {
            LOG.warn("{}: not all flow rules and groups are known to be off it", device);
        }
        return left;
    }

    /**
     * The devices this node is master of. While it has lost Atomix, ONOS takes up to 15 s to say
     * that it does not know, of each.
     *
     * @param end no more is asked from then on
     * @param unknown grows by those whose master ONOS does not know
     */
    private List<DeviceId> ours(long end, List<DeviceId> unknown) {
        List<DeviceId> ours = new ArrayList<>();
        for (Device device : devices.getAvailableDevices()) {
            DeviceId id = device.id();
            try {
                if (clock.getAsLong() > end) {
                    unknown.add(id);
                } else if (masterships.isLocalMaster(id)) {
                    ours.add(id);
                }
            } catch (StorageException e) {
                LOG.warn("{}: ONOS cannot tell its master: {}", id, e.toString());
                unknown.add(id);
            }
        }
        return ours;
    }

    /** Fails where ONOS cannot list the rules, so that the other devices are cleaned. */
    private CompletableFuture<Void> remove(DeviceId device) {
        try {
            return remove(rules(device));
        } catch (FlowRuleStoreException e) {
            LOG.warn("{}: ONOS cannot list its flow rules: {}", device, e.toString());
            return CompletableFuture.failedFuture(e);
        }
    }

    private List<FlowRule> rules(DeviceId device) {
        List<FlowRule> rules = new ArrayList<>();
        for (FlowEntry entry : flowRules.getFlowEntries(device)) {
            if (entry.appId() == app.id()) {
                rules.add(entry);
            }
        }
        return rules;
    }

    /** Completes when the device has answered; with a failure if it holds a rule still. */
    private CompletableFuture<Void> remove(List<FlowRule> rules) {
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (int i = 0; i < rules.size(); i += OPERATION) {
            FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
            rules.subList(i, Math.min(i + OPERATION, rules.size())).forEach(operations::remove);
            CompletableFuture<Void> part = new CompletableFuture<>();
            parts.add(part);
            flowRules.apply(
                    operations.build(
                            new FlowRuleOperationsContext() {
                                @Override
                                public void onSuccess(FlowRuleOperations done) {
                                    part.complete(null);
                                }

                                @Override
                                public void onError(FlowRuleOperations failed) {
                                    part.completeExceptionally(
                                            new IllegalStateException("not all were removed"));
                                }
                            }));
        }
        return CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0]));
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
                pause.millis(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
