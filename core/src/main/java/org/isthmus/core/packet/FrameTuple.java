// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.packet;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;

/**
 * Parses the headers of a frame. Reusable, allocates nothing; not thread safe. Fields hold what the
 * last successful parse found; those of the other family, and those a packet does not have, are 0.
 */
public final class FrameTuple {
    public static final int ETHER_IPV4 = 0x0800;
    public static final int ETHER_ARP = 0x0806;
    public static final int ETHER_VLAN = 0x8100;
    public static final int ETHER_IPV6 = 0x86dd;
    public static final int HOP_BY_HOP = 0;
    public static final int ICMP = 1;
    public static final int TCP = 6;
    public static final int UDP = 17;
    public static final int ROUTING = 43;
    public static final int FRAGMENT_HEADER = 44;
    public static final int AUTHENTICATION = 51;
    public static final int ICMP6 = 58;
    public static final int DESTINATION_OPTIONS = 60;

    /** Type of ICMPv6. */
    public static final int ICMP6_ECHO_REQUEST = 128;

    public boolean ipv6;
    public long sourceHigh;
    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;

    /** Network order. */
    public int source4;

    public int destination4;

    /** Of the upper layer; the number in the family's own header (1 or 58 for ICMP). */
    public int protocol;

    /** 0 to 65535; the identifier of an ICMP query. */
    public int sourcePort;

    /** 0 to 65535; the identifier of an ICMP query. */
    public int destinationPort;

    /**
     * Whether the ports (or identifier) are present: not a later fragment, not a {@link
     * #isTinyFragment tiny} one, not cut short.
     */
    public boolean ports;

    /** The byte with FIN 1, SYN 2, RST 4, ACK 16; 0 unless TCP. */
    public int tcpFlags;

    public int icmpType;
    public int icmpCode;

    /** An ICMP or ICMPv6 error (not a query, not ND). */
    public boolean icmpError;

    /** Has an offset, or more fragments follow. An IPv6 atomic fragment (RFC 6946) is not one. */
    public boolean fragment;

    /** Bytes, a multiple of 8. */
    public int fragmentOffset;

    public boolean moreFragments;

    /** 32 bits in IPv6, 16 in IPv4. */
    public int identification;

    /** IPv4 only. */
    public boolean dontFragment;

    /** TTL or hop limit. */
    public int hopLimit;

    /** TOS or traffic class. */
    public int trafficClass;

    /** EtherType behind the VLAN tag, if there is one. */
    public int etherType;

    /** 0: untagged. */
    public int vlan;

    /** Of the IP header. */
    public int l3Offset;

    /** Of the upper layer's header; at {@link #end} when cut short before it. */
    public int l4Offset;

    /** Offset behind the packet's last byte present; without link padding. */
    public int end;

    /**
     * Bytes of the whole IP packet by its own header; more than are present if it was cut short.
     */
    public int length;

    /** IPv6 Fragment Header, or -1. */
    public int fragmentHeader;

    /** Of the Segments Left field of a Routing Header that has some left, or -1. */
    public int segmentsLeft;

    /**
     * Reads a frame from its Ethernet header on.
     *
     * @return whether it holds a whole, well-formed IPv4 or IPv6 packet, or a fragment, the first
     *     one with 8 bytes of TCP or UDP at least; if not, etherType, vlan and l3Offset are still
     *     right, and nothing else is
     */
    public boolean parse(byte[] frame) {
        etherType = 0;
        vlan = 0;
        l3Offset = 14;
        if (frame.length < 14) {
            return false;
        }
        etherType = u16(frame, 12);
        if (etherType == ETHER_VLAN && frame.length >= 18) {
            vlan = u16(frame, 14) & 0xfff;
            etherType = u16(frame, 16);
            l3Offset = 18;
        }
        if (etherType != ETHER_IPV4 && etherType != ETHER_IPV6) {
            return false;
        }
        return parsePacket(frame, l3Offset, frame.length, false)
                && ipv6 == (etherType == ETHER_IPV6);
    }

    /**
     * Reads an IP packet; the version is its own first nibble.
     *
     * @param limit behind the last byte of the packet, or of what there is of it
     * @param quoted it may be cut short behind its IP header, as in an ICMP error
     */
    public boolean parsePacket(byte[] b, int from, int limit, boolean quoted) {
        clear(from);
        if (limit - from < 20) {
            return false;
        }
        int version = u8(b, from) >>> 4;
        if (version == 4) {
            return ipv4(b, from, limit, quoted);
        }
        return version == 6 && limit - from >= 40 && ipv6(b, from, limit, quoted);
    }

    /** Whether an IPv6 header of this number has a Next Header field that is followed. */
    public static boolean isExtension(int number) {
        return number == HOP_BY_HOP
                || number == ROUTING
                || number == FRAGMENT_HEADER
                || number == DESTINATION_OPTIONS;
    }

    /**
     * Whether what follows the IP headers is the other family's: ICMP in IPv6; ICMPv6 in IPv4, or
     * what the number of an IPv6 extension header makes of it.
     */
    public boolean isOfOtherFamily() {
        return ipv6 ? protocol == ICMP : protocol == ICMP6 || isExtension(protocol);
    }

    /**
     * Whether it is a first fragment with a part of its TCP header (RFC 1858 section 3). It is
     * routed as any other, and not translated (RFC 6146 section 3.4): the checksum would have to be
     * there to be corrected.
     */
    public boolean isTinyFragment() {
        return fragment && fragmentOffset == 0 && protocol == TCP && !ports;
    }

    private void clear(int from) {
        l3Offset = from;
        ipv6 = false;
        sourceHigh = 0;
        sourceLow = 0;
        destinationHigh = 0;
        destinationLow = 0;
        source4 = 0;
        destination4 = 0;
        sourcePort = 0;
        destinationPort = 0;
        ports = false;
        tcpFlags = 0;
        icmpType = 0;
        icmpCode = 0;
        icmpError = false;
        fragment = false;
        fragmentOffset = 0;
        moreFragments = false;
        identification = 0;
        dontFragment = false;
        fragmentHeader = -1;
        segmentsLeft = -1;
    }

    private boolean ipv4(byte[] b, int from, int limit, boolean quoted) {
        int header = (u8(b, from) & 15) * 4;
        length = u16(b, from + 2);
        if (header < 20 || length < header || limit - from < header) {
            return false;
        }
        if (length > limit - from && !quoted) {
            return false;
        }
        // A header without options was summed up by the switch, which need not read options.
        if (header > 20 && !quoted && !Checksum.valid(Checksum.sum(b, from, from + header))) {
            return false;
        }
        end = Math.min(limit, from + length);
        trafficClass = u8(b, from + 1);
        identification = u16(b, from + 4);
        int flags = u16(b, from + 6);
        dontFragment = (flags & 0x4000) != 0;
        moreFragments = (flags & 0x2000) != 0;
        fragmentOffset = (flags & 0x1fff) * 8;
        fragment = moreFragments || fragmentOffset != 0;
        hopLimit = u8(b, from + 8);
        protocol = u8(b, from + 9);
        source4 = i32(b, from + 12);
        destination4 = i32(b, from + 16);
        l4Offset = from + header;
        return upper(b, quoted);
    }

    private boolean ipv6(byte[] b, int from, int limit, boolean quoted) {
        ipv6 = true;
        length = 40 + u16(b, from + 4);
        if (length > limit - from && !quoted) {
            return false;
        }
        end = Math.min(limit, from + length);
        trafficClass = u16(b, from) >>> 4 & 0xff;
        hopLimit = u8(b, from + 7);
        sourceHigh = i64(b, from + 8);
        sourceLow = i64(b, from + 16);
        destinationHigh = i64(b, from + 24);
        destinationLow = i64(b, from + 32);
        int next = u8(b, from + 6);
        int at = from + 40;
        while (true) {
            protocol = next;
            l4Offset = at;
            boolean option = isExtension(next) && next != FRAGMENT_HEADER;
            if (!isExtension(next) || fragmentOffset != 0) {
                return upper(b, quoted);
            }
            if (end - at < 8) {
                return quoted;
            }
            next = u8(b, at);
            if (option) {
                if (protocol == ROUTING && u8(b, at + 3) != 0 && segmentsLeft < 0) {
                    segmentsLeft = at + 3;
                }
                at += 8 + u8(b, at + 1) * 8;
            } else {
                if (fragmentHeader >= 0) {
                    return false;
                }
                fragmentHeader = at;
                fragmentOffset = u16(b, at + 2) & 0xfff8;
                moreFragments = (b[at + 3] & 1) != 0;
                fragment = moreFragments || fragmentOffset != 0;
                identification = i32(b, at + 4);
                at += 8;
            }
            if (at > end) {
                l4Offset = end;
                protocol = next;
                return quoted;
            }
        }
    }

    private boolean upper(byte[] b, boolean quoted) {
        if (fragmentOffset != 0) {
            return true;
        }
        int there = end - l4Offset;
        if (protocol == TCP || protocol == UDP) {
            int header = protocol == TCP ? 20 : 8;
            ports = there >= (quoted ? 4 : header);
            if (ports) {
                sourcePort = u16(b, l4Offset);
                destinationPort = u16(b, l4Offset + 2);
            }
            if (ports && protocol == TCP && there >= 14) {
                tcpFlags = u8(b, l4Offset + 13);
            }
            return quoted || there >= (fragment ? 8 : header);
        }
        if (protocol == (ipv6 ? ICMP6 : ICMP)) {
            if (there < 8) {
                return quoted || fragment;
            }
            icmpType = u8(b, l4Offset);
            icmpCode = u8(b, l4Offset + 1);
            if (ipv6) {
                icmpError = icmpType < 128;
                ports = icmpType == 128 || icmpType == 129;
            } else {
                icmpError =
                        icmpType == 3
                                || icmpType == 4
                                || icmpType == 5
                                || icmpType == 11
                                || icmpType == 12;
                ports = icmpType == 8 || icmpType == 0;
            }
            if (ports) {
                sourcePort = u16(b, l4Offset + 4);
                destinationPort = sourcePort;
            }
        }
        return true;
    }
}
