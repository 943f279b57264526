// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Finishes checksums that a sender left to its hardware. Stateless. */
public final class Checksums {
    /** Where it stands in an SCTP packet, and in none of another protocol. */
    static final int SCTP_CHECKSUM = 8;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private Checksums() {}

    /**
     * Computes an Internet checksum (RFC 1071) as a network card does for a partial one.
     *
     * @param start first byte that is summed
     * @param field the checksum's first byte, where the sum of the pseudo header stands
     * @param end behind the last byte that is summed
     */
    public static void complete(byte[] buf, int start, int field, int end) {
        int sum = ~sum(buf, start, end) & 0xffff;
        // A UDP checksum of 0 would mean that there is none (RFC 768).
        if (sum == 0) {
            sum = 0xffff;
        }
        buf[field] = (byte) (sum >> 8);
        buf[field + 1] = (byte) sum;
    }

    /**
     * Computes the CRC32c of an SCTP packet (RFC 9260 appendix A).
     *
     * @param start, end of the packet
     */
    public static void completeSctp(byte[] buf, int start, int end) {
        int field = start + SCTP_CHECKSUM;
        INTS.set(buf, field, 0);
        CRC32C crc = new CRC32C();
        crc.update(buf, start, end - start);
        INTS.set(buf, field, Integer.reverseBytes((int) crc.getValue()));
    }

    /** The one's complement sum of 16-bit words, folded. */
    static int sum(byte[] buf, int start, int end) {
        long sum = 0;
        int i = start;
        for (; i + 4 <= end; i += 4) {
            sum += (int) INTS.get(buf, i) & 0xffffffffL;
        }
        if (i + 2 <= end) {
            sum += (buf[i] & 0xff) << 8 | buf[i + 1] & 0xff;
            i += 2;
        }
        if (i < end) {
            sum += (buf[i] & 0xff) << 8;
        }
        while (sum >> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) sum;
    }
}
