// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

/** An entry that an operator added. */
public abstract class OperatorRecord extends Store.Record {
    /** The configuration has no place or no room for it: others go before it after a restart. */
    public final boolean isLeftOut;

    OperatorRecord(Store.Map map, boolean isLeftOut) {
        super(map);
        this.isLeftOut = isLeftOut;
    }

    /** The same entry, in force or not. */
    public abstract OperatorRecord leftOut(boolean leftOut);
}
