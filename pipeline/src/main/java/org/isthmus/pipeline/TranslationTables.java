// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.P4.Actions;
import org.isthmus.pipeline.P4.Tables;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** How packets are translated. */
final class TranslationTables {
    private TranslationTables() {}

    static final TableDescriptor<BibIntent.Outbound> BIB6 =
            new TableDescriptor<>(BibIntent.Outbound.class, Tables.Bib6.ID) {
                {
                    perBinding();
                    choice((BibIntent.Outbound i) -> i.filtering.filters())
                            .when(false, Actions.BindTo4.ID)
                            .when(true, Actions.BindTo4Filtered.ID);
                    when(i -> i.setBits == 0);
                }

                final Int instance = exact(Tables.Bib6.INSTANCE, i -> i.instance);
                final Value<Protocol> protocol =
                        exact(Tables.Bib6.PROTOCOL, Codec.PROTOCOL6, i -> i.protocol);
                final Wide address6 =
                        exact(Tables.Bib6.SRC_ADDR, i -> i.address6High, i -> i.address6Low);
                final Int port6 = exact(Tables.Bib6.SRC_PORT, i -> i.port6);

                final Int address4 =
                        param(
                                List.of(Actions.BindTo4.ADDR4, Actions.BindTo4Filtered.ADDR4),
                                i -> i.address4);
                final Int port4 =
                        param(
                                List.of(Actions.BindTo4.PORT4, Actions.BindTo4Filtered.PORT4),
                                i -> i.port4);
                final Int peers =
                        param(Actions.BindTo4Filtered.PEER_MASK, i -> i.filtering.peerMask());

                @Override
                BibIntent.Outbound read(TableEntry e) {
                    return new BibIntent.Outbound(
                            instance.of(e),
                            protocol.of(e),
                            address6.highOf(e),
                            address6.lowOf(e),
                            port6.of(e),
                            address4.of(e),
                            port4.of(e),
                            filtering(e, Actions.BindTo4Filtered.ID, peers.of(e)),
                            0);
                }
            };

    static final TableDescriptor<BibIntent.Inbound> BIB4 =
            new TableDescriptor<>(BibIntent.Inbound.class, Tables.Bib4.ID) {
                {
                    perBinding();
                    choice((BibIntent.Inbound i) -> i.filtering.filters())
                            .when(false, Actions.BindTo6.ID)
                            .when(true, Actions.BindTo6Filtered.ID);
                    when(i -> i.setBits == 0);
                }

                final Value<Protocol> protocol =
                        exact(Tables.Bib4.PROTOCOL, Codec.PROTOCOL4, i -> i.protocol);
                final Int address4 = exact(Tables.Bib4.DST_ADDR, i -> i.address4);
                final Int port4 = exact(Tables.Bib4.DST_PORT, i -> i.port4);

                final Wide address6 =
                        param(
                                List.of(Actions.BindTo6.ADDR6, Actions.BindTo6Filtered.ADDR6),
                                i -> i.address6High,
                                i -> i.address6Low);
                final Int port6 =
                        param(
                                List.of(Actions.BindTo6.PORT6, Actions.BindTo6Filtered.PORT6),
                                i -> i.port6);
                final Int peers =
                        param(Actions.BindTo6Filtered.PEER_MASK, i -> i.filtering.peerMask());

                @Override
                BibIntent.Inbound read(TableEntry e) {
                    return new BibIntent.Inbound(
                            protocol.of(e),
                            address4.of(e),
                            port4.of(e),
                            address6.highOf(e),
                            address6.lowOf(e),
                            port6.of(e),
                            filtering(e, Actions.BindTo6Filtered.ID, peers.of(e)),
                            0);
                }
            };

    private static Filtering filtering(TableEntry e, Ids.Action filtered, int mask) {
        if (e.getAction().getAction().getActionId() != filtered.id) {
            return Filtering.ENDPOINT_INDEPENDENT;
        }
        return mask == 0 ? Filtering.ADDRESS_DEPENDENT : Filtering.ADDRESS_AND_PORT_DEPENDENT;
    }

    /** A session: the binding's pool address and port, and the peer's. */
    private abstract static class SessionTable<S extends BibIntent.Session>
            extends TableDescriptor<S> {
        private final Value<Protocol> protocol;
        private final Int address4;
        private final Int port4;
        private final Int peer4;
        private final Int peerPort;

        SessionTable(
                Class<S> kind,
                Ids.Table table,
                Ids.Field protocol,
                Ids.Field address4,
                Ids.Field port4,
                Ids.Field peer4,
                Ids.Field peerPort) {
            super(kind, table, Actions.Allow.ID);
            perBinding();
            this.protocol = exact(protocol, Codec.PROTOCOL4, i -> i.protocol);
            this.address4 = exact(address4, i -> i.address4);
            this.port4 = exact(port4, i -> i.port4);
            this.peer4 = exact(peer4, i -> i.peer4);
            this.peerPort = exact(peerPort, i -> i.peerPort);
        }

        abstract S session(Protocol protocol, int address4, int port4, int peer4, int peerPort);

        @Override
        final S read(TableEntry e) {
            return session(
                    protocol.of(e), address4.of(e), port4.of(e), peer4.of(e), peerPort.of(e));
        }
    }

    static final TableDescriptor<BibIntent.Session> SESSION =
            new SessionTable<>(
                    BibIntent.Session.class,
                    Tables.Session.ID,
                    Tables.Session.PROTOCOL,
                    Tables.Session.ADDR4,
                    Tables.Session.PORT4,
                    Tables.Session.PEER_ADDR,
                    Tables.Session.PEER_PORT) {
                @Override
                BibIntent.Session session(
                        Protocol protocol, int address4, int port4, int peer4, int peerPort) {
                    return new BibIntent.Session(protocol, address4, port4, peer4, peerPort);
                }
            };

    private static final TableDescriptor<BibIntent.HairpinSession> HAIRPIN_SESSION =
            new SessionTable<>(
                    BibIntent.HairpinSession.class,
                    Tables.HairpinSession.ID,
                    Tables.HairpinSession.PROTOCOL,
                    Tables.HairpinSession.ADDR4,
                    Tables.HairpinSession.PORT4,
                    Tables.HairpinSession.PEER_ADDR,
                    Tables.HairpinSession.PEER_PORT) {
                @Override
                BibIntent.HairpinSession session(
                        Protocol protocol, int address4, int port4, int peer4, int peerPort) {
                    return new BibIntent.HairpinSession(protocol, address4, port4, peer4, peerPort);
                }
            };

    private static PortPrefix set(int port, int bits) {
        return PortPrefix.of(port, 16 - bits);
    }

    private static int low(int bits) {
        return (1 << bits) - 1;
    }

    private static int setBits(PortPrefix matched, int kept) {
        int bits = 16 - matched.length();
        if (kept != low(bits)) {
            throw new IllegalArgumentException("other bits are kept than those that are any");
        }
        return bits;
    }

    static final TableDescriptor<BibIntent.Outbound> PORT_SETS6 =
            new TableDescriptor<>(
                    BibIntent.Outbound.class, Tables.PortSets6.ID, Actions.BindSetTo4.ID) {
                {
                    perBinding();
                    when(i -> i.setBits > 0);
                }

                final Int instance = exact(Tables.PortSets6.INSTANCE, i -> i.instance);
                final Value<Protocol> protocol =
                        exact(Tables.PortSets6.PROTOCOL, Codec.PROTOCOL6, i -> i.protocol);
                final Wide address6 =
                        exact(Tables.PortSets6.SRC_ADDR, i -> i.address6High, i -> i.address6Low);
                final Prefix<PortPrefix> ports6 =
                        ports(Tables.PortSets6.SRC_PORT, i -> set(i.port6, i.setBits));

                final Int address4 = param(Actions.BindSetTo4.ADDR4, i -> i.address4);
                final Int port4 = param(Actions.BindSetTo4.PORT4, i -> i.port4);

                final Int low = param(Actions.BindSetTo4.LOW, i -> low(i.setBits));

                @Override
                BibIntent.Outbound read(TableEntry e) {
                    return new BibIntent.Outbound(
                            instance.of(e),
                            protocol.of(e),
                            address6.highOf(e),
                            address6.lowOf(e),
                            ports6.of(e).first(),
                            address4.of(e),
                            port4.of(e),
                            Filtering.ENDPOINT_INDEPENDENT,
                            setBits(ports6.of(e), low.of(e)));
                }
            };

    static final TableDescriptor<BibIntent.Inbound> PORT_SETS4 =
            new TableDescriptor<>(
                    BibIntent.Inbound.class, Tables.PortSets4.ID, Actions.BindSetTo6.ID) {
                {
                    perBinding();
                    when(i -> i.setBits > 0);
                }

                final Value<Protocol> protocol =
                        exact(Tables.PortSets4.PROTOCOL, Codec.PROTOCOL4, i -> i.protocol);
                final Int address4 = exact(Tables.PortSets4.DST_ADDR, i -> i.address4);
                final Prefix<PortPrefix> ports4 =
                        ports(Tables.PortSets4.DST_PORT, i -> set(i.port4, i.setBits));

                final Wide address6 =
                        param(Actions.BindSetTo6.ADDR6, i -> i.address6High, i -> i.address6Low);
                final Int port6 = param(Actions.BindSetTo6.PORT6, i -> i.port6);

                final Int low = param(Actions.BindSetTo6.LOW, i -> low(i.setBits));

                @Override
                BibIntent.Inbound read(TableEntry e) {
                    return new BibIntent.Inbound(
                            protocol.of(e),
                            address4.of(e),
                            ports4.of(e).first(),
                            address6.highOf(e),
                            address6.lowOf(e),
                            port6.of(e),
                            Filtering.ENDPOINT_INDEPENDENT,
                            setBits(ports4.of(e), low.of(e)));
                }
            };

    /**
     * With a fixed TOS towards IPv4, the traffic class is 0 towards IPv6 (RFC 7915 section 4.1).
     */
    private static final TableDescriptor<TranslationIntent.Options> OPTIONS =
            new TableDescriptor<>(
                    TranslationIntent.Options.class,
                    Tables.TranslationOptions.ID,
                    Actions.SetOptions.ID) {
                {
                    setting(Tables.TranslationOptions.SCOPE);
                    param(Actions.SetOptions.TOS_IGNORE, Codec.FLAG, i -> i.tos >= 0);
                }

                final Value<Boolean> fixed =
                        param(Actions.SetOptions.TOS_OVERRIDE, Codec.FLAG, i -> i.tos >= 0);
                final Int tos = param(Actions.SetOptions.TOS, i -> Math.max(i.tos, 0));
                final Value<Boolean> compute =
                        param(
                                Actions.SetOptions.UDP_ZERO_COMPUTE,
                                Codec.FLAG,
                                i -> i.computeZeroUdpChecksum);

                {
                    param(Actions.SetOptions.SIMPLE_HAIRPINNING, Codec.FLAG, i -> false);
                }

                final Int lowestMtu =
                        param(Actions.SetOptions.LOWEST_IPV6_MTU, i -> i.lowestIpv6Mtu);

                @Override
                TranslationIntent.Options read(TableEntry e) {
                    return new TranslationIntent.Options(
                            fixed.of(e) ? tos.of(e) : -1, compute.of(e), lowestMtu.of(e));
                }
            };

    private static final TableDescriptor<TranslationIntent.MssClamp> MSS_CLAMP =
            new TableDescriptor<>(
                    TranslationIntent.MssClamp.class, Tables.MssClamp.ID, Actions.Clamp.ID) {
                final Int instance = exact(Tables.MssClamp.INSTANCE, i -> i.instance);

                @Override
                TranslationIntent.MssClamp read(TableEntry e) {
                    return new TranslationIntent.MssClamp(instance.of(e));
                }
            };

    private static final TableDescriptor<TranslationIntent.Denied> EMBEDDED =
            new TableDescriptor<>(
                    TranslationIntent.Denied.class, Tables.Embedded.ID, Actions.Deny.ID) {
                final Int instance = exact(Tables.Embedded.INSTANCE, i -> i.instance);
                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Embedded.ADDR4, i -> i.prefix);

                @Override
                TranslationIntent.Denied read(TableEntry e) {
                    return new TranslationIntent.Denied(instance.of(e), prefix.of(e));
                }
            };

    private static final TableDescriptor<TranslationIntent.DeniedService> DENIED_SERVICES =
            new TableDescriptor<>(
                    TranslationIntent.DeniedService.class,
                    Tables.DeniedServices.ID,
                    Actions.Deny.ID) {
                final Int instance = exact(Tables.DeniedServices.INSTANCE, i -> i.instance);
                final Value<Protocol> protocol =
                        exact(Tables.DeniedServices.PROTOCOL, Codec.PROTOCOL4, i -> i.protocol);
                final Prefix<Ipv4Prefix> prefix =
                        prefix4(Tables.DeniedServices.ADDR4, i -> i.prefix);
                final Prefix<PortPrefix> ports = ports(Tables.DeniedServices.PORT, i -> i.ports);

                @Override
                TranslationIntent.DeniedService read(TableEntry e) {
                    return new TranslationIntent.DeniedService(
                            instance.of(e), prefix.of(e), protocol.of(e), ports.of(e));
                }
            };

    private static final TableDescriptor<BibIntent.SubscriberLimit> SUBSCRIBER_LIMITS =
            new TableDescriptor<>(
                    BibIntent.SubscriberLimit.class,
                    Tables.SubscriberLimits.ID,
                    Actions.Limited.ID) {
                final Int instance = exact(Tables.SubscriberLimits.INSTANCE, i -> i.instance);
                final Value<Protocol> protocol =
                        exact(Tables.SubscriberLimits.PROTOCOL, Codec.PROTOCOL6, i -> i.protocol);
                final Prefix<Ipv6Prefix> subscriber =
                        prefix6(Tables.SubscriberLimits.SRC_ADDR, i -> i.subscriber);

                @Override
                BibIntent.SubscriberLimit read(TableEntry e) {
                    return new BibIntent.SubscriberLimit(
                            instance.of(e), protocol.of(e), subscriber.of(e));
                }
            };

    private static final TableDescriptor<TranslationIntent.Pool4> POOL4 =
            new TableDescriptor<>(TranslationIntent.Pool4.class, Tables.Pool4.ID) {
                {
                    countsTranslated();
                }

                final Prefix<Ipv4Prefix> prefix = prefix4(Tables.Pool4.DST_ADDR, i -> i.prefix);

                final Choice<Boolean> holdsSyns =
                        choice((TranslationIntent.Pool4 i) -> i.holdsSyns)
                                .when(false, Actions.Pool.ID)
                                .when(true, Actions.HoldingPool.ID);
                final Int instance =
                        param(
                                List.of(Actions.Pool.INSTANCE, Actions.HoldingPool.INSTANCE),
                                i -> i.instance);

                @Override
                TranslationIntent.Pool4 read(TableEntry e) {
                    return new TranslationIntent.Pool4(
                            prefix.of(e), instance.of(e), holdsSyns.of(e));
                }
            };

    private static final TableDescriptor<TranslationIntent.NatPrefix> PREFIX6 =
            new TableDescriptor<>(
                    TranslationIntent.NatPrefix.class, Tables.Prefix6.ID, Actions.Embed.ID) {
                {
                    exact(Tables.Prefix6.INSTANCE, i -> i.instance);
                    param(Actions.Embed.PREFIX6, i -> i.prefix.high(), i -> i.prefix.low());
                    param(Actions.Embed.LENGTH, i -> i.prefix.length());
                }
            };

    private static final TableDescriptor<TranslationIntent.NatPrefix> POOL6_SRC =
            new TableDescriptor<>(
                    TranslationIntent.NatPrefix.class, Tables.Pool6Src.ID, Actions.Loop.ID) {
                {
                    prefix6(Tables.Pool6Src.SRC_ADDR, i -> i.prefix);
                }
            };

    private static final TableDescriptor<TranslationIntent.NatPrefix> POOL6 =
            new TableDescriptor<>(TranslationIntent.NatPrefix.class, Tables.Pool6.ID) {
                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Pool6.DST_ADDR, i -> i.prefix);

                {
                    countsTranslated();
                    choice(i -> i.prefix.length())
                            .when(32, Actions.Extract32.ID)
                            .when(40, Actions.Extract40.ID)
                            .when(48, Actions.Extract48.ID)
                            .when(56, Actions.Extract56.ID)
                            .when(64, Actions.Extract64.ID)
                            .when(96, Actions.Extract96.ID);
                }

                final Int instance =
                        param(
                                List.of(
                                        Actions.Extract32.INSTANCE,
                                        Actions.Extract40.INSTANCE,
                                        Actions.Extract48.INSTANCE,
                                        Actions.Extract56.INSTANCE,
                                        Actions.Extract64.INSTANCE,
                                        Actions.Extract96.INSTANCE),
                                i -> i.instance);

                @Override
                TranslationIntent.NatPrefix read(TableEntry e) {
                    return new TranslationIntent.NatPrefix(prefix.of(e), instance.of(e));
                }
            };

    // The hosts of an EAM are of one family: their own addresses as destinations would translate
    // what others send them natively.

    private static int suffixMask(TranslationIntent.Eam eam) {
        return ~Ipv4Prefix.mask(eam.prefix4.length());
    }

    private static int shift(TranslationIntent.Eam eam) {
        return 96 + eam.prefix4.length() - eam.prefix6.length();
    }

    private static final TableDescriptor<TranslationIntent.Eam> EAM4_SRC =
            new TableDescriptor<>(
                    TranslationIntent.Eam.class, Tables.Eam4Src.ID, Actions.EamSrcTo6.ID) {
                {
                    when(i -> i.host == Host.IPV4);
                    prefix4(Tables.Eam4Src.SRC_ADDR, i -> i.prefix4);
                    exact(Tables.Eam4Src.INSTANCE, i -> i.instance);
                    param(Actions.EamSrcTo6.PREFIX6, i -> i.prefix6.high(), i -> i.prefix6.low());
                    param(Actions.EamSrcTo6.SUFFIX_MASK, TranslationTables::suffixMask);
                    param(Actions.EamSrcTo6.SHIFT, TranslationTables::shift);
                }
            };

    private static final TableDescriptor<TranslationIntent.Eam> EAM6_DST =
            new TableDescriptor<>(
                    TranslationIntent.Eam.class, Tables.Eam6Dst.ID, Actions.EamDstTo4.ID) {
                final Prefix<Ipv6Prefix> prefix6 = prefix6(Tables.Eam6Dst.DST_ADDR, i -> i.prefix6);

                {
                    when(i -> i.host == Host.IPV4);
                    countsTranslated();
                }

                final Int prefix4 = param(Actions.EamDstTo4.PREFIX4, i -> i.prefix4.bits());
                final Int suffix =
                        param(Actions.EamDstTo4.SUFFIX_MASK, TranslationTables::suffixMask);

                {
                    param(Actions.EamDstTo4.SHIFT, TranslationTables::shift);
                }

                final Int instance = param(Actions.EamDstTo4.INSTANCE, i -> i.instance);

                @Override
                TranslationIntent.Eam read(TableEntry e) {
                    int length = 32 - Integer.bitCount(suffix.of(e));
                    return new TranslationIntent.Eam(
                            Ipv4Prefix.of(prefix4.of(e), length),
                            prefix6.of(e),
                            instance.of(e),
                            Host.IPV4);
                }
            };

    private static final TableDescriptor<TranslationIntent.Eam> EAM6_SRC =
            new TableDescriptor<>(
                    TranslationIntent.Eam.class, Tables.Eam6Src.ID, Actions.EamSrcTo4.ID) {
                {
                    when(i -> i.host == Host.IPV6);
                    prefix6(Tables.Eam6Src.SRC_ADDR, i -> i.prefix6);
                    exact(Tables.Eam6Src.INSTANCE, i -> i.instance);
                    param(Actions.EamSrcTo4.PREFIX4, i -> i.prefix4.bits());
                    param(Actions.EamSrcTo4.SUFFIX_MASK, TranslationTables::suffixMask);
                    param(Actions.EamSrcTo4.SHIFT, TranslationTables::shift);
                }
            };

    private static final TableDescriptor<TranslationIntent.Eam> EAM4_DST =
            new TableDescriptor<>(
                    TranslationIntent.Eam.class, Tables.Eam4Dst.ID, Actions.EamDstTo6.ID) {
                final Prefix<Ipv4Prefix> prefix4 = prefix4(Tables.Eam4Dst.DST_ADDR, i -> i.prefix4);

                {
                    when(i -> i.host == Host.IPV6);
                    countsTranslated();
                }

                final Wide prefix6 =
                        param(
                                Actions.EamDstTo6.PREFIX6,
                                i -> i.prefix6.high(),
                                i -> i.prefix6.low());

                {
                    param(Actions.EamDstTo6.SUFFIX_MASK, TranslationTables::suffixMask);
                }

                final Int shift = param(Actions.EamDstTo6.SHIFT, TranslationTables::shift);
                final Int instance = param(Actions.EamDstTo6.INSTANCE, i -> i.instance);

                @Override
                TranslationIntent.Eam read(TableEntry e) {
                    Ipv4Prefix mapped = prefix4.of(e);
                    int length = 96 + mapped.length() - shift.of(e);
                    return new TranslationIntent.Eam(
                            mapped,
                            Ipv6Prefix.of(prefix6.highOf(e), prefix6.lowOf(e), length),
                            instance.of(e),
                            Host.IPV6);
                }
            };

    /** Entries of one intent are written in this order, and removed in the reverse order. */
    static final List<Descriptor<?>> ALL =
            List.of(
                    BIB6,
                    BIB4,
                    SESSION,
                    HAIRPIN_SESSION,
                    PORT_SETS6,
                    PORT_SETS4,
                    OPTIONS,
                    EMBEDDED,
                    DENIED_SERVICES,
                    MSS_CLAMP,
                    SUBSCRIBER_LIMITS,
                    POOL4,
                    PREFIX6,
                    POOL6_SRC,
                    POOL6,
                    EAM4_SRC,
                    EAM6_DST,
                    EAM6_SRC,
                    EAM4_DST);
}
