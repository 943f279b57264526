// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.math.BigInteger;
import java.util.Random;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.MeterConfig;
import org.junit.jupiter.api.Test;

class MeterTest {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    private static final int ROUNDS = 300;
    private static final int PACKETS = 200;

    private final long seed = Seeds.of(System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void aBurstWithoutLimitIsNotExceeded() {
        Meter meter = new Meter(0);
        meter.configure(new MeterConfig(1000, Long.MAX_VALUE, 1000, Long.MAX_VALUE));
        for (long now = SECOND / 10; now < SECOND; now += SECOND / 10) {
            assertEquals(Meter.GREEN, meter.execute(now, 1));
        }
    }

    @Test
    void aRateWithoutLimitIsNotExceeded() {
        Meter meter = new Meter(0);
        meter.configure(new MeterConfig(Long.MAX_VALUE, 1, Long.MAX_VALUE, 1));
        for (int day = 0; day < 10; day++) {
            assertEquals(Meter.GREEN, meter.execute(day * DAY + 1, 1));
            assertEquals(Meter.RED, meter.execute(day * DAY + 1, 1));
            assertEquals(Meter.GREEN, meter.execute(day * DAY + 2, 1));
        }
    }

    @Test
    void aConfigIsReadAsItWasWritten() {
        MeterConfig most =
                new MeterConfig(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        Meter meter = new Meter(0);
        meter.configure(most);
        meter.execute(DAY, Long.MAX_VALUE);
        assertSame(most, meter.config());
    }

    /** A bucket of exact tokens, as RFC 2698 has them. */
    private static final class Exact {
        private final BigInteger rate;
        private final BigInteger burst;
        private BigInteger tokens;
        private BigInteger made = BigInteger.ZERO;

        Exact(long rate, long burst) {
            this.rate = BigInteger.valueOf(rate);
            this.burst = BigInteger.valueOf(burst);
            this.tokens = this.burst;
        }

        boolean take(long now, long wanted) {
            BigInteger all =
                    rate.multiply(BigInteger.valueOf(now)).divide(BigInteger.valueOf(SECOND));
            tokens = tokens.add(all.subtract(made)).min(burst);
            made = all;
            BigInteger left = tokens.subtract(BigInteger.valueOf(wanted));
            if (left.signum() < 0) {
                return false;
            }
            tokens = left;
            return true;
        }
    }

    /** Of any size, small ones as often as large ones. */
    private long number() {
        return random.nextLong() >>> 1 + random.nextInt(Long.SIZE - 1);
    }

    @Test
    void coloursAreThoseOfExactNumbers() {
        for (int round = 0; round < ROUNDS; round++) {
            MeterConfig c = new MeterConfig(number(), number(), number(), number());
            Meter meter = new Meter(0);
            meter.configure(c);
            Exact committed = new Exact(c.cir(), c.cburst());
            Exact peak = new Exact(c.pir(), c.pburst());
            long now = 0;
            for (int i = 0; i < PACKETS; i++) {
                now += number() % (1L << random.nextInt(50));
                long tokens = number();
                int wanted = Meter.RED;
                if (peak.take(now, tokens)) {
                    wanted = committed.take(now, tokens) ? Meter.GREEN : Meter.YELLOW;
                }
                assertEquals(wanted, meter.execute(now, tokens), "seed " + seed);
            }
        }
    }
}
