// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Intent.Origin;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.pipeline.P4.Actions;
import org.isthmus.pipeline.P4.Tables;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** What a switch does besides routing and translating. */
final class SwitchTables {
    private SwitchTables() {}

    private static final TableDescriptor<Intent.Station> STATION =
            new TableDescriptor<>(Intent.Station.class, Tables.Station.ID, Actions.Admit.ID) {
                final Value<MacAddress> mac = exact(Tables.Station.DST_ADDR, Codec.MAC, i -> i.mac);

                @Override
                Intent.Station read(TableEntry e) {
                    return new Intent.Station(mac.of(e));
                }
            };

    private static final TableDescriptor<Intent.Served4> SERVED4 =
            new TableDescriptor<>(Intent.Served4.class, Tables.Served4.ID, Actions.ArpReply.ID) {
                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Served4.ADDR, i -> i.prefix);

                final Value<MacAddress> mac = param(Actions.ArpReply.MAC, Codec.MAC, i -> i.mac);

                @Override
                Intent.Served4 read(TableEntry e) {
                    return new Intent.Served4(prefix.of(e), mac.of(e));
                }
            };

    private static final TableDescriptor<Intent.Served6> SERVED6 =
            new TableDescriptor<>(Intent.Served6.class, Tables.Served6.ID, Actions.NdReply.ID) {
                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Served6.ADDR, i -> i.prefix);

                final Value<MacAddress> mac = param(Actions.NdReply.MAC, Codec.MAC, i -> i.mac);

                @Override
                Intent.Served6 read(TableEntry e) {
                    return new Intent.Served6(prefix.of(e), mac.of(e));
                }
            };

    private static final TableDescriptor<Intent.Local4> LOCAL4 =
            new TableDescriptor<>(Intent.Local4.class, Tables.Local4.ID, Actions.Local.ID) {
                final Value<Ipv4Address> address =
                        exact(Tables.Local4.DST_ADDR, Codec.IPV4, i -> i.address);

                @Override
                Intent.Local4 read(TableEntry e) {
                    return new Intent.Local4(address.of(e));
                }
            };

    private static final TableDescriptor<Intent.Local6> LOCAL6 =
            new TableDescriptor<>(Intent.Local6.class, Tables.Local6.ID, Actions.Local.ID) {
                final Value<Ipv6Address> address =
                        exact(Tables.Local6.DST_ADDR, Codec.IPV6, i -> i.address);

                @Override
                Intent.Local6 read(TableEntry e) {
                    return new Intent.Local6(address.of(e));
                }
            };

    private static final TableDescriptor<Intent.Edge> EDGE =
            new TableDescriptor<>(Intent.Edge.class, Tables.Edge.ID) {
                final Int port = exact(Tables.Edge.PORT, i -> i.port);
                final Int vlan = exact(Tables.Edge.VLAN_ID, i -> i.vlan);

                final Choice<Boolean> trusted =
                        choice(Intent.Edge::isTrusted)
                                .when(true, Actions.Trust.ID)
                                .when(false, Actions.Validate.ID);
                final Int neighbors = param(Actions.Validate.NEIGHBOR_GROUP, i -> i.neighborGroup);
                final Int packets = param(Actions.Validate.PACKET_GROUP, i -> i.packetGroup);

                @Override
                Intent.Edge read(TableEntry e) {
                    return trusted.of(e)
                            ? Intent.Edge.trusted(port.of(e), vlan.of(e))
                            : Intent.Edge.validated(
                                    port.of(e), vlan.of(e), neighbors.of(e), packets.of(e));
                }
            };

    private static final TableDescriptor<Intent.OthersClosed> OTHER_EDGES =
            new TableDescriptor<>(
                    Intent.OthersClosed.class, Tables.OtherEdges.ID, Actions.Unverified.ID) {
                {
                    setting(Tables.OtherEdges.SCOPE);
                }

                @Override
                Intent.OthersClosed read(TableEntry e) {
                    return new Intent.OthersClosed();
                }
            };

    private abstract static class Source<S extends Intent.Source> extends TableDescriptor<S> {
        final Choice<Origin> origin =
                choice((S i) -> i.origin)
                        .when(Origin.ON_LINK, Actions.OnLink.ID)
                        .when(Origin.LEARNED, Actions.Learned.ID)
                        .when(Origin.FULL, Actions.Full.ID)
                        .when(Origin.ROUTED, Actions.Routed.ID)
                        .when(Origin.ELSEWHERE, Actions.Unverified.ID);

        Source(Class<S> kind, Ids.Table table) {
            super(kind, table);
        }
    }

    private static final TableDescriptor<Intent.Source4> SOURCE4 =
            new Source<>(Intent.Source4.class, Tables.Source4.ID) {
                final Int group = exact(Tables.Source4.GROUP, i -> i.group);
                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Source4.ADDR, i -> i.prefix);

                @Override
                Intent.Source4 read(TableEntry e) {
                    return new Intent.Source4(group.of(e), prefix.of(e), origin.of(e));
                }
            };

    private static final TableDescriptor<Intent.Source6> SOURCE6 =
            new Source<>(Intent.Source6.class, Tables.Source6.ID) {
                final Int group = exact(Tables.Source6.GROUP, i -> i.group);
                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Source6.ADDR, i -> i.prefix);

                @Override
                Intent.Source6 read(TableEntry e) {
                    return new Intent.Source6(group.of(e), prefix.of(e), origin.of(e));
                }
            };

    private static final TableDescriptor<Intent.SourceBinding> SOURCE_BINDING =
            new TableDescriptor<>(Intent.SourceBinding.class, Tables.SourceBinding.ID) {
                final Int group = exact(Tables.SourceBinding.GROUP, i -> i.group);
                final Value<Ipv6Address> address =
                        exact(Tables.SourceBinding.ADDR, Codec.IPV6, i -> i.address);

                final Choice<Boolean> refused =
                        choice((Intent.SourceBinding i) -> i.isRefused)
                                .when(false, Actions.Bound.ID)
                                .when(true, Actions.Unverified.ID);

                @Override
                Intent.SourceBinding read(TableEntry e) {
                    return new Intent.SourceBinding(group.of(e), address.of(e), refused.of(e));
                }
            };

    private static final MeterDescriptor<Intent.PuntRate> PUNTS =
            new MeterDescriptor<>(
                    Intent.PuntRate.class,
                    P4.Meters.PUNTS,
                    i -> PacketIo.code(i.reason),
                    i -> i.packetsPerSecond,
                    i -> i.burst,
                    (index, rate, burst) ->
                            PacketIo.reason(index) == null
                                    ? null
                                    : new Intent.PuntRate(PacketIo.reason(index), rate, burst));

    private static final TableDescriptor<Intent.Subscriber> SUBSCRIBER =
            new TableDescriptor<>(
                    Intent.Subscriber.class, Tables.Subscriber.ID, Actions.SetSubscriber.ID) {
                {
                    setting(Tables.Subscriber.SCOPE);
                }

                final Value<Ipv6Address> mask =
                        param(
                                Actions.SetSubscriber.MASK,
                                Codec.IPV6,
                                i ->
                                        Ipv6Address.of(
                                                Ipv6Prefix.maskHigh(i.prefixLength),
                                                Ipv6Prefix.maskLow(i.prefixLength)));

                @Override
                Intent.Subscriber read(TableEntry e) {
                    Ipv6Address m = mask.of(e);
                    return new Intent.Subscriber(Long.bitCount(m.high()) + Long.bitCount(m.low()));
                }
            };

    private static final MeterDescriptor<Intent.PuntShare> SHARES =
            new MeterDescriptor<>(
                    Intent.PuntShare.class,
                    P4.Meters.SHARES,
                    i -> i.share,
                    i -> i.packetsPerSecond,
                    i -> i.burst,
                    Intent.PuntShare::new);

    static final List<Descriptor<?>> ALL =
            List.of(
                    STATION,
                    SERVED4,
                    SERVED6,
                    LOCAL4,
                    LOCAL6,
                    EDGE,
                    OTHER_EDGES,
                    SOURCE4,
                    SOURCE6,
                    SOURCE_BINDING,
                    SUBSCRIBER,
                    PUNTS,
                    SHARES);
}
