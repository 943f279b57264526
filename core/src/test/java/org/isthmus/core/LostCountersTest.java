// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Nat64Config;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A flow passes a switch for the last time before that takes what it counted with it. The lifetime
 * behind its last packet is the flow's all the same, whether its binding or a session ends by it.
 */
class LostCountersTest {
    private final SimulatedNetwork network = new SimulatedNetwork(4, 2);
    private final SimulatedSwitch stays = network.at(0);
    private final SimulatedSwitch leaves = network.at(1);

    /** When the last packet passed. */
    private long last;

    private static Nat64Config config(Filtering filtering) {
        return Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28", filtering))
                .toBuilder()
                // A switch without a session forwards nothing.
                .dataPlaneTimeout(0)
                .build();
    }

    private void seconds(int seconds) {
        network.run(seconds * 1000L);
    }

    private void send(SimulatedSwitch s) {
        network.pipeline.receive(s, HostFrames.udp("2001:db8::1", 4242, "198.51.100.1", 53));
    }

    /** A packet by each switch, the last one 50 seconds ago. */
    private void useBoth(Filtering filtering) {
        network.start(config(filtering));
        network.allUp();
        send(stays);
        seconds(200);
        send(leaves);
        last = network.now;
        seconds(50);
    }

    /** It ends at its lifetime after the last packet at the earliest, and at twice that. */
    private void assertEndsInTime() {
        network.run(last + 298_000 - network.now);
        assertEquals(1, stays.bindings(), "5 minutes behind the last packet are not over");
        seconds(310);
        assertEquals(0, stays.bindings());
    }

    @ParameterizedTest
    @EnumSource(Filtering.class)
    void withOneThatIsTakenOutOfTheConfiguration(Filtering filtering) {
        useBoth(filtering);
        FabricConfig both = network.fabric();
        network.fabric =
                ids ->
                        new FabricConfig(
                                both.devices.subList(0, 1),
                                both.interfaces.subList(0, 1),
                                List.of(),
                                List.of());
        network.configure(config(filtering));
        assertEndsInTime();
    }

    @ParameterizedTest
    @EnumSource(Filtering.class)
    void withOneThatIsDead(Filtering filtering) {
        useBoth(filtering);
        network.down(leaves);
        assertEndsInTime();
    }

    /** Within a second, so that nobody has looked which translators count meanwhile. */
    @ParameterizedTest
    @EnumSource(Filtering.class)
    void withOneThatIsThereForAMoment(Filtering filtering) {
        network.start(config(filtering));
        network.allUp();
        send(stays);
        seconds(200);
        network.down(leaves);
        // By then its death has given the flow another lifetime.
        seconds(250);
        network.up(leaves);
        network.run(100);
        send(leaves);
        last = network.now;
        network.run(20);
        network.down(leaves);
        assertEndsInTime();
    }

    /** Until its tables can be read, nobody knows what it counts anew. */
    @ParameterizedTest
    @EnumSource(Filtering.class)
    void withOneThatReturnsEmptyAndCannotBeRead(Filtering filtering) {
        useBoth(filtering);
        network.down(leaves);
        leaves.held.clear();
        leaves.counts.clear();
        leaves.unreadable = "busy";
        network.up(leaves);
        seconds(100);
        leaves.unreadable = null;
        assertEndsInTime();
    }
}
