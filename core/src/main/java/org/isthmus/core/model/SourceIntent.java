// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;

/**
 * Which sources of packets a device lets in, and where (source validation, RFC 6620). Immutable;
 * equal by value.
 */
public abstract class SourceIntent extends Intent {
    private SourceIntent() {}

    /**
     * The sources of packets that come in by a port: validated, or not because a switch is there.
     */
    public static final class Edge extends SourceIntent {
        /** In place of a group: what comes in was validated at another switch. */
        public static final int TRUSTED = -1;

        public final int port;
        public final int vlan;
        public final int neighborGroup;
        public final int packetGroup;

        private Edge(int port, int vlan, int neighborGroup, int packetGroup) {
            this.port = port;
            this.vlan = vlan;
            this.neighborGroup = neighborGroup;
            this.packetGroup = packetGroup;
        }

        /**
         * @param vlan 0: untagged
         * @param neighborGroup of the addresses that ARP and neighbour discovery may name there
         * @param packetGroup of the sources of all other packets; {@link Source#group}
         */
        public static Edge validated(int port, int vlan, int neighborGroup, int packetGroup) {
            return new Edge(port, vlan, neighborGroup, packetGroup);
        }

        /**
         * Where another switch is.
         *
         * @param vlan 0: untagged
         */
        public static Edge trusted(int port, int vlan) {
            return new Edge(port, vlan, TRUSTED, TRUSTED);
        }

        public boolean isTrusted() {
            return packetGroup == TRUSTED;
        }

        @Override
        public Object key() {
            return List.of("edge", port, vlan);
        }

        /** Trusted ports are known before all others are validated. */
        @Override
        public Stage stage() {
            return isTrusted() ? Stage.SWITCH : Stage.EDGE;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(neighborGroup, packetGroup);
        }
    }

    /** Ports and VLANs without an {@link Edge} let nothing in. */
    public static final class OthersClosed extends SourceIntent {
        @Override
        public Object key() {
            return List.of("others-closed");
        }

        @Override
        public Stage stage() {
            return Stage.EDGE;
        }
    }

    /** What the sources of a prefix are to a group of ports. */
    public enum Origin {
        /** Hosts on the link, with which there is ARP and neighbour discovery. */
        ON_LINK,
        /** The same, and only addresses with a {@link SourceBinding}; others come up. */
        LEARNED,
        /** As {@link #LEARNED}, but others are dropped: there are as many as there may be. */
        FULL,
        /**
         * Behind a router there, but for the addresses that are {@link SwitchIntent.Served4} and 6.
         */
        ROUTED,
        /** Not there: dropped, as are sources without a prefix in the group. */
        ELSEWHERE
    }

    /** Where the sources of packets come from; the longest prefix of a group counts. */
    public abstract static class Source extends SourceIntent {
        public final int group;
        public final Origin origin;

        private Source(int group, Origin origin) {
            this.group = group;
            this.origin = origin;
        }

        /** The same prefix of the same group with another origin. */
        public abstract Source with(Origin other);

        @Override
        public final Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected final List<Object> outcome() {
            return List.of(origin);
        }
    }

    public static final class Source4 extends Source {
        public final Ipv4Prefix prefix;

        /**
         * @param group of ports with the same sources, not negative
         */
        public Source4(int group, Ipv4Prefix prefix, Origin origin) {
            super(group, origin);
            this.prefix = prefix;
        }

        @Override
        public Source with(Origin other) {
            return new Source4(group, prefix, other);
        }

        @Override
        public Object key() {
            return List.of("source", group, prefix);
        }
    }

    public static final class Source6 extends Source {
        public final Ipv6Prefix prefix;

        /**
         * @param group of ports with the same sources, not negative
         */
        public Source6(int group, Ipv6Prefix prefix, Origin origin) {
            super(group, origin);
            this.prefix = prefix;
        }

        @Override
        public Source with(Origin other) {
            return new Source6(group, prefix, other);
        }

        @Override
        public Object key() {
            return List.of("source", group, prefix);
        }
    }

    /**
     * An address in a network that is {@link Origin#LEARNED} or {@link Origin#FULL}: it is that of
     * a host there, or refused because a host elsewhere has it (RFC 6620).
     */
    public static final class SourceBinding extends SourceIntent {
        public final int group;
        public final Ipv6Address address;
        public final boolean isRefused;

        /**
         * @param group of the one port where the address was heard; {@link Source#group}
         * @param address V4-mapped if it is IPv4
         */
        public SourceBinding(int group, Ipv6Address address, boolean isRefused) {
            this.group = group;
            this.address = address;
            this.isRefused = isRefused;
        }

        @Override
        public Object key() {
            return List.of("source-binding", group, address);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(isRefused);
        }
    }
}
