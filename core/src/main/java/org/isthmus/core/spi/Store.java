// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Where the core keeps what must outlive it: records under keys, in named maps. A host encodes them
 * as it likes.
 *
 * <p>Threading: called from the core's thread; stages complete on any thread.
 */
public interface Store {
    /** What is kept, and how strongly a cluster must agree on it. */
    enum Map {
        /** One holder at a time: port blocks and their holders. Strongly consistent. */
        LEASES(LeaseRecord.class, true),
        POOLS(PoolRecord.class, true),
        EAMT(EamRecord.class, true),
        STATIC_BINDINGS(StaticBindingRecord.class, true),
        SUBSCRIBERS(SubscriberRecord.class, false),
        BINDINGS(BindingRecord.class, false),
        ELECTIONS(ElectionRecord.class, true),
        DELETIONS(DeletionRecord.class, true),
        ADOPTION(AdoptionRecord.class, true),
        DETERMINISTIC(DeterministicRecord.class, true);

        private final Class<? extends Record> type;
        private final boolean strong;

        Map(Class<? extends Record> type, boolean strong) {
            this.type = type;
            this.strong = strong;
        }

        /**
         * The map of a type of record.
         *
         * @throws IllegalArgumentException there is none
         */
        public static Map of(Class<? extends Record> type) {
            for (Map map : values()) {
                if (map.type == type) {
                    return map;
                }
            }
            throw new IllegalArgumentException("no map of " + type);
        }

        public boolean strong() {
            return strong;
        }
    }

    /**
     * A record to write or to remove. Immutable; equal by value. The methods allocate: hot paths
     * look at the fields of its class.
     */
    abstract class Record {
        public final Map map;

        Record(Map map) {
            this.map = map;
        }

        /** What the record is about, equal by value: a map keeps one record of each key. */
        public abstract List<Object> key();

        /** What is kept of it, equal by value; empty: it is a removal, and only its key counts. */
        public abstract List<Object> value();

        /** Whether the record is to be removed. */
        public abstract boolean isRemoval();

        @Override
        public boolean equals(Object o) {
            return o instanceof Record
                    && ((Record) o).map == map
                    && ((Record) o).key().equals(key())
                    && ((Record) o).value().equals(value());
        }

        @Override
        public int hashCode() {
            return key().hashCode();
        }

        @Override
        public String toString() {
            return map + " " + key() + " -> " + value();
        }
    }

    /**
     * Visits all records of a type, in no particular order, before it returns. One that cannot be
     * read is reported by the host, by name, and stays where it is: one on which a cluster must
     * agree keeps the store from being opened, others are passed over.
     */
    <R extends Record> void read(Class<R> type, Consumer<? super R> visitor);

    /**
     * Whether it may lack bindings that were written, although it is not new: a record could not be
     * {@link #read}, or a crash may have cost the latest.
     */
    boolean mayLackBindings();

    /**
     * Writes all records or none.
     *
     * @return completes when a crash of this process no longer loses them; writes complete in order
     */
    CompletionStage<Void> write(List<Record> records);

    /**
     * What an operator has to know of the way in which the store was opened, in the host's words;
     * null: nothing.
     */
    default String warning() {
        return null;
    }
}
