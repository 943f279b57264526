// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.loop;

import static org.isthmus.core.packet.Bytes.i32;
import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;

import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Hash;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.packet.FrameTuple;

/**
 * Whose a packet-in is, as the pipeline sees it (p4/shared/share.p4): a subscriber's, an IPv4
 * host's; or a port's, where the source was not validated. Allocates nothing; any thread.
 */
public final class PuntOwner implements PuntQueue.Owner {
    /** Ports of an IPv4 address that are taken for one subscriber's: a block, mostly. */
    private static final int BLOCK_BITS = 6;

    private final long seed;

    /** Of a subscriber's prefix. Two fields: a mix of both is harmless while they change. */
    private volatile long maskHigh = -1;

    private volatile long maskLow;

    /**
     * @param seed makes it hard to share a queue with another one on purpose
     */
    public PuntOwner(long seed) {
        this.seed = seed;
    }

    /** Sets the length of a subscriber's prefix, 1 to 128; 64 until then. */
    public void subscribers(int prefixLength) {
        maskHigh = Ipv6Prefix.maskHigh(prefixLength);
        maskLow = Ipv6Prefix.maskLow(prefixLength);
    }

    @Override
    public int of(DeviceId device, int port, PuntReason reason, byte[] frame) {
        int l3 = 14;
        int type = frame.length < 18 ? 0 : u16(frame, 12);
        if (type == FrameTuple.ETHER_VLAN) {
            l3 = 18;
            type = u16(frame, 16);
        }
        if (reason == PuntReason.UNSOLICITED_SYN && type == FrameTuple.ETHER_IPV4) {
            // Anyone may send them, from any source: together they have one turn.
            return hash(device.hashCode(), -1);
        }
        if (isOfPort(reason)) {
            return hash(device.hashCode(), port);
        }
        if (type == FrameTuple.ETHER_IPV6 && frame.length >= l3 + 40) {
            return hash(i64(frame, l3 + 8) & maskHigh, i64(frame, l3 + 16) & maskLow);
        }
        if (type == FrameTuple.ETHER_IPV4 && frame.length >= l3 + 20) {
            int l4 = l3 + (u8(frame, l3) & 15) * 4;
            if (reason == PuntReason.ICMP_ERROR) {
                return hash(i32(frame, l3 + 16), -1);
            }
            // A server has many clients.
            return reason == PuntReason.TCP_STATE && frame.length >= l4 + 4
                    ? hash(i32(frame, l3 + 16), u16(frame, l4 + 2) >>> BLOCK_BITS)
                    : hash(i32(frame, l3 + 12), -1);
        }
        return hash(device.hashCode(), port);
    }

    private static boolean isOfPort(PuntReason reason) {
        switch (reason) {
            case NEIGHBOR:
            case NEIGHBOR_REFUSED:
            case ROUTER_SOLICITATION:
            case SOURCE_UNBOUND:
            case LINK_DISCOVERY:
            case LOCAL:
                return true;
            default:
                return false;
        }
    }

    private int hash(long a, long b) {
        return (int) Hash.mix(Hash.mix(a ^ seed) + b);
    }
}
