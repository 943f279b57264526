// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import static java.lang.Byte.toUnsignedInt;

import java.util.Arrays;

/**
 * What the card tells of a packet that it did not give away: {@code digest_data_t} of
 * p4/sume/dma.p4, where it says what the addresses and the endpoint are. Immutable.
 */
final class Digest {
    /** Of which DMA brings the last one first. */
    static final int BYTES = 32;

    /** Where fields are, in bytes behind the first one. */
    private static final int PORT = 1;

    private static final int VLAN_ID = 2;
    private static final int FLAGS = 3;
    private static final int TCP_FLAGS = 4;
    private static final int ADDR6 = 5;
    private static final int ADDR4 = 21;
    private static final int ENDPOINT = 25;
    private static final int END = 31;

    /** In the byte in which the VLAN id ends. */
    private static final int IS_IPV6 = 0x08;

    private static final int IS_PROBE = 0x04;
    private static final int HAS_OPTION = 0x02;

    /** In the order of the card's bits. */
    private final byte[] bytes = new byte[BYTES];

    /**
     * @param buf has it as it came by DMA
     */
    Digest(byte[] buf, int off) {
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = buf[off + BYTES - 1 - i];
        }
    }

    /** The reason of one as it came by DMA: one of {@link Reasons}, or a number of none. */
    static int reason(byte[] buf, int off) {
        return toUnsignedInt(buf[off + BYTES - 1]);
    }

    /** The port at which the packet came in. */
    static int port(byte[] buf, int off) {
        return toUnsignedInt(buf[off + BYTES - 1 - PORT]);
    }

    int reason() {
        return toUnsignedInt(bytes[0]);
    }

    int port() {
        return toUnsignedInt(bytes[PORT]);
    }

    /** 0: untagged. */
    int vlanId() {
        return toUnsignedInt(bytes[VLAN_ID]) << 4 | toUnsignedInt(bytes[FLAGS]) >> 4;
    }

    /** Of the packet that came in. */
    boolean isIpv6() {
        return (bytes[FLAGS] & IS_IPV6) != 0;
    }

    /** A neighbour solicitation whose sender has no address yet (RFC 4862 section 5.4.2). */
    boolean isProbe() {
        return (bytes[FLAGS] & IS_PROBE) != 0;
    }

    /** A neighbour solicitation with the link-layer address of its source: {@link #mac}. */
    boolean hasOption() {
        return (bytes[FLAGS] & HAS_OPTION) != 0;
    }

    byte tcpFlags() {
        return bytes[TCP_FLAGS];
    }

    /** 16 bytes. */
    byte[] address6() {
        return Arrays.copyOfRange(bytes, ADDR6, ADDR4);
    }

    /** The IPv4 address in the place of an IPv6 one: 4 bytes. */
    byte[] address4InAddress6() {
        return Arrays.copyOfRange(bytes, ADDR4 - 4, ADDR4);
    }

    /** 4 bytes. */
    byte[] address4() {
        return Arrays.copyOfRange(bytes, ADDR4, ENDPOINT);
    }

    /** Of the sender: 6 bytes. */
    byte[] mac() {
        return Arrays.copyOfRange(bytes, ENDPOINT, END);
    }

    /** Source and destination port: 4 bytes. */
    byte[] ports() {
        return Arrays.copyOfRange(bytes, ENDPOINT, ENDPOINT + 4);
    }

    /** The NAT64 instance in whose prefix the destination is. */
    int instance() {
        return (toUnsignedInt(bytes[END - 2]) & 0x0f) << 8 | toUnsignedInt(bytes[END - 1]);
    }
}
