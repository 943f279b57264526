// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put8;
import static org.isthmus.core.packet.Bytes.u16;

import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * What is sent to a switch itself. The pipeline answers echo to its addresses; it does not to an
 * IPv4 address of its own that IPv6 reaches through a NAT64 prefix, since it would have to
 * translate its answer.
 *
 * <p>Not thread safe: on the core's thread.
 */
final class OwnAddresses {
    private static final int ECHO_REPLY = 129;

    /** 64 on the wire: the pipeline takes one off when it routes the answer. */
    private static final int HOP_LIMIT = 65;

    private final Fabric fabric;
    private final ErrorSender errors;
    private final Counters counters;
    private final Output output;

    OwnAddresses(Fabric fabric, ErrorSender errors, Counters counters, Output output) {
        this.fabric = fabric;
        this.errors = errors;
        this.counters = counters;
        this.output = output;
    }

    /** Takes a packet that was sent to an address of a device as it is. */
    void received(DeviceId device, int port, FrameTuple t, byte[] frame) {
        Ipv6Address to =
                t.ipv6
                        ? Ipv6Address.of(t.destinationHigh, t.destinationLow)
                        : V4Mapped.of(t.destination4);
        if (fabric.isOwn(device, to)) {
            refuse(device, port, t, frame);
        } else {
            counters.add(Counter.LOCAL_IGNORED);
        }
    }

    /**
     * Takes a packet if its translation would go to an address of the device. It is answered from
     * the address that it was sent to.
     *
     * @param to of the translation, V4-mapped
     * @return false: it would not
     */
    boolean translated(DeviceId device, int port, FrameTuple t, byte[] frame, Ipv6Address to) {
        if (!t.ipv6 || !V4Mapped.isIpv4(to) || !fabric.isOwn(device, to)) {
            return false;
        }
        if (t.protocol == FrameTuple.ICMP6
                && t.icmpType == FrameTuple.ICMP6_ECHO_REQUEST
                && !t.fragment) {
            output.submit(device, echoReply(t, frame));
        } else {
            refuse(device, port, t, frame);
        }
        return true;
    }

    private void refuse(DeviceId device, int port, FrameTuple t, byte[] frame) {
        if (t.protocol == FrameTuple.UDP && t.ports) {
            errors.portUnreachable(device, port, t, frame);
        } else {
            counters.add(Counter.LOCAL_IGNORED);
        }
    }

    /** The answer to an echo request over IPv6. */
    static byte[] echoReply(FrameTuple t, byte[] frame) {
        int icmp = Packets.L3 + 40;
        int length = t.end - t.l4Offset;
        byte[] out = new byte[icmp + length];
        System.arraycopy(frame, t.l4Offset, out, icmp, length);
        put8(out, icmp, ECHO_REPLY);
        // Addresses that change places change no sum.
        int sum =
                Checksum.update(
                        u16(out, icmp + 2), FrameTuple.ICMP6_ECHO_REQUEST << 8, ECHO_REPLY << 8);
        Bytes.put16(out, icmp + 2, sum);
        Packets.ipv6(
                out,
                t.trafficClass,
                FrameTuple.ICMP6,
                HOP_LIMIT,
                t.destinationHigh,
                t.destinationLow,
                t.sourceHigh,
                t.sourceLow);
        return out;
    }
}
