// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;

/**
 * What is sent to devices and read of them. A device has one batch under way and gathers the next
 * meanwhile, which keeps the order and lets batches grow with the load. Nobody waits for a device
 * that does not answer in time; it has what is queued for it once it does. One whose write failed
 * keeps what it holds, and is reconciled after a {@link Backoff}.
 *
 * <p>Threading: the core's thread.
 */
final class Outbox {
    private static final Logger LOG = System.getLogger(Outbox.class.getName());

    /** Changes in one batch, at most: each is answered by itself, within the host's time limit. */
    private static final int MESSAGE = 4096;

    static final long TIMEOUT_MILLIS = 10_000;

    /**
     * Frames wait for the answers of a device for so long after it refused something: one whose
     * entries it refuses would come up again, and begin anew, as fast as both sides can.
     */
    static final long WARY_MILLIS = 10_000;

    /** Changes queued for a device that is late; with more it is read again instead. */
    static final int MAX_QUEUED_LATE = 1 << 16;

    /** Who is told what becomes of devices. */
    interface Listener {
        /** The link of a configured device; null: it is none. */
        DeviceLink find(DeviceId device);

        /** The host is free to read a device that is to be reconciled. */
        void reconcile(DeviceLink link);

        /** A device has answered all that it was sent before it was late. */
        void ready(DeviceLink link);

        /** A device turned out to have less room, or more. */
        void roomChanged();
    }

    private final EventLoop loop;
    private final StepClock clock;
    private final DataPlane dataPlane;
    private final Capacity capacity;
    private final Counters counters;
    private final Listener listener;
    private final Set<DeviceLink> toFlush = new LinkedHashSet<>();

    /**
     * Those with an apply or read under way: the host gets no other, see guarantees 1 and 2 of
     * {@link DataPlane}. A device may leave the configuration and return meanwhile.
     */
    private final Set<DeviceId> busy = new HashSet<>();

    Outbox(
            EventLoop loop,
            StepClock clock,
            DataPlane dataPlane,
            Capacity capacity,
            Counters counters,
            Listener listener) {
        this.loop = loop;
        this.clock = clock;
        this.dataPlane = dataPlane;
        this.capacity = capacity;
        this.counters = counters;
        this.listener = listener;
    }

    /** What a host says, for people: without the classes of what carries it. */
    static String reason(Throwable e) {
        Throwable said = e;
        while (said instanceof CompletionException && said.getCause() != null) {
            said = said.getCause();
        }
        return said.getMessage() == null ? said.toString() : said.getMessage();
    }

    /** Counts refusals; the changes stay pending. */
    void counted(DeviceLink link, List<Refusal> refusals) {
        if (refusals != null && !refusals.isEmpty()) {
            if (link.refused.size() <= refusals.size()) {
                LOG.log(Level.WARNING, "{0} refuses changes: {1}", link.id, refusals.get(0));
            }
            counters.add(Counter.DEVICE_REFUSALS, refusals.size());
        }
    }

    /**
     * Queues changes for a device; if it does not accept any, the acknowledgement gets null at
     * once.
     */
    void send(DeviceLink link, List<Change> changes, DeviceLink.Ack ack) {
        send(link, changes, DeviceLink.Part.NOTHING, ack);
    }

    /**
     * The same.
     *
     * @param sent run if, and as soon as, frames that are submitted come behind the changes
     */
    void send(DeviceLink link, List<Change> changes, Runnable sent, DeviceLink.Ack ack) {
        if (!link.accepting) {
            ack.done(link, null);
        } else if (changes.size() <= MESSAGE) {
            queue(link, changes, ack).sent = sent;
        } else {
            int parts = (changes.size() + MESSAGE - 1) / MESSAGE;
            DeviceLink.Ack part = new Gathered(parts, ack);
            for (int i = 0; i < parts; i++) {
                int end = Math.min(changes.size(), (i + 1) * MESSAGE);
                queue(link, changes.subList(i * MESSAGE, end), part);
            }
        }
    }

    /** The acknowledgement of changes that were cut in parts. */
    private static final class Gathered implements DeviceLink.Ack {
        private final DeviceLink.Ack whole;
        private List<Refusal> refusals = new ArrayList<>();
        private int waiting;

        Gathered(int parts, DeviceLink.Ack whole) {
            this.waiting = parts;
            this.whole = whole;
        }

        @Override
        public void done(DeviceLink link, List<Refusal> refused) {
            if (refused == null) {
                refusals = null;
            } else if (refusals != null) {
                refusals.addAll(refused);
            }
            if (--waiting == 0) {
                whole.done(link, refusals);
            }
        }
    }

    private DeviceLink.Part queue(DeviceLink link, List<Change> changes, DeviceLink.Ack ack) {
        if (link.late) {
            link.queuedLate += changes.size();
        }
        boolean apart =
                link.state != State.READY
                        && !changes.isEmpty()
                        && changes.get(0).intent().stage().isBinding();
        DeviceLink.Part part = new DeviceLink.Part(changes, apart, ack);
        link.queue.add(part);
        toFlush.add(link);
        return part;
    }

    /**
     * Reads a device, now or once the host has answered what it has under way.
     *
     * @param done gets what the device holds, or why that is not known; or is never called, because
     *     the device was lost or is read again
     */
    void read(DeviceLink link, BiConsumer<List<Intent>, Throwable> done) {
        link.retryAt = 0;
        if (!busy.add(link.id)) {
            link.readDue = true;
            return;
        }
        link.readDue = false;
        int epoch = link.epoch;
        dataPlane
                .read(link.id)
                .whenComplete(
                        (held, e) ->
                                loop.execute(
                                        () -> {
                                            if (epoch == link.epoch && !link.accepting) {
                                                done.accept(held, e);
                                            }
                                            over(link.id);
                                        }));
    }

    /** The host has answered: sends what waits, or reads the device again. */
    private void over(DeviceId id) {
        busy.remove(id);
        DeviceLink link = listener.find(id);
        if (link != null && link.readDue) {
            listener.reconcile(link);
        } else if (link != null) {
            toFlush.add(link);
        }
    }

    /** Sends the change batches gathered during the step. */
    void flush() {
        while (!toFlush.isEmpty()) {
            // One by one: where it fails for one, others are still to be flushed.
            DeviceLink next = toFlush.iterator().next();
            toFlush.remove(next);
            flush(next);
        }
    }

    /** Sends what waits, if nothing is under way. */
    private void flush(DeviceLink link) {
        if (busy.contains(link.id)) {
            return;
        }
        while (!link.queue.isEmpty() && link.queue.peek().changes.isEmpty()) {
            link.queue.poll().ack.done(link, List.of());
        }
        List<DeviceLink.Part> parts = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (DeviceLink.Part part = link.next();
                part != null
                        && (changes.isEmpty()
                                || !part.apart
                                        && !parts.get(0).apart
                                        && changes.size() + part.changes.size() <= MESSAGE);
                part = link.next()) {
            parts.add(link.queue.poll());
            changes.addAll(part.changes);
        }
        if (changes.isEmpty()) {
            parts.forEach(p -> p.ack.done(link, p.withheld));
            if (!link.queue.isEmpty()) {
                toFlush.add(link);
            }
            return;
        }
        busy.add(link.id);
        link.inFlight = parts;
        link.inFlightSince = clock.millis();
        CompletionStage<List<Refusal>> stage =
                dataPlane.apply(link.id, Collections.unmodifiableList(changes));
        // What waits for other changes, such as an operation, may go on for long.
        boolean isSetup = parts.stream().allMatch(part -> part.sent != DeviceLink.Part.NOTHING);
        Executor after = isSetup ? loop::executeBriefly : loop;
        stage.whenComplete(
                (refusals, e) ->
                        after.execute(
                                () -> {
                                    if (link.inFlight == parts) {
                                        answered(link, parts, refusals, e);
                                    }
                                    over(link.id);
                                }));
        if (changes.size() <= DataPlane.CHANGES_AT_ONCE && !isWary(link)) {
            parts.forEach(part -> part.sent.run());
        }
    }

    /** Whether frames wait for answers. */
    private boolean isWary(DeviceLink link) {
        return !dataPlane.isOrdered(link.id)
                || link.refusedMillis != Long.MIN_VALUE
                        && clock.millis() - link.refusedMillis < WARY_MILLIS;
    }

    private void answered(
            DeviceLink link, List<DeviceLink.Part> parts, List<Refusal> refusals, Throwable e) {
        if (e != null) {
            LOG.log(
                    Level.WARNING,
                    "{0}: a write failed, and what it holds is read and compared: {1}",
                    link.id,
                    reason(e));
            lose(link);
            retry(link);
        } else {
            link.inFlight = null;
            link.late = false;
            Map<Intent, Refusal> byIntent = new HashMap<>();
            refusals.forEach(r -> byIntent.put(r.change().intent(), r));
            List<List<Refusal>> byPart = new ArrayList<>(parts.size());
            for (DeviceLink.Part part : parts) {
                byPart.add(of(link, part, byIntent));
            }
            if (!refusals.isEmpty()) {
                link.refusedMillis = clock.millis();
            }
            if (!refusals.isEmpty() && !link.noReply.isEmpty()) {
                link.takeBack(parts, byPart, this::counted);
            }
            if (capacity.answered(link.id, exhausted(refusals), () -> set(parts, byIntent))) {
                listener.roomChanged();
            }
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).ack.done(link, byPart.get(i));
            }
        }
    }

    /** What a device set. */
    private static Collection<Intent> set(
            List<DeviceLink.Part> parts, Map<Intent, Refusal> refused) {
        List<Intent> all = new ArrayList<>();
        for (DeviceLink.Part part : parts) {
            for (Change change : part.changes) {
                if (change.kind() == Change.Kind.SET && !refused.containsKey(change.intent())) {
                    all.add(change.intent());
                }
            }
        }
        return all;
    }

    private static Collection<Intent> exhausted(List<Refusal> refusals) {
        List<Intent> all = new ArrayList<>();
        for (Refusal refusal : refusals) {
            if (refusal.exhausted() && refusal.change().kind() == Change.Kind.SET) {
                all.add(refusal.change().intent());
            }
        }
        return all;
    }

    /** The refusals of a part. By value, as a host may have made its change objects anew. */
    private List<Refusal> of(DeviceLink link, DeviceLink.Part part, Map<Intent, Refusal> byIntent) {
        if (byIntent.isEmpty() && link.noReply.isEmpty() && link.refused.isEmpty()) {
            return part.withheld;
        }
        List<Refusal> refusals = new ArrayList<>(part.withheld);
        for (Change change : part.changes) {
            Refusal refusal = byIntent.get(change.intent());
            boolean refused = refusal != null && refusal.change().kind() == change.kind();
            if (refused) {
                refusals.add(refusal);
            }
            int more = link.answered(change, refused);
            if (more != 0) {
                capacity.refused(link.id, change.intent(), more);
            }
        }
        return refusals;
    }

    /** Drops everything queued for a device until it is reconciled. */
    void lose(DeviceLink link) {
        link.accepting = false;
        link.late = false;
        link.noReply.clear();
        if (link.state == State.READY) {
            link.state = State.RECONCILING;
        }
        for (DeviceLink.Part part : link.takeAll()) {
            part.ack.done(link, null);
        }
    }

    /** Reconciles a device anew, in a while: a write or a read of it failed. */
    void retry(DeviceLink link) {
        link.backoff.failed(clock.millis());
        link.retryAt = link.backoff.until();
    }

    /**
     * Lets nobody wait for a device any more. It stays in order: what is queued is sent once it has
     * answered, and it is ready once it has answered that.
     */
    private void late(DeviceLink link) {
        LOG.log(Level.WARNING, "{0} does not answer; nobody waits for it", link.id);
        counters.add(Counter.DEVICE_TIMEOUTS, 1);
        link.late = true;
        link.queuedLate = 0;
        if (link.state != State.READY) {
            return;
        }
        link.state = State.RECONCILING;
        List<DeviceLink.Part> parts = new ArrayList<>(link.inFlight);
        parts.addAll(link.queue);
        for (DeviceLink.Part part : parts) {
            DeviceLink.Ack ack = part.ack;
            part.ack = this::counted;
            // What it would send on has gone by the acknowledgement.
            part.sent = DeviceLink.Part.NOTHING;
            ack.done(link, null);
        }
        send(
                link,
                List.of(),
                (l, refusals) -> {
                    if (refusals != null) {
                        listener.ready(l);
                    }
                });
    }

    /** Looks for an answer that is overdue. */
    void tick(DeviceLink link) {
        long now = clock.millis();
        boolean overdue = link.inFlight != null && now - link.inFlightSince > TIMEOUT_MILLIS;
        if (overdue && !link.late) {
            late(link);
        }
        if (link.late && link.queuedLate > MAX_QUEUED_LATE) {
            lose(link);
            link.readDue = true;
        }
    }
}
