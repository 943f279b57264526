// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** A pool, whom it serves, and what it tells its listener. */
abstract class PoolsFixture {
    static final int HOLD = 120;

    final List<String> events = new ArrayList<>();
    final Set<Integer> leased = new TreeSet<>();
    final Set<Integer> others = new TreeSet<>();

    /** Whether any address may be leased. */
    boolean leases = true;

    int now = 1000;
    int nextSlot;

    /** Of the last event. */
    Block last;

    Pools pools(long seed, int blockSize, int blocks, int rate, String prefix) {
        return pools(seed, instance(blockSize, blocks, rate, 0, Quotas.NONE), prefix);
    }

    static InstanceConfig instance(
            int blockSize, int blocks, int rate, int blockHold, Quotas quotas) {
        return InstanceConfig.builder("main", Ipv6Prefix.parse("64:ff9b::/96"))
                .blockSize(blockSize)
                .blocksPerSubscriber(blocks)
                .bindingsPerSecond(rate)
                .portHold(Duration.ofSeconds(HOLD))
                .blockHold(Duration.ofSeconds(blockHold))
                .quotas(quotas)
                .build();
    }

    Pools pools(long seed, InstanceConfig instance, String prefix) {
        return pools(
                seed,
                instance,
                new PoolSpec(
                        "p",
                        "main",
                        List.of(Ipv4Prefix.parse(prefix)),
                        PoolSpec.defaultFirstPort(),
                        PoolSpec.defaultLastPort()));
    }

    Pools pools(long seed, InstanceConfig instance, PoolSpec... specs) {
        Pools pools =
                new Pools(
                        new Random(seed),
                        new Pools.Listener() {
                            @Override
                            public void block(SubscriberPorts s, Block b, MappingEvent.Kind kind) {
                                events.add((kind.isHeld() ? "+" : "-") + b.firstPort());
                                last = b;
                            }

                            @Override
                            public boolean lease(int address4) {
                                leased.add(address4);
                                return leases;
                            }

                            @Override
                            public boolean mayLease(int address4) {
                                return leases && !others.contains(address4);
                            }
                        });
        pools.instance(instance);
        for (PoolSpec spec : specs) {
            pools.add(spec, true, 1);
        }
        return pools;
    }

    long bind(Pools pools, Protocol p, long subscriber, int port6) {
        long refusal = pools.refusal(1, p, subscriber, 1, now);
        long found = pools.allocate(1, p, subscriber, 1, port6, false, now);
        assertEquals(refusal, Math.min(found, 0));
        if (found >= 0) {
            pools.place(p, (int) (found >>> 16), (int) found & 0xffff, 0, nextSlot++);
        }
        return found;
    }

    void release(Pools pools, Protocol p, long bound) {
        pools.release(p, (int) (bound >>> 16), (int) bound & 0xffff, 0, now);
    }
}
