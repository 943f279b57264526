// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.Random;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.net.Protocol;

/**
 * Draws a port, or a port set, out of the blocks that a subscriber has. What it finds is packed:
 * the address in bits 16 to 47, the port in bits 0 to 15; or below 0.
 *
 * <p>Threading: one thread.
 */
final class PortChoice {
    private final Random random;
    private final Holders holders;

    PortChoice(Random random, Holders holders) {
        this.random = random;
        this.holders = holders;
    }

    /**
     * A port set of a block that a subscriber has at an address, first by configuration; -1: none
     * is free.
     */
    long ownSet(
            SubscriberPorts s,
            AddressSpace at4,
            Protocol protocol,
            PortRange range,
            int setBits,
            int now) {
        int p = protocol.ordinal();
        int first = s.fixedPort(p);
        int count = first < 0 ? 0 : s.fixedBlocks();
        int start = count == 0 ? 0 : random.nextInt(count);
        for (int i = 0; i < count; i++) {
            int at = first + (start + i) % count * s.space.pool.blockSize;
            Block block = s.space.blockOrNew(protocol, at);
            int port = block.pickSet(random, range, setBits, now);
            if (port >= 0) {
                if (block.holder == null) {
                    holders.give(block, s, MappingEvent.Kind.ASSIGNED);
                }
                return packed(block, port);
            }
        }
        for (int i = s.counts[p] - 1; i >= 0; i--) {
            Block block = s.blocks[p][i];
            int port = block.space == at4 ? block.pickSet(random, range, setBits, now) : -1;
            if (port >= 0) {
                return packed(block, port);
            }
        }
        return -1;
    }

    /**
     * A free port of a block that a subscriber has, first by configuration.
     *
     * @param at4 where; null: at any address that gives ports
     * @param parity that is tried first; -1: any
     */
    long own(
            SubscriberPorts s,
            AddressSpace at4,
            Protocol protocol,
            PortRange range,
            int parity,
            int now) {
        int p = protocol.ordinal();
        long found = fixed(s, protocol, range, parity, now);
        if (found < 0) {
            found = fixed(s, protocol, PortRange.ANY, parity, now);
        }
        if (found >= 0) {
            return found;
        }
        for (int wanted = parity; ; wanted = -1) {
            for (int i = s.counts[p] - 1; i >= 0; i--) {
                Block block = s.blocks[p][i];
                boolean isThere = at4 == null ? !block.space.pool.isClosed() : block.space == at4;
                int port = isThere ? block.pick(random, range, wanted, now) : -1;
                if (port >= 0) {
                    return packed(block, port);
                }
            }
            if (wanted < 0) {
                return -1;
            }
        }
    }

    /** A port of a random one of the blocks that the subscriber has by configuration. */
    private long fixed(SubscriberPorts s, Protocol protocol, PortRange range, int parity, int now) {
        int first = s.fixedPort(protocol.ordinal());
        if (first < 0) {
            return -1;
        }
        int count = s.fixedBlocks();
        int start = random.nextInt(count);
        for (int wanted = parity; ; wanted = -1) {
            for (int i = 0; i < count; i++) {
                int at = first + (start + i) % count * s.space.pool.blockSize;
                Block block = s.space.blockOrNew(protocol, at);
                int port = block.pick(random, range, wanted, now);
                if (port >= 0) {
                    if (block.holder == null) {
                        holders.give(block, s, MappingEvent.Kind.ASSIGNED);
                    }
                    return packed(block, port);
                }
            }
            if (wanted < 0) {
                return -1;
            }
        }
    }

    /**
     * With no port left where it gets them, a subscriber has those of its blocks at other
     * addresses, as in a pool that drains; and then its own ports before the hold time ends.
     */
    long last(SubscriberPorts s, Protocol protocol, int parity, int now, long otherwise) {
        long found = own(s, null, protocol, PortRange.ANY, parity, now);
        if (found < 0) {
            found = own(s, null, protocol, PortRange.ANY, parity, Integer.MAX_VALUE);
        }
        if (found < 0) {
            s.refused++;
            return otherwise;
        }
        return found;
    }

    static long packed(Block block, int port) {
        return (block.address4() & 0xffff_ffffL) << 16 | port;
    }
}
