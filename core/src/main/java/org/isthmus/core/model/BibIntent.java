// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.List;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * What a translator holds of the Binding Information Bases and session tables (RFC 6146 section 3),
 * and whose new flows it drops. Immutable; equal by value.
 */
public abstract class BibIntent extends Intent {
    private BibIntent() {}

    /**
     * IPv6 to IPv4: this transport address leaves as that one; of a port set, each of the ports
     * that differ in the lowest bits alone leaves as the one with the same lowest bits.
     */
    public static final class Outbound extends BibIntent {
        /** The sort of those of port sets. */
        public static final String SET = "port-set6";

        public final int instance;
        public final Protocol protocol;
        public final long address6High;
        public final long address6Low;
        public final int port6;
        public final int address4;
        public final int port4;
        public final Filtering filtering;

        /** How many lowest bits of its ports are any: 0 to 10; 0 is one port. */
        public final int setBits;

        /**
         * One that any peer may answer, of one port.
         *
         * @param port6 0 to 65535, the identifier for ICMP
         * @param address4 network order
         * @param port4 0 to 65535, the identifier for ICMP
         */
        public Outbound(
                int instance,
                Protocol protocol,
                long address6High,
                long address6Low,
                int port6,
                int address4,
                int port4) {
            this(
                    instance,
                    protocol,
                    address6High,
                    address6Low,
                    port6,
                    address4,
                    port4,
                    Filtering.ENDPOINT_INDEPENDENT,
                    0);
        }

        /**
         * The same with other peers, or of a port set, which any peer may answer.
         *
         * @param filtering by which a {@link Session} is needed with each peer, or none
         * @param setBits above 0, the lowest bits of both ports are 0
         */
        public Outbound(
                int instance,
                Protocol protocol,
                long address6High,
                long address6Low,
                int port6,
                int address4,
                int port4,
                Filtering filtering,
                int setBits) {
            this.instance = instance;
            this.protocol = protocol;
            this.address6High = address6High;
            this.address6Low = address6Low;
            this.port6 = port6;
            this.address4 = address4;
            this.port4 = port4;
            this.filtering = filtering.of(protocol);
            this.setBits = setBits;
        }

        @Override
        public Object key() {
            Ipv6Address address6 = Ipv6Address.of(address6High, address6Low);
            return setBits == 0
                    ? List.of("bib6", instance, protocol, address6, port6)
                    : List.of(SET, instance, protocol, address6, port6, setBits);
        }

        @Override
        public Object sort() {
            return setBits == 0 ? getClass() : SET;
        }

        @Override
        public Stage stage() {
            return Stage.OUTBOUND;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(Ipv4Address.of(address4), port4, filtering);
        }
    }

    /** The packets of a subscriber's new flows are dropped: it gets no binding for now. */
    public static final class SubscriberLimit extends BibIntent {
        public final int instance;
        public final Protocol protocol;
        public final Ipv6Prefix subscriber;

        public SubscriberLimit(int instance, Protocol protocol, Ipv6Prefix subscriber) {
            this.instance = instance;
            this.protocol = protocol;
            this.subscriber = subscriber;
        }

        @Override
        public Object key() {
            return List.of("subscriber-limit", instance, protocol, subscriber);
        }

        /** Where the bindings of the subscriber are missing, nothing is dropped for their lack. */
        @Override
        public Stage stage() {
            return Stage.SERVICE;
        }
    }

    /** IPv4 to IPv6: this transport address enters as that one; a port set as above. */
    public static final class Inbound extends BibIntent {
        /** The sort of those of port sets. */
        public static final String SET = "port-set4";

        public final Protocol protocol;
        public final int address4;
        public final int port4;
        public final long address6High;
        public final long address6Low;
        public final int port6;
        public final Filtering filtering;

        /** As in {@link Outbound}. */
        public final int setBits;

        /** One that any peer may write to, of one port; units as in {@link Outbound}. */
        public Inbound(
                Protocol protocol,
                int address4,
                int port4,
                long address6High,
                long address6Low,
                int port6) {
            this(
                    protocol,
                    address4,
                    port4,
                    address6High,
                    address6Low,
                    port6,
                    Filtering.ENDPOINT_INDEPENDENT,
                    0);
        }

        /** The same with other peers, or of a port set, as in {@link Outbound}. */
        public Inbound(
                Protocol protocol,
                int address4,
                int port4,
                long address6High,
                long address6Low,
                int port6,
                Filtering filtering,
                int setBits) {
            this.protocol = protocol;
            this.address4 = address4;
            this.port4 = port4;
            this.address6High = address6High;
            this.address6Low = address6Low;
            this.port6 = port6;
            this.filtering = filtering.of(protocol);
            this.setBits = setBits;
        }

        @Override
        public Object key() {
            Ipv4Address address = Ipv4Address.of(address4);
            return setBits == 0
                    ? List.of("bib4", protocol, address, port4)
                    : List.of(SET, protocol, address, port4, setBits);
        }

        @Override
        public Object sort() {
            return setBits == 0 ? getClass() : SET;
        }

        @Override
        public Stage stage() {
            return Stage.INBOUND;
        }

        @Override
        protected List<Object> outcome() {
            return List.of(Ipv6Address.of(address6High, address6Low), port6, filtering);
        }
    }

    /**
     * A peer that may send to a binding that is filtered, and that its host may send to. Set before
     * the forward side of the binding, and removed after it.
     */
    public static class Session extends BibIntent {
        public final Protocol protocol;
        public final int address4;
        public final int port4;
        public final int peer4;
        public final int peerPort;

        /**
         * @param address4 of the binding, network order
         * @param port4 of the binding, 0 to 65535, the identifier for ICMP
         * @param peer4 network order
         * @param peerPort 0 to 65535; 0 where it may be any, and for ICMP
         */
        public Session(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
            this.protocol = protocol;
            this.address4 = address4;
            this.port4 = port4;
            this.peer4 = peer4;
            this.peerPort = peerPort;
        }

        @Override
        public final Object key() {
            return List.of(
                    table(),
                    protocol,
                    Ipv4Address.of(address4),
                    port4,
                    Ipv4Address.of(peer4),
                    peerPort);
        }

        String table() {
            return "session";
        }

        @Override
        public final Stage stage() {
            return Stage.INBOUND;
        }
    }

    /** The same once more, where the peer is a binding that is filtered as well. */
    public static final class HairpinSession extends Session {
        /** As in {@link Session}. */
        public HairpinSession(Protocol protocol, int address4, int port4, int peer4, int peerPort) {
            super(protocol, address4, port4, peer4, peerPort);
        }

        @Override
        String table() {
            return "hairpin-session";
        }
    }
}
