// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Nat64Config;
import org.junit.jupiter.api.Test;

/** Bindings in the mapping log, by configuration. */
class BindingLogTest {
    private static final Nat64Config BLOCKS =
            Nat64Configs.nat64(
                    Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
    private static final Nat64Config BINDINGS = BLOCKS.toBuilder().logBindings(true).build();

    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    private void start(Nat64Config config) {
        network.start(config);
        network.allUp();
    }

    private Binding traffic(int host) {
        String address = "2001:db8:0:1::" + host;
        network.pipeline.receive(
                network.at(0), HostFrames.udp(address, 4000 + host, "198.51.100.1", 53));
        network.run(1000);
        return network.controller.bindings(Filter.ALL, null, 10).items().stream()
                .filter(b -> b.port6 == 4000 + host)
                .findFirst()
                .get();
    }

    /** Of ports alone. */
    private List<String> logged() {
        return network.store.events.stream()
                .filter(e -> e.firstPort == e.lastPort)
                .map(e -> e.kind + " " + e.subscriber + " " + e.address + ":" + e.firstPort)
                .collect(Collectors.toList());
    }

    private static String text(MappingEvent.Kind kind, Binding b) {
        return kind + " " + b.address6 + "/128 " + b.address4 + ":" + b.port4;
    }

    private void expire() {
        network.run(600_000);
        assertEquals(List.of(), network.controller.bindings(Filter.ALL, null, 10).items());
    }

    @Test
    void blocksAloneAreLoggedUnlessBindingsAreAskedFor() {
        start(BLOCKS);
        traffic(1);
        expire();
        assertEquals(List.of(), logged());
        assertTrue(network.store.events.size() >= 1);
    }

    @Test
    void eachBindingIsLoggedInItsBlock() {
        start(BINDINGS);
        Binding one = traffic(1);
        Binding other = traffic(2);
        assertEquals(MappingEvent.Kind.ASSIGNED, network.store.events.get(0).kind);
        assertEquals(64, network.store.events.get(0).subscriber.length());
        assertEquals(
                List.of(
                        text(MappingEvent.Kind.ASSIGNED, one),
                        text(MappingEvent.Kind.ASSIGNED, other)),
                logged());
        expire();
        List<String> logged = logged();
        assertEquals(4, logged.size());
        assertTrue(logged.contains(text(MappingEvent.Kind.RELEASED, one)), logged.toString());
        assertTrue(logged.contains(text(MappingEvent.Kind.RELEASED, other)), logged.toString());
    }

    /** What began while bindings were logged ends in the log, too. */
    @Test
    void anEndIsLoggedOfWhatBegan() {
        start(BINDINGS);
        Binding one = traffic(1);
        network.configure(BLOCKS);
        traffic(2);
        expire();
        assertEquals(
                List.of(
                        text(MappingEvent.Kind.ASSIGNED, one),
                        text(MappingEvent.Kind.RELEASED, one)),
                logged());
    }

    @Test
    void aStoreThatFailsMeanwhileDoublesAndLosesNone() {
        start(BINDINGS);
        Binding one = traffic(1);
        network.store.fails = true;
        network.run(600_000);
        network.store.fails = false;
        network.run(60_000);
        assertEquals(
                List.of(
                        text(MappingEvent.Kind.ASSIGNED, one),
                        text(MappingEvent.Kind.RELEASED, one)),
                logged());
    }
}
