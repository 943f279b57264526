// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.Eam.Host;
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
                {
                    countsTranslated();
                }

                final Prefix<Ipv6Prefix> prefix = prefix6(Tables.Pool6.DST_ADDR, i -> i.prefix);

                final Choice<Integer> length =
                        choice((TranslationIntent.NatPrefix i) -> i.prefix.length())
                                .when(32, Actions.Extract32.ID)
                                .when(40, Actions.Extract40.ID)
                                .when(48, Actions.Extract48.ID)
                                .when(56, Actions.Extract56.ID)
                                .when(64, Actions.Extract64.ID)
                                .when(96, Actions.Extract96.ID);

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
                    Ipv6Prefix matched = prefix.of(e);
                    if (matched.length() != length.of(e)) {
                        throw new IllegalArgumentException("extracts what is behind other bits");
                    }
                    return new TranslationIntent.NatPrefix(matched, instance.of(e));
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
                    OPTIONS,
                    EMBEDDED,
                    DENIED_SERVICES,
                    MSS_CLAMP,
                    POOL4,
                    PREFIX6,
                    POOL6_SRC,
                    POOL6,
                    EAM4_SRC,
                    EAM6_DST,
                    EAM6_SRC,
                    EAM4_DST);
}
