// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import java.util.Arrays;

/**
 * A frame as the RFCs read it, with nothing of the product's: where its headers are, and what their
 * lengths and checksums say of it.
 */
final class Packet {
    static final int TCP = 6;
    static final int UDP = 17;
    static final int ICMP4 = 1;
    static final int ICMP6 = 58;
    private static final int NONE = -1;
    private static final int TAIL = 16;

    /** What lengths and checksum of the upper layer say. */
    enum State {
        /** The checksum is right. */
        RIGHT,
        /** It is wrong. */
        WRONG,
        /**
         * It is wrong, and all else is zeros as well: to an update by differences, it is the other
         * zero, which would be right.
         */
        ZERO,
        /** The upper layer is cut off, or a length of it cannot be. */
        BROKEN,
        /** UDP without a checksum. */
        UNPROTECTED,
        /** No upper layer that we know, or not all of it. */
        UNKNOWN
    }

    final byte[] b;
    final int l3;

    /** 4, 6 or 0: no IP packet whose header and lengths are right. */
    final int version;

    /** What is wrong with the IP header; null: nothing, or it is no IP packet. */
    final String wrong;

    /** Of the IP packet, exclusive. */
    private int end;

    private int protocol = NONE;

    /** Of the upper layer; in a later fragment, of what the fragment carries. */
    int l4;

    /** Where the number of the upper layer's protocol stands. */
    int protocolAt;

    boolean fragment;
    boolean more;
    int fragmentOffset;
    long fragmentId;
    State state = State.UNKNOWN;

    private Packet(byte[] b, int l3, int limit) {
        this.b = b;
        this.l3 = l3;
        if (limit < l3 + 1) {
            version = 0;
            wrong = "no IP header";
            return;
        }
        String problem;
        if (u8(l3) >>> 4 == 4) {
            problem = ipv4(limit);
        } else if (u8(l3) >>> 4 == 6) {
            problem = ipv6(limit);
        } else {
            problem = "IP version " + (u8(l3) >>> 4);
        }
        wrong = problem;
        version = problem == null ? u8(l3) >>> 4 : 0;
        if (problem == null && !fragment) {
            state = upper();
        }
    }

    /** What a frame carries; null: nothing of IP. */
    static Packet of(byte[] frame) {
        int l3 = networkAt(frame);
        return l3 < 0 ? null : new Packet(frame, l3, frame.length);
    }

    /** The packet that an ICMP error quotes, as far as it is there; null: this is none. */
    Packet quoted() {
        return isError() && end - l4 > 8 + 20 ? new Packet(b, l4 + 8, quotedEnd()) : null;
    }

    /** Extensions may follow the quote, which has a length then (RFC 4884). */
    private int quotedEnd() {
        int type = u8(l4);
        boolean hasLength = version == 4 ? type == 3 || type > 10 : type == 1 || type == 3;
        int length = version == 4 ? u8(l4 + 5) * 4 : u8(l4 + 4) * 8;
        return hasLength && length > 0 ? Math.min(end, l4 + 8 + length) : end;
    }

    /** Where the IP header of a frame begins; -1: it has none. */
    static int networkAt(byte[] frame) {
        int at = 12;
        if (type(frame, at) == 0x8100) {
            at += 4;
        }
        int type = type(frame, at);
        return type == 0x0800 || type == 0x86dd ? at + 2 : NONE;
    }

    private static int type(byte[] frame, int at) {
        return frame.length < at + 2 ? NONE : (frame[at] & 255) << 8 | frame[at + 1] & 255;
    }

    int u8(int at) {
        return b[at] & 255;
    }

    int u16(int at) {
        return u8(at) << 8 | u8(at + 1);
    }

    private String ipv4(int limit) {
        int header = (u8(l3) & 15) * 4;
        if (limit - l3 < 20 || header < 20 || limit - l3 < header) {
            return "header is cut off";
        }
        if (sum(0, b, l3, l3 + header) != 0xffff) {
            return "header checksum";
        }
        if (u16(l3 + 2) < header || u16(l3 + 2) > limit - l3) {
            return "total length " + u16(l3 + 2) + " of " + (limit - l3);
        }
        end = l3 + u16(l3 + 2);
        protocolAt = l3 + 9;
        protocol = u8(protocolAt);
        l4 = l3 + header;
        more = (u8(l3 + 6) & 0x20) != 0;
        fragmentOffset = (u16(l3 + 6) & 0x1fff) * 8;
        fragment = more || fragmentOffset > 0;
        fragmentId = u16(l3 + 4);
        return null;
    }

    private String ipv6(int limit) {
        if (limit - l3 < 40) {
            return "header is cut off";
        }
        end = l3 + 40 + u16(l3 + 4);
        if (end > limit) {
            return "payload length " + u16(l3 + 4) + " of " + (limit - l3 - 40);
        }
        l4 = l3 + 40;
        protocolAt = l3 + 6;
        while (isExtension(u8(protocolAt)) && end - l4 >= 8) {
            boolean isFragment = u8(protocolAt) == 44;
            if (isFragment) {
                more = (u8(l4 + 3) & 1) != 0;
                fragmentOffset = u16(l4 + 2) & 0xfff8;
                fragmentId = (long) u16(l4 + 4) << 16 | u16(l4 + 6);
                fragment = more || fragmentOffset > 0;
            }
            protocolAt = l4;
            l4 += isFragment ? 8 : 8 + u8(l4 + 1) * 8;
            if (fragmentOffset > 0) {
                break;
            }
        }
        if (l4 <= end) {
            protocol = isExtension(u8(protocolAt)) && fragmentOffset == 0 ? NONE : u8(protocolAt);
        }
        return null;
    }

    private static boolean isExtension(int next) {
        return next == 0 || next == 43 || next == 44 || next == 60;
    }

    private State upper() {
        if (end < l4) {
            return State.BROKEN;
        }
        return upper(b, l4, end - l4);
    }

    /** The state of an upper layer that may stand elsewhere, once its fragments are together. */
    State upper(byte[] of, int at, int available) {
        int length = available;
        if (protocol == UDP) {
            if (length < 8) {
                return State.BROKEN;
            }
            length = (of[at + 4] & 255) << 8 | of[at + 5] & 255;
            if (length < 8 || length > available) {
                return State.BROKEN;
            }
            if (of[at + 6] == 0 && of[at + 7] == 0) {
                return State.UNPROTECTED;
            }
        } else if (protocol == TCP) {
            int header = length < 20 ? 0 : (of[at + 12] >>> 4 & 15) * 4;
            if (header < 20 || header > length) {
                return State.BROKEN;
            }
        } else if (protocol == (isIpv4() ? ICMP4 : ICMP6)) {
            if (length < 8) {
                return State.BROKEN;
            }
        } else {
            return State.UNKNOWN;
        }
        long sum = sum(pseudo(length), of, at, at + length);
        return sum == 0xffff ? State.RIGHT : sum == 0 ? State.ZERO : State.WRONG;
    }

    private long pseudo(int length) {
        if (protocol == ICMP4) {
            return 0;
        }
        long addresses = isIpv4() ? sum(0, b, l3 + 12, l3 + 20) : sum(0, b, l3 + 8, l3 + 40);
        return addresses + protocol + length;
    }

    private boolean isIpv4() {
        return u8(l3) >>> 4 == 4;
    }

    /** The one's complement sum of 16-bit words (RFC 1071), folded. */
    static long sum(long start, byte[] b, int from, int to) {
        long sum = start;
        for (int i = from; i < to; i += 2) {
            sum += (b[i] & 255) << 8 | (i + 1 < to ? b[i + 1] & 255 : 0);
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }

    /** Writes the checksum of the upper layer where it belongs, if there is one and it is there. */
    void writeChecksum() {
        int at = checksumAt();
        if (version != 0 && !fragment && at >= 0 && at + 2 <= end) {
            b[at] = 0;
            b[at + 1] = 0;
            int length = end - l4;
            if (protocol == UDP && u16(l4 + 4) >= 8 && u16(l4 + 4) <= length) {
                length = u16(l4 + 4);
            }
            long sum = ~sum(pseudo(length), b, l4, l4 + length) & 0xffff;
            sum = sum == 0 && protocol == UDP ? 0xffff : sum;
            b[at] = (byte) (sum >>> 8);
            b[at + 1] = (byte) sum;
        }
    }

    private int checksumAt() {
        switch (protocol) {
            case TCP:
                return l4 + 16;
            case UDP:
                return l4 + 6;
            case ICMP4:
            case ICMP6:
                return l4 + 2;
            default:
                return NONE;
        }
    }

    /** The protocol of the upper layer; -1: it cannot be told. */
    int protocol() {
        return protocol;
    }

    int end() {
        return end;
    }

    /** Whether it is an ICMP error of its family. */
    boolean isError() {
        if (version == 0 || fragment || end - l4 < 8) {
            return false;
        }
        int type = u8(l4);
        return version == 4
                ? protocol == ICMP4
                        && (type == 3 || type == 4 || type == 5 || type == 11 || type == 12)
                : protocol == ICMP6 && type < 128;
    }

    /** Whether it is a message of neighbour discovery that no router passed on (RFC 4861). */
    boolean isNeighborDiscovery() {
        return version == 6
                && !fragment
                && protocol == ICMP6
                && u8(l3 + 7) == 255
                && end > l4
                && u8(l4) >= 133
                && u8(l4) <= 137;
    }

    /** Whether it is IPv4 with options, right or not. */
    boolean hasOptions() {
        return b.length > l3 && isIpv4() && (u8(l3) & 15) > 5;
    }

    /** The last bytes of the packet, which no translation changes. */
    byte[] tail() {
        int data = Math.min(l4 + (protocol == TCP ? 20 : 8), end);
        return Arrays.copyOfRange(b, Math.max(data, end - TAIL), end);
    }

    /** What fragments of one packet have in common. */
    String flow() {
        int addresses = version == 4 ? l3 + 12 : l3 + 8;
        StringBuilder flow = new StringBuilder();
        for (int i = addresses; i < addresses + (version == 4 ? 8 : 32); i++) {
            flow.append((char) u8(i));
        }
        return flow.append(fragmentId).append(' ').append(version).toString();
    }
}
