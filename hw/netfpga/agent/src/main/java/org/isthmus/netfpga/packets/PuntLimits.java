// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import java.util.function.LongSupplier;
import org.isthmus.netfpga.target.CardCounters;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.MeterConfig;
import org.isthmus.target.bmv2.run.IndexedMeter;

/**
 * The meter {@code punts}, which the card leaves to the agent, and what that does to the counter
 * {@code drops}: of a packet above its rate the card has counted that the controller has it. Any
 * thread.
 */
final class PuntLimits {
    /** Counts in the card's place. */
    @FunctionalInterface
    interface Drops {
        /**
         * @param packets negative: the card has counted so many too much
         */
        void count(int reason, long packets);
    }

    /** What becomes of a packet of which the controller was to hear, without the controller. */
    enum Kind {
        /** It is lost. */
        ONLY_ONE,
        /** It went on. */
        COPY,
        /** The card dropped it, and counted why. */
        DROPPED;

        /**
         * @param isDigest whether the card tells of a packet, or gives it up
         */
        static Kind of(int reason, boolean isDigest) {
            if (isDigest) {
                return COPY;
            }
            return reason == Reasons.REFUSED
                            || reason == Reasons.NEIGHBOR_REFUSED
                            || reason == Reasons.NO_ROUTE
                    ? DROPPED
                    : ONLY_ONE;
        }

        /** So many are above the rate of their reason. */
        void count(Drops drops, long packets) {
            if (this == ONLY_ONE) {
                drops.count(Reasons.PUNTED, -packets);
                drops.count(Reasons.PUNT_RATE, packets);
            } else if (this == COPY) {
                drops.count(Reasons.COPY_RATE, packets);
            }
        }
    }

    private static final int MAX_REASONS = 256;

    private final MeterArray configs;
    private final IndexedMeter meter;
    private final Drops drops;
    private final LongSupplier nanos;

    /**
     * @param configs as the controller gave them, by reason; read by any thread, without waiting
     * @param nanos ns, monotonic
     */
    PuntLimits(MeterArray configs, Drops drops, LongSupplier nanos) {
        this.configs = configs;
        // In packets, not bytes.
        this.meter = new IndexedMeter(configs.size(), false, nanos.getAsLong() / 1000);
        this.drops = drops;
        this.nanos = nanos;
    }

    /** Of a program; one that has no such meter limits nothing. */
    static PuntLimits of(CardProgram program, LongSupplier nanos) {
        MeterArray punts = program.meter("punts");
        CardCounters drops = program.counter("drops");
        return new PuntLimits(
                punts == null ? new IndexedMeter(MAX_REASONS, false, 0) : punts,
                drops == null ? (reason, packets) -> {} : drops::count,
                nanos);
    }

    /** Whether there is a cell for a reason. */
    boolean has(int reason) {
        return meter.has(reason);
    }

    /**
     * Whether the controller hears of a packet; if not, it is counted.
     *
     * @param reason one that the meter {@link #has}
     */
    boolean admits(int reason, Kind kind) {
        MeterConfig config = configs.config(reason);
        if (meter.config(reason) != config) {
            meter.configure(reason, config);
        }
        if (meter.execute(reason, nanos.getAsLong() / 1000, 0) != IndexedMeter.RED) {
            return true;
        }
        kind.count(drops, 1);
        return false;
    }

    /** A packet that the card counted as one for the controller was the agent's own. */
    void own() {
        drops.count(Reasons.PUNTED, -1);
    }
}
