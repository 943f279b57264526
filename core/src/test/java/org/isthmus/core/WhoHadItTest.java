// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.isthmus.core.OperationsFixture.binding;
import static org.isthmus.core.OperationsFixture.traffic;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who had which port when, asked of the mapping log, against simulated switches. */
class WhoHadItTest {
    private final SimulatedNetwork network = new SimulatedNetwork(9, 2);

    @BeforeEach
    void start() {
        network.start(CONFIG);
        network.allUp();
    }

    @Test
    void whoHadIt() {
        traffic(network, 3);
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        List<MappingEvent> holders =
                network.controller.whoHad(b.protocol, b.address4.bits(), b.port4, network.now);
        assertEquals(1, holders.size());
        assertTrue(holders.get(0).subscriber.contains(b.address6));
        List<Subscriber> subscribers = network.controller.subscribers(Filter.ALL, null, 10).items();
        assertEquals(3, subscribers.size());
        assertEquals(1, subscribers.get(0).blocks.get(0).used);
    }

    @Test
    void whoHadItRefusesTimesBeforeTheLogBegins() {
        start();
        network.store.oldest = network.now - 1000;
        assertEquals(List.of(), network.controller.whoHad(Protocol.UDP, 1, 53, network.now - 1000));
        InvalidException e =
                assertThrows(
                        InvalidException.class,
                        () -> network.controller.whoHad(Protocol.UDP, 1, 53, network.now - 1001));
        assertEquals("at", e.field());
        assertTrue(e.getMessage().startsWith("the mapping log begins at "), e.getMessage());
        assertEquals(
                (network.now - 1000) / 1000,
                network.controller.statistics().gauges.get("mapping_log_since_seconds"));
    }

    @Test
    void whoHadItKnowsStaticBindings() {
        int address = Ipv4Address.parse("203.0.113.3").bits();
        long before = network.now;
        network.run(2000);
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        MappingEvent holder =
                network.controller.whoHad(Protocol.UDP, address, 53, network.now).get(0);
        assertEquals("2001:db8:9::1/128", holder.subscriber.toString());
        assertEquals(53, holder.firstPort);
        assertEquals(53, holder.lastPort);
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 53, before).isEmpty());
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 54, network.now).isEmpty());
        assertTrue(network.controller.whoHad(Protocol.TCP, address, 53, network.now).isEmpty());
        long then = network.now;
        network.run(2000);
        network.controller.removeStaticBinding(Protocol.UDP, address, 53);
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 53, network.now).isEmpty());
        assertEquals(1, network.controller.whoHad(Protocol.UDP, address, 53, then).size());
        assertTrue(network.controller.whoHad(Protocol.UDP, address, 53, before).isEmpty());
    }

    @Test
    void aStaticBindingIsLoggedOnceOverRestarts() {
        network.controller.addStaticBinding(binding("2001:db8:9::1", "203.0.113.3", 53));
        for (int i = 0; i < 3; i++) {
            assertEquals(1, network.store.events.size());
            network.kill();
            start();
        }
    }

    @Test
    void aStaticBindingThatCouldNotBeDeletedIsStillInTheLog() {
        StaticBinding binding = binding("2001:db8:9::1", "203.0.113.3", 53);
        network.controller.addStaticBinding(binding);
        int address = binding.address4.bits();
        network.store.fails = true;
        assertThrows(
                IllegalStateException.class,
                () -> network.controller.removeStaticBinding(Protocol.UDP, address, 53));
        network.store.fails = false;
        network.run(2000);
        assertEquals(1, network.controller.whoHad(Protocol.UDP, address, 53, network.now).size());
    }

    /** The mapping log is asked for the present alone, which takes no disk. */
    @Test
    void staticBindingsAreLoggedWithoutADisk() {
        for (int i = 0; i < 20; i++) {
            network.controller.addStaticBinding(binding("2001:db8:9::" + i, "203.0.113.3", 53 + i));
        }
        network.kill();
        network.clockOffset -= 3_600_000;
        start();
        assertEquals(20, network.store.events.size());
        assertEquals(0, network.store.asked);
    }
}
