// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.junit.jupiter.api.Test;

class TcpProbeTest {
    private static final int ACK = 16;
    private static final int TCP = 34;

    /** RFC 6146 section 3.5.2.2, ESTABLISHED. */
    @Test
    void isAnAcknowledgementOfNothing() {
        int peer = Ipv4Address.parse("198.51.100.1").bits();
        int pool = Ipv4Address.parse("203.0.113.7").bits();
        byte[] frame = TcpProbe.frame(MacAddress.of(0x0200_0000_0009L), peer, 443, pool, 1042);
        FrameTuple t = new FrameTuple();
        assertTrue(t.parse(frame));
        assertEquals(0x0200_0000_0009L, Bytes.u48(frame, 0));
        assertEquals(peer, t.source4);
        assertEquals(pool, t.destination4);
        assertEquals(443, t.sourcePort);
        assertEquals(1042, t.destinationPort);
        assertEquals(ACK, t.tcpFlags);
        assertEquals(0, Bytes.i32(frame, TCP + 4), "sequence number");
        assertEquals(0, Bytes.i32(frame, TCP + 8), "acknowledgement number");
        assertEquals(frame.length, TCP + 20, "no data");
        assertTrue(Checksum.valid(Checksum.sum(frame, t.l3Offset, TCP)));
        long pseudo = Checksum.pseudo4(peer, pool, FrameTuple.TCP, 20);
        assertTrue(Checksum.valid(pseudo + Checksum.sum(frame, TCP, frame.length)));
    }
}
