// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.onlab.util.KryoNamespace;
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
 * Which node decides, so that there are never two. The election of ONOS says who should; it does
 * not say that the one before has noticed. So there is a record of the reign, which the node that
 * decides renews every third of a term:
 *
 * <ul>
 *   <li>A node that was elected waits until the record has not changed for a whole term by its own
 *       clock, unless the record is its own (it was restarted) or was released.
 *   <li>A node that could not renew stops by itself a tenth of a term before anybody may follow,
 *       counted from when it asked for the renewal that succeeded last.
 * </ul>
 *
 * No two clocks are compared; they only have to run equally fast within a tenth.
 *
 * <p>Threading: any thread; {@link #tick} on one, {@code io} one thing after the other. The
 * listener is called on both, never at the same time.
 */
public final class Leader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leader.class);

    /** The topic of the election. */
    public static final String TOPIC = "isthmus";

    private static final String KEY = "reign";

    /** Ticks in a term. */
    public static final int TICKS = 10;

    /** What becomes of this node. */
    public interface Listener {
        /**
         * This node decides from now on. Must not wait.
         *
         * @param epoch number of the reign, above that of all before
         */
        void lead(long epoch);

        /** This node decides nothing any more once this returns. */
        void yield();
    }

    private final NodeId self;
    private final LeadershipService leadership;
    private final ConsistentMap<String, String> map;
    private final LongSupplier clock;
    private final Executor io;
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

    /** When this node stops unless it renews. The lock is held to change it or what follows. */
    private volatile long until;

    private volatile boolean leads;
    private boolean closed;

    /**
     * @param clock ms that never go back
     * @param term ms, see {@link #term}
     * @param io what asks the cluster; one thing at a time, and none of them for ever
     */
    public Leader(
            NodeId self,
            LeadershipService leadership,
            StorageService storage,
            LongSupplier clock,
            long term,
            Executor io,
            Listener listener) {
        this.self = self;
        this.leadership = leadership;
        this.clock = clock;
        this.term = term;
        this.io = io;
        this.listener = listener;
        map =
                storage.<String, String>consistentMapBuilder()
                        .withName("isthmus-reign")
                        .withSerializer(Serializer.using(KryoNamespace.newBuilder().build()))
                        .build();
    }

    /**
     * The length of a term from the next renewal on; ms. It stands in the record, so that whoever
     * waits for the end of a term waits for that of the one who made it.
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

    /** To be called {@value #TICKS} times in a term; never waits for the cluster. */
    public void tick() {
        expire();
        step();
    }

    /** Whether this node decides, at this moment. */
    public boolean leads() {
        return leads && clock.getAsLong() < until;
    }

    private synchronized void expire() {
        if (leads && clock.getAsLong() >= until) {
            LOG.warn("the term could not be renewed in time; this node decides no longer");
            leads = false;
            listener.yield();
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
        boolean elected;
        boolean leading;
        synchronized (this) {
            elected = !closed && self.equals(leadership.getLeader(TOPIC));
            leading = leads;
        }
        if (!elected) {
            resign();
        } else if (leading) {
            renew();
        }
        if (!leading) {
            watch(elected);
        }
    }

    /** Watches all the time, so that who is elected has often waited already. */
    private void watch(boolean elected) {
        String record = Versioned.valueOrNull(map.get(KEY));
        long now = clock.getAsLong();
        if (record == null ? seen != null : !record.equals(seen)) {
            seen = record;
            seenAt = now;
        }
        if (elected
                && (record == null
                        || holder(record).isEmpty()
                        || holder(record).equals(self.id())
                        || now - seenAt >= term(record))) {
            take(record);
        }
    }

    private void take(String record) {
        long asked = clock.getAsLong();
        long next = record == null ? 1 : epoch(record) + 1;
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
                LOG.info("this node decides from now on, reign {}", epoch);
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
                    LOG.warn("another node decides: {}", record);
                    leads = false;
                    listener.yield();
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

    /** Stops, and says so to whoever follows. */
    private void resign() {
        synchronized (this) {
            if (!leads) {
                return;
            }
            // What it has under way may still be written.
            listener.yield();
            leads = false;
        }
        LOG.info("this node hands over");
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

    /** Hands over on {@code io}, as far as the cluster answers. */
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
