// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

/** A header instance, or a metadata struct, which is always valid. Immutable. */
public final class Header {
    public final String name;
    public final int id;

    /** Position among the program's instances, from 0 without gaps. */
    public final int index;

    public final HeaderType type;
    public final boolean metadata;

    public Header(String name, int id, int index, HeaderType type, boolean metadata) {
        this.name = name;
        this.id = id;
        this.index = index;
        this.type = type;
        this.metadata = metadata;
    }
}
