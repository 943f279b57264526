// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath.trace;

import java.util.Arrays;

/**
 * What becomes of the frames of a flow, in the terms of the kernel's program: other headers before
 * the rest of the frame, with length, identification and checksums of each packet. Immutable.
 */
public final class Rewrite {
    /** The identification of IPv4 packets that leave. */
    public enum Identification {
        /** What stands in the header. */
        FIXED,
        /** That of the packet which came. */
        KEPT,
        /** Any. */
        RANDOM
    }

    /** Flags and offset of an IPv4 packet with DF that is no fragment. */
    private static final int DONT_FRAGMENT = 0x4000;

    /** Destination, source and type of the packet, without a tag. */
    public final byte[] ethernet;

    /** VLAN tag (TCI) with which it leaves; -1: none. */
    public final int tag;

    /** IPv4 or IPv6 header; zero: length, checksum, and identification unless it is fixed. */
    public final byte[] ip;

    public final Identification identification;

    /**
     * First bytes of the transport header: ports; of an echo type, code, 2 of no use, identifier.
     */
    public final byte[] transport;

    /** Whether the transport checksum is changed. */
    public final boolean checksum;

    /** What is added to the transport checksum's complement on account of the pseudo header. */
    public final int pseudo;

    /** What is added to it on account of the rest; 0 to 0xffff. */
    public final int rest;

    /** How often the packet's length is added besides, -1 to 1. */
    public final int lengths;

    /** Whether a packet whose checksum would become 0 is not to be treated so. */
    public final boolean notZero;

    /** Bytes of IP packets that are treated so. */
    public final int shortest;

    public final int longest;

    Rewrite(
            byte[] ethernet,
            int tag,
            byte[] ip,
            Identification identification,
            byte[] transport,
            boolean checksum,
            int pseudo,
            int rest,
            int lengths,
            boolean notZero,
            int shortest,
            int longest) {
        this.ethernet = ethernet;
        this.tag = tag;
        this.ip = ip;
        this.identification = identification;
        this.transport = transport;
        this.checksum = checksum;
        this.pseudo = pseudo;
        this.rest = rest;
        this.lengths = lengths;
        this.notZero = notZero;
        this.shortest = shortest;
        this.longest = longest;
    }

    public boolean ipv6() {
        return ip.length == Layout.IPV6;
    }

    /**
     * Whether packets leave as IPv4 with DF, as no fragments: nobody looks at their identification
     * (RFC 6864 sections 4.1 and 4.2).
     */
    public boolean makesAtomic() {
        return !ipv6() && Layout.u16(ip, 6) == DONT_FRAGMENT;
    }

    /**
     * The frame that leaves, or null where the packet is none of those treated so.
     *
     * @param in a packet of the flow
     * @param random the identification where it is random
     */
    public byte[] apply(Layout in, int random) {
        if (in.length < shortest || in.length > longest) {
            return null;
        }
        int sum = 0;
        if (checksum) {
            sum = (~Layout.u16(in.frame, in.checksum) & 0xffff) + pseudo + rest;
            sum += lengths < 0 ? ~in.length & 0xffff : lengths * in.length;
            sum = (sum >>> 16) + (sum & 0xffff);
            sum = ~((sum >>> 16) + (sum & 0xffff)) & 0xffff;
            if (sum == 0 && notZero) {
                return null;
            }
        }
        int link = Layout.ETHERNET + (tag < 0 ? 0 : Layout.TAG);
        int upper = in.frame.length - in.transport;
        byte[] out = new byte[link + ip.length + upper];
        System.arraycopy(ethernet, 0, out, 0, 12);
        if (tag >= 0) {
            Layout.put16(out, 12, 0x8100);
            Layout.put16(out, 14, tag);
        }
        System.arraycopy(ethernet, 12, out, link - 2, 2);
        System.arraycopy(ip, 0, out, link, ip.length);
        int at = link + ip.length;
        System.arraycopy(in.frame, in.transport, out, at, upper);
        if (ipv6()) {
            Layout.put16(out, link + 4, upper);
        } else {
            Layout.put16(out, link + 2, upper + ip.length);
            if (identification == Identification.KEPT) {
                Layout.put16(out, link + 4, Layout.u16(in.frame, in.ip + 4));
            } else if (identification == Identification.RANDOM) {
                Layout.put16(out, link + 4, random);
            }
            Layout.put16(out, link + 10, ~Layout.sum(out, link, at));
        }
        System.arraycopy(transport, 0, out, at, 2);
        if (transport.length > 4) {
            System.arraycopy(transport, 4, out, at + 4, 2);
        } else {
            System.arraycopy(transport, 2, out, at + 2, 2);
        }
        if (checksum) {
            Layout.put16(out, at + in.checksum - in.transport, sum);
        }
        return out;
    }

    @Override
    public String toString() {
        return "ethernet "
                + Arrays.toString(ethernet)
                + " tag "
                + tag
                + " ip "
                + Arrays.toString(ip)
                + " "
                + identification
                + " transport "
                + Arrays.toString(transport)
                + " checksum "
                + checksum
                + " "
                + pseudo
                + " "
                + rest
                + " "
                + lengths
                + " "
                + notZero
                + " lengths "
                + shortest
                + " to "
                + longest;
    }
}
