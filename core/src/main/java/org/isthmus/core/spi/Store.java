// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The core's memory, as a host lends it: small records under keys, in named maps.
 *
 * <p>Threading: called from the core's thread; stages complete on any thread.
 */
public interface Store {
    /** What is remembered, and how strongly a cluster must agree on it. */
    enum Map {
        /** One holder at a time: port blocks and their holders. Strongly consistent. */
        LEASES(true),
        POOLS(true),
        EAMT(true),
        STATIC_BINDINGS(true),
        SUBSCRIBERS(false),
        BINDINGS(false);

        private final boolean strong;

        Map(boolean strong) {
            this.strong = strong;
        }

        public boolean strong() {
            return strong;
        }
    }

    /** A record to write; a null value removes it. */
    final class Record {
        public final Map map;
        public final byte[] key;
        public final byte[] value;

        public Record(Map map, byte[] key, byte[] value) {
            this.map = map;
            this.key = key;
            this.value = value;
        }
    }

    interface Visitor {
        void record(byte[] key, byte[] value);
    }

    /** Visits all records of a map, in no particular order, before it returns. */
    void read(Map map, Visitor visitor);

    /**
     * Writes all records or none.
     *
     * @return completes when a crash of this process no longer loses them; writes complete in order
     */
    CompletionStage<Void> write(List<Record> records);
}
