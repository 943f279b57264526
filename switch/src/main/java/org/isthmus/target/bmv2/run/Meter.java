// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import org.isthmus.target.api.MeterConfig;

/**
 * One two-rate three-colour marker (RFC 2698, colour blind). Tokens accrue by whole microseconds
 * since an origin, so that nothing is lost to rounding between packets. Thread-safe.
 */
final class Meter {
    static final int GREEN = 0;
    static final int YELLOW = 1;
    static final int RED = 2;

    private final long originMicros;
    private MeterConfig config;
    private long committed;
    private long committedAt;
    private long peak;
    private long peakAt;

    Meter(long originMicros) {
        this.originMicros = originMicros;
    }

    synchronized MeterConfig config() {
        return config;
    }

    synchronized void configure(MeterConfig c) {
        config = c;
        if (c != null) {
            committed = c.cburst();
            peak = c.pburst();
            committedAt = 0;
            peakAt = 0;
        }
    }

    /** The colour of a packet that takes so many tokens. */
    synchronized int execute(long nowMicros, long tokens) {
        if (config == null) {
            return GREEN;
        }
        long micros = nowMicros - originMicros;
        long made = accrued(config.pir(), micros);
        peak = Math.min(config.pburst(), peak + Math.max(0, made - peakAt));
        peakAt = Math.max(peakAt, made);
        if (peak < tokens) {
            return RED;
        }
        peak -= tokens;
        made = accrued(config.cir(), micros);
        committed = Math.min(config.cburst(), committed + Math.max(0, made - committedAt));
        committedAt = Math.max(committedAt, made);
        if (committed < tokens) {
            return YELLOW;
        }
        committed -= tokens;
        return GREEN;
    }

    private static long accrued(long perSecond, long micros) {
        return micros / 1_000_000 * perSecond + micros % 1_000_000 * perSecond / 1_000_000;
    }
}
