// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Intent.Via;
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
import org.onosproject.net.flow.FlowRuleStore;
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

    /** Rules are stamped with the time of day: by default they were stored long ago. */
    private long now = System.currentTimeMillis() + 3_600_000;

    private final DeviceRules rules =
            new DeviceRules(DEVICE, device.client(), 1, program, APP, () -> now);
    private final Map<FlowRule, FlowEntry> known = new HashMap<>();
    private final FlowRuleStore store =
            (FlowRuleStore)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {FlowRuleStore.class},
                            (proxy, method, args) -> {
                                if (method.getName().equals("getFlowEntries")) {
                                    return List.copyOf(known.values());
                                }
                                assertEquals("getFlowEntry", method.getName());
                                return known.get(args[0]);
                            });

    @BeforeEach
    void forget() {
        DeviceRules.forget(DEVICE);
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
        return new Intent.Outbound(1, Protocol.UDP, 1, 2, port6, 0x01020304, port4);
    }

    private void know(Collection<FlowRule> some) {
        for (FlowRule rule : some) {
            known.put(rule, new DefaultFlowEntry(rule, FlowEntry.FlowEntryState.PENDING_ADD));
        }
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
        know(distinct);
        Collection<FlowEntry> read = rules.read(store);
        assertEquals(set(distinct), set(read));
        for (FlowEntry entry : read) {
            assertEquals(FlowEntry.FlowEntryState.ADDED, entry.state());
            assertTrue(entry.exactMatch(known.get(entry)));
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
        know(second);
        assertEquals(set(second), set(rules.read(store)));
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
        FlowRule all = rules(new Intent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), Via.NEXT, 1)).get(0);
        List<PiTableEntry> halves = program.entities().piEntries(all);
        device.refused.add(halves.get(1).handle(DEVICE));
        assertEquals(List.of(), rules.apply(List.of(all)));
        know(List.of(all));
        assertEquals(List.of(), rules.read(store));
        device.refused.clear();
        assertEquals(List.of(all), rules.apply(List.of(all)));
        assertEquals(1, rules.read(store).size());
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
        know(some.subList(0, 2));
        device.requests.clear();
        assertEquals(set(some.subList(0, 2)), set(rules.read(store)));
        assertEquals(List.of(), device.requests);
        assertEquals(4, device.entries.size());
    }

    @Test
    void whatIsOnItsWayWhileTheDeviceIsReadCountsAsHeld() {
        List<FlowRule> some = bindings(2);
        know(some);
        assertEquals(List.of(), rules.read(store), "stored long ago, and not there");
        now = System.currentTimeMillis();
        assertEquals(set(some), set(rules.read(store)));
        known.put(some.get(0), new DefaultFlowEntry(some.get(0), FlowEntry.FlowEntryState.ADDED));
        assertEquals(Set.of(some.get(1)), set(rules.read(store)), "it was there, and is no more");
    }

    @Test
    void whatIsAdoptedWhileTheDeviceIsReadIsNotInserted() {
        List<FlowRule> some = bindings(2);
        rules.apply(some);
        know(some);
        rules.read(store);
        device.requests.clear();
        rules.apply(some);
        assertEquals(List.of(List.of("MODIFY", "MODIFY")), device.requests);
    }

    private static void elsewhere(Runnable action) throws InterruptedException {
        Thread other = new Thread(action);
        other.start();
        other.join();
    }

    @Test
    void whatOthersWroteSinceAPollBeganIsNotWrittenAgainByIt() throws InterruptedException {
        List<FlowRule> some = bindings(3);
        rules.read(store);
        elsewhere(
                () -> {
                    rules.apply(some);
                    rules.remove(some.subList(2, 3));
                });
        device.requests.clear();
        assertEquals(some, rules.apply(some), "the poll asks for what it did not see");
        assertEquals(List.of(List.of("INSERT")), device.requests, "the one that was removed");
        List<FlowRule> others = rules(binding(1, 4000));
        device.requests.clear();
        assertEquals(others, rules.apply(others), "another action of the same key");
        assertEquals(List.of("MODIFY"), device.requests.get(device.requests.size() - 1));
        rules.read(store);
        device.entries.clear();
        device.requests.clear();
        assertEquals(some, rules.apply(some), "another poll, that saw that they are gone");
        assertEquals(3, device.entries.size());
    }

    @Test
    void whatAPollWroteIsNotInsertedByWhoCameFirst() throws InterruptedException {
        List<FlowRule> some = bindings(2);
        rules.read(store);
        rules.apply(some);
        device.requests.clear();
        elsewhere(() -> rules.apply(some));
        assertEquals(List.of(List.of("MODIFY", "MODIFY")), device.requests);
    }

    @Test
    void aDeviceOfAnotherPrimaryIsCounted() {
        List<FlowRule> some = bindings(2);
        long before = NotPrimary.count(DEVICE);
        device.primary = false;
        assertEquals(List.of(), rules.apply(some));
        assertEquals(before + 1, NotPrimary.count(DEVICE));
        device.primary = true;
        device.refused.add(handle(some.get(0)));
        assertEquals(some.subList(1, 2), rules.apply(some));
        assertEquals(before + 1, NotPrimary.count(DEVICE), "a refusal is none");
    }

    @Test
    void whatTheStoreKnowsOtherwiseIsWrittenAgain() {
        rules.apply(rules(binding(1, 1024)));
        List<FlowRule> wanted = rules(binding(1, 4000));
        know(wanted);
        assertEquals(List.of(), rules.read(store));
        device.requests.clear();
        assertEquals(wanted, rules.apply(wanted));
        assertEquals(List.of(List.of("MODIFY")), device.requests);
        assertEquals(set(wanted), set(rules.read(store)));
    }

    /** ONOS's client logs each refusal; a restart would log millions. */
    @Test
    void whatWasSeenIsNotInserted() {
        List<FlowRule> some = bindings(3);
        rules.apply(some);
        rules.read(store);
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
                rules(new Intent.Route4(Ipv4Prefix.parse("192.0.2.0/24"), Via.NEXT, 7));
        List<FlowRule> next =
                rules(
                        new Intent.Next(
                                7,
                                List.of(
                                        new Intent.Hop(
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
        DeviceRules cards = new DeviceRules(DEVICE, device.client(), 1, card, APP, () -> now);
        Intent.Hop hop = new Intent.Hop(1, MacAddress.of(2), MacAddress.of(4), 0, 1500);
        List<FlowRule> both = new ArrayList<>();
        for (Intent intent :
                List.of(
                        new Intent.Route4(Ipv4Prefix.parse("192.0.2.0/24"), Via.NEXT, 7),
                        new Intent.Next(7, List.of(hop)))) {
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
        List<FlowRule> one = rules(new Intent.Route4(prefix, Via.NEXT, 1));
        List<FlowRule> other = rules(new Intent.Route4(prefix, Via.NEXT, 2));
        rules.apply(one);
        rules.apply(other);
        know(other);
        rules.read(store);
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
        FlowRule all = rules(new Intent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), Via.NEXT, 1)).get(0);
        FlowRule one = bindings(1).get(0);
        rules.apply(List.of(all, one));
        know(List.of(all, one));
        device.entries.replaceAll(
                (handle, e) ->
                        PiTableEntry.builder()
                                .forTable(e.table())
                                .withMatchKey(e.matchKey())
                                .withAction(e.action())
                                .withCookie(e.cookie())
                                .withCounterCellData(new PiCounterCellData(7, 700))
                                .build());
        for (FlowEntry entry : rules.read(store)) {
            assertEquals(entry.equals(all) ? 14 : 7, entry.packets());
            assertEquals(entry.equals(all) ? 1400 : 700, entry.bytes());
        }
    }

    @Test
    void nothingIsSaidOfADeviceThatDoesNotAnswer() {
        device.reachable = false;
        String message =
                assertThrows(IllegalStateException.class, () -> rules.read(store)).getMessage();
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
        know(wanted);
        List<FlowRule> missing = new ArrayList<>(wanted);
        missing.removeAll(rules.read(store));
        rules.apply(missing);
        assertEquals(set(wanted), set(rules.read(store)), "seed " + seed);
    }
}
