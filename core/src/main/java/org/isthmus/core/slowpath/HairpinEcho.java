// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.u16;

import org.isthmus.core.count.Counters;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;

/**
 * Echo from an IPv6 host without an EAM to a pool address (RFC 6146 section 3.8): the identifier
 * that the host's binding gives may be that of a binding of the pool address. If it is, the message
 * goes to who has that; if not, a request is answered, as the pipeline answers those from IPv4.
 *
 * <p>Not thread safe: on the core's thread.
 */
final class HairpinEcho {
    private final AddressMap addresses;
    private final Counters counters;
    private final Output output;
    private final Transport4 pool4 = new Transport4();
    private final Transport4 host4 = new Transport4();
    private final Transport6 host6 = new Transport6();
    private final Transport6 source6 = new Transport6();

    HairpinEcho(AddressMap addresses, Counters counters, Output output) {
        this.addresses = addresses;
        this.counters = counters;
        this.output = output;
    }

    void take(DeviceId device, FrameTuple t, byte[] frame) {
        if (!t.ipv6
                || t.protocol != FrameTuple.ICMP6
                || !t.ports
                || !addresses.peerToIpv4(t.destinationHigh, t.destinationLow, pool4)) {
            counters.add(Counter.MALFORMED);
        } else if (addresses.hostToIpv4(
                        pool4.instance,
                        FrameTuple.ICMP6,
                        t.sourceHigh,
                        t.sourceLow,
                        t.sourcePort,
                        true,
                        host4)
                && addresses.legal(
                        t.destinationHigh,
                        t.destinationLow,
                        pool4.instance,
                        pool4.address,
                        FrameTuple.ICMP,
                        DeniedService.NO_PORT,
                        false)
                && addresses.hostToIpv6(FrameTuple.ICMP, pool4.address, host4.port, true, host6)) {
            if (addresses.admits(
                    FrameTuple.ICMP, pool4.address, host4.port, host4.address, host4.port)) {
                output.submit(device, translated(t, frame));
                counters.add(Counter.ECHOES_HAIRPINNED);
            } else {
                counters.add(Counter.ECHOES_FILTERED);
            }
        } else if (t.icmpType == FrameTuple.ICMP6_ECHO_REQUEST) {
            output.submit(device, OwnAddresses.echoReply(t, frame));
        } else {
            counters.add(Counter.ECHOES_UNBOUND);
        }
    }

    /** The pipeline takes one off the hop limit when it routes it. */
    private byte[] translated(FrameTuple t, byte[] frame) {
        addresses.peerToIpv6(host4.address, host6.instance, source6);
        int icmp = Packets.L3 + 40;
        int length = t.end - t.l4Offset;
        byte[] out = new byte[icmp + length];
        System.arraycopy(frame, t.l4Offset, out, icmp, length);
        put16(out, icmp + 4, host6.port);
        long before = sum(t.sourceHigh, t.sourceLow, t.destinationHigh, t.destinationLow);
        long after = sum(source6.high, source6.low, host6.high, host6.low);
        put16(
                out,
                icmp + 2,
                Checksum.update(u16(out, icmp + 2), before + t.sourcePort, after + host6.port));
        Packets.ipv6(
                out,
                addresses.trafficClassTo6(addresses.tosTo4(t.trafficClass)),
                FrameTuple.ICMP6,
                t.hopLimit,
                source6.high,
                source6.low,
                host6.high,
                host6.low);
        return out;
    }

    private static long sum(long high, long low, long high2, long low2) {
        return Checksum.sum(high) + Checksum.sum(low) + Checksum.sum(high2) + Checksum.sum(low2);
    }
}
