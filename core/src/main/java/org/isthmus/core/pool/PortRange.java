// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.pool;

import org.isthmus.core.net.Protocol;

/** The ranges of ports that are kept apart where there is a choice (RFC 4787 REQ-3a). */
enum PortRange {
    /** 0 to 1023. */
    WELL_KNOWN(0, 1023),

    /** 1024 to 65535. */
    OTHERS(1024, 65535),

    ANY(0, 65535);

    final int first;
    final int last;

    PortRange(int first, int last) {
        this.first = first;
        this.last = last;
    }

    /** That of a host's port, which its port in IPv4 is to be in as well; identifiers have none. */
    static PortRange of(Protocol protocol, int port6) {
        if (protocol == Protocol.ICMP) {
            return ANY;
        }
        return port6 <= WELL_KNOWN.last ? WELL_KNOWN : OTHERS;
    }

    boolean has(int port) {
        return port >= first && port <= last;
    }

    /** Whether any of some successive ports is in it; both ends are included. */
    boolean meets(int from, int to) {
        return from <= last && to >= first;
    }
}
