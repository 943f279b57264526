// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;

/** A snapshot of the network: configuration, link states, hosts and port counters. Immutable. */
public final class FabricView {

    /** A switch. */
    public static final class Device {
        public final FabricConfig.Device config;
        public final org.isthmus.core.api.Device.State state;

        public Device(FabricConfig.Device config, org.isthmus.core.api.Device.State state) {
            this.config = config;
            this.state = state;
        }
    }

    /** A link between two switches. */
    public static final class Link {
        public final FabricConfig.Link config;

        /** Both ends and their devices are up: routes use it. */
        public final boolean up;

        public Link(FabricConfig.Link config, boolean up) {
            this.config = config;
            this.up = up;
        }
    }

    /** A port towards hosts or routers. */
    public static final class Interface {
        public final FabricConfig.Interface config;

        /** The port and its device are up. */
        public final boolean up;

        public Interface(FabricConfig.Interface config, boolean up) {
            this.config = config;
            this.up = up;
        }
    }

    /** A host or router learned by ARP or Neighbor Discovery. */
    public static final class Host {
        /** One of the two families is set, the other null. */
        public final Ipv4Address address4;

        public final Ipv6Address address6;
        public final MacAddress mac;
        public final FabricConfig.Port port;

        public Host(
                Ipv4Address address4,
                Ipv6Address address6,
                MacAddress mac,
                FabricConfig.Port port) {
            this.address4 = address4;
            this.address6 = address6;
            this.mac = mac;
            this.port = port;
        }
    }

    /** What a port counted since the program of its device started. */
    public static final class PortCounters {
        public final FabricConfig.Port port;
        public final long packetsIn;
        public final long bytesIn;
        public final long packetsOut;
        public final long bytesOut;

        /** When the device was read. */
        public final long readEpochMillis;

        /**
         * @param counts packets in, bytes in, packets out, bytes out
         */
        public PortCounters(FabricConfig.Port port, long[] counts, long readEpochMillis) {
            this.port = port;
            this.packetsIn = counts[0];
            this.bytesIn = counts[1];
            this.packetsOut = counts[2];
            this.bytesOut = counts[3];
            this.readEpochMillis = readEpochMillis;
        }
    }

    /** In the order of the configuration, as are links and interfaces. */
    public final List<Device> devices;

    public final List<Link> links;
    public final List<Interface> interfaces;

    /** Ordered by address, IPv4 first. */
    public final List<Host> hosts;

    /** Of the ports with a count above zero, ordered by device and port. */
    public final List<PortCounters> ports;

    public FabricView(
            List<Device> devices,
            List<Link> links,
            List<Interface> interfaces,
            List<Host> hosts,
            List<PortCounters> ports) {
        this.devices = List.copyOf(devices);
        this.links = List.copyOf(links);
        this.interfaces = List.copyOf(interfaces);
        this.hosts = List.copyOf(hosts);
        this.ports = List.copyOf(ports);
    }
}
