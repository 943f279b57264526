// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.util.Random;

/**
 * When to try again what failed: after a delay that doubles with every failure, drawn from its
 * upper half so that devices which failed together do not come together. It starts anew once
 * nothing has failed for as long as the longest delay.
 *
 * <p>One thread.
 */
final class Backoff {
    static final long MIN_MILLIS = 500;
    static final long MAX_MILLIS = 30_000;

    private final Random random;
    private long delay;
    private long until;

    /** 0: it failed since. */
    private long succeededAt;

    Backoff(Random random) {
        this.random = random;
    }

    void failed(long now) {
        boolean calm = succeededAt != 0 && now - succeededAt > MAX_MILLIS;
        delay = delay == 0 || calm ? MIN_MILLIS : Math.min(2 * delay, MAX_MILLIS);
        succeededAt = 0;
        until = now + delay / 2 + random.nextInt((int) (delay / 2) + 1);
    }

    void succeeded(long now) {
        succeededAt = now;
    }

    /** Not before then, ms of the clock of {@link #failed}; 0: it never failed. */
    long until() {
        return until;
    }
}
