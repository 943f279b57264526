// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.model.PoolSpec;

/** A pool of IPv4 addresses and ports, with its utilisation. Immutable. */
public final class Pool {

    public final PoolSpec spec;

    /** From netcfg, so REST cannot remove it. */
    public final boolean configured;

    /** Blocks in all, per protocol by ordinal. */
    public final long[] blocks;

    /** Blocks held by subscribers, per protocol by ordinal. */
    public final long[] blocksInUse;

    /** Bindings, per protocol by ordinal. */
    public final long[] bindings;

    public Pool(
            PoolSpec spec, boolean configured, long[] blocks, long[] blocksInUse, long[] bindings) {
        this.spec = spec;
        this.configured = configured;
        this.blocks = blocks;
        this.blocksInUse = blocksInUse;
        this.bindings = bindings;
    }
}
