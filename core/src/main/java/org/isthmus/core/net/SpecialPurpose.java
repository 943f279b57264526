// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.net;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Addresses for special purposes: IANA's registries (RFC 6890 and its updates), and multicast. The
 * one list of them; all values in network order.
 */
public final class SpecialPurpose {
    /** Who may have an address of a range. */
    private enum Use {
        /** No one. */
        NONE,
        /** Neighbours on a link; routers do not forward to them. */
        LINK,
        /** Hosts, also behind routers. */
        ROUTED
    }

    /** A row of a registry. Immutable. */
    private static final class Range<P> {
        final P prefix;
        final String name;
        final Use use;

        Range(P prefix, String name, Use use) {
            this.prefix = prefix;
            this.name = name;
            this.use = use;
        }

        @Override
        public String toString() {
            return prefix + ", " + name;
        }
    }

    /**
     * What is not globally reachable. Of 192.0.0.0/24 two addresses are, anycast to the nearest PCP
     * and TURN server (RFC 7723, RFC 8155), which a host behind a NAT64 has in IPv6.
     */
    private static final List<Range<Ipv4Prefix>> NON_GLOBAL4 =
            List.of(
                    v4("0.0.0.0/8", "this network (RFC 791)", Use.NONE),
                    v4("10.0.0.0/8", "private (RFC 1918)", Use.ROUTED),
                    v4("100.64.0.0/10", "shared (RFC 6598)", Use.ROUTED),
                    v4("127.0.0.0/8", "loopback (RFC 1122)", Use.NONE),
                    v4("169.254.0.0/16", "link-local (RFC 3927)", Use.LINK),
                    v4("172.16.0.0/12", "private (RFC 1918)", Use.ROUTED),
                    v4("192.0.0.0/24", "for protocols (RFC 6890)", Use.ROUTED),
                    v4("192.0.2.0/24", "for documentation (RFC 5737)", Use.ROUTED),
                    v4("192.88.99.2/32", "6a44 relays (RFC 6751)", Use.ROUTED),
                    v4("192.168.0.0/16", "private (RFC 1918)", Use.ROUTED),
                    v4("198.18.0.0/15", "for benchmarks (RFC 2544)", Use.ROUTED),
                    v4("198.51.100.0/24", "for documentation (RFC 5737)", Use.ROUTED),
                    v4("203.0.113.0/24", "for documentation (RFC 5737)", Use.ROUTED),
                    v4("224.0.0.0/4", "multicast (RFC 5771)", Use.NONE),
                    v4("240.0.0.0/4", "reserved (RFC 1112)", Use.NONE));

    private static final List<Range<Ipv6Prefix>> NOT_ROUTED6 =
            List.of(
                    v6("::/128", "unspecified (RFC 4291)", Use.NONE),
                    v6("::1/128", "loopback (RFC 4291)", Use.NONE),
                    v6("::/96", "IPv4-compatible (RFC 4291)", Use.NONE),
                    v6("::ffff:0:0/96", "IPv4-mapped (RFC 4291)", Use.NONE),
                    v6("100::/64", "discard-only (RFC 6666)", Use.NONE),
                    v6("fe80::/10", "link-local (RFC 4291)", Use.LINK),
                    v6("ff00::/8", "multicast (RFC 4291)", Use.NONE));

    private static final List<Ipv4Prefix> NON_GLOBAL_PREFIXES =
            NON_GLOBAL4.stream().map(r -> r.prefix).collect(Collectors.toUnmodifiableList());

    private SpecialPurpose() {}

    /** Prefixes that are not globally reachable, in ascending order; they do not overlap. */
    public static List<Ipv4Prefix> nonGlobal() {
        return NON_GLOBAL_PREFIXES;
    }

    /**
     * A range that is not globally reachable and shares an address with the prefix; or null.
     *
     * @return like all such methods here, in the form {@code 10.0.0.0/8, private (RFC 1918)}
     */
    public static String nonGlobal(Ipv4Prefix prefix) {
        return first(NON_GLOBAL4, r -> r.prefix.overlaps(prefix));
    }

    /** A range that shares an address with the prefix and is routed nowhere; or null. */
    public static String notRouted(Ipv4Prefix prefix) {
        return first(NON_GLOBAL4, r -> r.use != Use.ROUTED && r.prefix.overlaps(prefix));
    }

    public static String notRouted(Ipv6Prefix prefix) {
        return first(NOT_ROUTED6, r -> r.use != Use.ROUTED && r.prefix.overlaps(prefix));
    }

    /** Whether hosts behind routers may have an address. Allocates nothing. */
    public static boolean isRouted(int address4) {
        for (int i = 0; i < NON_GLOBAL4.size(); i++) {
            Range<Ipv4Prefix> range = NON_GLOBAL4.get(i);
            if (range.use != Use.ROUTED && range.prefix.contains(address4)) {
                return false;
            }
        }
        return true;
    }

    /** A range that holds all of the prefix and whose addresses no interface has; or null. */
    public static String noInterface(Ipv4Prefix prefix) {
        return first(NON_GLOBAL4, r -> r.use == Use.NONE && holds(r.prefix, prefix));
    }

    public static String noInterface(Ipv6Prefix prefix) {
        return first(NOT_ROUTED6, r -> r.use == Use.NONE && holds(r.prefix, prefix));
    }

    private static boolean holds(Ipv4Prefix range, Ipv4Prefix prefix) {
        return range.length() <= prefix.length() && range.overlaps(prefix);
    }

    private static boolean holds(Ipv6Prefix range, Ipv6Prefix prefix) {
        return range.length() <= prefix.length() && range.overlaps(prefix);
    }

    private static <R extends Range<?>> String first(List<R> ranges, Predicate<R> which) {
        for (R range : ranges) {
            if (which.test(range)) {
                return range.toString();
            }
        }
        return null;
    }

    private static Range<Ipv4Prefix> v4(String prefix, String name, Use use) {
        return new Range<>(Ipv4Prefix.parse(prefix), name, use);
    }

    private static Range<Ipv6Prefix> v6(String prefix, String name, Use use) {
        return new Range<>(Ipv6Prefix.parse(prefix), name, use);
    }
}
