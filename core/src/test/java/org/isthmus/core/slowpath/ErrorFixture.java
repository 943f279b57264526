// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put32;
import static org.isthmus.core.slowpath.SlowPathFixture.CLIENT;
import static org.isthmus.core.slowpath.SlowPathFixture.POOL;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT4;
import static org.isthmus.core.slowpath.SlowPathFixture.PORT6;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER;
import static org.isthmus.core.slowpath.SlowPathFixture.SERVER6;
import static org.isthmus.core.slowpath.SlowPathFixture.frame;
import static org.isthmus.core.slowpath.SlowPathFixture.icmp;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv4;
import static org.isthmus.core.slowpath.SlowPathFixture.ipv6;
import static org.isthmus.core.slowpath.SlowPathFixture.parse;
import static org.isthmus.core.slowpath.SlowPathFixture.transport;
import static org.isthmus.core.slowpath.SlowPathFixture.v4;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.isthmus.core.count.Counters;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.FrameTuple;

/** ICMP errors as routers send them, and what the translator makes of them. Stateless. */
final class ErrorFixture {
    private ErrorFixture() {}

    static final int UDP = FrameTuple.UDP;
    static final int TCP = FrameTuple.TCP;
    static final int ROUTER = v4("192.0.2.99");
    static final int OWN = v4("192.0.2.1");
    static final Ipv6Address OWN6 = Ipv6Address.parse("2001:db8:ffff::2");
    static final Ipv6Address ROUTER6 = Ipv6Address.parse("2001:db8:ffff::1");

    static IcmpErrorTranslator translator(SlowPathFixture fixture, Counters counters) {
        return new IcmpErrorTranslator(
                new AddressMap(fixture), new Ipv4Identification(new Random(1)), counters);
    }

    static byte[] to6(IcmpErrorTranslator translator, byte[] packet) {
        byte[] f = frame(packet);
        return translator.to6(f, parse(f), OWN6, a -> 65535);
    }

    static byte[] to4(IcmpErrorTranslator translator, byte[] packet) {
        byte[] f = frame(packet);
        return translator.to4(f, parse(f), OWN, a -> 65535);
    }

    /** What the client sent, as the server's side saw it. */
    static byte[] sent4(int protocol, int length) {
        return ipv4(protocol, POOL, SERVER, transport(protocol, PORT4, 53, length));
    }

    /** What the server sent, as the client saw it. */
    static byte[] sent6(int protocol, int length) {
        return ipv6(protocol, SERVER6, CLIENT, transport(protocol, 53, PORT6, length));
    }

    static byte[] error4(int type, int code, int rest, byte[] quote) {
        return ipv4(1, ROUTER, POOL, icmp(type, code, rest, quote));
    }

    static byte[] error6(int type, int code, int rest, byte[] quote) {
        return ipv6(58, ROUTER6, SERVER6, icmp(type, code, rest, quote));
    }

    static FrameTuple inner(byte[] f) {
        FrameTuple t = new FrameTuple();
        assertTrue(t.parsePacket(f, parse(f).l4Offset + 8, f.length, true));
        return t;
    }

    static Ipv6Address source(FrameTuple t) {
        return Ipv6Address.of(t.sourceHigh, t.sourceLow);
    }

    static Ipv6Address destination(FrameTuple t) {
        return Ipv6Address.of(t.destinationHigh, t.destinationLow);
    }

    /** A quote of so many bytes, zeros behind the packet, and extensions. */
    static byte[] extended(byte[] packet, int quote, int extension) {
        byte[] b = new byte[quote + extension];
        System.arraycopy(packet, 0, b, 0, Math.min(packet.length, quote));
        Arrays.fill(b, quote, b.length, (byte) 0x5a);
        put32(b, quote, 0x2000_0000);
        return b;
    }
}
