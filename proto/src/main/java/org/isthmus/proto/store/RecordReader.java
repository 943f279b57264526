// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import java.util.function.Consumer;
import org.isthmus.core.spi.Store;

/**
 * Reads the rows of a map of a store. Those that cannot be read are reported by name and passed
 * over.
 *
 * <p>Threading: one thread.
 */
public final class RecordReader<R extends Store.Record> {
    /** Rows reported one by one; of more, the number. */
    static final int REPORTED = 100;

    private final Class<R> type;
    private final Store.Map map;
    private final Consumer<? super R> visitor;
    private final Consumer<String> report;
    private int unreadable;

    /**
     * @param visitor told of every record; what it throws, {@link #row} throws
     * @param report told of every row that cannot be read
     */
    public RecordReader(Class<R> type, Consumer<? super R> visitor, Consumer<String> report) {
        this.type = type;
        this.map = Store.Map.of(type);
        this.visitor = visitor;
        this.report = report;
    }

    public void row(byte[] key, byte[] value) {
        R record;
        try {
            record = type.cast(StoreCodec.decode(map, key, value));
        } catch (UnreadableRecordException e) {
            if (++unreadable <= REPORTED) {
                report.accept(e.getMessage());
            }
            return;
        }
        visitor.accept(record);
    }

    /** To be called behind the last row; returns whether all could be read. */
    public boolean end() {
        if (unreadable > REPORTED) {
            report.accept(unreadable - REPORTED + " more records of " + map + " cannot be read");
        }
        return unreadable == 0;
    }
}
