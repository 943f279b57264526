// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** In which order the rows of a list are answered. Immutable. */
public final class Order {
    /** What rows are ordered by; those that are equal in it, by host, port and peer. */
    public enum Key {
        /** ICMP, TCP, UDP. */
        PROTOCOL,
        IPV6,

        /** The address in IPv4, and the port of it. */
        IPV4,

        /** The IPv4 peer and its port; of sessions only. */
        PEER,

        /** The oldest first. */
        SINCE,

        /** What goes first if nothing is sent, and last what never does; of bindings only. */
        EXPIRES
    }

    /** Keys of lists of bindings. */
    public static final Set<Key> OF_BINDINGS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Key.PEER)));

    /** Keys of lists of sessions. */
    public static final Set<Key> OF_SESSIONS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Key.EXPIRES)));

    public final Key by;
    public final boolean descending;

    public Order(Key by, boolean descending) {
        this.by = by;
        this.descending = descending;
    }
}
