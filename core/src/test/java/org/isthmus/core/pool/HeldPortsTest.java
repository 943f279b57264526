// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Ports and blocks that were given back and serve nobody else for a time. */
class HeldPortsTest extends PoolsFixture {
    @Test
    void aBlockThatIsIdleAgainAndAgainIsHeldOnce() {
        Pools pools = pools(1, instance(64, 4, 0, 86400, Quotas.NONE), "203.0.113.0/24");
        for (int i = 0; i < 1000; i++, now += 60) {
            long found = pools.allocate(1, Protocol.UDP, 1, 1, 1, false, now);
            int address4 = (int) (found >>> 16);
            int port4 = (int) found & 0xffff;
            pools.place(Protocol.UDP, address4, port4, 0, 1);
            pools.release(Protocol.UDP, address4, port4, 0, now);
            pools.tick(now);
        }
        assertEquals(1, pools.all().get(0).held.size());
    }

    /** A large pool has more ports than a controller has memory, and uses all of them in time. */
    @Test
    void aBlockThatIsFreeTakesNoMemory() {
        Pools pools = pools(1, 8, 4, 0, "203.0.113.1/32");
        long bound = bind(pools, Protocol.UDP, 7, 1000);
        Block block = last;
        assertSame(block, block.space.block(Protocol.UDP.ordinal(), block.firstPort()));
        // A static binding on a port of the block outlives it.
        int port4 = (int) bound & 0xffff;
        int other = port4 == block.firstPort() ? port4 + 1 : block.firstPort();
        assertTrue(pools.placeStatic(Protocol.UDP, block.address4(), other, nextSlot));
        release(pools, Protocol.UDP, bound);
        now += HOLD;
        pools.tick(now);
        assertEquals("-" + block.firstPort(), events.get(events.size() - 1));
        assertEquals(nextSlot, pools.find(Protocol.UDP, block.address4(), other));
        pools.releaseStatic(Protocol.UDP, block.address4(), other, now);
        now += HOLD;
        release(pools, Protocol.UDP, bindIn(pools, block));
        now += HOLD;
        pools.tick(now);
        assertNull(block.space.block(Protocol.UDP.ordinal(), block.firstPort()));
        assertEquals(-1, pools.find(Protocol.UDP, block.address4(), port4));
        assertEquals(0, pools.subscribers());
    }

    /** Binds ports of others until one is of this block; the others are released. */
    private long bindIn(Pools pools, Block block) {
        for (long subscriber = 100; ; subscriber++) {
            long bound = bind(pools, Protocol.UDP, subscriber, 1000);
            if (last == block) {
                return bound;
            }
            release(pools, Protocol.UDP, bound);
        }
    }

    /** The hold may be lowered, as where a pool runs out. */
    @Test
    void aBlockIsFreeByTheHoldThatIsInForceWhenItIsLeft() {
        Pools pools = pools(1, instance(64, 4, 0, 86_400, Quotas.NONE), "203.0.113.1/32");
        release(pools, Protocol.UDP, bind(pools, Protocol.UDP, 1, 1000));
        pools.instance(instance(64, 4, 0, 0, Quotas.NONE));
        release(pools, Protocol.UDP, bind(pools, Protocol.UDP, 2, 1000));
        now += HOLD;
        pools.tick(now);
        assertEquals("-" + last.firstPort(), events.get(events.size() - 1));
        assertEquals(1, pools.subscribers());
    }

    /** An empty block is its subscriber's for its own hold beyond that of its last port. */
    @Test
    void anEmptyBlockIsHeldBeyondItsPorts() {
        Pools pools = pools(1, instance(64, 1, 0, 30, Quotas.NONE), "203.0.113.0/32");
        long bound = bind(pools, Protocol.UDP, 7, 1);
        release(pools, Protocol.UDP, bound);
        now += HOLD + 29;
        pools.tick(now);
        assertEquals(1, pools.subscribers());
        assertEquals(1, pools.use(1).blocks(Protocol.UDP.ordinal()));
        now++;
        pools.tick(now);
        assertEquals(0, pools.subscribers());
        assertEquals(0, pools.use(1).blocks(Protocol.UDP.ordinal()));
    }

    private static InstanceConfig holding(int ports, int blockSize) {
        return InstanceConfig.builder("main", Ipv6Prefix.parse("64:ff9b::/96"))
                .blockSize(blockSize)
                .portHold(Duration.ofSeconds(HOLD))
                .heldPorts(ports)
                .build();
    }

    /** RFC 6888 REQ-8. */
    @Test
    void asManyReleasedPortsAreHeldAsMayBe() {
        Pools pools = pools(1, holding(12, 32), "203.0.113.0/32");
        for (int round = 0; round < 3; round++) {
            List<Long> released = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                released.add(bind(pools, Protocol.TCP, 1, i));
            }
            assertEquals(1, events.size(), "all in one block");
            for (long port : released) {
                release(pools, Protocol.TCP, port);
            }
            // Those of another protocol count for themselves.
            release(pools, Protocol.UDP, bind(pools, Protocol.UDP, 1, 1));
            events.removeIf(e -> events.indexOf(e) > 0);
            Set<Long> again = new TreeSet<>();
            for (int i = 0; i < 20; i++) {
                again.add(bind(pools, Protocol.TCP, 1, i));
            }
            assertEquals(new TreeSet<>(released.subList(0, 20)), again);
            long other = bind(pools, Protocol.TCP, 1, 99);
            assertFalse(released.contains(other), "the last twelve are held");
            release(pools, Protocol.TCP, other);
            again.forEach(port -> release(pools, Protocol.TCP, port));
            now += HOLD;
            pools.tick(now);
            events.clear();
        }
    }

    @Test
    void noReleasedPortIsHeldWhereNoneMayBe() {
        Pools pools = pools(1, holding(0, 8), "203.0.113.0/32");
        for (int i = 0; i < 100; i++) {
            release(pools, Protocol.TCP, bind(pools, Protocol.TCP, 1, i));
        }
        assertEquals(1, events.size(), "its block is enough");
        assertTrue(bind(pools, Protocol.TCP, 2, 1) >= 0);
        assertEquals(2, events.size(), "and stays its own");
    }

    @Test
    void blocksReturnAfterTheHold() {
        Pools pools = pools(1, 64, 1, 0, "203.0.113.0/32");
        long bound = bind(pools, Protocol.TCP, 1, 1);
        release(pools, Protocol.TCP, bound);
        now += HOLD - 1;
        pools.tick(now);
        assertEquals(1, events.size());
        now++;
        pools.tick(now);
        assertEquals(2, events.size());
        assertEquals("-" + events.get(0).substring(1), events.get(1));
    }

    /** RFC 6888 REQ-8, of a port that had a static binding. */
    @Test
    void aPortThatIsHeldForAnotherServesNobody() {
        Pools pools = pools(1, 8, 4, 0, "203.0.113.0/32");
        PortPool pool = pools.all().get(0);
        int[] first = {1024, 1024, 1024};
        int[] last = {1031, 1031, 1031};
        pools.change(pool, new PoolSpec("p", "main", pool.spec().prefixes, first, last), true);
        int address = Ipv4Prefix.parse("203.0.113.0/32").bits();
        for (int port = 1024; port <= 1031; port++) {
            assertTrue(pools.placeStatic(Protocol.UDP, address, port, 900_000));
        }
        for (int port = 1024; port <= 1031; port++) {
            now += port == 1025 ? HOLD / 2 : 0;
            pools.releaseStatic(Protocol.UDP, address, port, now);
        }
        assertEquals(Pools.NO_PORTS, pools.allocate(1, Protocol.UDP, 1, 1, 5001, false, now));
        now += HOLD / 2;
        assertEquals(1024, bind(pools, Protocol.UDP, 1, 5001) & 0xffff);
    }
}
