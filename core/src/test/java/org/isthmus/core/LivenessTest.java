// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.Test;

/** Two leaves and two spines: what loses its routes, and what does not. */
class LivenessTest {
    private final SimulatedNetwork network = new SimulatedNetwork(5, 4);
    private final SimulatedSwitch leaf1 = network.at(0);
    private final SimulatedSwitch leaf2 = network.at(1);
    private final SimulatedSwitch spine1 = network.at(2);
    private final SimulatedSwitch spine2 = network.at(3);

    private Nat64Config config;

    private void start(int timeout) {
        network.link(leaf1, 1, spine1, 1);
        network.link(leaf1, 2, spine2, 1);
        network.link(leaf2, 1, spine1, 2);
        network.link(leaf2, 2, spine2, 2);
        config =
                Nat64Configs.nat64(
                                Nat64Configs.instance(64, 16, 0),
                                Nat64Configs.pool("p", "203.0.113.0/28"))
                        .toBuilder()
                        .dataPlaneTimeout(timeout)
                        .build();
        network.start(config);
        network.allUp();
        network.run(5000);
        assertRoutes(1, 2);
    }

    private void start() {
        start(2);
    }

    /** The ports by which the one sends what is for the other. */
    private Set<Integer> routes(SimulatedSwitch from, SimulatedSwitch to) {
        FabricConfig.Device device =
                network.fabric().devices.stream().filter(d -> d.id.equals(to.id)).findFirst().get();
        Ipv6Prefix loopback =
                Ipv6Prefix.of(device.loopbacks6.get(0).high(), device.loopbacks6.get(0).low(), 128);
        return from.ports(loopback);
    }

    /** From leaf to leaf. */
    private void assertRoutes(Integer... ports) {
        assertEquals(Set.of(ports), routes(leaf1, leaf2));
        assertEquals(Set.of(ports), routes(leaf2, leaf1));
    }

    /** Until the leaves' routes are others; ms. */
    private long moved(int limit) {
        long begun = network.now;
        Set<Integer> before = routes(leaf1, leaf2);
        while (routes(leaf1, leaf2).equals(before)) {
            network.run(50);
            assertTrue(network.now - begun < limit, "not moved");
        }
        return network.now - begun;
    }

    private void cut(SimulatedSwitch s, int port) {
        network.cut.add(new FabricConfig.Port(s.id, port));
    }

    private Device device(SimulatedSwitch s) {
        return network.controller.devices().stream()
                .filter(d -> d.id.equals(s.id))
                .findFirst()
                .get();
    }

    private boolean alarm(String words) {
        return network.controller.alarms().stream().anyMatch(a -> a.message.contains(words));
    }

    @Test
    void aSwitchThatLosesItsSessionKeepsItsRoutesWhileItForwards() {
        start();
        network.loseSession(spine1);
        network.run(300_000);
        assertRoutes(1, 2);
        assertEquals(Device.State.DOWN, device(spine1).state);
        assertTrue(
                alarm(spine1.id + " has no P4Runtime session; its routes stay while it forwards."));
        network.up(spine1);
        network.run(3000);
        network.assertReady();
        assertRoutes(1, 2);
    }

    @Test
    void oneThatDoesNotForwardLosesThemAfterTheTimeout() {
        start();
        network.loseSession(spine1);
        network.run(60_000);
        spine1.wedged = true;
        long after = moved(10_000);
        assertTrue(after >= 2000 && after <= 3500, after + " ms");
        assertRoutes(2);
        // Alarms follow once a second.
        network.run(1000);
        assertTrue(alarm(spine1.id + " is down."));
        spine1.wedged = false;
        assertTrue(moved(10_000) >= 1000, "not with the first answer");
        assertRoutes(1, 2);
    }

    @Test
    void aConfigurationDoesNotBringThemBack() {
        start();
        network.loseSession(spine1);
        spine1.wedged = true;
        moved(10_000);
        network.configure(config.toBuilder().dataPlaneTimeout(3).build());
        for (int i = 0; i < 200; i++) {
            network.run(50);
            assertRoutes(2);
        }
        spine1.wedged = false;
        moved(10_000);
        assertRoutes(1, 2);
    }

    @Test
    void oneThatDiesAltogetherDoesSo() {
        start();
        network.down(spine1);
        assertTrue(moved(10_000) <= 3500);
        assertRoutes(2);
        spine1.held.clear();
        network.up(spine1);
        network.run(5000);
        assertRoutes(1, 2);
    }

    @Test
    void byConfigurationRoutesMoveWithTheSession() {
        start(0);
        network.loseSession(spine1);
        assertTrue(moved(1000) <= 200);
        network.run(60_000);
        assertRoutes(2);
        network.up(spine1);
        network.run(5000);
        assertRoutes(1, 2);
    }

    @Test
    void whenAllSessionsEndNothingIsKnownOfAnyone() {
        start();
        network.switches.values().forEach(network::loseSession);
        network.run(60_000);
        for (SimulatedSwitch s : network.switches.values()) {
            network.up(s);
            network.run(10_000);
            assertRoutes(1, 2);
        }
        network.assertReady();
    }

    @Test
    void aControllerThatHearsNothingDeclaresNothingDown() {
        start();
        network.switches.values().forEach(s -> s.unheard = true);
        network.run(300_000);
        assertRoutes(1, 2);
        network.loseSession(spine1);
        network.run(300_000);
        assertRoutes(1, 2);
        network.switches.values().forEach(s -> s.unheard = false);
        network.run(10_000);
        assertRoutes(1, 2);
    }

    @Test
    void aControllerWithoutTimeDeclaresNothingDown() {
        start();
        for (int i = 0; i < 100; i++) {
            network.now += 20_000;
            network.run(60);
        }
        assertRoutes(1, 2);
        network.loseSession(spine1);
        for (int i = 0; i < 100; i++) {
            network.now += 20_000;
            network.run(60);
            assertRoutes(1, 2);
        }
    }

    @Test
    void aLinkThatCarriesNothingOneWayIsDown() {
        start();
        cut(spine1, 1);
        long after = moved(20_000);
        assertTrue(after >= 4500 && after <= 7000, after + " ms");
        assertRoutes(2);
        assertTrue(alarm("The link of"));
        network.cut.clear();
        after = moved(10_000);
        assertTrue(after > 500, "not with the first answer: " + after + " ms");
        assertRoutes(1, 2);
    }

    @Test
    void anEndThatIsNotHeardDoesNotMakeALinkDown() {
        start();
        leaf1.unheard = true;
        network.run(300_000);
        assertRoutes(1, 2);
    }

    @Test
    void aDataPlaneThatIsDeadUnderASessionLosesItsRoutes() {
        start();
        spine1.wedged = true;
        assertTrue(moved(20_000) <= 7000);
        assertRoutes(2);
        network.assertReady();
        spine1.wedged = false;
        network.run(10_000);
        assertRoutes(1, 2);
    }

    @Test
    void probesThatGetLostNowAndThenAreNoMatter() {
        start();
        for (int i = 0; i < 20; i++) {
            cut(spine1, 1);
            cut(leaf1, 1);
            network.run(3500);
            network.cut.clear();
            network.run(1000);
            assertRoutes(1, 2);
        }
    }

    @Test
    void aLinkOfASwitchWithoutASessionIsJudgedByItself() {
        start();
        network.loseSession(spine1);
        network.run(10_000);
        cut(spine1, 2);
        moved(10_000);
        assertRoutes(2);
        assertEquals(Set.of(1), routes(leaf1, spine1), "the other goes on");
        network.cut.clear();
        network.run(10_000);
        assertRoutes(1, 2);
    }

    @Test
    void aSwitchThatLostItsTablesIsAvoidedUntilItHasThemAgain() {
        start();
        network.down(spine1);
        spine1.held.clear();
        spine1.millisPerThousand = 20_000;
        network.up(spine1);
        network.run(200);
        assertRoutes(2);
        network.run(60_000);
        network.assertReady();
        assertRoutes(1, 2);
    }

    @Test
    void noBindingExpiresWhileOneForwardsThatCannotBeAsked() {
        start();
        network.pipeline.receive(leaf1, HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 53));
        network.run(1000);
        assertEquals(1, leaf1.bindings());
        network.loseSession(leaf1);
        network.run(3_600_000);
        assertEquals(1, leaf2.bindings(), "it may be in use at the other leaf");
        leaf1.wedged = true;
        network.run(900_000);
        assertEquals(0, leaf2.bindings());
    }

    private SimulatedSwitch spine3() {
        SimulatedSwitch spine3 = new SimulatedSwitch(DeviceId.of("device:t5"), 5);
        network.switches.put(spine3.id, spine3);
        network.link(leaf1, 3, spine3, 1);
        network.link(leaf2, 3, spine3, 2);
        return spine3;
    }

    /** It is in the configuration, and not there yet. */
    private SimulatedSwitch addSpine3() {
        SimulatedSwitch spine3 = spine3();
        network.configure(config);
        return spine3;
    }

    private void assertNothingGoesToSpine3() {
        for (int i = 0; i < 1200; i++) {
            assertRoutes(1, 2);
            network.run(50);
        }
    }

    @Test
    void aSwitchThatIsAddedGetsNoPacketsBeforeItIsThere() {
        start();
        network.run(40_000);
        SimulatedSwitch spine3 = addSpine3();
        assertNothingGoesToSpine3();
        network.up(spine3);
        network.run(5000);
        network.assertReady();
        assertRoutes(1, 2, 3);
    }

    @Test
    void norDoesItWhereRoutesMoveWithTheSession() {
        start(0);
        network.run(40_000);
        addSpine3();
        assertNothingGoesToSpine3();
        assertTrue(alarm("device:t5 is down."));
    }

    @Test
    void oneThatIsAddedWithASessionIsReadyAtOnce() {
        start();
        network.run(40_000);
        network.up(spine3());
        network.run(1000);
        network.configure(config);
        network.run(5000);
        network.assertReady();
        assertRoutes(1, 2, 3);
    }

    @Test
    void bindingsExpireWhileATranslatorThatIsAddedIsNotThere() {
        for (boolean linked : List.of(true, false)) {
            SimulatedNetwork some = linked ? network : new SimulatedNetwork(5, 1);
            if (linked) {
                start();
            } else {
                some.start(config);
                some.allUp();
            }
            some.run(40_000);
            if (linked) {
                addSpine3();
            } else {
                DeviceId id = DeviceId.of("device:t2");
                some.switches.put(id, new SimulatedSwitch(id, 5));
                some.configure(config);
            }
            SimulatedSwitch first = some.at(0);
            some.pipeline.receive(first, HostFrames.udp("2001:db8::1", 1, "198.51.100.1", 53));
            some.run(1000);
            assertEquals(1, first.bindings());
            some.run(3_600_000);
            assertEquals(0, first.bindings(), "an hour after its last packet");
        }
    }

    @Test
    void aConfigurationWhileAnswersAreUnderWayMakesNobodyDeaf() {
        for (int i = 0; i < 20; i++) {
            SimulatedNetwork two = new SimulatedNetwork(5, 2);
            SimulatedSwitch other = two.at(1);
            two.maxDelay = 100;
            two.link(two.at(0), 1, other, 1);
            two.start(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0)));
            two.switches.values().forEach(two::up);
            two.run(100_000 + 25 * i);
            two.configure(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0)));
            two.run(1000);
            two.down(other);
            two.run(10_000);
            assertTrue(
                    two.controller.alarms().stream()
                            .anyMatch(a -> a.message.contains(other.id + " is down.")),
                    "configured " + 25 * i + " ms later");
        }
    }

    /** As the configuration does not have it: leaf1's cables to the spines are swapped. */
    private void swapCables() {
        network.links.clear();
        network.link(leaf1, 2, spine1, 1);
        network.link(leaf1, 1, spine2, 1);
        network.link(leaf2, 1, spine1, 2);
        network.link(leaf2, 2, spine2, 2);
    }

    @Test
    void aLinkThatLeadsToAnotherSwitchIsDown() {
        start();
        List<FabricConfig.Link> configured = List.copyOf(network.links);
        swapCables();
        network.run(10_000);
        assertEquals(Set.of(), routes(leaf1, leaf2));
        assertEquals(Set.of(), routes(leaf2, leaf1));
        assertTrue(
                alarm(
                        "The link of device:t1/1 and device:t3/1 is down: device:t4 answers at"
                                + " device:t1/1."),
                network.controller.alarms().toString());
        assertTrue(alarm("device:t3 answers at device:t1/2."));
        network.links.clear();
        network.links.addAll(configured);
        network.run(10_000);
        assertRoutes(1, 2);
        assertEquals(List.of(), network.controller.alarms());
    }

    private boolean takesLess() {
        return alarm(
                "Packets of 1500 bytes, its MTU in netcfg, do not come through the link of"
                        + " device:t1/1 and device:t3/1, and smaller ones do");
    }

    @Test
    void aLinkWithASmallerMtuIsTold() {
        start();
        network.run(60_000);
        assertEquals(List.of(), network.controller.alarms());
        network.mtus.put(new FabricConfig.Port(spine1.id, 1), 1499);
        network.run(45_000);
        assertTrue(takesLess(), network.controller.alarms().toString());
        assertEquals(1, network.controller.alarms().size());
        assertRoutes(1, 2);
        network.mtus.clear();
        network.run(12_000);
        assertEquals(List.of(), network.controller.alarms());
    }

    @Test
    void largeProbesThatGetLostNowAndThenAreNoMatter() {
        start();
        for (int i = 0; i < 10; i++) {
            network.mtus.put(new FabricConfig.Port(spine1.id, 1), 1499);
            network.run(20_000);
            network.mtus.clear();
            network.run(10_000);
            assertEquals(List.of(), network.controller.alarms());
        }
    }

    @Test
    void aLinkThatIsDownIsNotSaidToTakeLess() {
        start();
        network.mtus.put(new FabricConfig.Port(spine1.id, 1), 1499);
        network.run(45_000);
        assertTrue(takesLess());
        cut(spine1, 1);
        network.run(45_000);
        assertTrue(!takesLess() && alarm("is down."), network.controller.alarms().toString());
    }

    @Test
    void anMtuThatTheLinkTakesEndsTheAlarm() {
        start();
        network.mtus.put(new FabricConfig.Port(spine1.id, 1), 1499);
        network.run(45_000);
        network.configure(config);
        network.run(2_000);
        assertTrue(takesLess(), "it stays over a configuration that leaves the link alone");
        network.links.replaceAll(l -> new FabricConfig.Link(l.one, l.other, 1499));
        network.configure(config);
        network.run(60_000);
        assertEquals(List.of(), network.controller.alarms());
    }

    @Test
    void aLinkThatIsSwappedAndThenCutNamesNobody() {
        start();
        swapCables();
        network.run(10_000);
        network.links.clear();
        network.run(20_000);
        assertTrue(alarm("The link of device:t1/1 and device:t3/1 is down."));
    }
}
