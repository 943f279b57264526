// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.AnyBlock;
import org.junit.jupiter.api.Test;

/** A pool that drains becomes empty, and nobody lacks a port for it. */
class DrainingPoolsTest {
    private static final int HOLD = 120;
    private static final Protocol UDP = Protocol.UDP;

    private int now = 1000;
    private int nextSlot;

    private final Pools pools = new Pools(new Random(1), new AnyBlock());

    private PortPool old;

    /** A pool for 64 blocks of 16 ports of each of its addresses. */
    private PortPool pool(String name, String prefix) {
        return pools.add(spec(name, prefix, 1023 + 64 * 16), true, 1);
    }

    private static PoolSpec spec(String name, String prefix, int last) {
        return new PoolSpec(
                name,
                "main",
                List.of(Ipv4Prefix.parse(prefix)),
                new int[] {1024, 1024, 1024},
                new int[] {last, last, last});
    }

    private void start(int blocks, Quotas quotas) {
        pools.instance(
                InstanceConfig.builder("main", Ipv6Prefix.parse("64:ff9b::/96"))
                        .blockSize(16)
                        .blocksPerSubscriber(blocks)
                        .portHold(Duration.ofSeconds(HOLD))
                        .blockHold(Duration.ZERO)
                        .quotas(quotas)
                        .build());
        old = pool("old", "203.0.113.0/30");
    }

    private void drain(PortPool pool, boolean drain) {
        pools.change(pool, pool.spec().drains(drain), true);
    }

    /** An address and a port, packed; or why there is none. */
    private long bind(long subscriber) {
        long refusal = pools.refusal(1, UDP, subscriber, 1, now);
        long found = pools.allocate(1, UDP, subscriber, 1, 53, false, now);
        assertEquals(refusal, Math.min(found, 0));
        if (found >= 0) {
            pools.place(UDP, (int) (found >>> 16), (int) found & 0xffff, 0, nextSlot++);
        }
        return found;
    }

    private void release(long bound) {
        pools.release(UDP, (int) (bound >>> 16), (int) bound & 0xffff, 0, now);
    }

    private boolean isIn(PortPool pool, long bound) {
        assertTrue(bound >= 0, "refused: " + bound);
        return pools.poolOf((int) (bound >>> 16)) == pool;
    }

    private static long address(long bound) {
        return bound >>> 16;
    }

    private long inUse(PortPool pool) {
        return pool.toApi().blocksInUse[UDP.ordinal()];
    }

    @Test
    void newBindingsGoElsewhereToOneAddressAndTheOldOnesStay() {
        start(4, Quotas.NONE);
        long before = bind(7);
        PortPool other = pool("other", "198.51.100.0/30");
        drain(old, true);
        long first = bind(7);
        assertTrue(isIn(other, first));
        for (int i = 0; i < 40; i++) {
            assertEquals(address(first), address(bind(7)), "paired pooling");
        }
        assertTrue(isIn(other, bind(8)), "nor does a new subscriber begin there");
        assertEquals(1, inUse(old));
        assertTrue(pools.find(UDP, (int) address(before), (int) before & 0xffff) >= 0);
        release(before);
        now += HOLD + 1;
        pools.tick(now);
        assertEquals(0, inUse(old));
    }

    @Test
    void aSubscriberWithAllItsBlocksThereMayHaveAsManyElsewhere() {
        start(2, Quotas.NONE);
        for (int i = 0; i < 32; i++) {
            assertTrue(isIn(old, bind(7)));
        }
        PortPool other = pool("other", "198.51.100.0/30");
        drain(old, true);
        for (int i = 0; i < 32; i++) {
            assertTrue(isIn(other, bind(7)));
        }
        assertEquals(Pools.SUBSCRIBER_LIMIT, bind(7));
    }

    /**
     * Where there is nothing else, what a subscriber has in the pool serves on; others get none.
     */
    @Test
    void theLastPoolServesThoseWhoAreThere() {
        start(4, Quotas.NONE);
        bind(7);
        drain(old, true);
        for (int i = 0; i < 15; i++) {
            assertTrue(isIn(old, bind(7)));
        }
        assertEquals(Pools.NO_PORTS, bind(7), "no further block");
        assertEquals(Pools.NO_PORTS, bind(8));
        drain(old, false);
        assertTrue(isIn(old, bind(7)));
        assertTrue(isIn(old, bind(8)));
    }

    @Test
    void aQuotaOfTheInstanceCostsNobodyThePortsThatHeHas() {
        start(4, new Quotas(new int[3], 0, 0, 1));
        long before = bind(7);
        pool("other", "198.51.100.0/30");
        drain(old, true);
        assertTrue(isIn(old, bind(7)));
        release(before);
        assertTrue(isIn(old, bind(7)));
    }

    @Test
    void aPoolThatIsFullMeanwhileSendsNobodyBackForBlocks() {
        start(4, Quotas.NONE);
        bind(7);
        PortPool other = pools.add(spec("other", "198.51.100.1/32", 1023 + 16), true, 1);
        drain(old, true);
        long there = bind(8);
        assertTrue(isIn(other, there));
        assertTrue(isIn(old, bind(7)), "of the block that it has");
        assertEquals(Pools.NO_PORTS, bind(9));
        release(there);
        now += HOLD + 1;
        pools.tick(now);
        assertTrue(isIn(other, bind(7)));
    }

    /** After a restart blocks come in any order. */
    @Test
    void whoHasBlocksInBothGoesOnWhereNoneDrains() {
        start(4, Quotas.NONE);
        PortPool other = pool("other", "198.51.100.0/30");
        drain(old, true);
        int there = other.spec().address(2);
        pools.restore(1, 7, 1, UDP, old.spec().address(1), 1024, now + HOLD);
        pools.restore(1, 7, 1, UDP, there, 1024, now + HOLD);
        pools.restore(1, 8, 1, UDP, there, 1040, now + HOLD);
        pools.restore(1, 8, 1, UDP, old.spec().address(1), 1040, now + HOLD);
        for (int i = 0; i < 40; i++) {
            assertEquals(there & 0xffff_ffffL, address(bind(7)));
            assertEquals(there & 0xffff_ffffL, address(bind(8)));
        }
        drain(old, false);
        drain(other, true);
        assertEquals(old.spec().address(1) & 0xffff_ffffL, address(bind(7)));
        assertEquals(old.spec().address(1) & 0xffff_ffffL, address(bind(8)));
    }

    /** Of its addresses, and not a third one. */
    @Test
    void whereAPoolStopsToDrainWhoHasBlocksThereGoesOnInThem() {
        start(4, Quotas.NONE);
        long first = bind(7);
        PortPool other = pool("other", "198.51.100.0/30");
        drain(old, true);
        assertTrue(isIn(other, bind(7)));
        drain(other, true);
        drain(old, false);
        assertEquals(address(first), address(bind(7)));
    }

    @Test
    void portSetsComeFromElsewhereAsWell() {
        start(4, Quotas.NONE);
        pools.change(old, old.spec().portSets(4), true);
        assertEquals(2, pools.allocate(1, UDP, 7, 1, 53, true, now) >>> 48);
        PortPool other = pools.add(spec("other", "198.51.100.0/30", 2047).portSets(4), true, 1);
        long before = bind(7);
        assertTrue(isIn(old, before));
        drain(old, true);
        long set = pools.allocate(1, UDP, 7, 1, 57, true, now);
        assertEquals(2, set >>> 48);
        assertTrue(isIn(other, set & 0xffff_ffff_ffffL));
    }

    /** Hosts that are never without a binding, as those that keep one to a server of news. */
    @Test
    void itBecomesEmptyThoughNobodyIsEverIdle() {
        start(4, Quotas.NONE);
        Random random = new Random(2);
        Deque<Long> bound = new ArrayDeque<>();
        for (int i = 0; i < 200; i++) {
            bound.add(bind(random.nextInt(20)));
        }
        PortPool other = pool("other", "198.51.100.0/30");
        drain(old, true);
        for (int i = 0; i < 200; i++) {
            long next = bind(random.nextInt(20));
            assertTrue(isIn(other, next));
            bound.add(next);
            release(bound.remove());
        }
        now += HOLD + 1;
        pools.tick(now);
        assertEquals(0, inUse(old));
    }
}
