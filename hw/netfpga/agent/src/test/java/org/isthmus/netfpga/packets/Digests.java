// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.packets;

import java.math.BigInteger;

/** Makes digests as the card sends them, field by field as {@code digest_data_t} has them. */
final class Digests {
    static final int SYN = 2;

    private BigInteger bits = BigInteger.ZERO;
    private int width;

    private Digests with(int bitwidth, BigInteger value) {
        if (value.bitLength() > bitwidth) {
            throw new IllegalArgumentException(value + " has more than " + bitwidth + " bits");
        }
        bits = bits.shiftLeft(bitwidth).or(value);
        width += bitwidth;
        return this;
    }

    private Digests with(int bitwidth, long value) {
        return with(bitwidth, new BigInteger(Long.toUnsignedString(value)));
    }

    /**
     * @param addr6 16 bytes, or 4 that stand at its end
     * @param endpoint 48 bits
     */
    static byte[] of(
            int reason,
            int port,
            int vlanId,
            boolean isIpv6,
            boolean isProbe,
            boolean hasOption,
            int tcpFlags,
            byte[] addr6,
            byte[] addr4,
            long endpoint) {
        Digests d =
                new Digests()
                        .with(8, reason)
                        .with(8, port)
                        .with(12, vlanId)
                        .with(1, isIpv6 ? 1 : 0)
                        .with(1, isProbe ? 1 : 0)
                        .with(1, hasOption ? 1 : 0)
                        .with(1, 0)
                        .with(8, tcpFlags)
                        .with(128, new BigInteger(1, addr6))
                        .with(32, new BigInteger(1, addr4))
                        .with(48, endpoint)
                        .with(8, 0);
        if (d.width != 256) {
            throw new IllegalStateException(d.width + " bits");
        }
        byte[] frame = new byte[32];
        for (int i = 0; i < 32; i++) {
            frame[i] = d.bits.shiftRight(8 * i).byteValue();
        }
        return frame;
    }

    /** Of a segment from IPv6, untagged, at port 1. */
    static byte[] tcp6(byte[] source, byte[] destination4, int from, int to, int instance) {
        long endpoint = (long) from << 32 | (long) to << 16 | instance;
        return of(2, 1, 0, true, false, false, SYN, source, destination4, endpoint);
    }
}
