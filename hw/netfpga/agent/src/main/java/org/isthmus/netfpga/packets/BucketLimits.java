// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.netfpga.target.ServiceChanges;
import org.isthmus.target.api.MeterArray;
import org.isthmus.target.api.MeterConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a card limit what it gives up as the meter {@code punts} says, so that a flood does not even
 * come to its host, and counts what it drops. Where the meter says nothing, or there is none, a
 * rate of its own holds. A card that was out of service may have lost both: its limits are set
 * again, and what it dropped counts from zero where it is less than before. One thread at a time.
 */
public final class BucketLimits {
    private static final Logger LOG = LoggerFactory.getLogger(BucketLimits.class);
    private static final long UNSIGNED = 0xffff_ffffL;

    private final Buckets card;
    private final MeterConfig byDefault;

    /** By reason, as the card has them; null: it may have others. */
    private final MeterConfig[] limits = new MeterConfig[Buckets.REASONS];

    /** Of packets by reason, then of digests. */
    private final int[] dropped = new int[2 * Buckets.REASONS];

    /** Whether the card was asked what it dropped before. */
    private boolean hasBegun;

    /** Whether the last time failed, which is logged once. */
    private boolean failed;

    private final ServiceChanges service = new ServiceChanges();

    /** What that counted at the last update that did not fail. */
    private int lastService;

    private final LongAdder failures = new LongAdder();
    private final LongAdder droppedSince = new LongAdder();

    /**
     * @param perSecond frames of a reason that come up, and as many at once, where the meter says
     *     nothing
     */
    public BucketLimits(Buckets card, long perSecond) {
        this.card = card;
        byDefault = new MeterConfig(perSecond, perSecond, perSecond, perSecond);
    }

    /**
     * Sets what has changed since, and counts what was dropped since. What fails is done the next
     * time.
     *
     * @param program null: none runs yet
     */
    public void update(CardProgram program) {
        MeterArray meter = program == null ? null : program.meter("punts");
        PuntLimits.Drops drops =
                program == null || program.counter("drops") == null
                        ? (reason, packets) -> {}
                        : program.counter("drops")::count;
        update(meter, drops);
    }

    /** The card goes out of service, or is back. One thread; waits for no update. */
    public void service(boolean isIn) {
        service.set(isIn);
    }

    void update(MeterArray meter, PuntLimits.Drops drops) {
        int changes = service.count();
        boolean wasOut = ServiceChanges.wasOut(lastService, changes);
        if (wasOut) {
            Arrays.fill(limits, null);
        }
        try {
            for (int reason = 0; reason < Buckets.REASONS; reason++) {
                limit(reason, meter);
            }
            for (int i = 0; i < dropped.length; i++) {
                count(i, drops, wasOut);
            }
            lastService = changes;
            hasBegun = true;
            failed = false;
        } catch (CardException e) {
            failures.increment();
            if (!failed) {
                LOG.warn("limits of what the card gives up: {}", e.getMessage());
            }
            failed = true;
        }
    }

    /** What the card has dropped, as of the last update. Any thread. */
    public long dropped() {
        return droppedSince.sum();
    }

    /** Updates that failed. Any thread. */
    public long failures() {
        return failures.sum();
    }

    private void limit(int reason, MeterArray meter) throws CardException {
        MeterConfig config = meter == null || reason >= meter.size() ? null : meter.config(reason);
        MeterConfig limit = config == null ? byDefault : config;
        if (limits[reason] != limit) {
            // Above the peak rate is red, which does not come up.
            card.limit(reason, false, limit.pir(), limit.pburst());
            card.limit(reason, true, limit.pir(), limit.pburst());
            limits[reason] = limit;
        }
    }

    private void count(int bucket, PuntLimits.Drops drops, boolean wasOut) throws CardException {
        int reason = bucket % Buckets.REASONS;
        boolean isDigest = bucket >= Buckets.REASONS;
        int now = card.dropped(reason, isDigest);
        boolean beganAnew = wasOut && Integer.compareUnsigned(now, dropped[bucket]) < 0;
        long more = beganAnew ? now & UNSIGNED : now - dropped[bucket] & UNSIGNED;
        dropped[bucket] = now;
        if (hasBegun && more > 0) {
            droppedSince.add(more);
            PuntLimits.Kind.of(reason, isDigest).count(drops, more);
        }
    }
}
