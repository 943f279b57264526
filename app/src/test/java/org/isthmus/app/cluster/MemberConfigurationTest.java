// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.core.model.DeviceId;
import org.junit.jupiter.api.Test;
import org.onosproject.store.service.StorageException;

/** Which configuration is in force, and who says so. */
class MemberConfigurationTest extends TwoMembers {
    @Test
    void aFollowerOfALeaderWithoutConfigurationIsNotReady() {
        one.member.join();
        cluster.elect(N2, ALL);
        run(3_000);
        assertNull(one.member.nat64());
        two.member.problems(List.of("devices: none"));
        run(2_000);
        assertEquals(List.of("devices: none"), one.member.configurationProblems());
    }

    @Test
    void theElectedBeginsATermAndIsConfigured() {
        one.member.join();
        cluster.elect(N1, ALL);
        run(0);
        assertTrue(one.member.leads());
        assertEquals(1, one.cores.size());
        assertEquals(1, one.refreshed);
        assertNull(one.member.nat64());
        one.network("leaf1");
        run(0);
        assertEquals(Set.of(LEAF), devices(one));
        assertEquals(
                List.of(
                        Nat64Event.Type.LEADER_CHANGED,
                        Nat64Event.Type.LEADER_CHANGED,
                        Nat64Event.Type.ALARM_RAISED,
                        Nat64Event.Type.CONFIGURED),
                one.events);
    }

    @Test
    void aSettingThatWasRefusedIsAnAlarmOfWhoeverLeads() {
        one.member.join();
        one.member.refusedSettings(Map.of("termSeconds", "not 1"));
        lead(one, N1);
        String ids =
                one.member.nat64().alarms().stream()
                        .map(a -> a.id + " " + a.message)
                        .collect(Collectors.joining("\n"));
        assertTrue(ids.contains("setting-refused/termSeconds not 1"), ids);
        one.member.refusedSettings(Map.of());
        run(0);
        assertEquals(
                0,
                one.member.nat64().alarms().stream()
                        .filter(a -> a.id.startsWith("setting-refused/"))
                        .count());
    }

    @Test
    void ofConfigurationsTheLastIsInForce() {
        one.member.join();
        lead(one, N1);
        one.events.clear();
        one.network("leaf2");
        one.network("leaf3");
        run(0);
        assertEquals(Set.of(DeviceId.of("device:leaf3")), devices(one));
        assertEquals(1, Collections.frequency(one.events, Nat64Event.Type.CONFIGURED));
        one.member.problems(List.of("a fault"));
        assertEquals(List.of("a fault"), one.member.configurationProblems());
        assertEquals(Set.of(DeviceId.of("device:leaf3")), devices(one));
        one.network("leaf3");
        assertEquals(List.of(), one.member.configurationProblems());
    }

    /** Its node was started while netcfg had faults, and has read none without. */
    @Test
    void aNewLeaderGoesOnWithTheConfigurationThatWasInForce() {
        one.member.join();
        lead(one, N1);
        cluster.elect(N2, ALL);
        run(1_000);
        assertNull(two.member.nat64());
        two.member.problems(List.of("a fault"));
        run(1_000);
        assertEquals(Set.of(LEAF), devices(two));
        assertEquals(List.of("a fault"), two.member.configurationProblems());
        assertEquals(1, refused(two).size());
        assertTrue(refused(two).get(0).endsWith("a fault"), refused(two).get(0));
        two.network("leaf2");
        run(1_000);
        assertEquals(Set.of(DeviceId.of("device:leaf2")), devices(two));
        assertEquals(List.of(), refused(two));
    }

    @Test
    void aNewLeaderWhoseCoreRefusesNetcfgGoesOnWithTheConfigurationThatWasInForce() {
        one.member.join();
        lead(one, N1);
        // More than a switch has rows for.
        List<String> tooMany =
                IntStream.range(0, 2_000)
                        .mapToObj(
                                i ->
                                        "203."
                                                + i / 128 / 256
                                                + "."
                                                + i / 128 % 256
                                                + "."
                                                + i % 128 * 2
                                                + "/32")
                        .collect(Collectors.toList());
        one.network("leaf2", tooMany);
        run(1_000);
        assertEquals(Set.of(LEAF), devices(one));
        cluster.elect(N2, ALL);
        run(1_000);
        two.network("leaf2", tooMany);
        run(1_000);
        assertEquals(Set.of(LEAF), devices(two));
        assertEquals(1, refused(two).size());
        assertEquals(1, two.member.configurationProblems().size());
    }

    @Test
    void theConfigurationInForceIsStoredOnceAtomixAnswers() {
        one.member.join();
        cluster.elect(N1, ALL);
        run(1_000);
        AtomicBoolean fails = new AtomicBoolean(true);
        cluster.watch(
                N1,
                operation -> {
                    if (fails.get() && operation.startsWith("isthmus-netcfg.")) {
                        throw new StorageException.Unavailable();
                    }
                });
        one.network("leaf1");
        run(1_000);
        assertEquals(Set.of(LEAF), devices(one));
        fails.set(false);
        run(4_000);
        cluster.elect(N2, ALL);
        run(1_000);
        two.member.problems(List.of("a fault"));
        run(1_000);
        assertEquals(Set.of(LEAF), devices(two));
    }

    private static List<String> refused(Node node) {
        return node.member.nat64().alarms().stream()
                .filter(a -> a.id.startsWith("configuration-refused"))
                .map(a -> a.id + " " + a.message)
                .collect(Collectors.toList());
    }
}
