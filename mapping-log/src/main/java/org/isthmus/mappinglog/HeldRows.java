// SPDX-License-Identifier: Apache-2.0
package org.isthmus.mappinglog;

import java.io.IOException;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.isthmus.core.model.MappingEvent;

/**
 * Rows that repeat what was held when a segment was begun, the oldest first, lest the clock seems
 * to go back. The order of the segment that was asked for last is remembered, 4 bytes for each row:
 * who asks for all of them does so in many parts.
 *
 * <p>Threading: any thread.
 */
final class HeldRows {
    private volatile Order last;

    /** In which order rows are told. Immutable. */
    static final class Order {
        private final Segment segment;
        private final int[] rows;

        private Order(Segment segment) throws IOException {
            this.segment = segment;
            long[] times = new long[1 + segment.carried];
            segment.read(
                    1,
                    times.length,
                    (row, rows, at, number) -> {
                        times[row] = Row.time(rows, at);
                        return true;
                    });
            rows =
                    IntStream.range(1, times.length)
                            .boxed()
                            .sorted(Comparator.comparingLong(row -> times[row]))
                            .mapToInt(row -> row)
                            .toArray();
        }

        int size() {
            return rows.length;
        }

        MappingEvent event(int at) throws IOException {
            return segment.read(rows[at]).event;
        }
    }

    /**
     * @throws IOException the segment cannot be read
     */
    Order of(Segment segment) throws IOException {
        Order order = last;
        if (order == null || order.segment.fileNumber != segment.fileNumber) {
            order = new Order(segment);
            last = order;
        }
        return order;
    }
}
