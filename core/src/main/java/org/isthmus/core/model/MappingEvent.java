// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/**
 * A block of ports was given to a subscriber, or taken back; a static binding has one of a port,
 * and so has every binding where bindings are logged. Immutable.
 */
public final class MappingEvent {
    /** What happened to the block. */
    public enum Kind {
        ASSIGNED,
        RELEASED,

        /**
         * Found on a switch, when the store that knew of it was lost: since when it was held is not
         * known.
         */
        ADOPTED,

        /** The subscriber's by configuration (RFC 7422): an answer only, never logged. */
        DETERMINISTIC;

        /** Whether somebody has the block from then on. */
        public boolean isHeld() {
            return this != RELEASED;
        }
    }

    public final Kind kind;
    public final long epochMillis;
    public final Protocol protocol;
    public final Ipv6Prefix subscriber;
    public final Ipv4Address address;
    public final int firstPort;
    public final int lastPort;

    /**
     * @param lastPort inclusive
     */
    public MappingEvent(
            Kind kind,
            long epochMillis,
            Protocol protocol,
            Ipv6Prefix subscriber,
            Ipv4Address address,
            int firstPort,
            int lastPort) {
        this.kind = kind;
        this.epochMillis = epochMillis;
        this.protocol = protocol;
        this.subscriber = subscriber;
        this.address = address;
        this.firstPort = firstPort;
        this.lastPort = lastPort;
    }
}
