// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.PoolSpec;

/** A pool an operator added. */
public final class PoolRecord extends OperatorRecord {
    /** Of the pool. */
    public final String name;

    /** Null: none. */
    public final PoolSpec pool;

    private PoolRecord(String name, PoolSpec pool, boolean isLeftOut) {
        super(Store.Map.POOLS, isLeftOut);
        this.name = name;
        this.pool = pool;
    }

    public static PoolRecord of(PoolSpec pool) {
        return new PoolRecord(pool.name, pool, false);
    }

    public static PoolRecord removal(String name) {
        return new PoolRecord(name, null, false);
    }

    @Override
    public PoolRecord leftOut(boolean leftOut) {
        return new PoolRecord(name, pool, leftOut);
    }

    @Override
    public List<Object> key() {
        return List.of(name);
    }

    @Override
    public List<Object> value() {
        return isRemoval() ? List.of() : List.of(pool, isLeftOut);
    }

    @Override
    public boolean isRemoval() {
        return pool == null;
    }
}
