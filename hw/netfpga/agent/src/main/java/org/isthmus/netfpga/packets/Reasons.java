// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

/**
 * Those of p4/include/reasons.p4 that the agent tells apart: what it limits and counts in the
 * card's place. A test compares them with that file.
 */
public final class Reasons {
    /** Of {@code punt_reason_t}: a segment that changes a session's state, as a digest. */
    static final int TCP_STATE = 2;

    /** ARP or neighbour discovery; as a digest if the card answered it. */
    static final int NEIGHBOR = 6;

    /** To an address of the router itself. */
    public static final int LOCAL = 8;

    /** The card dropped the packet for a reason of its own. */
    static final int REFUSED = 14;

    static final int LINK_DISCOVERY = 15;

    /** The card dropped the packet for a reason of its own. */
    static final int NEIGHBOR_REFUSED = 16;

    /** The card dropped the packet for a reason of its own. */
    static final int NO_ROUTE = 24;

    /** Of {@code drop_reason_t}: the controller has the packet. */
    public static final int PUNTED = 25;

    /** It was for the controller, above the rate of its reason. */
    public static final int PUNT_RATE = 26;

    /** The same of a copy, or a digest; the packet itself went on. */
    public static final int COPY_RATE = 27;

    private Reasons() {}
}
