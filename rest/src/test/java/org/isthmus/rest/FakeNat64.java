// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.Histogram;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.LostException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;

/**
 * A NAT64 in memory: it keeps tables and refuses what overlaps, in the words of the core, but
 * translates nothing. Tests put into its public lists what traffic would have made. Guarded by
 * itself.
 */
public final class FakeNat64 implements Nat64 {
    /** 2026-01-31T10:00:00Z. */
    public static final long NOW = 1_769_853_600_000L;

    public final List<InstanceConfig> instances = new ArrayList<>();
    public final List<Binding> bindings = new ArrayList<>();
    public final List<Session> sessions = new ArrayList<>();
    public final List<Subscriber> subscribers = new ArrayList<>();
    public final List<SourceBinding> sourceBindings = new ArrayList<>();
    public final List<Device> devices = new ArrayList<>();
    public final List<MappingEvent> log = new ArrayList<>();

    /** What came before is lost to the mapping log, epoch ms. */
    public long logLostBefore;

    public final List<String> troubles = new ArrayList<>();
    public final Map<String, Long> counters = new TreeMap<>();
    public final Map<String, Long> gauges = new TreeMap<>();

    /** Thrown by every method while set. */
    public RuntimeException failure;

    /** Run by {@link #replaceEamt} before it looks at the table. */
    public Runnable beforeReplace = () -> {};

    static final DeviceId LEAF1 = DeviceId.of("device:leaf1");
    private static final DeviceId LEAF2 = DeviceId.of("device:leaf2");
    static final List<DeviceId> SPINES =
            List.of(DeviceId.of("device:spine1"), DeviceId.of("device:spine2"));

    public final List<Alarm> alarms = new ArrayList<>();
    public final List<Exporter> exporters = new ArrayList<>();

    /** What {@link #fabric} says. */
    public FabricView fabric =
            new FabricView(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Which EAMs came with the configuration. */
    public final Set<Eam> configuredEams = new HashSet<>();

    /** Which static bindings came with the configuration. */
    public final Set<StaticBinding> configuredStatics = new HashSet<>();

    final Map<String, Pool> pools = new TreeMap<>();
    private final TreeMap<Ipv4Prefix, Eam> eamt = new TreeMap<>();
    private final List<StaticBinding> statics = new ArrayList<>();

    public FakeNat64() {
        instances.add(instance("nat64", 1));
    }

    /** With something in every list, so that each answer shows each field. */
    public static FakeNat64 filled() {
        FakeNat64 fake = new FakeNat64();
        SampleNetwork.fill(fake);
        return fake;
    }

    public static InstanceConfig instance(String name, int id) {
        return InstanceConfig.builder(name, Ipv6Prefix.parse("64:ff9b:" + id + "::/96"))
                .id(id)
                .portHold(Duration.ofMinutes(2))
                .denied(List.of(Ipv4Prefix.parse("10.0.0.0/8")))
                .deniedServices(
                        List.of(
                                new DeniedService(Ipv4Prefix.ALL, Protocol.TCP, 25, 25),
                                new DeniedService(Ipv4Prefix.ALL, null, 6881, 6999),
                                DeniedService.of(Ipv4Prefix.parse("192.0.2.0/24"), Protocol.ICMP)))
                .build();
    }

    public static Eam eam(String prefix4, String prefix6) {
        return new Eam(
                Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "nat64", Eam.Host.IPV6);
    }

    /** Adds a binding of 2001:db8:1::host and a session of it with 192.0.2.80. */
    public void session(Protocol protocol, int host, int port, String state) {
        Binding binding =
                new Binding(
                        "nat64",
                        protocol,
                        Ipv6Address.parse("2001:db8:1::" + Integer.toHexString(host)),
                        port,
                        Ipv4Address.parse("203.0.113.7"),
                        port,
                        1,
                        false,
                        NOW,
                        NOW + 300_000);
        bindings.add(binding);
        Ipv4Address peer = Ipv4Address.parse("192.0.2.80");
        int peerPort = protocol == Protocol.ICMP ? 0 : 80;
        Session.Peers peers = protocol == Protocol.TCP ? Session.Peers.SEEN : Session.Peers.FIRST;
        sessions.add(new Session(binding, peer, peerPort, state, NOW, peers));
    }

    private void check() {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public synchronized List<InstanceConfig> instances() {
        check();
        return List.copyOf(instances);
    }

    @Override
    public synchronized List<Pool> pools() {
        check();
        return List.copyOf(pools.values());
    }

    @Override
    public synchronized Pool addPool(PoolSpec spec) {
        checkedPool(spec);
        Pool pool = pool(spec, false);
        pools.put(spec.name, pool);
        return pool;
    }

    @Override
    public synchronized List<Fault> checkPool(PoolSpec spec) {
        return faults(() -> checkedPool(spec));
    }

    private void checkedPool(PoolSpec spec) {
        check();
        checkInstance("instance", spec.instance);
        if (spec.firstPort[Protocol.TCP.ordinal()] == 1) {
            throw new InvalidException("firstPort[1]", "must not be 1 in this test");
        }
        if (pools.containsKey(spec.name)) {
            throw new ConflictException("name", spec.name + " is there twice", "pool " + spec.name);
        }
        for (int i = 0; i < spec.prefixes.size(); i++) {
            Ipv4Prefix prefix = spec.prefixes.get(i);
            for (Pool other : pools.values()) {
                for (Ipv4Prefix its : other.spec.prefixes) {
                    if (its.overlaps(prefix)) {
                        throw new ConflictException(
                                "prefixes[" + i + "]",
                                prefix + " overlaps " + its,
                                "pool " + other.spec.name);
                    }
                }
            }
        }
    }

    static Pool pool(PoolSpec spec, boolean configured) {
        return new Pool(
                spec,
                configured,
                new long[] {1024, 1008, 1008},
                new long[] {0, 1, 0},
                new long[] {0, 1, 0});
    }

    private void checkInstance(String field, String name) {
        if (instances.stream().noneMatch(i -> i.name.equals(name))) {
            throw new InvalidException(field, "no such instance: " + name);
        }
    }

    @Override
    public synchronized Pool drainPool(String name, boolean drain) {
        Pool pool = pool(changeable(name).spec.drains(drain), false);
        pools.put(name, pool);
        return pool;
    }

    @Override
    public synchronized void removePool(String name) {
        changeable(name);
        pools.remove(name);
    }

    private Pool changeable(String name) {
        check();
        Pool pool = pools.get(name);
        if (pool == null) {
            throw new NotFoundException("there is no pool " + name);
        }
        if (pool.configured) {
            throw new ConflictException(
                    "name",
                    "the pool is in the network configuration, which alone changes it",
                    "pool " + name);
        }
        return pool;
    }

    @Override
    public synchronized List<Eam> eamt() {
        check();
        return List.copyOf(eamt.values());
    }

    @Override
    public synchronized void addEams(List<Eam> eams) {
        check();
        add(eams, new TreeMap<>(eamt));
    }

    private void add(List<Eam> eams, TreeMap<Ipv4Prefix, Eam> to) {
        add(
                eams,
                to,
                e -> {
                    throw e;
                });
        eamt.clear();
        eamt.putAll(to);
    }

    private void add(
            List<Eam> eams, TreeMap<Ipv4Prefix, Eam> to, Consumer<RuntimeException> wrong) {
        for (int i = 0; i < eams.size(); i++) {
            Eam eam = eams.get(i);
            try {
                checkInstance("[" + i + "].instance", eam.instance);
            } catch (InvalidException e) {
                wrong.accept(e);
            }
            if (32 - eam.prefix4.length() > 128 - eam.prefix6.length()) {
                wrong.accept(
                        new InvalidException(
                                "[" + i + "].prefix6",
                                eam.prefix6
                                        + " has fewer bits behind the prefix than "
                                        + eam.prefix4));
            }
            Eam other = to.putIfAbsent(eam.prefix4, eam);
            if (other != null) {
                wrong.accept(
                        new ConflictException(
                                "[" + i + "].prefix4",
                                eam.prefix4 + " is mapped already",
                                "EAM " + other));
            }
        }
    }

    @Override
    public synchronized List<Eam> configuredEams() {
        check();
        return eamt.values().stream().filter(configuredEams::contains).collect(Collectors.toList());
    }

    @Override
    public synchronized List<Fault> checkEamt(List<Eam> eams) {
        check();
        List<Fault> faults = new ArrayList<>();
        add(eams, new TreeMap<>(), e -> faults.add(fault(e)));
        return faults;
    }

    private static Fault fault(RuntimeException e) {
        return e instanceof ConflictException
                ? new Fault(
                        ((ConflictException) e).field(),
                        e.getMessage(),
                        ((ConflictException) e).other())
                : new Fault(((InvalidException) e).field(), e.getMessage(), null);
    }

    private static List<Fault> faults(Runnable change) {
        try {
            change.run();
            return List.of();
        } catch (InvalidException | ConflictException e) {
            return List.of(fault(e));
        }
    }

    @Override
    public synchronized void removeEam(Ipv4Prefix prefix4) {
        check();
        if (eamt.remove(prefix4) == null) {
            throw new NotFoundException("there is no EAM of " + prefix4);
        }
    }

    @Override
    public synchronized void replaceEamt(List<Eam> eams, List<Eam> expected) {
        check();
        beforeReplace.run();
        if (expected != null && !expected.equals(eamt())) {
            throw new ConflictException("", "the table has changed meanwhile", "another change");
        }
        add(eams, new TreeMap<>());
    }

    @Override
    public synchronized List<StaticBinding> staticBindings() {
        check();
        return List.copyOf(statics);
    }

    @Override
    public synchronized List<StaticBinding> configuredStaticBindings() {
        check();
        return statics.stream().filter(configuredStatics::contains).collect(Collectors.toList());
    }

    @Override
    public synchronized StaticBinding addStaticBinding(StaticBinding binding) {
        check();
        checkStatic(binding, null);
        statics.add(binding);
        return binding;
    }

    @Override
    public synchronized StaticBinding replaceStaticBinding(
            Protocol protocol, int address4, int port4, StaticBinding by) {
        check();
        for (StaticBinding b : statics) {
            if (b.protocol == protocol && b.address4.bits() == address4 && b.port4 == port4) {
                checkStatic(by, b);
                statics.set(statics.indexOf(b), by);
                return by;
            }
        }
        throw new NotFoundException("There is no such static binding.");
    }

    @Override
    public synchronized List<Fault> checkStaticBinding(
            StaticBinding binding, StaticBinding replaced) {
        check();
        return faults(() -> checkStatic(binding, replaced));
    }

    private void checkStatic(StaticBinding binding, StaticBinding replaced) {
        checkInstance("instance", binding.instance);
        for (StaticBinding b : statics) {
            if (b != replaced
                    && b.protocol == binding.protocol
                    && b.address4.equals(binding.address4)
                    && b.port4 == binding.port4) {
                throw new ConflictException(
                        "port4",
                        b.address4 + " port " + b.port4 + " is bound already",
                        "static binding of " + b.address6 + " port " + b.port6);
            }
        }
    }

    @Override
    public synchronized void removeStaticBinding(Protocol protocol, int address4, int port4) {
        check();
        if (!statics.removeIf(
                b -> b.protocol == protocol && b.address4.bits() == address4 && b.port4 == port4)) {
            throw new NotFoundException("There is no such static binding.");
        }
    }

    @Override
    public synchronized Page<Binding> bindings(Filter filter, PageRequest request) {
        check();
        return FakeQueries.bindings(bindings, filter, request);
    }

    @Override
    public synchronized Page<Session> sessions(Filter filter, PageRequest request) {
        check();
        return FakeQueries.sessions(sessions, bindings, filter, request);
    }

    @Override
    public synchronized Page<Subscriber> subscribers(Filter filter, String after, int limit) {
        check();
        return FakeQueries.subscribers(subscribers, filter, after, limit);
    }

    @Override
    public synchronized Page<SourceBinding> sourceBindings(Filter filter, String after, int limit) {
        check();
        return FakeQueries.sourceBindings(sourceBindings, filter, after, limit);
    }

    @Override
    public synchronized List<Device> devices() {
        check();
        List<Device> sorted = new ArrayList<>(devices);
        sorted.sort(Comparator.comparing(d -> d.id));
        return sorted;
    }

    @Override
    public synchronized Statistics statistics() {
        check();
        Histogram setups = new Histogram(new double[] {0.001, 0.01}, new long[] {3, 1, 0}, 0.008);
        return new Statistics(counters, gauges, Map.of(Statistics.BINDING_SETUP, setups));
    }

    @Override
    public synchronized List<MappingEvent> whoHad(
            Protocol protocol, int address4, int port, long epochMillis) {
        check();
        if (epochMillis < logLostBefore) {
            throw new LostException("mappings-00000003.log: row 17 is damaged");
        }
        List<MappingEvent> holders = new ArrayList<>();
        for (MappingEvent e : log) {
            if (e.protocol == protocol
                    && e.address.bits() == address4
                    && e.firstPort <= port
                    && port <= e.lastPort
                    && e.epochMillis <= epochMillis) {
                holders.add(e);
            }
        }
        return holders;
    }

    @Override
    public synchronized Health health() {
        check();
        return new Health(troubles);
    }

    @Override
    public synchronized List<Exporter> exporters() {
        check();
        return List.copyOf(exporters);
    }

    /** {@link #troubles}, and one more. */
    @Override
    public synchronized List<Alarm> alarms() {
        check();
        List<Alarm> all = new ArrayList<>();
        for (String trouble : troubles) {
            String subject = trouble.substring(0, trouble.indexOf(' '));
            all.add(new Alarm("trouble/" + subject, Alarm.Severity.MAJOR, subject, trouble, NOW));
        }
        all.addAll(alarms);
        return all;
    }

    @Override
    public synchronized FabricView fabric() {
        check();
        return fabric;
    }

    /** Of one shape: from leaf 1 over two spines to leaf 2, and the same path back. */
    @Override
    public synchronized BindingPath path(
            Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
        check();
        for (Binding b : bindings) {
            if (b.protocol == protocol && b.address4.equals(address4) && b.port4 == port4) {
                FabricConfig.Port host = new FabricConfig.Port(LEAF1, 3);
                FabricConfig.Port peer = peer4 == null ? null : new FabricConfig.Port(LEAF2, 3);
                return new BindingPath(
                        b,
                        new BindingPath.Direction(host, peer, hops(LEAF1, LEAF2)),
                        new BindingPath.Direction(peer, host, hops(LEAF2, LEAF1)));
            }
        }
        throw new NotFoundException("There is no such binding.");
    }

    /** A host of which everything is well; a peer that nobody knows is a problem. */
    @Override
    public synchronized Diagnosis diagnose(Diagnosis.Flow flow) {
        check();
        Diagnosis.Result ok = Diagnosis.Result.OK;
        List<Diagnosis.Finding> found = new ArrayList<>();
        found.add(
                new Diagnosis.Finding(
                        Diagnosis.Check.HOST,
                        ok,
                        V4Mapped.text(flow.host) + " is of 2001:db8:1::/64 at device:leaf1/3"));
        if (flow.peer != null) {
            String peer = V4Mapped.text(flow.peer);
            found.add(
                    new Diagnosis.Finding(
                            Diagnosis.Check.DESTINATION,
                            ok,
                            "instance nat64 (64:ff9b::/96) translates to " + peer));
            found.add(
                    new Diagnosis.Finding(
                            Diagnosis.Check.DEVICES,
                            ok,
                            "over device:leaf1, device:spine1, device:leaf2, translated at"
                                    + " device:leaf1"));
            found.add(
                    new Diagnosis.Finding(
                            Diagnosis.Check.PEER,
                            Diagnosis.Result.PROBLEM,
                            peer + " is in no network of an interface, and no route leads to it"));
        }
        return new Diagnosis(found);
    }

    private static List<BindingPath.Hop> hops(DeviceId first, DeviceId last) {
        List<BindingPath.Next> up = new ArrayList<>();
        for (int i = 0; i < SPINES.size(); i++) {
            up.add(new BindingPath.Next(i + 1, SPINES.get(i)));
        }
        List<BindingPath.Hop> hops = new ArrayList<>();
        hops.add(new BindingPath.Hop(first, true, up));
        for (DeviceId spine : SPINES) {
            int port = last.equals(LEAF1) ? 1 : 2;
            hops.add(new BindingPath.Hop(spine, false, List.of(new BindingPath.Next(port, last))));
        }
        hops.add(new BindingPath.Hop(last, false, List.of()));
        return hops;
    }
}
