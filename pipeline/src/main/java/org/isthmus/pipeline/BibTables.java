// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.List;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.pipeline.P4.Actions;
import org.isthmus.pipeline.P4.Tables;
import p4.v1.P4RuntimeOuterClass.TableEntry;

/** The BIB, sessions and port sets (RFC 6146 section 3), and subscribers that get no binding. */
final class BibTables {
    private BibTables() {}

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
        if (bits == 0) {
            throw new IllegalArgumentException("one port is no set");
        }
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

    /** Entries of one intent are written in this order, and removed in the reverse order. */
    static final List<Descriptor<?>> ALL =
            List.of(
                    BIB6,
                    BIB4,
                    SESSION,
                    HAIRPIN_SESSION,
                    PORT_SETS6,
                    PORT_SETS4,
                    SUBSCRIBER_LIMITS);
}
