// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;

/** A digest: the fields that a packet tells the control plane. Immutable. */
public final class DigestDef {
    public final String name;
    public final List<Expr.FieldRef> fields;

    public DigestDef(String name, List<Expr.FieldRef> fields) {
        this.name = name;
        this.fields = List.copyOf(fields);
    }

    /** Bits of each value. */
    public int[] widths() {
        return fields.stream().mapToInt(f -> f.index < 0 ? 1 : f.field().width).toArray();
    }
}
