// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.net.Ipv4Address;

/** A row of the session table (RFC 6146 section 3.2). Immutable. */
public final class Session {
    /** Which of a binding's sessions there are rows of. */
    public enum Peers {
        /** All: the binding is filtered, so that the translators hold each of its sessions. */
        ALL,

        /**
         * Those of TCP whose SYN was seen since the controller began, and the one that the store
         * had; copies of segments may be lost.
         */
        SEEN,

        /** That with the first peer alone: translators hold the binding, and not its sessions. */
        FIRST
    }

    public final Binding binding;
    public final Ipv4Address peer4;

    /** 0 to 65535; 0 for ICMP. */
    public final int peerPort4;

    /** For TCP the state's name in RFC 6146 section 3.5.2; otherwise empty. */
    public final String state;

    /** When the first packet was seen. */
    public final long sinceEpochMillis;

    /** What is known of the sessions of its binding. */
    public final Peers peers;

    public Session(
            Binding binding,
            Ipv4Address peer4,
            int peerPort4,
            String state,
            long since,
            Peers peers) {
        this.binding = binding;
        this.peer4 = peer4;
        this.peerPort4 = peerPort4;
        this.state = state;
        this.sinceEpochMillis = since;
        this.peers = peers;
    }
}
