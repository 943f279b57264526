// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

/** The steps of a binding's set-up and removal; values of {@link Bib#phase}. */
public final class Phase {
    /** Being written to the store. */
    public static final int STORING = 0;

    /** The reply side is being written to the translators. */
    public static final int INBOUND = 1;

    /** The forward side is being written to the translators. */
    public static final int OUTBOUND = 2;

    /** On every translator. */
    public static final int LIVE = 3;

    /** The forward side is being removed. */
    public static final int CLOSING_OUTBOUND = 4;

    /** The reply side is being removed. */
    public static final int CLOSING_INBOUND = 5;

    /** The record is being removed; no switch has entries of it. */
    public static final int FORGETTING = 6;

    /** On every translator, and being written again to a device that missed it. */
    public static final int REPEATING = 7;

    private Phase() {}

    public static boolean wantsInbound(int phase) {
        return phase >= INBOUND && phase <= CLOSING_OUTBOUND || phase == REPEATING;
    }

    public static boolean wantsOutbound(int phase) {
        return phase == OUTBOUND || phase == LIVE || phase == REPEATING;
    }
}
