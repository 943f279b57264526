// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.isthmus.config.Netcfg;
import org.isthmus.config.NetcfgException;
import org.isthmus.core.model.DeviceId;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Link;
import org.onosproject.net.LinkKey;
import org.onosproject.net.Port;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.device.DeviceEvent;
import org.onosproject.net.device.DeviceListener;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.link.LinkEvent;
import org.onosproject.net.link.LinkListener;
import org.onosproject.net.link.LinkService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The network as ONOS has it: its configuration, the links it discovered, and which ports are up.
 *
 * <p>Threading: any thread; work is done, and the listener called, on the executor.
 */
public final class NetworkView {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkView.class);

    /** A configuration comes in many events; it is read when none came for so long. */
    static final long QUIET_MILLIS = 300;

    /** It is read after so long even if they do not end. */
    static final long PATIENCE_MILLIS = 3_000;

    /** It is read again so long after that failed, as it does while ONOS has lost Atomix. */
    static final long RETRY_MILLIS = 5_000;

    /**
     * Ports of a device that are all disabled are down after so long: of a device that it lost ONOS
     * says so as well, a moment before it says that it lost it.
     */
    static final long PORT_PATIENCE_MILLIS = 1_000;

    /** Hears of the network. Called on the view's executor; must not block. */
    public interface Listener {
        /**
         * The configuration is another, or is told again, and has no faults. Ports' states follow.
         *
         * @param json what it was read from; not to be changed
         */
        void network(Netcfg netcfg, JsonNode json);

        /**
         * The configuration has faults; the one told before stays in force. Ports' states follow if
         * none was.
         *
         * @param problems one line each, with the path of the field
         */
        void problems(List<String> problems);

        /** A port came up or went down. Ports of which nothing was said are up. */
        void portState(DeviceId device, int port, boolean up);
    }

    private final NetworkConfigRegistry configs;
    private final DeviceService devices;
    private final LinkService linkService;
    private final ScheduledExecutorService executor;
    private final LongSupplier millis;
    private final Supplier<byte[]> accepted;
    private final Listener listener;
    private final List<ConfigFactory<?, ?>> factories = NetworkConfigs.factories();
    private final NetworkConfigListener configListener = this::configEvent;
    private final DeviceListener deviceListener = this::deviceEvent;
    private final LinkListener linkListener = this::linkEvent;
    private final NetworkJson json;

    // On the executor.
    private final DiscoveredLinks links;
    private final Set<ConnectPoint> disabled = new HashSet<>();
    private final Set<ConnectPoint> down = new HashSet<>();

    /** Devices whose ports are all disabled, if that is so. */
    private final Map<org.onosproject.net.DeviceId, ScheduledFuture<?>> doubted = new HashMap<>();

    /** Whether the links that were there when ONOS ended are known. */
    private boolean recalled;

    private ObjectNode last;

    /** The last one without faults; null: there was none. */
    private ObjectNode valid;

    private Netcfg netcfg;
    private boolean again;

    /** Why it could not be read last, as it is in the log; null: it could. */
    private String failure;

    private ScheduledFuture<?> pending;
    private long pendingSince;
    private boolean closed;

    /**
     * @param executor of one thread
     * @param millis a clock of milliseconds that never goes back
     * @param accepted the document that came into force last, as JSON; null: there was none. Asked
     *     for on the executor; may wait, and fail: then again, before anything is told
     */
    public NetworkView(
            ApplicationId app,
            NetworkConfigRegistry configs,
            DeviceService devices,
            LinkService links,
            ScheduledExecutorService executor,
            LongSupplier millis,
            Supplier<byte[]> accepted,
            Listener listener) {
        this.configs = configs;
        this.devices = devices;
        this.linkService = links;
        this.executor = executor;
        this.millis = millis;
        this.accepted = accepted;
        this.listener = listener;
        this.links = new DiscoveredLinks(devices, executor, millis, this::linkChanged);
        this.json = new NetworkJson(app, configs);
    }

    /** Registers our configurations, and reads what there is. */
    public void start() {
        factories.forEach(configs::registerConfigFactory);
        configs.addListener(configListener);
        devices.addListener(deviceListener);
        linkService.addListener(linkListener);
        executor.execute(
                () -> {
                    linkService.getLinks().forEach(link -> link(link, true));
                    devices.getDevices().forEach(device -> ports(device.id()));
                    changed();
                });
    }

    /**
     * The listener is not called any more once this has returned and the executor is idle. Only
     * then are our configurations unregistered: who read them after that would find none, and take
     * that for the configuration.
     */
    public void close() {
        linkService.removeListener(linkListener);
        devices.removeListener(deviceListener);
        configs.removeListener(configListener);
        executor.execute(
                () -> {
                    closed = true;
                    if (pending != null) {
                        pending.cancel(false);
                    }
                    links.close();
                    doubted.values().forEach(task -> task.cancel(false));
                    factories.forEach(configs::unregisterConfigFactory);
                });
    }

    /** Tells the listener everything again, as for a core that has just begun. */
    public void refresh() {
        executor.execute(
                () -> {
                    again = true;
                    changed();
                });
    }

    private void configEvent(NetworkConfigEvent event) {
        executor.execute(this::changed);
    }

    private void deviceEvent(DeviceEvent event) {
        switch (event.type()) {
            case PORT_ADDED:
            case PORT_UPDATED:
                executor.execute(
                        () -> {
                            if (event.port().isEnabled()) {
                                port(event.port(), true);
                            } else {
                                ports(event.subject().id());
                            }
                        });
                break;
            case DEVICE_ADDED:
            case DEVICE_AVAILABILITY_CHANGED:
                executor.execute(
                        () -> {
                            links.back(event.subject().id());
                            ports(event.subject().id());
                        });
                break;
            case PORT_REMOVED:
                executor.execute(() -> port(event.port(), false));
                break;
            case DEVICE_REMOVED:
                executor.execute(() -> forget(event.subject().id()));
                break;
            default:
                break;
        }
    }

    private void linkEvent(LinkEvent event) {
        Link link = event.subject();
        boolean isThere =
                event.type() != LinkEvent.Type.LINK_REMOVED && link.state() == Link.State.ACTIVE;
        executor.execute(() -> link(link, isThere));
    }

    private void link(Link link, boolean isThere) {
        LinkKey key = LinkKey.linkKey(link);
        if (link.type() != Link.Type.DIRECT) {
            return;
        }
        if (isThere) {
            links.found(key);
        } else {
            links.vanished(key, disabled.contains(key.src()) || disabled.contains(key.dst()));
        }
    }

    private void linkChanged(LinkKey link) {
        // A link that took the place of another left the other's far end behind.
        Set<ConnectPoint> concerned = new HashSet<>(down);
        concerned.add(link.src());
        concerned.add(link.dst());
        concerned.forEach(this::state);
        changed();
    }

    /** Of a device that it has lost, ONOS takes all ports for disabled; nobody knows. */
    private void ports(org.onosproject.net.DeviceId device) {
        if (closed || !devices.isAvailable(device)) {
            return;
        }
        List<Port> ports = devices.getPorts(device);
        if (ports.stream().anyMatch(Port::isEnabled)) {
            ports.forEach(this::port);
        } else if (!ports.isEmpty()) {
            doubted.computeIfAbsent(device, this::doubt);
        }
    }

    private ScheduledFuture<?> doubt(org.onosproject.net.DeviceId device) {
        return executor.schedule(
                () -> {
                    doubted.remove(device);
                    if (devices.isAvailable(device)) {
                        devices.getPorts(device).forEach(this::port);
                    }
                },
                PORT_PATIENCE_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private void port(Port port) {
        port(port, port.isEnabled());
    }

    private void port(Port port, boolean enabled) {
        if (port.number().isLogical()) {
            return;
        }
        ConnectPoint at = new ConnectPoint(port.element().id(), port.number());
        if (enabled) {
            disabled.remove(at);
        } else {
            disabled.add(at);
        }
        state(at);
    }

    private void forget(org.onosproject.net.DeviceId device) {
        Set<ConnectPoint> its = new HashSet<>(disabled);
        its.removeIf(p -> !p.elementId().equals(device));
        disabled.removeAll(its);
        its.forEach(this::state);
        links.forget(device);
    }

    private void state(ConnectPoint port) {
        boolean isDown =
                disabled.contains(port)
                        || links.isDown(port) && !NetworkJson.hasInterface(valid, port);
        if (isDown ? down.add(port) : down.remove(port)) {
            tell(port, !isDown);
        }
    }

    private void tell(ConnectPoint port, boolean up) {
        // Where all had faults, whoever hears of it may go on with one of before.
        boolean ours =
                valid == null
                        ? last != null
                        : valid.get("devices").has(port.elementId().toString());
        if (!closed && ours) {
            DeviceId device = DeviceId.of(port.elementId().toString());
            listener.portState(device, (int) port.port().toLong(), up);
        }
    }

    /** Reads the configuration once its events have come to an end. */
    private void changed() {
        if (closed) {
            return;
        }
        long now = millis.getAsLong();
        if (pending == null) {
            pendingSince = now;
        } else {
            pending.cancel(false);
        }
        readIn(Math.max(0, Math.min(QUIET_MILLIS, pendingSince + PATIENCE_MILLIS - now)));
    }

    private void readIn(long wait) {
        pending = executor.schedule(this::due, wait, TimeUnit.MILLISECONDS);
    }

    private void due() {
        pending = null;
        if (closed) {
            return;
        }
        try {
            read();
            failure = null;
        } catch (RuntimeException e) {
            // An executor keeps what a task threw to itself.
            again = true;
            if (!e.toString().equals(failure)) {
                LOG.error("cannot take over the network configuration; trying again", e);
            }
            failure = e.toString();
            listener.problems(List.of("cannot be taken over: " + e));
            pendingSince = millis.getAsLong();
            readIn(RETRY_MILLIS);
        }
    }

    /**
     * An ONOS that has just started knows no links until it has its devices and has probed them. A
     * core that takes that for the network withdraws the routes of a fabric that forwards.
     */
    private void recall() {
        if (!recalled) {
            byte[] before = accepted.get();
            if (before != null) {
                NetworkJson.found(before).forEach(links::recall);
            }
            recalled = true;
        }
    }

    private void read() {
        recall();
        ObjectNode network = json.build(links);
        if (network.equals(last) && !again) {
            return;
        }
        boolean tellsAgain = again;
        last = network;
        again = false;
        List<String> problems = List.of();
        try {
            netcfg = Netcfg.of(network);
            valid = network;
        } catch (NetcfgException e) {
            problems = e.problems();
            problems.forEach(p -> LOG.warn("network configuration: {}", p));
        }
        if (valid != null && (problems.isEmpty() || tellsAgain)) {
            listener.network(netcfg, valid);
        }
        if (!problems.isEmpty()) {
            listener.problems(problems);
        }
        if (valid == null || problems.isEmpty() || tellsAgain) {
            // A port of a link that vanished may be that of an interface now, or no longer.
            links.ports().forEach(this::state);
            down.forEach(p -> tell(p, false));
        }
    }
}
