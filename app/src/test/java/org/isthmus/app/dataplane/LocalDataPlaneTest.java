// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.app.onos.FakeSwitch;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.pipeconf.IsthmusInterpreter;
import org.isthmus.pipeconf.TapOf;
import org.isthmus.pipeline.PacketIo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.onlab.packet.Ethernet;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowRuleEvent;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.pi.runtime.PiCloneSessionEntry;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiTableEntry;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.UpdateType;

class LocalDataPlaneTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");
    private static final org.onosproject.net.DeviceId LEAF_ID =
            org.onosproject.net.DeviceId.deviceId("device:leaf1");
    private static final MacAddress MAC = MacAddress.parse("00:00:5e:00:53:01");

    private final FakeOnos onos = new FakeOnos();
    private final List<String> heard = new ArrayList<>();
    private byte[] lastFrame;
    private LocalDataPlane plane = plane();

    private LocalDataPlane plane() {
        LocalDataPlane fresh =
                new LocalDataPlane(
                        new Onos(
                                onos.app,
                                onos.devices,
                                onos.masterships,
                                onos.configs,
                                onos.pipeconfs,
                                onos.watchdog,
                                onos.flowRules,
                                onos.view,
                                onos.groups,
                                onos.packets,
                                onos.p4runtime,
                                onos.scheduler));
        fresh.listen(
                new DataPlane.Listener() {
                    @Override
                    public void deviceUp(DeviceId device) {
                        heard.add(device + " up");
                    }

                    @Override
                    public void deviceDown(DeviceId device) {
                        heard.add(device + " down");
                    }

                    @Override
                    public void packetIn(
                            DeviceId device, int port, PuntReason reason, byte[] frame) {
                        heard.add(device + "/" + port + " " + reason);
                        lastFrame = frame;
                    }

                    @Override
                    public void portState(DeviceId device, int port, boolean up) {
                        throw new AssertionError("ports are not its business");
                    }
                });
        return fresh;
    }

    private FakeSwitch up() {
        return up("org.isthmus.v1model");
    }

    private FakeSwitch up(String pipeconf) {
        FakeSwitch leaf = onos.add("device:leaf1", pipeconf);
        plane.start();
        onos.scheduler.run();
        assertEquals(List.of("device:leaf1 up"), heard);
        leaf.log.clear();
        return leaf;
    }

    private <T> T get(CompletionStage<T> stage) {
        onos.scheduler.run();
        CompletableFuture<T> future = stage.toCompletableFuture();
        assertTrue(future.isDone(), "not done");
        return future.join();
    }

    private Throwable failure(CompletionStage<?> stage) {
        onos.scheduler.run();
        CompletableFuture<?> future = stage.toCompletableFuture();
        assertTrue(future.isCompletedExceptionally(), "no failure");
        return future.handle((value, e) -> e).join();
    }

    private List<Refusal> apply(Change... changes) {
        return get(plane.apply(LEAF, List.of(changes)));
    }

    private Set<Intent> read() {
        List<Intent> held = get(plane.read(LEAF));
        Set<Intent> set = new HashSet<>(held);
        assertEquals(held.size(), set.size());
        return set;
    }

    private static BibIntent.Outbound out(int port6, int port4) {
        return new BibIntent.Outbound(
                1, Protocol.UDP, 0x20010db8L << 32, 5, port6, 0xcb007101, port4);
    }

    private static BibIntent.Inbound in(int port4, int port6) {
        return new BibIntent.Inbound(Protocol.UDP, 0xcb007101, port4, 0x20010db8L << 32, 5, port6);
    }

    private static RoutingIntent.Next next(int id, int... ports) {
        List<RoutingIntent.Hop> hops = new ArrayList<>();
        for (int port : ports) {
            hops.add(new RoutingIntent.Hop(port, MAC, MAC, 0, 1500));
        }
        return new RoutingIntent.Next(id, hops);
    }

    /** One of each kind. */
    private static List<Intent> everything() {
        return List.of(
                new SwitchIntent.Station(MAC),
                new SwitchIntent.Served4(Ipv4Prefix.parse("203.0.113.0/28"), MAC),
                new SwitchIntent.Served6(Ipv6Prefix.parse("64:ff9b::/96"), MAC),
                new SwitchIntent.Local4(Ipv4Address.parse("192.0.0.1")),
                new TranslationIntent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1),
                new TranslationIntent.Denied(1, Ipv4Prefix.parse("10.0.0.0/8")),
                new TranslationIntent.Pool4(Ipv4Prefix.parse("203.0.113.0/28"), 1),
                new TranslationIntent.Eam(
                        Ipv4Prefix.parse("192.0.2.1/32"),
                        Ipv6Prefix.parse("2001:db8:aaaa::1/128"),
                        1,
                        Eam.Host.IPV6),
                out(4242, 1042),
                in(1042, 4242),
                next(3, 1, 2),
                new RoutingIntent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), RoutingIntent.Via.NEXT, 3),
                new RoutingIntent.Route6(Ipv6Prefix.parse("::/0"), RoutingIntent.Via.NEXT, 3),
                new RoutingIntent.Route6(
                        Ipv6Prefix.parse("2001:db8:1::/64"), RoutingIntent.Via.CONNECTED, 0),
                new TranslationIntent.Options(-1, true, 1280),
                new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 5000, 500));
    }

    private static Change[] sets(List<Intent> intents) {
        return intents.stream().map(Change::set).toArray(Change[]::new);
    }

    // Which devices are up.

    @Test
    void aDeviceIsUpOnceItHasWhatEveryProgramNeeds() {
        FakeSwitch leaf = onos.add("device:leaf1");
        plane.start();
        assertEquals(List.of(), heard);
        onos.scheduler.run();
        assertEquals(List.of("device:leaf1 up"), heard);
        assertEquals(Set.of(LEAF), plane.devices());
        assertTrue(leaf.held.values().stream().anyMatch(e -> e instanceof PiCloneSessionEntry));
        assertEquals(List.of("INSERT PRE_ENTRY"), leaf.log);
        assertEquals(1, onos.groupsAdded.size());
    }

    @Test
    void aDeviceIsDownWithoutMastershipOrProgram() {
        up();
        onos.master(LEAF_ID, false);
        onos.scheduler.run();
        assertEquals("device:leaf1 down", heard.get(1));
        failure(plane.read(LEAF));
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
        assertEquals(Set.of(), plane.devices());
    }

    @Test
    void aProgramWithoutACloneSessionIsGivenNone() {
        FakeSwitch card = onos.add("device:leaf1", "org.isthmus.netfpga");
        plane.start();
        onos.scheduler.run();
        assertEquals(List.of("device:leaf1 up"), heard);
        assertEquals(List.of(), card.log);
        assertEquals(0, onos.groupsAdded.size());
    }

    @Test
    void countersThatAProgramHasNotAreNotAskedFor() {
        up("org.isthmus.netfpga");
        DeviceStatistics statistics = get(plane.statistics(LEAF));
        assertEquals(Map.of(), statistics.ports());
        assertEquals(Map.of(), statistics.translated());
    }

    @Test
    void aDeviceThatRefusesTheCloneSessionIsTriedAgain() {
        FakeSwitch leaf = onos.add("device:leaf1");
        leaf.refuses = (type, entity) -> entity instanceof PiCloneSessionEntry;
        plane.start();
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
        FakeSwitch leaf = up("org.isthmus." + program);
        List<Intent> all = everything();
        assertEquals(List.of(), apply(sets(all)));
        assertEquals(new HashSet<>(all), read());
        int rules = onos.flowRules.count();
        long entries = leaf.entries();
        onos.flowRules.poll(LEAF_ID);
        assertEquals(rules, onos.flowRules.count());
        assertEquals(entries, leaf.entries());
        assertEquals(0, (long) plane.counters().get("rules-adopted"));

        for (Intent intent : all) {
            assertEquals(List.of(), apply(Change.remove(intent)));
        }
        assertEquals(Set.of(), read());
        assertEquals(0, leaf.entries());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(0, leaf.entries());
    }

    @Test
    void nothingIsAcknowledgedBeforeTheDeviceHasIt() {
        FakeSwitch leaf = up();
        CompletionStage<List<Refusal>> done = plane.apply(LEAF, List.of(Change.set(in(1, 2))));
        assertFalse(done.toCompletableFuture().isDone());
        List<String> before = new ArrayList<>();
        done.thenRun(() -> before.addAll(leaf.log));
        assertEquals(List.of(), get(done));
        assertEquals(List.of("INSERT bib4"), before);
    }

    @Test
    void changesOfTheSameThingKeepTheirOrder() {
        FakeSwitch leaf = up();
        Intent last = out(1, 3);
        assertEquals(
                List.of(),
                apply(
                        Change.set(out(1, 2)),
                        Change.set(out(9, 9)),
                        Change.remove(out(1, 2)),
                        Change.set(last)));
        assertEquals(Set.of(last, out(9, 9)), read());
        assertEquals(List.of(), apply(Change.set(next(1, 1, 2)), Change.set(next(1, 2))));
        assertTrue(read().contains(next(1, 2)));
        assertEquals(List.of(), apply(Change.remove(next(1, 2)), Change.remove(out(9, 9))));
        assertEquals(Set.of(last), read());
        assertEquals(1, leaf.entries());
    }

    @Test
    void aFlowRuleStoreThatMissedTheMasterIsHelped() {
        up();
        onos.flowRules.masterless = true;
        for (int i = 0; i < 4; i++) {
            failure(plane.read(LEAF));
            assertTrue(onos.flowRules.masterless);
        }
        failure(plane.read(LEAF));
        // The mastership was given up.
        assertEquals(Set.of(), read());
    }

    @Test
    void manyChangesGoInFewRequests() {
        FakeSwitch leaf = up();
        int before = leaf.writes;
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            // None that another test wrote.
            changes.add(Change.set(out(20_000 + i, i)));
        }
        assertEquals(List.of(), get(plane.apply(LEAF, changes)));
        assertEquals(3, leaf.writes - before);
        assertEquals(3000L, (long) plane.counters().get("apply-rules"));
        assertEquals(3000, onos.flowRules.count());
    }

    // What ONOS shows.

    @Test
    void onosShowsWhatTheDeviceHasAcknowledged() {
        FakeSwitch leaf = up();
        // None that another test wrote.
        Intent first = out(4711, 1147);
        leaf.hold(true);
        CompletionStage<List<Refusal>> done = plane.apply(LEAF, List.of(Change.set(first)));
        onos.scheduler.run();
        assertEquals(1, leaf.entries());
        assertEquals(0, onos.flowRules.count());
        leaf.hold(false);
        assertEquals(List.of(), get(done));
        assertEquals(List.of(FlowEntryState.ADDED), states());
        leaf.refuses = (type, entity) -> isIn(entity, "bib6");
        assertEquals(1, apply(Change.set(out(2, 3)), Change.set(in(4, 5))).size());
        assertEquals(2, onos.flowRules.count());
        leaf.refuses = (type, entity) -> false;
        apply(Change.remove(first));
        assertEquals(1, onos.flowRules.count());
        assertEquals(
                List.of(
                        FlowRuleEvent.Type.RULE_ADDED,
                        FlowRuleEvent.Type.RULE_ADDED,
                        FlowRuleEvent.Type.RULE_REMOVED),
                onos.flowRuleEvents.stream().map(FlowRuleEvent::type).collect(Collectors.toList()));
    }

    private List<FlowEntryState> states() {
        List<FlowEntryState> states = new ArrayList<>();
        onos.flowRules.getFlowEntries(LEAF_ID).forEach(entry -> states.add(entry.state()));
        return states;
    }

    @Test
    void aRouteThatChangesIsShownAsItIs() {
        up();
        Ipv4Prefix prefix = Ipv4Prefix.parse("0.0.0.0/0");
        apply(Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, 3)));
        String before = treatments();
        apply(Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, 4)));
        assertEquals(1, onos.flowRules.count());
        assertNotEquals(before, treatments());
        int known = onos.flowRuleEvents.size();
        apply(Change.set(new RoutingIntent.Route4(prefix, RoutingIntent.Via.NEXT, 4)));
        assertEquals(known, onos.flowRuleEvents.size(), "nothing has changed");
    }

    private String treatments() {
        StringBuilder all = new StringBuilder();
        onos.flowRules.getFlowEntries(LEAF_ID).forEach(entry -> all.append(entry.treatment()));
        return all.toString();
    }

    @Test
    void whoIsNotTheMasterAnyMoreTellsNothing() {
        FakeSwitch leaf = up();
        leaf.hold(true);
        plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.run();
        onos.master(LEAF_ID, false);
        leaf.hold(false);
        onos.scheduler.run();
        assertEquals(0, onos.flowRules.count());
        onos.master(LEAF_ID, true);
        onos.scheduler.run();
        assertEquals(Set.of(out(1, 2)), read());
        assertEquals(1, onos.flowRules.count());
    }

    @Test
    void nothingIsReadBeforeOnosWasToldOfWhatWasWritten() {
        FakeSwitch leaf = up();
        leaf.hold(true);
        CompletionStage<List<Refusal>> lost = plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.advance(LocalDevice.TIME_LIMIT_SECONDS * 1000);
        failure(lost);
        CompletionStage<List<Intent>> reading = plane.read(LEAF);
        onos.scheduler.run();
        assertEquals(0, leaf.reads);
        leaf.hold(false);
        assertEquals(List.of(out(1, 2)), get(reading));
        assertEquals(0L, (long) plane.counters().get("rules-adopted"));
    }

    @Test
    void anIntentThatIsRefusedInPartLeavesNothing() {
        FakeSwitch leaf = up();
        leaf.refuses = (type, entity) -> type == UpdateType.INSERT && isIn(entity, "pool6");
        Intent prefix = new TranslationIntent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1);
        List<Refusal> refusals = apply(Change.set(prefix), Change.set(out(1, 2)));
        assertEquals(1, refusals.size());
        assertSame(prefix, refusals.get(0).change().intent());
        assertEquals(1, leaf.entries());
        leaf.refuses = (type, entity) -> false;
        // ONOS does not try by itself what the core was told is refused.
        onos.flowRules.poll(LEAF_ID);
        onos.flowRules.poll(LEAF_ID);
        assertEquals(1, leaf.entries());
        assertEquals(Set.of(out(1, 2)), read());
    }

    private static boolean isIn(PiEntity entity, String table) {
        return entity instanceof PiTableEntry && ((PiTableEntry) entity).table().id().equals(table);
    }

    @Test
    void aDeviceThatDoesNotAnswerRefusesNothing() {
        FakeSwitch leaf = up();
        leaf.unreachable = true;
        failure(plane.apply(LEAF, List.of(Change.set(out(1, 2)))));
        failure(plane.read(LEAF));
        failure(plane.packets(LEAF, List.of(out(1, 2))));
        failure(plane.apply(DeviceId.of("device:none"), List.of()));
    }

    @Test
    void aDeviceOfAnotherPrimaryRefusesNothing() {
        FakeSwitch leaf = up();
        assertEquals(List.of(), apply(Change.set(out(1, 2))));
        leaf.notPrimary = true;
        assertTrue(
                failure(plane.apply(LEAF, List.of(Change.set(out(2, 3)))))
                        .getMessage()
                        .contains("not its primary"));
        failure(plane.apply(LEAF, List.of(Change.remove(out(1, 2)))));
        failure(
                plane.apply(
                        LEAF,
                        List.of(Change.set(new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 9, 9)))));
        assertEquals(0, (long) plane.counters().get("apply-refusals"));
        leaf.notPrimary = false;
        assertEquals(Set.of(out(1, 2)), read());
        assertEquals(List.of(), apply(Change.set(out(2, 3))));
        onos.flowRules.poll(LEAF_ID);
        assertEquals(Set.of(out(1, 2), out(2, 3)), read());
    }

    @Test
    void anAnswerThatIsLostDoesNotHangTheCore() {
        FakeSwitch leaf = up();
        leaf.hold(true);
        CompletionStage<List<Refusal>> lost = plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.advance(LocalDevice.TIME_LIMIT_SECONDS * 1000 - 1);
        assertFalse(lost.toCompletableFuture().isDone());
        onos.scheduler.advance(1);
        failure(lost);
        leaf.hold(false);
        assertEquals(List.of(), apply(Change.set(out(3, 4))));
        assertEquals(1L, (long) plane.counters().get("apply-timeouts"));
    }

    @Test
    void whatIsUnderWayEndsWithTheDevice() {
        up().hold(true);
        CompletionStage<List<Refusal>> lost = plane.apply(LEAF, List.of(Change.set(out(1, 2))));
        onos.scheduler.run();
        onos.master(LEAF_ID, false);
        failure(lost);
    }

    // Reading.

    @Test
    void afterARestartOnosKnowsWhatTheDeviceHolds() {
        FakeSwitch leaf = up();
        List<Intent> all = everything();
        apply(sets(all));
        long entries = leaf.entries();
        plane.close();
        onos.scheduler.run();

        onos.flowRules.forget();
        heard.clear();
        plane = plane();
        plane.start();
        onos.scheduler.run();
        leaf.log.clear();
        onos.flowRules.poll(LEAF_ID);
        assertEquals(entries, leaf.entries(), "ONOS removes nothing that it does not know");
        assertEquals(new HashSet<>(all), read());
        assertEquals(entries, leaf.entries());
        assertFalse(leaf.log.stream().anyMatch(l -> l.startsWith("INSERT")), leaf.log.toString());
        assertTrue(plane.counters().get("rules-adopted") > 0);
        onos.flowRules.poll(LEAF_ID);
        assertEquals(entries, leaf.entries());

        // Only what ONOS knows can be removed.
        assertEquals(List.of(), apply(Change.remove(out(4242, 1042))));
        assertEquals(entries - 1, leaf.entries());
    }

    @Test
    void whatOnosKnowsOtherwiseIsTakenAsItIs() {
        FakeSwitch leaf = up();
        apply(Change.set(out(1, 2)));
        PiEntity old = leaf.held.values().stream().filter(e -> isIn(e, "bib6")).findFirst().get();
        apply(Change.set(out(1, 3)));
        leaf.held.put(old.handle(LEAF_ID), old);
        assertEquals(Set.of(out(1, 2)), read());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(Set.of(out(1, 2)), read());
    }

    /** What went with a device is not for ONOS to bring back: the core may no longer want it. */
    @Test
    void aDeviceThatComesBackEmptyStaysEmpty() {
        FakeSwitch leaf = up();
        apply(Change.set(out(1, 2)), Change.set(next(1, 1)));
        leaf.held.clear();
        onos.program(LEAF_ID, false);
        onos.program(LEAF_ID, true);
        onos.scheduler.run();
        assertEquals(Set.of(), read());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(0, leaf.entries());
        assertEquals(2L, (long) plane.counters().get("rules-forgotten"));
    }

    @Test
    void whatBelongsToNothingIsRemoved() {
        FakeSwitch leaf = up();
        apply(Change.set(new TranslationIntent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1)));
        leaf.held.values().removeIf(e -> isIn(e, "pool6"));
        assertEquals(Set.of(), read());
        assertEquals(0, leaf.entries());
        onos.flowRules.poll(LEAF_ID);
        assertEquals(0, leaf.entries());
    }

    @Test
    void packetsOfBindings() {
        FakeSwitch leaf = up();
        List<BibIntent.Outbound> bindings = new ArrayList<>();
        for (int i = 1; i <= 2 * LocalDevice.COUNTERS_PER_REQUEST; i++) {
            bindings.add(out(i, i));
        }
        get(plane.apply(LEAF, bindings.stream().map(Change::set).collect(Collectors.toList())));
        int[] n = {0};
        for (PiEntity entity : leaf.held.values()) {
            if (isIn(entity, "bib6")) {
                leaf.counted.put(((PiTableEntry) entity).matchKey(), (long) ++n[0]);
            }
        }
        assertArrayEquals(
                new long[] {2, 1},
                get(plane.packets(LEAF, List.of(bindings.get(1), bindings.get(0)))));
        assertArrayEquals(
                new long[] {2, -1},
                get(plane.packets(LEAF, List.of(bindings.get(1), out(60000, 1)))));
        int reads = leaf.reads;
        long[] all = get(plane.packets(LEAF, bindings));
        assertEquals(bindings.size(), all[bindings.size() - 1]);
        assertEquals(1, leaf.reads - reads);
        assertNotNull(get(plane.statistics(LEAF)));
    }

    // Packets.

    private PacketContext packetIn(PuntReason reason, Ethernet parsed, byte[] frame) {
        return onos.packetIn(LEAF_ID, 3, (long) PacketIo.code(reason), parsed, frame);
    }

    @Test
    void framesComeInAndAreKeptFromOthersWhereTheyAreOursAlone() {
        up();
        heard.clear();
        byte[] frame = new byte[60];
        assertTrue(packetIn(PuntReason.BIB_MISS, null, frame).isHandled());
        assertSame(frame, lastFrame);
        assertFalse(packetIn(PuntReason.NEIGHBOR, new Ethernet(), frame).isHandled());
        assertFalse(packetIn(PuntReason.LINK_DISCOVERY, new Ethernet(), frame).isHandled());
        assertFalse(onos.packetIn(LEAF_ID, 3, null, new Ethernet(), frame).isHandled());
        assertEquals(List.of("device:leaf1/3 BIB_MISS", "device:leaf1/3 NEIGHBOR"), heard);
        onos.master(LEAF_ID, false);
        onos.scheduler.run();
        heard.clear();
        assertFalse(packetIn(PuntReason.BIB_MISS, null, frame).isHandled());
        assertEquals(List.of(), heard);
        assertEquals(0, plane.framesDropped(), "it is for the node that is master");
    }

    @Test
    void framesThatAreOursAloneComeStraightFromTheConnection() {
        // What other tests began takes the frames of their devices.
        org.onosproject.net.DeviceId id = org.onosproject.net.DeviceId.deviceId("device:connected");
        onos.add("device:connected");
        byte[] frame = new byte[60];
        plane.start();
        assertFalse(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
        onos.scheduler.run();
        heard.clear();
        assertTrue(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
        assertArrayEquals(frame, lastFrame);
        assertFalse(TapOf.packetIn(id, 3, PuntReason.NEIGHBOR, frame), "ONOS finds hosts by it");
        assertEquals(List.of("device:connected/3 BIB_MISS"), heard);
        onos.master(id, false);
        onos.scheduler.run();
        assertFalse(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
        onos.master(id, true);
        onos.scheduler.run();
        plane.close();
        assertFalse(TapOf.packetIn(id, 3, PuntReason.BIB_MISS, frame));
    }

    @Test
    void framesOfADeviceThatIsNotUpYetAreCounted() {
        FakeSwitch leaf = onos.add("device:leaf1");
        leaf.refuses = (type, entity) -> entity instanceof PiCloneSessionEntry;
        plane.start();
        onos.scheduler.run();
        packetIn(PuntReason.BIB_MISS, null, new byte[60]);
        packetIn(PuntReason.LINK_DISCOVERY, new Ethernet(), new byte[60]);
        assertEquals(List.of(), heard);
        assertEquals(1, plane.framesDropped());
    }

    @Test
    void framesGoOutAtAPortAndThroughThePipeline() {
        FakeSwitch leaf = up();
        byte[] frame = new byte[60];
        plane.send(LEAF, 7, frame);
        plane.submit(LEAF, frame);
        plane.send(DeviceId.of("device:none"), 7, frame);
        onos.scheduler.run();
        assertEquals(
                List.of(IsthmusInterpreter.send(7, frame), IsthmusInterpreter.submit(frame)),
                leaf.sent);

        for (int i = 0; i < PacketPath.MAX_WAITING + 5; i++) {
            plane.send(LEAF, 7, frame);
        }
        onos.scheduler.run();
        // And the one for a device that is not there.
        assertEquals(6L, (long) plane.counters().get("packets-out-dropped"));
        assertEquals(6, plane.framesDropped());
    }
}
