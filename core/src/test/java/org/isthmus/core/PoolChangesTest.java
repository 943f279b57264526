// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.sync.DeviceLink;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pools come, change and go, one of many at a time; switches hold what follows from all. */
class PoolChangesTest {
    private Random random;
    private SimulatedNetwork network;

    static LongStream seeds() {
        return Seeds.upTo(10);
    }

    /** Those of operators have prefixes of their own: a configuration never contradicts them. */
    private PoolSpec pool(String name, int place) {
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            prefixes.add(Ipv4Prefix.of(0xcb00_7100 + place * 16 + i * 8, 29 + random.nextInt(2)));
        }
        PoolSpec spec =
                new PoolSpec(
                        name,
                        "main",
                        prefixes,
                        PoolSpec.defaultFirstPort(),
                        PoolSpec.defaultLastPort());
        return spec.holdsSyns(random.nextBoolean());
    }

    private Nat64Config config() {
        List<PoolSpec> pools = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            if (random.nextInt(3) > 0) {
                // A prefix may pass from one pool to another.
                pools.add(pool("c" + (i + random.nextInt(2) * 6), i));
            }
        }
        return Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0), pools.toArray(new PoolSpec[0]));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatFollowsFromAllIsHeld(long seed) {
        random = new Random(seed);
        network = new SimulatedNetwork(seed, 2);
        network.start(config());
        network.allUp();
        Set<String> ours = new HashSet<>();
        for (int step = 0; step < 60; step++) {
            String name = "o" + random.nextInt(6);
            if (random.nextInt(5) == 0) {
                network.configure(config());
            } else if (ours.remove(name)) {
                network.controller.removePool(name);
            } else {
                ours.add(name);
                network.controller.addPool(pool(name, 8 + Integer.parseInt(name.substring(1))));
            }
            network.run(100);
            assertHeld("seed " + seed + " step " + step);
        }
    }

    private void assertHeld(String message) {
        Set<Intent> rows = new HashSet<>();
        Set<Ipv4Prefix> prefixes = new HashSet<>();
        for (Pool pool : network.controller.pools()) {
            for (Ipv4Prefix p : pool.spec.prefixes) {
                rows.add(new TranslationIntent.Pool4(p, 1, pool.spec.holdsSyns));
                prefixes.add(p);
            }
        }
        for (SimulatedSwitch s : network.switches.values()) {
            assertEquals(
                    rows,
                    s.held.values().stream()
                            .filter(i -> i instanceof TranslationIntent.Pool4)
                            .collect(Collectors.toSet()),
                    message);
            assertEquals(
                    prefixes,
                    s.held.values().stream()
                            .filter(i -> i instanceof SwitchIntent.Served4)
                            .map(i -> ((SwitchIntent.Served4) i).prefix)
                            .collect(Collectors.toSet()),
                    message);
            DeviceLink link = network.controller.core.devices.get(s.id);
            IntentCounts counts = new IntentCounts();
            network.controller.core.desired.count(link, counts);
            network.controller.core.fabric.count(s.id, counts);
            assertEquals(s.held.size(), counts.total(), message);
        }
    }
}
