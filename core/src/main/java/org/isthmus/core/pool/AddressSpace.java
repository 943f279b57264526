// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.Random;
import java.util.function.IntConsumer;
import org.isthmus.core.net.Protocol;

/** The ports of one IPv4 address of a pool; made when the first of them is needed. */
final class AddressSpace {
    final PortPool pool;
    final int address;

    private final Block[][] blocks = new Block[3][];
    private final int[] held = new int[3];

    AddressSpace(PortPool pool, int address) {
        this.pool = pool;
        this.address = address;
    }

    /** The block of a port, or null if nobody has it and none of its ports is in use or held. */
    Block block(int protocol, int port4) {
        Block[] row = blocks[protocol];
        return row == null ? null : row[port4 / pool.blockSize];
    }

    Block blockOrNew(Protocol protocol, int port4) {
        int p = protocol.ordinal();
        if (blocks[p] == null) {
            blocks[p] = new Block[65536 / pool.blockSize];
        }
        int at = port4 / pool.blockSize;
        if (blocks[p][at] == null) {
            blocks[p][at] = new Block(this, protocol, at * pool.blockSize, pool.blockSize);
        }
        return blocks[p][at];
    }

    int freeBlocks(int protocol) {
        return pool.blocksPerAddress(protocol) - held[protocol];
    }

    /** Free blocks of the protocol with the fewest left. */
    int room() {
        return Math.min(freeBlocks(0), Math.min(freeBlocks(1), freeBlocks(2)));
    }

    /** A random free block with ports of a range, and one that is not held; or null. */
    Block freeBlock(Protocol protocol, PortRange range, Random random, int now) {
        int p = protocol.ordinal();
        int count = pool.blocksPerAddress(p);
        if (freeBlocks(p) <= 0) {
            return null;
        }
        int start = random.nextInt(count);
        for (int i = 0; i < count; i++) {
            int port = pool.firstPort(p) + (start + i) % count * pool.blockSize;
            if (!range.meets(port, port + pool.blockSize - 1)) {
                continue;
            }
            Block block = block(p, port);
            if (block == null || (block.holder == null && block.hasFree(now))) {
                return blockOrNew(protocol, port);
            }
        }
        return null;
    }

    void give(Block block, SubscriberPorts subscriber) {
        block.holder = subscriber;
        int p = block.protocol.ordinal();
        // A block outside the range dates from an earlier configuration.
        if (pool.isInRange(p, block.firstPort)) {
            held[p]++;
            pool.used(p, 1);
        }
    }

    void takeBack(Block block) {
        block.holder = null;
        int p = block.protocol.ordinal();
        if (pool.isInRange(p, block.firstPort)) {
            held[p]--;
            pool.used(p, -1);
        }
    }

    /** Gives back the memory of a block that was taken back, if none of its ports is held. */
    void forget(Block block, int now) {
        if (block.isFree(now)) {
            blocks[block.protocol.ordinal()][block.firstPort / pool.blockSize] = null;
        }
    }

    /** Recounts the blocks inside the pool's range, which has changed. */
    void recount() {
        for (int p = 0; p < blocks.length; p++) {
            held[p] = 0;
            for (int i = 0; blocks[p] != null && i < blocks[p].length; i++) {
                Block block = blocks[p][i];
                if (block != null && block.holder != null && pool.isInRange(p, block.firstPort)) {
                    held[p]++;
                    pool.used(p, 1);
                }
            }
        }
    }

    /** Visits the slots of all bindings on the address. */
    void forEach(IntConsumer visitor) {
        for (Block[] row : blocks) {
            for (int i = 0; row != null && i < row.length; i++) {
                if (row[i] != null) {
                    row[i].forEach(visitor);
                }
            }
        }
    }
}
