// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

import com.google.rpc.Code;

/**
 * A compiled program with its control-plane state. Every id is one of the P4Info it was compiled
 * with; an id that is not there is a bug of the caller ({@link IllegalArgumentException}), because
 * the server checks requests against the P4Info first.
 */
public interface Program {
    Table table(int tableId);

    ActionProfile actionProfile(int actionProfileId);

    CounterArray counter(int counterId);

    MeterArray meter(int meterId);

    RegisterArray register(int registerId);

    /** Gets the digests of a program. */
    interface DigestListener {
        /**
         * Called by packet threads, so it must not block.
         *
         * @param values big-endian, each of its width rounded up to bytes; owned by the listener
         */
        void digest(byte[][] values);
    }

    /**
     * Where digests go: one listener for each, set before the program runs.
     *
     * @param widths bits of the values, in their order
     * @throws RefusedException UNIMPLEMENTED: the target makes no digests; INVALID_ARGUMENT: the
     *     program's digest has other values
     */
    default void onDigest(int digestId, int[] widths, DigestListener listener)
            throws RefusedException {
        throw new RefusedException(Code.UNIMPLEMENTED, "digests are not supported");
    }

    /**
     * Brings up to date what counters and rows say of packets, where the target does not do so with
     * each packet. Before they are read.
     */
    default void account() {}

    /** Null: the target replicates no packets. */
    Replication replication();
}
