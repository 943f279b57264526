// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.net.Ipv4Address;

/** A row of the session table (RFC 6146 section 3.2). Immutable. */
public final class Session {
    public final Binding binding;
    public final Ipv4Address peer4;

    /** 0 to 65535; 0 for ICMP. */
    public final int peerPort4;

    /** For TCP the state's name in RFC 6146 section 3.5.2; otherwise empty. */
    public final String state;

    /** When the first packet was seen. */
    public final long sinceEpochMillis;

    public Session(Binding binding, Ipv4Address peer4, int peerPort4, String state, long since) {
        this.binding = binding;
        this.peer4 = peer4;
        this.peerPort4 = peerPort4;
        this.state = state;
        this.sinceEpochMillis = since;
    }
}
