// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/** A binding an operator made; it never expires. Immutable. */
public final class StaticBinding {
    /** Name of the NAT64 instance. */
    public final String instance;

    public final Protocol protocol;
    public final Ipv6Address address6;

    /** 0 to 65535; the identifier for ICMP. */
    public final int port6;

    public final Ipv4Address address4;

    /** 0 to 65535; the identifier for ICMP. */
    public final int port4;

    public StaticBinding(
            String instance,
            Protocol protocol,
            Ipv6Address address6,
            int port6,
            Ipv4Address address4,
            int port4) {
        this.instance = instance;
        this.protocol = protocol;
        this.address6 = address6;
        this.port6 = port6;
        this.address4 = address4;
        this.port4 = port4;
    }
}
