// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

/** The address of a new subscriber, whatever comes, changes, fills and goes, against walks. */
class SpacesTest {
    private static final int BLOCK = 16384;
    private static final long SUBSCRIBERS = 0x2001_0db8_0000_0000L;

    private static final Pools.Listener LISTENER =
            new Pools.Listener() {
                @Override
                public void block(SubscriberPorts s, Block b, MappingEvent.Kind kind) {}

                @Override
                public boolean lease(int address4) {
                    return mayLease(address4);
                }

                @Override
                public boolean mayLease(int address4) {
                    return address4 % 7 != 0;
                }
            };

    private final long seed = Seeds.of(7422);
    private final Random random = new Random(seed);

    /** Gets the same seed as that of a walk. */
    private final Random drawn = new Random();

    private final Spaces spaces = new Spaces(drawn, LISTENER);

    /** Of no prefix that another pool has. */
    private PoolSpec spec(int number) {
        int base = 0xcb00_7100 + number * 16;
        int[] first = {0, 0, random.nextInt(2) * BLOCK};
        int[] last = PoolSpec.defaultLastPort();
        if (random.nextInt(4) > 0) {
            Ipv4Prefix prefix = Ipv4Prefix.of(base, 28 + random.nextInt(5));
            return new PoolSpec("p" + number, "main", List.of(prefix), first, last);
        }
        return new PoolSpec(
                "p" + number,
                "main",
                List.of(Ipv4Prefix.of(base, 28)),
                first,
                last,
                new Deterministic(
                        Ipv6Prefix.of(SUBSCRIBERS + (number << 4), 0, 60),
                        BLOCK,
                        Deterministic.Algorithm.SEQUENTIAL),
                Filtering.ENDPOINT_INDEPENDENT);
    }

    private static InstanceConfig instance(int id) {
        return InstanceConfig.builder("main", Ipv6Prefix.parse("64:ff9b::/96"))
                .id(id)
                .blockSize(BLOCK)
                .build();
    }

    @Test
    void theSameAsByWalks() {
        List<Block> given = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            List<PortPool> all = spaces.pools();
            PortPool some = all.isEmpty() ? null : all.get(random.nextInt(all.size()));
            int instance = 1 + random.nextInt(2);
            int change = random.nextInt(100);
            if (change < 4 && all.size() < 20) {
                spaces.add(new PortPool(spec(step), true, instance(instance)));
            } else if (change < 7 && some != null) {
                spaces.remove(some);
                given.removeIf(b -> b.space.pool == some);
            } else if (change < 9 && some != null && some.map() == null) {
                PoolSpec old = some.spec();
                PoolSpec less =
                        new PoolSpec(
                                old.name,
                                old.instance,
                                old.prefixes,
                                old.firstPort,
                                new int[] {BLOCK, 65535, 65535});
                PoolSpec next = random.nextBoolean() ? less : old;
                spaces.change(some, next.drains(random.nextInt(3) == 0), true);
            } else if (change < 12 && some != null) {
                spaces.close(some, random.nextBoolean());
            } else if (change < 50 && !given.isEmpty()) {
                Block block = given.remove(random.nextInt(given.size()));
                block.space.takeBack(block);
            }
            Protocol protocol = Protocol.values()[random.nextInt(3)];
            Integer walked = walked(instance, protocol.ordinal(), step);
            drawn.setSeed(step);
            AddressSpace chosen = spaces.choose(instance, protocol.ordinal());
            assertEquals(walked, chosen == null ? null : chosen.address, "seed " + seed);
            Block block =
                    chosen == null ? null : chosen.freeBlock(protocol, PortRange.ANY, random, 0);
            if (block != null) {
                chosen.give(block, null);
                given.add(block);
            }
            long host = SUBSCRIBERS + (random.nextInt(step + 1) << 4);
            PortPool fixed =
                    all.stream()
                            .filter(p -> p.instance == instance && p.map() != null)
                            .filter(p -> p.map().number(host, 1) >= 0)
                            .findFirst()
                            .orElse(null);
            assertSame(fixed, spaces.deterministic(instance, host, 1), "seed " + seed);
        }
    }

    /** The address that a walk over all of the instance finds; null: none. */
    private Integer walked(int instance, int protocol, long draws) {
        Random walk = new Random(draws);
        List<Integer> all = new ArrayList<>();
        boolean isFree = false;
        for (PortPool pool : spaces.pools()) {
            for (long i = 0; pool.isOpenTo(instance) && i < pool.addresses(); i++) {
                all.add(pool.address(i));
                isFree |= pool.freeBlocks(protocol) > 0;
            }
        }
        int total = isFree ? all.size() : 0;
        int start = (int) (walk.nextDouble() * total);
        Integer best = null;
        int most = -1;
        for (int i = 0; i < (total > 64 ? 2 : total); i++) {
            int at = total > 64 ? (int) (walk.nextDouble() * total) : (start + i) % total;
            int room = room(all.get(at), protocol);
            if (room > most) {
                best = all.get(at);
                most = room;
            }
        }
        for (int i = 0; best == null && i < total; i++) {
            int address = all.get((start + i) % total);
            best = room(address, protocol) < 0 ? null : Integer.valueOf(address);
        }
        return best;
    }

    /** Of an address; -1: it gives none of the protocol. */
    private int room(int address, int protocol) {
        AddressSpace space = spaces.find(address);
        PortPool pool = spaces.poolOf(address);
        int free = space == null ? pool.blocksPerAddress(protocol) : space.freeBlocks(protocol);
        int room = space == null ? pool.room() : space.room();
        return free <= 0 || !LISTENER.mayLease(address) ? -1 : room;
    }
}
