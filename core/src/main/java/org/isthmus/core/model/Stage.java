// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

/**
 * When an intent is written to a device relative to others, and when it is removed. Intents are set
 * in the order of the constants and removed in the reverse order. Routing is removed only once what
 * replaces it has been set; translation is removed before anything is set, since what is set may
 * need its place.
 */
public enum Stage {
    /** What routes lead to. */
    NEXT_HOP,

    /**
     * What a switch does besides routing: router MAC, proxy ARP and ND, its own addresses, the
     * sources of its ports.
     */
    SWITCH,

    /** At which ports sources are validated; nothing is let in before {@link #SWITCH}. */
    EDGE,

    /** Where packets go. */
    ROUTE,

    /** How a translator translates; has no effect before {@link #SERVICE}. */
    RULE,

    /** IPv4 to IPv6. On a device before {@link #OUTBOUND}, so that every answer is known. */
    INBOUND,

    /** IPv6 to IPv4. */
    OUTBOUND,

    /** What makes a translator translate, and new flows that it drops. */
    SERVICE;

    /** Whether intents of this stage are sides of bindings, of which there are millions. */
    public boolean isBinding() {
        return this == INBOUND || this == OUTBOUND;
    }

    /** Whether intents of this stage are part of the translation, and not of routing. */
    public boolean isTranslation() {
        return compareTo(RULE) >= 0;
    }
}
