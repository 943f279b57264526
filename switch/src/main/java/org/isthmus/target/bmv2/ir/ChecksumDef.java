// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

/** A checksum that is verified after parsing or updated before deparsing. Immutable. */
public final class ChecksumDef {
    public final String name;
    public final Expr.FieldRef target;
    public final Calculation calculation;
    public final boolean verify;
    public final boolean update;

    /** Null: always. */
    public final Expr condition;

    public ChecksumDef(
            String name,
            Expr.FieldRef target,
            Calculation calculation,
            boolean verify,
            boolean update,
            Expr condition) {
        this.name = name;
        this.target = target;
        this.calculation = calculation;
        this.verify = verify;
        this.update = update;
        this.condition = condition;
    }
}
