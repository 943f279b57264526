// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;

/**
 * Where a device sends what it forwards: routes, and the next hops among which flows are spread.
 * Immutable; equal by value.
 */
public abstract class RoutingIntent extends Intent {
    private RoutingIntent() {}

    /** Where a route leads. */
    public enum Via {
        /** A next hop, by its id. */
        NEXT,
        /** A network on this device whose neighbour is not known: ask the controller. */
        CONNECTED,
        /** Nowhere: drop. */
        BLACKHOLE
    }

    /** Where packets to some destinations go. */
    public abstract static class Route extends RoutingIntent {
        public final Via via;
        public final int next;

        private Route(Via via, int next) {
            this.via = via;
            this.next = next;
        }

        @Override
        public final Stage stage() {
            return Stage.ROUTE;
        }

        @Override
        protected final List<Object> outcome() {
            return List.of(via, next);
        }
    }

    public static final class Route4 extends Route {
        public final Ipv4Prefix prefix;

        /**
         * @param next id of a {@link Next}; 0 unless via is NEXT
         */
        public Route4(Ipv4Prefix prefix, Via via, int next) {
            super(via, next);
            this.prefix = prefix;
        }

        @Override
        public Object key() {
            return List.of("route", prefix);
        }
    }

    public static final class Route6 extends Route {
        public final Ipv6Prefix prefix;

        /**
         * @param next id of a {@link Next}; 0 unless via is NEXT
         */
        public Route6(Ipv6Prefix prefix, Via via, int next) {
            super(via, next);
            this.prefix = prefix;
        }

        @Override
        public Object key() {
            return List.of("route", prefix);
        }
    }

    /**
     * Next hops of equal cost among which flows are spread. Equal whatever their order: P4Runtime
     * keeps none among the actions of a set.
     */
    public static final class Next extends RoutingIntent {
        /** 1 to 65535, unique on the device. */
        public final int id;

        /** As they were given. */
        public final List<Hop> hops;

        public Next(int id, List<Hop> hops) {
            this.id = id;
            this.hops = List.copyOf(hops);
        }

        @Override
        public Object key() {
            return List.of("next", id);
        }

        @Override
        public Stage stage() {
            return Stage.NEXT_HOP;
        }

        /** Each hop has a place of its own. */
        @Override
        public Object sort() {
            return List.of(Next.class, hops.size());
        }

        @Override
        protected List<Object> outcome() {
            return List.copyOf(Hop.inOrder(hops));
        }
    }

    /** One way out of a device. Immutable; equal by value. */
    public static final class Hop {
        /** Of any two that are not equal one is first. */
        private static final Comparator<Hop> ORDER =
                Comparator.<Hop>comparingInt(h -> h.port)
                        .thenComparingInt(h -> h.vlan)
                        .thenComparingLong(h -> h.destination.bits())
                        .thenComparingLong(h -> h.source.bits())
                        .thenComparingInt(h -> h.mtu);

        public final int port;
        public final MacAddress source;
        public final MacAddress destination;

        /** 0: untagged. */
        public final int vlan;

        /** Bytes of the IP packet. */
        public final int mtu;

        public Hop(int port, MacAddress source, MacAddress destination, int vlan, int mtu) {
            this.port = port;
            this.source = source;
            this.destination = destination;
            this.vlan = vlan;
            this.mtu = mtu;
        }

        /** The same hops in an order that depends on nothing else. */
        public static List<Hop> inOrder(Collection<Hop> hops) {
            return hops.stream().sorted(ORDER).collect(Collectors.toUnmodifiableList());
        }

        private List<Object> parts() {
            return List.of(port, source, destination, vlan, mtu);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Hop && ((Hop) o).parts().equals(parts());
        }

        @Override
        public int hashCode() {
            return parts().hashCode();
        }

        @Override
        public String toString() {
            return parts().toString();
        }
    }

    /**
     * What the switch's choice among the hops of a {@link Next} depends on besides the flow.
     * Switches with the same one all choose alike (hash polarisation).
     */
    public static final class FlowSeed extends RoutingIntent {
        /** Any 32 bits. */
        public final int seed;

        public FlowSeed(int seed) {
            this.seed = seed;
        }

        @Override
        public Object key() {
            return List.of("flow-seed");
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(seed);
        }
    }
}
