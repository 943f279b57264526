// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** An explicit address mapping (RFC 7757 section 3.1). Immutable; equal by value. */
public final class Eam {
    public final Ipv4Prefix prefix4;
    public final Ipv6Prefix prefix6;

    /** Name of the NAT64 instance whose prefix stands for the peers' addresses. */
    public final String instance;

    public Eam(Ipv4Prefix prefix4, Ipv6Prefix prefix6, String instance) {
        this.prefix4 = prefix4;
        this.prefix6 = prefix6;
        this.instance = instance;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Eam
                && ((Eam) o).prefix4.equals(prefix4)
                && ((Eam) o).prefix6.equals(prefix6)
                && ((Eam) o).instance.equals(instance);
    }

    @Override
    public int hashCode() {
        return prefix4.hashCode() * 31 + prefix6.hashCode();
    }

    @Override
    public String toString() {
        return prefix4 + " <-> " + prefix6;
    }
}
