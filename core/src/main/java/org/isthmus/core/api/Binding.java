// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/** A row of the BIB (RFC 6146 section 3.1), or a port set. Immutable. */
public final class Binding {
    public final String instance;
    public final Protocol protocol;
    public final Ipv6Address address6;

    /** The lowest one of a port set. */
    public final int port6;

    public final Ipv4Address address4;

    /** The lowest one of a port set. */
    public final int port4;

    /** How many successive ports it has on each side; 1: it is no port set. */
    public final int ports;

    public final boolean isStatic;

    /** When it was created; 0: not known, as of a static one of the configuration. */
    public final long sinceEpochMillis;

    /** When it expires unless traffic is seen; 0: never. */
    public final long expiresEpochMillis;

    public Binding(
            String instance,
            Protocol protocol,
            Ipv6Address address6,
            int port6,
            Ipv4Address address4,
            int port4,
            int ports,
            boolean isStatic,
            long sinceEpochMillis,
            long expiresEpochMillis) {
        this.instance = instance;
        this.protocol = protocol;
        this.address6 = address6;
        this.port6 = port6;
        this.address4 = address4;
        this.port4 = port4;
        this.ports = ports;
        this.isStatic = isStatic;
        this.sinceEpochMillis = sinceEpochMillis;
        this.expiresEpochMillis = expiresEpochMillis;
    }
}
