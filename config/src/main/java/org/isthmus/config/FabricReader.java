// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.Device;
import org.isthmus.core.model.FabricConfig.Interface;
import org.isthmus.core.model.FabricConfig.Link;
import org.isthmus.core.model.FabricConfig.Port;
import org.isthmus.core.model.FabricConfig.RouterAdvertisements;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.FabricConfig.StaticRoute;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.SpecialPurpose;

/** Reads devices, ports, links and routes, in this order. One thread, once. */
final class FabricReader {
    private static final String DEFAULT_PIPECONF = "org.isthmus.v1model";

    /** Fields of a device or a link that ONOS reads itself; it refuses all others there. */
    private static final Set<String> ONOS_DEVICE =
            Set.of(
                    "name",
                    "type",
                    "uiType",
                    "locType",
                    "latitude",
                    "longitude",
                    "gridX",
                    "gridY",
                    "rackAddress",
                    "owner",
                    "roles",
                    "allowed",
                    "driver",
                    "manufacturer",
                    "hwVersion",
                    "swVersion",
                    "serial",
                    "deviceKeyId",
                    "purgeOnDisconnection");

    private static final Set<String> ONOS_LINK =
            Set.of(
                    "type",
                    "metric",
                    "latency",
                    "bandwidth",
                    "jitter",
                    "delay",
                    "loss",
                    "availability",
                    "flapping",
                    "tier",
                    "meteredUsage",
                    "metered",
                    "allowed",
                    "durable",
                    "bidirectional");

    /** Of a device and of a port. */
    private static final Set<String> ONOS_CONFIGS = Set.of("annotations", "ports");

    private final Map<DeviceId, Device> devices = new TreeMap<>();
    private final Map<DeviceId, ManagementAddress> management = new TreeMap<>();
    private final Map<DeviceId, String> pipeconfs = new TreeMap<>();
    private final Addressing addressing = new Addressing();
    private final List<Interface> interfaces = new ArrayList<>();
    private final Map<Port, String> portUse = new HashMap<>();
    private final Map<Set<Port>, Link> links = new HashMap<>();
    private final List<Link> linkOrder = new ArrayList<>();
    private final List<StaticRoute> routes = new ArrayList<>();
    private final List<Port> unusedPorts = new ArrayList<>();
    private final Set<DeviceId> namedDevices = new HashSet<>();

    FabricConfig fabric() {
        return new FabricConfig(
                List.copyOf(devices.values()), interfaces, linkOrder, routes, unusedPorts);
    }

    Map<DeviceId, ManagementAddress> management() {
        return management;
    }

    Map<DeviceId, String> pipeconfs() {
        return pipeconfs;
    }

    void devices(ObjectReader all) {
        Map<MacAddress, String> macOwners = new HashMap<>();
        Map<ManagementAddress, String> addressUse = new HashMap<>();
        for (String name : all.names()) {
            ObjectReader device = all.object(name);
            DeviceId id = parse(all, name, DeviceId::of);
            ObjectReader basic = device.object("basic");
            basic.leave(ONOS_DEVICE);
            ManagementAddress address =
                    basic.required("managementAddress", ManagementAddress::parse);
            String pipeconf = basic.optional("pipeconf", t -> t, DEFAULT_PIPECONF);
            if (!device.has("basic")) {
                device.problem("basic", "is missing");
            }
            basic.end();
            if (address != null) {
                basic.claim(addressUse, address, "managementAddress", name);
            }
            if (!device.has("isthmus")) {
                device.problem("isthmus", "is missing");
            }
            Device read = device(id, name, macOwners, device.object("isthmus"));
            device.leave(ONOS_CONFIGS);
            device.end();
            if (id != null) {
                namedDevices.add(id);
                management.put(id, address);
                pipeconfs.put(id, pipeconf);
                if (read != null) {
                    devices.put(id, read);
                }
            }
        }
    }

    /** The {@code isthmus} part of a device; null if it has no MAC address. */
    private Device device(
            DeviceId id, String name, Map<MacAddress, String> macOwners, ObjectReader ours) {
        MacAddress mac = ours.required("mac", FabricReader::unicastMac);
        if (mac != null) {
            ours.claim(macOwners, mac, "mac", name);
        }
        List<Ipv4Address> loopbacks4 = new ArrayList<>();
        List<Ipv6Address> loopbacks6 = new ArrayList<>();
        for (Object a : ours.list("loopbacks", FabricReader::address)) {
            addressing.claim(a, ours, "loopbacks", name);
            if (a instanceof Ipv4Address) {
                loopbacks4.add((Ipv4Address) a);
            } else {
                loopbacks6.add((Ipv6Address) a);
            }
        }
        boolean translator = ours.flag("translator", true);
        ours.end();
        return mac == null ? null : new Device(id, mac, loopbacks4, loopbacks6, translator);
    }

    /** Checks the {@code isthmus} part of a device on its own. */
    static void checkDevice(ObjectReader ours) {
        new FabricReader().device(null, "this device", new HashMap<>(), ours);
    }

    void ports(ObjectReader all) {
        for (String name : all.names()) {
            ObjectReader subject = all.object(name);
            Port port = parse(all, name, this::port);
            ObjectReader settings = subject.object("isthmus");
            PortFields ours = portFields(settings);
            Set<Integer> vlans = new HashSet<>();
            for (ObjectReader i : subject.objects("interfaces")) {
                i.moved("mtu", subject.path("isthmus.mtu"));
                Interface read = readInterface(port, name, ours, i);
                if (!vlans.add(read.vlan)) {
                    i.problem("vlan", "is that of another interface of the port");
                }
                if (port != null) {
                    interfaces.add(read);
                    addressing.add(read);
                    portUse.put(port, all.path(name));
                }
            }
            // An empty object tells ONOS of a port, on which it then looks for a link.
            if (vlans.isEmpty() && port != null && !settings.names().isEmpty()) {
                unusedPorts.add(port);
            }
            subject.leave(ONOS_CONFIGS);
            subject.end();
        }
    }

    /** The {@code isthmus} part of a port, for which ONOS has no fields. */
    private static final class PortFields {
        final int mtu;
        final SourceValidation sourceValidation;
        final int learnedAddresses;
        final RouterAdvertisements routerAdvertisements;

        PortFields(
                int mtu,
                SourceValidation sourceValidation,
                int learnedAddresses,
                RouterAdvertisements routerAdvertisements) {
            this.mtu = mtu;
            this.sourceValidation = sourceValidation;
            this.learnedAddresses = learnedAddresses;
            this.routerAdvertisements = routerAdvertisements;
        }

        boolean isLearned() {
            return sourceValidation == SourceValidation.LEARNED;
        }
    }

    private static PortFields portFields(ObjectReader ours) {
        int mtu = ours.integer("mtu", Limits.IPV4_MTU);
        SourceValidation mode =
                ours.optional(
                        "sourceValidation",
                        FabricReader::sourceValidation,
                        SourceValidation.STRICT);
        boolean isLearned = mode == SourceValidation.LEARNED;
        if (!isLearned && ours.has("learnedAddresses")) {
            ours.problem("learnedAddresses", "is for a sourceValidation of \"learned\" alone");
        }
        int most = ours.integer("learnedAddresses", Limits.LEARNED_ADDRESSES);
        RouterAdvertisements advertisements = advertisements(ours);
        ours.end();
        return new PortFields(mtu, mode, isLearned ? most : 0, advertisements);
    }

    private static RouterAdvertisements advertisements(ObjectReader ours) {
        boolean sent = ours.flag("routerAdvertisements", true);
        List<Ipv6Address> servers = ours.list("dnsServers", Ipv6Address::parse);
        if (!sent && !servers.isEmpty()) {
            ours.problem("dnsServers", "are told by routerAdvertisements alone");
        }
        if (servers.size() > Limits.DNS_SERVERS) {
            ours.problem("dnsServers", "must be " + Limits.DNS_SERVERS + " at most");
        }
        for (Ipv6Address server : servers) {
            Addressing.requireInterface(server, ours, "dnsServers");
        }
        return new RouterAdvertisements(sent, servers);
    }

    private static SourceValidation sourceValidation(String text) {
        for (SourceValidation one : SourceValidation.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(text)) {
                return one;
            }
        }
        throw new IllegalArgumentException(
                "must be \"strict\", \"learned\", \"loose\" or \"off\": " + text);
    }

    /** Checks the {@code isthmus} part of a port on its own. */
    static void checkPort(ObjectReader ours) {
        portFields(ours);
    }

    /** Checks the {@code isthmus} part of a link on its own, which is its MTU. */
    static int checkLink(ObjectReader ours) {
        int mtu = ours.integer("mtu", Limits.MTU);
        ours.end();
        return mtu;
    }

    private Interface readInterface(
            Port port, String subject, PortFields ours, ObjectReader reader) {
        String name = reader.optional("name", t -> t, subject);
        int vlan = reader.integer("vlan", Limits.VLAN);
        List<Ipv4Address> addresses4 = new ArrayList<>();
        List<Ipv4Prefix> networks4 = new ArrayList<>();
        List<Ipv6Address> addresses6 = new ArrayList<>();
        List<Ipv6Prefix> networks6 = new ArrayList<>();
        for (Object[] ip : reader.list("ips", FabricReader::addressInNetwork)) {
            addressing.claim(ip[0], reader, "ips", subject);
            addressing.checkNetwork(ip[1], ours.isLearned(), reader, "ips");
            if (ip[0] instanceof Ipv4Address) {
                addresses4.add((Ipv4Address) ip[0]);
                networks4.add((Ipv4Prefix) ip[1]);
            } else {
                addresses6.add((Ipv6Address) ip[0]);
                networks6.add((Ipv6Prefix) ip[1]);
            }
        }
        if (!networks6.isEmpty() && ours.mtu < Limits.MTU.min) {
            reader.problem(
                    "ips",
                    networks6.get(0)
                            + " needs an isthmus.mtu of the port from "
                            + Limits.MTU.min
                            + ", not "
                            + ours.mtu);
        }
        reader.end();
        return new Interface(
                port,
                name,
                vlan,
                ours.mtu,
                addresses4,
                networks4,
                addresses6,
                networks6,
                ours.sourceValidation,
                ours.learnedAddresses,
                ours.routerAdvertisements);
    }

    void links(ObjectReader all) {
        for (String name : all.names()) {
            ObjectReader subject = all.object(name);
            ObjectReader basic = subject.object("basic");
            basic.leave(ONOS_LINK);
            basic.moved("mtu", subject.path("isthmus.mtu"));
            basic.end();
            int mtu = checkLink(subject.object("isthmus"));
            subject.end();
            Port[] ends = parse(all, name, this::ends);
            if (ends == null) {
                continue;
            }
            Set<Port> both = new HashSet<>(List.of(ends[0]));
            both.add(ends[1]);
            Link known = links.get(both);
            if (known == null) {
                Link link = new Link(ends[0], ends[1], mtu);
                links.put(both, link);
                linkOrder.add(link);
                for (Port end : both) {
                    all.claim(portUse, end, name, name);
                }
            } else if (known.one.equals(ends[0])) {
                all.problem(name, "is there twice");
            } else if (known.mtu != mtu) {
                subject.problem(
                        "isthmus.mtu", "differs from that of the other direction, " + known.mtu);
            }
        }
    }

    void routes(ObjectReader app) {
        Set<Object> prefixes = new HashSet<>();
        for (ObjectReader reader : app.objects("routes")) {
            StaticRoute route = route(reader, prefixes);
            if (route != null) {
                addressing.checkRouter(route.via4 == null ? route.via6 : route.via4, reader, "via");
                routes.add(route);
            }
        }
    }

    /** Checks routes on their own. */
    static void checkRoutes(ObjectReader app) {
        Set<Object> prefixes = new HashSet<>();
        for (ObjectReader reader : app.objects("routes")) {
            route(reader, prefixes);
        }
    }

    private static StaticRoute route(ObjectReader reader, Set<Object> prefixes) {
        Object prefix = reader.required("prefix", FabricReader::prefix);
        Object via = reader.required("via", FabricReader::address);
        reader.end();
        if (prefix == null || via == null) {
            return null;
        }
        if (!prefixes.add(prefix)) {
            reader.problem("prefix", "has a route already");
        }
        requireHosts(prefix, reader);
        if (prefix instanceof Ipv4Prefix != via instanceof Ipv4Address) {
            reader.problem("via", "is not of the prefix's family");
            return null;
        }
        return prefix instanceof Ipv4Prefix
                ? new StaticRoute((Ipv4Prefix) prefix, (Ipv4Address) via, null, null)
                : new StaticRoute(null, null, (Ipv6Prefix) prefix, (Ipv6Address) via);
    }

    /** Notes a prefix that no route leads to. */
    private static void requireHosts(Object prefix, ObjectReader reader) {
        String range =
                prefix instanceof Ipv4Prefix
                        ? SpecialPurpose.noInterface((Ipv4Prefix) prefix)
                        : SpecialPurpose.noInterface((Ipv6Prefix) prefix);
        if (range != null) {
            reader.problem("prefix", prefix + " is of " + range);
        }
    }

    private static <T> T parse(ObjectReader all, String name, Function<String, T> parser) {
        try {
            return parser.apply(name);
        } catch (IllegalArgumentException e) {
            all.problem(name, e.getMessage());
            return null;
        }
    }

    private Port[] ends(String text) {
        // A device's name may hold a dash, so the first slash ends it and not the first dash.
        int dash = text.indexOf('-', text.indexOf('/') + 1);
        if (text.indexOf('/') < 0 || dash < 0) {
            throw new IllegalArgumentException("not a link such as device:leaf1/1-device:spine1/1");
        }
        Port one = port(text.substring(0, dash));
        Port other = port(text.substring(dash + 1));
        if (one.device.equals(other.device)) {
            throw new IllegalArgumentException("leads from a device to itself");
        }
        return new Port[] {one, other};
    }

    private Port port(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("not a port such as device:leaf1/3: " + text);
        }
        DeviceId device = DeviceId.of(text.substring(0, slash));
        if (!namedDevices.contains(device)) {
            throw new IllegalArgumentException("no such device in devices: " + device);
        }
        int number = Integer.parseInt(text.substring(slash + 1));
        if (!Limits.SWITCH_PORT.contains(number) || number == Limits.CONTROLLER_PORT) {
            throw new IllegalArgumentException(
                    String.format(
                            "ports are numbered %d to %d, and %d is the controller's: %s",
                            Limits.SWITCH_PORT.min,
                            Limits.SWITCH_PORT.max,
                            Limits.CONTROLLER_PORT,
                            text));
        }
        return new Port(device, number);
    }

    private static MacAddress unicastMac(String text) {
        MacAddress mac = MacAddress.parse(text);
        if ((mac.bits() >>> 40 & 1) != 0 || mac.bits() == 0) {
            throw new IllegalArgumentException("not a unicast MAC address: " + text);
        }
        return mac;
    }

    private static Object address(String text) {
        return text.indexOf(':') < 0 ? Ipv4Address.parse(text) : Ipv6Address.parse(text);
    }

    private static Object prefix(String text) {
        return text.indexOf(':') < 0 ? Ipv4Prefix.parse(text) : Ipv6Prefix.parse(text);
    }

    /** Address and network of {@code 192.0.2.1/24}. */
    private static Object[] addressInNetwork(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("has no prefix length: " + text);
        }
        Object address = address(text.substring(0, slash));
        String length = text.substring(slash);
        if (address instanceof Ipv4Address) {
            int n = Ipv4Prefix.parse("0.0.0.0" + length).length();
            return new Object[] {address, Ipv4Prefix.of(((Ipv4Address) address).bits(), n)};
        }
        Ipv6Address a = (Ipv6Address) address;
        int n = Ipv6Prefix.parse("::" + length).length();
        return new Object[] {a, Ipv6Prefix.of(a.high(), a.low(), n)};
    }
}
