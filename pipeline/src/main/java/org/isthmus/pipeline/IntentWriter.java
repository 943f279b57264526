// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Intent.Hop;
import org.isthmus.core.model.Intent.Via;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.Index;
import p4.v1.P4RuntimeOuterClass.MeterConfig;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** Intents to P4Runtime entities. Immutable; any thread. */
final class IntentWriter {
    private static final TableAction ADMIT = action(P4.Actions.Admit.ID);
    private static final TableAction LOCAL = action(P4.Actions.Local.ID);
    private static final TableAction LOOP = action(P4.Actions.Loop.ID);
    private static final TableAction DENY = action(P4.Actions.Deny.ID);
    private static final TableAction CONNECTED = action(P4.Actions.Connected.ID);
    private static final TableAction BLACKHOLE = action(P4.Actions.Blackhole.ID);

    private final MatchKinds kinds;

    IntentWriter(MatchKinds kinds) {
        this.kinds = kinds;
    }

    /** The entities of an intent, in the order in which they are written. */
    List<Entity> entities(Intent intent) {
        // By how often they come: a fabric has millions of bindings and a handful of the others.
        if (intent instanceof Intent.Outbound) {
            return List.of(entity(outbound((Intent.Outbound) intent)));
        }
        if (intent instanceof Intent.Inbound) {
            return List.of(entity(inbound((Intent.Inbound) intent)));
        }
        List<Entity> entities = new ArrayList<>(4);
        if (intent instanceof Intent.Eam) {
            eam((Intent.Eam) intent, entities);
        } else if (intent instanceof Intent.NatPrefix) {
            natPrefix((Intent.NatPrefix) intent, entities);
        } else if (intent instanceof Intent.PuntRate) {
            entities.add(puntRate((Intent.PuntRate) intent));
        } else {
            entities.add(entity(single(intent)));
        }
        return entities;
    }

    private TableEntry single(Intent intent) {
        if (intent instanceof Intent.Route4) {
            Intent.Route4 route = (Intent.Route4) intent;
            TableEntry.Builder entry = table(P4.Tables.Route4.ID, via(route.via, route.next));
            kinds.add(entry, P4.Tables.Route4.DST_ADDR, route.prefix);
            return entry.build();
        }
        if (intent instanceof Intent.Route6) {
            Intent.Route6 route = (Intent.Route6) intent;
            TableEntry.Builder entry = table(P4.Tables.Route6.ID, via(route.via, route.next));
            kinds.add(entry, P4.Tables.Route6.DST_ADDR, route.prefix);
            return entry.build();
        }
        if (intent instanceof Intent.Next) {
            return next((Intent.Next) intent);
        }
        if (intent instanceof Intent.Station) {
            return table(P4.Tables.Station.ID, ADMIT)
                    .addMatch(
                            MatchKinds.exact(
                                    P4.Tables.Station.DST_ADDR,
                                    bytes(((Intent.Station) intent).mac)))
                    .build();
        }
        if (intent instanceof Intent.Served4) {
            Intent.Served4 served = (Intent.Served4) intent;
            TableEntry.Builder entry =
                    table(
                            P4.Tables.Served4.ID,
                            action(
                                    P4.Actions.ArpReply.ID,
                                    P4.Actions.ArpReply.MAC,
                                    bytes(served.mac)));
            kinds.add(entry, P4.Tables.Served4.TARGET_ADDR, served.prefix);
            return entry.build();
        }
        if (intent instanceof Intent.Served6) {
            Intent.Served6 served = (Intent.Served6) intent;
            TableEntry.Builder entry =
                    table(
                            P4.Tables.Served6.ID,
                            action(
                                    P4.Actions.NdReply.ID,
                                    P4.Actions.NdReply.MAC,
                                    bytes(served.mac)));
            kinds.add(entry, P4.Tables.Served6.TARGET_ADDR, served.prefix);
            return entry.build();
        }
        if (intent instanceof Intent.Local4) {
            int address = ((Intent.Local4) intent).address.bits();
            return table(P4.Tables.Local4.ID, LOCAL)
                    .addMatch(MatchKinds.exact(P4.Tables.Local4.DST_ADDR, Bytes.of(address)))
                    .build();
        }
        if (intent instanceof Intent.Local6) {
            Intent.Local6 local = (Intent.Local6) intent;
            ByteString address = Bytes.of(local.address.high(), local.address.low());
            return table(P4.Tables.Local6.ID, LOCAL)
                    .addMatch(MatchKinds.exact(P4.Tables.Local6.DST_ADDR, address))
                    .build();
        }
        if (intent instanceof Intent.Denied) {
            Intent.Denied denied = (Intent.Denied) intent;
            TableEntry.Builder entry =
                    table(P4.Tables.Embedded.ID, DENY)
                            .addMatch(
                                    MatchKinds.exact(
                                            P4.Tables.Embedded.INSTANCE,
                                            Bytes.of(denied.instance)));
            kinds.add(entry, P4.Tables.Embedded.ADDR4, denied.prefix);
            return entry.build();
        }
        if (intent instanceof Intent.Pool4) {
            Intent.Pool4 pool = (Intent.Pool4) intent;
            TableEntry.Builder entry =
                    table(
                            P4.Tables.Pool4.ID,
                            action(
                                    P4.Actions.Pool.ID,
                                    P4.Actions.Pool.INSTANCE,
                                    Bytes.of(pool.instance)));
            kinds.add(entry, P4.Tables.Pool4.DST_ADDR, pool.prefix);
            return entry.build();
        }
        if (intent instanceof Intent.Options) {
            return options((Intent.Options) intent);
        }
        throw new IllegalArgumentException("no table for " + intent.getClass());
    }

    private static TableEntry outbound(Intent.Outbound b) {
        return outboundKey(b)
                .setAction(
                        TableAction.newBuilder()
                                .setAction(
                                        Action.newBuilder()
                                                .setActionId(P4.Actions.BindTo4.ID)
                                                .addParams(
                                                        param(
                                                                P4.Actions.BindTo4.ADDR4,
                                                                Bytes.of(b.address4)))
                                                .addParams(
                                                        param(
                                                                P4.Actions.BindTo4.PORT4,
                                                                Bytes.of(b.port4)))))
                .build();
    }

    /** The entry of a binding as far as it is looked up by. */
    static TableEntry.Builder outboundKey(Intent.Outbound b) {
        return TableEntry.newBuilder()
                .setTableId(P4.Tables.Bib6.ID)
                .addMatch(MatchKinds.exact(P4.Tables.Bib6.INSTANCE, Bytes.of(b.instance)))
                .addMatch(MatchKinds.exact(P4.Tables.Bib6.PROTOCOL, Bytes.of(b.protocol.v6())))
                .addMatch(
                        MatchKinds.exact(
                                P4.Tables.Bib6.SRC_ADDR, Bytes.of(b.address6High, b.address6Low)))
                .addMatch(MatchKinds.exact(P4.Tables.Bib6.SRC_PORT, Bytes.of(b.port6)));
    }

    private static TableEntry inbound(Intent.Inbound b) {
        return TableEntry.newBuilder()
                .setTableId(P4.Tables.Bib4.ID)
                .addMatch(MatchKinds.exact(P4.Tables.Bib4.PROTOCOL, Bytes.of(b.protocol.v4())))
                .addMatch(MatchKinds.exact(P4.Tables.Bib4.DST_ADDR, Bytes.of(b.address4)))
                .addMatch(MatchKinds.exact(P4.Tables.Bib4.DST_PORT, Bytes.of(b.port4)))
                .setAction(
                        TableAction.newBuilder()
                                .setAction(
                                        Action.newBuilder()
                                                .setActionId(P4.Actions.BindTo6.ID)
                                                .addParams(
                                                        param(
                                                                P4.Actions.BindTo6.ADDR6,
                                                                Bytes.of(
                                                                        b.address6High,
                                                                        b.address6Low)))
                                                .addParams(
                                                        param(
                                                                P4.Actions.BindTo6.PORT6,
                                                                Bytes.of(b.port6)))))
                .build();
    }

    /**
     * The hosts of an EAM are of one family: their own addresses as destinations would translate
     * what others send them natively.
     */
    private void eam(Intent.Eam eam, List<Entity> entities) {
        ByteString prefix4 = Bytes.of(eam.prefix4.bits());
        ByteString prefix6 = Bytes.of(eam.prefix6.high(), eam.prefix6.low());
        ByteString suffix = Bytes.of(~Ipv4Prefix.mask(eam.prefix4.length()));
        ByteString shift = Bytes.of(96 + eam.prefix4.length() - eam.prefix6.length());
        ByteString instance = Bytes.of(eam.instance);

        if (eam.host == Eam.Host.IPV4) {
            entities.add(
                    row(
                            P4.Tables.Eam4Src.ID,
                            action(
                                    P4.Actions.EamSrcTo6.ID,
                                    P4.Actions.EamSrcTo6.PREFIX6,
                                    prefix6,
                                    P4.Actions.EamSrcTo6.SUFFIX_MASK,
                                    suffix,
                                    P4.Actions.EamSrcTo6.SHIFT,
                                    shift),
                            P4.Tables.Eam4Src.SRC_ADDR,
                            eam.prefix4));

            entities.add(
                    row(
                            P4.Tables.Eam6Dst.ID,
                            action(
                                    P4.Actions.EamDstTo4.ID,
                                    P4.Actions.EamDstTo4.PREFIX4,
                                    prefix4,
                                    P4.Actions.EamDstTo4.SUFFIX_MASK,
                                    suffix,
                                    P4.Actions.EamDstTo4.SHIFT,
                                    shift,
                                    P4.Actions.EamDstTo4.INSTANCE,
                                    instance),
                            P4.Tables.Eam6Dst.DST_ADDR,
                            eam.prefix6));
            return;
        }

        entities.add(
                row(
                        P4.Tables.Eam6Src.ID,
                        action(
                                P4.Actions.EamSrcTo4.ID,
                                P4.Actions.EamSrcTo4.PREFIX4,
                                prefix4,
                                P4.Actions.EamSrcTo4.SUFFIX_MASK,
                                suffix,
                                P4.Actions.EamSrcTo4.SHIFT,
                                shift),
                        P4.Tables.Eam6Src.SRC_ADDR,
                        eam.prefix6));

        entities.add(
                row(
                        P4.Tables.Eam4Dst.ID,
                        action(
                                P4.Actions.EamDstTo6.ID,
                                P4.Actions.EamDstTo6.PREFIX6,
                                prefix6,
                                P4.Actions.EamDstTo6.SUFFIX_MASK,
                                suffix,
                                P4.Actions.EamDstTo6.SHIFT,
                                shift,
                                P4.Actions.EamDstTo6.INSTANCE,
                                instance),
                        P4.Tables.Eam4Dst.DST_ADDR,
                        eam.prefix4));
    }

    private void natPrefix(Intent.NatPrefix nat, List<Entity> entities) {
        PrefixActions actions = PrefixActions.of(nat.prefix.length());
        entities.add(
                entity(
                        table(
                                        P4.Tables.Prefix6.ID,
                                        action(
                                                actions.embed,
                                                actions.embedPrefix,
                                                Bytes.of(nat.prefix.high(), nat.prefix.low())))
                                .addMatch(
                                        MatchKinds.exact(
                                                P4.Tables.Prefix6.INSTANCE, Bytes.of(nat.instance)))
                                .build()));
        entities.add(row(P4.Tables.Pool6Src.ID, LOOP, P4.Tables.Pool6Src.SRC_ADDR, nat.prefix));
        entities.add(
                row(
                        P4.Tables.Pool6.ID,
                        action(actions.extract, actions.extractInstance, Bytes.of(nat.instance)),
                        P4.Tables.Pool6.DST_ADDR,
                        nat.prefix));
    }

    /** A row of a table with one field, which is matched by prefix. */
    private Entity row(int table, TableAction action, int field, Ipv4Prefix prefix) {
        TableEntry.Builder entry = table(table, action);
        kinds.add(entry, field, prefix);
        return entity(entry.build());
    }

    /** A row of a table with one field, which is matched by prefix. */
    private Entity row(int table, TableAction action, int field, Ipv6Prefix prefix) {
        TableEntry.Builder entry = table(table, action);
        kinds.add(entry, field, prefix);
        return entity(entry.build());
    }

    private static TableAction via(Via via, int next) {
        switch (via) {
            case NEXT:
                return action(P4.Actions.SetNext.ID, P4.Actions.SetNext.NEXT_ID, Bytes.of(next));
            case CONNECTED:
                return CONNECTED;
            default:
                return BLACKHOLE;
        }
    }

    private static TableEntry next(Intent.Next next) {
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        for (Hop hop : next.hops) {
            set.addActionProfileActions(
                    ActionProfileAction.newBuilder()
                            .setWeight(1)
                            .setAction(
                                    action(
                                                    P4.Actions.Forward.ID,
                                                    P4.Actions.Forward.PORT,
                                                    Bytes.of(hop.port),
                                                    P4.Actions.Forward.SMAC,
                                                    bytes(hop.source),
                                                    P4.Actions.Forward.DMAC,
                                                    bytes(hop.destination),
                                                    P4.Actions.Forward.VLAN_ID,
                                                    Bytes.of(hop.vlan),
                                                    P4.Actions.Forward.MTU,
                                                    Bytes.of(hop.mtu))
                                            .getAction()));
        }
        return TableEntry.newBuilder()
                .setTableId(P4.Tables.Next.ID)
                .addMatch(MatchKinds.exact(P4.Tables.Next.NEXT_ID, Bytes.of(next.id)))
                .setAction(TableAction.newBuilder().setActionProfileActionSet(set))
                .build();
    }

    /** A fixed TOS rules towards IPv4 alone; towards IPv6, RFC 7915 knows zero or a copy. */
    private static TableEntry options(Intent.Options options) {
        boolean fixed = options.tos >= 0;
        return table(
                        P4.Tables.TranslationOptions.ID,
                        action(
                                P4.Actions.SetOptions.ID,
                                P4.Actions.SetOptions.TOS_IGNORE,
                                bit(options.tos == 0),
                                P4.Actions.SetOptions.TOS_OVERRIDE,
                                bit(fixed),
                                P4.Actions.SetOptions.TOS,
                                Bytes.of(fixed ? options.tos : 0),
                                P4.Actions.SetOptions.UDP_ZERO_COMPUTE,
                                bit(options.computeZeroUdpChecksum),
                                P4.Actions.SetOptions.SIMPLE_HAIRPINNING,
                                bit(false),
                                P4.Actions.SetOptions.LOWEST_IPV6_MTU,
                                Bytes.of(options.lowestIpv6Mtu)))
                .setIsDefaultAction(true)
                .build();
    }

    private static Entity puntRate(Intent.PuntRate rate) {
        return Entity.newBuilder()
                .setMeterEntry(
                        MeterEntry.newBuilder()
                                .setMeterId(P4.Meters.PUNTS)
                                .setIndex(Index.newBuilder().setIndex(PacketIo.code(rate.reason)))
                                .setConfig(
                                        MeterConfig.newBuilder()
                                                .setCir(rate.packetsPerSecond)
                                                .setCburst(rate.burst)
                                                .setPir(rate.packetsPerSecond)
                                                .setPburst(rate.burst)))
                .build();
    }

    private static TableEntry.Builder table(int id, TableAction action) {
        return TableEntry.newBuilder().setTableId(id).setAction(action);
    }

    private static Entity entity(TableEntry entry) {
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    private static Action.Param param(int id, ByteString value) {
        return Action.Param.newBuilder().setParamId(id).setValue(value).build();
    }

    /**
     * @param params ids and values in turn
     */
    static TableAction action(int id, Object... params) {
        Action.Builder action = Action.newBuilder().setActionId(id);
        for (int i = 0; i < params.length; i += 2) {
            action.addParams(param((Integer) params[i], (ByteString) params[i + 1]));
        }
        return TableAction.newBuilder().setAction(action).build();
    }

    private static ByteString bytes(MacAddress mac) {
        return Bytes.of(mac.bits());
    }

    private static ByteString bit(boolean set) {
        return Bytes.of(set ? 1L : 0L);
    }
}
