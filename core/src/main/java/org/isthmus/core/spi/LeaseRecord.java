// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.Lease;

/** The lease of a range of ports of an address. */
public final class LeaseRecord extends Store.Record {
    /** In network order. */
    public final int address4;

    /** 0 to 65535. */
    public final int firstPort;

    /** Null: none. */
    public final Lease lease;

    /**
     * @param lease null removes it
     */
    public LeaseRecord(int address4, int firstPort, Lease lease) {
        super(Store.Map.LEASES);
        this.address4 = address4;
        this.firstPort = firstPort;
        this.lease = lease;
    }

    @Override
    public List<Object> key() {
        return List.of(address4, firstPort);
    }

    @Override
    public List<Object> value() {
        return isRemoval() ? List.of() : List.of(lease);
    }

    @Override
    public boolean isRemoval() {
        return lease == null;
    }
}
