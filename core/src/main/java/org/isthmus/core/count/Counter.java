// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.count;

/** What the core counts; the names in lower case are those of the API. */
public enum Counter {
    /** Packet-ins handled; the counters below say with what result. */
    PUNTS,
    /** The queue to the core was full. */
    PUNTS_DROPPED,
    /** Without a header that could have a binding. */
    PUNTS_MALFORMED,
    /** To no NAT64 prefix, or from a device that is no translator. */
    PUNTS_MISPLACED,
    /** The source is inside a NAT64 prefix (RFC 6146 section 3.5). */
    PUNTS_LOOP,
    /** A TCP segment without SYN and without a binding. */
    PUNTS_NOT_SYN,
    /** Waiting for the set-up of a binding, beyond the packets that are kept. */
    PUNTS_WAITING_DROPPED,
    /** From a device that is being reconciled. */
    PUNTS_DEVICE_NOT_READY,
    /** The binding existed, but not on the device that sent the packet up. */
    PUNTS_REPEATED,
    BINDINGS_ADDED,
    /** Of a pool with port sets, and of one port: there was no room for a set. */
    BINDINGS_WITHOUT_PORT_SET,
    BINDINGS_EXPIRED,
    BINDINGS_REMOVED,
    /** Their forward side was taken off translators that do not count, to see whether they miss. */
    BINDINGS_SAMPLED,
    /** Of these, they were in use. */
    BINDINGS_RESUMED,
    /** Unknown entries of a device that became bindings. */
    BINDINGS_ADOPTED,
    /** Unknown entries of a device that were removed: the store does not lack them. */
    BINDINGS_NOT_ADOPTED,
    /** Restored from the store. */
    BINDINGS_RESTORED,
    /** In the store, but outside the pools of the configuration. */
    BINDINGS_NOT_RESTORED,
    REFUSED_NO_PORTS,
    /** The subscriber has all the blocks, or all the bindings, that it may have. */
    REFUSED_SUBSCRIBER_LIMIT,
    /** The subscriber makes bindings faster than it may. */
    REFUSED_RATE,
    /** The instance has all the blocks, or all the bindings, that it may have. */
    REFUSED_INSTANCE_QUOTA,
    /** The instance makes bindings faster than it may. */
    REFUSED_INSTANCE_RATE,
    /** A denied destination. */
    REFUSED_DENIED,
    /** A translator's table of bindings is full; no port was taken. */
    REFUSED_TABLE_FULL,
    /** Its subscriber has as many sessions as it may. */
    REFUSED_SESSION_LIMIT,
    /** A device refused it, which was thought to have room. */
    REFUSED_DEVICE,
    /** The store failed. */
    REFUSED_STORE,
    /** Copies of SYN, FIN and RST segments of known sessions. */
    TCP_SEGMENTS,
    /** Copies of SYN, FIN and RST segments of no known session. */
    TCP_SEGMENTS_UNKNOWN,
    TCP_PROBES,
    /** SYNs from IPv4 that nobody waited for, held for a SYN of their peer. */
    SYNS_HELD,
    /** Of them, those whose peer's SYN came. */
    SYNS_MET,
    /** Those whose time was over: Port Unreachable. */
    SYNS_UNREACHABLE,
    /** Dropped: one of the same connection is held, or there is a binding or session by now. */
    SYNS_REPEATED,
    /** Dropped: their sender has all of its share. */
    SYNS_OVER_SHARE,
    /** Dropped for later ones: all room was taken. */
    SYNS_NO_ROOM,
    /** Of bindings that are filtered, beyond the first of each. */
    SESSIONS_ADDED,
    SESSIONS_EXPIRED,
    /** Found on a device when the controller began. */
    SESSIONS_ADOPTED,
    STORE_ERRORS,
    DEVICE_TIMEOUTS,
    DEVICE_REFUSALS,
    DEVICE_RECONCILIATIONS,
    BLOCKS_ASSIGNED,
    BLOCKS_RELEASED,

    /** The configuration before stayed in force. */
    CONFIGURATIONS_REFUSED,

    // The slow path: each packet it drops is counted under one of these.

    /** Malformed, or not of the kind its reason names. */
    MALFORMED,
    /** About a packet for which no error may be sent (RFC 1812, RFC 4443). */
    ERROR_FORBIDDEN,
    /** Beyond the rate of the device. */
    ERROR_RATE_LIMITED,
    /** Beyond the rate of the sender of the packet. */
    ERROR_SENDER_LIMITED,
    /** The device has no address to send an error from, or none for a router without one. */
    ERROR_NO_SOURCE,
    ERRORS_SENT,
    ICMP_TRANSLATED,
    /** Of the message, or of the IPv4 header in it (RFC 5508 REQ-3). */
    ICMP_CHECKSUM_WRONG,
    /** The type and code, or the pointer, have no counterpart in the other family. */
    ICMP_UNTRANSLATABLE,
    ICMP_FRAGMENT,
    ICMP_ERROR_IN_ERROR,
    /** The packet in the error belongs to no binding or EAM, or not to the error's destination. */
    ICMP_NO_MAPPING,
    /** From inside a NAT64 prefix. */
    ICMP_SOURCE_REFUSED,
    /** About a packet to an address that nothing is translated to, such as 127.0.0.1. */
    ICMP_QUOTE_ILLEGAL,
    /** Echo from IPv6 that a binding of a pool address received (RFC 6146 section 3.8). */
    ECHOES_HAIRPINNED,
    /** Echo replies from IPv6 to a pool address, with an identifier that is not bound there. */
    ECHOES_UNBOUND,
    NEIGHBORS_LEARNED,
    NEIGHBORS_LOST,
    NEIGHBORS_REFUSED,
    NEIGHBOR_TABLE_FULL,
    /** Addresses that became those of an interface where they are learned (RFC 6620). */
    SOURCES_BOUND,
    /** Their holder did not answer, so that they are another interface's now. */
    SOURCES_MOVED,
    /** Not in use for their lifetime, and nobody answered. */
    SOURCES_EXPIRED,
    /** Held by a device that the controller had not seen before. */
    SOURCES_ADOPTED,
    /** Claimed or used, and another interface has the address. */
    SOURCES_REFUSED,
    /** At an interface with as many addresses as it may have. */
    SOURCES_OVER_LIMIT,
    /** The table of the device is full, or too many addresses are asked after. */
    SOURCES_NO_ROOM,
    /** Some devices that may hold the address have not been read yet. */
    SOURCES_TOO_EARLY,
    NEIGHBOR_UNREACHABLE,
    PACKETS_HELD,
    PACKETS_RELEASED,
    /** The queue was full, or the packet waited too long. */
    HELD_DROPPED,
    NO_ROUTE,
    ADVERTISEMENTS_SENT,
    /** Sent up as too big, and larger than the MTU of the interface they came in by. */
    PACKETS_ABOVE_MTU,
    /** Sent up as too big, but fits by the current routes. */
    NOT_TOO_BIG,
    PACKETS_FRAGMENTED,
    /** Whole, and not too big: translated because their switch could not. */
    PACKETS_TRANSLATED,
    /** TCP segments whose MSS option was lowered. */
    MSS_CLAMPED,
    /** Sent up to be translated, and their host has neither a binding nor an EAM. */
    UNTRANSLATED_NO_MAPPING,
    /** From inside a NAT64 prefix (RFC 6146 section 3.5). */
    UNTRANSLATED_LOOP,
    /**
     * The prefix may not carry their IPv4 address; or they are for an IPv4 host by its EAM, and
     * their own host has none.
     */
    UNTRANSLATED_DENIED,
    /** Of a protocol, or an ICMP type, that is not translated. */
    UNTRANSLATED_PROTOCOL,
    /** Segments left, or an extension header behind the Fragment Header (RFC 7915 section 5.1). */
    UNTRANSLATED_HEADERS,
    /** UDP without a checksum that could be computed (RFC 7915 section 4.5). */
    UNTRANSLATED_UDP_CHECKSUM,
    /** They came before the first fragment of their packet. */
    FRAGMENTS_HELD,
    FRAGMENTS_TRANSLATED,
    /** They cannot be translated. */
    FRAGMENTS_DROPPED,
    /** Packets for the slow path from a peer that a binding has no session with. */
    FRAGMENTS_FILTERED,
    /** Held until their time was over; the first fragment did not come. */
    FRAGMENTS_EXPIRED,
    /** Held, and dropped for later ones of the same sender, which had all of its share. */
    FRAGMENTS_OVER_SHARE,
    /** Held, and dropped for later ones of others, as all the memory for fragments was taken. */
    FRAGMENTS_NO_ROOM,
    LOCAL_IGNORED
}
