// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** Which rows of a list are asked for; null or -1 matches everything. Immutable. */
public final class Filter {
    public static final Filter ALL = new Filter(null, null, null, null, -1, null);

    public final String instance;
    public final Protocol protocol;

    /** The IPv6 host. */
    public final Ipv6Prefix address6;

    /** The address it has in IPv4. */
    public final Ipv4Prefix address4;

    /** Port or identifier on either side of the binding; of sessions, of the peer as well. */
    public final int port;

    /** Port or identifier on either side of the binding, not of the peer. */
    public final int bindingPort;

    /** The IPv4 peer; of sessions only. */
    public final Ipv4Prefix peer4;

    /** The peer's port; of sessions only. */
    public final int peerPort;

    /** The state's name as in {@link Session#state}; of sessions only. */
    public final String state;

    public Filter(
            String instance,
            Protocol protocol,
            Ipv6Prefix address6,
            Ipv4Prefix address4,
            int port,
            Ipv4Prefix peer4) {
        this(instance, protocol, address6, address4, port, -1, peer4, -1, null);
    }

    public Filter(
            String instance,
            Protocol protocol,
            Ipv6Prefix address6,
            Ipv4Prefix address4,
            int port,
            int bindingPort,
            Ipv4Prefix peer4,
            int peerPort,
            String state) {
        this.instance = instance;
        this.protocol = protocol;
        this.address6 = address6;
        this.address4 = address4;
        this.port = port;
        this.bindingPort = bindingPort;
        this.peer4 = peer4;
        this.peerPort = peerPort;
        this.state = state;
    }
}
