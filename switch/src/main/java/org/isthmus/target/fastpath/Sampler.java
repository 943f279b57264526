// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.fastpath;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Chooses the packets that are looked at: the second and the third of a flow, and two of every 64
 * that follow; of its long packets and of its short ones, which may need an entry each. Flows are
 * told apart by a hash of 32 bits, and only some of late are known, so that a million flows cost no
 * more memory than a few. A flow that is known gives way to every fourth packet of others that have
 * its place: flows of a single packet are no samples, and of more flows than there are places, some
 * still are. What begins or ends a TCP connection is none either. For one thread.
 */
final class Sampler {
    private static final int PLACES = 1 << 14;

    /** Low bits of what is known of a flow; the others are of its hash. */
    private static final int COUNT = 127;

    /** A count goes from {@link #COUNT} back to here. */
    static final int PERIOD = 64;

    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int FIN_SYN_RST = 0x07;

    /** Bytes of a packet, or more, that is long: to IPv4 it gets DF (RFC 7915 section 5.1). */
    private static final int LONG = 1281;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** 0: none. */
    final int[] known = new int[PLACES];

    private int others;

    private int nth;

    /**
     * Which of its flow the last sample was, of late: 2, 3, {@link #PERIOD} or the one after. A
     * flow gets to the period only if it sends about as much as all others that have its place.
     */
    int nth() {
        return nth;
    }

    /**
     * @param length bytes of an IP packet
     */
    static boolean isLong(int length) {
        return length >= LONG;
    }

    /**
     * @param port at which it came in
     */
    boolean isSample(int port, byte[] b, int off, int len) {
        int end = off + len;
        int at = off + 14;
        if (at + 28 > end) {
            return false;
        }
        int type = word(b, off + 12);
        if (type >>> 16 == 0x8100) {
            at += 4;
            type = word(b, off + 16);
        }
        int hash = port;
        int transport;
        int protocol;
        if (type >>> 16 == 0x0800 && at + 28 <= end) {
            hash = mix(mix(hash, word(b, at + 12)), word(b, at + 16));
            transport = at + 20;
            protocol = b[at + 9];
        } else if (type >>> 16 == 0x86dd && at + 48 <= end) {
            for (int i = 8; i < 40; i += 4) {
                hash = mix(hash, word(b, at + i));
            }
            transport = at + 40;
            protocol = b[at + 6];
        } else {
            return false;
        }
        boolean ports = protocol == TCP || protocol == UDP;
        // The identifier of an echo.
        hash = mix(hash, ports ? word(b, transport) : word(b, transport + 4) >>> 16);
        int flags = protocol == TCP && transport + 14 <= end ? b[transport + 13] : 0;
        return isSample(mix(hash, isLong(end - at) ? ~protocol : protocol), flags);
    }

    private boolean isSample(int hash, int flags) {
        int place = hash & PLACES - 1;
        int flow = hash * 0x85ebca6b & ~COUNT;
        int entry = known[place];
        boolean same = (entry & ~COUNT) == flow && entry != 0;
        if ((flags & FIN_SYN_RST) != 0) {
            if (same) {
                known[place] = 0;
            }
            return false;
        }
        if (!same) {
            if (entry == 0 || (++others & 3) == 0) {
                known[place] = flow | 1;
            }
            return false;
        }
        int count = entry & COUNT;
        count = count == COUNT ? PERIOD : count + 1;
        known[place] = flow | count;
        nth = count;
        return count == 2 || count == 3 || count == PERIOD || count == PERIOD + 1;
    }

    private static int word(byte[] b, int at) {
        return (int) INTS.get(b, at);
    }

    private static int mix(int hash, int word) {
        int h = (hash ^ word) * 0x9e3779b1;
        return h ^ h >>> 15;
    }
}
