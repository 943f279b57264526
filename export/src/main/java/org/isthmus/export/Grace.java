// SPDX-License-Identifier: Apache-2.0
package org.isthmus.export;

/** Counts as delivered what was sent for a while without a sign of failure. One thread. */
final class Grace {
    static final long MILLIS = 1000;

    private long settled;
    private long candidate;
    private long since = Long.MIN_VALUE;

    /** Whether {@link #settled} would do anything. */
    boolean isDue(long now) {
        return since == Long.MIN_VALUE || now - since >= MILLIS;
    }

    /** What is settled by now. */
    long settled() {
        return settled;
    }

    /**
     * Nothing failed until now.
     *
     * @param gone bytes that have left this machine, or were acknowledged
     */
    void passed(long now, long gone) {
        if (since != Long.MIN_VALUE) {
            settled = candidate;
        }
        candidate = Math.max(candidate, gone);
        since = now;
    }
}
