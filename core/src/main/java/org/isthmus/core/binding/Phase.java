// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

/** Where a binding stands on its way to and from the switches: the values of Bib's phase. */
public final class Phase {
    /** On its way to the store. */
    public static final int STORING = 0;

    /** The reply side is on its way. */
    public static final int INBOUND = 1;

    /** The forward side is on its way. */
    public static final int OUTBOUND = 2;

    /** Everywhere. */
    public static final int LIVE = 3;

    /** The forward side is being taken away. */
    public static final int CLOSING_OUTBOUND = 4;

    /** The reply side is being taken away. */
    public static final int CLOSING_INBOUND = 5;

    /** Being removed from the store; on no switch. */
    public static final int FORGETTING = 6;

    /** Everywhere, and on its way to a device that asked for it again. */
    public static final int REPEATING = 7;

    private Phase() {}

    public static boolean wantsInbound(int phase) {
        return phase >= INBOUND && phase <= CLOSING_OUTBOUND || phase == REPEATING;
    }

    public static boolean wantsOutbound(int phase) {
        return phase == OUTBOUND || phase == LIVE || phase == REPEATING;
    }
}
