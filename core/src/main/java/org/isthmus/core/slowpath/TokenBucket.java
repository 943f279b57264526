// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

/** A token bucket: a rate per second and a burst. The caller gives the time. */
final class TokenBucket {
    private final long perSecond;
    private final long burst;

    /** In thousandths of a token. */
    private long tokens;

    private long filledAt;

    TokenBucket(long perSecond, long burst, long nowMillis) {
        this.perSecond = perSecond;
        this.burst = burst;
        tokens = burst * 1000;
        filledAt = nowMillis;
    }

    boolean take(long nowMillis) {
        return take(nowMillis, 0);
    }

    /** Takes a token if so many are left behind it. */
    boolean take(long nowMillis, long left) {
        long elapsed = Math.min(nowMillis - filledAt, 1000 * (burst / perSecond + 1));
        tokens = Math.min(burst * 1000, tokens + elapsed * perSecond);
        filledAt = nowMillis;
        if (tokens < (left + 1) * 1000) {
            return false;
        }
        tokens -= 1000;
        return true;
    }
}
