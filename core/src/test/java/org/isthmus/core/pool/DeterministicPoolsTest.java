// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Deterministic blocks (RFC 7422), and what a subscriber gets beyond them. */
class DeterministicPoolsTest extends PoolsFixture {
    private static final int UDP = Protocol.UDP.ordinal();

    /** Of 2001:db8:0:100::/58: 64 subscribers of /64. */
    private static final long FIRST = 0x2001_0db8_0000_0100L;

    private Pools pools(long seed, int mostBlocks, PoolSpec... specs) {
        return pools(
                seed,
                InstanceConfig.builder("main", Ipv6Prefix.parse("64:ff9b::/96"))
                        .blockSize(8)
                        .blocksPerSubscriber(mostBlocks)
                        .build(),
                specs);
    }

    private static PoolSpec fixed(int ports, int lastPort) {
        return new PoolSpec(
                "fixed",
                "main",
                List.of(Ipv4Prefix.parse("203.0.113.0/30")),
                new int[] {1024, 1024, 1024},
                new int[] {lastPort, lastPort, lastPort},
                new Deterministic(
                        Ipv6Prefix.parse("2001:db8:0:100::/58"),
                        ports,
                        Deterministic.Algorithm.SEQUENTIAL),
                Filtering.ENDPOINT_INDEPENDENT);
    }

    private static final PoolSpec OPEN =
            new PoolSpec(
                    "open",
                    "main",
                    List.of(Ipv4Prefix.parse("198.51.100.1/32")),
                    PoolSpec.defaultFirstPort(),
                    PoolSpec.defaultLastPort());

    private static int port(long bound) {
        return (int) bound & 0xffff;
    }

    /** All of its ports, drawn at random; nothing stored, logged or leased. */
    @Test
    void aSubscriberHasThePortsOfTheConfiguration() {
        Pools pools = pools(7, 4, fixed(32, 65535));
        DeterministicMap map = pools.all().get(0).map();
        Set<Integer> used = new HashSet<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            long bound = bind(pools, Protocol.UDP, FIRST + 6, i);
            assertEquals(map.address4(6), (int) (bound >>> 16));
            assertTrue(used.add(port(bound)));
            order.add(port(bound));
            assertTrue(port(bound) >= map.firstPort(UDP, 6), "port " + port(bound));
            assertTrue(port(bound) <= map.lastPort(UDP, 6), "port " + port(bound));
            assertEquals(i & 1, port(bound) & 1);
        }
        // The first four are out of more than one block: they do not tell the next.
        assertTrue(
                new HashSet<>(order.subList(0, 8)).stream().map(x -> x / 8).distinct().count() > 1);
        assertEquals(List.of(), events);
        assertEquals(Set.of(), leased);
        assertTrue(pools.subscriber(1, FIRST + 6, 0).record().isRemoval());
        assertEquals(0, pools.all().get(0).toApi().blocksInUse[UDP]);
        assertEquals(32, pools.all().get(0).toApi().bindings[UDP]);
    }

    /** Beyond them: blocks of the same address, logged, as many as it may have in all. */
    @Test
    void moreAreOverflowBlocks() {
        Pools pools = pools(7, 6, fixed(32, 65535));
        DeterministicMap map = pools.all().get(0).map();
        for (int i = 0; i < 32; i++) {
            bind(pools, Protocol.UDP, FIRST, i);
        }
        for (int i = 0; i < 16; i++) {
            long bound = bind(pools, Protocol.UDP, FIRST, i);
            assertEquals(map.address4(0), (int) (bound >>> 16));
            assertTrue(port(bound) >= map.firstDynamicPort(UDP));
        }
        assertEquals(2, events.size(), events.toString());
        assertEquals(Set.of(map.address4(0)), leased);
        assertEquals(2, pools.all().get(0).toApi().blocksInUse[UDP]);
        assertEquals(2, pools.subscriber(1, FIRST, 0).record().blocks.size());
        assertEquals(Pools.SUBSCRIBER_LIMIT, bind(pools, Protocol.UDP, FIRST, 1));
        assertTrue(bind(pools, Protocol.TCP, FIRST, 1) >= 0);
    }

    @Test
    void overflowNeedsTheLeaseOfTheAddress() {
        leases = false;
        Pools pools = pools(7, 6, fixed(8, 65535));
        for (int i = 0; i < 8; i++) {
            assertTrue(bind(pools, Protocol.UDP, FIRST, i) >= 0);
        }
        assertEquals(
                Pools.NO_PORTS,
                pools.allocate(1, Protocol.UDP, FIRST, 1, 1, false, now),
                "not leased");
    }

    @Test
    void withoutOverflowThatIsAll() {
        // 64 subscribers on four addresses, eight ports each.
        Pools pools = pools(7, 6, fixed(8, 1024 + 16 * 8 - 1));
        assertEquals(0, pools.all().get(0).toApi().blocks[UDP]);
        for (int i = 0; i < 8; i++) {
            assertTrue(bind(pools, Protocol.UDP, FIRST, i) >= 0);
        }
        assertEquals(Pools.NO_PORTS, bind(pools, Protocol.UDP, FIRST, 8));
        assertTrue(bind(pools, Protocol.UDP, FIRST + 1, 8) >= 0);
    }

    /** Others have no ports there; with another pool they get blocks of that one. */
    @Test
    void othersGetBlocksOfOtherPools() {
        Pools alone = pools(7, 6, fixed(8, 65535));
        assertEquals(Pools.NO_PORTS, bind(alone, Protocol.UDP, FIRST + 64, 1));
        Pools pools = pools(7, 6, fixed(8, 65535), OPEN);
        long bound = bind(pools, Protocol.UDP, FIRST + 64, 1);
        assertEquals(OPEN.address(0), (int) (bound >>> 16));
        assertEquals(1, events.size());
    }

    /** What a switch or the store has of a port that is another's by configuration is not taken. */
    @Test
    void onlyItsHolderClaimsAPort() {
        Pools pools = pools(7, 6, fixed(8, 65535));
        DeterministicMap map = pools.all().get(0).map();
        int port = map.firstPort(UDP, 5);
        int address = map.address4(5);
        assertFalse(pools.adopt(1, Protocol.UDP, FIRST + 4, 1, address, port, 0, 1));
        assertFalse(pools.adopt(1, Protocol.UDP, FIRST + 64, 1, address, port, 0, 1));
        assertTrue(pools.adopt(1, Protocol.UDP, FIRST + 5, 1, address, port, 0, 1));
        assertEquals(List.of(), events);
        int overflow = map.firstDynamicPort(UDP);
        assertFalse(pools.adopt(1, Protocol.UDP, FIRST + 4, 1, address, overflow, 0, 2));
        assertTrue(pools.adopt(1, Protocol.UDP, FIRST + 9, 1, address, overflow, 0, 2));
        assertEquals(List.of("+" + overflow), events);
    }

    /** A subscriber that was there before keeps its blocks, and has others once they are over. */
    @Test
    void whoHasBlocksKeepsThem() {
        Pools pools = pools(7, 6, OPEN);
        long before = bind(pools, Protocol.UDP, FIRST, 1);
        pools.add(fixed(8, 65535), true, 1);
        assertEquals(before >>> 16, bind(pools, Protocol.UDP, FIRST, 2) >>> 16);
        pools.release(Protocol.UDP, (int) (before >>> 16), port(before), 0, now);
        now += HOLD;
        pools.tick(now);
        assertNotNull(pools.subscriber(1, FIRST, 0));
        pools.remove(pools.all().get(0));
        assertNull(pools.subscriber(1, FIRST, 0));
        assertEquals(
                pools.all().get(0).map().address4(0),
                (int) (bind(pools, Protocol.UDP, FIRST, 3) >>> 16));
    }

    /** Against a plain model, with subscribers of all kinds: no port is ever of two. */
    @Test
    void agreesWithAModel() {
        long seed = Seeds.of(7422);
        Random random = new Random(seed);
        Pools pools = pools(seed, 5, fixed(16, 1024 + 16 * 16 + 10 * 8 - 1), OPEN);
        DeterministicMap map = pools.all().get(0).map();
        Map<Long, Long> live = new HashMap<>(); // protocol and bound -> subscriber
        for (int i = 0; i < 100_000; i++) {
            String at = "seed " + seed + " step " + i;
            Protocol p = Protocol.values()[random.nextInt(3)];
            if (random.nextInt(100) < 55) {
                long number = random.nextInt(80);
                long bound = bind(pools, p, FIRST + number, random.nextInt(65536));
                if (bound >= 0) {
                    assertNull(live.put(bound << 2 | p.ordinal(), FIRST + number), at);
                    int address = (int) (bound >>> 16);
                    long holder = map.holder(p.ordinal(), address, port(bound));
                    assertTrue(holder == -1 || holder == number, at);
                    assertEquals(number < 64, address != OPEN.address(0), at);
                    assertTrue(number >= 64 || map.address4(number) == address, at);
                }
            } else if (!live.isEmpty()) {
                long key = live.keySet().iterator().next();
                live.remove(key);
                pools.release(
                        Protocol.values()[(int) key & 3],
                        (int) (key >>> 18),
                        (int) (key >>> 2) & 0xffff,
                        0,
                        now);
            }
            if (random.nextInt(20) == 0) {
                now += random.nextInt(10);
                pools.tick(now);
            }
        }
        live.keySet()
                .forEach(
                        key ->
                                pools.release(
                                        Protocol.values()[(int) (key & 3)],
                                        (int) (key >>> 18),
                                        (int) (key >>> 2) & 0xffff,
                                        0,
                                        now));
        now += HOLD;
        pools.tick(now);
        assertEquals(0, pools.subscribers());
        assertEquals(0, pools.all().get(0).toApi().blocksInUse[UDP]);
        assertEquals(
                events.stream().filter(e -> e.startsWith("+")).count(),
                events.stream().filter(e -> e.startsWith("-")).count());
    }
}
