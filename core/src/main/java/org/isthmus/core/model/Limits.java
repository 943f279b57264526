// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import java.util.regex.Pattern;
import org.isthmus.core.net.Protocol;

/**
 * What the values of a configuration may be, and what they are unless given. The readers, the
 * audit, and by a test the OpenAPI document and docs/netcfg.md, have them from here.
 */
public final class Limits {
    /** A whole number's bounds, both allowed, and its default. Immutable. */
    public static final class Range {
        public final int min;
        public final int max;

        /** The value where none is given. */
        public final int byDefault;

        private Range(int min, int max, int byDefault) {
            this.min = min;
            this.max = max;
            this.byDefault = byDefault;
        }

        public boolean contains(long value) {
            return value >= min && value <= max;
        }

        /**
         * The same for a lifetime that may be shorter than RFCs let it be, in seconds from 1 on.
         */
        public Range shorter() {
            return new Range(1, max, byDefault);
        }
    }

    /** Names of instances and pools. */
    public static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");

    /** 8 bits in the switches; 0 stands for no instance there. */
    public static final Range INSTANCE_ID = new Range(1, 255, 1);

    public static final Range SUBSCRIBER_PREFIX_LENGTH = new Range(1, 128, 64);

    /** Ports; a power of two. */
    public static final Range BLOCK_SIZE = new Range(8, 65536, 64);

    /** Ports of a port set, a power of two above 1 and of one block; 0: there are none. */
    public static final Range PORT_SETS = new Range(0, 1024, 0);

    /** Per protocol; at most what an address has of the smallest blocks. */
    public static final Range BLOCKS_PER_SUBSCRIBER = new Range(1, 65536 / BLOCK_SIZE.min, 16);

    /** Of a subscriber; 0 is no limit. */
    public static final Range BINDINGS_PER_SECOND = new Range(0, 1_000_000, 0);

    /** 30 days: what a lifetime in seconds may be at most. */
    private static final int LONGEST = 30 * 24 * 3600;

    /** Seconds: RFC 4787 REQ-5, RFC 6146 section 4 (UDP_MIN, UDP_DEFAULT). */
    public static final Range UDP_TIMEOUT = new Range(2 * 60, LONGEST, 5 * 60);

    /** Seconds: RFC 5508 REQ-2, RFC 6146 section 4 (ICMP_DEFAULT). */
    public static final Range ICMP_TIMEOUT = new Range(60, LONGEST, 60);

    /** Seconds: RFC 5382 REQ-5, RFC 6146 section 4 (TCP_EST). */
    public static final Range TCP_ESTABLISHED_TIMEOUT = new Range(7440, LONGEST, 7440);

    /** Seconds: RFC 5382 REQ-5, RFC 6146 section 4 (TCP_TRANS). */
    public static final Range TCP_TRANSITORY_TIMEOUT = new Range(4 * 60, LONGEST, 4 * 60);

    /**
     * Seconds: RFC 7857 section 2.1, which allows less than that; no less than RFC 6146 section 4
     * has for SYNs from IPv4 (TCP_INCOMING_SYN).
     */
    public static final Range TCP_OPENING_TIMEOUT =
            new Range(6, LONGEST, TCP_TRANSITORY_TIMEOUT.byDefault);

    /** Seconds: RFC 6888 REQ-8. */
    public static final Range PORT_HOLD = new Range(0, LONGEST, 120);

    /** Of a subscriber and protocol: RFC 6888 REQ-8; by default, all. */
    public static final Range HELD_PORTS = new Range(0, 65536, 65536);

    /** Seconds beyond the hold of a block's last port. */
    public static final Range BLOCK_HOLD = new Range(0, LONGEST, 0);

    /** Bindings or blocks; 0 is no limit. */
    public static final Range QUOTA = new Range(0, 1_000_000_000, 0);

    /** Of a deterministic pool; a multiple of the block size. */
    public static final Range PORTS_PER_SUBSCRIBER = new Range(BLOCK_SIZE.min, BLOCK_SIZE.max, 0);

    /** Percent of a pool's blocks. */
    public static final Range ALARM_POOL = new Range(1, 100, 90);

    /** Percent of what an instance may have. */
    public static final Range ALARM_QUOTA = new Range(1, 100, 90);

    /** Percent of a table's entries. */
    public static final Range ALARM_TABLE = new Range(1, 100, 80);

    /** Bytes of TCP payload (RFC 9293 section 3.7.1): to the largest MTU; by default, none. */
    public static final Range MSS_CLAMP = new Range(536, 16383 - 40, 0);

    /** In place of bytes: what the MTUs of both sides let through. */
    public static final int MSS_AUTO = -1;

    /** Of packets that leave as IPv4; -1 copies it. */
    public static final Range TOS = new Range(-1, 255, -1);

    /** Bytes of an IP packet on a link, or on a port with IPv6 (RFC 8200 section 5). */
    public static final Range MTU = new Range(1280, 16383, 1500);

    /** Bytes of an IP packet on a port without IPv6 (RFC 791 section 3.2). */
    public static final Range IPV4_MTU = new Range(68, MTU.max, MTU.byDefault);

    /** Bytes; the MTU of a path may be that of any link. */
    public static final Range LOWEST_IPV6_MTU = new Range(MTU.min, MTU.max, MTU.min);

    /** Packets per second of one reason. */
    public static final Range PUNT_RATE = new Range(1, 10_000_000, 5000);

    /** Packets per second of one reason and one subscriber. */
    public static final Range SUBSCRIBER_PUNT_RATE = new Range(1, PUNT_RATE.max, 1250);

    /** ICMP errors per second of a switch. */
    public static final Range ERROR_RATE = new Range(0, 100_000, 200);

    /** The same to one sender. */
    public static final Range ERROR_RATE_PER_SENDER = new Range(1, 100_000, 20);

    /** Seconds; at least FRAGMENT_MIN (RFC 6146 section 4). */
    public static final Range FRAGMENT_TIMEOUT = new Range(2, 60, 4);

    /** Of 2^10 bytes; the largest packet takes the least of these in any fragments. */
    public static final Range FRAGMENT_KILOBYTES_PER_SENDER = new Range(512, 8192, 512);

    /** That filter, of a subscriber; 0 is a sixteenth of the room for them. */
    public static final Range SESSIONS_PER_SUBSCRIBER = new Range(0, QUOTA.max, 0);

    /** Of TCP whose state is followed. */
    public static final Range SESSIONS_PER_BINDING = new Range(2, 1024, 65);

    /** Seconds without an answer. */
    public static final Range DATA_PLANE_TIMEOUT = new Range(0, 60, 2);

    /** 9 bits in the switches, where the highest one drops. */
    public static final Range SWITCH_PORT = new Range(1, 510, 0);

    /** By this one packets come up, and go down; nothing else is at it. */
    public static final int CONTROLLER_PORT = 255;

    /** IEEE 802.1Q; 0 is untagged. */
    public static final Range VLAN = new Range(1, 4094, 0);

    /** Of the hosts at an interface (RFC 7039 section 4.2.5), both families together. */
    public static final Range LEARNED_ADDRESSES = new Range(1, 4096, 64);

    /** How many DNS servers hosts at an interface are told of, at most (RFC 8106 section 5.3.1). */
    public static final int DNS_SERVERS = 8;

    /** Of 2^20 bytes, of a file of JSON lines; 0 is no limit. */
    public static final Range EXPORT_ROTATE_MEGABYTES = new Range(0, 1 << 20, 100);

    /** Of a file of JSON lines; 0 is no limit. */
    public static final Range EXPORT_ROTATE_HOURS = new Range(0, 24 * 366, 0);

    /** Files of JSON lines besides the one that is written. */
    public static final Range EXPORT_KEEP = new Range(1, 10_000, 10);

    /** RFC 5424 section 6.2.1; 16 is local0. */
    public static final Range SYSLOG_FACILITY = new Range(0, 23, 16);

    /** RFC 7011 section 3.1: 0 is none in particular. */
    public static final Range IPFIX_DOMAIN = new Range(0, Integer.MAX_VALUE, 1);

    /** Over UDP: RFC 7011 section 8.4. */
    public static final Range IPFIX_TEMPLATE_SECONDS = new Range(1, 86400, 600);

    private static final Range IDENTIFIER = new Range(0, 65535, 0);
    private static final Range PORT = new Range(1, 65535, 0);

    private Limits() {}

    /** Ports of a binding; for ICMP its identifiers, of which 0 is one like the others. */
    public static Range port(Protocol protocol) {
        return protocol == Protocol.ICMP ? IDENTIFIER : PORT;
    }
}
