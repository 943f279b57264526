// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import java.math.BigInteger;
import java.util.Arrays;
import org.isthmus.core.packet.FrameTuple;

/** What {@code digest_data_t} of p4/sume/dma.p4 has of a packet-in, as text. */
final class DigestForm {
    private static final int HEADER = 3;
    private static final int TCP_STATE = 2;
    private static final int NEIGHBOR = 6;
    private static final int SOLICITATION = 135;

    private DigestForm() {}

    /** All of a packet of which no digest is made. */
    static String of(byte[] packetIn) {
        int reason = packetIn[2];
        byte[] p = Arrays.copyOfRange(packetIn, HEADER, packetIn.length);
        FrameTuple t = new FrameTuple();
        boolean ip = t.parse(p);
        String where = hex(packetIn, 0, HEADER) + " vlan " + t.vlan;
        if (reason == TCP_STATE && ip) {
            return (where
                    + " "
                    + hex(p, t.l3Offset + (t.ipv6 ? 8 : 12), t.l4Offset + 4)
                    + " flags "
                    + t.tcpFlags);
        }
        if (reason == NEIGHBOR && t.etherType == FrameTuple.ETHER_ARP) {
            int arp = t.l3Offset;
            return (where + " " + hex(p, arp, arp + 18) + " for " + hex(p, arp + 24, arp + 28));
        }
        if (reason == NEIGHBOR && ip && t.icmpType == SOLICITATION) {
            boolean isProbe = (t.sourceHigh | t.sourceLow) == 0;
            int target = t.l4Offset + 8;
            int option = target + 16;
            boolean hasOption = t.end >= option + 8 && p[option] == 1;
            return (where
                    + " from "
                    + hex(p, 6, 12)
                    + " "
                    + hex(p, t.l3Offset + 8, t.l3Offset + 24)
                    + " option "
                    + hasOption
                    + (isProbe ? " for " + hex(p, target, option) : ""));
        }
        return ("other " + hex(packetIn, 0, packetIn.length));
    }

    private static String hex(byte[] b, int from, int to) {
        return new BigInteger(1, Arrays.copyOfRange(b, from, to)).toString(16);
    }
}
