// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One host takes nothing that is another's: neither pool blocks nor ports nor bindings. */
class SourceValidationTest {
    private static final int BLOCKS = 2;
    private static final int BLOCK_SIZE = 8;
    private static final int HOST = 1;
    private static final int ATTACKER = 2;

    private final SimulatedNetwork network = new SimulatedNetwork(1, 1);

    private FabricConfig.Interface at(int port) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(network.at(0).id, port),
                "host" + port,
                0,
                1500,
                List.of(),
                List.of(),
                List.of(Ipv6Address.parse("2001:db8:" + port + "::ff")),
                List.of(Ipv6Prefix.parse("2001:db8:" + port + "::/64")),
                FabricConfig.SourceValidation.STRICT);
    }

    @BeforeEach
    void start() {
        network.boot();
        network.controller.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance(BLOCK_SIZE, BLOCKS, 0),
                        Nat64Configs.pool("p", "203.0.113.0/30")),
                new FabricConfig(
                        network.fabric().devices,
                        List.of(at(HOST), at(ATTACKER)),
                        List.of(),
                        List.of()));
        network.allUp();
    }

    private void send(int port, String source, int sourcePort) {
        network.pipeline.receive(
                network.at(0), port, HostFrames.udp(source, sourcePort, "198.51.100.1", 53));
    }

    private long gauge(String name) {
        return network.controller.statistics().gauges.get(name);
    }

    @Test
    void manyForeignSourcesTakeNoBlock() {
        for (int i = 0; i < 16_000; i++) {
            send(ATTACKER, "2001:db8:" + Integer.toHexString(0x1000 + i) + "::1", 4242);
            if (i % 500 == 0) {
                network.run(20);
            }
        }
        network.run(1000);
        assertEquals(0, gauge("bindings"));
        assertEquals(0, gauge("subscribers"));
        assertEquals(16_000, network.at(0).unverified);
        send(HOST, "2001:db8:1::1", 4242);
        network.run(200);
        assertEquals(1, gauge("bindings"));
        network.assertConsistent();
    }

    @Test
    void anothersAddressTakesNoneOfItsPorts() {
        for (int port = 1; port <= BLOCKS * BLOCK_SIZE; port++) {
            send(ATTACKER, "2001:db8:1::1", 1000 + port);
        }
        network.run(1000);
        assertEquals(0, gauge("bindings"));
        for (int port = 1; port <= BLOCKS * BLOCK_SIZE; port++) {
            send(HOST, "2001:db8:1::1", 2000 + port);
        }
        network.run(1000);
        assertEquals(BLOCKS * BLOCK_SIZE, gauge("bindings"));
        network.assertConsistent();
    }

    @Test
    void aHostsOwnShareIsAllItTakes() {
        for (int port = 1; port <= 100; port++) {
            send(ATTACKER, "2001:db8:2::" + port, 1000 + port);
        }
        network.run(1000);
        assertEquals(BLOCKS * BLOCK_SIZE, gauge("bindings"), "one /64 is one subscriber");
        network.assertConsistent();
    }
}
