// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.SubscriberRecord;

/** The allocation of one subscriber of an instance: its IPv4 address and its port blocks. */
public final class SubscriberPorts {
    private static final Block[] NO_BLOCKS = {};

    final int instance;
    final int length;
    final long high;
    final long low;

    /** Position in the subscriber index; see {@link Pools#topSubscriber}. */
    int number;

    /** The address of all new bindings (paired pooling); null: none yet. */
    AddressSpace space;

    /** Of a deterministic pool, by the pool's map; -1: it is of none. */
    private final long fixedNumber;

    /** By protocol, the newest last; null behind the count. */
    final Block[][] blocks = {NO_BLOCKS, NO_BLOCKS, NO_BLOCKS};

    final int[] counts = new int[3];

    /** How many of these are its by configuration. */
    private final int[] fixed = new int[3];

    final long[] bindings = new long[3];
    long refused;

    /** By protocol; null: there was no limit of them. */
    private final HeldPorts[] held = new HeldPorts[3];

    /** Of its bindings that are filtered. */
    int sessions;

    private int rateSecond;
    private int rateCount;

    SubscriberPorts(int instance, int length, long high, long low, long fixedNumber) {
        this.instance = instance;
        this.length = length;
        this.high = high;
        this.low = low;
        this.fixedNumber = fixedNumber;
    }

    void add(Block block) {
        int p = block.protocol.ordinal();
        if (counts[p] == blocks[p].length) {
            blocks[p] = Arrays.copyOf(blocks[p], Math.max(1, counts[p] * 2));
        }
        blocks[p][counts[p]++] = block;
        fixed[p] += block.isFixed() ? 1 : 0;
    }

    void remove(Block block) {
        int p = block.protocol.ordinal();
        int at = Arrays.asList(blocks[p]).indexOf(block);
        System.arraycopy(blocks[p], at + 1, blocks[p], at, --counts[p] - at);
        blocks[p][counts[p]] = null;
        fixed[p] -= block.isFixed() ? 1 : 0;
    }

    /** The first port it has by configuration; -1: it has none. */
    int fixedPort(int protocol) {
        return isFixed() ? space.pool.map().firstPort(protocol, fixedNumber) : -1;
    }

    /** How many blocks it has by configuration, in use or not. */
    int fixedBlocks() {
        return isFixed()
                ? space.pool.spec().deterministic.portsPerSubscriber / space.pool.blockSize
                : 0;
    }

    private boolean isFixed() {
        return fixedNumber >= 0 && space.pool.map() != null;
    }

    /**
     * Whether it has so many blocks, with all that are its by configuration, and without those of
     * pools that drain.
     */
    boolean hasAsMany(int protocol, int most) {
        int all = counts[protocol] - fixed[protocol] + fixedBlocks();
        for (int i = 0; all >= most && i < counts[protocol]; i++) {
            all -= blocks[protocol][i].space.pool.drains() ? 1 : 0;
        }
        return all >= most;
    }

    /** The address of a block of a pool that does not drain; null: it has none. */
    AddressSpace whereNoneDrains() {
        for (int p = 0; p < 3; p++) {
            for (int i = 0; i < counts[p]; i++) {
                if (!blocks[p][i].space.pool.drains()) {
                    return blocks[p][i].space;
                }
            }
        }
        return null;
    }

    boolean hasBlocks() {
        return counts[0] + counts[1] + counts[2] > 0;
    }

    /** Whether a port of its blocks has no binding; it may be held yet, for the subscriber too. */
    boolean hasFreePort(int protocol) {
        for (int i = 0; i < counts[protocol]; i++) {
            if (!blocks[protocol][i].isFull()) {
                return true;
            }
        }
        int first = fixedPort(protocol);
        for (int i = 0; first >= 0 && i < fixedBlocks(); i++) {
            Block block = space.block(protocol, first + i * space.pool.blockSize);
            if (block == null || !block.isFull()) {
                return true;
            }
        }
        return false;
    }

    boolean isOn(AddressSpace where) {
        for (int p = 0; p < 3; p++) {
            for (int i = 0; i < counts[p]; i++) {
                if (blocks[p][i].space == where) {
                    return true;
                }
            }
        }
        return false;
    }

    Block anyBlock() {
        return counts[0] > 0 ? blocks[0][0] : counts[1] > 0 ? blocks[1][0] : blocks[2][0];
    }

    /** Notes that a port of one of its blocks is held, where there is a limit of those. */
    void hold(Block block, int port4, int until, int limit, int now) {
        if (limit == Limits.HELD_PORTS.byDefault) {
            return;
        }
        int p = block.protocol.ordinal();
        if (held[p] == null) {
            held[p] = new HeldPorts();
        }
        held[p].add(block, port4, until, limit, now);
    }

    /** Whether the rate limit allows a new binding in this second. */
    boolean mayBind(int now, int perSecond) {
        if (now != rateSecond) {
            rateSecond = now;
            rateCount = 0;
        }
        return perSecond == 0 || rateCount < perSecond;
    }

    void bound() {
        rateCount++;
    }

    /** The id of the instance. */
    public int instance() {
        return instance;
    }

    public Ipv6Prefix prefix() {
        return Ipv6Prefix.of(high, low, length);
    }

    /** Whether it has a block on an address in this prefix. */
    public boolean isIn(Ipv4Prefix prefix) {
        for (int p = 0; p < 3; p++) {
            for (int i = 0; i < counts[p]; i++) {
                if (prefix.contains(blocks[p][i].address4())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many blocks of a protocol it holds. */
    public int blocks(Protocol protocol) {
        return counts[protocol.ordinal()];
    }

    public Block block(Protocol protocol, int index) {
        return blocks[protocol.ordinal()][index];
    }

    /** Bindings per protocol by ordinal. */
    public long[] bindings() {
        return bindings.clone();
    }

    /** Packets refused because a limit or a pool was reached. */
    public long refused() {
        return refused;
    }

    /** For the store; a removal when it has no blocks but those of the configuration. */
    public SubscriberRecord record() {
        List<SubscriberRecord.PortBlock> held = new ArrayList<>();
        for (Protocol p : Protocol.values()) {
            for (int i = 0; i < counts[p.ordinal()]; i++) {
                Block block = blocks[p.ordinal()][i];
                if (!block.isFixed()) {
                    held.add(
                            new SubscriberRecord.PortBlock(p, block.address4(), block.firstPort()));
                }
            }
        }
        return new SubscriberRecord(instance, prefix(), held);
    }
}
