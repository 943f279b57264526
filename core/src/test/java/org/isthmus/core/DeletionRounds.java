// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.isthmus.core.OperationsFixture.CONFIG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;

/**
 * Flows, changes by operators and faults at random, and which bindings were acknowledged and
 * deleted: what switches hold is held against that.
 */
final class DeletionRounds {
    static final String PEER = "198.51.100.1";

    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final long seed;
    private final Random random;
    private final SimulatedNetwork network;
    private final Set<List<Object>> made = new HashSet<>();
    private final Set<List<Object>> deleted = new HashSet<>();

    /** IPv6 side of static bindings, by their key. */
    private final Map<List<Object>, List<Object>> statics = new HashMap<>();

    private int port = 1024;

    /** What a store that may lack the latest goes back to, and when it was so. */
    private Map<List<Object>, Store.Record> before = Map.of();

    private long beforeAt;

    DeletionRounds(long seed) {
        this.seed = seed;
        random = new Random(seed);
        network = new SimulatedNetwork(seed, 3);
        network.store.mayLackBindings = seed % 2 == 0;
        network.store.onWrite = this::written;
    }

    static StaticBinding binding(int port) {
        return new StaticBinding(
                "main",
                Protocol.TCP,
                Ipv6Address.parse("2001:db8:5::5"),
                port,
                Ipv4Address.parse("203.0.113.9"),
                port);
    }

    private static List<Object> key(Protocol protocol, long high, long low, int port6) {
        return List.of(protocol, high, low, port6);
    }

    private void written(List<Store.Record> records) {
        for (Store.Record record : records) {
            if (record instanceof BindingRecord) {
                BindingRecord b = (BindingRecord) record;
                note(key(b.protocol, b.high, b.low, b.port6), b.isRemoval());
            } else if (record instanceof StaticBindingRecord) {
                StaticBindingRecord s = (StaticBindingRecord) record;
                if (!s.isRemoval()) {
                    statics.put(
                            s.key(),
                            key(
                                    s.protocol,
                                    s.binding.address6.high(),
                                    s.binding.address6.low(),
                                    s.binding.port6));
                }
                note(statics.get(s.key()), s.isRemoval());
            }
        }
    }

    private void note(List<Object> key, boolean removal) {
        (removal ? deleted : made).add(key);
    }

    void run() {
        network.start(CONFIG);
        network.allUp();
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 40; i++) {
                step();
            }
            network.switches.values().forEach(network::up);
            network.run(20_000);
            network.assertReady();
            network.assertConsistent();
            compare();
        }
        network.run(5_000);
        assertEquals(Map.of(), network.store.maps.get(Store.Map.DELETIONS), "seed " + seed);
    }

    private void compare() {
        for (SimulatedSwitch s : network.switches.values()) {
            for (Intent i : s.held.values()) {
                List<Object> key = null;
                if (i instanceof BibIntent.Outbound) {
                    BibIntent.Outbound o = (BibIntent.Outbound) i;
                    key = key(o.protocol, o.address6High, o.address6Low, o.port6);
                } else if (i instanceof BibIntent.Inbound) {
                    BibIntent.Inbound in = (BibIntent.Inbound) i;
                    key = key(in.protocol, in.address6High, in.address6Low, in.port6);
                }
                String what = s.id + " holds " + i + ", seed " + seed;
                assertTrue(key == null || made.contains(key), what + ": never acknowledged");
                assertFalse(deleted.contains(key), what + ": deleted");
            }
        }
    }

    private void step() {
        SimulatedSwitch s = network.at(random.nextInt(3));
        int what = random.nextInt(100);
        if (what < 50) {
            for (int i = random.nextInt(5); i >= 0; i--) {
                String host = "2001:db8:0:" + random.nextInt(6) + "::1";
                network.pipeline.receive(s, HostFrames.udp(host, ++port, PEER, 53));
            }
        } else if (what < 62) {
            network.down(s);
        } else if (what < 70) {
            network.up(s);
        } else if (what < 90) {
            operate();
        } else if (what < 95) {
            kill();
        } else if (what < 97) {
            network.run(random.nextInt(400_000));
        } else {
            before = new LinkedHashMap<>(network.store.maps.get(Store.Map.BINDINGS));
            beforeAt = network.now;
        }
        network.run(random.nextInt(200));
    }

    private void operate() {
        try {
            if (random.nextBoolean()) {
                network.controller.addStaticBinding(binding(++port));
            } else if (random.nextInt(4) > 0) {
                for (StaticBinding b : network.controller.staticBindings()) {
                    network.controller.removeStaticBinding(b.protocol, b.address4.bits(), b.port4);
                }
            } else if (network.controller.pools().size() == 1) {
                network.controller.addPool(Nat64Configs.pool("q", "203.0.113.32/28"));
            } else {
                network.controller.removePool("q");
            }
        } catch (ConflictException e) {
            // In use already.
        }
    }

    private void kill() {
        if (random.nextInt(3) == 0) {
            // In the middle of an operation.
            int left = random.nextInt(3);
            int[] writes = {left};
            network.store.onWrite =
                    records -> {
                        written(records);
                        if (writes[0]-- == 0) {
                            throw new Killed();
                        }
                    };
            try {
                operate();
                network.run(50);
            } catch (Killed e) {
                // As it was meant to be.
            }
            network.store.onWrite = this::written;
        }
        network.kill();
        if (random.nextInt(6) == 0) {
            network.store.maps.values().forEach(Map::clear);
            // Nobody can tell what was deleted while a switch was away from what was lost.
            held().forEach(deleted::remove);
        } else if (network.store.mayLackBindings && network.now - beforeAt < 3_000) {
            goBack();
        }
        network.start(CONFIG);
    }

    private Set<List<Object>> held() {
        Set<List<Object>> held = new HashSet<>();
        for (SimulatedSwitch s : network.switches.values()) {
            for (Intent i : s.held.values()) {
                if (i instanceof BibIntent.Outbound) {
                    BibIntent.Outbound o = (BibIntent.Outbound) i;
                    held.add(key(o.protocol, o.address6High, o.address6Low, o.port6));
                }
            }
        }
        return held;
    }

    /** The latest writes to the bindings are lost, deletions that are remembered are not. */
    void goBack() {
        Map<List<Object>, Store.Record> bindings = network.store.maps.get(Store.Map.BINDINGS);
        Set<List<Object>> remembered = new HashSet<>();
        for (Store.Record r : network.store.maps.get(Store.Map.DELETIONS).values()) {
            DeletionRecord d = (DeletionRecord) r;
            remembered.add(key(d.protocol, d.high, d.low, d.port6));
        }
        bindings.clear();
        bindings.putAll(before);
        for (Store.Record r : before.values()) {
            BindingRecord b = (BindingRecord) r;
            List<Object> key = key(b.protocol, b.high, b.low, b.port6);
            if (!remembered.contains(key)) {
                deleted.remove(key);
            }
        }
    }
}
