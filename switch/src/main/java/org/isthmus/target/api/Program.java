// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.api;

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

    /** Null: the target replicates no packets. */
    Replication replication();
}
