// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;

import java.util.Random;
import java.util.function.IntSupplier;
import org.isthmus.core.packet.FrameTuple;

/**
 * Identification, DF, MF and fragment offset of IPv4 packets that were IPv6 (RFC 7915 section 5.1),
 * or that we make: a fragment keeps the low 16 bits of its identification; a packet that may be
 * fragmented, up to {@value #MAY_BE_FRAGMENTED} bytes, gets a random one, as two sources of numbers
 * in sequence would collide (RFC 6864 section 4.3); anything larger is atomic, with DF and 0. The
 * pipeline's policy is the same: {@code p4/shared/identification.p4}. The vectors hold both to it.
 *
 * <p>Threading: the core's thread.
 */
final class Ipv4Identification {
    /** Total length in bytes up to which DF is not set. */
    static final int MAY_BE_FRAGMENTED = 1260;

    private static final int DF = 0x4000;
    private static final int MF = 0x2000;

    /** Of a packet in an ICMP error: what its sender had chosen is not known. */
    static final Ipv4Identification OF_QUOTES = new Ipv4Identification(() -> 0);

    private final IntSupplier generator;

    Ipv4Identification(Random random) {
        this(() -> random.nextInt() >>> 16);
    }

    private Ipv4Identification(IntSupplier generator) {
        this.generator = generator;
    }

    /**
     * Writes bytes 4 to 7 of an IPv4 header.
     *
     * @param t the IPv6 packet
     * @param total length of the IPv4 packet in bytes
     * @param at where the IPv4 header begins
     */
    void write(FrameTuple t, int total, byte[] out, int at) {
        if (t.fragmentHeader >= 0) {
            put16(out, at + 4, t.identification);
            put16(out, at + 6, (t.moreFragments ? MF : 0) | t.fragmentOffset / 8);
        } else {
            write(total, out, at);
        }
    }

    /** The same of a packet that is no fragment. */
    void write(int total, byte[] out, int at) {
        if (total <= MAY_BE_FRAGMENTED) {
            put16(out, at + 4, generator.getAsInt());
            put16(out, at + 6, 0);
        } else {
            put16(out, at + 4, 0);
            put16(out, at + 6, DF);
        }
    }
}
