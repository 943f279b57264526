// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.testing;

import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;

/** Stores nothing of pools, and leases every address. */
public final class AnyBlock implements Pools.Listener {
    @Override
    public void block(SubscriberPorts subscriber, Block block, MappingEvent.Kind kind) {}

    @Override
    public boolean lease(int address4) {
        return true;
    }

    @Override
    public boolean mayLease(int address4) {
        return true;
    }
}
