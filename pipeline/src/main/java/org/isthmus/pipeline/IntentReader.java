// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Intent.Hop;
import org.isthmus.core.model.Intent.Via;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MeterEntry;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/**
 * Collects what a device holds and makes intents of it. An intent of several entities counts as
 * held only when all of them are as they should be; what is left over is a stray, which nobody will
 * ever write or remove. One thread.
 */
public final class IntentReader {
    private final IntentWriter writer;
    private final List<Intent> intents = new ArrayList<>();
    private final List<Entity> strays = new ArrayList<>();

    /** Entities of intents that have several, by table and match. */
    private final Map<TableEntry, TableEntry> parts = new LinkedHashMap<>();

    IntentReader(IntentWriter writer) {
        this.writer = writer;
    }

    public void add(Entity entity) {
        if (entity.hasMeterEntry()) {
            meter(entity.getMeterEntry());
        } else if (entity.hasTableEntry()) {
            TableEntry entry = entity.getTableEntry();
            switch (entry.getTableId()) {
                case P4.Tables.Pool6.ID:
                case P4.Tables.Pool6Src.ID:
                case P4.Tables.Prefix6.ID:
                case P4.Tables.Eam4Dst.ID:
                case P4.Tables.Eam4Src.ID:
                case P4.Tables.Eam6Dst.ID:
                case P4.Tables.Eam6Src.ID:
                    parts.put(Entities.key(entry), entry);
                    break;
                case P4.Tables.FlowSeed.ID:
                    break;
                default:
                    whole(entity);
            }
        }
    }

    private void whole(Entity entity) {
        Intent intent = null;
        try {
            intent = intent(entity.getTableEntry());
        } catch (IllegalArgumentException e) {
            // A stray.
        }
        if (intent != null) {
            intents.add(intent);
        } else if (!entity.getTableEntry().getIsDefaultAction()) {
            strays.add(entity);
        }
    }

    /** To be called once, after all entities were added. */
    public List<Intent> intents() {
        for (TableEntry lead : new ArrayList<>(parts.values())) {
            Intent intent = null;
            try {
                intent = lead(lead);
            } catch (IllegalArgumentException e) {
                // A stray.
            }
            if (intent == null) {
                continue;
            }
            List<Entity> expected = writer.entities(intent);
            boolean complete = true;
            for (Entity e : expected) {
                TableEntry held = parts.get(Entities.key(e.getTableEntry()));
                complete &= held != null && Entities.sameAction(held, e.getTableEntry());
            }
            if (complete) {
                intents.add(intent);
                for (Entity e : expected) {
                    parts.remove(Entities.key(e.getTableEntry()));
                }
            }
        }
        for (TableEntry stray : parts.values()) {
            strays.add(Entity.newBuilder().setTableEntry(stray).build());
        }
        parts.clear();
        return intents;
    }

    /** Entities that belong to no intent; complete after {@link #intents}. */
    public List<Entity> strays() {
        return strays;
    }

    /** The intent whose other entities follow from this one; null when this one leads none. */
    private static Intent lead(TableEntry e) {
        Action action = e.getAction().getAction();
        if (e.getTableId() == P4.Tables.Eam4Dst.ID) {
            Ipv4Prefix prefix4 = MatchKinds.prefix4(e, P4.Tables.Eam4Dst.DST_ADDR);
            ByteString prefix6 = param(action, P4.Actions.EamDstTo6.PREFIX6);
            int shift = Bytes.intOf(param(action, P4.Actions.EamDstTo6.SHIFT));
            return new Intent.Eam(
                    prefix4,
                    Ipv6Prefix.of(
                            Bytes.high(prefix6), Bytes.low(prefix6), 96 + prefix4.length() - shift),
                    Bytes.intOf(param(action, P4.Actions.EamDstTo6.INSTANCE)),
                    Eam.Host.IPV6);
        }
        if (e.getTableId() == P4.Tables.Eam6Dst.ID) {
            int suffix = Bytes.intOf(param(action, P4.Actions.EamDstTo4.SUFFIX_MASK));
            return new Intent.Eam(
                    Ipv4Prefix.of(
                            Bytes.intOf(param(action, P4.Actions.EamDstTo4.PREFIX4)),
                            32 - Integer.bitCount(suffix)),
                    MatchKinds.prefix6(e, P4.Tables.Eam6Dst.DST_ADDR),
                    Bytes.intOf(param(action, P4.Actions.EamDstTo4.INSTANCE)),
                    Eam.Host.IPV4);
        }
        if (e.getTableId() == P4.Tables.Pool6.ID) {
            // All extract actions have the same parameter.
            return new Intent.NatPrefix(
                    MatchKinds.prefix6(e, P4.Tables.Pool6.DST_ADDR),
                    Bytes.intOf(param(action, P4.Actions.Extract96.INSTANCE)));
        }
        return null;
    }

    /** Null if it is of no table, or has no action, that intents are written with. */
    private static Intent intent(TableEntry e) {
        Action action = e.getAction().getAction();
        int id = action.getActionId();
        switch (e.getTableId()) {
            case P4.Tables.Bib6.ID:
                return id == P4.Actions.BindTo4.ID ? outbound(e, action) : null;
            case P4.Tables.Bib4.ID:
                return id == P4.Actions.BindTo6.ID ? inbound(e, action) : null;
            case P4.Tables.Route4.ID:
                return via(action) == null
                        ? null
                        : new Intent.Route4(
                                MatchKinds.prefix4(e, P4.Tables.Route4.DST_ADDR),
                                via(action),
                                nextOf(action));
            case P4.Tables.Route6.ID:
                return via(action) == null
                        ? null
                        : new Intent.Route6(
                                MatchKinds.prefix6(e, P4.Tables.Route6.DST_ADDR),
                                via(action),
                                nextOf(action));
            case P4.Tables.Next.ID:
                return next(e);
            case P4.Tables.Station.ID:
                return id != P4.Actions.Admit.ID
                        ? null
                        : new Intent.Station(mac(MatchKinds.exact(e, P4.Tables.Station.DST_ADDR)));
            case P4.Tables.Served4.ID:
                return id != P4.Actions.ArpReply.ID
                        ? null
                        : new Intent.Served4(
                                MatchKinds.prefix4(e, P4.Tables.Served4.TARGET_ADDR),
                                mac(param(action, P4.Actions.ArpReply.MAC)));
            case P4.Tables.Served6.ID:
                return id != P4.Actions.NdReply.ID
                        ? null
                        : new Intent.Served6(
                                MatchKinds.prefix6(e, P4.Tables.Served6.TARGET_ADDR),
                                mac(param(action, P4.Actions.NdReply.MAC)));
            case P4.Tables.Local4.ID:
                return id != P4.Actions.Local.ID
                        ? null
                        : new Intent.Local4(
                                Ipv4Address.of(
                                        Bytes.intOf(
                                                MatchKinds.exact(e, P4.Tables.Local4.DST_ADDR))));
            case P4.Tables.Local6.ID:
                ByteString local = MatchKinds.exact(e, P4.Tables.Local6.DST_ADDR);
                return id != P4.Actions.Local.ID
                        ? null
                        : new Intent.Local6(Ipv6Address.of(Bytes.high(local), Bytes.low(local)));
            case P4.Tables.Embedded.ID:
                return id != P4.Actions.Deny.ID
                        ? null
                        : new Intent.Denied(
                                Bytes.intOf(MatchKinds.exact(e, P4.Tables.Embedded.INSTANCE)),
                                MatchKinds.prefix4(e, P4.Tables.Embedded.ADDR4));
            case P4.Tables.Pool4.ID:
                return id != P4.Actions.Pool.ID
                        ? null
                        : new Intent.Pool4(
                                MatchKinds.prefix4(e, P4.Tables.Pool4.DST_ADDR),
                                Bytes.intOf(param(action, P4.Actions.Pool.INSTANCE)));
            case P4.Tables.TranslationOptions.ID:
                return id != P4.Actions.SetOptions.ID ? null : options(action);
            default:
                return null;
        }
    }

    /** The binding of an entry of its table, with or without an action. */
    static Intent.Outbound outbound(TableEntry e, Action action) {
        ByteString address = MatchKinds.exact(e, P4.Tables.Bib6.SRC_ADDR);
        return new Intent.Outbound(
                Bytes.intOf(MatchKinds.exact(e, P4.Tables.Bib6.INSTANCE)),
                protocol(MatchKinds.exact(e, P4.Tables.Bib6.PROTOCOL)),
                Bytes.high(address),
                Bytes.low(address),
                Bytes.intOf(MatchKinds.exact(e, P4.Tables.Bib6.SRC_PORT)),
                Bytes.intOf(param(action, P4.Actions.BindTo4.ADDR4)),
                Bytes.intOf(param(action, P4.Actions.BindTo4.PORT4)));
    }

    private static Intent inbound(TableEntry e, Action action) {
        ByteString address = param(action, P4.Actions.BindTo6.ADDR6);
        return new Intent.Inbound(
                protocol(MatchKinds.exact(e, P4.Tables.Bib4.PROTOCOL)),
                Bytes.intOf(MatchKinds.exact(e, P4.Tables.Bib4.DST_ADDR)),
                Bytes.intOf(MatchKinds.exact(e, P4.Tables.Bib4.DST_PORT)),
                Bytes.high(address),
                Bytes.low(address),
                Bytes.intOf(param(action, P4.Actions.BindTo6.PORT6)));
    }

    private static Intent next(TableEntry e) {
        List<Hop> hops = new ArrayList<>();
        for (ActionProfileAction a :
                e.getAction().getActionProfileActionSet().getActionProfileActionsList()) {
            Action action = a.getAction();
            if (action.getActionId() != P4.Actions.Forward.ID || a.getWeight() != 1) {
                return null;
            }
            hops.add(
                    new Hop(
                            Bytes.intOf(param(action, P4.Actions.Forward.PORT)),
                            mac(param(action, P4.Actions.Forward.SMAC)),
                            mac(param(action, P4.Actions.Forward.DMAC)),
                            Bytes.intOf(param(action, P4.Actions.Forward.VLAN_ID)),
                            Bytes.intOf(param(action, P4.Actions.Forward.MTU))));
        }
        int id = Bytes.intOf(MatchKinds.exact(e, P4.Tables.Next.NEXT_ID));
        return hops.isEmpty() ? null : new Intent.Next(id, hops);
    }

    /** Null for options that {@link IntentWriter} does not write. */
    private static Intent options(Action action) {
        boolean fixed = bit(action, P4.Actions.SetOptions.TOS_OVERRIDE);
        int tos = fixed ? Bytes.intOf(param(action, P4.Actions.SetOptions.TOS)) : -1;
        if (bit(action, P4.Actions.SetOptions.TOS_IGNORE) != (tos == 0)
                || bit(action, P4.Actions.SetOptions.SIMPLE_HAIRPINNING)) {
            return null;
        }
        return new Intent.Options(
                tos,
                bit(action, P4.Actions.SetOptions.UDP_ZERO_COMPUTE),
                Bytes.intOf(param(action, P4.Actions.SetOptions.LOWEST_IPV6_MTU)));
    }

    private void meter(MeterEntry e) {
        PuntReason reason = PacketIo.reason((int) e.getIndex().getIndex());
        // Every index is there; those with no rate were not written.
        if (e.getMeterId() == P4.Meters.PUNTS && reason != null && e.getConfig().getPir() > 0) {
            intents.add(
                    new Intent.PuntRate(reason, e.getConfig().getPir(), e.getConfig().getPburst()));
        }
    }

    private static Via via(Action action) {
        switch (action.getActionId()) {
            case P4.Actions.SetNext.ID:
                return Via.NEXT;
            case P4.Actions.Connected.ID:
                return Via.CONNECTED;
            case P4.Actions.Blackhole.ID:
                return Via.BLACKHOLE;
            default:
                return null;
        }
    }

    private static int nextOf(Action action) {
        return via(action) == Via.NEXT ? Bytes.intOf(param(action, P4.Actions.SetNext.NEXT_ID)) : 0;
    }

    private static Protocol protocol(ByteString number) {
        Protocol protocol = Protocol.of(Bytes.intOf(number));
        if (protocol == null) {
            throw new IllegalArgumentException("no protocol that has bindings");
        }
        return protocol;
    }

    private static MacAddress mac(ByteString bytes) {
        return MacAddress.of(Bytes.low(bytes));
    }

    private static boolean bit(Action action, int id) {
        return Bytes.low(param(action, id)) != 0;
    }

    /** Zero when it is not there. */
    private static ByteString param(Action action, int id) {
        for (int i = 0; i < action.getParamsCount(); i++) {
            if (action.getParams(i).getParamId() == id) {
                return action.getParams(i).getValue();
            }
        }
        return ByteString.EMPTY;
    }
}
