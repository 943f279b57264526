// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import org.isthmus.target.api.MeterConfig;

/**
 * One two-rate three-colour marker (RFC 2698, colour blind), of any rates and bursts. Tokens accrue
 * by whole microseconds since an origin, and nothing is lost to rounding between packets.
 * Thread-safe.
 */
final class Meter {
    static final int GREEN = 0;
    static final int YELLOW = 1;
    static final int RED = 2;

    private static final long SECOND = 1_000_000;

    private final long originMicros;

    /** Null, as its buckets: every packet is green. */
    private MeterConfig config;

    private Bucket committed;
    private Bucket peak;

    /** Tokens that come at a rate, in so many that there is room for. */
    private static final class Bucket {
        private final long rate;
        private final long burst;
        private long tokens;

        /** When it had these tokens, since the origin. */
        private long micros;

        /** Of the next token, in parts of a {@link #SECOND}. */
        private long part;

        Bucket(long rate, long burst) {
            this.rate = rate;
            this.burst = burst;
            this.tokens = burst;
        }

        /** Takes tokens, if there are as many. */
        boolean take(long wanted) {
            if (tokens < wanted) {
                return false;
            }
            tokens -= wanted;
            return true;
        }

        void fill(long now) {
            long passed = now - micros;
            if (passed <= 0) {
                return;
            }
            micros = now;
            long seconds = passed / SECOND;
            long rest = passed % SECOND;
            // rate * rest / SECOND, of which no part overflows whatever the rate.
            part += rate % SECOND * rest;
            long more = rate / SECOND * rest + part / SECOND;
            part %= SECOND;
            long room = burst - tokens;
            if (more >= room || seconds > 0 && rate > 0 && seconds > (room - more) / rate) {
                tokens = burst;
            } else {
                tokens += more + seconds * rate;
            }
        }
    }

    Meter(long originMicros) {
        this.originMicros = originMicros;
    }

    synchronized MeterConfig config() {
        return config;
    }

    synchronized void configure(MeterConfig c) {
        config = c;
        committed = c == null ? null : new Bucket(c.cir(), c.cburst());
        peak = c == null ? null : new Bucket(c.pir(), c.pburst());
    }

    /** The colour of a packet that takes so many tokens. */
    synchronized int execute(long nowMicros, long tokens) {
        if (config == null) {
            return GREEN;
        }
        long micros = nowMicros - originMicros;
        peak.fill(micros);
        if (!peak.take(tokens)) {
            return RED;
        }
        committed.fill(micros);
        return committed.take(tokens) ? GREEN : YELLOW;
    }
}
