// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

/** The entries of one table. */
public interface Table {

    /** What the control plane stores with an entry, beside its match. Immutable. */
    final class Entry {
        private final MatchKey key;
        private final ActionSpec action;
        private final long idleTimeoutNanos;
        private final long controllerMetadata;
        private final byte[] metadata;

        /**
         * @param idleTimeoutNanos 0: never times out
         * @param controllerMetadata P4Runtime's deprecated cookie, returned as it came
         * @param metadata opaque bytes of the client, returned as they came
         */
        public Entry(
                MatchKey key,
                ActionSpec action,
                long idleTimeoutNanos,
                long controllerMetadata,
                byte[] metadata) {
            this.key = key;
            this.action = action;
            this.idleTimeoutNanos = idleTimeoutNanos;
            this.controllerMetadata = controllerMetadata;
            this.metadata = metadata;
        }

        public MatchKey key() {
            return key;
        }

        public ActionSpec action() {
            return action;
        }

        public long idleTimeoutNanos() {
            return idleTimeoutNanos;
        }

        public long controllerMetadata() {
            return controllerMetadata;
        }

        public byte[] metadata() {
            return metadata;
        }
    }

    /** Sees an entry and its direct resources during a read. */
    interface Visitor {
        /**
         * @param packets direct counter; 0 where the table has none
         * @param bytes direct counter; 0 where the table has none
         * @param idleNanos time since the last hit, or since insertion
         * @param meter direct meter's configuration, or null
         */
        void entry(Entry entry, long packets, long bytes, long idleNanos, MeterConfig meter);
    }

    /**
     * The entries there were at one moment. What was inserted, modified or deleted since does not
     * show; direct counters and times of the last hit are those of the moment of the visit. Any
     * thread, beside all other methods of the table. Costs a reference for each entry.
     */
    interface Rows {
        int size();

        void visit(int index, Visitor visitor);
    }

    /** Called for entries whose idle timeout ran out. */
    interface IdleListener {
        /**
         * Called when an entry's timeout has run out, and again after each further one until the
         * entry is hit, by a thread of the target.
         */
        void idle(int tableId, Entry entry, long idleNanos);
    }

    /**
     * A packet that sees the entry is metered.
     *
     * @param meter the entry's direct meter; null: packets are green
     * @throws RefusedException ALREADY_EXISTS, RESOURCE_EXHAUSTED (the P4Info's size is full),
     *     NOT_FOUND (no such member or group), PERMISSION_DENIED (const table)
     */
    void insert(Entry entry, MeterConfig meter) throws RefusedException;

    /** {@link #insert(Entry, MeterConfig)} without a meter. */
    default void insert(Entry entry) throws RefusedException {
        insert(entry, null);
    }

    /**
     * Replaces action, timeout, metadata and meter of the entry with the same key, all at once for
     * a packet; counters keep counting.
     *
     * @param meter the entry's direct meter, which begins anew; null: packets are green
     * @throws RefusedException NOT_FOUND, PERMISSION_DENIED
     */
    void modify(Entry entry, MeterConfig meter) throws RefusedException;

    /** {@link #modify(Entry, MeterConfig)} without a meter. */
    default void modify(Entry entry) throws RefusedException {
        modify(entry, null);
    }

    /**
     * @throws RefusedException NOT_FOUND, PERMISSION_DENIED
     */
    void delete(MatchKey key) throws RefusedException;

    /**
     * @param action null: the program's own default action
     * @param meter the default action's direct meter, which begins anew; null: packets are green
     * @throws RefusedException PERMISSION_DENIED (const default action), NOT_FOUND
     */
    void setDefaultAction(ActionSpec action, MeterConfig meter) throws RefusedException;

    /** Null where the program has none and none was set. */
    ActionSpec defaultAction();

    /** The entry with this key goes to the visitor, if there is one; returns whether there was. */
    boolean read(MatchKey key, Visitor visitor);

    /**
     * Every entry, const ones included, in no particular order; the default action is not an entry.
     */
    Rows rows();

    /** The direct counter of the default action; zeros where the table has none. */
    void readDefault(Visitor visitor);

    /**
     * Sets an entry's direct counter; key null is the default action's.
     *
     * @throws RefusedException NOT_FOUND
     */
    void setCounter(MatchKey key, long packets, long bytes) throws RefusedException;

    /**
     * Sets an entry's direct meter; key null is the default action's.
     *
     * @param config null: packets are green
     * @throws RefusedException NOT_FOUND
     */
    void setMeter(MatchKey key, MeterConfig config) throws RefusedException;

    int size();

    void onIdle(IdleListener listener);
}
