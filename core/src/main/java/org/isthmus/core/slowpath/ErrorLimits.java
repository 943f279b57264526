// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.count.Counters;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Hash;

/**
 * How many ICMP errors devices send: so many per second and device (RFC 4443 section 2.4 f, RFC
 * 1812 section 4.3.2.8), and fewer to one sender, so that a sender does not use up the errors of
 * all. Both have a burst of one second.
 *
 * <p>Senders share {@value #BUCKETS} buckets of each device by a hash that nobody can foresee:
 * memory does not grow with them, no sender makes a device forget another, and two that use up
 * theirs seldom are the same.
 *
 * <p>Not thread safe: on the core's thread. A decision allocates nothing but for the first of a
 * device.
 */
final class ErrorLimits {
    /** A power of two. */
    static final int BUCKETS = 4096;

    private static final long SECOND = 1_000_000;

    /** Of one device. */
    private static final class Device {
        final TokenBucket all;

        /**
         * When the bucket of a sender is full again, in microseconds (the virtual scheduling
         * algorithm of ITU-T I.371).
         */
        final long[] full = new long[BUCKETS];

        Device(TokenBucket all) {
            this.all = all;
            Arrays.fill(full, Long.MIN_VALUE);
        }
    }

    private final long seed;
    private final Counters counters;
    private final Map<DeviceId, Device> devices = new HashMap<>();
    private int perSecond = Limits.ERROR_RATE.byDefault;
    private int perSender = Limits.ERROR_RATE_PER_SENDER.byDefault;

    ErrorLimits(Random random, Counters counters) {
        seed = random.nextLong();
        this.counters = counters;
    }

    /**
     * Sets the rates; all buckets are full then if they are others.
     *
     * @param perSecond errors of a device, 0: none
     * @param perSender errors of a device to a sender, at least 1
     */
    void set(int perSecond, int perSender) {
        if (perSecond != this.perSecond || perSender != this.perSender) {
            this.perSecond = perSecond;
            this.perSender = perSender;
            devices.clear();
        }
    }

    /**
     * Whether a device may send one more error to a sender; counted if not.
     *
     * @param high of the sender's address or prefix, V4-mapped if it is of IPv4
     * @param nowMillis of any clock that does not go back
     */
    boolean take(DeviceId device, long high, long low, long nowMillis) {
        if (perSecond == 0) {
            counters.add(Counter.ERROR_RATE_LIMITED);
            return false;
        }
        Device d = devices.get(device);
        if (d == null) {
            d = new Device(new TokenBucket(perSecond, perSecond, nowMillis));
            devices.put(device, d);
        }
        int bucket = (int) Hash.mix(Hash.mix(high ^ seed) + low) & BUCKETS - 1;
        long now = nowMillis * 1000;
        long full = Math.max(d.full[bucket], now);
        if (full - now > SECOND - SECOND / perSender) {
            counters.add(Counter.ERROR_SENDER_LIMITED);
            return false;
        }
        if (!d.all.take(nowMillis)) {
            counters.add(Counter.ERROR_RATE_LIMITED);
            return false;
        }
        d.full[bucket] = full + SECOND / perSender;
        return true;
    }
}
