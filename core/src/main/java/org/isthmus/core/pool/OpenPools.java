// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The pools that any subscriber of an instance may get ports of, in their order, and which of them
 * have free blocks: a new subscriber is not to walk over thousands. For as long as none comes, goes
 * or changes.
 *
 * <p>Threading: one thread.
 */
final class OpenPools {
    private final PortPool[] pools;

    /** How many addresses there are up to and with each. */
    private final long[] ends;

    /** Of each protocol. */
    private final BitSet[] free = {new BitSet(), new BitSet(), new BitSet()};

    OpenPools(List<PortPool> all, int instance) {
        pools = all.stream().filter(p -> p.isOpenTo(instance)).toArray(PortPool[]::new);
        ends = new long[pools.length];
        long end = 0;
        for (int i = 0; i < pools.length; i++) {
            end += pools[i].addresses();
            ends[i] = end;
            pools[i].placed(this, i);
        }
    }

    /** Takes in whether one has free blocks now. */
    void free(int place, int protocol, boolean isFree) {
        free[protocol].set(place, isFree);
    }

    boolean hasFreeBlock(int protocol) {
        return !free[protocol].isEmpty();
    }

    /** Of all. */
    long addresses() {
        return pools.length == 0 ? 0 : ends[pools.length - 1];
    }

    /**
     * The address at an index.
     *
     * @param index below {@link #addresses}
     */
    int address(long index) {
        int at = at(index);
        return pools[at].address(index - ends[at] + pools[at].addresses());
    }

    /** The first index, from one on, of an address of a pool with free blocks; or the end. */
    long nextFree(int protocol, long index) {
        int at = at(index);
        int next = free[protocol].nextSetBit(at);
        return next == at ? index : next < 0 ? addresses() : ends[next] - pools[next].addresses();
    }

    /** The place of the pool of an index. */
    private int at(long index) {
        int at = Arrays.binarySearch(ends, index + 1);
        return at < 0 ? -at - 1 : at;
    }
}
