// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.onlab.util.KryoNamespace;
import org.onosproject.cluster.Leadership;
import org.onosproject.cluster.LeadershipEventListener;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which node leads, so that there are never two. The election of ONOS says who should; it does not
 * say that the leader before has noticed. So there is a record of the leader term: its number, its
 * holder, and a length that begins anew with each renewal, every third of it:
 *
 * <ul>
 *   <li>A node that was elected waits until the record has not changed for its length by the node's
 *       own clock, unless the record is its own (it was restarted) or was released.
 *   <li>A leader that could not renew steps down by itself a tenth of the length before a successor
 *       may follow, counted from when it asked for the renewal that succeeded last.
 * </ul>
 *
 * No two clocks are compared; they only have to run equally fast within a tenth.
 *
 * <p>Where Atomix lost its data, nodes that went on know of higher terms than the record, and
 * refuse what is asked under its number. A leader that hears of one ends its term, and takes the
 * record for another above that.
 *
 * <p>Threading: any thread; {@link #tick} on one, {@code io} one thing after the other. The
 * listener is called on both, never at the same time.
 */
public final class Leader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leader.class);

    /** The topic of the election. */
    public static final String TOPIC = "isthmus";

    /**
     * The record in Atomix, whose names outlive releases: under others, terms would be numbered
     * from 1 again, and the store refuses a number below its last.
     */
    private static final String MAP = "isthmus-reign";

    private static final String KEY = "reign";

    /** Ticks in the length of a term. */
    public static final int TICKS = 10;

    /** What becomes of this node. */
    public interface Listener {
        /**
         * This node leads from now on. Must not wait.
         *
         * @param epoch number of the leader term, above that of all before
         */
        void lead(long epoch);

        /** This node leads no longer once this returns. */
        void stepDown();
    }

    private final NodeId self;
    private final LeadershipService leadership;
    private final ConsistentMap<String, String> map;
    private final LongSupplier clock;
    private final Executor io;
    private final LongSupplier heard;
    private final Listener listener;
    private final AtomicBoolean stepping = new AtomicBoolean();
    private final LeadershipEventListener events =
            event -> {
                if (event.subject().topic().equals(TOPIC)) {
                    step();
                }
            };

    /** The record as last seen, and when; of io alone. */
    private String seen;

    private long seenAt;

    /** The record as this node wrote it; of io alone. */
    private String mine;

    private long epoch;
    private long beat;
    private long renewAt;

    private volatile long term;

    /**
     * When this node steps down unless it renews. The lock is held to change it or what follows.
     */
    private volatile long until;

    private volatile boolean leads;
    private volatile boolean closed;

    /** As ONOS said last: while it has lost Atomix, asking it takes up to 15 s, and throws. */
    private volatile NodeId elected;

    /**
     * @param clock ms that never go back
     * @param term ms, see {@link #term}
     * @param io what asks the cluster; one thing at a time, and none of them for ever
     * @param heard the highest term that this node has heard of; must not wait
     */
    public Leader(
            NodeId self,
            LeadershipService leadership,
            StorageService storage,
            LongSupplier clock,
            long term,
            Executor io,
            LongSupplier heard,
            Listener listener) {
        this.self = self;
        this.leadership = leadership;
        this.clock = clock;
        this.term = term;
        this.io = io;
        this.heard = heard;
        this.listener = listener;
        map =
                storage.<String, String>consistentMapBuilder()
                        .withName(MAP)
                        .withSerializer(Serializer.using(KryoNamespace.newBuilder().build()))
                        .build();
    }

    /**
     * The length of a term from the next renewal on; ms. It stands in the record, so that a
     * successor waits for as long as the leader said.
     */
    public void term(long millis) {
        term = millis;
    }

    /** Runs for the election. */
    public void start() {
        leadership.addListener(events);
        leadership.runForLeadership(TOPIC);
        step();
    }

    /** To be called {@value #TICKS} times in the length of a term; never waits for the cluster. */
    public void tick() {
        try {
            expire();
        } catch (RuntimeException e) {
            // A timer does not tick again after one that threw, and this node would never lead.
            LOG.error("this node stepped down, but what it led did not end as it should", e);
        }
        step();
    }

    /** Whether this node leads, at this moment. */
    public boolean leads() {
        return leads && clock.getAsLong() < until;
    }

    /** The node that was elected, as ONOS said last; it need not lead yet. Null: there is none. */
    public NodeId elected() {
        return elected;
    }

    private synchronized void expire() {
        if (leads && clock.getAsLong() >= until) {
            LOG.warn("the leader term could not be renewed in time; this node steps down");
            leads = false;
            listener.stepDown();
        }
    }

    private void step() {
        if (stepping.compareAndSet(false, true)) {
            io.execute(
                    () -> {
                        stepping.set(false);
                        try {
                            decide();
                        } catch (StorageException e) {
                            LOG.debug("the cluster's store does not answer: {}", e.toString());
                        } catch (RuntimeException e) {
                            LOG.error("cannot tell who leads; trying again", e);
                        }
                    });
        }
    }

    private void decide() {
        if (!closed) {
            // Without the lock, lest the end of the term waits for the answer.
            elected = election();
        }
        boolean isElected;
        boolean leading;
        synchronized (this) {
            isElected = !closed && self.equals(elected);
            leading = leads;
        }
        if (!isElected) {
            stepDown();
        } else if (leading && heard.getAsLong() > epoch) {
            LOG.error(
                    "leader term {} is on, but a node has heard of term {}: Atomix has lost its"
                            + " data; another term begins above that",
                    epoch,
                    heard.getAsLong());
            stepDown();
        } else if (leading) {
            renew();
        }
        if (!leading) {
            watch(isElected);
        }
    }

    /**
     * Who was elected. Atomix forgets a candidate whose session ended, as after a long pause of
     * either, and ONOS may not run again for it.
     */
    private NodeId election() {
        Leadership found = leadership.getLeadership(TOPIC);
        if (found == null || !found.candidates().contains(self)) {
            LOG.info("this node is no candidate; it runs for leader again");
            found = leadership.runForLeadership(TOPIC);
        }
        return found == null ? null : found.leaderNodeId();
    }

    /** Watches all the time, so that who is elected has often waited already. */
    private void watch(boolean isElected) {
        String record = Versioned.valueOrNull(map.get(KEY));
        long now = clock.getAsLong();
        if (record == null ? seen != null : !record.equals(seen)) {
            seen = record;
            seenAt = now;
        }
        if (isElected
                && (record == null
                        || holder(record).isEmpty()
                        || holder(record).equals(self.id())
                        || now - seenAt >= term(record))) {
            take(record);
        }
    }

    private void take(String record) {
        long asked = clock.getAsLong();
        long next = Math.max(record == null ? 0 : epoch(record), heard.getAsLong()) + 1;
        long length = term;
        String to = record(next, 0, length, self.id());
        boolean taken =
                record == null ? map.putIfAbsent(KEY, to) == null : map.replace(KEY, record, to);
        if (!taken) {
            return;
        }
        mine = to;
        seen = to;
        seenAt = asked;
        epoch = next;
        beat = 0;
        renewAt = asked + length / 3;
        synchronized (this) {
            until = end(asked, length);
            if (!closed && clock.getAsLong() < until) {
                leads = true;
                LOG.info("this node leads from now on, leader term {}", epoch);
                listener.lead(epoch);
            }
        }
    }

    private void renew() {
        long asked = clock.getAsLong();
        if (asked < renewAt) {
            return;
        }
        long length = term;
        String to = record(epoch, beat + 1, length, self.id());
        synchronized (this) {
            // A shorter term counts from when the record may be there.
            until = Math.min(until, end(asked, length));
        }
        boolean renewed = map.replace(KEY, mine, to);
        if (!renewed) {
            // The one before may have been done although it seemed to fail.
            String record = Versioned.valueOrNull(map.get(KEY));
            if (record != null && epoch(record) == epoch && holder(record).equals(self.id())) {
                mine = record;
                beat = Long.parseLong(record.split(" ", 4)[1]);
                return;
            }
            synchronized (this) {
                if (leads) {
                    LOG.warn("another node leads: {}; this node steps down", record);
                    leads = false;
                    listener.stepDown();
                }
            }
            return;
        }
        beat++;
        mine = to;
        renewAt = asked + length / 3;
        synchronized (this) {
            if (leads) {
                until = end(asked, length);
            }
        }
    }

    /** Steps down, and releases the record, so that the successor need not wait. */
    private void stepDown() {
        synchronized (this) {
            if (!leads) {
                return;
            }
            // What it has under way may still be written.
            listener.stepDown();
            leads = false;
        }
        LOG.info("this node steps down");
        map.replace(KEY, mine, record(epoch, beat + 1, 0, ""));
    }

    private static long end(long asked, long length) {
        return asked + length - length / TICKS;
    }

    /**
     * @param holder empty: it was released
     */
    private static String record(long epoch, long beat, long length, String holder) {
        return epoch + " " + beat + " " + length + " " + holder;
    }

    private static long term(String record) {
        return Long.parseLong(record.split(" ", 4)[2]);
    }

    private static long epoch(String record) {
        return Long.parseLong(record.split(" ", 4)[0]);
    }

    private static String holder(String record) {
        return record.split(" ", 4)[3];
    }

    /** Steps down on {@code io}, as far as the cluster answers. */
    @Override
    public void close() {
        leadership.removeListener(events);
        synchronized (this) {
            closed = true;
        }
        step();
        io.execute(() -> leadership.withdraw(TOPIC));
    }
}
