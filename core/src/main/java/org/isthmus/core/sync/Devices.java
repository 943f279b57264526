// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Translators;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;

/**
 * The devices of the configuration: which are connected, reconciled and ready, and to which of them
 * a change goes. How it gets there is the {@link Outbox}'s, and what they counted the {@link
 * PacketCounts}'. One whose write or read failed keeps what it holds, and its routes, and is
 * reconciled after a {@link Backoff}.
 *
 * <p>Threading: the core's thread.
 */
public final class Devices implements Translators {
    private static final Logger LOG = System.getLogger(Devices.class.getName());

    private final StepClock clock;
    private final DataPlane dataPlane;
    private final Fabric fabric;
    private final Capacity capacity;
    private final Random random;
    private final Consumer<DeviceLink> reconciler;
    private final Map<DeviceId, DeviceLink> links = new LinkedHashMap<>();
    private final Outbox outbox;
    private final PacketCounts counts;

    /** Bindings that all translators have room for. */
    private int mostBindings = Integer.MAX_VALUE;

    private int mostPortSets = Integer.MAX_VALUE;

    /** Connected devices, whether configured or not. */
    private final Set<DeviceId> up = new HashSet<>();

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
        this.clock = clock;
        this.dataPlane = dataPlane;
        this.fabric = fabric;
        this.capacity = capacity;
        this.random = random;
        this.reconciler = reconciler;
        outbox = new Outbox(loop, clock, dataPlane, capacity, counters, new OutboxListener());
        counts = new PacketCounts(loop, dataPlane::packets, links.values(), this::isForwarding);
    }

    private final class OutboxListener implements Outbox.Listener {
        @Override
        public DeviceLink find(DeviceId device) {
            return links.get(device);
        }

        @Override
        public void reconcile(DeviceLink link) {
            reconciler.accept(link);
        }

        @Override
        public void ready(DeviceLink link) {
            Devices.this.ready(link);
        }

        @Override
        public void roomChanged() {
            findMostBindings();
        }
    }

    Outbox outbox() {
        return outbox;
    }

    /** Sends the change batches gathered during the step. */
    public void flush() {
        outbox.flush();
    }

    public Collection<DeviceLink> all() {
        return links.values();
    }

    /** The link of a device, or null. */
    public DeviceLink get(DeviceId id) {
        return links.get(id);
    }

    /**
     * Sets the configured devices; others are dropped.
     *
     * @param programs of devices, as far as they are known
     */
    public void configure(FabricConfig config, Map<DeviceId, Program> programs) {
        counts.look();
        Set<DeviceId> gone = new HashSet<>(links.keySet());
        for (FabricConfig.Device device : config.devices) {
            gone.remove(device.id);
            DeviceLink link =
                    links.computeIfAbsent(
                            device.id,
                            id -> new DeviceLink(id, new Backoff(random), clock.seconds()));
            link.routerMac = device.mac;
            link.program = programs.get(device.id);
            if (link.translator != device.translator) {
                link.translator = device.translator;
                outbox.lose(link);
            }
        }
        for (DeviceId id : gone) {
            outbox.lose(links.get(id));
            links.get(id).epoch++;
            links.remove(id);
        }
        findMostBindings();
    }

    private void findMostBindings() {
        long most = Math.min(most(BindingIntents.OUTBOUND), most(BindingIntents.INBOUND));
        mostBindings = (int) Math.min(most, Integer.MAX_VALUE);
        long sets = Math.min(most(BindingIntents.OUTBOUND_SET), most(BindingIntents.INBOUND_SET));
        boolean all =
                links.values().stream().allMatch(l -> !l.translator || l.can(Capability.PORT_SETS));
        mostPortSets = all ? (int) Math.min(sets, Integer.MAX_VALUE) : 0;
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

    @Override
    public int mostPortSets() {
        return mostPortSets;
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
    public boolean isOrdered() {
        DeviceLink only = null;
        for (DeviceLink link : links.values()) {
            if (link.translator && only != null) {
                return false;
            }
            only = link.translator ? link : only;
        }
        return only != null && only.state == State.READY && dataPlane.isOrdered(only.id);
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
    public void count(List<? extends Intent> sides, Consumer<long[]> done) {
        counts.sum(sides, done);
    }

    @Override
    public int countersLost() {
        return counts.lost();
    }

    @Override
    public void spread(List<Change> changes, Consumer<List<Refusal>> done) {
        spread(changes, DeviceLink.Part.NOTHING, done);
    }

    @Override
    public void spread(List<Change> changes, Runnable sent, Consumer<List<Refusal>> done) {
        spread(link -> link.translator, changes, sent, done);
    }

    @Override
    public void spread(Kind kind, List<Change> changes, Consumer<List<Refusal>> done) {
        spread(
                link -> link.translator && link.isSampled() == (kind == Kind.SAMPLED),
                changes,
                DeviceLink.Part.NOTHING,
                done);
    }

    private void spread(
            Predicate<DeviceLink> to,
            List<Change> changes,
            Runnable sent,
            Consumer<List<Refusal>> done) {
        Broadcast broadcast = new Broadcast(done);
        broadcast.waiting = 1;
        for (DeviceLink link : links.values()) {
            if (to.test(link) && link.accepting) {
                boolean waits = link.state == State.READY;
                broadcast.waiting += waits ? 1 : 0;
                outbox.send(link, changes, sent, waits ? broadcast : outbox::counted);
            }
        }
        broadcast.arrived();
    }

    @Override
    public boolean isSampled(DeviceId device) {
        DeviceLink link = links.get(device);
        return link != null && link.isSampled();
    }

    @Override
    public boolean isAnySampled() {
        for (DeviceLink link : links.values()) {
            if (link.isSampled() && isForwarding(link)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int unheardUntil() {
        int until = -1;
        for (DeviceLink link : links.values()) {
            if (link.isSampled()) {
                // Of one that is dead, what passed before was not heard to the end.
                until = Math.max(until, isForwarding(link) ? link.unheard : link.forwarded);
            }
        }
        return until;
    }

    private boolean isForwarding(DeviceLink link) {
        return link.state != State.DOWN || fabric.isUp(link.id);
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
            outbox.counted(link, refused);
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
        outbox.send(
                link,
                changes,
                (l, refusals) -> {
                    outbox.counted(l, refusals);
                    done.accept(refusals);
                });
    }

    /**
     * Sends changes to every device that can do something and accepts them; refusals are counted
     * and stay pending.
     */
    void sendToAll(Capability capability, List<Change> changes) {
        for (DeviceLink link : links.values()) {
            if (!changes.isEmpty() && link.can(capability)) {
                outbox.send(link, changes, outbox::counted);
            }
        }
    }

    /** Sends one change to a device; a refusal is counted and stays pending. */
    public void send(DeviceId device, Change change) {
        DeviceLink link = links.get(device);
        if (link != null) {
            outbox.send(link, List.of(change), outbox::counted);
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
        // It may not be there any more when somebody looks.
        counts.look();
        DeviceLink link = links.get(id);
        if (link != null) {
            link.epoch++;
            link.compared = false;
            link.readDue = false;
            link.retryAt = 0;
            outbox.lose(link);
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

    /** Looks for devices whose answer is overdue. */
    public void tick() {
        long now = clock.millis();
        counts.look();
        for (DeviceLink link : links.values()) {
            outbox.tick(link);
            if (isForwarding(link)) {
                link.forwarded = clock.seconds();
                if (link.state != State.READY) {
                    link.unheard = clock.seconds();
                }
            }
            if (link.retryAt != 0 && now >= link.retryAt) {
                link.retryAt = 0;
                reconciler.accept(link);
            }
        }
    }
}
