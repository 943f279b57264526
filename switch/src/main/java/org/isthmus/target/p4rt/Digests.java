// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.common.util.concurrent.MoreExecutors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import p4.v1.P4DataOuterClass.P4Data;
import p4.v1.P4RuntimeOuterClass.DigestEntry;
import p4.v1.P4RuntimeOuterClass.DigestList;
import p4.v1.P4RuntimeOuterClass.DigestListAck;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * The digests of a pipeline (section "DigestEntry" of the P4Runtime specification): collected in
 * lists of distinct ones, which go to the primary controllers, and not made again until they are
 * acknowledged or the time for that has passed. What primaries do not take in time is dropped.
 * Digests come by packet threads, which only wait for each other.
 */
final class Digests {

    /** What a device's digests need of it. */
    static final class Surroundings {
        final Supplier<List<ControllerStream>> primaries;
        final ScheduledExecutorService timer;
        final LongSupplier epochNanos;
        final Executor sender;

        /**
         * @param executor sends lists
         * @param timer ends the collection of lists, and the time for acknowledgements
         * @param epochNanos wall clock, nanoseconds since 1970
         */
        Surroundings(
                Supplier<List<ControllerStream>> primaries,
                Executor executor,
                ScheduledExecutorService timer,
                LongSupplier epochNanos) {
            this.primaries = primaries;
            this.timer = timer;
            this.epochNanos = epochNanos;
            this.sender = MoreExecutors.newSequentialExecutor(executor);
        }
    }

    /** Of a list for which the controller sets no limit. */
    static final int MAX_LIST = 1024;

    /** Digests that wait for acknowledgement, of each kind. More are dropped until then. */
    static final int MAX_UNACKNOWLEDGED = 1 << 16;

    private final Surroundings device;
    private final Map<Integer, Collector> collectors = new TreeMap<>();

    /**
     * @throws RefusedException as {@link Program#onDigest} says
     */
    Digests(P4InfoSchema schema, Program program, Surroundings device) throws RefusedException {
        this.device = device;
        for (DigestSchema d : schema.digests.values()) {
            Collector c = new Collector(d);
            collectors.put(d.id, c);
            program.onDigest(d.id, d.widths, c::add);
        }
    }

    private Collector collector(int id) throws RefusedException {
        Collector c = collectors.get(id);
        if (c == null) {
            throw P4InfoSchema.unknown("digest", id);
        }
        return c;
    }

    void write(Update.Type type, DigestEntry e) throws RefusedException {
        Collector c = collector(e.getDigestId());
        DigestEntry.Config config = e.getConfig();
        if (type != Update.Type.DELETE
                && (config.getMaxTimeoutNs() < 0
                        || config.getMaxListSize() < 0
                        || config.getAckTimeoutNs() < 0)) {
            throw Refusals.invalid(c.schema.name + ": negative timeout or list size");
        }
        c.write(type, e);
    }

    /** Ends all lists: the program runs no longer. */
    void end() {
        collectors.values().forEach(Collector::end);
    }

    /** An id of 0 means all. */
    Snapshot read(DigestEntry wanted) throws RefusedException {
        List<Entity> found = new ArrayList<>();
        List<Collector> of =
                wanted.getDigestId() == 0
                        ? new ArrayList<>(collectors.values())
                        : List.of(collector(wanted.getDigestId()));
        for (Collector c : of) {
            DigestEntry entry = c.entry();
            if (entry != null) {
                found.add(Entity.newBuilder().setDigestEntry(entry).build());
            }
        }
        return Snapshot.of(found);
    }

    /** One that comes after its time does nothing. */
    void acknowledge(DigestListAck ack) throws RefusedException {
        collector(ack.getDigestId()).forget(ack.getListId());
    }

    /** The digests of one kind. */
    private final class Collector {
        private final DigestSchema schema;

        /** Null: no lists are made. */
        private DigestEntry entry;

        private Set<P4Data> list = new LinkedHashSet<>();
        private final Map<Long, Sent> sent = new HashMap<>();
        private final Set<P4Data> unacknowledged = new LinkedHashSet<>();
        private long lastList;
        private Future<?> due;

        Collector(DigestSchema schema) {
            this.schema = schema;
        }

        synchronized DigestEntry entry() {
            return entry;
        }

        synchronized void write(Update.Type type, DigestEntry e) throws RefusedException {
            if (type == Update.Type.INSERT && entry != null) {
                throw Refusals.exists(schema.name + " is configured");
            }
            if (type != Update.Type.INSERT && entry == null) {
                throw Refusals.notFound(schema.name + " is not configured");
            }
            entry = e;
            if (type == Update.Type.DELETE) {
                end();
            }
        }

        synchronized void end() {
            entry = null;
            list = new LinkedHashSet<>();
            stop();
            List.copyOf(sent.keySet()).forEach(this::forget);
        }

        private void stop() {
            if (due != null) {
                due.cancel(false);
                due = null;
            }
        }

        synchronized void add(byte[][] values) {
            if (entry == null || device.primaries.get().isEmpty()) {
                return;
            }
            P4Data data = schema.encode(values);
            if (unacknowledged.size() >= MAX_UNACKNOWLEDGED
                    || unacknowledged.contains(data)
                    || !list.add(data)) {
                return;
            }
            DigestEntry.Config c = entry.getConfig();
            int most = c.getMaxListSize() == 0 ? MAX_LIST : Math.min(MAX_LIST, c.getMaxListSize());
            if (list.size() >= most || c.getMaxTimeoutNs() == 0) {
                finish();
            } else if (due == null) {
                due =
                        device.timer.schedule(
                                this::finish, c.getMaxTimeoutNs(), TimeUnit.NANOSECONDS);
            }
        }

        /** Sends what was collected. */
        private synchronized void finish() {
            stop();
            if (list.isEmpty()) {
                return;
            }
            Set<P4Data> full = list;
            list = new LinkedHashSet<>();
            long id = ++lastList;
            long timeout = entry.getConfig().getAckTimeoutNs();
            if (timeout > 0) {
                unacknowledged.addAll(full);
                Runnable over = () -> forget(id);
                sent.put(
                        id,
                        new Sent(full, device.timer.schedule(over, timeout, TimeUnit.NANOSECONDS)));
            }
            StreamMessageResponse message =
                    StreamMessageResponse.newBuilder()
                            .setDigest(
                                    DigestList.newBuilder()
                                            .setDigestId(schema.id)
                                            .setListId(id)
                                            .addAllData(full)
                                            .setTimestamp(device.epochNanos.getAsLong()))
                            .build();
            device.sender.execute(() -> send(message));
        }

        private void send(StreamMessageResponse message) {
            for (ControllerStream to : device.primaries.get()) {
                if (to.isReady()) {
                    to.send(message);
                }
            }
        }

        synchronized void forget(long id) {
            Sent done = sent.remove(id);
            if (done != null) {
                done.timeout.cancel(false);
                unacknowledged.removeAll(done.list);
            }
        }
    }

    /** A list that waits for its acknowledgement. */
    private static final class Sent {
        final Set<P4Data> list;
        final Future<?> timeout;

        Sent(Set<P4Data> list, Future<?> timeout) {
            this.list = list;
            this.timeout = timeout;
        }
    }
}
