// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.SwitchIntent;
import org.junit.jupiter.api.Test;

/** What devices cannot do is neither written nor asked for; {@link SimulatedNetwork} insists. */
class CapabilitiesTest {
    private final SimulatedNetwork network = new SimulatedNetwork(4, 3);
    private final SimulatedSwitch bare = network.at(2);

    private void start() {
        network.program(network.at(1).id, SimulatedProgram.of());
        network.program(bare.id, SimulatedProgram.of().without(Capability.values()));
        network.start(config());
        network.allUp();
    }

    private static Nat64Config config() {
        return Nat64Configs.nat64(
                Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
    }

    private static long rates(SimulatedSwitch s) {
        return s.held.values().stream().filter(i -> i instanceof SwitchIntent.PuntRate).count();
    }

    @Test
    void ratesAreWrittenWhereTheyAreMetered() {
        start();
        assertEquals(rates(network.at(0)), rates(network.at(1)));
        assertEquals(0, rates(bare));
        Nat64Config c = config();
        network.configure(c.toBuilder().puntRate(c.puntRate + 1).build());
        network.run(100);
        assertEquals(0, rates(bare));
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    network.at(i).held.size(), network.controller.devices().get(i).intendedEntries);
        }
    }

    /** A quote that is translated costs no write; unsolicited SYNs are anyone's. */
    @Test
    void twiceAsManyErrorsComeUpAndATenthOfUnsolicitedSyns() {
        start();
        for (Intent i : network.at(0).held.values()) {
            if (i instanceof SwitchIntent.PuntRate) {
                SwitchIntent.PuntRate r = (SwitchIntent.PuntRate) i;
                long rate = config().puntRate;
                if (r.reason == PuntReason.ICMP_ERROR) {
                    rate *= 2;
                } else if (r.reason == PuntReason.UNSOLICITED_SYN) {
                    rate /= 10;
                }
                assertEquals(rate, r.packetsPerSecond, r.toString());
                assertEquals(rate, r.burst);
            }
        }
    }

    @Test
    void sharesOfSubscribersAreWrittenWhereTheyAreMetered() {
        network.program(network.at(1).id, SimulatedProgram.of().without(Capability.SHARE_METER));
        network.start(config());
        network.allUp();
        assertShares(1250, 64);
        assertTrue(rates(network.at(1)) > 0);
        Nat64Config c = config();
        network.configure(
                c.toBuilder()
                        .instances(
                                List.of(
                                        InstanceConfig.builder(
                                                        c.instances.get(0).name,
                                                        c.instances.get(0).prefix)
                                                .subscriberPrefixLength(56)
                                                .build()))
                        .subscriberPuntRate(77)
                        .build());
        network.run(100);
        assertShares(77, 56);
        assertEquals(
                network.at(0).held.size(), network.controller.devices().get(0).intendedEntries);
    }

    private void assertShares(int rate, int prefixLength) {
        Set<Intent> held = new HashSet<>(network.at(0).held.values());
        assertTrue(held.contains(new SwitchIntent.Subscriber(prefixLength)));
        for (int share = 0; share < SwitchIntent.PuntShare.SHARES; share++) {
            assertTrue(
                    held.contains(new SwitchIntent.PuntShare(share, rate, rate)), "share " + share);
        }
        for (Intent intent : network.at(1).held.values()) {
            assertFalse(
                    intent instanceof SwitchIntent.PuntShare
                            || intent instanceof SwitchIntent.Subscriber);
        }
    }

    @Test
    void devicesSayWhatTheyCanDo() {
        start();
        assertEquals(Set.of(), network.controller.devices().get(0).capabilities, "not known");
        assertEquals(
                EnumSet.allOf(Capability.class), network.controller.devices().get(1).capabilities);
        assertEquals(Set.of(), network.controller.devices().get(2).capabilities);
    }
}
