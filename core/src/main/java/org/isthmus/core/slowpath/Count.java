// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

/** What the slow path counts; each packet that comes to nothing is counted under one of these. */
enum Count {
    /** Not well-formed, or not of the kind its reason promises. */
    MALFORMED,
    /** About a kind of packet that no error may be sent about (RFC 1812, RFC 4443). */
    ERROR_FORBIDDEN,
    ERROR_RATE_LIMITED,
    /** No address of the device to send an error from. */
    ERROR_NO_SOURCE,
    ERRORS_SENT,
    ICMP_TRANSLATED,
    ICMP_CHECKSUM_WRONG,
    /** The type and code have no counterpart, or the pointer has none. */
    ICMP_UNTRANSLATABLE,
    ICMP_FRAGMENT,
    ICMP_ERROR_IN_ERROR,
    /** The packet in the error belongs to no binding or EAM, or not to its receiver. */
    ICMP_NO_MAPPING,
    /** From inside a NAT64 prefix. */
    ICMP_SOURCE_REFUSED,
    NEIGHBORS_LEARNED,
    NEIGHBORS_LOST,
    NEIGHBORS_REFUSED,
    NEIGHBOR_TABLE_FULL,
    NEIGHBOR_UNREACHABLE,
    PACKETS_HELD,
    PACKETS_RELEASED,
    /** No room, or too long waited. */
    HELD_DROPPED,
    NO_ROUTE,
    ADVERTISEMENTS_SENT,
    /** Sent up as too big, but fits by the routes of now. */
    NOT_TOO_BIG,
    PACKETS_FRAGMENTED,
    FRAGMENTS_HELD,
    FRAGMENTS_TRANSLATED,
    FRAGMENTS_DROPPED,
    LOCAL_IGNORED
}
