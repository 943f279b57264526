// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.Locale;

/**
 * What the core counts since it started, each with what it says to operators: the glossary of
 * statistics, metrics, command line and page.
 */
public enum Counter {
    PUNTS("Packets that switches sent up, and that were handled"),
    PUNTS_DROPPED("Packets that switches sent up, and that found no room in the core's queue"),
    PUNTS_MALFORMED(MetricFamily.PUNTS, "no header that could have a binding"),
    PUNTS_MISPLACED(
            MetricFamily.PUNTS, "to no NAT64 prefix, or from a device that is no translator"),
    PUNTS_LOOP(MetricFamily.PUNTS, "the source is inside a NAT64 prefix (RFC 6146 section 3.5)"),
    PUNTS_NOT_SYN(MetricFamily.PUNTS, "a TCP segment without SYN and without a binding"),
    PUNTS_WAITING_DROPPED(
            MetricFamily.PUNTS,
            "it waited for the set-up of a binding, beyond the packets that are kept"),
    PUNTS_DEVICE_NOT_READY(MetricFamily.PUNTS, "from a device that is being reconciled"),
    PUNTS_REPEATED(
            MetricFamily.PUNTS,
            "the binding existed, but not on the device that sent the packet up; it gets "
                    + "its entries again"),
    BINDINGS_ADDED(MetricFamily.BINDINGS, "set up by a packet, and on all translators"),
    BINDINGS_WITHOUT_PORT_SET(
            MetricFamily.BINDINGS,
            "of one port, in a pool with port sets: there was no room for a set"),
    BINDINGS_EXPIRED(MetricFamily.BINDINGS, "ended because their lifetime was over"),
    BINDINGS_REMOVED(
            MetricFamily.BINDINGS,
            "ended by an operator, a change of the configuration or a refusal"),
    BINDINGS_SAMPLED(
            MetricFamily.BINDINGS,
            "their forward side was taken off translators that do not count, to see "
                    + "whether they miss"),
    BINDINGS_RESUMED(MetricFamily.BINDINGS, "of those that were sampled, found in use"),
    BINDINGS_ADOPTED(MetricFamily.BINDINGS, "unknown entries of a device that became bindings"),
    BINDINGS_NOT_ADOPTED(
            MetricFamily.BINDINGS,
            "unknown entries of a device that were removed: the store does not lack them"),
    BINDINGS_RESTORED(MetricFamily.BINDINGS, "restored from the store"),
    BINDINGS_NOT_RESTORED(
            MetricFamily.BINDINGS, "in the store, but outside the pools of the configuration"),
    REFUSED_NO_PORTS(MetricFamily.REFUSED, "no port is free"),
    REFUSED_SUBSCRIBER_LIMIT(
            MetricFamily.REFUSED,
            "the subscriber has all the blocks, or all the bindings, that it may have"),
    REFUSED_RATE(MetricFamily.REFUSED, "the subscriber makes bindings faster than it may"),
    REFUSED_INSTANCE_QUOTA(
            MetricFamily.REFUSED,
            "the instance has all the blocks, or all the bindings, that it may have"),
    REFUSED_INSTANCE_RATE(MetricFamily.REFUSED, "the instance makes bindings faster than it may"),
    REFUSED_DENIED(MetricFamily.REFUSED, "a denied destination"),
    REFUSED_TABLE_FULL(
            MetricFamily.REFUSED, "a translator's table of bindings is full; no port was taken"),
    REFUSED_SESSION_LIMIT(MetricFamily.REFUSED, "the subscriber has as many sessions as it may"),
    REFUSED_DEVICE(MetricFamily.REFUSED, "a device refused it, which was thought to have room"),
    REFUSED_STORE(MetricFamily.REFUSED, "the store failed"),
    TCP_SEGMENTS("Copies of SYN, FIN and RST segments of known sessions"),
    TCP_SEGMENTS_UNKNOWN("Copies of SYN, FIN and RST segments of no known session"),
    TCP_PROBES("Probes of idle TCP sessions"),
    SYNS_HELD(MetricFamily.SYNS, "held for a SYN of their peer"),
    SYNS_MET(MetricFamily.SYNS, "of those held, their peer's SYN came"),
    SYNS_UNREACHABLE(
            MetricFamily.SYNS, "their time was over, and the sender was told: Port Unreachable"),
    SYNS_REPEATED(
            MetricFamily.SYNS,
            "dropped: one of the same connection is held, or there is a binding or "
                    + "session by now"),
    SYNS_OVER_SHARE(MetricFamily.SYNS, "dropped: their sender has all of its share"),
    SYNS_NO_ROOM(MetricFamily.SYNS, "dropped for later ones: all room was taken"),
    SESSIONS_ADDED(MetricFamily.SESSIONS, "added, beyond the first of each binding"),
    SESSIONS_EXPIRED(MetricFamily.SESSIONS, "ended because their lifetime was over"),
    SESSIONS_ADOPTED(MetricFamily.SESSIONS, "found on a device when the controller began"),
    STORE_ERRORS("Writes that the store failed at"),
    DEVICE_TIMEOUTS("Changes that a device did not answer in time"),
    DEVICE_REFUSALS("Changes that a device refused"),
    DEVICE_RECONCILIATIONS("Comparisons of what a device holds with what it is to hold"),
    BLOCKS_ASSIGNED(MetricFamily.BLOCKS, "given to a subscriber"),
    BLOCKS_RELEASED(MetricFamily.BLOCKS, "free again"),
    CONFIGURATIONS_REFUSED("Configurations that were refused; the one before stayed in force"),

    // The slow path: each packet it drops is counted under one of these.
    MALFORMED(
            "Packets for the slow path that are malformed, or not of the kind their reason names"),
    ERROR_FORBIDDEN(
            MetricFamily.ERROR,
            "about a packet for which no error may be sent (RFC 1812, RFC 4443)"),
    ERROR_RATE_LIMITED(MetricFamily.ERROR, "beyond the rate of the device"),
    ERROR_SENDER_LIMITED(MetricFamily.ERROR, "beyond the rate of the sender of the packet"),
    ERROR_NO_SOURCE(
            MetricFamily.ERROR,
            "the device has no address to send an error from, or none for a router "
                    + "without one"),
    ERRORS_SENT("ICMP errors sent"),
    ICMP_TRANSLATED("ICMP errors translated"),
    ICMP_CHECKSUM_WRONG(
            MetricFamily.ICMP,
            "wrong checksum of the message, or of the IPv4 header in it (RFC 5508 REQ-3)"),
    ICMP_UNTRANSLATABLE(
            MetricFamily.ICMP,
            "the type and code, or the pointer, have no counterpart in the other family"),
    ICMP_FRAGMENT(MetricFamily.ICMP, "a fragment"),
    ICMP_ERROR_IN_ERROR(MetricFamily.ICMP, "an error about an error"),
    ICMP_NO_MAPPING(
            MetricFamily.ICMP,
            "the packet in the error belongs to no binding or EAM, or not to the error's "
                    + "destination"),
    ICMP_SOURCE_REFUSED(MetricFamily.ICMP, "from inside a NAT64 prefix"),
    ICMP_QUOTE_ILLEGAL(
            MetricFamily.ICMP,
            "about a packet to an address that nothing is translated to, such as " + "127.0.0.1"),
    ECHOES_HAIRPINNED(
            "Echo from IPv6 that a binding of a pool address received (RFC 6146 section 3.8)"),
    ECHOES_UNBOUND(
            "Echo replies from IPv6 to a pool address, with an identifier that is not bound there"),
    ECHOES_FILTERED(
            "Echo from IPv6 to a binding of a pool address that filters and has no session with its"
                    + " sender"),
    NEIGHBORS_LEARNED(MetricFamily.NEIGHBORS, "learned"),
    NEIGHBORS_LOST(MetricFamily.NEIGHBORS, "forgotten: they did not answer"),
    NEIGHBORS_REFUSED(
            MetricFamily.NEIGHBORS, "not learned: what they said contradicts the configuration"),
    NEIGHBOR_TABLE_FULL("Neighbours that were not learned because the table is full"),
    SOURCES_BOUND(MetricFamily.SOURCES, "became an interface's where addresses are learned"),
    SOURCES_MOVED(
            MetricFamily.SOURCES,
            "their holder did not answer, so that they are another interface's now"),
    SOURCES_EXPIRED(MetricFamily.SOURCES, "not in use for their lifetime, and nobody answered"),
    SOURCES_ADOPTED(
            MetricFamily.SOURCES, "held by a device that the controller had not seen before"),
    SOURCES_REFUSED(MetricFamily.SOURCES, "claimed or used, and another interface has the address"),
    SOURCES_OVER_LIMIT(
            MetricFamily.SOURCES, "at an interface with as many addresses as it may have"),
    SOURCES_NO_ROOM(
            MetricFamily.SOURCES,
            "the table of the device is full, or too many addresses are asked after"),
    SOURCES_TOO_EARLY(
            MetricFamily.SOURCES, "some devices that may hold the address have not been read yet"),
    NEIGHBOR_UNREACHABLE("Hosts and routers that did not answer while packets waited for them"),
    PACKETS_HELD("Packets that waited for a neighbour to answer"),
    PACKETS_RELEASED("Of those, sent on when it answered"),
    HELD_DROPPED("Of those, dropped: the queue was full, or the packet waited too long"),
    NO_ROUTE("Packets for the slow path without a route"),
    ADVERTISEMENTS_SENT("Router advertisements sent"),
    PACKETS_ABOVE_MTU(
            "Packets sent up as too big, and larger than the MTU of the interface they came in by"),
    NOT_TOO_BIG("Packets sent up as too big that fit by the current routes"),
    PACKETS_FRAGMENTED("Packets that were fragmented"),
    PACKETS_TRANSLATED("Packets, whole and not too big, translated because their switch could not"),
    MSS_CLAMPED("TCP segments whose MSS option was lowered"),
    UNTRANSLATED_NO_MAPPING(
            MetricFamily.UNTRANSLATED, "their host has neither a binding nor an EAM"),
    UNTRANSLATED_LOOP(
            MetricFamily.UNTRANSLATED, "from inside a NAT64 prefix (RFC 6146 section 3.5)"),
    UNTRANSLATED_DENIED(
            MetricFamily.UNTRANSLATED,
            "the prefix may not carry their IPv4 address; or they are for an IPv4 host "
                    + "by its EAM, and their own host has none"),
    UNTRANSLATED_PROTOCOL(
            MetricFamily.UNTRANSLATED, "of a protocol, or an ICMP type, that is not translated"),
    UNTRANSLATED_HEADERS(
            MetricFamily.UNTRANSLATED,
            "segments left, or an extension header behind the Fragment Header (RFC 7915 "
                    + "section 5.1)"),
    UNTRANSLATED_UDP_CHECKSUM(
            MetricFamily.UNTRANSLATED,
            "UDP without a checksum that could be computed (RFC 7915 section 4.5)"),
    FRAGMENTS_HELD(
            MetricFamily.FRAGMENTS, "held: they came before the first fragment of their packet"),
    FRAGMENTS_TRANSLATED(MetricFamily.FRAGMENTS, "translated"),
    FRAGMENTS_DROPPED(MetricFamily.FRAGMENTS, "dropped: they cannot be translated"),
    FRAGMENTS_FILTERED(
            MetricFamily.FRAGMENTS, "dropped: from a peer that a binding has no session with"),
    FRAGMENTS_EXPIRED(
            MetricFamily.FRAGMENTS,
            "held until their time was over; the first fragment did not come"),
    FRAGMENTS_OVER_SHARE(
            MetricFamily.FRAGMENTS,
            "held, and dropped for later ones of the same sender, which had all of its " + "share"),
    FRAGMENTS_NO_ROOM(
            MetricFamily.FRAGMENTS,
            "held, and dropped for later ones of others, as all the memory for fragments "
                    + "was taken"),
    LOCAL_IGNORED("Packets to a switch's own address that nobody wants"),

    // Counted by what the core is given.
    FRAMES_DROPPED("Frames lost between switch and core, in either direction"),
    MAPPING_EVENTS_LOST("Events that found no room in the queue of the mapping log"),
    MAPPING_FILES_DROPPED("Files of the mapping log deleted because they had no room"),
    MAPPING_LOG_DAMAGES("Files of the mapping log that are damaged or missing");

    private final String id = name().toLowerCase(Locale.ROOT);
    private final MetricFamily family;
    private final String text;

    Counter(String text) {
        this(null, text);
    }

    Counter(MetricFamily family, String text) {
        this.family = family;
        this.text = text;
    }

    /** The name in the API: in snake case. */
    public String id() {
        return id;
    }

    /** Null: it is a metric of its own. */
    public MetricFamily family() {
        return family;
    }

    /**
     * What it counts, without a full stop; in a family, what tells it apart from the others there.
     */
    public String text() {
        return text;
    }
}
