// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.stream.LongStream;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.Store;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything at once, by seed: traffic, slow and full and lost switches, a controller that is
 * killed and returns, changes by operators. {@link SimulatedNetwork} checks every write; at the end
 * switches, store and core must agree, and once the traffic has ended no binding may remain.
 */
class ChaosTest {
    private static final Nat64Config CONFIG =
            Nat64Configs.nat64(
                    Nat64Configs.instance(8, 4, 0), Nat64Configs.pool("p", "203.0.113.0/30"));

    static LongStream seeds() {
        return Seeds.upTo(40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLostDoubledOrLeaked(long seed) {
        SimulatedNetwork network = new SimulatedNetwork(seed, seed % 5 == 4 ? 1 : 3);
        Random random = new Random(seed);
        network.switches.values().forEach(s -> s.ordered = seed % 5 > 2);
        network.switches.values().forEach(s -> s.overtakes = seed % 2 == 0);
        for (int i = 0; i < Math.min(seed % 4, network.switches.size()); i++) {
            network.program(
                    network.at(i).id, SimulatedProgram.of().without(Capability.BINDING_COUNTERS));
        }
        network.start(CONFIG);
        network.allUp();
        for (int i = 0; i < 400; i++) {
            step(network, random);
        }
        for (SimulatedSwitch s : network.switches.values()) {
            s.capacity = Integer.MAX_VALUE;
            network.down(s);
            network.up(s);
        }
        network.run(60_000);
        network.assertReady();
        network.assertConsistent();

        kill(network);
        network.run(5_000);
        network.assertReady();
        network.assertConsistent();

        for (StaticBinding b : network.controller.staticBindings()) {
            network.controller.removeStaticBinding(b.protocol, b.address4.bits(), b.port4);
        }
        // Three times the longest timeout, as some switches count and others do not, and the port
        // hold time.
        for (int i = 0; i < 7 * 60; i++) {
            network.run(60_000);
        }
        String message = "seed " + seed;
        assertEquals(0, network.at(0).bindings(), message);
        network.assertConsistent();
        assertEquals(0, network.store.maps.get(Store.Map.BINDINGS).size(), message);
        assertEquals(0, network.store.maps.get(Store.Map.SUBSCRIBERS).size(), message);
        assertEquals(0, network.store.maps.get(Store.Map.STATIC_BINDINGS).size(), message);
        assertEquals(0, network.controller.statistics().gauges.get("subscribers"), message);
        for (Pool pool : network.controller.pools()) {
            for (int p = 0; p < 3; p++) {
                assertEquals(0, pool.blocksInUse[p], message);
                assertEquals(0, pool.bindings[p], message);
            }
        }
    }

    private static void kill(SimulatedNetwork network) {
        network.kill();
        network.start(CONFIG);
    }

    private static void step(SimulatedNetwork network, Random random) {
        int switches = network.switches.size();
        SimulatedSwitch s = network.at(random.nextInt(switches));
        int what = random.nextInt(100);
        if (what < 70) {
            for (int i = random.nextInt(20); i >= 0; i--) {
                network.pipeline.receive(network.at(random.nextInt(switches)), packet(random));
            }
        } else if (what < 74) {
            network.down(s);
            if (random.nextBoolean()) {
                s.held.clear();
                s.counts.clear();
            }
        } else if (what < 82) {
            network.up(s);
        } else if (what < 84) {
            s.mute = true;
        } else if (what < 86) {
            s.capacity = 10 + random.nextInt(60);
        } else if (what < 88) {
            kill(network);
        } else if (what < 92) {
            operate(network, random);
        } else if (what < 93) {
            network.run(random.nextInt(400_000));
        }
        network.run(random.nextInt(20));
    }

    private static void operate(SimulatedNetwork network, Random random) {
        String host = "2001:db8:0:" + random.nextInt(6) + "::1";
        StaticBinding binding =
                new StaticBinding(
                        "main",
                        Protocol.TCP,
                        Ipv6Address.parse(host),
                        80 + random.nextInt(3),
                        Ipv4Address.parse("203.0.113." + random.nextInt(4)),
                        random.nextBoolean() ? 80 : 1024 + random.nextInt(64));
        try {
            if (random.nextInt(3) > 0) {
                network.controller.addStaticBinding(binding);
            } else {
                for (StaticBinding b : network.controller.staticBindings()) {
                    network.controller.removeStaticBinding(b.protocol, b.address4.bits(), b.port4);
                }
            }
            if (random.nextBoolean()) {
                network.controller.addPool(Nat64Configs.pool("q", "203.0.113.16/31"));
            } else if (network.controller.pools().size() > 1) {
                network.controller.removePool("q");
            }
            network.controller.bindings(Filter.ALL, null, 100);
        } catch (ConflictException | ExhaustedException e) {
            // In use already, or a switch is full.
        }
    }

    private static byte[] packet(Random random) {
        String host = "2001:db8:0:" + random.nextInt(6) + "::" + (1 + random.nextInt(2));
        String peer = "198.51.100." + (1 + random.nextInt(3));
        int port = 1000 + random.nextInt(20);
        switch (random.nextInt(4)) {
            case 0:
                return HostFrames.echo(host, port, peer);
            case 1:
                return HostFrames.tcp(
                        host, port, peer, 443, random.nextInt(3) == 0 ? 2 : 1 << random.nextInt(5));
            default:
                return HostFrames.udp(host, port, peer, 53);
        }
    }
}
