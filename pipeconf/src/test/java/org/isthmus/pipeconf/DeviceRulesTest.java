// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.RoutingIntent.Via;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.isthmus.pipeline.P4;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiHandle;
import org.onosproject.net.pi.runtime.PiTableEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;

class DeviceRulesTest {
    private static final DeviceId DEVICE = DeviceId.deviceId("device:leaf1");
    private static final ApplicationId APP = new DefaultApplicationId(300, Pipeconfs.APP);
    private static final ApplicationId OTHER = new DefaultApplicationId(301, "org.other");

    private final Pipeconfs program = Pipeconfs.of(new PiPipeconfId("org.isthmus.v1model"));
    private final FakeSwitch device = new FakeSwitch(DEVICE);

    private final DeviceRules rules = new DeviceRules(DEVICE, device.client(), 1, program, APP);

    /** ns; readings take no time by default. */
    private long now;

    private final KnownRules onos = new KnownRules();

    @BeforeEach
    void forget() {
        DeviceRules.forget(DEVICE);
    }

    private Collection<FlowEntry> poll() {
        return List.copyOf(DevicePoll.begin(rules, () -> now).entries(onos.view));
    }

    private FlowRule rule(TableEntry entry) {
        return program.entities().flowRule(DEVICE, APP, entry);
    }

    private List<FlowRule> rules(Intent... intents) {
        List<FlowRule> all = new ArrayList<>();
        for (Intent intent : intents) {
            for (Entity entity : program.pipeline().translator().entities(intent)) {
                all.add(rule(entity.getTableEntry()));
            }
        }
        return all;
    }

    private List<FlowRule> bindings(int count) {
        Intent[] intents = new Intent[count];
        for (int i = 0; i < count; i++) {
            intents[i] = binding(i, 1024 + i);
        }
        return rules(intents);
    }

    private static Intent binding(int port6, int port4) {
        return new BibIntent.Outbound(1, Protocol.UDP, 1, 2, port6, 0x01020304, port4);
    }

    private DeviceRules.Answer write(List<FlowRule> added, List<FlowRule> removed) {
        return rules.write(added, removed, onos.view, Runnable::run).join();
    }

    private PiHandle handle(FlowRule rule) {
        return program.entities().piEntries(rule).get(0).handle(DEVICE);
    }

    private static <T> Set<T> set(Collection<? extends T> some) {
        return new HashSet<>(some);
    }

    @Test
    void everyTableIsWrittenReadAndTakenAway() {
        List<FlowRule> all = new ArrayList<>();
        Rows.tableEntries(Rows.chosen()).forEach(e -> all.add(rule(e)));
        List<FlowRule> distinct = new ArrayList<>(set(all));
        assertEquals(set(distinct), set(rules.apply(distinct)));
        onos.know(distinct);
        Collection<FlowEntry> read = poll();
        assertEquals(set(distinct), set(read));
        for (FlowEntry entry : read) {
            assertEquals(FlowEntry.FlowEntryState.ADDED, entry.state());
            assertTrue(entry.exactMatch(onos.known.get(entry)));
        }
        assertEquals(set(distinct), set(rules.remove(distinct)));
        for (PiTableEntry left : device.entries.values()) {
            assertTrue(left.isDefaultAction() && left.action() == null, left::toString);
        }
    }

    @Test
    void whatIsThereIsModified() {
        List<FlowRule> first = rules(binding(1, 1024), binding(2, 1025));
        rules.apply(first);
        List<FlowRule> second = rules(binding(2, 4000), binding(3, 1026));
        device.requests.clear();
        assertEquals(second, rules.apply(second));
        assertEquals(List.of(List.of("INSERT", "INSERT"), List.of("MODIFY")), device.requests);
        onos.know(second);
        assertEquals(set(second), set(poll()));
    }

    @Test
    void defaultsAreModifiedAndReset() {
        TableEntry.Builder closed = TableEntry.newBuilder();
        closed.setTableId(P4.Tables.OtherEdges.ID.id).setIsDefaultAction(true);
        closed.getActionBuilder().getActionBuilder().setActionId(P4.Actions.Unverified.ID.id);
        List<FlowRule> options = List.of(rule(closed.build()));
        assertEquals(options, rules.apply(options));
        assertEquals(options, rules.remove(options));
        assertEquals(List.of(List.of("MODIFY"), List.of("MODIFY")), device.requests);
        PiTableEntry left = device.entries.get(handle(options.get(0)));
        assertEquals(null, left.action());
    }

    @Test
    void whatIsGoneCountsAsRemoved() {
        List<FlowRule> some = bindings(3);
        rules.apply(some.subList(0, 1));
        assertEquals(some, rules.remove(some));
        assertTrue(device.entries.isEmpty());
    }

    @Test
    void onlyWhatTheDeviceTookIsReported() {
        List<FlowRule> some = bindings(5);
        device.refused.add(handle(some.get(2)));
        List<FlowRule> taken = new ArrayList<>(some);
        taken.remove(2);
        assertEquals(taken, rules.apply(some));
        assertEquals(taken.size(), device.entries.size());
        device.refused.clear();
        device.refused.add(handle(some.get(1)));
        assertFalse(rules.remove(some).contains(some.get(1)));
        device.reachable = false;
        assertEquals(List.of(), rules.apply(some));
        assertEquals(List.of(), rules.remove(some));
    }

    @Test
    void halfARuleIsNoRule() {
        FlowRule all =
                rules(new RoutingIntent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), Via.NEXT, 1)).get(0);
        List<PiTableEntry> halves = program.entities().piEntries(all);
        device.refused.add(halves.get(1).handle(DEVICE));
        assertEquals(List.of(), rules.apply(List.of(all)));
        onos.know(List.of(all));
        assertEquals(List.of(), poll());
        device.refused.clear();
        assertEquals(List.of(all), rules.apply(List.of(all)));
        assertEquals(1, poll().size());
        assertEquals(List.of(all), rules.remove(List.of(all)));
        assertTrue(device.entries.isEmpty());
    }

    @Test
    void requestsAreBounded() {
        List<FlowRule> many = bindings(2 * DeviceRules.BATCH + 1);
        assertEquals(many, rules.apply(many));
        assertEquals(3, device.requests.size());
        assertEquals(DeviceRules.BATCH, device.requests.get(0).size());
        assertEquals(1, device.requests.get(2).size());
    }

    @Test
    void rulesOfOthersAreRefused() {
        List<FlowRule> ours = bindings(1);
        FlowRule others =
                program.entities()
                        .flowRule(DEVICE, OTHER, program.entities().tableEntry(bindings(2).get(1)));
        assertEquals(ours, rules.apply(List.of(others, ours.get(0))));
        assertEquals(List.of(), rules.remove(List.of(others)));
        assertEquals(1, device.entries.size());
    }

    @Test
    void whatTheStoreDoesNotKnowIsNeitherReportedNorRemoved() {
        List<FlowRule> some = bindings(4);
        rules.apply(some);
        onos.know(some.subList(0, 2));
        device.requests.clear();
        assertEquals(set(some.subList(0, 2)), set(poll()));
        assertEquals(List.of(), device.requests);
        assertEquals(4, device.entries.size());
    }

    @Test
    void aPollLeavesWhatWasWrittenSinceItBegan() {
        List<FlowRule> some = bindings(4);
        write(some.subList(0, 2), List.of());
        assertEquals(set(some.subList(0, 2)), set(poll()));
        List<FlowRule> replaced = rules(binding(1, 4000));
        write(some.subList(2, 4), some.subList(0, 1));
        write(replaced, List.of());
        List<FlowRule> now = List.of(replaced.get(0), some.get(2), some.get(3));
        device.requests.clear();
        assertEquals(some.subList(2, 4), rules.apply(some.subList(2, 4)), "it did not see them");
        assertEquals(some.subList(0, 1), rules.remove(some.subList(0, 1)), "it saw it");
        assertEquals(some.subList(1, 2), rules.apply(some.subList(1, 2)), "it saw it otherwise");
        assertEquals(List.of(), device.requests);
        assertEquals(set(now), set(poll()));
        device.entries.clear();
        assertEquals(Set.of(), set(poll()));
        assertEquals(now, rules.apply(now), "the next one saw that they are gone");
        assertEquals(3, device.entries.size());
    }

    @Test
    void aPollThatReadsCountsWhatWasWrittenMeanwhileAsHeld() {
        List<FlowRule> some = bindings(2);
        write(some, List.of());
        device.onRead = () -> write(bindings(3).subList(2, 3), some.subList(0, 1));
        assertEquals(Set.of(some.get(1), bindings(3).get(2)), set(poll()));
    }

    /** ONOS finds a rule in its store, we take the rule away, and ONOS updates it. */
    private void bringBack(Collection<FlowRule> removed) {
        write(List.of(), List.copyOf(removed));
        onos.know(removed);
    }

    @Test
    void whatAPollBroughtBackIntoTheStoreLeavesItAtTheNext() {
        List<FlowRule> some = bindings(4);
        write(some, List.of());
        device.onRead = () -> now += 1000;
        poll();
        bringBack(some.subList(0, 3));
        // One of them comes again, the other while the next poll is under way.
        write(some.subList(1, 2), List.of());
        onos.removals.clear();
        DevicePoll next = DevicePoll.begin(rules, () -> now);
        write(some.subList(2, 3), List.of());
        assertEquals(set(some.subList(1, 4)), set(next.entries(onos.view)));
        assertEquals(set(some.subList(1, 4)), onos.known.keySet());
        assertEquals(some.subList(0, 1), onos.removals);
    }

    @Test
    void aReadingIsFollowedByAPause() {
        List<FlowRule> some = bindings(2);
        write(some, List.of());
        device.onRead = () -> now += 1000;
        assertEquals(set(some), set(poll()));
        device.reads.clear();
        device.entries.clear();
        now += DevicePoll.PAUSE * 1000L - 1;
        assertEquals(set(some), set(poll()), "as ONOS was told");
        assertEquals(List.of(), device.reads);
        now += 1;
        assertEquals(Set.of(), set(poll()));
        assertFalse(device.reads.isEmpty());
    }

    @Test
    void whatIsNotDoneIsReadInThePause() {
        List<FlowRule> some = bindings(2);
        write(some, List.of());
        device.onRead = () -> now += 1000;
        poll();
        FlowRule leaving = some.get(0);
        onos.known.put(
                leaving, new DefaultFlowEntry(leaving, FlowEntry.FlowEntryState.PENDING_REMOVE));
        device.entries.remove(handle(leaving));
        assertEquals(Set.of(some.get(1)), set(poll()));
    }

    @Test
    void nothingIsWrittenBeforeOnosWasToldOfWhatWasBefore() {
        List<FlowRule> some = bindings(2);
        List<Runnable> telling = new ArrayList<>();
        CompletableFuture<DeviceRules.Answer> first =
                rules.write(some.subList(0, 1), List.of(), onos.view, telling::add);
        CompletableFuture<DeviceRules.Answer> second =
                rules.write(List.of(), some.subList(0, 1), onos.view, telling::add);
        assertTrue(first.isDone());
        assertFalse(second.isDone());
        assertEquals(1, device.entries.size());
        telling.remove(0).run();
        assertTrue(second.isDone());
        assertEquals(Set.of(some.get(0)), onos.known.keySet());
        telling.remove(0).run();
        assertEquals(Set.of(), onos.known.keySet());
    }

    @Test
    void addedAndRemovedGoInOneRequest() {
        List<FlowRule> some = bindings(3);
        write(some.subList(0, 1), List.of());
        device.requests.clear();
        assertEquals(Set.of(), write(some.subList(1, 3), some.subList(0, 1)).refused);
        assertEquals(List.of(List.of("DELETE", "INSERT", "INSERT")), device.requests);
        assertEquals(set(some.subList(1, 3)), onos.known.keySet());
    }

    @Test
    void aDeviceOfAnotherPrimaryRefusesNothing() {
        List<FlowRule> some = bindings(2);
        device.primary = false;
        assertTrue(write(some, List.of()).isNotPrimary);
        device.primary = true;
        device.refused.add(handle(some.get(0)));
        DeviceRules.Answer answer = write(some, List.of());
        assertFalse(answer.isNotPrimary);
        assertEquals(Set.of(some.get(0)), answer.refused);
        assertEquals(Set.of(some.get(1)), onos.known.keySet());
    }

    @Test
    void aConnectionThatFailsDoesNotHoldUpTheNextOne() {
        List<FlowRule> some = bindings(1);
        device.broken = true;
        assertTrue(
                rules.write(some, List.of(), onos.view, Runnable::run).isCompletedExceptionally());
        device.broken = false;
        assertEquals(Set.of(), write(some, List.of()).refused);
    }

    @Test
    void whatTheStoreKnowsOtherwiseIsWrittenAgain() {
        rules.apply(rules(binding(1, 1024)));
        List<FlowRule> wanted = rules(binding(1, 4000));
        onos.know(wanted);
        assertEquals(List.of(), poll());
        device.requests.clear();
        assertEquals(wanted, rules.apply(wanted));
        assertEquals(List.of(List.of("MODIFY")), device.requests);
        assertEquals(set(wanted), set(poll()));
    }

    /** ONOS's client logs each refusal; a restart would log millions. */
    @Test
    void whatWasSeenIsNotInserted() {
        List<FlowRule> some = bindings(3);
        rules.apply(some);
        poll();
        device.entries.remove(handle(some.get(1)));
        device.requests.clear();
        assertEquals(some, rules.apply(some));
        assertEquals(
                List.of(List.of("MODIFY", "MODIFY", "MODIFY"), List.of("INSERT")), device.requests);
        HeldEntries.remember(DEVICE, device.entries.values());
        device.requests.clear();
        rules.apply(some);
        rules.remove(some);
        rules.apply(some);
        assertEquals(List.of("INSERT", "INSERT", "INSERT"), device.requests.get(2));
    }

    /** Whatever order ONOS's sets give them. */
    @Test
    void aRouteNeverLeadsToANextHopThatIsNotThere() {
        List<FlowRule> route =
                rules(new RoutingIntent.Route4(Ipv4Prefix.parse("192.0.2.0/24"), Via.NEXT, 7));
        List<FlowRule> next =
                rules(
                        new RoutingIntent.Next(
                                7,
                                List.of(
                                        new RoutingIntent.Hop(
                                                1, MacAddress.of(2), MacAddress.of(4), 0, 1500))));
        List<FlowRule> routeFirst = List.of(route.get(0), next.get(0));
        List<FlowRule> nextFirst = List.of(next.get(0), route.get(0));
        for (List<FlowRule> both : List.of(routeFirst, nextFirst)) {
            device.written.clear();
            rules.apply(both);
            rules.remove(both);
            PiHandle hop = handle(next.get(0));
            PiHandle way = handle(route.get(0));
            assertEquals(List.of(hop, way, way, hop), device.written);
        }
    }

    @Test
    void norToOneOfWhichNotEveryShareIsThere() {
        Pipeconfs card = Pipeconfs.of(new PiPipeconfId("org.isthmus.netfpga"));
        DeviceRules cards = new DeviceRules(DEVICE, device.client(), 1, card, APP);
        RoutingIntent.Hop hop =
                new RoutingIntent.Hop(1, MacAddress.of(2), MacAddress.of(4), 0, 1500);
        List<FlowRule> both = new ArrayList<>();
        for (Intent intent :
                List.of(
                        new RoutingIntent.Route4(Ipv4Prefix.parse("192.0.2.0/24"), Via.NEXT, 7),
                        new RoutingIntent.Next(7, List.of(hop)))) {
            for (Entity entity : card.pipeline().translator().entities(intent)) {
                both.add(card.entities().flowRule(DEVICE, APP, entity.getTableEntry()));
            }
        }
        assertEquals(17, both.size());
        PiHandle route = card.entities().piEntries(both.get(0)).get(0).handle(DEVICE);
        cards.apply(both);
        cards.remove(both);
        assertEquals(34, device.written.size());
        assertEquals(List.of(route, route), device.written.subList(16, 18));
    }

    @Test
    void aRouteThatChangesIsModified() {
        Ipv4Prefix prefix = Ipv4Prefix.parse("192.0.2.0/24");
        List<FlowRule> one = rules(new RoutingIntent.Route4(prefix, Via.NEXT, 1));
        List<FlowRule> other = rules(new RoutingIntent.Route4(prefix, Via.NEXT, 2));
        rules.apply(one);
        rules.apply(other);
        onos.know(other);
        poll();
        rules.apply(one);
        rules.remove(one);
        rules.apply(other);
        assertEquals(
                List.of(
                        List.of("INSERT"),
                        List.of("MODIFY"),
                        List.of("MODIFY"),
                        List.of("DELETE"),
                        List.of("INSERT")),
                device.requests);
    }

    @Test
    void countersComeWithTheRules() {
        FlowRule all =
                rules(new RoutingIntent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), Via.NEXT, 1)).get(0);
        FlowRule one = bindings(1).get(0);
        rules.apply(List.of(all, one));
        onos.know(List.of(all, one));
        device.entries.replaceAll(
                (handle, e) ->
                        PiTableEntry.builder()
                                .forTable(e.table())
                                .withMatchKey(e.matchKey())
                                .withAction(e.action())
                                .withCookie(e.cookie())
                                .withCounterCellData(new PiCounterCellData(7, 700))
                                .build());
        for (FlowEntry entry : poll()) {
            assertEquals(entry.equals(all) ? 14 : 7, entry.packets());
            assertEquals(entry.equals(all) ? 1400 : 700, entry.bytes());
        }
    }

    @Test
    void nothingIsSaidOfADeviceThatDoesNotAnswer() {
        device.reachable = false;
        String message = assertThrows(IllegalStateException.class, () -> poll()).getMessage();
        assertEquals("device:leaf1 cannot be read: gone", message);
    }

    static LongStream seeds() {
        return Seeds.upTo(50);
    }

    /** Whatever device and store went through, one pass of ONOS's poll mends it. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anyDifferenceIsMended(long seed) {
        Random random = new Random(seed);
        List<FlowRule> wanted = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rules.apply(rules(binding(random.nextInt(20), random.nextInt(3))));
            FlowRule rule = rules(binding(i % 20, random.nextInt(3))).get(0);
            wanted.remove(rule);
            wanted.add(rule);
        }
        onos.know(wanted);
        List<FlowRule> missing = new ArrayList<>(wanted);
        missing.removeAll(poll());
        rules.apply(missing);
        assertEquals(set(wanted), set(poll()), "seed " + seed);
    }
}
