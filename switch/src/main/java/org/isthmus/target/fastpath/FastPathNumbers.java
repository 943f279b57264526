// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

/** What a fast path has and has done, at one moment. Immutable. */
public final class FastPathNumbers {
    /** Flows that the kernel forwards. */
    public final long flows;

    /** For how many there is room. */
    public final long room;

    /** Packets that it has forwarded, of each flow as of some seconds ago. */
    public final long packets;

    /** Packets that it had to drop. */
    public final long lost;

    /** Flows that got into the kernel. */
    public final long admitted;

    /** Of those, that had to leave for busier ones. */
    public final long evicted;

    /** How often a flow was not admitted, for a reason of its own. */
    public final long refused;

    /** How often tracer or kernel made of a packet something else than the program. */
    public final long wrong;

    public FastPathNumbers(
            long flows,
            long room,
            long packets,
            long lost,
            long admitted,
            long evicted,
            long refused,
            long wrong) {
        this.flows = flows;
        this.room = room;
        this.packets = packets;
        this.lost = lost;
        this.admitted = admitted;
        this.evicted = evicted;
        this.refused = refused;
        this.wrong = wrong;
    }
}
