// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class PoolsTest extends PoolsFixture {
    @Test
    void aPoolThatIsBeingRemovedHasNoRoom() {
        Pools pools = pools(1, 64, 4, 0, "203.0.113.0/24");
        pools.close(pools.all().get(0), true);
        assertEquals(Pools.NO_PORTS, pools.allocate(1, Protocol.UDP, 1, 1, 1, false, now));
        assertEquals(Pools.NO_PORTS, pools.refusal(1, Protocol.UDP, 1, 1, now));
        pools.close(pools.all().get(0), false);
        assertEquals(0, pools.refusal(1, Protocol.UDP, 1, 1, now));
    }

    /** Pairing, parity, ranges, no port twice, port hold: against a plain model. */
    @Test
    void agreesWithAModel() {
        long seed = Seeds.of(6888);
        Random random = new Random(seed);
        Pools pools = pools(seed, 8, 4, 0, "203.0.113.0/30");
        Map<Long, Integer> lastUse = new HashMap<>(); // port -> subscriber
        Map<Long, Integer> freedAt = new HashMap<>();
        Map<Long, Long> live = new HashMap<>(); // protocol and port -> bound
        Map<Integer, Set<Integer>> addresses = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            Protocol p = Protocol.values()[random.nextInt(3)];
            if (random.nextInt(100) < 52) {
                int subscriber = random.nextInt(40);
                int port6 = random.nextInt(65536);
                long bound = bind(pools, p, subscriber, port6);
                if (bound >= 0) {
                    long key = bound << 2 | p.ordinal();
                    String at = "seed " + seed + " step " + i;
                    assertFalse(live.containsKey(key), at);
                    live.put(key, bound);
                    int port = (int) bound & 0xffff;
                    assertTrue(port >= 1024 || p == Protocol.ICMP, at);
                    Integer before = lastUse.put(key, subscriber);
                    if (before != null && before != subscriber) {
                        assertTrue(now - freedAt.get(key) >= HOLD, at);
                    }
                    Set<Integer> on = addresses.computeIfAbsent(subscriber, s -> new HashSet<>());
                    on.add((int) (bound >>> 16));
                    assertEquals(1, on.size(), at);
                    assertEquals(nextSlot - 1, pools.find(p, (int) (bound >>> 16), port), at);
                }
            } else if (!live.isEmpty()) {
                long key = live.keySet().iterator().next();
                long bound = live.remove(key);
                release(pools, Protocol.values()[(int) key & 3], bound);
                freedAt.put(key, now);
            }
            if (random.nextInt(20) == 0) {
                now += random.nextInt(10);
                pools.tick(now);
                for (int s = 0; s < 40; s++) {
                    if (pools.subscriber(1, s, 0) == null) {
                        addresses.remove(s);
                    }
                }
            }
        }
        live.forEach((key, bound) -> release(pools, Protocol.values()[(int) (key & 3)], bound));
        now += HOLD;
        pools.tick(now);
        assertEquals(0, pools.subscribers());
        assertEquals(0, pools.all().get(0).toApi().blocksInUse[Protocol.UDP.ordinal()]);
    }

    /** As where a static binding of a new configuration has the port. */
    @Test
    void whatIsNotTakenOverHasNoBlock() {
        Pools pools = pools(1, 64, 4, 0, "203.0.113.1/32");
        int address4 = Ipv4Prefix.parse("203.0.113.1/32").bits();
        assertTrue(pools.placeStatic(Protocol.UDP, address4, 5000, nextSlot++));
        assertFalse(pools.adopt(1, Protocol.UDP, 7, 1, address4, 5000, 0, nextSlot));
        assertEquals(List.of(), events);
        assertEquals(0, pools.subscribers());
    }

    private static Quotas quotas(int bindings, int bindingsPerSecond, int blocks) {
        return new Quotas(new int[3], bindings, bindingsPerSecond, blocks);
    }

    /** Of each protocol apart (RFC 6888 REQ-4). */
    @Test
    void aSubscriberHasAsManyBindingsAsItMay() {
        Quotas quotas = new Quotas(new int[] {0, 1, 2}, 0, 0, 0);
        Pools pools = pools(1, instance(64, 1, 0, 0, quotas), "203.0.113.0/32");
        long first = bind(pools, Protocol.UDP, 7, 1);
        assertTrue(bind(pools, Protocol.UDP, 7, 2) >= 0);
        assertEquals(Pools.SUBSCRIBER_BINDINGS, bind(pools, Protocol.UDP, 7, 3));
        assertTrue(bind(pools, Protocol.TCP, 7, 1) >= 0);
        assertEquals(Pools.SUBSCRIBER_BINDINGS, bind(pools, Protocol.TCP, 7, 2));
        assertTrue(bind(pools, Protocol.UDP, 8, 1) >= 0);
        for (int i = 0; i < 9; i++) {
            assertTrue(bind(pools, Protocol.ICMP, 7, i) >= 0);
        }
        assertEquals(2, pools.subscriber(1, 7, 0).refused());
        release(pools, Protocol.UDP, first);
        assertTrue(bind(pools, Protocol.UDP, 7, 3) >= 0);
    }

    @Test
    void anInstanceHasAsManyBindingsAsItMay() {
        Pools pools = pools(1, instance(64, 1, 0, 0, quotas(2, 0, 0)), "203.0.113.0/32");
        long first = bind(pools, Protocol.UDP, 7, 1);
        assertTrue(bind(pools, Protocol.TCP, 8, 1) >= 0);
        assertEquals(Pools.INSTANCE_QUOTA, bind(pools, Protocol.UDP, 7, 2));
        assertEquals(Pools.INSTANCE_QUOTA, bind(pools, Protocol.UDP, 9, 1));
        release(pools, Protocol.UDP, first);
        assertTrue(bind(pools, Protocol.UDP, 9, 1) >= 0);
        assertEquals(2, pools.use(1).bindings());
    }

    @Test
    void anInstanceMakesBindingsAsFastAsItMay() {
        Pools pools = pools(1, instance(64, 1, 0, 0, quotas(0, 2, 0)), "203.0.113.0/32");
        assertTrue(bind(pools, Protocol.UDP, 7, 1) >= 0);
        assertTrue(bind(pools, Protocol.UDP, 8, 1) >= 0);
        assertFalse(pools.use(1).wasRateReached(now));
        assertEquals(Pools.INSTANCE_RATE, bind(pools, Protocol.UDP, 9, 1));
        assertTrue(pools.use(1).wasRateReached(now));
        now++;
        assertTrue(bind(pools, Protocol.UDP, 9, 1) >= 0);
        assertTrue(pools.use(1).wasRateReached(now));
        assertFalse(pools.use(1).wasRateReached(now + 60));
    }

    /** Whoever has a block uses it up; blocks of each protocol are counted apart. */
    @Test
    void anInstanceHasAsManyBlocksAsItMay() {
        Pools pools = pools(1, instance(8, 4, 0, 0, quotas(0, 0, 2)), "203.0.113.0/32");
        assertTrue(bind(pools, Protocol.UDP, 7, 1) >= 0);
        assertTrue(bind(pools, Protocol.UDP, 8, 1) >= 0);
        assertEquals(Pools.INSTANCE_QUOTA, bind(pools, Protocol.UDP, 9, 1));
        assertTrue(bind(pools, Protocol.TCP, 9, 1) >= 0);
        for (int i = 1; i < 8; i++) {
            assertTrue(bind(pools, Protocol.UDP, 7, i) >= 0);
        }
        assertEquals(Pools.INSTANCE_QUOTA, bind(pools, Protocol.UDP, 7, 9));
    }

    @Test
    void parityOfUdpIsKept() {
        Pools pools = pools(1, 64, 1, 0, "203.0.113.0/32");
        for (int i = 0; i < 32; i++) {
            assertEquals(1, bind(pools, Protocol.UDP, 7, 2 * i + 1) & 1);
        }
        for (int i = 0; i < 32; i++) {
            assertTrue(bind(pools, Protocol.UDP, 7, 2 * i + 1) >= 0, "rather even than none");
        }
        assertEquals(Pools.SUBSCRIBER_LIMIT, bind(pools, Protocol.UDP, 7, 1));
        assertTrue(bind(pools, Protocol.TCP, 7, 1) >= 0, "limits are per protocol");
        assertEquals(1, pools.subscriber(1, 7, 0).refused());
    }

    /** A pool of all ports of one address. */
    private Pools allPorts(int blockSize, int blocks) {
        Pools pools = pools(1, blockSize, blocks, 0, "203.0.113.0/32");
        pools.change(
                pools.all().get(0),
                new PoolSpec(
                        "p",
                        "main",
                        List.of(Ipv4Prefix.parse("203.0.113.0/32")),
                        new int[] {0, 0, 0},
                        PoolSpec.defaultLastPort()),
                true);
        return pools;
    }

    /** RFC 6146 sections 3.5.1.1 and 3.5.2.3. */
    @Test
    void wellKnownPortsStayWellKnownAndOthersDoNotBecomeSo() {
        Pools pools = allPorts(64, 16);
        for (Protocol p : List.of(Protocol.UDP, Protocol.TCP)) {
            for (int i = 0; i < 200; i++) {
                int port6 = i % 2 == 0 ? i / 2 : 40_000 + i / 2;
                int port4 = (int) bind(pools, p, 7, port6) & 0xffff;
                assertEquals(port6 < 1024, port4 < 1024, p + " " + port6 + " as " + port4);
                assertTrue(p == Protocol.TCP || (port4 & 1) == (port6 & 1), "and the parity");
            }
        }
    }

    @Test
    void theRangeIsKeptInABlockThatHasBoth() {
        Pools pools = allPorts(65536, 1);
        for (int i = 0; i < 1024; i++) {
            assertTrue((bind(pools, Protocol.TCP, 7, 80) & 0xffff) < 1024);
        }
        assertTrue((bind(pools, Protocol.TCP, 7, 80) & 0xffff) >= 1024, "rather so than not");
    }

    @Test
    void anotherRangeServesWhereNoBlockOfTheRangeMayBeHad() {
        Pools pools = allPorts(512, 1);
        boolean first = (bind(pools, Protocol.TCP, 7, 40_000) & 0xffff) < 1024;
        assertFalse(first);
        assertTrue((bind(pools, Protocol.TCP, 7, 80) & 0xffff) >= 1024, "it may have one block");
        assertTrue((bind(pools, Protocol.TCP, 8, 80) & 0xffff) < 1024);
        assertTrue((bind(pools, Protocol.TCP, 9, 80) & 0xffff) < 1024);
        assertTrue((bind(pools, Protocol.TCP, 10, 80) & 0xffff) >= 1024, "both blocks are taken");
    }

    @Test
    void portsAreNotInOrder() {
        Pools pools = pools(1, 1024, 4, 0, "203.0.113.0/32");
        int rising = 0;
        long last = -1;
        for (int i = 0; i < 1000; i++) {
            long port = bind(pools, Protocol.TCP, 7, 1) & 0xffff;
            rising += port == last + 1 ? 1 : 0;
            last = port;
        }
        assertTrue(rising < 100, rising + " of 1000 ports follow the one before");
    }

    @Test
    void aFullPoolSaysSoAndAnOwnPortServesAgainBeforeItHasRested() {
        Pools pools = pools(1, 32768, 1, 0, "203.0.113.0/32");
        long bound = bind(pools, Protocol.TCP, 1, 1);
        assertEquals(Pools.NO_PORTS, bind(pools, Protocol.TCP, 2, 1));
        release(pools, Protocol.TCP, bound);
        assertEquals(Pools.NO_PORTS, bind(pools, Protocol.TCP, 2, 1));
        assertTrue(bind(pools, Protocol.TCP, 1, 1) >= 0);
    }

    /** RFC 7857 section 4: rather no session than one from another address. */
    @Test
    void aSubscriberStaysOnItsAddressWhenThatIsFull() {
        Pools pools = pools(1, 32768, 4, 0, "203.0.113.0/31");
        for (int i = 0; i < 32768; i++) {
            assertTrue(bind(pools, Protocol.TCP, 1, i) >= 0);
        }
        assertEquals(Pools.NO_PORTS, bind(pools, Protocol.TCP, 1, 1));
        assertTrue(bind(pools, Protocol.TCP, 2, 1) >= 0, "the other address has ports");
    }

    @Test
    void whereAPoolHasFewAddressesEachNewSubscriberHasTheEmptiest() {
        long seed = Seeds.of(4787);
        Pools pools = pools(seed, 1024, 64, 0, "203.0.113.0/26");
        Set<Long> addresses = new HashSet<>();
        for (int subscriber = 0; subscriber < 64; subscriber++) {
            assertEquals(subscriber, leased.size(), "addresses that nobody uses stay free");
            addresses.add(bind(pools, Protocol.UDP, subscriber, 5000) >>> 16);
        }
        assertEquals(64, addresses.size(), "seed " + seed);
        long third = bind(pools, Protocol.UDP, 3, 5000) >>> 16;
        for (int i = 0; i < 2 * 1024; i++) {
            for (int subscriber = 0; subscriber < 64; subscriber++) {
                if (subscriber != 3) {
                    bind(pools, Protocol.UDP, subscriber, 5000 + i);
                }
            }
        }
        assertEquals(third, bind(pools, Protocol.UDP, 64, 5000) >>> 16, "seed " + seed);
    }

    @Test
    void anAddressOfAnotherControllerIsNobodys() {
        Pools pools = pools(1, 1024, 1, 0, "203.0.113.0/31");
        int first = Ipv4Prefix.parse("203.0.113.0/32").bits();
        others.add(first);
        for (int subscriber = 0; subscriber < 63; subscriber++) {
            assertEquals(first + 1, (int) (bind(pools, Protocol.TCP, subscriber, 5000) >>> 16));
        }
        assertEquals(Pools.NO_PORTS, pools.allocate(1, Protocol.TCP, 63, 1, 5000, false, now));
    }

    @Test
    void rateIsLimitedPerSecond() {
        Pools pools = pools(1, 64, 4, 3, "203.0.113.0/32");
        for (int i = 0; i < 3; i++) {
            assertTrue(bind(pools, Protocol.UDP, 1, i) >= 0);
        }
        assertEquals(Pools.RATE, bind(pools, Protocol.UDP, 1, 9));
        assertTrue(bind(pools, Protocol.UDP, 2, 9) >= 0, "another subscriber's rate is its own");
        now++;
        assertTrue(bind(pools, Protocol.UDP, 1, 9) >= 0);
    }

    @Test
    void staticPortsAreLeftAlone() {
        Pools pools = pools(1, 8, 8192, 0, "203.0.113.0/32");
        int address = Ipv4Prefix.parse("203.0.113.0/32").bits();
        assertTrue(pools.placeStatic(Protocol.TCP, address, 80, 900_000), "outside the range");
        assertTrue(pools.placeStatic(Protocol.TCP, address, 2000, 900_001));
        assertFalse(pools.placeStatic(Protocol.TCP, address, 2000, 900_002));
        Set<Long> ports = new HashSet<>();
        for (long bound; (bound = bind(pools, Protocol.TCP, 5, 1)) >= 0; ) {
            assertNotEquals(2000, bound & 0xffff);
            assertTrue(ports.add(bound));
        }
        assertEquals(65536 - 1024 - 1, ports.size());
        assertEquals(900_001, pools.find(Protocol.TCP, address, 2000));
        assertEquals(900_000, pools.find(Protocol.TCP, address, 80));
    }

    /** So that ports are made the most of (RFC 6888 REQ-13), and the log is small (REQ-14). */
    @Test
    void aBlockIsUsedUpBeforeTheNext() {
        Pools pools = pools(1, 8, 4, 0, "203.0.113.0/32");
        for (Protocol p : Protocol.values()) {
            events.clear();
            for (int bindings = 1; bindings <= 32; bindings++) {
                assertTrue(bind(pools, p, 7, 50_000 + 2 * bindings) >= 0);
                assertEquals((bindings + 7) / 8, events.size(), p + " " + bindings);
            }
        }
    }

    /** The pool of an address, whatever comes, changes and goes, against a walk over all. */
    @Test
    void thePoolOfAnAddress() {
        long seed = Seeds.of(6146);
        Random random = new Random(seed);
        Pools pools = pools(seed, 64, 4, 0, "203.0.113.0/24");
        for (int round = 0; round < 500; round++) {
            List<PortPool> all = pools.all();
            PortPool some = all.isEmpty() ? null : all.get(random.nextInt(all.size()));
            List<Ipv4Prefix> free = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                Ipv4Prefix p = Ipv4Prefix.of(nearby(random), 28 + random.nextInt(5));
                if (free.stream().noneMatch(p::overlaps)
                        && all.stream()
                                .filter(pool -> pool != some)
                                .flatMap(pool -> pool.spec().prefixes.stream())
                                .noneMatch(p::overlaps)) {
                    free.add(p);
                }
            }
            PoolSpec spec = spec("p" + round, free);
            if (some != null && random.nextInt(3) == 0) {
                pools.remove(some);
            } else if (some != null && random.nextBoolean()) {
                pools.change(some, spec, true);
            } else if (free.stream().noneMatch(p -> some != null && isIn(some, p))) {
                pools.add(spec, true, 1);
            }
            for (int i = 0; i < 20; i++) {
                int a = nearby(random);
                Ipv4Prefix address = Ipv4Prefix.of(a, 32);
                PortPool walked =
                        all.stream().filter(pool -> isIn(pool, address)).findFirst().orElse(null);
                assertSame(walked, pools.poolOf(a), "seed " + seed);
                assertEquals(walked != null, pools.mayServe(a), "seed " + seed);
                // It has blocks in use from now on.
                pools.restore(1, round, i, Protocol.TCP, a, 1024, now + HOLD);
            }
        }
    }

    private static int nearby(Random random) {
        return 0x7fff_ff00 + random.nextInt(512);
    }

    private static boolean isIn(PortPool pool, Ipv4Prefix prefix) {
        return pool.spec().prefixes.stream().anyMatch(prefix::overlaps);
    }

    private static PoolSpec spec(String name, List<Ipv4Prefix> prefixes) {
        return new PoolSpec(
                name, "main", prefixes, PoolSpec.defaultFirstPort(), PoolSpec.defaultLastPort());
    }
}
