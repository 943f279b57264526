// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.RoutingIntent.Hop;
import org.isthmus.core.model.RoutingIntent.Via;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.pipeline.P4.Actions;
import org.isthmus.pipeline.P4.Tables;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** Where packets go. */
final class RoutingTables {
    private RoutingTables() {}

    private abstract static class Route<R extends RoutingIntent.Route> extends TableDescriptor<R> {
        final Choice<Via> via =
                choice((R i) -> i.via)
                        .when(Via.NEXT, Actions.SetNext.ID)
                        .when(Via.CONNECTED, Actions.Connected.ID)
                        .when(Via.BLACKHOLE, Actions.Blackhole.ID);
        final Int next = param(Actions.SetNext.NEXT_ID, i -> i.next);

        Route(Class<R> kind, Ids.Table table) {
            super(kind, table);
        }
    }

    private static final TableDescriptor<RoutingIntent.Route4> ROUTE4 =
            new Route<>(RoutingIntent.Route4.class, Tables.Route4.ID) {
                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Route4.DST_ADDR, i -> i.prefix);

                @Override
                RoutingIntent.Route4 read(TableEntry e) {
                    return new RoutingIntent.Route4(prefix.of(e), via.of(e), next.of(e));
                }
            };

    private static final TableDescriptor<RoutingIntent.Route6> ROUTE6 =
            new Route<>(RoutingIntent.Route6.class, Tables.Route6.ID) {
                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Route6.DST_ADDR, i -> i.prefix);

                @Override
                RoutingIntent.Route6 read(TableEntry e) {
                    return new RoutingIntent.Route6(prefix.of(e), via.of(e), next.of(e));
                }
            };

    private static final ActionDescriptor<Hop> HOP =
            new ActionDescriptor<>(Actions.Forward.ID) {
                final Int port = param(Actions.Forward.PORT, h -> h.port);
                final Value<MacAddress> source =
                        param(Actions.Forward.SMAC, Codec.MAC, h -> h.source);
                final Value<MacAddress> destination =
                        param(Actions.Forward.DMAC, Codec.MAC, h -> h.destination);
                final Int vlan = param(Actions.Forward.VLAN_ID, h -> h.vlan);
                final Int mtu = param(Actions.Forward.MTU, h -> h.mtu);

                @Override
                Hop read(TableEntry e) {
                    return new Hop(
                            port.of(e), source.of(e), destination.of(e), vlan.of(e), mtu.of(e));
                }
            };

    private static final TableDescriptor<RoutingIntent.Next> NEXT =
            new TableDescriptor<>(RoutingIntent.Next.class, Tables.Next.ID) {
                final Int id = exact(Tables.Next.NEXT_ID, i -> i.id);
                final Members<Hop> hops = members(HOP, i -> i.hops);

                @Override
                RoutingIntent.Next read(TableEntry e) {
                    return new RoutingIntent.Next(id.of(e), hops.of(e));
                }
            };

    private static final TableDescriptor<RoutingIntent.FlowSeed> FLOW_SEED =
            new TableDescriptor<>(
                    RoutingIntent.FlowSeed.class, Tables.FlowSeed.ID, Actions.SetSeed.ID) {
                {
                    setting(Tables.FlowSeed.SCOPE);
                }

                final Int seed = param(Actions.SetSeed.SEED, i -> i.seed);

                @Override
                RoutingIntent.FlowSeed read(TableEntry e) {
                    return new RoutingIntent.FlowSeed(seed.of(e));
                }
            };

    static final List<Descriptor<?>> ALL = List.of(FLOW_SEED, ROUTE4, ROUTE6, NEXT);
}
