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
 * <p>Who forges sources is many senders, but of one interface. So an interface has one of {@value
 * #SHARES} parts of the device's rate for its own, and beyond that what others leave: half a second
 * of the rate is kept for those, besides the burst.
 *
 * <p>Senders and interfaces share {@value #BUCKETS} and {@value #PLACES} buckets of each device by
 * a hash that nobody can foresee: memory does not grow with them, no sender makes a device forget
 * another, and two that use up theirs seldom are the same.
 *
 * <p>Not thread safe: on the core's thread. A decision allocates nothing but for the first of a
 * device.
 */
final class ErrorLimits {
    /** A power of two. */
    static final int BUCKETS = 4096;

    /** A power of two. */
    static final int PLACES = 256;

    /** One of so many of a device's rate is an interface's own. */
    static final int SHARES = 4;

    private static final long SECOND = 1_000_000;

    /** Of one device. */
    private static final class Device {
        final TokenBucket all;

        /**
         * When the bucket of a sender is full again, in microseconds (the virtual scheduling
         * algorithm of ITU-T I.371).
         */
        final long[] senders = new long[BUCKETS];

        /** The same of the share of an interface. */
        final long[] places = new long[PLACES];

        Device(TokenBucket all) {
            this.all = all;
            Arrays.fill(senders, Long.MIN_VALUE);
            Arrays.fill(places, Long.MIN_VALUE);
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
     * @param place where the packet came in, which its sender cannot choose
     * @param high of the sender's address or prefix, V4-mapped if it is of IPv4
     * @param nowMillis of any clock that does not go back
     */
    boolean take(DeviceId device, long place, long high, long low, long nowMillis) {
        if (perSecond == 0) {
            counters.add(Counter.ERROR_RATE_LIMITED);
            return false;
        }
        Device d = devices.get(device);
        if (d == null) {
            d = new Device(new TokenBucket(perSecond, perSecond + perSecond / 2, nowMillis));
            devices.put(device, d);
        }
        int sender = (int) Hash.mix(Hash.mix(high ^ seed) + low) & BUCKETS - 1;
        int at = (int) Hash.mix(place ^ seed) & PLACES - 1;
        int share = Math.max(1, perSecond / SHARES);
        long now = nowMillis * 1000;
        if (!hasRoom(d.senders[sender], perSender, now)) {
            counters.add(Counter.ERROR_SENDER_LIMITED);
            return false;
        }
        boolean within = hasRoom(d.places[at], share, now);
        if (!d.all.take(nowMillis, within ? 0 : perSecond / 2)) {
            counters.add(Counter.ERROR_RATE_LIMITED);
            return false;
        }
        d.senders[sender] = used(d.senders[sender], perSender, now);
        if (within) {
            d.places[at] = used(d.places[at], share, now);
        }
        return true;
    }

    /** Of a bucket that is full at that time: whether there is one more of so many a second. */
    private static boolean hasRoom(long full, int perSecond, long now) {
        return Math.max(full, now) - now <= SECOND - SECOND / perSecond;
    }

    /** When it is full after one more. */
    private static long used(long full, int perSecond, long now) {
        return Math.max(full, now) + SECOND / perSecond;
    }
}
