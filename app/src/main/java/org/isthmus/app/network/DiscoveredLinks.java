// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.LinkKey;
import org.onosproject.net.device.DeviceService;

/**
 * Links that ONOS found, in each direction by itself. One that vanished is remembered as down until
 * another link is found in its place.
 *
 * <p>Threading: the executor's thread.
 */
final class DiscoveredLinks {
    /**
     * A link that ONOS does not find any more, although its ports are up and it has both devices
     * for so long, is down. A node of ONOS that stood still takes all links for gone once it goes
     * on, until its next probes, which it sends every 3 s.
     */
    static final long PATIENCE_MILLIS = 6_000;

    private final DeviceService devices;
    private final ScheduledExecutorService executor;
    private final LongSupplier millis;
    private final Consumer<LinkKey> changed;

    private final Map<LinkKey, Boolean> there = new HashMap<>();

    /** Links that will be down if they are not found again. */
    private final Map<LinkKey, ScheduledFuture<?>> vanishing = new HashMap<>();

    /** Since when ONOS has devices that it had lost, ms. */
    private final Map<DeviceId, Long> back = new HashMap<>();

    private boolean closed;

    /**
     * @param executor of one thread
     * @param millis a clock of milliseconds that never goes back
     * @param changed told of a link that came, went, or was seen again
     */
    DiscoveredLinks(
            DeviceService devices,
            ScheduledExecutorService executor,
            LongSupplier millis,
            Consumer<LinkKey> changed) {
        this.devices = devices;
        this.executor = executor;
        this.millis = millis;
        this.changed = changed;
    }

    void found(LinkKey key) {
        stay(key);
        there.keySet()
                .removeIf(k -> !same(k, key) && (touches(k, key.src()) || touches(k, key.dst())));
        there.put(key, true);
        changed.accept(key);
    }

    /**
     * ONOS finds it no longer.
     *
     * @param known that it is down, without waiting for another probe
     */
    void vanished(LinkKey key, boolean known) {
        if (known) {
            stay(key);
            down(key);
        } else if (!closed) {
            vanishing.computeIfAbsent(key, this::await);
        }
    }

    /** It was there when ONOS ended; nothing where ONOS has found one of its ports since. */
    void recall(LinkKey key) {
        if (!knows(key.src()) && !knows(key.dst())) {
            there.put(key, true);
            vanished(key, false);
        }
    }

    /** ONOS has a device, which it may have lost before. */
    void back(DeviceId device) {
        back.put(device, millis.getAsLong());
    }

    /** ONOS has a device no longer, nor will. */
    void forget(DeviceId device) {
        back.remove(device);
    }

    /** No link will be taken for down by itself any more. */
    void close() {
        closed = true;
        vanishing.values().forEach(task -> task.cancel(false));
    }

    /** A link of this port was there and is not any more. */
    boolean isDown(ConnectPoint port) {
        for (Map.Entry<LinkKey, Boolean> e : there.entrySet()) {
            if (!e.getValue() && touches(e.getKey(), port)) {
                return true;
            }
        }
        return false;
    }

    /** The ends of all of them. */
    Set<ConnectPoint> ports() {
        Set<ConnectPoint> ports = new HashSet<>();
        for (LinkKey key : there.keySet()) {
            ports.add(key.src());
            ports.add(key.dst());
        }
        return ports;
    }

    /** All of them, those that vanished too, in an order that stays. */
    List<LinkKey> all() {
        List<LinkKey> all = new ArrayList<>(there.keySet());
        all.sort(Comparator.comparing(LinkKey::asId));
        return all;
    }

    private void stay(LinkKey key) {
        ScheduledFuture<?> task = vanishing.remove(key);
        if (task != null) {
            task.cancel(false);
        }
    }

    private ScheduledFuture<?> await(LinkKey key) {
        return executor.schedule(
                () -> {
                    vanishing.remove(key);
                    if (probes(key.src()) && probes(key.dst())) {
                        down(key);
                    } else {
                        vanishing.put(key, await(key));
                    }
                },
                PATIENCE_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Whether ONOS would have found a link here by now: it probes only devices that it has. */
    private boolean probes(ConnectPoint port) {
        long since = back.getOrDefault(port.deviceId(), Long.MIN_VALUE / 2);
        return devices.isAvailable(port.deviceId())
                && millis.getAsLong() - since >= PATIENCE_MILLIS;
    }

    private void down(LinkKey key) {
        there.replace(key, false);
        changed.accept(key);
    }

    private boolean knows(ConnectPoint port) {
        return there.keySet().stream().anyMatch(k -> touches(k, port));
    }

    private static boolean touches(LinkKey key, ConnectPoint port) {
        return key.src().equals(port) || key.dst().equals(port);
    }

    /** The same link, in either direction. */
    private static boolean same(LinkKey one, LinkKey other) {
        return touches(one, other.src()) && touches(one, other.dst());
    }
}
