// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;

/**
 * Brings changes to devices. A device has one message under way and gathers the next meanwhile, so
 * that order holds and messages grow with the load. One that does not answer in time is left out
 * and reconciled once it does.
 */
final class Devices {
    private static final Logger LOG = System.getLogger(Devices.class.getName());

    /** Changes in one message, roughly. */
    private static final int MESSAGE = 4096;

    static final long TIMEOUT_MILLIS = 10_000;
    static final long RETRY_MILLIS = 1_000;

    /** Called when every device that had to has answered. */
    interface Done {
        void done(List<Refusal> refusals);
    }

    private final Brain brain;
    private final Map<DeviceId, DeviceLink> links = new LinkedHashMap<>();

    /** Connected, of the configuration or not. */
    private final Set<DeviceId> up = new HashSet<>();

    Devices(Brain brain) {
        this.brain = brain;
    }

    Collection<DeviceLink> all() {
        return links.values();
    }

    /** The link of a device, or null. */
    DeviceLink get(DeviceId id) {
        return links.get(id);
    }

    /** Knows these devices from here on, and no others. */
    void configure(FabricConfig config) {
        Set<DeviceId> gone = new HashSet<>(links.keySet());
        for (FabricConfig.Device device : config.devices) {
            gone.remove(device.id);
            DeviceLink link = links.computeIfAbsent(device.id, DeviceLink::new);
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
    }

    /** Starts with every device that is there and not being written to. */
    void reconcile() {
        for (DeviceLink link : links.values()) {
            if (up.contains(link.id) && !link.accepting) {
                link.epoch++;
                brain.reconciler.start(link);
            }
        }
    }

    /**
     * Sends changes to every translator that takes them, and waits for those that are ready. One
     * that is being filled gets them behind what it gets already, and nobody waits for it.
     */
    void broadcast(List<Change> changes, Done done) {
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

    private static final class Broadcast implements DeviceLink.Ack {
        private final Done done;
        private int waiting;
        private List<Refusal> refusals = List.of();

        Broadcast(Done done) {
            this.done = done;
        }

        @Override
        public void done(DeviceLink link, List<Refusal> refused) {
            if (refused != null && !refused.isEmpty()) {
                List<Refusal> all = new ArrayList<>(refusals);
                all.addAll(refused);
                refusals = all;
            }
            arrived();
        }

        void arrived() {
            if (--waiting == 0) {
                done.done(refusals);
            }
        }
    }

    /** For changes whose refusal changes nothing else: it is counted, and due. */
    void counted(DeviceLink link, List<Refusal> refusals) {
        if (refusals != null && !refusals.isEmpty()) {
            if (link.refused.size() <= refusals.size()) {
                LOG.log(Level.WARNING, "{0} refuses changes: {1}", link.id, refusals.get(0));
            }
            brain.count(Count.DEVICE_REFUSALS, refusals.size());
        }
    }

    /** Queues changes for a device that takes them; one that does not is told so at once. */
    void send(DeviceLink link, List<Change> changes, DeviceLink.Ack ack) {
        if (!link.accepting) {
            ack.done(link, null);
            return;
        }
        boolean apart =
                link.state != State.READY && !changes.isEmpty() && isBinding(changes.get(0));
        link.queue.add(new DeviceLink.Part(changes, apart, ack));
        brain.wantsFlush(link);
    }

    private static boolean isBinding(Change change) {
        return change.intent() instanceof Intent.Inbound
                || change.intent() instanceof Intent.Outbound;
    }

    /** Sends what waits, if nothing is under way. */
    void flush(DeviceLink link) {
        if (link.inFlight != null || link.stuck || link.queue.isEmpty()) {
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
                brain.wantsFlush(link);
            }
            return;
        }
        link.inFlight = parts;
        link.inFlightSince = brain.nowMillis();
        int epoch = link.epoch;
        CompletionStage<List<Refusal>> stage =
                brain.dataPlane.apply(link.id, Collections.unmodifiableList(changes));
        stage.whenComplete(
                (refusals, e) -> brain.loop.execute(() -> answered(link, epoch, refusals, e)));
    }

    private void answered(DeviceLink link, int epoch, List<Refusal> refusals, Throwable e) {
        if (link.epoch != epoch) {
            return;
        }
        if (link.stuck) {
            link.stuck = false;
            brain.reconciler.start(link);
        } else if (e != null) {
            LOG.log(Level.WARNING, "{0} did not take a message: {1}", link.id, e.toString());
            lose(link);
            link.retryAt = brain.nowMillis() + RETRY_MILLIS;
        } else {
            List<DeviceLink.Part> parts = link.inFlight;
            link.inFlight = null;
            Map<Intent, Refusal> byIntent = new HashMap<>();
            refusals.forEach(r -> byIntent.put(r.change().intent(), r));
            for (DeviceLink.Part part : parts) {
                part.ack.done(link, of(link, part, byIntent));
            }
            brain.wantsFlush(link);
        }
    }

    /** The refusals of a part. By value, as a host may have made its change objects anew. */
    private static List<Refusal> of(
            DeviceLink link, DeviceLink.Part part, Map<Intent, Refusal> byIntent) {
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
            link.answered(change, refused);
        }
        return refusals;
    }

    /** Nothing more is expected of a device until it was reconciled. */
    void lose(DeviceLink link) {
        link.accepting = false;
        link.noReply.clear();
        if (link.state == State.READY) {
            link.state = State.RECONCILING;
        }
        for (DeviceLink.Part part : link.takeAll()) {
            part.ack.done(link, null);
        }
    }

    void up(DeviceId id) {
        up.add(id);
        DeviceLink link = reset(id);
        if (link != null) {
            brain.reconciler.start(link);
        }
    }

    void down(DeviceId id) {
        up.remove(id);
        DeviceLink link = reset(id);
        if (link != null) {
            link.state = State.DOWN;
            brain.fabric.deviceState(id, false);
        }
    }

    /** What was under way belongs to a connection that is over. */
    private DeviceLink reset(DeviceId id) {
        DeviceLink link = links.get(id);
        if (link != null) {
            link.epoch++;
            link.stuck = false;
            link.retryAt = 0;
            lose(link);
        }
        return link;
    }

    /** A device holds all it should. */
    void ready(DeviceLink link) {
        link.state = State.READY;
        LOG.log(Level.INFO, "{0} is ready", link.id);
        brain.fabric.deviceState(link.id, true);
    }

    /** Routes avoid devices that have not come up; until then the network is taken as it was. */
    void awaited() {
        for (DeviceLink link : links.values()) {
            if (link.state == State.DOWN) {
                brain.fabric.deviceState(link.id, false);
            }
        }
    }

    /** Looks for devices that are late. */
    void tick(long now) {
        for (DeviceLink link : links.values()) {
            if (link.inFlight != null && now - link.inFlightSince > TIMEOUT_MILLIS) {
                LOG.log(Level.WARNING, "{0} does not answer; it is left out", link.id);
                brain.count(Count.DEVICE_TIMEOUTS, 1);
                link.stuck = true;
                lose(link);
            }
            if (link.retryAt != 0 && now >= link.retryAt) {
                link.retryAt = 0;
                brain.reconciler.start(link);
            }
        }
    }
}
