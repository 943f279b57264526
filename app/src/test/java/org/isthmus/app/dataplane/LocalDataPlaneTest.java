// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.isthmus.app.dataplane.PlaneSamples.LEAF;
import static org.isthmus.app.dataplane.PlaneSamples.LEAF_ID;
import static org.isthmus.app.dataplane.PlaneSamples.everything;
import static org.isthmus.app.dataplane.PlaneSamples.in;
import static org.isthmus.app.dataplane.PlaneSamples.isIn;
import static org.isthmus.app.dataplane.PlaneSamples.next;
import static org.isthmus.app.dataplane.PlaneSamples.out;
import static org.isthmus.app.dataplane.PlaneSamples.sets;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.onosproject.net.pi.runtime.PiCloneSessionEntry;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiTableEntry;

class LocalDataPlaneTest {
    private final LocalPlane local = new LocalPlane();
    private final FakeOnos onos = local.onos;
    private final List<String> heard = local.heard;

    // Which devices are up.

    @Test
    void aDeviceIsUpOnceItHasWhatEveryProgramNeeds() {
        FakeSwitch leaf = onos.add("device:leaf1");
        local.plane.start();
        assertEquals(List.of(), heard);
        onos.scheduler.run();
        assertEquals(List.of("device:leaf1 up"), heard);
        assertEquals(Set.of(LEAF), local.plane.devices());
        assertTrue(leaf.held.values().stream().anyMatch(e -> e instanceof PiCloneSessionEntry));
        assertEquals(List.of("INSERT PRE_ENTRY"), leaf.log);
        assertEquals(1, onos.groupsAdded.size());
    }

    @Test
    void aDeviceIsDownWithoutMastershipOrProgram() {
        local.up();
        onos.master(LEAF_ID, false);
        onos.scheduler.run();
        assertEquals("device:leaf1 down", heard.get(1));
        local.failure(local.plane.read(LEAF));
        onos.master(LEAF_ID, true);
        onos.scheduler.run();
        assertEquals("device:leaf1 up", heard.get(2));
        onos.devices.available(LEAF_ID, false);
        onos.scheduler.run();
        assertEquals("device:leaf1 down", heard.get(3));
        onos.devices.available(LEAF_ID, true);
        onos.scheduler.run();
        // Its program is gone and back before anyone looked: so are its tables.
        onos.program(LEAF_ID, false);
        onos.program(LEAF_ID, true);
        onos.scheduler.run();
        assertEquals(
                List.of("device:leaf1 up", "device:leaf1 down", "device:leaf1 up"),
                heard.subList(4, 7));
        onos.remove(LEAF_ID);
        onos.scheduler.run();
        assertEquals("device:leaf1 down", heard.get(7));
        assertEquals(8, heard.size());
        assertEquals(Set.of(), local.plane.devices());
    }

    @Test
    void whatHappenedWhileOnosHadLostAtomixIsNoticedAfterwards() {
        local.up();
        onos.lostAtomix = true;
        onos.master(LEAF_ID, false);
        onos.add("device:leaf2");
        onos.devices.available(LEAF_ID, false);
        onos.scheduler.advance(60_000);
        assertEquals(1, heard.size());
        onos.lostAtomix = false;
        onos.scheduler.advance(1_000);
        assertEquals(
                Set.of("device:leaf1 down", "device:leaf2 up"),
                Set.copyOf(heard.subList(1, heard.size())));
        assertEquals(3, heard.size());
    }

    @Test
    void aProgramWithoutACloneSessionIsGivenNone() {
        FakeSwitch card = onos.add("device:leaf1", "org.isthmus.netfpga");
        local.plane.start();
        onos.scheduler.run();
        assertEquals(List.of("device:leaf1 up"), heard);
        assertEquals(List.of(), card.log);
        assertEquals(0, onos.groupsAdded.size());
    }

    @Test
    void countersThatAProgramHasNotAreNotAskedFor() {
        local.up("org.isthmus.netfpga");
        DeviceStatistics statistics = local.get(local.plane.statistics(LEAF));
        assertEquals(Map.of(), statistics.ports());
        assertEquals(Map.of(), statistics.translated());
    }

    @Test
    void aDeviceThatRefusesTheCloneSessionIsTriedAgain() {
        FakeSwitch leaf = onos.add("device:leaf1");
        leaf.refuses = (type, entity) -> entity instanceof PiCloneSessionEntry;
        local.plane.start();
        onos.scheduler.advance(5_000);
        assertEquals(List.of(), heard);
        leaf.refuses = (type, entity) -> false;
        onos.scheduler.advance(1_000);
        assertEquals(List.of("device:leaf1 up"), heard);
    }

    // Changes.

    @ParameterizedTest
    @ValueSource(strings = {"v1model", "minimal", "netfpga"})
    void whatIsAppliedIsHeldAndShownByOnos(String program) {
        FakeSwitch leaf = local.up("org.isthmus." + program);
        List<Intent> all = everything();
        assertEquals(List.of(), local.apply(sets(all)));
        assertEquals(new HashSet<>(all), local.read());
        int rules = onos.flowRules.count();
        long entries = leaf.entries();
        onos.flowRules.poll(LEAF_ID);
        assertEquals(rules, onos.flowRules.count());
        assertEquals(entries, leaf.entries());
        assertEquals(0, (long) local.plane.counters().get("rules-adopted"));

        for (Intent intent : all) {
            assertEquals(List.of(), local.apply(Change.remove(intent)));
        }
        assertEquals(Set.of(), local.read());
        assertEquals(0, leaf.entries());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(0, leaf.entries());
    }

    @Test
    void nothingIsAcknowledgedBeforeTheDeviceHasIt() {
        FakeSwitch leaf = local.up();
        CompletionStage<List<Refusal>> done =
                local.plane.apply(LEAF, List.of(Change.set(in(1, 2))));
        assertFalse(done.toCompletableFuture().isDone());
        List<String> before = new ArrayList<>();
        done.thenRun(() -> before.addAll(leaf.log));
        assertEquals(List.of(), local.get(done));
        assertEquals(List.of("INSERT bib4"), before);
    }

    @Test
    void changesOfTheSameThingKeepTheirOrder() {
        FakeSwitch leaf = local.up();
        Intent last = out(1, 3);
        assertEquals(
                List.of(),
                local.apply(
                        Change.set(out(1, 2)),
                        Change.set(out(9, 9)),
                        Change.remove(out(1, 2)),
                        Change.set(last)));
        assertEquals(Set.of(last, out(9, 9)), local.read());
        assertEquals(List.of(), local.apply(Change.set(next(1, 1, 2)), Change.set(next(1, 2))));
        assertTrue(local.read().contains(next(1, 2)));
        assertEquals(List.of(), local.apply(Change.remove(next(1, 2)), Change.remove(out(9, 9))));
        assertEquals(Set.of(last), local.read());
        assertEquals(1, leaf.entries());
    }

    @Test
    void aFlowRuleStoreThatMissedTheMasterIsHelped() {
        local.up();
        onos.flowRules.masterless = true;
        for (int i = 0; i < 4; i++) {
            local.failure(local.plane.read(LEAF));
            assertTrue(onos.flowRules.masterless);
        }
        local.failure(local.plane.read(LEAF));
        // The mastership was given up.
        assertEquals(Set.of(), local.read());
    }

    /** As after two changes of mastership at once: nothing is read, and so nothing written. */
    @Test
    void aFlowRuleStoreThatTakesNoChangesIsHelped() {
        local.up();
        local.apply(Change.set(out(1, 1)));
        onos.flowRules.unchangeable = true;
        local.failure(local.plane.read(LEAF));
        assertTrue(onos.flowRules.unchangeable);
        local.failure(local.plane.read(LEAF));
        // The mastership was given up.
        assertFalse(onos.flowRules.unchangeable);
        assertEquals(Set.of(out(1, 1)), local.read());
    }

    @Test
    void manyChangesGoInFewRequests() {
        FakeSwitch leaf = local.up();
        int before = leaf.writes;
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            // None that another test wrote.
            changes.add(Change.set(out(20_000 + i, i)));
        }
        assertEquals(List.of(), local.get(local.plane.apply(LEAF, changes)));
        assertEquals(3, leaf.writes - before);
        assertEquals(3000L, (long) local.plane.counters().get("apply-rules"));
        assertEquals(3000, onos.flowRules.count());
    }

    @Test
    void aDeviceThatDoesNotAnswerRefusesNothing() {
        FakeSwitch leaf = local.up();
        leaf.unreachable = true;
        local.failure(local.plane.apply(LEAF, List.of(Change.set(out(1, 2)))));
        local.failure(local.plane.read(LEAF));
        local.failure(local.plane.packets(LEAF, List.of(out(1, 2))));
        local.failure(local.plane.apply(DeviceId.of("device:none"), List.of()));
    }

    @Test
    void aDeviceOfAnotherPrimaryRefusesNothing() {
        FakeSwitch leaf = local.up();
        assertEquals(List.of(), local.apply(Change.set(out(1, 2))));
        leaf.notPrimary = true;
        assertTrue(
                local.failure(local.plane.apply(LEAF, List.of(Change.set(out(2, 3)))))
                        .getMessage()
                        .contains("not its primary"));
        local.failure(local.plane.apply(LEAF, List.of(Change.remove(out(1, 2)))));
        local.failure(
                local.plane.apply(
                        LEAF,
                        List.of(Change.set(new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 9, 9)))));
        assertEquals(0, (long) local.plane.counters().get("apply-refusals"));
        leaf.notPrimary = false;
        assertEquals(Set.of(out(1, 2)), local.read());
        assertEquals(List.of(), local.apply(Change.set(out(2, 3))));
        onos.flowRules.poll(LEAF_ID);
        assertEquals(Set.of(out(1, 2), out(2, 3)), local.read());
    }

    @Test
    void anAnswerThatIsLostDoesNotHangTheCore() {
        FakeSwitch leaf = local.up();
        leaf.hold(true);
        CompletionStage<List<Refusal>> lost =
                local.plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.advance(LocalDevice.TIME_LIMIT_SECONDS * 1000 - 1);
        assertFalse(lost.toCompletableFuture().isDone());
        onos.scheduler.advance(1);
        local.failure(lost);
        leaf.hold(false);
        assertEquals(List.of(), local.apply(Change.set(out(3, 4))));
        assertEquals(1L, (long) local.plane.counters().get("apply-timeouts"));
    }

    @Test
    void whatIsUnderWayEndsWithTheDevice() {
        local.up().hold(true);
        CompletionStage<List<Refusal>> lost =
                local.plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.run();
        onos.master(LEAF_ID, false);
        local.failure(lost);
    }

    /** What went with a device is not for ONOS to bring back: the core may no longer want it. */
    @Test
    void aDeviceThatComesBackEmptyStaysEmpty() {
        FakeSwitch leaf = local.up();
        local.apply(Change.set(out(1, 2)), Change.set(next(1, 1)));
        leaf.held.clear();
        onos.program(LEAF_ID, false);
        onos.program(LEAF_ID, true);
        onos.scheduler.run();
        assertEquals(Set.of(), local.read());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(0, leaf.entries());
        assertEquals(2L, (long) local.plane.counters().get("rules-forgotten"));
    }

    @Test
    void whatBelongsToNothingIsRemoved() {
        FakeSwitch leaf = local.up();
        local.apply(
                Change.set(new TranslationIntent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1)));
        leaf.held.values().removeIf(e -> isIn(e, "pool6"));
        assertEquals(Set.of(), local.read());
        assertEquals(0, leaf.entries());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(0, leaf.entries());
    }

    @Test
    void packetsOfBindings() {
        FakeSwitch leaf = local.up();
        List<BibIntent.Outbound> bindings = new ArrayList<>();
        for (int i = 1; i <= 2 * LocalDevice.COUNTERS_PER_REQUEST; i++) {
            bindings.add(out(i, i));
        }
        local.get(
                local.plane.apply(
                        LEAF, bindings.stream().map(Change::set).collect(Collectors.toList())));
        int[] n = {0};
        for (PiEntity entity : leaf.held.values()) {
            if (isIn(entity, "bib6")) {
                leaf.counted.put(((PiTableEntry) entity).matchKey(), (long) ++n[0]);
            }
        }
        assertArrayEquals(
                new long[] {2, 1},
                local.get(local.plane.packets(LEAF, List.of(bindings.get(1), bindings.get(0)))));
        assertArrayEquals(
                new long[] {2, -1},
                local.get(local.plane.packets(LEAF, List.of(bindings.get(1), out(60000, 1)))));
        int reads = leaf.reads;
        long[] all = local.get(local.plane.packets(LEAF, bindings));
        assertEquals(bindings.size(), all[bindings.size() - 1]);
        assertEquals(1, leaf.reads - reads);
        assertNotNull(local.get(local.plane.statistics(LEAF)));
    }
}
