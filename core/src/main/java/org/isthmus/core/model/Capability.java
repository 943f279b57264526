// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/**
 * What some P4 programs can do and others cannot. Where one is missing, nothing of it is written to
 * the device or read from it.
 */
public enum Capability {
    /** Counts the packets of each binding: direct counters of the tables of both sides. */
    BINDING_COUNTERS,

    /** Filters what comes in by the peers of a binding, and holds SYNs: has a table of sessions. */
    FILTERING,

    /** Counts what is translated by each EAM and pool. */
    TRANSLATION_COUNTERS,

    /** Counts packets and bytes by port. */
    PORT_COUNTERS,

    /** Counts dropped packets by reason. */
    DROP_COUNTERS,

    /** Chooses among next hops by a selector; else shares of the flows have an entry each. */
    NEXT_HOP_SELECTOR,

    /** Binds a range of ports by one row. */
    PORT_SETS,

    /** Limits what comes up, for each reason a rate. */
    PUNT_METER,

    /** Limits what comes up of one subscriber, for each reason a rate. */
    SHARE_METER,

    /** Sends packets up by a clone session, which is to be written before anything comes up. */
    CLONE_SESSION
}
