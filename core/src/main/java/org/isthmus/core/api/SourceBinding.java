// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;

/** An address that was learned at an interface, and is a source there alone. Immutable. */
public final class SourceBinding {
    /** RFC 6620 section 3.2.2. */
    public enum State {
        /** The host, or others, may yet find that it is taken. */
        TENTATIVE,
        /** VALID. */
        BOUND,
        /** TESTING: the host is asked whether it still has it. */
        TESTED
    }

    /** V4-mapped if it is IPv4. */
    public final Ipv6Address address;

    public final FabricConfig.Port port;

    /** 0: untagged. */
    public final int vlan;

    public final State state;

    public SourceBinding(Ipv6Address address, FabricConfig.Port port, int vlan, State state) {
        this.address = address;
        this.port = port;
        this.vlan = vlan;
        this.state = state;
    }
}
