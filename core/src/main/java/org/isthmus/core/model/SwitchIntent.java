// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import java.util.Objects;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;

/**
 * What a device does besides routing and translating: which frames it takes in, what it answers by
 * itself, and how much comes up to the controller. Immutable; equal by value.
 */
public abstract class SwitchIntent extends Intent {
    private SwitchIntent() {}

    /** Frames to this MAC address are routed. */
    public static final class Station extends SwitchIntent {
        public final MacAddress mac;

        public Station(MacAddress mac) {
            this.mac = Objects.requireNonNull(mac);
        }

        @Override
        public Object key() {
            return List.of("station", mac);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }
    }

    /** ARP requests for these addresses are answered with this MAC address. */
    public static final class Served4 extends SwitchIntent {
        public final Ipv4Prefix prefix;
        public final MacAddress mac;

        public Served4(Ipv4Prefix prefix, MacAddress mac) {
            this.prefix = prefix;
            this.mac = mac;
        }

        @Override
        public Object key() {
            return List.of("served", prefix);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(mac);
        }
    }

    /** Neighbour solicitations for these addresses are answered with this MAC address. */
    public static final class Served6 extends SwitchIntent {
        public final Ipv6Prefix prefix;
        public final MacAddress mac;

        public Served6(Ipv6Prefix prefix, MacAddress mac) {
            this.prefix = prefix;
            this.mac = mac;
        }

        @Override
        public Object key() {
            return List.of("served", prefix);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(mac);
        }
    }

    /** An address of the switch: echo is answered, the rest goes up. */
    public static final class Local4 extends SwitchIntent {
        public final Ipv4Address address;

        public Local4(Ipv4Address address) {
            this.address = Objects.requireNonNull(address);
        }

        @Override
        public Object key() {
            return List.of("local", address);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }
    }

    /** An address of the switch: echo is answered, the rest goes up. */
    public static final class Local6 extends SwitchIntent {
        public final Ipv6Address address;

        public Local6(Ipv6Address address) {
            this.address = Objects.requireNonNull(address);
        }

        @Override
        public Object key() {
            return List.of("local", address);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }
    }

    /** How many packets of one reason may come up. */
    public static final class PuntRate extends SwitchIntent {
        public final PuntReason reason;
        public final long packetsPerSecond;
        public final long burst;

        public PuntRate(PuntReason reason, long packetsPerSecond, long burst) {
            this.reason = reason;
            this.packetsPerSecond = packetsPerSecond;
            this.burst = burst;
        }

        @Override
        public Object key() {
            return List.of("punt-rate", reason);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(packetsPerSecond, burst);
        }
    }

    /** Which addresses share what may come up of one subscriber: those of a prefix. */
    public static final class Subscriber extends SwitchIntent {
        public final int prefixLength;

        /**
         * @param prefixLength 1 to 128
         */
        public Subscriber(int prefixLength) {
            this.prefixLength = prefixLength;
        }

        @Override
        public Object key() {
            return List.of("subscriber");
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(prefixLength);
        }
    }

    /** How many packets of one reason may come up of the subscribers whose hash is that. */
    public static final class PuntShare extends SwitchIntent {
        /** Hashes of subscriber and reason are 0 to that, exclusive. */
        public static final int SHARES = 1024;

        public final int share;
        public final long packetsPerSecond;
        public final long burst;

        public PuntShare(int share, long packetsPerSecond, long burst) {
            this.share = share;
            this.packetsPerSecond = packetsPerSecond;
            this.burst = burst;
        }

        @Override
        public Object key() {
            return List.of("punt-share", share);
        }

        @Override
        public Stage stage() {
            return Stage.SWITCH;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(packetsPerSecond, burst);
        }
    }
}
