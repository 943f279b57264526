// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Filter;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Filtering;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions of a pool that filters, where one of two translators counts no packets of them. */
class SampledSessionsTest {
    private static final int SYN = 2;
    private static final int TRANSITORY = 4 * 60;
    private static final String HOST = "2001:db8::1";

    private final SimulatedNetwork network = new SimulatedNetwork(12, 2);

    @BeforeEach
    void start() {
        network.program(
                network.at(1).id, SimulatedProgram.of().without(Capability.BINDING_COUNTERS));
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool(
                                "p", "203.0.113.0/30", Filtering.ADDRESS_AND_PORT_DEPENDENT)));
        network.allUp();
    }

    private void syn(String peer) {
        network.pipeline.receive(network.at(0), HostFrames.tcp(HOST, 4242, peer, 443, SYN));
    }

    private List<String> peers() {
        return network.controller.sessions(Filter.ALL, null, 10).items().stream()
                .map(s -> s.peer4.toString())
                .sorted()
                .collect(Collectors.toList());
    }

    @Test
    void aConnectionToAnotherPeerHasItsWholeTimeToOpen() {
        syn("198.51.100.1");
        network.run((TRANSITORY - 2) * 1000L);
        syn("198.51.100.2");
        network.run((TRANSITORY - 4) * 1000L);
        assertEquals(true, peers().contains("198.51.100.2"), () -> "sessions: " + peers());
        network.run(3 * TRANSITORY * 1000L);
        assertEquals(List.of(), peers());
    }
}
