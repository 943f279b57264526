// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Health;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Page;
import org.isthmus.core.api.PageRequest;
import org.isthmus.core.api.Pool;
import org.isthmus.core.api.Session;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.api.Warning;
import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.PuntOwner;
import org.isthmus.core.loop.PuntQueue;
import org.isthmus.core.mapping.Eamt;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.CertificateTime;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.policy.Audit;
import org.isthmus.core.policy.EamtTrial;
import org.isthmus.core.policy.Warnings;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.MappingExports;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.TimeSource;

/**
 * One NAT64 over all switches of a network. A host creates one, starts it, and configures it;
 * before the first configuration nothing is read from the store or written to a device.
 *
 * <p>Threading: any thread; everything happens on the controller's own, and on those {@link
 * org.isthmus.core.spi.LentThread lent} to it. Without {@link #start} it has none: a test listens
 * with {@link #listen}, calls {@link #step}, and methods that wait step by themselves.
 */
public final class Controller implements Nat64, DataPlane.Listener, AutoCloseable {
    private static final int PUNTS = 1 << 16;
    private static final int PUNT_QUEUES = 1 << 10;

    private final PuntOwner owner;
    private final PuntQueue punts;
    private final EventLoop loop;
    private final DataPlane dataPlane;
    private final MappingLog mappingLog;
    private final MappingExports exports;
    final Wiring core;
    private Runnable idle = this::step;

    /**
     * @param name under which it leases addresses: its own among controllers that share a store,
     *     and the same after a restart
     * @param random hard to predict: ports are drawn from it
     */
    public Controller(
            String name,
            DataPlane dataPlane,
            Store store,
            MappingLog mappingLog,
            MappingExports exports,
            TimeSource time,
            Random random) {
        this.dataPlane = dataPlane;
        this.mappingLog = mappingLog;
        this.exports = exports;
        owner = new PuntOwner(random.nextLong());
        punts = new PuntQueue(PUNTS, PUNT_QUEUES, owner);
        Steps steps = new Steps(punts);
        loop = new EventLoop(steps);
        core = new Wiring(name, loop, dataPlane, store, mappingLog, exports, time, random);
        steps.drive(core);
    }

    /** The same on a host that exports nothing of its mapping log. */
    public Controller(
            String name,
            DataPlane dataPlane,
            Store store,
            MappingLog mappingLog,
            TimeSource time,
            Random random) {
        this(name, dataPlane, store, mappingLog, MappingExports.NONE, time, random);
    }

    /** Listens to the data plane, on a thread of its own. */
    public void start() {
        loop.start("isthmus-core");
        dataPlane.listen(this);
    }

    /**
     * Listens to the data plane without a thread.
     *
     * @param idle what methods do while they wait: it must call {@link #step}, and whatever else
     *     lets the data plane and the store answer
     */
    public void listen(Runnable idle) {
        this.idle = idle;
        dataPlane.listen(this);
    }

    /**
     * Runs the tasks and packets that are due; returns whether there were any. One thread at a
     * time.
     */
    public boolean step() {
        return loop.step();
    }

    /** Stops the thread. Switches keep forwarding with the entries they hold. */
    @Override
    public void close() {
        loop.close();
    }

    @Override
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
        if (punts.offer(device, port, reason, frame)) {
            loop.wake();
        }
    }

    @Override
    public void deviceUp(DeviceId device) {
        loop.execute(
                () -> {
                    core.liveness.connected(device);
                    core.devices.up(device);
                });
    }

    @Override
    public void deviceDown(DeviceId device) {
        loop.execute(
                () -> {
                    core.devices.down(device);
                    core.liveness.disconnected(device);
                });
    }

    @Override
    public void portState(DeviceId device, int port, boolean up) {
        loop.execute(() -> core.fabric.portState(device, port, up));
    }

    /**
     * All that is wrong with a configuration in itself. What it may contradict besides, {@link
     * #configure} finds: hosts that were learned, and what operators added.
     */
    public static List<Fault> check(Nat64Config nat64, FabricConfig fabric) {
        return Audit.faults(nat64, fabric);
    }

    /** What is odd about a configuration that is not wrong. */
    public static List<Warning> warnings(Nat64Config nat64, FabricConfig fabric) {
        return Warnings.of(nat64, fabric);
    }

    /**
     * Brings a configuration into force, as a whole or not at all: what is new is added, what is no
     * longer there is removed with its bindings, what stays is not touched. The first configuration
     * also restores the records of the store and reconciles the devices.
     *
     * @param programs of devices, which bound what they are to hold and do; one that is not among
     *     them has room for everything and can do everything
     * @throws org.isthmus.core.api.InvalidException something is wrong in itself
     * @throws org.isthmus.core.api.ConflictException two things contradict each other
     * @throws org.isthmus.core.api.ExhaustedException it does not fit into the tables of a device
     * @throws org.isthmus.core.api.IncompleteException it is in force, but for static bindings that
     *     the store did not take; an alarm until the next configuration
     */
    public void configure(Nat64Config nat64, FabricConfig fabric, Map<DeviceId, Program> programs) {
        change(
                () ->
                        core.configurator.configure(
                                nat64, fabric, programs, () -> settings(nat64, fabric)));
    }

    void settings(Nat64Config nat64, FabricConfig fabric) {
        core.liveness.timeout(nat64.dataPlaneTimeout);
        core.liveness.configure(fabric);
        core.journal.logBindings(nat64.logBindings);
        owner.subscribers(nat64.subscriberPrefixLength());
        core.slowPath.configure(nat64);
        core.setup.limit(nat64.sessionsPerSubscriber);
        core.extra.limit(nat64.sessionsPerBinding - 1);
    }

    /** The same with room for everything on every device. */
    public void configure(Nat64Config nat64, FabricConfig fabric) {
        configure(nat64, fabric, Map.of());
    }

    /**
     * A configuration was refused, here or before it came to {@link #configure}. An alarm says so
     * until one is in force.
     *
     * @param problems one line each, with the path of the field; at least one
     */
    public void refused(List<String> problems) {
        List<String> all = List.copyOf(problems);
        loop.execute(() -> core.configurator.refused(all));
    }

    /**
     * Says which settings of the host were refused, with the reason of each: those before it stay.
     * Each is an alarm until the next call is without it.
     */
    public void refusedSettings(Map<String, String> reasons) {
        Map<String, String> all = Map.copyOf(reasons);
        loop.execute(() -> core.alarms.refusedSettings(all));
    }

    /**
     * Says when certificates of the host are valid: an alarm a month before their end, and a
     * problem of its health outside of that time.
     *
     * @param valid by their names; in the place of those before
     */
    public void certificates(Map<String, CertificateTime> valid) {
        Map<String, CertificateTime> all = Map.copyOf(valid);
        loop.execute(() -> core.alarms.certificates(all));
    }

    /** Waits for a change, which waits for those before it. */
    private <T> T change(Supplier<CompletableFuture<T>> change) {
        return loop.call(() -> core.operations.serially(change), idle);
    }

    private <T> T ask(Supplier<T> question) {
        return loop.call(() -> CompletableFuture.completedFuture(question.get()), idle);
    }

    @Override
    public List<InstanceConfig> instances() {
        return ask(core.instances::all);
    }

    @Override
    public List<Pool> pools() {
        return ask(
                () -> core.pools.all().stream().map(PortPool::toApi).collect(Collectors.toList()));
    }

    @Override
    public Pool addPool(PoolSpec spec) {
        return change(() -> core.operations.addPool(spec));
    }

    @Override
    public List<Fault> checkPool(PoolSpec spec) {
        return ask(() -> core.checks.pool(spec));
    }

    @Override
    public Pool drainPool(String name, boolean drain) {
        return change(() -> core.operations.drainPool(name, drain));
    }

    @Override
    public void removePool(String name) {
        change(() -> core.operations.removePool(name));
    }

    @Override
    public List<Eam> eamt() {
        return ask(() -> core.instances.eamt().list());
    }

    @Override
    public List<Eam> configuredEams() {
        return ask(core.config::eams);
    }

    @Override
    public void addEams(List<Eam> eams) {
        change(() -> core.operations.addEams(eams));
    }

    @Override
    public void removeEam(Ipv4Prefix prefix4) {
        change(() -> core.operations.removeEam(prefix4));
    }

    @Override
    public void replaceEamt(List<Eam> eams, List<Eam> expected) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        EamtTrial trial = loop.call(() -> core.operations.beginEamt(over), idle);
        try {
            // On this thread, for a million take seconds, in which packets come.
            Eamt table = trial.require(eams, expected);
            loop.call(() -> core.operations.replaceEamt(table), idle);
        } finally {
            loop.execute(() -> over.complete(null));
        }
    }

    @Override
    public List<Fault> checkEamt(List<Eam> eams) {
        EamtTrial trial = ask(core.checks::eamt);
        List<Fault> faults = trial.faults(eams);
        return faults.isEmpty() ? ask(() -> core.checks.room(trial)) : faults;
    }

    @Override
    public List<StaticBinding> staticBindings() {
        return ask(core.staticBindings::list);
    }

    @Override
    public List<StaticBinding> configuredStaticBindings() {
        return ask(core.staticBindings::configured);
    }

    @Override
    public StaticBinding addStaticBinding(StaticBinding binding) {
        return change(() -> core.operations.addStaticBinding(binding));
    }

    @Override
    public StaticBinding replaceStaticBinding(
            Protocol protocol, int address4, int port4, StaticBinding by) {
        return change(() -> core.operations.replaceStaticBinding(protocol, address4, port4, by));
    }

    @Override
    public List<Fault> checkStaticBinding(StaticBinding binding, StaticBinding replaced) {
        return ask(() -> core.checks.staticBinding(binding, replaced));
    }

    @Override
    public void removeStaticBinding(Protocol protocol, int address4, int port4) {
        change(() -> core.operations.removeStaticBinding(protocol, address4, port4));
    }

    @Override
    public Page<Binding> bindings(Filter filter, PageRequest request) {
        return loop.call(() -> core.queries.bindings(filter, request), idle);
    }

    @Override
    public Page<Session> sessions(Filter filter, PageRequest request) {
        return loop.call(() -> core.queries.sessions(filter, request), idle);
    }

    @Override
    public Page<Subscriber> subscribers(Filter filter, String after, int limit) {
        return ask(() -> core.queries.subscribers(filter, after, limit));
    }

    @Override
    public Page<SourceBinding> sourceBindings(Filter filter, String after, int limit) {
        return ask(() -> core.queries.sourceBindings(filter, after, limit));
    }

    @Override
    public List<Device> devices() {
        return ask(core.queries::devices);
    }

    @Override
    public Statistics statistics() {
        return ask(() -> core.queries.statistics(punts));
    }

    @Override
    public List<MappingEvent> whoHad(Protocol protocol, int address4, int port, long epochMillis) {
        long oldest = mappingLog.oldest();
        if (epochMillis < oldest) {
            throw new InvalidException(
                    "at", "the mapping log begins at " + Instant.ofEpochMilli(oldest));
        }
        return core.history.whoHad(protocol, address4, port, epochMillis);
    }

    @Override
    public List<Exporter> exporters() {
        return exports.exporters();
    }

    @Override
    public Health health() {
        return ask(
                () -> {
                    core.alarms.refresh();
                    return core.alarms.health();
                });
    }

    @Override
    public List<Alarm> alarms() {
        return ask(
                () -> {
                    core.alarms.refresh();
                    return core.alarms.list();
                });
    }

    /**
     * Sets the listener that gets the list of all alarms: now, and whenever one is raised, cleared
     * or changes its severity. Replaces the listener set before.
     *
     * @param listener called on the core's thread, which it must not block
     */
    public void onAlarms(Consumer<List<Alarm>> listener) {
        loop.execute(() -> core.alarms.listen(listener));
    }

    @Override
    public FabricView fabric() {
        return ask(core.queries::fabric);
    }

    @Override
    public BindingPath path(Protocol protocol, Ipv4Address address4, int port4, Ipv4Address peer4) {
        return ask(() -> core.queries.path(protocol, address4, port4, peer4));
    }

    @Override
    public Diagnosis diagnose(Diagnosis.Flow flow) {
        return ask(() -> core.diagnoser.diagnose(flow));
    }
}
