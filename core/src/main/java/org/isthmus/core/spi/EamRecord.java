// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;

/** An explicit address mapping an operator added. */
public final class EamRecord extends OperatorRecord {
    public final Ipv4Prefix prefix4;

    /** Null: none. */
    public final Eam eam;

    private EamRecord(Ipv4Prefix prefix4, Eam eam, boolean isLeftOut) {
        super(Store.Map.EAMT, isLeftOut);
        this.prefix4 = prefix4;
        this.eam = eam;
    }

    public static EamRecord of(Eam eam) {
        return new EamRecord(eam.prefix4, eam, false);
    }

    public static EamRecord removal(Ipv4Prefix prefix4) {
        return new EamRecord(prefix4, null, false);
    }

    @Override
    public EamRecord leftOut(boolean leftOut) {
        return new EamRecord(prefix4, eam, leftOut);
    }

    @Override
    public List<Object> key() {
        return List.of(prefix4);
    }

    @Override
    public List<Object> value() {
        return isRemoval() ? List.of() : List.of(eam, isLeftOut);
    }

    @Override
    public boolean isRemoval() {
        return eam == null;
    }
}
