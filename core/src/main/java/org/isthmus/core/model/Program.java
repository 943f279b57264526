// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import java.util.Set;

/**
 * The P4 program that a device runs or will run, as its P4Info describes it: known before the
 * device connects. Immutable; any thread.
 */
public interface Program {
    /**
     * Names of the tables that intents have entries in, and of the action profiles where these have
     * members; elsewhere they go by their number here.
     */
    List<String> tableNames();

    /** How many entries, or members, a table has room for, by its P4Info. */
    long size(int table);

    /**
     * The tables in which an intent has an entry each, and each action profile as often as it has
     * members there; the same for all of its sort.
     */
    int[] tablesOf(Intent intent);

    /** How many next hops one set may have; {@link Integer#MAX_VALUE}: any number. */
    int mostHops();

    /** Unmodifiable. */
    Set<Capability> capabilities();
}
