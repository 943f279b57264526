// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import static org.isthmus.core.packet.Bytes.u48;
import static org.isthmus.core.packet.Bytes.u8;

import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;

/**
 * What neighbours say of themselves, by ARP (RFC 826, 5227) and neighbour discovery (RFC 4861), and
 * what they are answered.
 *
 * <p>Not thread safe: on the core's thread.
 */
final class NeighborMessages implements SourceBindings.Messages {
    private final Fabric fabric;
    private final SourceBindings sources;
    private final Neighbors neighbors;
    private final DataPlane dataPlane;
    private final Counters counters;

    NeighborMessages(
            Fabric fabric,
            SourceBindings sources,
            Neighbors neighbors,
            DataPlane dataPlane,
            Counters counters) {
        this.fabric = fabric;
        this.sources = sources;
        this.neighbors = neighbors;
        this.dataPlane = dataPlane;
        this.counters = counters;
    }

    @Override
    public void ask(FabricConfig.Interface on, Ipv6Address address) {
        neighbors.solicit(on, 0, address);
    }

    @Override
    public void defend(FabricConfig.Interface on, Ipv6Address address, long mac) {
        MacAddress own = fabric.device(on.port.device).mac;
        send(
                on,
                V4Mapped.isIpv4(address)
                        ? NeighborPackets.arp(2, own.bits(), V4Mapped.toIpv4(address), mac, 0)
                        : NeighborPackets.advertisement(
                                own.bits(),
                                V4Mapped.linkLocal(own),
                                0x3333_0000_0001L,
                                0xff02L << 48,
                                1,
                                address));
    }

    /**
     * Takes ARP or neighbour discovery.
     *
     * @param ip whether the frame is IP, and so {@code t} of it
     */
    void received(DeviceId device, int port, boolean ip, FrameTuple t, byte[] frame) {
        FabricConfig.Interface on = fabric.interfaceAt(device, port, t.vlan);
        if (on == null) {
            counters.add(Counter.NEIGHBORS_REFUSED);
        } else if (t.etherType == FrameTuple.ETHER_ARP
                && NeighborPackets.isArp(frame, t.l3Offset)) {
            arp(on, t, frame);
        } else if (ip && NeighborPackets.isDiscovery(frame, t)) {
            discovery(on, t, frame);
        } else {
            counters.add(Counter.MALFORMED);
        }
    }

    /**
     * A copy of what the pipeline dropped, since its address may not be there. Nothing is learned
     * from it; the address may be one of ours.
     *
     * @param nowMillis of the slow path's clock
     */
    void refused(
            DeviceId device, int port, boolean ip, FrameTuple t, byte[] frame, long nowMillis) {
        counters.add(Counter.NEIGHBORS_REFUSED);
        FabricConfig.Interface on = fabric.interfaceAt(device, port, t.vlan);
        Ipv6Address address;
        long mac;
        if (t.etherType == FrameTuple.ETHER_ARP && NeighborPackets.isArp(frame, t.l3Offset)) {
            address = V4Mapped.of(NeighborPackets.arpSender(frame, t.l3Offset));
            mac = NeighborPackets.arpSenderMac(frame, t.l3Offset);
        } else if (ip && NeighborPackets.isDiscovery(frame, t)) {
            boolean advertised = t.icmpType == NeighborPackets.NEIGHBOR_ADVERTISEMENT;
            address =
                    advertised
                            ? NeighborPackets.target(frame, t)
                            : Ipv6Address.of(t.sourceHigh, t.sourceLow);
            mac = NeighborPackets.linkLayerOption(frame, t, advertised ? 2 : 1);
        } else {
            return;
        }
        if (on != null && address != null) {
            // Without an option, the claim is that the frame came from there.
            MacAddress claimed = MacAddress.of(mac == 0 ? u48(frame, 6) : mac);
            fabric.conflicts().heard(on, address, claimed, nowMillis);
            sources.claimedAgain(on, address, claimed.bits());
        }
    }

    private void arp(FabricConfig.Interface on, FrameTuple t, byte[] frame) {
        int at = t.l3Offset;
        int sender = NeighborPackets.arpSender(frame, at);
        int target = NeighborPackets.arpTarget(frame, at);
        long mac = NeighborPackets.arpSenderMac(frame, at);
        if (sender == 0) {
            // An ARP probe (RFC 5227): its sender does not have the address yet.
            if (NeighborPackets.isArpRequest(frame, at)) {
                sources.probed(on, V4Mapped.of(target), mac);
            }
            return;
        }
        if (!sources.claimed(on, V4Mapped.of(sender), mac)) {
            counters.add(Counter.NEIGHBORS_REFUSED);
            return;
        }
        neighbors.heard(on, V4Mapped.of(sender), mac, true);
        if (NeighborPackets.isArpRequest(frame, at)
                && sender != target
                && neighbors.proxied(on, V4Mapped.of(target))) {
            long own = fabric.device(on.port.device).mac.bits();
            send(on, NeighborPackets.arp(2, own, target, mac, sender));
        }
    }

    private void discovery(FabricConfig.Interface on, FrameTuple t, byte[] frame) {
        Ipv6Address target = NeighborPackets.target(frame, t);
        if (target == null) {
            counters.add(Counter.MALFORMED);
            return;
        }
        if (t.icmpType == NeighborPackets.NEIGHBOR_ADVERTISEMENT) {
            long mac = NeighborPackets.linkLayerOption(frame, t, 2);
            Fabric.Neighbor known = fabric.neighbors().get(target);
            if (mac == 0 && known != null) {
                mac = known.mac.bits();
            }
            if (!sources.claimed(on, target, mac)) {
                counters.add(Counter.NEIGHBORS_REFUSED);
                return;
            }
            neighbors.heard(on, target, mac, (u8(frame, t.l4Offset + 4) & 0x20) != 0);
        } else if (t.icmpType == NeighborPackets.NEIGHBOR_SOLICITATION
                && (t.sourceHigh | t.sourceLow) == 0) {
            sources.probed(on, target, u48(frame, 6));
        } else if (t.icmpType == NeighborPackets.NEIGHBOR_SOLICITATION) {
            long mac = NeighborPackets.linkLayerOption(frame, t, 1);
            Ipv6Address source = Ipv6Address.of(t.sourceHigh, t.sourceLow);
            if (!sources.claimed(on, source, u48(frame, 6))) {
                counters.add(Counter.NEIGHBORS_REFUSED);
                return;
            }
            if (mac != 0 && !Ipv6Prefix.LINK_LOCAL.contains(source)) {
                neighbors.heard(on, source, mac, true);
            }
            if (neighbors.proxied(on, target)) {
                FabricConfig.Device d = fabric.device(on.port.device);
                Ipv6Address own = V4Mapped.linkLocal(d.mac);
                long to = u48(frame, 6);
                send(
                        on,
                        NeighborPackets.advertisement(
                                d.mac.bits(), own, to, t.sourceHigh, t.sourceLow, target));
            }
        }
    }

    private void send(FabricConfig.Interface on, byte[] frame) {
        dataPlane.send(on.port.device, on.port.port, Packets.tagged(frame, on.vlan));
    }
}
