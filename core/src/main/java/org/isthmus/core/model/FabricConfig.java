// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import java.util.Objects;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;

/** The fabric as netcfg describes it. Immutable; checked by the reader. */
public final class FabricConfig {

    /** A switch. */
    public static final class Device {
        public final DeviceId id;

        /** Its router MAC address, on all ports. */
        public final MacAddress mac;

        /** Addresses of its own that answer to echo, advertised in the whole fabric. */
        public final List<Ipv4Address> loopbacks4;

        public final List<Ipv6Address> loopbacks6;

        /** Whether it translates: holds bindings and EAMs. */
        public final boolean translator;

        public Device(
                DeviceId id,
                MacAddress mac,
                List<Ipv4Address> loopbacks4,
                List<Ipv6Address> loopbacks6,
                boolean translator) {
            this.id = id;
            this.mac = mac;
            this.loopbacks4 = List.copyOf(loopbacks4);
            this.loopbacks6 = List.copyOf(loopbacks6);
            this.translator = translator;
        }
    }

    /** An end of a link. Equal by value. */
    public static final class Port {
        public final DeviceId device;
        public final int port;

        public Port(DeviceId device, int port) {
            this.device = device;
            this.port = port;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Port && ((Port) o).device.equals(device) && ((Port) o).port == port;
        }

        @Override
        public int hashCode() {
            return device.hashCode() * 31 + port;
        }

        @Override
        public String toString() {
            return device + "/" + port;
        }
    }

    /** Which sources may come in at an interface; our own addresses never do. */
    public enum SourceValidation {
        /** Of its networks, and of prefixes behind routers in them (RFC 3704 section 2.2). */
        STRICT,
        /**
         * As {@link #STRICT}, and an address of its networks is that of the interface which had it
         * first, as long as it is answered for there (RFC 6620).
         */
        LEARNED,
        /** Those that are in any network, or have a route (RFC 3704 section 2.4). */
        LOOSE,
        /** All others. */
        OFF
    }

    /** What hosts are told by the switch as their router (RFC 4861 section 6.2). Immutable. */
    public static final class RouterAdvertisements {
        public static final RouterAdvertisements NONE = new RouterAdvertisements(false, List.of());
        public static final RouterAdvertisements DEFAULT =
                new RouterAdvertisements(true, List.of());

        /** Whether there are any, solicited or not. */
        public final boolean sent;

        /** Recursive DNS servers (RFC 8106), the best first. */
        public final List<Ipv6Address> dnsServers;

        public RouterAdvertisements(boolean sent, List<Ipv6Address> dnsServers) {
            this.sent = sent;
            this.dnsServers = List.copyOf(dnsServers);
        }
    }

    /** A port towards hosts or other routers, with the addresses the switch has there. */
    public static final class Interface {
        public final Port port;
        public final String name;

        /** 0: untagged. */
        public final int vlan;

        /** Bytes of an IP packet. */
        public final int mtu;

        /** Address of the switch and the network it is in, {@code 192.0.2.1/24}. */
        public final List<Ipv4Address> addresses4;

        /** The networks, by index of {@link #addresses4}. */
        public final List<Ipv4Prefix> networks4;

        public final List<Ipv6Address> addresses6;

        /** The networks, by index of {@link #addresses6}. */
        public final List<Ipv6Prefix> networks6;

        public final SourceValidation sourceValidation;

        /** How many addresses hosts may have there if they are learned; 0 otherwise. */
        public final int learnedAddresses;

        /** Of no effect where there is no IPv6 network. */
        public final RouterAdvertisements routerAdvertisements;

        public Interface(
                Port port,
                String name,
                int vlan,
                int mtu,
                List<Ipv4Address> addresses4,
                List<Ipv4Prefix> networks4,
                List<Ipv6Address> addresses6,
                List<Ipv6Prefix> networks6,
                SourceValidation sourceValidation,
                int learnedAddresses,
                RouterAdvertisements routerAdvertisements) {
            this.port = port;
            this.name = name;
            this.vlan = vlan;
            this.mtu = mtu;
            this.addresses4 = List.copyOf(addresses4);
            this.networks4 = List.copyOf(networks4);
            this.addresses6 = List.copyOf(addresses6);
            this.networks6 = List.copyOf(networks6);
            this.sourceValidation = Objects.requireNonNull(sourceValidation);
            this.learnedAddresses = learnedAddresses;
            this.routerAdvertisements = Objects.requireNonNull(routerAdvertisements);
        }

        /** With router advertisements as they are by default. */
        public Interface(
                Port port,
                String name,
                int vlan,
                int mtu,
                List<Ipv4Address> addresses4,
                List<Ipv4Prefix> networks4,
                List<Ipv6Address> addresses6,
                List<Ipv6Prefix> networks6,
                SourceValidation sourceValidation,
                int learnedAddresses) {
            this(
                    port,
                    name,
                    vlan,
                    mtu,
                    addresses4,
                    networks4,
                    addresses6,
                    networks6,
                    sourceValidation,
                    learnedAddresses,
                    RouterAdvertisements.DEFAULT);
        }

        /** Where addresses are learned, as many as by default. */
        public Interface(
                Port port,
                String name,
                int vlan,
                int mtu,
                List<Ipv4Address> addresses4,
                List<Ipv4Prefix> networks4,
                List<Ipv6Address> addresses6,
                List<Ipv6Prefix> networks6,
                SourceValidation sourceValidation) {
            this(
                    port,
                    name,
                    vlan,
                    mtu,
                    addresses4,
                    networks4,
                    addresses6,
                    networks6,
                    sourceValidation,
                    sourceValidation == SourceValidation.LEARNED
                            ? Limits.LEARNED_ADDRESSES.byDefault
                            : 0);
        }

        /** Whether hosts have only addresses that were learned there. */
        public boolean isLearned() {
            return sourceValidation == SourceValidation.LEARNED;
        }

        /**
         * The group of the interface's own sources in {@link SourceIntent.Source}; at least 4096.
         */
        public int sourceGroup() {
            return port.port << 12 | vlan;
        }
    }

    /** A bidirectional link between two switches. */
    public static final class Link {
        public final Port one;
        public final Port other;

        /** Bytes of an IP packet. */
        public final int mtu;

        public Link(Port one, Port other, int mtu) {
            this.one = one;
            this.other = other;
            this.mtu = mtu;
        }
    }

    /**
     * A prefix behind an external router, for example {@code 0.0.0.0/0} via an address in a
     * network.
     */
    public static final class StaticRoute {
        /** One of the two families is set, the other null. */
        public final Ipv4Prefix prefix4;

        public final Ipv4Address via4;
        public final Ipv6Prefix prefix6;
        public final Ipv6Address via6;

        public StaticRoute(
                Ipv4Prefix prefix4, Ipv4Address via4, Ipv6Prefix prefix6, Ipv6Address via6) {
            this.prefix4 = prefix4;
            this.via4 = via4;
            this.prefix6 = prefix6;
            this.via6 = via6;
        }
    }

    public final List<Device> devices;
    public final List<Interface> interfaces;
    public final List<Link> links;
    public final List<StaticRoute> routes;

    /** Ports with settings that no interface is there to have. */
    public final List<Port> unusedPorts;

    /** Without unused ports. */
    public FabricConfig(
            List<Device> devices,
            List<Interface> interfaces,
            List<Link> links,
            List<StaticRoute> routes) {
        this(devices, interfaces, links, routes, List.of());
    }

    public FabricConfig(
            List<Device> devices,
            List<Interface> interfaces,
            List<Link> links,
            List<StaticRoute> routes,
            List<Port> unusedPorts) {
        this.devices = List.copyOf(devices);
        this.interfaces = List.copyOf(interfaces);
        this.links = List.copyOf(links);
        this.routes = List.copyOf(routes);
        this.unusedPorts = List.copyOf(unusedPorts);
    }
}
