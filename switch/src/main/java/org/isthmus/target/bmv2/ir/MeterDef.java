// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

/** A meter array, or the meter of a table's rows. Immutable. */
public final class MeterDef {
    public final String name;
    public final boolean bytes;
    public final int size;
    public final boolean direct;

    /** Receives the colour of a direct meter; else null. */
    public final Expr.FieldRef target;

    public MeterDef(String name, boolean bytes, int size, boolean direct, Expr.FieldRef target) {
        this.name = name;
        this.bytes = bytes;
        this.size = size;
        this.direct = direct;
        this.target = target;
    }
}
