// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.put16;
import static org.isthmus.core.packet.Bytes.u16;
import static org.isthmus.core.packet.Bytes.u8;

import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Checksum;
import org.isthmus.core.packet.FrameTuple;

/**
 * Lowers the MSS option of TCP segments with SYN that are to be translated, as the configuration of
 * their instance says. Not thread safe: on the core's thread.
 */
public final class MssClamp {
    private static final int SYN = 2;
    private static final int END = 0;
    private static final int NO_OPERATION = 1;
    private static final int MSS = 2;
    private static final int TCP_HEADER = 20;

    /** Of IP and TCP without options (RFC 6691 section 2). */
    private static final int HEADERS4 = 40;

    private static final int HEADERS6 = 60;

    private final Fabric fabric;
    private final Mappings mappings;
    private final Counters counters;
    private final FrameTuple t = new FrameTuple();
    private final Transport4 peer = new Transport4();
    private final Transport6 host = new Transport6();

    public MssClamp(Fabric fabric, Mappings mappings, Counters counters) {
        this.fabric = fabric;
        this.mappings = mappings;
        this.counters = counters;
    }

    /**
     * Changes a frame in place, as received by a device, if it has an MSS option that is larger.
     */
    public void clamp(DeviceId device, byte[] frame) {
        if (!mappings.clampsMss()
                || !t.parse(frame)
                || t.protocol != FrameTuple.TCP
                || (t.tcpFlags & SYN) == 0
                || t.fragment) {
            return;
        }
        int at = option(frame);
        if (at < 0) {
            return;
        }
        int most = most(device);
        if (u16(frame, at) > most) {
            counters.add(Counter.MSS_CLAMPED);
            // The words in which it stands, by which the checksum goes; it may begin in a half.
            int odd = at - t.l4Offset & 1;
            long before = Checksum.sum(frame, at - odd, at + 2 + odd);
            put16(frame, at, most);
            long after = Checksum.sum(frame, at - odd, at + 2 + odd);
            int checksum = t.l4Offset + 16;
            put16(frame, checksum, Checksum.update(u16(frame, checksum), before, after));
        }
    }

    /** Where the option's value stands; -1: there is none. */
    private int option(byte[] frame) {
        int end = Math.min(t.end, t.l4Offset + (u8(frame, t.l4Offset + 12) >>> 4) * 4);
        for (int at = t.l4Offset + TCP_HEADER; at < end; ) {
            int kind = u8(frame, at);
            int length = kind == NO_OPERATION ? 1 : at + 1 < end ? u8(frame, at + 1) : 0;
            if (kind == END || length < 1 || kind != NO_OPERATION && length < 2) {
                return -1;
            }
            if (kind == MSS) {
                return length == 4 && at + 4 <= end ? at + 2 : -1;
            }
            at += length;
        }
        return -1;
    }

    /** Bytes of payload; 65535: nothing is known, or nothing is to be done. */
    private int most(DeviceId device) {
        int instance;
        if (t.ipv6) {
            if (!mappings.peerToIpv4(t.destinationHigh, t.destinationLow, peer)) {
                return 65535;
            }
            instance = peer.instance;
        } else if (toHost(t.destination4)) {
            instance = host.instance;
        } else {
            return 65535;
        }
        int clamp = mappings.mssClamp(instance);
        if (clamp != Limits.MSS_AUTO) {
            return clamp == Limits.MSS_CLAMP.byDefault ? 65535 : clamp;
        }
        if (!t.ipv6) {
            return Math.min(payload4(device, t.source4), payload6(device, host.high, host.low));
        }
        int own = payload6(device, t.sourceHigh, t.sourceLow);
        // An IPv6 host that is reached as an IPv4 one is a hairpin's.
        return Math.min(
                own,
                toHost(peer.address)
                        ? payload6(device, host.high, host.low)
                        : payload4(device, peer.address));
    }

    private boolean toHost(int address4) {
        return mappings.eamToHost6(address4, host)
                || mappings.toIpv6(Protocol.TCP, address4, t.destinationPort, host);
    }

    private int payload4(DeviceId device, int address) {
        return fabric.paths().pathMtu(device, V4Mapped.of(address)) - HEADERS4;
    }

    private int payload6(DeviceId device, long high, long low) {
        return fabric.paths().pathMtu(device, Ipv6Address.of(high, low)) - HEADERS6;
    }
}
