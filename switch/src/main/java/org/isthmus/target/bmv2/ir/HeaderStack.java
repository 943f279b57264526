// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import java.util.List;

/** A header stack. Immutable. */
public final class HeaderStack {
    public final String name;

    /** Of the number of elements extracted, which the stacks of a union stack share. */
    public final int index;

    public final HeaderType type;
    public final List<Header> elements;

    public HeaderStack(String name, int index, HeaderType type, List<Header> elements) {
        this.name = name;
        this.index = index;
        this.type = type;
        this.elements = List.copyOf(elements);
    }
}
