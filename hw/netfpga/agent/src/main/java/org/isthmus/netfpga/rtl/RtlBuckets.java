// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.rtl;

import org.isthmus.netfpga.card.Buckets;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.layout.CardRegister;

/** Those of a card whose program is Verilog of hw/netfpga/rtl: its block punt_bucket. */
public final class RtlBuckets implements Buckets {
    /** Of the card's clock, Hz. */
    private static final long CLOCK = 200_000_000;

    /** Bits behind the point in {@link CardRegister#RATE}. */
    private static final int FRACTION = 36;

    private static final long MAX_RATE = 0xffff_ffffL;
    private static final long MAX_BURST = 0xffff;

    /** Cycles after which a bucket gets what has become of its rate: it has to have room for it. */
    private static final long TURN = 4096;

    private final Registers bus;

    public RtlBuckets(Registers bus) {
        this.bus = bus;
    }

    private void select(int reason, boolean isDigest) throws CardException {
        bus.writeRegister(CardRegister.REASON.address(), isDigest ? REASONS + reason : reason);
    }

    @Override
    public void limit(int reason, boolean isDigest, long perSecond, long burst)
            throws CardException {
        long frames = Math.min(perSecond, MAX_RATE * CLOCK >> FRACTION);
        // 0 would be no limit.
        long rate = Math.max(1, (frames << FRACTION) / CLOCK);
        long size = burst == 0 ? 0 : Math.max(burst, 1 + frames * TURN / CLOCK);
        select(reason, isDigest);
        bus.writeRegister(CardRegister.BURST.address(), (int) Math.min(size, MAX_BURST));
        bus.writeRegister(CardRegister.RATE.address(), (int) rate);
    }

    @Override
    public int dropped(int reason, boolean isDigest) throws CardException {
        select(reason, isDigest);
        return bus.readRegister(CardRegister.DROPS.address());
    }
}
