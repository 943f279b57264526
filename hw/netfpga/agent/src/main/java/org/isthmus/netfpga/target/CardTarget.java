// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.target;

import com.google.rpc.Code;
import java.io.UncheckedIOException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.card.Rows;
import org.isthmus.netfpga.image.DamagedImageException;
import org.isthmus.netfpga.image.Image;
import org.isthmus.netfpga.layout.RegisterMap;
import org.isthmus.netfpga.layout.SwitchInfo;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * A card as a target of the P4Runtime server.
 *
 * <p>The device config of a client is of no use to the card, whose program is its bitstream; it is
 * kept to be given back. When a program begins to run, the card is made to hold its entries and no
 * others: with {@link #saved}, those that the image has.
 */
public final class CardTarget implements Target {
    private static final Logger LOG = LoggerFactory.getLogger(CardTarget.class);

    /** Guards the card, the image and what the tables know of both. */
    private final Object lock = new Object();

    private final Rows rows;
    private final Registers registers;
    private final SwitchInfo info;
    private final RegisterMap arrays;
    private final Image image;
    private final ControllerPackets packets;
    private final CardEvents events = new CardEvents();

    private volatile CardProgram running;

    /** Config that runs, or null. */
    private ForwardingPipelineConfig restored;

    /**
     * @param rows and
     * @param registers are called with the lock held, by one thread at a time
     * @param info SDNet's description of the card's program
     * @param image closed by the caller, after the target
     */
    public CardTarget(
            Rows rows,
            Registers registers,
            SwitchInfo info,
            RegisterMap arrays,
            Image image,
            ControllerPackets packets)
            throws DamagedImageException {
        this.rows = rows;
        this.registers = registers;
        this.info = info;
        this.arrays = arrays;
        this.image = image;
        this.packets = packets;
        restored = image.config();
        if (restored != null && !fits(restored.getP4Info())) {
            image.clear();
            restored = null;
        }
    }

    /** With another program the card was programmed again, and its tables are empty. */
    private boolean fits(P4Info info) {
        try {
            compile(info, new byte[0]);
            return true;
        } catch (RefusedException e) {
            LOG.warn("the image is of another program, and is cleared: {}", e.getMessage());
            return false;
        }
    }

    /**
     * What ran when the agent ended, to be given to the server before it listens; null: nothing.
     * Its entries are then those of the image.
     */
    public ForwardingPipelineConfig saved() {
        return restored;
    }

    @Override
    public Program compile(P4Info p4info, byte[] deviceConfig) throws RefusedException {
        return new CardProgram(lock, p4info, info, arrays, registers, rows.areBySdnet(), events);
    }

    @Override
    public void run(Program program) {
        throw new UnsupportedOperationException("the image needs the config");
    }

    /** A row that the card does not take now is written before the next change of its table. */
    @Override
    public void run(Program program, ForwardingPipelineConfig config) throws RefusedException {
        CardProgram next = (CardProgram) program;
        synchronized (lock) {
            Repair done;
            try {
                done =
                        running == null && config.equals(restored)
                                ? restore(next)
                                : replace(next, config);
            } catch (DamagedImageException e) {
                throw new IllegalStateException(e.getMessage(), e);
            } catch (UncheckedIOException e) {
                next.stop();
                throw new RefusedException(Code.UNAVAILABLE, e.getMessage());
            }
            restored = null;
            running = next;
            // First, so that no probe that the next program's counters have is taken off another's.
            packets.run(next);
            next.counters().forEach(CardCounters::begin);
            report("the program runs", done);
        }
    }

    private static void report(String what, Repair done) {
        if (done.failed() + done.unknown() > 0) {
            LOG.warn("{}: {}", what, done);
        } else {
            LOG.info("{}: {}", what, done);
        }
    }

    private Repair restore(CardProgram next) throws DamagedImageException {
        Repair done = new Repair();
        for (CardTable t : next.tables()) {
            done.add(t.restore(rows, image));
        }
        next.meters().forEach(m -> m.restore(image));
        return done;
    }

    /** The image is told of all at once, before the card is of anything. */
    private Repair replace(CardProgram next, ForwardingPipelineConfig config)
            throws DamagedImageException {
        image.hold();
        try {
            image.saveConfig(config);
            next.meters().forEach(m -> m.save(image));
            for (CardTable t : next.tables()) {
                t.replace(rows, image);
            }
        } finally {
            image.release();
        }
        if (running != null) {
            running.stop();
        }
        return next.repair();
    }

    /** What became of rows and registers. */
    public CardEvents events() {
        return events;
    }

    /** The program that runs, or null. */
    public CardProgram program() {
        return running;
    }

    /** The card goes out of service, or is back. One thread; waits for no change. */
    public void service(boolean isIn) {
        CardProgram program = running;
        if (program != null) {
            program.counters().forEach(c -> c.service(isIn));
        }
    }

    /**
     * Makes the card hold what it should, after it was programmed again or when there is doubt. Any
     * thread; changes wait meanwhile.
     *
     * @param programmed whether its registers began anew
     * @throws IllegalStateException no program runs
     */
    public Repair refill(boolean programmed) {
        synchronized (lock) {
            if (running == null) {
                throw new IllegalStateException("no program runs, so there are no rows");
            }
            if (programmed) {
                running.counters().forEach(CardCounters::restarted);
            }
            Repair done = running.repair();
            report("refilled", done);
            return done;
        }
    }

    @Override
    public void packetOut(byte[] frame) {
        packets.packetOut(frame);
    }

    @Override
    public void onPacketIn(PacketInListener listener) {
        packets.onPacketIn(listener);
    }

    /** The tables stay as they are. */
    @Override
    public void close() {}
}
