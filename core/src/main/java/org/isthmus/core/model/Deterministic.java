// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Ipv6Prefix;

/**
 * That subscribers of a pool have ports which follow from their prefix and the configuration alone
 * (RFC 7422). Immutable; equal by value.
 */
public final class Deterministic {
    /** Which subscriber has ports of which address. */
    public enum Algorithm {
        /** The first one of the first address, the second one of the second (RFC 7422's 0). */
        SEQUENTIAL,

        /** Successive ones of the same address, as many as it has (RFC 7422: vendor-specific). */
        CONTIGUOUS;

        public static Algorithm parse(String text) {
            for (Algorithm a : values()) {
                if (a.toString().equals(text)) {
                    return a;
                }
            }
            throw new IllegalArgumentException("must be sequential or contiguous: " + text);
        }

        /** As in netcfg and REST. */
        @Override
        public String toString() {
            return this == SEQUENTIAL ? "sequential" : "contiguous";
        }
    }

    /** Holds the prefixes of all these subscribers. */
    public final Ipv6Prefix subscribers;

    /** Ports of each of them for each protocol; a multiple of the instance's block size. */
    public final int portsPerSubscriber;

    public final Algorithm algorithm;

    /**
     * @param portsPerSubscriber 8 to 65536
     */
    public Deterministic(Ipv6Prefix subscribers, int portsPerSubscriber, Algorithm algorithm) {
        this.subscribers = subscribers;
        this.portsPerSubscriber = portsPerSubscriber;
        this.algorithm = algorithm;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Deterministic
                && ((Deterministic) o).subscribers.equals(subscribers)
                && ((Deterministic) o).portsPerSubscriber == portsPerSubscriber
                && ((Deterministic) o).algorithm == algorithm;
    }

    @Override
    public int hashCode() {
        return subscribers.hashCode() * 31 + portsPerSubscriber;
    }

    @Override
    public String toString() {
        return subscribers + " with " + portsPerSubscriber + " ports each, " + algorithm;
    }
}
