// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.loop.Recent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Difference;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/**
 * Forwarding of the whole network: where neighbours are, and the intents of every device that
 * follow from it. IPv4 addresses are {@link V4Mapped}.
 *
 * <p>Devices, ports and links are up until told otherwise, so that a controller that has just
 * started does not withdraw routes from a working network. Up means that packets are forwarded;
 * whether a device also takes changes is another question, and what is translated anywhere goes to
 * devices that do. Changes are emitted for devices that do not as well; such a device is reconciled
 * with {@link #intents} later.
 *
 * <p>Not thread safe: on the core's thread.
 */
public final class Fabric {

    /** Receives changes, in an order that is safe to apply as it is. */
    public interface Output {
        void change(DeviceId device, Change change);
    }

    /** A host or router whose MAC address is known. Immutable. */
    public static final class Neighbor {
        public final FabricConfig.Interface on;
        public final MacAddress mac;

        Neighbor(FabricConfig.Interface on, MacAddress mac) {
            this.on = on;
            this.mac = mac;
        }
    }

    private final Output output;
    private final Room room;
    final Availability available = new Availability();
    private final NeighborTable neighbors;
    private final AddressConflicts conflicts = new AddressConflicts(this);
    private final Paths paths = new Paths(this);
    private final Recent<FabricConfig.Interface, Integer> aboveMtu = new Recent<>(1 << 16);
    final Services services;

    /** Those of the services that lie in networks of interfaces. */
    private final Set<Ipv6Prefix> onLink = new LinkedHashSet<>();

    /** Of interfaces with as many learned addresses as there may be, by device. */
    private final Map<DeviceId, Set<Integer>> fullGroups = new HashMap<>();

    private FabricConfig config;
    Layout layout;
    Graph graph;
    Rib rib;
    Origins origins;

    public Fabric(Output output) {
        this(output, Room.UNLIMITED);
    }

    /**
     * @param room for neighbours
     */
    public Fabric(Output output, Room room) {
        this(output, room, new Aggregation());
    }

    /**
     * @param mapped the prefixes of EAMs, which it may share with another one while that rests
     */
    Fabric(Output output, Room room, Aggregation mapped) {
        this.output = output;
        this.room = room;
        services = new Services(mapped);
        neighbors = new NeighborTable(this, room);
        build(new FabricConfig(List.of(), List.of(), List.of(), List.of()), Map.of());
    }

    /**
     * Replaces the configuration and emits the differences. Neighbours stay known where their
     * network is still on the same interface.
     */
    public void configure(FabricConfig config) {
        Map<DeviceId, Node> old = layout.byId;
        Map<DeviceId, List<Intent>> held = new LinkedHashMap<>();
        layout.nodes.forEach(n -> held.put(n.device.id, withoutServices(n)));
        Map<Ipv6Prefix, Boolean> changed = build(config, old);
        Set<DeviceId> devices = new LinkedHashSet<>(held.keySet());
        devices.addAll(layout.byId.keySet());
        for (DeviceId device : devices) {
            Node was = old.get(device);
            Node is = layout.byId.get(device);
            List<Intent> from = was == null ? new ArrayList<>() : held.get(device);
            List<Intent> to = is == null ? new ArrayList<>() : withoutServices(is);
            // There may be a million answers, of which a few change here.
            boolean same =
                    was != null
                            && is != null
                            && was.device.mac.equals(is.device.mac)
                            && was.answers() == is.answers();
            if (same) {
                from.stream().filter(i -> is.answers(i, services)).forEach(to::add);
            } else {
                if (was != null) {
                    services.forEach(
                            p -> {
                                if (!changed.containsKey(p)) {
                                    was.addAnswer(p, from);
                                }
                            });
                }
                if (is != null) {
                    services.forEach(p -> is.addAnswer(p, to));
                }
            }
            changed.forEach(
                    (p, now) -> {
                        if (now && same) {
                            is.addAnswer(p, to);
                        } else if (!now && was != null) {
                            was.addAnswer(p, from);
                        }
                    });
            new Difference(from, to).inOrder().forEach(c -> output.change(device, c));
        }
    }

    /**
     * @return what comes into the prefixes at which EAMs lead to translators (true), and what
     *     leaves them
     */
    private Map<Ipv6Prefix, Boolean> build(FabricConfig config, Map<DeviceId, Node> old) {
        this.config = config;
        layout = new Layout(config);
        layout.nodes.forEach(n -> n.mostHops(room.mostHops(n.device.id)));
        Map<DeviceId, Integer> numbers = new HashMap<>();
        layout.nodes.forEach(n -> numbers.put(n.device.id, n.number));
        graph = new Graph(config, numbers);
        graph.refresh(this::isUp);
        rib = new Rib(layout.nodes, layout.exposed, graph);
        origins = new Origins(layout, rib, services, neighbors.known, available);
        services.mapped.routed(layout.routed());
        Map<Ipv6Prefix, Boolean> changed = new LinkedHashMap<>();
        services.mapped.changes(changed::put);
        onLink.clear();
        services.prefixes().forEach(p -> isOnLinkAnew(p, true));
        for (Ipv6Prefix network : layout.networks()) {
            services.mapped.forEachIn(network, p -> isOnLinkAnew(p, true));
        }
        rib.avoid(available.avoided(layout.nodes));
        for (Node n : layout.nodes) {
            Node before = old.get(n.device.id);
            if (before != null) {
                n.inherit(before);
            }
            refreshFixed(n);
        }
        neighbors.configure();
        Set<Ipv6Prefix> all = new LinkedHashSet<>(services.prefixes());
        all.addAll(layout.attached.keySet());
        all.addAll(layout.statics.keySet());
        neighbors.known.keySet().forEach(a -> all.add(V4Mapped.host(a)));
        layout.nodes.forEach(n -> all.addAll(layout.blackholes(n)));
        if (!layout.exposed.isEmpty()) {
            services.mapped.forEach(all::add);
        }
        all.forEach(origins::refresh);
        layout.nodes.forEach(n -> n.flush((device, change) -> {}));
        return changed;
    }

    /**
     * Sets the pools and NAT64 prefixes, which are routed to translators; replaces those of the
     * call before, of which thousands may stay. A translator itself has blackhole routes for them:
     * translation precedes routing, so a packet to them that reaches routing was not translated.
     *
     * @param nat64 advertised to hosts (RFC 8781)
     */
    public void services(Collection<Ipv4Prefix> pools, Collection<Ipv6Prefix> nat64) {
        changed(services.replace(pools, nat64));
        flush();
    }

    /**
     * Takes in that some of the services have come (true) or gone; of those that were twice, one.
     */
    private void changed(Map<Ipv6Prefix, Boolean> some) {
        boolean[] isAny = new boolean[2];
        some.forEach(
                (p, came) -> {
                    boolean now = came || services.contains(p);
                    origins.refresh(p);
                    layout.nodes.forEach(n -> n.answer(p, now));
                    isAny[0] |= now;
                    isAny[1] |= isOnLinkAnew(p, now);
                });
        if (isAny[0]) {
            neighbors.dropServed();
        }
        if (isAny[1]) {
            layout.nodes.forEach(this::refreshFixed);
        }
    }

    private void refreshFixed(Node n) {
        Set<Integer> full = fullGroups.getOrDefault(n.device.id, Set.of());
        n.fixed(layout.fixed(n, full, onLink), services);
    }

    /** Sees whether one of the services is in a network of an interface; true: that has changed. */
    private boolean isOnLinkAnew(Ipv6Prefix p, boolean now) {
        return now && layout.networkOf(p.address()) != null ? onLink.add(p) : onLink.remove(p);
    }

    /**
     * Changes the prefixes, V4-mapped, at which EAMs let the other family reach their hosts. There
     * may be a million, so they are aggregated, and routed only where a packet that was not
     * translated may come: on devices that do not translate, and to which a packet gets from an
     * interface without passing one that does. A translator finds the EAM before it routes.
     */
    public void mapped(Collection<Ipv6Prefix> added, Collection<Ipv6Prefix> removed) {
        removed.forEach(services.mapped::remove);
        added.forEach(services.mapped::add);
        Map<Ipv6Prefix, Boolean> some = new LinkedHashMap<>();
        services.mapped.changes(some::put);
        changed(some);
        flush();
    }

    /** A port is up until this says otherwise. */
    public void portState(DeviceId device, int port, boolean up) {
        FabricConfig.Port p = new FabricConfig.Port(device, port);
        if (!available.port(p, up)) {
            return;
        }
        Node n = layout.byId.get(device);
        if (n == null) {
            return;
        }
        Set<Ipv6Prefix> affected = new LinkedHashSet<>();
        for (FabricConfig.Interface i : n.interfaces.values()) {
            if (i.port.port == port) {
                i.networks4.forEach(x -> affected.add(V4Mapped.of(x)));
                affected.addAll(i.networks6);
            }
        }
        if (!affected.isEmpty()) {
            if (!up) {
                neighbors.dropAt(p);
            }
            affected.addAll(layout.statics.keySet());
            affected.forEach(origins::refresh);
        }
        relink();
        flush();
    }

    /** A link carries packets until this says otherwise, whatever the state of its ports. */
    public void linkState(FabricConfig.Link link, boolean up) {
        if (available.link(link, up)) {
            relink();
            flush();
        }
    }

    /** A device forwards until this says otherwise. */
    public void deviceState(DeviceId device, boolean up) {
        if (available.device(device, up)) {
            relink();
            prefer();
            flush();
        }
    }

    /** A device takes changes until this says otherwise. */
    public void managed(DeviceId device, boolean managed) {
        if (available.managed(device, managed)) {
            prefer();
            flush();
        }
    }

    /** What any translator can do is done by those that are up and have all bindings, if any. */
    private void prefer() {
        if (rib.avoid(available.avoided(layout.nodes))) {
            rib.repath();
        }
    }

    private void relink() {
        boolean[][] before = new boolean[graph.live.length][];
        for (int i = 0; i < before.length; i++) {
            before[i] = graph.live[i].clone();
        }
        graph.refresh(this::isUp);
        boolean changed = false;
        for (int i = 0; i < before.length; i++) {
            Set<RoutingIntent.Hop> dead = new HashSet<>();
            for (int s = 0; s < before[i].length; s++) {
                changed |= before[i][s] != graph.live[i][s];
                if (before[i][s] && !graph.live[i][s]) {
                    dead.add(graph.hops[i][s]);
                }
            }
            layout.nodes.get(i).prune(dead);
        }
        if (changed) {
            rib.repath();
        }
    }

    /** All that is desired of a device now; empty for one that is not configured. */
    public List<Intent> intents(DeviceId device) {
        Node n = layout.byId.get(device);
        return n == null ? List.of() : intents(n);
    }

    private List<Intent> intents(Node n) {
        List<Intent> all = withoutServices(n);
        services.forEach(p -> n.addAnswer(p, all));
        return all;
    }

    /** Without the answers for the services. */
    private List<Intent> withoutServices(Node n) {
        List<Intent> all = new ArrayList<>(n.fixed.values());
        all.addAll(n.nexts());
        all.addAll(rib.routes(n));
        return all;
    }

    /** Adds how many intents {@link #intents} are. */
    public void count(DeviceId device, IntentCounts to) {
        Node n = layout.byId.get(device);
        if (n != null) {
            n.count(to);
            Forecast.answers(n, services.size4(), services.size6(), to);
        }
    }

    /** How many intents devices would hold after a change. */
    public Forecast forecast() {
        return new Forecast(this);
    }

    /** Configured translators that are up and take changes, in the order of the configuration. */
    public List<DeviceId> translators() {
        List<DeviceId> all = new ArrayList<>();
        layout.translators.stream()
                .mapToObj(i -> layout.nodes.get(i).device.id)
                .filter(id -> available.isUp(id) && available.isManaged(id))
                .forEach(all::add);
        return all;
    }

    /** The configuration of a device; null if it has none. */
    public FabricConfig.Device device(DeviceId device) {
        Node n = layout.byId.get(device);
        return n == null ? null : n.device;
    }

    /** The interface at a port and VLAN; null: none is configured there. */
    public FabricConfig.Interface interfaceAt(DeviceId device, int port, int vlan) {
        Node n = layout.byId.get(device);
        return n == null ? null : n.interfaces.get(Node.interfaceKey(port, vlan));
    }

    /** Whether a device forwards, as far as is known. */
    public boolean isUp(DeviceId device) {
        return available.isUp(device);
    }

    /** Whether a device takes changes, as far as is known. */
    public boolean isManaged(DeviceId device) {
        return available.isManaged(device);
    }

    /** Whether a port, its link and its device are up, as far as is known. */
    public boolean isUp(FabricConfig.Port port) {
        return available.isUp(port);
    }

    /** Whether the port or its link is down, whatever its device's state. */
    public boolean isPortDown(FabricConfig.Port port) {
        return available.isPortDown(port);
    }

    /** The configuration in force. */
    public FabricConfig config() {
        return config;
    }

    /** The NAT64 prefixes among the services. */
    public List<Ipv6Prefix> nat64Prefixes() {
        return services.nat64();
    }

    /** Of all devices, in the order of the configuration; up or not. */
    public List<FabricConfig.Interface> interfaces() {
        return layout.interfaces;
    }

    /** Interfaces that are up in the network of an address; empty if it is in none. */
    public List<FabricConfig.Interface> interfacesTo(Ipv6Address address) {
        List<FabricConfig.Interface> all = new ArrayList<>();
        Ipv6Prefix network = layout.networkOf(address);
        if (network != null) {
            for (Layout.Attachment at : layout.attachments(network)) {
                if (at.on != null && available.isUp(at.on) && isUp(at.node.device.id)) {
                    all.add(at.on);
                }
            }
        }
        return all;
    }

    /** Routers of static routes, resolved or not. */
    public Set<Ipv6Address> routers() {
        return layout.staticsByVia.keySet();
    }

    /** Whether the address is one of the device's own. */
    public boolean isOwn(DeviceId device, Ipv6Address address) {
        Node n = layout.byId.get(device);
        return n != null && layout.isOwn(n, address);
    }

    /** The first IPv4 loopback of the device that has an IPv6 loopback; null: there is none. */
    public Ipv4Address loopback4(Ipv6Address loopback6) {
        for (Layout.Attachment at : layout.attachments(V4Mapped.host(loopback6))) {
            if (at.on == null && !at.node.device.loopbacks4.isEmpty()) {
                return at.node.device.loopbacks4.get(0);
            }
        }
        return null;
    }

    /**
     * Whether translators answer for the address: it is in one of the {@link #services}, or {@link
     * #mapped}.
     */
    public boolean served(Ipv6Address a) {
        return services.covers(a);
    }

    /** Whether a host on the interface may have the address. */
    public boolean acceptable(FabricConfig.Interface on, Ipv6Address a) {
        Ipv6Prefix network = layout.networkOf(a);
        return network != null
                && layout.attachments(network).stream().anyMatch(x -> x.on == on)
                && !layout.isReserved(a)
                && !served(a);
    }

    /**
     * Takes over what a device holds from an earlier run, before it is reconciled with {@link
     * #intents}: neighbours that are not known elsewhere by now, which should be probed, and the
     * ids of next hops. Other devices may get changes.
     */
    public void adopt(DeviceId device, Collection<? extends Intent> held) {
        Node n = layout.byId.get(device);
        if (n == null) {
            return;
        }
        Holdings of = new Holdings(held);
        of.hosts.forEach(
                (address, hop) -> {
                    FabricConfig.Interface on = interfaceAt(device, hop.port, hop.vlan);
                    if (on != null && neighbors.get(address) == null) {
                        neighbors.learn(on, address, hop.destination);
                    }
                });
        n.renumber(of.numbers);
    }

    /**
     * Whether an interface has as many learned addresses as it may have: if so, its device drops
     * packets of all others.
     */
    public void full(FabricConfig.Interface on, boolean isFull) {
        DeviceId device = on.port.device;
        Set<Integer> groups = fullGroups.computeIfAbsent(device, d -> new HashSet<>());
        boolean changed = isFull ? groups.add(on.sourceGroup()) : groups.remove(on.sourceGroup());
        Node n = layout.byId.get(device);
        if (changed && n != null) {
            refreshFixed(n);
            flush();
        }
    }

    /** Hosts and routers that are known. */
    public NeighborTable neighbors() {
        return neighbors;
    }

    /** Hosts that have addresses of switches, or of the {@link #services}. */
    public AddressConflicts conflicts() {
        return conflicts;
    }

    /**
     * Interfaces that take in packets above their MTU, and that: on a switch that sees frames
     * before its neighbour has segmented them (TSO, GSO), or one whose neighbour has a larger MTU.
     */
    public Recent<FabricConfig.Interface, Integer> aboveMtu() {
        return aboveMtu;
    }

    /** The ways that packets take now. */
    public Paths paths() {
        return paths;
    }

    void flush() {
        layout.nodes.forEach(n -> n.flush(output));
    }
}
