// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.i64;
import static org.isthmus.core.packet.Bytes.u48;

import java.util.List;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.spi.DataPlane;

/**
 * Sends the devices' own ICMP errors to the senders of packets, where one may be sent and at a
 * limited rate.
 *
 * <p>Not thread safe: on the core's thread.
 */
final class ErrorSender {
    private final Fabric fabric;
    private final Routers routers;
    private final DataPlane dataPlane;
    private final Ipv4Identification identification;
    private final Counters counters;
    private final Output output;
    private final ErrorLimits limits;
    private final AddressMap addresses;
    private final Transport4 peer4 = new Transport4();
    private long now;

    ErrorSender(
            Fabric fabric,
            Routers routers,
            AddressMap addresses,
            ErrorLimits limits,
            DataPlane dataPlane,
            Ipv4Identification identification,
            Counters counters,
            Output output) {
        this.fabric = fabric;
        this.routers = routers;
        this.addresses = addresses;
        this.limits = limits;
        this.dataPlane = dataPlane;
        this.identification = identification;
        this.counters = counters;
        this.output = output;
    }

    /**
     * Sets the time for the calls that follow.
     *
     * @param nowMillis of any clock that does not go back
     */
    void tick(long nowMillis) {
        now = nowMillis;
    }

    /**
     * Sends an error in the address family of a packet.
     *
     * @param port where the packet came in
     * @param t of the frame
     * @param rest4 the second word of the ICMP header
     * @param rest6 the same of ICMPv6
     */
    void send(
            DeviceId device,
            int port,
            FrameTuple t,
            byte[] frame,
            int type4,
            int code4,
            int rest4,
            int type6,
            int code6,
            int rest6) {
        if (!permitted(device, port, t, frame)) {
            return;
        }
        byte[] out = null;
        if (t.ipv6) {
            Ipv6Address source = routers.source6(device, port, t.vlan);
            if (source != null) {
                out = IcmpErrors.icmp6(frame, t, type6, code6, rest6, source.high(), source.low());
            }
        } else {
            Ipv4Address source = routers.source4(device, port, t.vlan);
            if (source != null) {
                out =
                        IcmpErrors.icmp4(
                                frame, t, type4, code4, rest4, source.bits(), identification);
            }
        }
        if (out == null) {
            counters.add(Counter.ERROR_NO_SOURCE);
        } else {
            answer(device, port, t, frame, out);
        }
    }

    /** Sent from the address probed, so that traceroute recognizes its destination. */
    void portUnreachable(DeviceId device, int port, FrameTuple t, byte[] frame) {
        if (permitted(device, port, t, frame)) {
            answer(
                    device,
                    port,
                    t,
                    frame,
                    t.ipv6
                            ? IcmpErrors.icmp6(
                                    frame, t, 1, 4, 0, t.destinationHigh, t.destinationLow)
                            : IcmpErrors.icmp4(frame, t, 3, 3, 0, t.destination4, identification));
        }
    }

    private boolean permitted(DeviceId device, int port, FrameTuple t, byte[] frame) {
        if (!IcmpErrors.allowed(frame, t)) {
            counters.add(Counter.ERROR_FORBIDDEN);
            return false;
        }
        // A VLAN that no interface has is the sender's choice.
        int vlan = fabric.interfaceAt(device, port, t.vlan) == null ? 0 : t.vlan;
        long place = (long) port << 12 | vlan;
        if (!t.ipv6) {
            return limits.take(device, place, 0, V4Mapped.low(t.source4), now);
        }
        // An IPv4 host, where it is translated already.
        if (addresses.peerToIpv4(t.sourceHigh, t.sourceLow, peer4)) {
            return limits.take(device, place, 0, V4Mapped.low(peer4.address), now);
        }
        int length =
                addresses.peerToIpv4(t.destinationHigh, t.destinationLow, peer4)
                        ? addresses.subscriberPrefixLength(peer4.instance)
                        : Limits.SUBSCRIBER_PREFIX_LENGTH.byDefault;
        return limits.take(
                device,
                place,
                t.sourceHigh & Ipv6Prefix.maskHigh(length),
                t.sourceLow & Ipv6Prefix.maskLow(length),
                now);
    }

    /** Sends an error back to where a packet came from. */
    private void answer(DeviceId device, int port, FrameTuple t, byte[] frame, byte[] out) {
        counters.add(Counter.ERRORS_SENT);
        if (t.ipv6
                && Ipv6Prefix.LINK_LOCAL.contains(
                        i64(out, Packets.L3 + 24), i64(out, Packets.L3 + 32))) {
            // A link-local address is not routed.
            Packets.macs(out, u48(frame, 6), fabric.device(device).mac.bits());
            dataPlane.send(device, port, Packets.tagged(out, t.vlan));
            return;
        }
        Ipv6Address to =
                t.ipv6 ? Ipv6Address.of(t.sourceHigh, t.sourceLow) : V4Mapped.of(t.source4);
        FabricConfig.Device by = fabric.device(device);
        List<DeviceId> translators = fabric.translators();
        if (by.translator || translators.isEmpty() || !fabric.served(to)) {
            output.submit(device, out);
        } else {
            // The packet was translated before it came here, and this device may have no route to
            // the prefix of an EAM. The answer enters a translator as if it came from here; one
            // without a session would not get it.
            DeviceId translator = translators.get(0);
            Packets.macs(out, fabric.device(translator).mac.bits(), by.mac.bits());
            dataPlane.submit(translator, out);
        }
    }
}
