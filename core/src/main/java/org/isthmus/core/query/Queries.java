// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.query;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.binding.Sessions;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.PuntQueue;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Gauge;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.policy.StaticBindings;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.sync.DeviceLink;
import org.isthmus.core.sync.Devices;

/**
 * Answers queries. The long lists are read in parts, see {@link Walk}.
 *
 * <p>Threading: the core's thread.
 */
public final class Queries {
    private final Executor loop;
    private final StepClock clock;
    private final Instances instances;
    private final Bib bib;
    private final ExtraSessions extra;
    private final Sessions sessions;
    private final Deletions deletions;
    private final Pools pools;
    private final StaticBindings statics;
    private final Devices devices;
    private final Fabric fabric;
    private final SourceBindings sources;
    private final Capacity capacity;
    private final Capacity.Demand demand;
    private final Counters counters;
    private final DataPlane dataPlane;
    private final MappingLog mappingLog;

    public Queries(
            Executor loop,
            StepClock clock,
            Instances instances,
            Bib bib,
            ExtraSessions extra,
            Sessions sessions,
            Deletions deletions,
            Pools pools,
            StaticBindings statics,
            Devices devices,
            Fabric fabric,
            SourceBindings sources,
            Capacity capacity,
            Capacity.Demand demand,
            Counters counters,
            DataPlane dataPlane,
            MappingLog mappingLog) {
        this.mappingLog = mappingLog;
        this.loop = loop;
        this.clock = clock;
        this.instances = instances;
        this.bib = bib;
        this.extra = extra;
        this.sessions = sessions;
        this.deletions = deletions;
        this.pools = pools;
        this.statics = statics;
        this.devices = devices;
        this.fabric = fabric;
        this.sources = sources;
        this.capacity = capacity;
        this.demand = demand;
        this.counters = counters;
        this.dataPlane = dataPlane;
    }

    public CompletableFuture<Page<Binding>> bindings(Filter filter, PageRequest request) {
        return new Walk<>(loop, bib, bindings(filter), request).page();
    }

    public CompletableFuture<Page<Session>> sessions(Filter filter, PageRequest request) {
        Rows<Session> rows = new SessionRows(bib, extra, sessions, bindings(filter), filter);
        return new Walk<>(loop, bib, rows, request).page();
    }

    private BindingRows bindings(Filter filter) {
        return new BindingRows(bib, instances, statics, clock, filter);
    }

    public Page<Subscriber> subscribers(Filter filter, String after, int limit) {
        int instance = BindingRows.instance(instances, filter);
        List<Subscriber> found = new ArrayList<>();
        Walk.limit(limit);
        int number = Walk.slot(after);
        for (; number < pools.topSubscriber() && found.size() < limit; number++) {
            SubscriberPorts s = pools.subscriber(number);
            if (s != null
                    && (instance == 0 || instance == s.instance())
                    && (filter.address6 == null || filter.address6.overlaps(s.prefix()))
                    && (filter.address4 == null || s.isIn(filter.address4))) {
                found.add(subscriber(s));
            }
        }
        boolean end = number >= pools.topSubscriber();
        return new Page<>(found, end ? null : Integer.toString(number));
    }

    public Page<SourceBinding> sourceBindings(Filter filter, String after, int limit) {
        Walk.limit(limit);
        Ipv6Address from = null;
        try {
            from = after == null ? null : Ipv6Address.parse(after);
        } catch (IllegalArgumentException e) {
            throw new InvalidException("after", "\"" + after + "\" is not a cursor of ours");
        }
        List<SourceBinding> found = sources.list(from, a -> isIn(filter, a), limit + 1);
        if (found.size() <= limit) {
            return new Page<>(found, null);
        }
        List<SourceBinding> page = found.subList(0, limit);
        return new Page<>(page, page.get(limit - 1).address.toString());
    }

    private static boolean isIn(Filter f, Ipv6Address a) {
        return V4Mapped.isIpv4(a)
                ? f.address6 == null
                        && (f.address4 == null || f.address4.contains(V4Mapped.toIpv4(a)))
                : f.address4 == null
                        && (f.address6 == null || f.address6.contains(a.high(), a.low()));
    }

    private Subscriber subscriber(SubscriberPorts s) {
        List<Subscriber.Block> blocks = new ArrayList<>();
        for (Protocol p : Protocol.values()) {
            for (int i = 0; i < s.blocks(p); i++) {
                Block b = s.block(p, i);
                blocks.add(
                        new Subscriber.Block(
                                p,
                                Ipv4Address.of(b.address4()),
                                b.firstPort(),
                                b.lastPort(),
                                b.inUse()));
            }
        }
        return new Subscriber(
                instances.get(s.instance()).name, s.prefix(), blocks, s.bindings(), s.refused());
    }

    public List<Device> devices() {
        List<Device> list = new ArrayList<>();
        for (DeviceLink link : devices.all()) {
            long intents = link.isAccepting() ? demand.of(link.id()).total() : 0;
            list.add(
                    new Device(
                            link.id(),
                            link.state(),
                            link.isTranslator(),
                            intents,
                            link.refusedCount(),
                            link.capabilities(),
                            capacity.use(link.id()),
                            link.statistics()));
        }
        return list;
    }

    public Statistics statistics(PuntQueue punts) {
        counters.set(Counter.PUNTS_DROPPED, punts.dropped());
        counters.set(Counter.FRAMES_DROPPED, dataPlane.framesDropped());
        counters.set(Counter.MAPPING_EVENTS_LOST, mappingLog.lost());
        counters.set(Counter.MAPPING_FILES_DROPPED, mappingLog.dropped());
        counters.set(Counter.MAPPING_LOG_DAMAGES, mappingLog.damage().size());
        Map<Gauge, Long> now = new EnumMap<>(Gauge.class);
        now.put(Gauge.BINDINGS, (long) bib.size());
        now.put(Gauge.BINDINGS_ICMP, (long) bib.size(Protocol.ICMP));
        now.put(Gauge.BINDINGS_TCP, (long) bib.size(Protocol.TCP));
        now.put(Gauge.BINDINGS_UDP, (long) bib.size(Protocol.UDP));
        now.put(Gauge.BINDINGS_BYTES, bib.bytes());
        now.put(Gauge.DELETIONS_UNCONFIRMED, (long) deletions.size());
        now.put(Gauge.MAPPING_LOG_SINCE_SECONDS, mappingLog.oldest() / 1000);
        now.put(Gauge.SOURCE_BINDINGS, (long) sources.size());
        now.put(Gauge.SUBSCRIBERS, (long) pools.subscribers());
        now.put(Gauge.EAMS, (long) instances.eamt().size());
        now.put(Gauge.POOLS, (long) pools.all().size());
        long inUse = 0;
        long all = 0;
        for (PortPool pool : pools.all()) {
            Pool p = pool.toApi();
            for (int i = 0; i < 3; i++) {
                inUse += p.blocksInUse[i];
                all += p.blocks[i];
            }
        }
        now.put(Gauge.BLOCKS, all);
        now.put(Gauge.BLOCKS_IN_USE, inUse);
        now.put(Gauge.DEVICES, (long) devices.all().size());
        long ready = devices.all().stream().filter(d -> d.state() == Device.State.READY).count();
        now.put(Gauge.DEVICES_READY, ready);
        now.put(Gauge.QUEUED_PUNTS, (long) punts.size());
        long changes = devices.all().stream().mapToLong(DeviceLink::pendingChanges).sum();
        now.put(Gauge.QUEUED_CHANGES, changes);
        now.put(Gauge.QUEUED_MAPPING_EVENTS, mappingLog.waiting());
        Map<String, Long> gauges = new LinkedHashMap<>();
        now.forEach((gauge, value) -> gauges.put(gauge.id(), value));
        return new Statistics(
                counters.all(), gauges, Map.of(Statistics.BINDING_SETUP, counters.setups.toApi()));
    }

    public FabricView fabric() {
        FabricConfig config = fabric.config();
        List<FabricView.Device> views = new ArrayList<>();
        List<FabricView.PortCounters> ports = new ArrayList<>();
        for (FabricConfig.Device d : config.devices) {
            DeviceLink link = devices.get(d.id);
            views.add(new FabricView.Device(d, link.state()));
            if (link.statistics() != null) {
                new TreeMap<>(link.statistics().ports())
                        .forEach(
                                (port, counts) ->
                                        ports.add(
                                                new FabricView.PortCounters(
                                                        new FabricConfig.Port(d.id, port),
                                                        counts,
                                                        link.statisticsMillis())));
            }
        }
        List<FabricView.Link> links = new ArrayList<>();
        for (FabricConfig.Link l : config.links) {
            links.add(new FabricView.Link(l, fabric.isUp(l.one) && fabric.isUp(l.other)));
        }
        List<FabricView.Interface> interfaces = new ArrayList<>();
        for (FabricConfig.Interface i : config.interfaces) {
            interfaces.add(new FabricView.Interface(i, fabric.isUp(i.port)));
        }
        List<FabricView.Host> hosts = new ArrayList<>();
        new TreeMap<>(fabric.neighbors().all())
                .forEach(
                        (a, n) -> {
                            boolean v4 = V4Mapped.isIpv4(a);
                            hosts.add(
                                    new FabricView.Host(
                                            v4 ? Ipv4Address.of(V4Mapped.toIpv4(a)) : null,
                                            v4 ? null : a,
                                            n.mac,
                                            n.on.port));
                        });
        return new FabricView(views, links, interfaces, hosts, ports);
    }

    /**
     * @param peer4 null: the peer of the binding's first session, if it has one
     */
    public BindingPath path(Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
        int slot = pools.find(protocol, address4.bits(), port4);
        if (slot == Bib.NONE || !Phase.wantsOutbound(bib.phase(slot))) {
            throw new NotFoundException(
                    "there is no binding of " + protocol + " at " + address4 + " port " + port4);
        }
        Binding binding = bindings(Filter.ALL).row(slot, 0, 0, 0);
        int peerBits = peer4 == null ? bib.peer4(slot) : peer4.bits();
        Ipv6Address peer = peer4 == null && peerBits == 0 ? null : V4Mapped.of(peerBits);
        Ipv6Prefix prefix = instances.get(bib.instance(slot)).prefix;
        return new BindingPath(
                binding,
                fabric.paths().trace(binding.address6, prefix.address(), peer),
                fabric.paths().trace(peer, V4Mapped.of(binding.address4), binding.address6));
    }
}
