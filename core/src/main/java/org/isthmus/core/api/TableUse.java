// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

/** How full a table of a device is. Immutable. */
public final class TableUse {
    /** As in the P4 program, such as {@code eam4_dst}. */
    public final String table;

    /**
     * Entries it has room for: by its P4Info, or as many as it held when the device refused more.
     */
    public final long size;

    /** Entries it is to hold; accepted and not yet written ones count. */
    public final long used;

    public TableUse(String table, long size, long used) {
        this.table = table;
        this.size = size;
        this.used = used;
    }

    /** How many more it takes; 0 where more is used than there is room. */
    public long free() {
        return Math.max(0, size - used);
    }
}
