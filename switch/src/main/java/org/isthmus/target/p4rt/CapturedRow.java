// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.api.Table;

/** Keeps the row a visit shows, if it shows one. */
final class CapturedRow implements Table.Rows, Table.Visitor {
    private Table.Entry entry;
    private long packets;
    private long bytes;
    private long idleNanos;
    private MeterConfig meter;

    @Override
    public void entry(Table.Entry e, long packets, long bytes, long idleNanos, MeterConfig meter) {
        this.entry = e;
        this.packets = packets;
        this.bytes = bytes;
        this.idleNanos = idleNanos;
        this.meter = meter;
    }

    /** Null: there was none. */
    Table.Entry entry() {
        return entry;
    }

    @Override
    public int size() {
        return entry == null ? 0 : 1;
    }

    @Override
    public void visit(int index, Table.Visitor visitor) {
        visitor.entry(entry, packets, bytes, idleNanos, meter);
    }
}
