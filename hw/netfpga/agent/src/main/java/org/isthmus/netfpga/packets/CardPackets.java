// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.isthmus.netfpga.card.Packets;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.netfpga.target.ControllerPackets;
import org.isthmus.target.api.Target.PacketInListener;

/**
 * Packets between controllers and a card. What is above its rate is dropped before anything is made
 * of it. Any thread; nobody waits.
 */
public final class CardPackets implements ControllerPackets, Packets.FrameListener {
    /** Takes the agent's own packets when they come back. */
    @FunctionalInterface
    public interface OwnPackets {
        /**
         * @param reason why the card gave it up
         * @param buf holds the packet, until return
         * @return false: it is somebody else's
         */
        boolean came(int reason, byte[] buf, int off, int len);
    }

    /** By which packets go to the card: to the program all are the same. */
    private static final int NF = 0;

    /** What of the program that runs packets need. */
    private static final class Running {
        final PuntLimits limits;
        final DigestPackets digests;

        Running(PuntLimits limits, DigestPackets digests) {
            this.limits = limits;
            this.digests = digests;
        }
    }

    private final Packets card;
    private final LongSupplier nanos;
    private final LongAdder unknown = new LongAdder();
    private final LongAdder limited = new LongAdder();
    private final LongAdder early = new LongAdder();

    /** Null: none yet. */
    private volatile Running running;

    private volatile PacketInListener controller;
    private volatile OwnPackets own = (reason, buf, off, len) -> false;

    /**
     * @param nanos ns, monotonic
     */
    public CardPackets(Packets card, LongSupplier nanos) {
        this.card = card;
        this.nanos = nanos;
        card.onFrame(this);
    }

    @Override
    public void run(CardProgram program) {
        run(PuntLimits.of(program, nanos), Prefixes.of(program));
    }

    void run(PuntLimits limits, Prefixes prefixes) {
        running = new Running(limits, new DigestPackets(prefixes));
    }

    /**
     * Where packets for the controller go; until then, and until a program runs, they are dropped.
     */
    @Override
    public void onPacketIn(PacketInListener listener) {
        controller = listener;
    }

    /** Who looks at what comes up before the controller, if anybody. */
    public void onOwn(OwnPackets listener) {
        own = listener;
    }

    @Override
    public void packetOut(byte[] frame) {
        card.send(NF, DmaFrame.of(frame));
    }

    @Override
    public void frame(int nf, byte[] buf, int off, int len) {
        if (len == Digest.BYTES) {
            digest(buf, off);
        } else if (DmaFrame.isOne(buf, off, len) && len > DmaFrame.HEADER + PacketIn.HEADER) {
            punt(buf, off + DmaFrame.HEADER, len - DmaFrame.HEADER);
        } else {
            unknown.increment();
        }
    }

    private void digest(byte[] buf, int off) {
        int reason = Digest.reason(buf, off);
        Running r = running;
        if (reason != Reasons.TCP_STATE && reason != Reasons.NEIGHBOR) {
            unknown.increment();
        } else if (isAdmitted(r, reason, true)) {
            byte[] packet = r.digests.packetIn(new Digest(buf, off));
            if (packet == null) {
                unknown.increment();
            } else {
                up(packet);
            }
        }
    }

    /**
     * @param off where {@code packet_in} begins
     */
    private void punt(byte[] buf, int off, int len) {
        int reason = PacketIn.reason(buf, off);
        Running r = running;
        if (own.came(reason, buf, off + PacketIn.HEADER, len - PacketIn.HEADER)) {
            if (r != null) {
                r.limits.own();
            }
        } else if (reason == 0 || r != null && !r.limits.has(reason)) {
            unknown.increment();
        } else if (isAdmitted(r, reason, false)) {
            up(Arrays.copyOfRange(buf, off, off + len));
        }
    }

    /** Whether the controller hears of a packet; if not, it is counted. */
    private boolean isAdmitted(Running r, int reason, boolean isDigest) {
        if (r == null) {
            early.increment();
            return false;
        }
        boolean isAdmitted = r.limits.admits(reason, PuntLimits.Kind.of(reason, isDigest));
        if (!isAdmitted) {
            limited.increment();
        }
        return isAdmitted;
    }

    private void up(byte[] packet) {
        PacketInListener l = controller;
        if (l == null) {
            early.increment();
        } else {
            l.packetIn(packet);
        }
    }

    /** Frames that came over DMA and were neither packets of the program nor digests. */
    public long unknown() {
        return unknown.sum();
    }

    /** Packets and digests above the rate of their reason. */
    public long limited() {
        return limited.sum();
    }

    /** Packets and digests that came before a program ran, or anybody could take them. */
    public long early() {
        return early.sum();
    }
}
