// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Translators;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counter;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;

/**
 * Sends change batches to devices. A device has one batch under way and gathers the next meanwhile,
 * which keeps the order and lets batches grow with the load. Nobody waits for a device that does
 * not answer in time; it has what is queued for it once it does. One whose write or read failed
 * keeps what it holds, and its routes, and is reconciled after a {@link Backoff}.
 *
 * <p>Threading: the core's thread.
 */
public final class Devices implements Translators {
    private static final Logger LOG = System.getLogger(Devices.class.getName());

    /** Changes in one batch, at most: each is answered by itself, within the host's time limit. */
    private static final int MESSAGE = 4096;

    static final long TIMEOUT_MILLIS = 10_000;

    /** Changes queued for a device that is late; with more it is read again instead. */
    static final int MAX_QUEUED_LATE = 1 << 16;

    private final EventLoop loop;
    private final StepClock clock;
    private final DataPlane dataPlane;
    private final Fabric fabric;
    private final Capacity capacity;
    private final Counters counters;
    private final Random random;
    private final Consumer<DeviceLink> reconciler;
    private final Map<DeviceId, DeviceLink> links = new LinkedHashMap<>();
    private final Set<DeviceLink> toFlush = new LinkedHashSet<>();

    /** Bindings that all translators have room for. */
    private int mostBindings = Integer.MAX_VALUE;

    /** Connected devices, whether configured or not. */
    private final Set<DeviceId> up = new HashSet<>();

    /**
     * Those with an apply or read under way: the host gets no other, see guarantees 1 and 2 of
     * {@link DataPlane}. A device may leave the configuration and return meanwhile.
     */
    private final Set<DeviceId> busy = new HashSet<>();

    /**
     * @param random spreads retries
     * @param reconciler starts the reconciliation of a device
     */
    public Devices(
            EventLoop loop,
            StepClock clock,
            DataPlane dataPlane,
            Fabric fabric,
            Capacity capacity,
            Counters counters,
            Random random,
            Consumer<DeviceLink> reconciler) {
        this.loop = loop;
        this.clock = clock;
        this.dataPlane = dataPlane;
        this.fabric = fabric;
        this.capacity = capacity;
        this.counters = counters;
        this.random = random;
        this.reconciler = reconciler;
    }

    public Collection<DeviceLink> all() {
        return links.values();
    }

    /** The link of a device, or null. */
    public DeviceLink get(DeviceId id) {
        return links.get(id);
    }

    /** Sets the configured devices; others are dropped. */
    public void configure(FabricConfig config) {
        Set<DeviceId> gone = new HashSet<>(links.keySet());
        for (FabricConfig.Device device : config.devices) {
            gone.remove(device.id);
            DeviceLink link =
                    links.computeIfAbsent(device.id, id -> new DeviceLink(id, new Backoff(random)));
            link.routerMac = device.mac;
            if (link.translator != device.translator) {
                link.translator = device.translator;
                lose(link);
            }
        }
        for (DeviceId id : gone) {
            lose(links.get(id));
            links.get(id).epoch++;
            links.remove(id);
        }
        findMostBindings();
    }

    private void findMostBindings() {
        long most = Math.min(most(BindingIntents.OUTBOUND), most(BindingIntents.INBOUND));
        mostBindings = (int) Math.min(most, Integer.MAX_VALUE);
    }

    @Override
    public long most(Intent like) {
        long most = Long.MAX_VALUE;
        for (DeviceLink link : links.values()) {
            if (link.translator) {
                most = Math.min(most, capacity.most(link.id, like));
            }
        }
        return most;
    }

    @Override
    public int mostBindings() {
        return mostBindings;
    }

    /** Starts the reconciliation of every connected device that is not accepting changes. */
    public void reconcile() {
        for (DeviceLink link : links.values()) {
            if (up.contains(link.id) && !link.accepting) {
                link.epoch++;
                reconciler.accept(link);
            }
        }
    }

    @Override
    public boolean isTranslator(DeviceId device) {
        DeviceLink link = links.get(device);
        return link != null && link.translator;
    }

    @Override
    public boolean isAccepting(DeviceId device) {
        DeviceLink link = links.get(device);
        return link != null && link.accepting;
    }

    @Override
    public boolean areAllReady() {
        boolean any = false;
        for (DeviceLink link : links.values()) {
            if (link.translator && link.state != State.READY) {
                return false;
            }
            any |= link.translator;
        }
        return any;
    }

    @Override
    public Ready firstReady() {
        for (DeviceLink link : links.values()) {
            if (link.translator && link.accepting) {
                return new Ready(link.id, link.routerMac);
            }
        }
        return null;
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        dataPlane.submit(device, frame);
    }

    @Override
    public void countOutbound(List<Intent.Outbound> bindings, Consumer<long[]> done) {
        OutboundCount count = new OutboundCount(bindings.size(), done);
        boolean anyone = false;
        for (DeviceLink link : links.values()) {
            if (link.translator && link.state == State.DOWN && fabric.isUp(link.id)) {
                // It forwards, and nobody knows for which bindings.
                count.failed = true;
            } else if (link.translator && link.state != State.DOWN) {
                anyone = true;
                count.waiting++;
                dataPlane
                        .packets(link.id, bindings)
                        .whenComplete((counts, e) -> loop.execute(() -> count.answered(counts, e)));
            }
        }
        // The counts are unknown: no binding expires.
        count.failed |= !anyone;
        count.arrived();
    }

    private static final class OutboundCount {
        private final long[] sums;
        private final Consumer<long[]> done;
        private int waiting = 1;
        private boolean failed;

        OutboundCount(int bindings, Consumer<long[]> done) {
            this.sums = new long[bindings];
            this.done = done;
        }

        void answered(long[] counts, Throwable e) {
            if (e != null) {
                failed = true;
            } else {
                for (int i = 0; i < counts.length; i++) {
                    sums[i] += Math.max(counts[i], 0);
                }
            }
            arrived();
        }

        void arrived() {
            if (--waiting == 0) {
                done.accept(failed ? null : sums);
            }
        }
    }

    @Override
    public void spread(List<Change> changes, Consumer<List<Refusal>> done) {
        Broadcast broadcast = new Broadcast(done);
        broadcast.waiting = 1;
        for (DeviceLink link : links.values()) {
            if (link.translator && link.accepting) {
                boolean waits = link.state == State.READY;
                broadcast.waiting += waits ? 1 : 0;
                send(link, changes, waits ? broadcast : this::counted);
            }
        }
        broadcast.arrived();
    }

    private final class Broadcast implements DeviceLink.Ack {
        private final Consumer<List<Refusal>> done;
        private int waiting;
        private List<Refusal> refusals = List.of();

        Broadcast(Consumer<List<Refusal>> done) {
            this.done = done;
        }

        @Override
        public void done(DeviceLink link, List<Refusal> refused) {
            counted(link, refused);
            if (refused != null && !refused.isEmpty()) {
                List<Refusal> all = new ArrayList<>(refusals);
                all.addAll(refused);
                refusals = all;
            }
            arrived();
        }

        void arrived() {
            if (--waiting == 0) {
                done.accept(refusals);
            }
        }
    }

    @Override
    public void send(DeviceId device, List<Change> changes, Consumer<List<Refusal>> done) {
        DeviceLink link = links.get(device);
        if (link == null) {
            done.accept(null);
            return;
        }
        send(
                link,
                changes,
                (l, refusals) -> {
                    counted(l, refusals);
                    done.accept(refusals);
                });
    }

    /** Sends changes to every device that accepts them; refusals are counted and stay pending. */
    void sendToAll(List<Change> changes) {
        if (!changes.isEmpty()) {
            links.values().forEach(link -> send(link, changes, this::counted));
        }
    }

    /** Sends one change to a device; a refusal is counted and stays pending. */
    public void send(DeviceId device, Change change) {
        DeviceLink link = links.get(device);
        if (link != null) {
            send(link, List.of(change), this::counted);
        }
    }

    /** Runs something once all that was sent to a device so far is answered. */
    public void after(DeviceId device, Runnable action) {
        send(
                device,
                List.of(),
                refusals -> {
                    if (refusals != null) {
                        action.run();
                    }
                });
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
        if (!link.accepting) {
            ack.done(link, null);
        } else if (changes.size() <= MESSAGE) {
            queue(link, changes, ack);
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

    private void queue(DeviceLink link, List<Change> changes, DeviceLink.Ack ack) {
        if (link.late) {
            link.queuedLate += changes.size();
        }
        boolean apart =
                link.state != State.READY
                        && !changes.isEmpty()
                        && changes.get(0).intent().stage().isBinding();
        link.queue.add(new DeviceLink.Part(changes, apart, ack));
        toFlush.add(link);
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
        DeviceLink link = links.get(id);
        if (link != null && link.readDue) {
            reconciler.accept(link);
        } else if (link != null) {
            toFlush.add(link);
        }
    }

    /** Sends the change batches gathered during the step. */
    public void flush() {
        while (!toFlush.isEmpty()) {
            List<DeviceLink> due = new ArrayList<>(toFlush);
            toFlush.clear();
            due.forEach(this::flush);
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
        stage.whenComplete(
                (refusals, e) ->
                        loop.execute(
                                () -> {
                                    if (link.inFlight == parts) {
                                        answered(link, parts, refusals, e);
                                    }
                                    over(link.id);
                                }));
    }

    private void answered(
            DeviceLink link, List<DeviceLink.Part> parts, List<Refusal> refusals, Throwable e) {
        if (e != null) {
            LOG.log(Level.WARNING, "{0} did not take a message: {1}", link.id, e.toString());
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
            if (capacity.answered(link.id, exhausted(refusals), () -> set(parts, byIntent))) {
                findMostBindings();
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

    public void up(DeviceId id) {
        up.add(id);
        capacity.connected(id);
        findMostBindings();
        DeviceLink link = reset(id);
        if (link != null) {
            link.state = State.RECONCILING;
            if (clock.millis() >= link.backoff.until()) {
                reconciler.accept(link);
            } else {
                link.retryAt = link.backoff.until();
            }
        }
    }

    /** Reconciles a device anew, in a while: a write or a read of it failed. */
    void retry(DeviceLink link) {
        link.backoff.failed(clock.millis());
        link.retryAt = link.backoff.until();
    }

    public void down(DeviceId id) {
        up.remove(id);
        DeviceLink link = links.get(id);
        if (link != null && link.state == State.RECONCILING && link.retryAt == 0) {
            link.backoff.failed(clock.millis());
        }
        reset(id);
        if (link != null) {
            link.state = State.DOWN;
        }
    }

    /** What was under way belongs to a connection that is over. */
    private DeviceLink reset(DeviceId id) {
        DeviceLink link = links.get(id);
        if (link != null) {
            link.epoch++;
            link.readDue = false;
            link.retryAt = 0;
            lose(link);
        }
        return link;
    }

    /** Forgets what a device refused: it is to be set anew. */
    void retried(DeviceLink link) {
        link.refused.clear();
        capacity.retried(link.id);
    }

    /** Marks a device as reconciled. */
    void ready(DeviceLink link) {
        link.state = State.READY;
        link.backoff.succeeded(clock.millis());
        LOG.log(Level.INFO, "{0} is ready", link.id);
        fabric.deviceState(link.id, true);
        fabric.managed(link.id, true);
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
            ack.done(link, null);
        }
        send(
                link,
                List.of(),
                (l, refusals) -> {
                    if (refusals != null) {
                        ready(l);
                    }
                });
    }

    /** Looks for devices whose answer is overdue. */
    public void tick() {
        long now = clock.millis();
        for (DeviceLink link : links.values()) {
            boolean overdue = link.inFlight != null && now - link.inFlightSince > TIMEOUT_MILLIS;
            if (overdue && !link.late) {
                late(link);
            }
            if (link.late && link.queuedLate > MAX_QUEUED_LATE) {
                lose(link);
                link.readDue = true;
            }
            if (link.retryAt != 0 && now >= link.retryAt) {
                link.retryAt = 0;
                reconciler.accept(link);
            }
        }
    }
}
