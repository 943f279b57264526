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
import org.isthmus.core.binding.TcpState;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.PuntQueue;
import org.isthmus.core.loop.Seconds;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Gauge;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
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
 * Answers queries. Lists are read by slot, a part per step of the loop; a cursor is the slot to
 * continue from. So a row that exists from the first page to the last is listed exactly once.
 *
 * <p>Threading: the core's thread.
 */
public final class Queries {
    private static final int PART = 1 << 16;
    private static final int MOST = 10_000;

    private final Executor loop;
    private final StepClock clock;
    private final Instances instances;
    private final Bib bib;
    private final ExtraSessions extra;
    private final Sessions sessions;
    private final Deletions deletions;
    private final Pools pools;
    private final Devices devices;
    private final Fabric fabric;
    private final SourceBindings sources;
    private final Capacity capacity;
    private final Capacity.Demand demand;
    private final Counters counters;
    private final DataPlane dataPlane;
    private final MappingLog mappingLog;

    /** Adds the rows of a slot. */
    private interface Rows<T> {
        void add(int slot, List<T> to);
    }

    public Queries(
            Executor loop,
            StepClock clock,
            Instances instances,
            Bib bib,
            ExtraSessions extra,
            Sessions sessions,
            Deletions deletions,
            Pools pools,
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
        this.devices = devices;
        this.fabric = fabric;
        this.sources = sources;
        this.capacity = capacity;
        this.demand = demand;
        this.counters = counters;
        this.dataPlane = dataPlane;
    }

    public CompletableFuture<Page<Binding>> bindings(Filter filter, String after, int limit) {
        int instance = instance(filter);
        return walk(
                after,
                limit,
                (slot, to) -> {
                    if (matches(filter, instance, slot) && isPort(filter, slot)) {
                        to.add(binding(slot));
                    }
                });
    }

    public CompletableFuture<Page<Session>> sessions(Filter filter, String after, int limit) {
        int instance = instance(filter);
        return walk(
                after,
                limit,
                (slot, to) -> {
                    if (matches(filter, instance, slot)) {
                        sessions(filter, slot, to);
                    }
                });
    }

    /**
     * Collects rows up to the limit. A page ends with a slot, and a slot may have several rows, so
     * that a page may exceed the limit.
     */
    private <T> CompletableFuture<Page<T>> walk(String after, int limit, Rows<T> rows) {
        CompletableFuture<Page<T>> result = new CompletableFuture<>();
        walk(start(after, limit), limit, rows, new ArrayList<>(), result);
        return result;
    }

    private <T> void walk(
            int from, int limit, Rows<T> rows, List<T> found, CompletableFuture<Page<T>> result) {
        int slot = from;
        int top = bib.top();
        for (; slot < top && slot - from < PART && found.size() < limit; slot++) {
            if (bib.isUsed(slot) && Phase.wantsOutbound(bib.phase(slot))) {
                rows.add(slot, found);
            }
        }
        int next = slot;
        if (slot >= top) {
            result.complete(new Page<>(found, null));
        } else if (found.size() >= limit) {
            result.complete(new Page<>(found, Integer.toString(next)));
        } else {
            loop.execute(() -> walk(next, limit, rows, found, result));
        }
    }

    private static int start(String after, int limit) {
        if (limit < 1 || limit > MOST) {
            throw new InvalidException("limit", limit + " is not between 1 and " + MOST);
        }
        try {
            int start = after == null ? 0 : Integer.parseInt(after);
            if (start >= 0) {
                return start;
            }
        } catch (NumberFormatException e) {
            // Refused below, as a negative cursor is.
        }
        throw new InvalidException("after", "\"" + after + "\" is not a cursor of ours");
    }

    /** The id of the filter's instance; 0: any. */
    private int instance(Filter filter) {
        if (filter.instance == null) {
            return 0;
        }
        InstanceConfig instance = instances.get(filter.instance);
        if (instance == null) {
            throw new InvalidException("instance", "there is no instance " + filter.instance);
        }
        return instance.id;
    }

    private boolean matches(Filter f, int instance, int slot) {
        return (instance == 0 || instance == bib.instance(slot))
                && (f.protocol == null || f.protocol == bib.protocol(slot))
                && (f.address6 == null || f.address6.contains(bib.high(slot), bib.low(slot)))
                && (f.address4 == null || f.address4.contains(bib.address4(slot)));
    }

    private boolean isPort(Filter f, int slot) {
        return f.port < 0 || f.port == bib.port6(slot, f.port) || f.port == bib.port4(slot, f.port);
    }

    private Binding binding(int slot) {
        return new Binding(
                instances.get(bib.instance(slot)).name,
                bib.protocol(slot),
                Ipv6Address.of(bib.high(slot), bib.low(slot)),
                bib.port6(slot),
                Ipv4Address.of(bib.address4(slot)),
                bib.port4(slot),
                1 << bib.setBits(slot),
                bib.isStatic(slot),
                Seconds.toEpochMillis(bib.since(slot)),
                bib.deadline(slot) == 0 ? 0 : clock.toEpochMillis(bib.deadline(slot)));
    }

    private void sessions(Filter filter, int slot, List<Session> to) {
        boolean tcp = bib.protocol(slot) == Protocol.TCP;
        TcpState state = bib.tcpState(slot);
        boolean anyPort = isPort(filter, slot);
        Binding binding = null;
        boolean first = tcp ? state != TcpState.CLOSED : !bib.isFiltered(slot);
        if (first
                && (bib.peer4(slot) != 0 || bib.peerPort(slot) != 0)
                && isPeer(filter, anyPort, bib.peer4(slot), bib.peerPort(slot))) {
            binding = binding(slot);
            to.add(
                    new Session(
                            binding,
                            Ipv4Address.of(bib.peer4(slot)),
                            bib.peerPort(slot),
                            tcp ? state.text() : "",
                            binding.sinceEpochMillis));
        }
        for (int s = extra.first(slot); s != ExtraSessions.NONE; s = extra.next(s)) {
            if (extra.state(s) != TcpState.CLOSED
                    && isPeer(filter, anyPort, extra.peer4(s), extra.peerPort(s))) {
                binding = binding == null ? binding(slot) : binding;
                to.add(
                        new Session(
                                binding,
                                Ipv4Address.of(extra.peer4(s)),
                                extra.peerPort(s),
                                extra.state(s).text(),
                                Seconds.toEpochMillis(extra.since(s))));
            }
        }
        for (int s = sessions.first(slot); s != Sessions.NONE; s = sessions.next(s)) {
            if (isPeer(filter, anyPort, sessions.peer4(s), sessions.peerPort(s))
                    && !(tcp && isTracked(slot, s))) {
                binding = binding == null ? binding(slot) : binding;
                to.add(
                        new Session(
                                binding,
                                Ipv4Address.of(sessions.peer4(s)),
                                sessions.peerPort(s),
                                "",
                                Seconds.toEpochMillis(sessions.since(s))));
            }
        }
    }

    /** Whether a state is known of a TCP session that is let through. */
    private boolean isTracked(int slot, int session) {
        boolean tracked =
                bib.tcpState(slot) != TcpState.CLOSED
                        && sessions.find(slot, bib.peer4(slot), bib.peerPort(slot)) == session;
        for (int s = extra.first(slot); !tracked && s != ExtraSessions.NONE; s = extra.next(s)) {
            tracked =
                    extra.state(s) != TcpState.CLOSED
                            && sessions.find(slot, extra.peer4(s), extra.peerPort(s)) == session;
        }
        return tracked;
    }

    /**
     * @param anyPort whether the filter is content with the binding's own ports
     */
    private static boolean isPeer(Filter filter, boolean anyPort, int peer4, int peerPort) {
        return (filter.peer4 == null || filter.peer4.contains(peer4))
                && (anyPort || filter.port == peerPort);
    }

    public Page<Subscriber> subscribers(Filter filter, String after, int limit) {
        int instance = instance(filter);
        List<Subscriber> found = new ArrayList<>();
        int number = start(after, limit);
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
        start(null, limit);
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
        new TreeMap<>(fabric.neighbors())
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
        Binding binding = binding(slot);
        int peerBits = peer4 == null ? bib.peer4(slot) : peer4.bits();
        Ipv6Address peer = peer4 == null && peerBits == 0 ? null : V4Mapped.of(peerBits);
        Ipv6Prefix prefix = instances.get(bib.instance(slot)).prefix;
        return new BindingPath(
                binding,
                fabric.trace(binding.address6, prefix.address(), peer),
                fabric.trace(peer, V4Mapped.of(binding.address4), binding.address6));
    }
}
