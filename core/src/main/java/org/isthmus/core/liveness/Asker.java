// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.liveness;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig.Port;
import org.isthmus.core.net.MacAddress;

/**
 * A switch that asks those at its links. It asks in rounds, and at the end of each round itself:
 * once that answer is there, what it asked a round before has been heard or is lost. So time in
 * which the controller or the switch had no time counts for nothing. One thread.
 */
final class Asker {
    /** How often a switch asks. */
    static final long PERIOD_MILLIS = 500;

    /** The same while an answer is missing. */
    static final long DOUBT_MILLIS = 100;

    /** The same while it does not hear itself, at most: what it asks may be piling up. */
    static final long MAX_PERIOD_MILLIS = 5_000;

    /** How often it also asks in packets of the size that a link takes. */
    private static final long FULL_PERIOD_MILLIS = 10_000;

    /** The same after a round that told nothing of them, as another packet got lost in it, too. */
    private static final long FULL_AGAIN_MILLIS = 1_000;

    /** So many of these without an answer, and a link takes less. */
    private static final int LOST_FULL = 3;

    /** So many rounds without an answer of its own, and what it hears or not says nothing. */
    private static final int DEAF_ROUNDS = 3;

    /** So many rounds with an answer, and a link carries packets again. */
    private static final int ANSWERS = 3;

    /** The near end of a link. */
    static final class End {
        final Port at;
        final Asker far;

        /** Of the link, bytes of an IP packet. */
        final int mtu;

        /** Since the last judgement. */
        boolean heard;

        /** For how long it was listened for answers and none came, ms; 0: one came. */
        long silence;

        boolean silent;

        /** A packet of full size was, since these were judged. */
        boolean heardFull;

        /** Packets of full size get lost, and smaller ones do not. */
        boolean takesLess;

        private int lostFull;

        /** A switch other than {@link #far} that answers here, while far is silent; null: none. */
        Asker wrongNeighbor;

        /** For how long it did not answer, ms. */
        private long neighborSilence;

        /** Whom of all to ask next, whether it is here. */
        private int candidate;

        /** Rounds with an answer in a row, while silent. */
        private int answers;

        End(Port at, Asker far, int mtu) {
            this.at = at;
            this.far = far;
            this.mtu = mtu;
        }

        void begin(boolean isSilent) {
            silence = 0;
            silent = isSilent;
            answers = 0;
            wrongNeighbor = null;
            lostFull = 0;
        }

        /** Whom else to ask here; null: nobody. */
        Asker alsoAsked(List<Asker> all) {
            if (!silent || wrongNeighbor != null) {
                return wrongNeighbor;
            }
            candidate = candidate + 1 < all.size() ? candidate + 1 : 0;
            return all.get(candidate) == far ? null : all.get(candidate);
        }

        /**
         * @return whether this is news
         */
        boolean answered(Asker other) {
            boolean news = wrongNeighbor != other;
            wrongNeighbor = other;
            neighborSilence = 0;
            return news;
        }

        /**
         * @return whether the round told anything, or no round would
         */
        private boolean judgeFull(boolean heardBefore) {
            boolean told = heardFull || heardBefore && silence == 0;
            if (heardFull) {
                lostFull = 0;
                takesLess = false;
            } else if (told && ++lostFull >= LOST_FULL) {
                takesLess = true;
            }
            heardFull = false;
            return told || silent;
        }

        private void judge(long listened) {
            neighborSilence += listened;
            if (!silent || neighborSilence >= Liveness.LINK_MILLIS) {
                wrongNeighbor = null;
            }
        }
    }

    final DeviceId device;
    final MacAddress mac;
    final List<End> ends = new ArrayList<>();
    boolean connected;

    /** Whether it was connected at any time. */
    boolean known;

    /** Its routes have moved: it was asked and does not answer, or is not asked. */
    boolean dead;

    /** Asks again then, ms. */
    long due;

    /** The last one begun, and the last one it heard itself in; 16 bits each. */
    int round;

    /** The last one in which it asked in packets of full size; -1: it was judged. */
    private int fullRound = -1;

    private long fullDue;
    private int confirmed;
    private int deafRounds;
    private long period;

    /** ms; -1: never since it is connected. */
    private long judgedAt;

    Asker(DeviceId device, MacAddress mac) {
        this.device = device;
        this.mac = mac;
    }

    /** Begins anew. */
    void connect(long now) {
        connected = true;
        known = true;
        due = now;
        confirmed = round;
        deafRounds = 0;
        period = PERIOD_MILLIS;
        judgedAt = -1;
        fullRound = -1;
        fullDue = now;
    }

    /** Begins a round. */
    void ask(long now) {
        boolean waits = confirmed != round;
        if (waits) {
            deafRounds++;
            period = Math.min(2 * Math.max(period, PERIOD_MILLIS), MAX_PERIOD_MILLIS);
        } else {
            boolean doubt = ends.stream().anyMatch(end -> end.silence > 0 && !end.silent);
            period = doubt ? DOUBT_MILLIS : PERIOD_MILLIS;
        }
        round = round + 1 & 0xffff;
        due = now + period;
        if (now >= fullDue && listens()) {
            fullRound = round;
            fullDue = now + FULL_PERIOD_MILLIS;
        }
    }

    /** Whether it asks in packets of full size as well, this round. */
    boolean asksFull() {
        return fullRound == round;
    }

    /** Whether it hears, so that its silence says something. */
    boolean listens() {
        return connected && judgedAt >= 0 && deafRounds < DEAF_ROUNDS;
    }

    /**
     * It heard itself, so what it heard since the round before is judged; unless it did not hear
     * itself then.
     *
     * @param timeout of far ends without a session, ms
     * @return whether this is news
     */
    boolean confirm(int of, long now, long timeout) {
        int rounds = (short) (of - confirmed);
        if (rounds <= 0) {
            return false;
        }
        boolean heardBefore = rounds == 1 && judgedAt >= 0;
        boolean wasFull = fullRound >= 0 && (short) (of - fullRound) > 0;
        long listened = Math.min(now - judgedAt, PERIOD_MILLIS);
        confirmed = of;
        deafRounds = 0;
        judgedAt = now;
        for (End end : ends) {
            if (end.heard) {
                end.silence = 0;
                if (end.silent && ++end.answers >= ANSWERS) {
                    end.silent = false;
                }
            } else if (heardBefore) {
                end.answers = 0;
                end.silence += listened;
                if (end.silence >= (end.far.connected ? Liveness.LINK_MILLIS : timeout)) {
                    end.silent = true;
                }
            }
            end.heard = false;
            end.judge(listened);
            if (wasFull && !end.judgeFull(heardBefore)) {
                fullDue = Math.min(fullDue, now + FULL_AGAIN_MILLIS);
            }
        }
        if (wasFull) {
            fullRound = -1;
        }
        return true;
    }
}
