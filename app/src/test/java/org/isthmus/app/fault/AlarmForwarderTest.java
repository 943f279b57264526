// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.onos.FakeNat64Service;
import org.isthmus.app.onos.TestScheduler;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.rest.FakeNat64;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.alarm.Alarm.SeverityLevel;
import org.onosproject.alarm.AlarmId;
import org.onosproject.alarm.AlarmProvider;
import org.onosproject.alarm.AlarmProviderRegistryAdapter;
import org.onosproject.alarm.AlarmProviderService;
import org.onosproject.alarm.AlarmService;
import org.onosproject.alarm.DefaultAlarm;
import org.onosproject.cluster.ClusterServiceAdapter;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.NodeId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.provider.AbstractProviderService;

final class AlarmForwarderTest {
    private static final Alarm DOWN =
            new Alarm(
                    "device-down/device:leaf1",
                    Severity.MAJOR,
                    "device:leaf1",
                    "device:leaf1 is down.",
                    7);
    private static final Alarm LINK =
            new Alarm(
                    "link-down/device:leaf1/1-device:spine1/1",
                    Severity.WARNING,
                    "device:leaf1/1-device:spine1/1",
                    "The link is down.",
                    8);

    private final FakeNat64 nat64 = new FakeNat64();
    private final FakeNat64Service service = new FakeNat64Service(nat64);
    private final TestScheduler scheduler = new TestScheduler();

    /** What ONOS keeps, by id. */
    private final Map<String, org.onosproject.alarm.Alarm> kept = new TreeMap<>();

    /** Thrown by ONOS's store while set. */
    private RuntimeException failure;

    private boolean registered;

    private final class Registry extends AlarmProviderRegistryAdapter {
        @Override
        public AlarmProviderService register(AlarmProvider provider) {
            registered = true;
            return new Faults(provider);
        }

        @Override
        public void unregister(AlarmProvider provider) {
            registered = false;
        }
    }

    private final class Faults extends AbstractProviderService<AlarmProvider>
            implements AlarmProviderService {
        Faults(AlarmProvider provider) {
            super(provider);
        }

        @Override
        public void updateAlarmList(
                DeviceId device, Collection<org.onosproject.alarm.Alarm> alarms) {
            if (failure != null) {
                throw failure;
            }
            for (org.onosproject.alarm.Alarm alarm : alarms) {
                assertEquals(device, alarm.deviceId());
                kept.put(alarm.id().toString(), alarm);
            }
        }
    }

    private AlarmForwarder forwarder() {
        AlarmService known =
                (AlarmService)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {AlarmService.class},
                                (self, method, args) -> {
                                    assertEquals("getActiveAlarms", method.getName());
                                    return kept.values().stream()
                                            .filter(a -> !a.cleared())
                                            .collect(Collectors.toSet());
                                });
        return new AlarmForwarder(
                service,
                new Registry(),
                known,
                new ClusterServiceAdapter() {
                    @Override
                    public ControllerNode getLocalNode() {
                        return new DefaultControllerNode(
                                FakeNat64Service.HERE, IpAddress.valueOf("127.0.0.1"));
                    }
                },
                scheduler);
    }

    private List<String> active() {
        return kept.values().stream()
                .filter(a -> !a.cleared())
                .map(a -> a.id() + " " + a.severity() + " " + a.deviceId())
                .collect(Collectors.toList());
    }

    @Test
    void raisesAndClears() {
        forwarder();
        scheduler.run();
        service.post(Nat64Event.Type.ALARM_RAISED, DOWN);
        service.post(Nat64Event.Type.ALARM_RAISED, LINK);
        scheduler.run();
        assertEquals(
                List.of(
                        "nat64:device-down/device:leaf1 MAJOR device:leaf1",
                        "nat64:link-down/device:leaf1/1-device:spine1/1 WARNING device:leaf1"),
                active());
        org.onosproject.alarm.Alarm down = kept.get("nat64:" + DOWN.id);
        assertEquals("device:leaf1 is down.", down.description());
        assertEquals(7, down.timeRaised());
        assertTrue(down.serviceAffecting());
        assertFalse(kept.get("nat64:" + LINK.id).serviceAffecting());

        service.post(Nat64Event.Type.ALARM_CLEARED, DOWN);
        service.post(Nat64Event.Type.ALARM_CLEARED, LINK);
        scheduler.run();
        assertEquals(List.of(), active());
        assertEquals(SeverityLevel.CLEARED, kept.get("nat64:" + DOWN.id).severity());
    }

    @Test
    void everySeverityHasItsOwn() {
        forwarder();
        for (Severity severity : Severity.values()) {
            service.post(
                    Nat64Event.Type.ALARM_RAISED, new Alarm("a", severity, "pool main", "m", 1));
            scheduler.run();
            assertEquals(List.of("nat64:a " + severity + " " + DeviceId.NONE), active());
        }
    }

    /** What ONOS's threads call does not wait for the core, nor for ONOS's store. */
    @Test
    void nothingIsDoneOnTheCallersThread() {
        nat64.failure = new IllegalStateException("the core is asked");
        failure = new IllegalStateException("the store is asked");
        AlarmForwarder forwarder = forwarder();
        service.post(Nat64Event.Type.ALARM_RAISED, DOWN);
        service.post(Nat64Event.Type.ALARM_CLEARED, DOWN);
        service.post(Nat64Event.Type.LEADER_CHANGED, FakeNat64Service.HERE);
        forwarder.triggerProbe(DeviceId.deviceId("device:leaf1"));
        assertEquals(Map.of(), kept);
    }

    @Test
    void whatWasRaisedBeforeIsToldAndWhatEndedUnseenIsCleared() {
        nat64.alarms.add(DOWN);
        keep("nat64:gone", "device:leaf2", SeverityLevel.CRITICAL);
        keep("device:leaf2:other", "device:leaf2", SeverityLevel.MINOR);
        forwarder();
        scheduler.run();
        assertEquals(
                List.of(
                        "device:leaf2:other MINOR device:leaf2",
                        "nat64:device-down/device:leaf1 MAJOR device:leaf1"),
                active());
    }

    @Test
    void anAcknowledgedAlarmStaysSo() {
        nat64.alarms.add(DOWN);
        forwarder();
        scheduler.run();
        org.onosproject.alarm.Alarm seen =
                new DefaultAlarm.Builder(kept.get("nat64:" + DOWN.id))
                        .withAcknowledged(true)
                        .build();
        kept.put("nat64:" + DOWN.id, seen);
        service.post(Nat64Event.Type.CONFIGURED, "org.isthmus");
        scheduler.run();
        assertEquals(seen, kept.get("nat64:" + DOWN.id));
    }

    private void keep(String id, String device, SeverityLevel severity) {
        DeviceId on = DeviceId.deviceId(device);
        kept.put(id, new DefaultAlarm.Builder(AlarmId.alarmId(id), on, id, severity, 1).build());
    }

    @Test
    void aCoreThatBeginsLaterIsAsked() {
        service.nat64 = null;
        nat64.alarms.add(DOWN);
        forwarder();
        scheduler.run();
        assertEquals(List.of(), active());
        service.nat64 = nat64;
        service.post(Nat64Event.Type.CONFIGURED, "org.isthmus");
        scheduler.run();
        assertEquals(1, active().size());
    }

    @Test
    void onlyTheLeaderSpeaks() {
        nat64.alarms.add(DOWN);
        service.leader = NodeId.nodeId("there");
        forwarder();
        service.post(Nat64Event.Type.ALARM_RAISED, LINK);
        scheduler.run();
        assertEquals(List.of(), active());
        service.leader = FakeNat64Service.HERE;
        service.post(Nat64Event.Type.LEADER_CHANGED, FakeNat64Service.HERE);
        scheduler.run();
        assertEquals(List.of("nat64:device-down/device:leaf1 MAJOR device:leaf1"), active());
    }

    @Test
    void whatOnosDidNotTakeIsToldAgain() {
        forwarder();
        scheduler.run();
        failure = new IllegalStateException("no majority");
        nat64.alarms.add(DOWN);
        service.post(Nat64Event.Type.ALARM_RAISED, DOWN);
        nat64.alarms.add(LINK);
        service.post(Nat64Event.Type.ALARM_RAISED, LINK);
        scheduler.advance(AlarmForwarder.RETRY_SECONDS * 1000);
        assertEquals(List.of(), active());
        failure = null;
        scheduler.advance(AlarmForwarder.RETRY_SECONDS * 1000);
        assertEquals(2, active().size());
    }

    @Test
    void alarmsEndWithTheApplication() {
        nat64.alarms.add(DOWN);
        keep("device:leaf2:other", "device:leaf2", SeverityLevel.MINOR);
        AlarmForwarder forwarder = forwarder();
        scheduler.run();
        assertEquals(2, active().size());
        service.leader = null;
        service.post(Nat64Event.Type.DEACTIVATED, "org.isthmus");
        service.leader = FakeNat64Service.HERE;
        service.post(Nat64Event.Type.ALARM_RAISED, LINK);
        service.post(Nat64Event.Type.CONFIGURED, "org.isthmus");
        scheduler.run();
        assertEquals(List.of("device:leaf2:other MINOR device:leaf2"), active());
        forwarder.deactivate();
    }

    /** When ONOS stops, they last: one that somebody acknowledged is to stay so. */
    @Test
    void alarmsOutliveOnos() {
        nat64.alarms.add(DOWN);
        AlarmForwarder forwarder = forwarder();
        scheduler.run();
        forwarder.deactivate();
        assertEquals(1, active().size());
    }

    @Test
    void nothingStaysRegistered() {
        AlarmForwarder forwarder = forwarder();
        assertTrue(registered);
        forwarder.deactivate();
        assertFalse(registered);
        assertEquals(List.of(), service.listeners);
    }
}
