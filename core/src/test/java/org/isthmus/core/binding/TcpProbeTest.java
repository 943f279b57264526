// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;

class TcpProbeTest {
    private static final int ACK = 16;
    private static final int TCP = 54;

    /** RFC 6146 section 3.5.2.2, ESTABLISHED. */
    @Test
    void isAnAcknowledgementOfNothing() {
        Ipv6Address peer = Ipv6Address.parse("2001:db8:64::198.51.100.1");
        Ipv6Address host = Ipv6Address.parse("2001:db8:1:2::7");
        byte[] frame =
                TcpProbe.frame(
                        MacAddress.of(0x0200_0000_0009L),
                        Ipv6Prefix.parse("2001:db8:64::/96"),
                        Ipv4Address.parse("198.51.100.1").bits(),
                        443,
                        host.high(),
                        host.low(),
                        51042);
        FrameTuple t = new FrameTuple();
        assertTrue(t.parse(frame));
        assertTrue(t.ipv6);
        assertEquals(0x0200_0000_0009L, Bytes.u48(frame, 0));
        assertEquals(peer, Ipv6Address.of(t.sourceHigh, t.sourceLow));
        assertEquals(host, Ipv6Address.of(t.destinationHigh, t.destinationLow));
        assertEquals(443, t.sourcePort);
        assertEquals(51042, t.destinationPort);
        assertEquals(ACK, t.tcpFlags);
        assertEquals(0, Bytes.i32(frame, TCP + 4), "sequence number");
        assertEquals(0, Bytes.i32(frame, TCP + 8), "acknowledgement number");
        assertEquals(frame.length, TCP + 20, "no data");
        long pseudo =
                Checksum.pseudo6(
                        peer.high(), peer.low(), host.high(), host.low(), FrameTuple.TCP, 20);
        assertTrue(Checksum.valid(pseudo + Checksum.sum(frame, TCP, frame.length)));
    }
}
