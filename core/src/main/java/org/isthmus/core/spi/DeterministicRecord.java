// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.DeterministicPool;

/**
 * Which ports were whose by configuration from a time on (RFC 7422 section 3), so that nobody is
 * named for a time at which it was otherwise.
 */
public final class DeterministicRecord extends Store.Record {
    /** Each has one more than the one before it; the first one has 1. */
    public final long number;

    /**
     * From when on it was so, epoch ms; below that of the one before where a clock was set back.
     */
    public final long since;

    /** One for each deterministic pool; null: a removal. */
    public final List<DeterministicPool> pools;

    private DeterministicRecord(long number, long since, List<DeterministicPool> pools) {
        super(Store.Map.DETERMINISTIC);
        this.number = number;
        this.since = since;
        this.pools = pools;
    }

    /**
     * @param number 1 or more
     * @param since epoch ms
     * @param pools empty: from then on, no port was anybody's by configuration
     */
    public static DeterministicRecord of(long number, long since, List<DeterministicPool> pools) {
        return new DeterministicRecord(number, since, List.copyOf(pools));
    }

    public static DeterministicRecord removal(long number) {
        return new DeterministicRecord(number, 0, null);
    }

    @Override
    public List<Object> key() {
        return List.of(number);
    }

    @Override
    public List<Object> value() {
        return isRemoval() ? List.of() : List.of(since, pools);
    }

    @Override
    public boolean isRemoval() {
        return pools == null;
    }
}
