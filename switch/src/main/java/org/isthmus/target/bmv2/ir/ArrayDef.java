// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

/** A counter array or a register array. Immutable. */
public final class ArrayDef {
    public final String name;
    public final int size;

    /** Bits of a register's cell; 0 for counters. */
    public final int width;

    public ArrayDef(String name, int size, int width) {
        this.name = name;
        this.size = size;
        this.width = width;
    }
}
