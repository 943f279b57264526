// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;

/**
 * The tables of the P4 program that a device runs or will run, as its P4Info describes them: known
 * before the device connects. Immutable; any thread.
 */
public interface Tables {
    /**
     * Names of the tables that intents have entries in, and of the action profiles where these have
     * members; elsewhere they go by their number here.
     */
    List<String> names();

    /** How many entries, or members, a table has room for, by its P4Info. */
    long size(int table);

    /**
     * The tables in which an intent has an entry each, and each action profile as often as it has
     * members there; the same for all of its sort.
     */
    int[] of(Intent intent);

    /** How many next hops one set may have; {@link Integer#MAX_VALUE}: any number. */
    int mostHops();
}
