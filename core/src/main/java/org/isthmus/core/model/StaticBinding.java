// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;

/** A binding made by an operator or by netcfg; it never expires. Immutable; equal by value. */
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

    @Override
    public boolean equals(Object o) {
        return o instanceof StaticBinding
                && ((StaticBinding) o).instance.equals(instance)
                && ((StaticBinding) o).protocol == protocol
                && ((StaticBinding) o).address6.equals(address6)
                && ((StaticBinding) o).port6 == port6
                && ((StaticBinding) o).address4.equals(address4)
                && ((StaticBinding) o).port4 == port4;
    }

    @Override
    public int hashCode() {
        return address4.hashCode() * 31 + port4;
    }

    @Override
    public String toString() {
        return protocol + " " + address6 + " " + port6 + " <-> " + address4 + " " + port4;
    }
}
