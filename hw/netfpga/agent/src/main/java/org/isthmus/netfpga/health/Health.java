// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.health;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.isthmus.netfpga.card.CardException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a card forwards, by two probes of each round: one for which the program needs no
 * row, so that an empty card is none that is dead; and one that is found in tables, as soon as the
 * agent has put rows into them. The card is out of service when either has not come back for {@link
 * #MISSES} rounds, and back when both have come for {@link #ANSWERS}.
 *
 * <p>Rounds are counted, not time: an agent that itself stood still has missed nothing.
 *
 * <p>Threading: {@link #round} by one thread at a time, {@link #came} by any.
 */
public final class Health {
    /** From one round to the next. */
    public static final int ROUND_MILLIS = 250;

    /** So that a card that dies is out of service within two seconds. */
    static final int MISSES = 6;

    static final int ANSWERS = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    /** Reads how many packets the card has given up so far. */
    @FunctionalInterface
    public interface PuntCount {
        int read() throws CardException;
    }

    /** Probes by what the program needs for them. */
    public enum Kind {
        /** No row. */
        FRAMES,
        /** Rows in which they are found. */
        ROWS
    }

    /** What became of one kind of probe. */
    private static final class Track {
        final LongAdder allSent = new LongAdder();
        final LongAdder allMissed = new LongAdder();

        /** Since the last round; by any thread. */
        volatile boolean came;

        boolean isAsked;
        int missed;
        int answered;

        /** Ends a round, in which a probe was sent or not. */
        void judge() {
            if (came) {
                missed = 0;
                answered++;
            } else if (isAsked) {
                missed++;
                allMissed.increment();
                answered = 0;
            }
            came = false;
            isAsked = false;
        }

        /** Nothing can be asked: what was is of no account. */
        void reset() {
            missed = 0;
            answered = 0;
            came = false;
        }

        void ask() {
            isAsked = true;
            allSent.increment();
        }

        boolean isWell() {
            return missed == 0 && answered >= ANSWERS;
        }
    }

    private final Probe probe;
    private final Consumer<byte[]> card;
    private final Supplier<OwnAddress> rows;
    private final PuntCount punts;
    private final Executor reader;
    private final Consumer<String> service;
    private final Track frames = new Track();
    private final Track tables = new Track();

    /** By which a probe in tables is told from the other: that has none. */
    private final int local;

    /** Null: it is in service. Of the thread of rounds; read by any. */
    private volatile String reason;

    private final LongAdder outages = new LongAdder();

    /** Packets given up when probes began to be missed, and later; null: nothing was read. */
    private volatile Integer first;

    private volatile Integer last;

    /**
     * @param token in the probes: a number that hosts do not know
     * @param local reason with which the program gives up what is for the router itself
     * @param card takes packets from {@code packet_out} on
     * @param rows a row of each table that probes are found in; null: not both have one
     * @param punts read when probes are missed, and then alone
     * @param reader reads it, one after the other: it may take long
     * @param service is told why the card is out of service, and null when it is back
     */
    public Health(
            long token,
            int local,
            Consumer<byte[]> card,
            Supplier<OwnAddress> rows,
            PuntCount punts,
            Executor reader,
            Consumer<String> service) {
        this.probe = new Probe(token);
        this.local = local;
        this.card = card;
        this.rows = rows;
        this.punts = punts;
        this.reader = reader;
        this.service = service;
    }

    /**
     * A packet came up.
     *
     * @param why the reason with which the program gave it up
     * @return whether it was a probe
     */
    public boolean came(int why, byte[] buf, int off, int len) {
        if (!probe.isOwn(buf, off, len)) {
            return false;
        }
        if (why == local) {
            tables.came = true;
        } else {
            frames.came = true;
        }
        return true;
    }

    /** Judges the last round and begins the next one. */
    public void round() {
        frames.judge();
        tables.judge();
        OwnAddress own = rows.get();
        if (own == null) {
            tables.reset();
        }
        if (frames.missed == 1) {
            first = null;
        }
        if (frames.missed > 0 && reason == null) {
            reader.execute(this::count);
        }
        if (reason == null && Math.max(frames.missed, tables.missed) >= MISSES) {
            reason = frames.missed >= MISSES ? silence() : "it finds no row: it may want a refill";
            outages.increment();
            LOG.error("the card is out of service: {}", reason);
            service.accept(reason);
        } else if (reason != null && frames.isWell() && (own == null || tables.isWell())) {
            reason = null;
            LOG.info("the card forwards again");
            service.accept(null);
        }
        frames.ask();
        card.accept(probe.withoutRows());
        if (own != null) {
            tables.ask();
            card.accept(probe.to(own));
        }
    }

    /** Any thread, as the others below. */
    public boolean isInService() {
        return reason == null;
    }

    /** How often it went out of service. */
    public long outages() {
        return outages.sum();
    }

    /** Probes that were sent. */
    public long sent(Kind kind) {
        return track(kind).allSent.sum();
    }

    /** Probes that had not come back when the next were sent. */
    public long missed(Kind kind) {
        return track(kind).allMissed.sum();
    }

    private Track track(Kind kind) {
        return kind == Kind.FRAMES ? frames : tables;
    }

    /** Why no frame comes back, as far as the counter tells. */
    private String silence() {
        Integer from = first;
        if (from == null) {
            return "no frame comes back, and its registers cannot be read";
        }
        return from.equals(last)
                ? "no frame comes back, and its counters stand still"
                : "no frame comes back by DMA, and its counters go on";
    }

    private void count() {
        try {
            last = punts.read();
            if (first == null) {
                first = last;
            }
        } catch (CardException e) {
            LOG.warn("counter of packets for the controller: {}", e.getMessage());
        }
    }
}
