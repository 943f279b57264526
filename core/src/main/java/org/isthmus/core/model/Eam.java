// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;

/** An explicit address mapping (RFC 7757 section 3.1). Immutable; equal by value. */
public final class Eam {
    /**
     * The address family of a mapping's hosts. Their own addresses are never translation targets:
     * that would capture their native traffic.
     */
    public enum Host {
        /**
         * IPv6; IPv4 reaches them at the IPv4 prefix, which is also their source there (RFC 7755).
         */
        IPV6("ipv6"),
        /** IPv4; IPv6 reaches them at the IPv6 prefix, which is also their source there. */
        IPV4("ipv4");

        private final String text;

        Host(String text) {
            this.text = text;
        }

        /**
         * Reads {@code ipv6} or {@code ipv4}.
         *
         * @throws IllegalArgumentException anything else
         */
        public static Host parse(String text) {
            for (Host host : values()) {
                if (host.text.equals(text)) {
                    return host;
                }
            }
            throw new IllegalArgumentException("must be ipv6 or ipv4, not " + text);
        }

        /** As {@link #parse} reads it. */
        @Override
        public String toString() {
            return text;
        }
    }

    public final Ipv4Prefix prefix4;
    public final Ipv6Prefix prefix6;

    /** Name of the NAT64 instance whose prefix embeds the peers' addresses. */
    public final String instance;

    public final Host host;

    public Eam(Ipv4Prefix prefix4, Ipv6Prefix prefix6, String instance, Host host) {
        this.prefix4 = prefix4;
        this.prefix6 = prefix6;
        this.instance = instance;
        this.host = host;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Eam
                && ((Eam) o).prefix4.equals(prefix4)
                && ((Eam) o).prefix6.equals(prefix6)
                && ((Eam) o).instance.equals(instance)
                && ((Eam) o).host == host;
    }

    @Override
    public int hashCode() {
        return prefix4.hashCode() * 31 + prefix6.hashCode();
    }

    @Override
    public String toString() {
        return prefix4 + " <-> " + prefix6 + (host == Host.IPV4 ? " of IPv4 hosts" : "");
    }
}
