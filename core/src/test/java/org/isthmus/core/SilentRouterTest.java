// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who looks at alarms learns that what is behind a router is not reached. */
class SilentRouterTest extends DiagnosisFixture {
    private List<String> alarms() {
        return network.controller.alarms().stream()
                .filter(a -> a.id.startsWith("router-silent/") || a.id.startsWith("port-down/"))
                .map(a -> a.severity + " " + a.id + ": " + a.message)
                .collect(Collectors.toList());
    }

    @Test
    void aRouterThatDoesNotAnswerHasAnAlarm() {
        start();
        network.run(4000);
        assertEquals(List.of(), alarms(), "once says nothing");
        network.run(10_000);
        List<String> silent =
                List.of(
                        "WARNING router-silent/192.0.2.254: Router 192.0.2.254 at device:t2/1 does"
                                + " not answer ARP: no packets go by its routes"
                                + " (198.51.100.0/24).");
        assertEquals(silent, alarms());
        assertTrue(network.controller.health().ok, "what we do, we can do");
        network.learn(1, ROUTER4);
        assertEquals(List.of(), alarms());
        network.run(60_000);
        assertEquals(silent, alarms(), "it answered once");
    }

    @Test
    void whatCannotAskItHasTheAlarm() {
        start();
        network.run(16_000);
        network.portState(network.at(1), 1, false);
        assertEquals(
                List.of("MINOR port-down/device:t2/1"),
                alarms().stream().map(a -> a.split(": ")[0]).collect(Collectors.toList()));
    }

    @Test
    void aRouterThatIsNotConfiguredAnyMoreHasNone() {
        start();
        network.run(16_000);
        network.controller.configure(config, network.fabric());
        assertEquals(List.of(), alarms());
    }
}
