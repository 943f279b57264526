// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.core.GroupId;
import org.onosproject.mastership.MastershipServiceAdapter;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.FlowRuleStoreException;
import org.onosproject.net.group.DefaultGroup;
import org.onosproject.net.group.DefaultGroupDescription;
import org.onosproject.net.group.DefaultGroupKey;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupBuckets;
import org.onosproject.net.group.GroupDescription;
import org.onosproject.net.group.GroupKey;
import org.onosproject.net.group.GroupServiceAdapter;
import org.onosproject.net.provider.ProviderId;
import org.onosproject.store.service.StorageException;

class DeviceCleanerTest {
    private static final ApplicationId APP = new DefaultApplicationId(7, "org.isthmus");
    private static final ApplicationId OTHER = new DefaultApplicationId(8, "another");
    private static final DeviceId D1 = DeviceId.deviceId("device:leaf1");
    private static final DeviceId D2 = DeviceId.deviceId("device:leaf2");
    private static final DeviceId NOT_OURS = DeviceId.deviceId("device:leaf3");

    private final List<FlowEntry> rules = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final Set<DeviceId> mute = new HashSet<>();

    /** Their groups stay in ONOS until its next poll. */
    private final Set<DeviceId> forgetful = new HashSet<>();

    private final Set<DeviceId> refusing = new HashSet<>();

    /** Of which ONOS's flow rule store has not heard yet that this node is their master. */
    private final Set<DeviceId> masterless = new HashSet<>();

    /** Of which ONOS cannot say who their master is. */
    private final Set<DeviceId> unknown = new HashSet<>();

    private final Set<DeviceId> purged = new HashSet<>();
    private final List<String> order = new ArrayList<>();
    private long now;

    private final class Rules extends FlowRuleServiceAdapter {
        @Override
        public Iterable<FlowEntry> getFlowEntries(DeviceId device) {
            if (masterless.contains(device)) {
                // As DeviceFlowTable of ONOS 2.7.0.
                throw new FlowRuleStoreException(
                        "There is no master for available device " + device);
            }
            return rules.stream()
                    .filter(r -> r.deviceId().equals(device))
                    .collect(Collectors.toList());
        }

        @Override
        public void apply(FlowRuleOperations operations) {
            Set<FlowRule> all = new HashSet<>();
            operations.stages().forEach(s -> s.forEach(o -> all.add(o.rule())));
            DeviceId device = all.iterator().next().deviceId();
            if (mute.contains(device)) {
                return;
            }
            if (refusing.contains(device)) {
                operations.callback().onError(operations);
                return;
            }
            order.add("rules of " + device);
            rules.removeAll(all);
            operations.callback().onSuccess(operations);
        }

        @Override
        public void purgeFlowRules(DeviceId device, ApplicationId application) {
            assertEquals(APP, application);
            purged.add(device);
        }
    }

    private final class Groups extends GroupServiceAdapter {
        @Override
        public void purgeGroupEntries(DeviceId device, ApplicationId application) {
            groups.removeIf(g -> g.deviceId().equals(device) && g.appId().equals(application));
        }

        @Override
        public Iterable<Group> getGroups(DeviceId device, ApplicationId application) {
            return groups.stream()
                    .filter(g -> g.deviceId().equals(device) && g.appId().equals(application))
                    .collect(Collectors.toList());
        }

        @Override
        public void removeGroup(DeviceId device, GroupKey key, ApplicationId application) {
            order.add("groups of " + device);
            if (!mute.contains(device) && !forgetful.contains(device)) {
                groups.removeIf(
                        g ->
                                g.deviceId().equals(device)
                                        && g.appId().equals(application)
                                        && g.appCookie().equals(key));
            }
        }
    }

    private final DeviceCleaner cleaner =
            new DeviceCleaner(
                    APP,
                    new DeviceServiceAdapter() {
                        @Override
                        public Iterable<Device> getAvailableDevices() {
                            return List.of(device(D1), device(D2), device(NOT_OURS));
                        }
                    },
                    new MastershipServiceAdapter() {
                        @Override
                        public MastershipRole getLocalRole(DeviceId device) {
                            if (unknown.contains(device)) {
                                now += 15_000;
                                throw new StorageException.Timeout();
                            }
                            return device.equals(NOT_OURS)
                                    ? MastershipRole.STANDBY
                                    : MastershipRole.MASTER;
                        }
                    },
                    new Rules(),
                    new Groups(),
                    () -> now,
                    millis -> now += millis);

    private static Device device(DeviceId id) {
        return new DefaultDevice(
                ProviderId.NONE,
                id,
                Device.Type.SWITCH,
                "",
                "",
                "",
                "",
                null,
                DefaultAnnotations.EMPTY);
    }

    private void fill(DeviceId device, ApplicationId application, int count) {
        for (int i = 0; i < count; i++) {
            rules.add(
                    new DefaultFlowEntry(
                            DefaultFlowRule.builder()
                                    .forDevice(device)
                                    .fromApp(application)
                                    .withPriority(application.id() * 20_000 % 65_000 + i % 10_000)
                                    .makePermanent()
                                    .withSelector(DefaultTrafficSelector.emptySelector())
                                    .withTreatment(DefaultTrafficTreatment.emptyTreatment())
                                    .build()));
        }
        GroupDescription group =
                new DefaultGroupDescription(
                        device,
                        GroupDescription.Type.SELECT,
                        new GroupBuckets(List.of()),
                        new DefaultGroupKey(new byte[] {1}),
                        1,
                        application);
        groups.add(new DefaultGroup(GroupId.valueOf(1), group));
    }

    @Test
    void takesAllOfTheApplicationOffItsDevices() {
        fill(D1, APP, 10_000);
        fill(D2, APP, 3);
        fill(D2, OTHER, 2);
        fill(NOT_OURS, APP, 4);
        assertEquals(List.of(), cleaner.clean(1_000));
        assertEquals(Set.of(D1, D2), purged);
        assertEquals(6, rules.size());
        assertTrue(
                rules.stream()
                        .allMatch(r -> r.appId() == OTHER.id() || r.deviceId().equals(NOT_OURS)));
        assertEquals(2, groups.size());
        // Rules point to groups, so they go first.
        assertEquals("groups of " + D1, order.get(order.size() - 2));
        assertEquals(0, now);
    }

    @Test
    void aSwitchThatDoesNotAnswerIsWaitedForAWhile() {
        fill(D1, APP, 3);
        fill(D2, APP, 3);
        mute.add(D1);
        assertEquals(List.of(D1), cleaner.clean(1_000));
        assertEquals(Set.of(D2), purged);
        assertEquals(3, rules.size());
        assertEquals(1_300, now);
    }

    /** As while ONOS has lost Atomix. */
    @Test
    void aSwitchWhoseMasterIsUnknownIsReportedAndTheOthersAreCleaned() {
        fill(D1, APP, 3);
        fill(D2, APP, 3);
        unknown.add(D1);
        assertEquals(List.of(D1), cleaner.clean(15_000));
        assertEquals(Set.of(D2), purged);
        assertEquals(3, rules.size());
        unknown.add(D2);
        assertEquals(List.of(D1, D2, NOT_OURS), cleaner.clean(20_000));
        assertEquals(45_000, now, "the third is not waited for");
    }

    @Test
    void groupsThatOnosWouldForgetLaterAreForgottenNow() {
        fill(D1, APP, 3);
        forgetful.add(D1);
        assertEquals(List.of(), cleaner.clean(1_000));
        assertEquals(List.of(), groups);
        assertTrue(order.contains("groups of " + D1), "deleted on the switch before");
        assertEquals(300, now);
    }

    @Test
    void aSwitchThatRefusesIsReported() {
        fill(D1, APP, 3);
        fill(D2, APP, 3);
        refusing.add(D2);
        assertEquals(List.of(D2), cleaner.clean(1_000));
        assertEquals(Set.of(D1), purged);
        assertEquals(List.of(), groups);
        assertEquals(0, now);
    }

    @Test
    void aSwitchWhoseRulesOnosCannotListIsReportedAndTheOthersAreCleaned() {
        fill(D1, APP, 3);
        fill(D2, APP, 3);
        masterless.add(D1);
        assertEquals(List.of(D1), cleaner.clean(1_000));
        assertEquals(Set.of(D2), purged);
        assertEquals(3, rules.size());
    }
}
