// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.right;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.isthmus.core.slowpath.SlowPathNetwork.LEAF;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;

/** Packets of hosts behind and before a translator, and what is to come of them. Stateless. */
final class SlowPathPackets {
    private SlowPathPackets() {}

    static final int UDP = FrameTuple.UDP;
    static final int HOST4 = v4("10.1.0.7");
    static final Ipv6Address FAR = Ipv6Address.parse("2001:db8:9::1");

    /** Second word of an error to IPv4 that tells its origin: 128 bytes before the extension. */
    static final int ORIGIN = 128 / 4 << 16;

    static void in(SlowPathNetwork network, int port, PuntReason reason, byte[] frame) {
        network.slowPath.packetIn(LEAF, port, reason, frame);
    }

    static byte[] client(int length) {
        return frame(ipv6(UDP, CLIENT, SERVER6, transport(UDP, PORT6, 53, length)));
    }

    static byte[] server(int length, boolean dontFragment) {
        byte[] p = ipv4(UDP, SERVER, POOL, transport(UDP, 53, PORT4, length));
        if (!dontFragment) {
            put16(p, 6, 0);
            put16(p, 10, 0);
            put16(p, 10, Checksum.finish(Checksum.sum(p, 0, 20)));
        }
        return frame(p);
    }

    /** Checks an ICMP error; returns its headers. */
    static FrameTuple error(byte[] frame, int type, int code, int rest) {
        FrameTuple t = parse(frame);
        assertTrue(right(frame, t));
        assertEquals(type, t.icmpType);
        assertEquals(code, t.icmpCode);
        assertEquals(rest, i32(frame, t.l4Offset + 4));
        return t;
    }

    /** A packet of the server with these bytes of options. */
    static byte[] withOptions(int... options) {
        return withOptions(server(30, true), options);
    }

    static byte[] withOptions(byte[] plain, int... options) {
        byte[] f = new byte[plain.length + options.length];
        System.arraycopy(plain, 0, f, 0, 34);
        for (int i = 0; i < options.length; i++) {
            put8(f, 34 + i, options[i]);
        }
        System.arraycopy(plain, 34, f, 34 + options.length, plain.length - 34);
        put8(f, 14, 0x45 + options.length / 4);
        put16(f, 16, f.length - 14);
        put16(f, 24, 0);
        put16(f, 24, Checksum.finish(Checksum.sum(f, 14, 34 + options.length)));
        return f;
    }
}
