// SPDX-License-Identifier: Apache-2.0
package org.isthmus.controller.p4rt;

import java.util.Random;

/**
 * How long to wait before a device is tried again: between half of and all of a time that doubles
 * from {@value #MIN_MILLIS} to {@value #MAX_MILLIS} ms, lest all devices of a fabric come at once.
 * One thread.
 */
final class ReconnectDelay {
    static final long MIN_MILLIS = 100;
    static final long MAX_MILLIS = 5_000;

    private final Random random;
    private long most = MIN_MILLIS;

    ReconnectDelay(Random random) {
        this.random = random;
    }

    /** Milliseconds until the next attempt. */
    long next() {
        long half = most / 2;
        most = Math.min(most * 2, MAX_MILLIS);
        return half + (long) (random.nextDouble() * (half + 1));
    }

    /** The device was reached. */
    void reset() {
        most = MIN_MILLIS;
    }
}
