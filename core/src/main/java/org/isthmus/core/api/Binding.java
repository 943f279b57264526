// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/** A row of the BIB (RFC 6146 section 3.1). Immutable. */
public final class Binding {
    public final String instance;
    public final Protocol protocol;
    public final Ipv6Address address6;
    public final int port6;
    public final Ipv4Address address4;
    public final int port4;
    public final boolean isStatic;

    /** When it was created. */
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
            boolean isStatic,
            long sinceEpochMillis,
            long expiresEpochMillis) {
        this.instance = instance;
        this.protocol = protocol;
        this.address6 = address6;
        this.port6 = port6;
        this.address4 = address4;
        this.port4 = port4;
        this.isStatic = isStatic;
        this.sinceEpochMillis = sinceEpochMillis;
        this.expiresEpochMillis = expiresEpochMillis;
    }
}
