// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Arrays;
import org.isthmus.core.net.Protocol;

/**
 * The variables of a deterministic pool, which are recorded whenever they change (RFC 7422 section
 * 3). Immutable; equal by value.
 */
public final class DeterministicPool {
    /** I, O, A and R, and what follows from them. */
    public final DeterministicMap map;

    /** M in blocks, for each protocol; 0: a record of before it was noted. */
    public final int blocksPerSubscriber;

    /**
     * @param blocksPerSubscriber of the pool's instance, or 0
     */
    public DeterministicPool(DeterministicMap map, int blocksPerSubscriber) {
        this.map = map;
        this.blocksPerSubscriber = blocksPerSubscriber;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof DeterministicPool
                && ((DeterministicPool) o).map.equals(map)
                && ((DeterministicPool) o).blocksPerSubscriber == blocksPerSubscriber;
    }

    @Override
    public int hashCode() {
        return map.hashCode() * 31 + blocksPerSubscriber;
    }

    /** With C, D and M by their names; D for each {@link Protocol}. */
    @Override
    public String toString() {
        long[] d = new long[Protocol.values().length];
        for (int p = 0; p < d.length; p++) {
            d[p] = map.dynamicPorts(p) / map.pool().deterministic.portsPerSubscriber;
        }
        return map
                + ", C "
                + map.perAddress()
                + ", D "
                + Arrays.toString(d)
                + (blocksPerSubscriber == 0 ? "" : ", M " + blocksPerSubscriber * map.blockSize());
    }
}
