// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import org.isthmus.core.model.MappingEvent;

/** Events that are found by their block. */
interface BlockEvents<E extends Exception> {
    /** An event, and where it stands among all others. */
    final class Found {
        final long order;
        final MappingEvent event;

        Found(long order, MappingEvent event) {
            this.order = order;
            this.event = event;
        }
    }

    /** The greatest block at or before another one, or null. */
    Block floor(Block block) throws E;

    /** The newest event of a block, as they were appended, of those not after a time; or null. */
    Found newest(Block block, long epochMillis) throws E;

    /** Ports of the largest block. */
    int largest();

    /**
     * What counts of the newest events of a port: a static binding has its port out of a block that
     * may be another subscriber's, before and behind it too.
     *
     * @param fixed of the port alone; or null
     * @param block of a block around it; or null
     */
    static MappingEvent counting(Found fixed, Found block) {
        boolean isFixed = fixed != null && (block == null || fixed.event.kind.isHeld());
        Found counts = isFixed ? fixed : block;
        return counts == null ? null : counts.event;
    }

    /** The newest of two; either may be null. */
    static Found newer(Found one, Found other) {
        return one == null || other != null && other.order > one.order ? other : one;
    }

    /** The newest event of a port, as they were appended, of those not after a time; or null. */
    default MappingEvent newest(int protocol, int address, int port, long epochMillis) throws E {
        Block asked = new Block(protocol, address, port, 0xffff);
        Found fixed = null;
        Found newest = null;
        for (Block b = floor(asked);
                b != null && b.sameAddress(asked) && port - b.first() < largest();
                b = floor(b.before())) {
            Found found = b.last >= port ? newest(b, epochMillis) : null;
            if (b.ports() == 1) {
                fixed = newer(fixed, found);
            } else {
                newest = newer(newest, found);
            }
        }
        return counting(fixed, newest);
    }
}
