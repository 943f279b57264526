// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.math.BigInteger;
import java.util.List;

/** Up to where a host that runs for primary (P4Runtime) may have used election ids. */
public final class ElectionRecord extends Store.Record {
    /** Unsigned, 128 bits. */
    public final BigInteger reserved;

    public ElectionRecord(BigInteger reserved) {
        super(Store.Map.ELECTIONS);
        this.reserved = reserved;
    }

    /** There is one. */
    @Override
    public List<Object> key() {
        return List.of();
    }

    @Override
    public List<Object> value() {
        return List.of(reserved);
    }

    @Override
    public boolean isRemoval() {
        return false;
    }
}
