// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A spine, and two leaves with the same network, of which one is dead: nothing goes to it. */
class DeadSwitchTest {
    private static final Ipv6Prefix NETWORK = Ipv6Prefix.parse("2001:db8:77::/64");

    private final SimulatedNetwork network = new SimulatedNetwork(5, 3);
    private final SimulatedSwitch leaf1 = network.at(0);
    private final SimulatedSwitch leaf2 = network.at(1);
    private final SimulatedSwitch spine = network.at(2);
    private final Nat64Config config =
            Nat64Configs.nat64(
                    Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));

    @BeforeEach
    void start() {
        network.link(leaf1, 1, spine, 1);
        network.link(leaf2, 1, spine, 2);
        var plain = network.fabric;
        network.fabric =
                ids -> {
                    FabricConfig c = plain.apply(ids);
                    List<FabricConfig.Interface> interfaces = new ArrayList<>(c.interfaces);
                    interfaces.add(hosts(leaf1));
                    interfaces.add(hosts(leaf2));
                    return new FabricConfig(c.devices, interfaces, c.links, c.routes);
                };
        network.start(config);
        network.allUp();
        network.run(5000);
        assertEquals(Set.of(1, 2), spine.ports(NETWORK));
        network.down(leaf1);
        network.run(10_000);
        assertEquals(Set.of(2), spine.ports(NETWORK));
    }

    private static FabricConfig.Interface hosts(SimulatedSwitch s) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(s.id, 9),
                "hosts",
                0,
                1500,
                List.of(),
                List.of(),
                List.of(Ipv6Address.parse("2001:db8:77::1")),
                List.of(NETWORK),
                FabricConfig.SourceValidation.STRICT);
    }

    private boolean isSaidToForward() {
        String words = leaf1.id + " has no P4Runtime session; its routes";
        return network.controller.alarms().stream().anyMatch(a -> a.message.contains(words));
    }

    private void assertStaysDead() {
        for (int i = 0; i < 200; i++) {
            network.run(50);
            assertEquals(Set.of(2), spine.ports(NETWORK), "after " + 50 * i + " ms");
            assertFalse(isSaidToForward());
        }
    }

    @Test
    void aConfigurationDoesNotReviveIt() {
        network.configure(config);
        assertStaysDead();
    }

    @Test
    void norDoesTheNewSessionOfANeighbour() {
        network.loseSession(spine);
        network.run(1000);
        network.up(spine);
        assertStaysDead();
    }

    @Test
    void itsAnswersDo() {
        leaf1.up = true;
        network.configure(config);
        network.run(5000);
        assertEquals(Set.of(1, 2), spine.ports(NETWORK));
        network.up(leaf1);
        network.run(5000);
        network.assertReady();
        assertEquals(Set.of(1, 2), spine.ports(NETWORK));
    }
}
