// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SourceIntent.Origin;
import org.isthmus.core.model.SwitchIntent;
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

    private static final TableDescriptor<SwitchIntent.Station> STATION =
            new TableDescriptor<>(SwitchIntent.Station.class, Tables.Station.ID, Actions.Admit.ID) {
                final Value<MacAddress> mac = exact(Tables.Station.DST_ADDR, Codec.MAC, i -> i.mac);

                @Override
                SwitchIntent.Station read(TableEntry e) {
                    return new SwitchIntent.Station(mac.of(e));
                }
            };

    private static final TableDescriptor<SwitchIntent.Served4> SERVED4 =
            new TableDescriptor<>(
                    SwitchIntent.Served4.class, Tables.Served4.ID, Actions.ArpReply.ID) {
                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Served4.ADDR, i -> i.prefix);

                final Value<MacAddress> mac = param(Actions.ArpReply.MAC, Codec.MAC, i -> i.mac);

                @Override
                SwitchIntent.Served4 read(TableEntry e) {
                    return new SwitchIntent.Served4(prefix.of(e), mac.of(e));
                }
            };

    private static final TableDescriptor<SwitchIntent.Served6> SERVED6 =
            new TableDescriptor<>(
                    SwitchIntent.Served6.class, Tables.Served6.ID, Actions.NdReply.ID) {
                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Served6.ADDR, i -> i.prefix);

                final Value<MacAddress> mac = param(Actions.NdReply.MAC, Codec.MAC, i -> i.mac);

                @Override
                SwitchIntent.Served6 read(TableEntry e) {
                    return new SwitchIntent.Served6(prefix.of(e), mac.of(e));
                }
            };

    private static final TableDescriptor<SwitchIntent.Local4> LOCAL4 =
            new TableDescriptor<>(SwitchIntent.Local4.class, Tables.Local4.ID, Actions.Local.ID) {
                final Value<Ipv4Address> address =
                        exact(Tables.Local4.DST_ADDR, Codec.IPV4, i -> i.address);

                @Override
                SwitchIntent.Local4 read(TableEntry e) {
                    return new SwitchIntent.Local4(address.of(e));
                }
            };

    private static final TableDescriptor<SwitchIntent.Local6> LOCAL6 =
            new TableDescriptor<>(SwitchIntent.Local6.class, Tables.Local6.ID, Actions.Local.ID) {
                final Value<Ipv6Address> address =
                        exact(Tables.Local6.DST_ADDR, Codec.IPV6, i -> i.address);

                @Override
                SwitchIntent.Local6 read(TableEntry e) {
                    return new SwitchIntent.Local6(address.of(e));
                }
            };

    private static final TableDescriptor<SourceIntent.Edge> EDGE =
            new TableDescriptor<>(SourceIntent.Edge.class, Tables.Edge.ID) {
                final Int port = exact(Tables.Edge.PORT, i -> i.port);
                final Int vlan = exact(Tables.Edge.VLAN_ID, i -> i.vlan);

                final Choice<Boolean> trusted =
                        choice(SourceIntent.Edge::isTrusted)
                                .when(true, Actions.Trust.ID)
                                .when(false, Actions.Validate.ID);
                final Int neighbors = param(Actions.Validate.NEIGHBOR_GROUP, i -> i.neighborGroup);
                final Int packets = param(Actions.Validate.PACKET_GROUP, i -> i.packetGroup);

                @Override
                SourceIntent.Edge read(TableEntry e) {
                    return trusted.of(e)
                            ? SourceIntent.Edge.trusted(port.of(e), vlan.of(e))
                            : SourceIntent.Edge.validated(
                                    port.of(e), vlan.of(e), neighbors.of(e), packets.of(e));
                }
            };

    private static final TableDescriptor<SourceIntent.OthersClosed> OTHER_EDGES =
            new TableDescriptor<>(
                    SourceIntent.OthersClosed.class, Tables.OtherEdges.ID, Actions.Unverified.ID) {
                {
                    setting(Tables.OtherEdges.SCOPE);
                }

                @Override
                SourceIntent.OthersClosed read(TableEntry e) {
                    return new SourceIntent.OthersClosed();
                }
            };

    private abstract static class Source<S extends SourceIntent.Source> extends TableDescriptor<S> {
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

    private static final TableDescriptor<SourceIntent.Source4> SOURCE4 =
            new Source<>(SourceIntent.Source4.class, Tables.Source4.ID) {
                final Int group = exact(Tables.Source4.GROUP, i -> i.group);
                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Source4.ADDR, i -> i.prefix);

                @Override
                SourceIntent.Source4 read(TableEntry e) {
                    return new SourceIntent.Source4(group.of(e), prefix.of(e), origin.of(e));
                }
            };

    private static final TableDescriptor<SourceIntent.Source6> SOURCE6 =
            new Source<>(SourceIntent.Source6.class, Tables.Source6.ID) {
                final Int group = exact(Tables.Source6.GROUP, i -> i.group);
                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Source6.ADDR, i -> i.prefix);

                @Override
                SourceIntent.Source6 read(TableEntry e) {
                    return new SourceIntent.Source6(group.of(e), prefix.of(e), origin.of(e));
                }
            };

    private static final TableDescriptor<SourceIntent.SourceBinding> SOURCE_BINDING =
            new TableDescriptor<>(SourceIntent.SourceBinding.class, Tables.SourceBinding.ID) {
                final Int group = exact(Tables.SourceBinding.GROUP, i -> i.group);
                final Value<Ipv6Address> address =
                        exact(Tables.SourceBinding.ADDR, Codec.IPV6, i -> i.address);

                final Choice<Boolean> refused =
                        choice((SourceIntent.SourceBinding i) -> i.isRefused)
                                .when(false, Actions.Bound.ID)
                                .when(true, Actions.Unverified.ID);

                @Override
                SourceIntent.SourceBinding read(TableEntry e) {
                    return new SourceIntent.SourceBinding(
                            group.of(e), address.of(e), refused.of(e));
                }
            };

    private static final MeterDescriptor<SwitchIntent.PuntRate> PUNTS =
            new MeterDescriptor<>(
                    SwitchIntent.PuntRate.class,
                    P4.Meters.PUNTS,
                    i -> PacketIo.code(i.reason),
                    i -> i.packetsPerSecond,
                    i -> i.burst,
                    (index, rate, burst) ->
                            PacketIo.reason(index) == null
                                    ? null
                                    : new SwitchIntent.PuntRate(
                                            PacketIo.reason(index), rate, burst));

    private static final TableDescriptor<SwitchIntent.Subscriber> SUBSCRIBER =
            new TableDescriptor<>(
                    SwitchIntent.Subscriber.class, Tables.Subscriber.ID, Actions.SetSubscriber.ID) {
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
                SwitchIntent.Subscriber read(TableEntry e) {
                    Ipv6Address m = mask.of(e);
                    return new SwitchIntent.Subscriber(
                            Long.bitCount(m.high()) + Long.bitCount(m.low()));
                }
            };

    private static final MeterDescriptor<SwitchIntent.PuntShare> SHARES =
            new MeterDescriptor<>(
                    SwitchIntent.PuntShare.class,
                    P4.Meters.SHARES,
                    i -> i.share,
                    i -> i.packetsPerSecond,
                    i -> i.burst,
                    SwitchIntent.PuntShare::new);

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
