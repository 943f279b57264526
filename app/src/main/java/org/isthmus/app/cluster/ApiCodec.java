// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import com.google.protobuf.UInt32Value;
import java.util.List;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Order;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.api.Totals;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.proto.mapping.MappingCodec;
import org.isthmus.proto.mapping.v1.MappingEvents;
import org.isthmus.proto.net.NetCodec;
import org.isthmus.proto.net.v1.PortRange;
import org.isthmus.proto.node.v1.ApiProto;
import org.isthmus.proto.node.v1.ApiProto.HostFamily;
import org.isthmus.proto.node.v1.ApiProto.SessionPeers;

/**
 * Arguments and results of the API as messages of {@code isthmus.node.v1}, and back; those of the
 * fabric are in {@link FabricCodec}, instances in {@link InstanceCodec}, pools in {@link
 * PoolCodec}, what operators watch in {@link MonitoringCodec}. What an operator may have got wrong
 * goes as it is: the core says so better.
 */
final class ApiCodec {
    private ApiCodec() {}

    static ApiProto.Counts counts(long[] counts) {
        return ApiProto.Counts.newBuilder()
                .setIcmp(counts[Protocol.ICMP.ordinal()])
                .setTcp(counts[Protocol.TCP.ordinal()])
                .setUdp(counts[Protocol.UDP.ordinal()])
                .build();
    }

    static long[] counts(ApiProto.Counts m) {
        Wire.known(m);
        long[] counts = new long[3];
        counts[Protocol.ICMP.ordinal()] = m.getIcmp();
        counts[Protocol.TCP.ordinal()] = m.getTcp();
        counts[Protocol.UDP.ordinal()] = m.getUdp();
        return counts;
    }

    static ApiProto.Eams eams(List<Eam> eams) {
        return ApiProto.Eams.newBuilder().addAllEams(Wire.list(eams, ApiCodec::eam)).build();
    }

    static List<Eam> eams(ApiProto.Eams m) {
        return Wire.list(Wire.known(m).getEamsList(), ApiCodec::eam);
    }

    private static ApiProto.Eam eam(Eam eam) {
        return ApiProto.Eam.newBuilder()
                .setPrefix4(NetCodec.prefix(eam.prefix4))
                .setPrefix6(NetCodec.prefix(eam.prefix6))
                .setInstance(eam.instance)
                .setHost(host(eam.host))
                .build();
    }

    private static Eam eam(ApiProto.Eam m) {
        Wire.known(m);
        return new Eam(
                Wire.prefix(m.getPrefix4()),
                Wire.prefix(m.getPrefix6()),
                m.getInstance(),
                host(m.getHost()));
    }

    private static HostFamily host(Eam.Host host) {
        return host == Eam.Host.IPV6 ? HostFamily.HOST_FAMILY_IPV6 : HostFamily.HOST_FAMILY_IPV4;
    }

    private static Eam.Host host(HostFamily host) {
        switch (host) {
            case HOST_FAMILY_IPV6:
                return Eam.Host.IPV6;
            case HOST_FAMILY_IPV4:
                return Eam.Host.IPV4;
            default:
                throw new IllegalArgumentException("hosts of an unknown family");
        }
    }

    /**
     * @param expected null: whatever the table is
     */
    static ApiProto.ReplaceEamt replaceEamt(List<Eam> eams, List<Eam> expected) {
        ApiProto.ReplaceEamt.Builder to = ApiProto.ReplaceEamt.newBuilder().setEams(eams(eams));
        if (expected != null) {
            to.setExpected(eams(expected));
        }
        return to.build();
    }

    /**
     * @param replaced null: none
     */
    static ApiProto.CheckStaticBinding checkStaticBinding(
            StaticBinding binding, StaticBinding replaced) {
        ApiProto.CheckStaticBinding.Builder to =
                ApiProto.CheckStaticBinding.newBuilder().setBinding(staticBinding(binding));
        if (replaced != null) {
            to.setReplaced(staticBinding(replaced));
        }
        return to.build();
    }

    static ApiProto.Faults faults(List<Fault> faults) {
        return ApiProto.Faults.newBuilder()
                .addAllFaults(Wire.list(faults, ApiCodec::fault))
                .build();
    }

    static List<Fault> faults(ApiProto.Faults m) {
        return Wire.list(Wire.known(m).getFaultsList(), ApiCodec::fault);
    }

    private static ApiProto.Fault fault(Fault fault) {
        ApiProto.Fault.Builder to =
                ApiProto.Fault.newBuilder().setField(fault.field).setMessage(fault.message);
        if (fault.other != null) {
            to.setOther(Wire.text(fault.other));
        }
        return to.build();
    }

    private static Fault fault(ApiProto.Fault m) {
        Wire.known(m);
        return new Fault(m.getField(), m.getMessage(), Wire.text(m.hasOther(), m.getOther()));
    }

    static ApiProto.StaticBindings staticBindings(List<StaticBinding> bindings) {
        return ApiProto.StaticBindings.newBuilder()
                .addAllBindings(Wire.list(bindings, ApiCodec::staticBinding))
                .build();
    }

    static List<StaticBinding> staticBindings(ApiProto.StaticBindings m) {
        return Wire.list(Wire.known(m).getBindingsList(), ApiCodec::staticBinding);
    }

    static ApiProto.StaticBinding staticBinding(StaticBinding b) {
        return ApiProto.StaticBinding.newBuilder()
                .setInstance(b.instance)
                .setProtocol(NetCodec.protocol(b.protocol))
                .setAddress6(NetCodec.address6(b.address6))
                .setPort6(b.port6)
                .setAddress4(NetCodec.address4(b.address4.bits()))
                .setPort4(b.port4)
                .build();
    }

    static StaticBinding staticBinding(ApiProto.StaticBinding m) {
        Wire.known(m);
        return new StaticBinding(
                m.getInstance(),
                NetCodec.protocol(m.getProtocol()),
                NetCodec.address6(m.getAddress6()),
                m.getPort6(),
                Ipv4Address.of(NetCodec.address4(m.getAddress4())),
                m.getPort4());
    }

    /**
     * @param address4 in network order
     */
    static ApiProto.TransportAddress4 transport(Protocol protocol, int address4, int port4) {
        return ApiProto.TransportAddress4.newBuilder()
                .setProtocol(NetCodec.protocol(protocol))
                .setAddress(NetCodec.address4(address4))
                .setPort(port4)
                .build();
    }

    static ApiProto.ListRequest listRequest(Filter filter, PageRequest request) {
        ApiProto.ListRequest.Builder to =
                ApiProto.ListRequest.newBuilder()
                        .setFilter(filter(filter))
                        .setLimit(request.limit)
                        .setWantsTotals(request.wantsTotals);
        if (request.after != null) {
            to.setAfter(Wire.text(request.after));
        }
        if (request.order != null) {
            to.setOrder(ApiProto.ListOrder.valueOf("LIST_ORDER_" + request.order.by.name()))
                    .setDescending(request.order.descending);
        }
        return to.build();
    }

    static PageRequest pageRequest(ApiProto.ListRequest m) {
        return new PageRequest(
                Wire.text(m.hasAfter(), m.getAfter()),
                m.getLimit(),
                m.getOrderValue() == 0 ? null : new Order(key(m.getOrder()), m.getDescending()),
                m.getWantsTotals());
    }

    private static Order.Key key(ApiProto.ListOrder order) {
        for (Order.Key key : Order.Key.values()) {
            if (order.name().equals("LIST_ORDER_" + key.name())) {
                return key;
            }
        }
        throw new IllegalArgumentException("rows in an unknown order");
    }

    private static ApiProto.Totals totals(Totals totals) {
        return ApiProto.Totals.newBuilder()
                .setRows(totals.rows)
                .setOpenBindings(totals.openBindings)
                .build();
    }

    private static Totals totals(boolean isThere, ApiProto.Totals m) {
        return isThere ? new Totals(Wire.known(m).getRows(), m.getOpenBindings()) : null;
    }

    private static ApiProto.Filter filter(Filter filter) {
        ApiProto.Filter.Builder to = ApiProto.Filter.newBuilder().setPort(filter.port);
        if (filter.instance != null) {
            to.setInstance(Wire.text(filter.instance));
        }
        if (filter.protocol != null) {
            to.setProtocol(NetCodec.protocol(filter.protocol));
        }
        if (filter.address6 != null) {
            to.setAddress6(NetCodec.prefix(filter.address6));
        }
        if (filter.address4 != null) {
            to.setAddress4(NetCodec.prefix(filter.address4));
        }
        if (filter.peer4 != null) {
            to.setPeer4(NetCodec.prefix(filter.peer4));
        }
        if (filter.bindingPort >= 0) {
            to.setBindingPort(UInt32Value.of(filter.bindingPort));
        }
        if (filter.peerPort >= 0) {
            to.setPeerPort(UInt32Value.of(filter.peerPort));
        }
        if (filter.state != null) {
            to.setState(Wire.text(filter.state));
        }
        return to.build();
    }

    static Filter filter(ApiProto.Filter m) {
        Wire.known(m);
        return new Filter(
                Wire.text(m.hasInstance(), m.getInstance()),
                m.getProtocolValue() == 0 ? null : NetCodec.protocol(m.getProtocol()),
                m.hasAddress6() ? Wire.prefix(m.getAddress6()) : null,
                m.hasAddress4() ? Wire.prefix(m.getAddress4()) : null,
                m.getPort(),
                m.hasBindingPort() ? Wire.known(m.getBindingPort()).getValue() : -1,
                m.hasPeer4() ? Wire.prefix(m.getPeer4()) : null,
                m.hasPeerPort() ? Wire.known(m.getPeerPort()).getValue() : -1,
                Wire.text(m.hasState(), m.getState()));
    }

    static ApiProto.BindingPage bindings(Page<Binding> page) {
        ApiProto.BindingPage.Builder to =
                ApiProto.BindingPage.newBuilder()
                        .addAllBindings(Wire.list(page.items(), ApiCodec::binding));
        if (page.next() != null) {
            to.setNext(Wire.text(page.next()));
        }
        if (page.totals() != null) {
            to.setTotals(totals(page.totals()));
        }
        return to.build();
    }

    static Page<Binding> bindings(ApiProto.BindingPage m) {
        Wire.known(m);
        return new Page<>(
                Wire.list(m.getBindingsList(), ApiCodec::binding),
                Wire.text(m.hasNext(), m.getNext()),
                totals(m.hasTotals(), m.getTotals()));
    }

    static ApiProto.Binding binding(Binding b) {
        return ApiProto.Binding.newBuilder()
                .setInstance(b.instance)
                .setProtocol(NetCodec.protocol(b.protocol))
                .setAddress6(NetCodec.address6(b.address6))
                .setPort6(b.port6)
                .setAddress4(NetCodec.address4(b.address4.bits()))
                .setPort4(b.port4)
                .setMorePorts(b.ports - 1)
                .setIsStatic(b.isStatic)
                .setSinceEpochMillis(b.sinceEpochMillis)
                .setExpiresEpochMillis(b.expiresEpochMillis)
                .build();
    }

    static Binding binding(ApiProto.Binding m) {
        Wire.known(m);
        return new Binding(
                m.getInstance(),
                NetCodec.protocol(m.getProtocol()),
                NetCodec.address6(m.getAddress6()),
                m.getPort6(),
                Ipv4Address.of(NetCodec.address4(m.getAddress4())),
                m.getPort4(),
                1 + m.getMorePorts(),
                m.getIsStatic(),
                m.getSinceEpochMillis(),
                m.getExpiresEpochMillis());
    }

    static ApiProto.SessionPage sessions(Page<Session> page) {
        ApiProto.SessionPage.Builder to =
                ApiProto.SessionPage.newBuilder()
                        .addAllSessions(Wire.list(page.items(), ApiCodec::session));
        if (page.next() != null) {
            to.setNext(Wire.text(page.next()));
        }
        if (page.totals() != null) {
            to.setTotals(totals(page.totals()));
        }
        return to.build();
    }

    static Page<Session> sessions(ApiProto.SessionPage m) {
        Wire.known(m);
        return new Page<>(
                Wire.list(m.getSessionsList(), ApiCodec::session),
                Wire.text(m.hasNext(), m.getNext()),
                totals(m.hasTotals(), m.getTotals()));
    }

    private static ApiProto.Session session(Session s) {
        return ApiProto.Session.newBuilder()
                .setBinding(binding(s.binding))
                .setPeer4(NetCodec.address4(s.peer4.bits()))
                .setPeerPort4(s.peerPort4)
                .setState(s.state)
                .setSinceEpochMillis(s.sinceEpochMillis)
                .setPeers(SessionPeers.valueOf("SESSION_PEERS_" + s.peers.name()))
                .build();
    }

    private static Session session(ApiProto.Session m) {
        Wire.known(m);
        return new Session(
                binding(m.getBinding()),
                Ipv4Address.of(NetCodec.address4(m.getPeer4())),
                m.getPeerPort4(),
                m.getState(),
                m.getSinceEpochMillis(),
                peers(m.getPeers()));
    }

    private static Session.Peers peers(SessionPeers peers) {
        switch (peers) {
            case SESSION_PEERS_ALL:
                return Session.Peers.ALL;
            case SESSION_PEERS_SEEN:
                return Session.Peers.SEEN;
            case SESSION_PEERS_FIRST:
            case SESSION_PEERS_UNSPECIFIED:
                return Session.Peers.FIRST;
            default:
                throw new IllegalArgumentException("a session of a binding with unknown peers");
        }
    }

    static ApiProto.SubscriberPage subscribers(Page<Subscriber> page) {
        ApiProto.SubscriberPage.Builder to =
                ApiProto.SubscriberPage.newBuilder()
                        .addAllSubscribers(Wire.list(page.items(), ApiCodec::subscriber));
        if (page.next() != null) {
            to.setNext(Wire.text(page.next()));
        }
        return to.build();
    }

    static Page<Subscriber> subscribers(ApiProto.SubscriberPage m) {
        Wire.known(m);
        return new Page<>(
                Wire.list(m.getSubscribersList(), ApiCodec::subscriber),
                Wire.text(m.hasNext(), m.getNext()));
    }

    private static ApiProto.Subscriber subscriber(Subscriber s) {
        return ApiProto.Subscriber.newBuilder()
                .setInstance(s.instance)
                .setPrefix(NetCodec.prefix(s.prefix))
                .addAllBlocks(Wire.list(s.blocks, ApiCodec::block))
                .setBindings(counts(s.bindings))
                .setRefused(s.refused)
                .build();
    }

    private static Subscriber subscriber(ApiProto.Subscriber m) {
        Wire.known(m);
        return new Subscriber(
                m.getInstance(),
                Wire.prefix(m.getPrefix()),
                Wire.list(m.getBlocksList(), ApiCodec::block),
                counts(m.getBindings()),
                m.getRefused());
    }

    private static ApiProto.PortBlock block(Subscriber.Block b) {
        return ApiProto.PortBlock.newBuilder()
                .setProtocol(NetCodec.protocol(b.protocol))
                .setAddress(NetCodec.address4(b.address.bits()))
                .setPorts(NetCodec.ports(b.firstPort, b.lastPort))
                .setUsed(b.used)
                .build();
    }

    private static Subscriber.Block block(ApiProto.PortBlock m) {
        Wire.known(m);
        PortRange ports = Wire.known(m.getPorts());
        return new Subscriber.Block(
                NetCodec.protocol(m.getProtocol()),
                Ipv4Address.of(NetCodec.address4(m.getAddress())),
                ports.getFirst(),
                ports.getLast(),
                m.getUsed());
    }

    static MappingEvents mappings(List<MappingEvent> events) {
        return MappingEvents.newBuilder()
                .addAllEvents(Wire.list(events, MappingCodec::encode))
                .build();
    }

    static List<MappingEvent> mappings(MappingEvents m) {
        return Wire.list(Wire.known(m).getEventsList(), MappingLogCodec::event);
    }
}
