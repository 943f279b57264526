// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.Test;

/** What a controller that starts finds on the switches and leaves there. */
class RestartTest {
    private static final Nat64Config CONFIG =
            Nat64Configs.nat64(
                    Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
    private static final Ipv6Prefix NETWORK = Ipv6Prefix.parse("2001:db8:1::/64");

    private final SimulatedNetwork network = new SimulatedNetwork(3, 1);

    private FabricConfig fabric() {
        FabricConfig plain = network.fabric();
        FabricConfig.Interface toHosts =
                new FabricConfig.Interface(
                        new FabricConfig.Port(network.at(0).id, 1),
                        "hosts",
                        0,
                        1500,
                        List.of(),
                        List.of(),
                        List.of(Ipv6Address.parse("2001:db8:1::1")),
                        List.of(NETWORK),
                        FabricConfig.SourceValidation.STRICT);
        return new FabricConfig(plain.devices, List.of(toHosts), List.of(), List.of());
    }

    private void startWithTenBindings() {
        network.start(CONFIG);
        network.allUp();
        for (int host = 1; host <= 10; host++) {
            network.pipeline.receive(
                    network.at(0),
                    HostFrames.udp("2001:db8:" + host + "::1", 1000, "198.51.100.1", 53));
        }
        network.run(2000);
    }

    @Test
    void hostsItFindsRoutesToStayReachable() {
        FabricConfig fabric = fabric();
        RoutingIntent.Next next =
                new RoutingIntent.Next(
                        77,
                        List.of(
                                new RoutingIntent.Hop(
                                        1,
                                        fabric.devices.get(0).mac,
                                        MacAddress.parse("02:00:00:00:00:99"),
                                        0,
                                        1500)));
        RoutingIntent.Route6 route =
                new RoutingIntent.Route6(
                        Ipv6Prefix.parse("2001:db8:1::99/128"), RoutingIntent.Via.NEXT, next.id);
        network.at(0).held.put(next.key(), next);
        network.at(0).held.put(route.key(), route);

        network.boot();
        network.controller.configure(CONFIG, fabric);
        network.allUp();

        assertEquals(next, network.at(0).held.get(next.key()));
        assertEquals(route, network.at(0).held.get(route.key()));
        assertTrue(
                network.at(0)
                        .held
                        .containsKey(
                                new RoutingIntent.Route6(NETWORK, RoutingIntent.Via.CONNECTED, 0)
                                        .key()));
    }

    /** The store is another one, and fails while bindings are taken over from switches. */
    @Test
    void whatIsTakenOverIsStoredOnceTheStoreWorks() {
        startWithTenBindings();
        network.kill();
        network.store.maps.values().forEach(Map::clear);
        network.boot();
        network.configure(CONFIG);
        network.store.fails = true;
        network.allUp();
        assertEquals(10, network.at(0).bindings());
        network.store.fails = false;
        network.run(10_000);
        assertEquals(10, network.store.maps.get(Store.Map.BINDINGS).size());
        network.kill();
        network.start(CONFIG);
        network.run(5000);
        assertEquals(10, network.at(0).bindings());
    }

    /** The store fails while what does not fit the configuration is taken out of it. */
    @Test
    void whatIsNotRestoredLeavesTheStoreOnceItWorks() {
        startWithTenBindings();
        network.kill();
        network.store.fails = true;
        network.boot();
        network.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("q", "198.18.0.0/28")));
        network.allUp();
        network.store.fails = false;
        network.run(5000);
        assertEquals(Map.of(), network.store.maps.get(Store.Map.BINDINGS));
        assertEquals(Map.of(), network.store.maps.get(Store.Map.SUBSCRIBERS));
    }

    /** A controller may die between the write of a binding and that of its block, which failed. */
    @Test
    void blocksThatBindingsAreInAreStored() {
        network.start(CONFIG);
        network.allUp();
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1000, "198.51.100.1", 53));
        network.run(2000);
        network.kill();
        network.store.maps.get(Store.Map.SUBSCRIBERS).clear();
        network.start(CONFIG);
        network.run(5000);
        assertEquals(1, network.at(0).bindings());
        assertEquals(1, network.store.maps.get(Store.Map.SUBSCRIBERS).size());
        assertEquals(1, network.store.events.size(), "the log has it");
    }

    /** The configuration was changed while no controller ran. */
    @Test
    void theLogHasBlocksAsTheyAreAfterAChange() {
        network.start(CONFIG);
        network.allUp();
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8::1", 1000, "198.51.100.1", 53));
        network.run(2000);
        network.kill();
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(32, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.run(5000);
        BindingRecord binding =
                (BindingRecord)
                        network.store.maps.get(Store.Map.BINDINGS).values().iterator().next();
        List<String> log = List.of("held 64 /64", "free 64 /64", "held 32 /64");
        assertEquals(log, logged(binding.port4));
        network.kill();
        network.start(
                Nat64Configs.nat64(
                        InstanceConfig.builder("main", Nat64Configs.PREFIX)
                                .blockSize(32)
                                .subscriberPrefixLength(56)
                                .build(),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.run(5000);
        assertEquals(1, network.at(0).bindings());
        assertEquals(
                List.of(log.get(0), log.get(1), log.get(2), "free 32 /64", "held 32 /56"),
                logged(binding.port4));
    }

    /** What is in the log of a port, by the size of blocks and the length of prefixes. */
    private List<String> logged(int port) {
        return network.store.events.stream()
                .filter(e -> e.firstPort <= port && port <= e.lastPort)
                .map(
                        e ->
                                String.format(
                                        "%s %d /%d",
                                        e.kind.isHeld() ? "held" : "free",
                                        e.lastPort - e.firstPort + 1,
                                        e.subscriber.length()))
                .collect(Collectors.toList());
    }
}
