// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.pipeline.PacketIo;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.node.v1.IntentProto;
import org.isthmus.proto.node.v1.IntentProto.HostFamily;
import org.isthmus.proto.node.v1.IntentProto.Intent.IntentCase;

/** The core's intents as those of {@code isthmus.node.v1}, and back. */
final class IntentCodec {
    private static final Map<Class<?>, BiConsumer<IntentProto.Intent.Builder, Intent>> WRITERS =
            new HashMap<>();
    private static final Map<IntentCase, Function<IntentProto.Intent, Intent>> READERS =
            new EnumMap<>(IntentCase.class);

    /** Numbers of punt reasons, by ordinal. */
    private static final int[] REASONS = new int[PuntReason.values().length];

    static {
        for (PuntReason reason : PuntReason.values()) {
            REASONS[reason.ordinal()] = PacketIo.code(reason);
        }
        kind(
                IntentCase.OUTBOUND_BINDING,
                Intent.Outbound.class,
                (to, i) -> to.setOutboundBinding(outbound(i)),
                m -> outbound(m.getOutboundBinding()));
        kind(
                IntentCase.INBOUND_BINDING,
                Intent.Inbound.class,
                (to, i) ->
                        to.getInboundBindingBuilder()
                                .setProtocol(NetCodec.protocol(i.protocol))
                                .setAddress4(i.address4)
                                .setPort4(i.port4)
                                .setAddress6High(i.address6High)
                                .setAddress6Low(i.address6Low)
                                .setPort6(i.port6),
                m -> inbound(Wire.known(m.getInboundBinding())));
        kind(
                IntentCase.ROUTER_MAC,
                Intent.Station.class,
                (to, i) -> to.getRouterMacBuilder().setMac(i.mac.bits()),
                m -> new Intent.Station(MacAddress.of(Wire.known(m.getRouterMac()).getMac())));
        kind(
                IntentCase.PROXY_ARP,
                Intent.Served4.class,
                (to, i) ->
                        to.getProxyArpBuilder()
                                .setPrefix(NetCodec.prefix(i.prefix))
                                .setMac(i.mac.bits()),
                m -> proxyArp(Wire.known(m.getProxyArp())));
        kind(
                IntentCase.PROXY_ND,
                Intent.Served6.class,
                (to, i) ->
                        to.getProxyNdBuilder()
                                .setPrefix(NetCodec.prefix(i.prefix))
                                .setMac(i.mac.bits()),
                m -> proxyNd(Wire.known(m.getProxyNd())));
        kind(
                IntentCase.LOCAL_ADDRESS4,
                Intent.Local4.class,
                (to, i) -> to.getLocalAddress4Builder().setAddress(i.address.bits()),
                m -> local(Wire.known(m.getLocalAddress4())));
        kind(
                IntentCase.LOCAL_ADDRESS6,
                Intent.Local6.class,
                (to, i) ->
                        to.getLocalAddress6Builder()
                                .setAddressHigh(i.address.high())
                                .setAddressLow(i.address.low()),
                m -> local(Wire.known(m.getLocalAddress6())));
        kind(
                IntentCase.NAT64_PREFIX,
                Intent.NatPrefix.class,
                (to, i) ->
                        to.getNat64PrefixBuilder()
                                .setPrefix(NetCodec.prefix(i.prefix))
                                .setInstance(i.instance),
                m -> nat64Prefix(Wire.known(m.getNat64Prefix())));
        kind(
                IntentCase.DENIED_DESTINATION,
                Intent.Denied.class,
                (to, i) ->
                        to.getDeniedDestinationBuilder()
                                .setInstance(i.instance)
                                .setPrefix(NetCodec.prefix(i.prefix)),
                m -> denied(Wire.known(m.getDeniedDestination())));
        kind(
                IntentCase.POOL_PREFIX,
                Intent.Pool4.class,
                (to, i) ->
                        to.getPoolPrefixBuilder()
                                .setPrefix(NetCodec.prefix(i.prefix))
                                .setInstance(i.instance),
                m -> pool(Wire.known(m.getPoolPrefix())));
        kind(
                IntentCase.EAM_ENTRY,
                Intent.Eam.class,
                (to, i) ->
                        to.getEamEntryBuilder()
                                .setPrefix4(NetCodec.prefix(i.prefix4))
                                .setPrefix6(NetCodec.prefix(i.prefix6))
                                .setInstance(i.instance)
                                .setHost(host(i.host)),
                m -> eam(Wire.known(m.getEamEntry())));
        kind(
                IntentCase.ROUTE4,
                Intent.Route4.class,
                (to, i) ->
                        to.getRoute4Builder()
                                .setPrefix(NetCodec.prefix(i.prefix))
                                .setTarget(target(i.via, i.next)),
                m -> route(Wire.known(m.getRoute4())));
        kind(
                IntentCase.ROUTE6,
                Intent.Route6.class,
                (to, i) ->
                        to.getRoute6Builder()
                                .setPrefix(NetCodec.prefix(i.prefix))
                                .setTarget(target(i.via, i.next)),
                m -> route(Wire.known(m.getRoute6())));
        kind(
                IntentCase.NEXT_HOP_GROUP,
                Intent.Next.class,
                (to, i) ->
                        to.getNextHopGroupBuilder()
                                .setId(i.id)
                                .addAllHops(Wire.list(i.hops, IntentCodec::hop)),
                m -> nextHops(Wire.known(m.getNextHopGroup())));
        kind(
                IntentCase.TRANSLATION_OPTIONS,
                Intent.Options.class,
                (to, i) ->
                        to.getTranslationOptionsBuilder()
                                .setTos(i.tos)
                                .setComputeZeroUdpChecksum(i.computeZeroUdpChecksum)
                                .setLowestIpv6Mtu(i.lowestIpv6Mtu),
                m -> options(Wire.known(m.getTranslationOptions())));
        kind(
                IntentCase.PUNT_RATE,
                Intent.PuntRate.class,
                (to, i) ->
                        to.getPuntRateBuilder()
                                .setReason(reason(i.reason))
                                .setPacketsPerSecond(i.packetsPerSecond)
                                .setBurst(i.burst),
                m -> puntRate(Wire.known(m.getPuntRate())));
    }

    private IntentCodec() {}

    private static <I extends Intent> void kind(
            IntentCase kind,
            Class<I> of,
            BiConsumer<IntentProto.Intent.Builder, I> writer,
            Function<IntentProto.Intent, I> reader) {
        WRITERS.put(of, (to, intent) -> writer.accept(to, of.cast(intent)));
        READERS.put(kind, reader::apply);
    }

    static IntentProto.Intent encode(Intent intent) {
        BiConsumer<IntentProto.Intent.Builder, Intent> writer = WRITERS.get(intent.getClass());
        if (writer == null) {
            throw new IllegalArgumentException("no message of " + intent.getClass().getName());
        }
        IntentProto.Intent.Builder to = IntentProto.Intent.newBuilder();
        writer.accept(to, intent);
        return to.build();
    }

    static Intent decode(IntentProto.Intent message) {
        Function<IntentProto.Intent, Intent> reader = READERS.get(message.getIntentCase());
        if (reader == null) {
            throw Wire.nothing(message);
        }
        return reader.apply(Wire.known(message));
    }

    static IntentProto.OutboundBinding outbound(Intent.Outbound i) {
        return IntentProto.OutboundBinding.newBuilder()
                .setInstance(i.instance)
                .setProtocol(NetCodec.protocol(i.protocol))
                .setAddress6High(i.address6High)
                .setAddress6Low(i.address6Low)
                .setPort6(i.port6)
                .setAddress4(i.address4)
                .setPort4(i.port4)
                .build();
    }

    static Intent.Outbound outbound(IntentProto.OutboundBinding m) {
        Wire.known(m);
        return new Intent.Outbound(
                m.getInstance(),
                NetCodec.protocol(m.getProtocol()),
                m.getAddress6High(),
                m.getAddress6Low(),
                m.getPort6(),
                m.getAddress4(),
                m.getPort4());
    }

    private static Intent.Inbound inbound(IntentProto.InboundBinding m) {
        return new Intent.Inbound(
                NetCodec.protocol(m.getProtocol()),
                m.getAddress4(),
                m.getPort4(),
                m.getAddress6High(),
                m.getAddress6Low(),
                m.getPort6());
    }

    private static Intent.Served4 proxyArp(IntentProto.ProxyArp m) {
        return new Intent.Served4(Wire.prefix(m.getPrefix()), MacAddress.of(m.getMac()));
    }

    private static Intent.Served6 proxyNd(IntentProto.ProxyNd m) {
        return new Intent.Served6(Wire.prefix(m.getPrefix()), MacAddress.of(m.getMac()));
    }

    private static Intent.Local4 local(IntentProto.LocalAddress4 m) {
        return new Intent.Local4(Ipv4Address.of(m.getAddress()));
    }

    private static Intent.Local6 local(IntentProto.LocalAddress6 m) {
        return new Intent.Local6(Ipv6Address.of(m.getAddressHigh(), m.getAddressLow()));
    }

    private static Intent.NatPrefix nat64Prefix(IntentProto.Nat64Prefix m) {
        return new Intent.NatPrefix(Wire.prefix(m.getPrefix()), m.getInstance());
    }

    private static Intent.Denied denied(IntentProto.DeniedDestination m) {
        return new Intent.Denied(m.getInstance(), Wire.prefix(m.getPrefix()));
    }

    private static Intent.Pool4 pool(IntentProto.PoolPrefix m) {
        return new Intent.Pool4(Wire.prefix(m.getPrefix()), m.getInstance());
    }

    private static Intent.Eam eam(IntentProto.EamEntry m) {
        return new Intent.Eam(
                Wire.prefix(m.getPrefix4()),
                Wire.prefix(m.getPrefix6()),
                m.getInstance(),
                host(m.getHost()));
    }

    static HostFamily host(Eam.Host host) {
        return host == Eam.Host.IPV6 ? HostFamily.HOST_FAMILY_IPV6 : HostFamily.HOST_FAMILY_IPV4;
    }

    static Eam.Host host(HostFamily host) {
        switch (host) {
            case HOST_FAMILY_IPV6:
                return Eam.Host.IPV6;
            case HOST_FAMILY_IPV4:
                return Eam.Host.IPV4;
            default:
                throw new IllegalArgumentException("hosts of an unknown family");
        }
    }

    private static IntentProto.RouteTarget target(Intent.Via via, int next) {
        IntentProto.RouteTarget.Builder to = IntentProto.RouteTarget.newBuilder();
        switch (via) {
            case NEXT:
                return to.setNextHopGroup(next).build();
            case CONNECTED:
                return to.setConnected(Wire.NOTHING).build();
            case BLACKHOLE:
                return to.setBlackhole(Wire.NOTHING).build();
            default:
                throw new IllegalArgumentException("no message of a route via " + via);
        }
    }

    private static Intent.Via via(IntentProto.RouteTarget m) {
        Wire.known(m);
        switch (m.getTargetCase()) {
            case NEXT_HOP_GROUP:
                return Intent.Via.NEXT;
            case CONNECTED:
                Wire.known(m.getConnected());
                return Intent.Via.CONNECTED;
            case BLACKHOLE:
                Wire.known(m.getBlackhole());
                return Intent.Via.BLACKHOLE;
            default:
                throw Wire.nothing(m);
        }
    }

    private static Intent.Route4 route(IntentProto.Route4 m) {
        IntentProto.RouteTarget target = m.getTarget();
        return new Intent.Route4(Wire.prefix(m.getPrefix()), via(target), target.getNextHopGroup());
    }

    private static Intent.Route6 route(IntentProto.Route6 m) {
        IntentProto.RouteTarget target = m.getTarget();
        return new Intent.Route6(Wire.prefix(m.getPrefix()), via(target), target.getNextHopGroup());
    }

    private static Intent.Next nextHops(IntentProto.NextHopGroup m) {
        return new Intent.Next(m.getId(), Wire.list(m.getHopsList(), IntentCodec::hop));
    }

    private static IntentProto.NextHop hop(Intent.Hop hop) {
        return IntentProto.NextHop.newBuilder()
                .setPort(hop.port)
                .setSourceMac(hop.source.bits())
                .setDestinationMac(hop.destination.bits())
                .setVlan(hop.vlan)
                .setMtu(hop.mtu)
                .build();
    }

    private static Intent.Hop hop(IntentProto.NextHop m) {
        Wire.known(m);
        return new Intent.Hop(
                m.getPort(),
                MacAddress.of(m.getSourceMac()),
                MacAddress.of(m.getDestinationMac()),
                m.getVlan(),
                m.getMtu());
    }

    private static Intent.Options options(IntentProto.TranslationOptions m) {
        return new Intent.Options(m.getTos(), m.getComputeZeroUdpChecksum(), m.getLowestIpv6Mtu());
    }

    private static Intent.PuntRate puntRate(IntentProto.PuntRate m) {
        return new Intent.PuntRate(reason(m.getReason()), m.getPacketsPerSecond(), m.getBurst());
    }

    static int reason(PuntReason reason) {
        return REASONS[reason.ordinal()];
    }

    static PuntReason reason(int number) {
        PuntReason reason = PacketIo.reason(number);
        if (reason == null) {
            throw new IllegalArgumentException("unknown punt reason " + number);
        }
        return reason;
    }
}
