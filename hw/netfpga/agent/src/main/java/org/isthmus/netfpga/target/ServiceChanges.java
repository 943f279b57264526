// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

/**
 * Whether a card was out of service since it was looked at last, so that it may have been
 * programmed again meanwhile. Set by one thread, read by any.
 */
public final class ServiceChanges {
    /** Odd: it is out of service. */
    private volatile int count;

    /** The card goes out of service, or is back. */
    public void set(boolean isIn) {
        int before = count;
        count = isIn == (before % 2 != 0) ? before + 1 : before;
    }

    /** How often it went and came back. */
    public int count() {
        return count;
    }

    /**
     * Whether it was out of service at any time between two counts, or at either.
     *
     * @param before as it was when the card was looked at last
     */
    public static boolean wasOut(int before, int now) {
        return now % 2 != 0 || now != before;
    }
}
