// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.isthmus.core.MemoryStore;
import org.isthmus.core.Nat64Configs;
import org.isthmus.core.api.Device;
import org.isthmus.core.binding.Adopter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.Deletions;
import org.isthmus.core.binding.ExtraSessions;
import org.isthmus.core.binding.Lifetimes;
import org.isthmus.core.binding.Sessions;
import org.isthmus.core.binding.SubscriberLimits;
import org.isthmus.core.capacity.Capacity;
import org.isthmus.core.count.Counters;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.loop.Deferred;
import org.isthmus.core.loop.EventLoop;
import org.isthmus.core.loop.NoWork;
import org.isthmus.core.loop.StepClock;
import org.isthmus.core.mapping.Instances;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Counter;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.IntentCounts;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.Stage;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.SubscriberPorts;
import org.isthmus.core.source.SourceBindings;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.Test;

/** Reconciliation of one device, without store and packets. */
class ReconcilerTest implements DataPlane, Pools.Listener {
    private static final DeviceId DEVICE = DeviceId.of("device:one");
    private static final TranslationIntent.Pool4 OLD_POOL =
            new TranslationIntent.Pool4(Ipv4Prefix.parse("192.0.2.0/24"), 1);
    private static final BibIntent.Outbound HELD =
            new BibIntent.Outbound(
                    1,
                    Protocol.UDP,
                    1L << 61,
                    1,
                    1000,
                    Ipv4Address.parse("203.0.113.7").bits(),
                    4242);

    private final EventLoop loop = new EventLoop(new NoWork());
    private final StepClock clock = new StepClock(() -> 1_800_000_000_000L, () -> 0);
    private final Counters counters = new Counters();
    private final Instances instances = new Instances();
    private final Pools pools = new Pools(new Random(1), this);
    private final Bib bib = new Bib(1);
    private final Fabric fabric = new Fabric((device, change) -> {});
    private final Capacity capacity = new Capacity(device -> new IntentCounts());
    private final Devices devices =
            new Devices(
                    loop,
                    clock,
                    this,
                    fabric,
                    capacity,
                    counters,
                    new Random(1),
                    d -> this.start(d));
    private final DesiredState desired = new DesiredState(instances, pools, fabric, devices);
    private final Deletions deletions =
            new Deletions(bib, devices, (records, then) -> then.accept(null), 1);
    private final Adopter adopter =
            new Adopter(
                    bib,
                    new Lifetimes(bib, new ExtraSessions(bib), instances, clock),
                    pools,
                    instances,
                    deletions,
                    clock,
                    counters);
    private final Sessions sessions = new Sessions(bib, pools, clock, 1);
    private final List<Store.Record> stored = new ArrayList<>();
    private final Reconciler reconciler =
            new Reconciler(
                    clock,
                    devices,
                    desired,
                    fabric,
                    new SourceBindings(fabric, capacity, null, null, clock, counters),
                    new SubscriberLimits(instances, pools, devices, clock),
                    bib,
                    sessions,
                    null,
                    pools,
                    adopter,
                    (records, then) -> {
                        stored.addAll(records);
                        then.accept(null);
                    },
                    new Deferred(),
                    counters);
    private final List<Intent> held = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private final List<Set<Stage>> stages = new ArrayList<>();

    /** Of the device, when it was written to. */
    private final Set<Device.State> states = new HashSet<>();

    private void start(DeviceLink link) {
        reconciler.start(link);
    }

    private void up() {
        deletions.read(new MemoryStore());
        instances.set(List.of(Nat64Configs.instance(64, 4, 0)), 1280, -1, true);
        instances.all().forEach(pools::instance);
        pools.add(Nat64Configs.pool("p", "203.0.113.0/24"), false, 1);
        desired.refresh(Nat64Configs.nat64(Nat64Configs.instance(64, 4, 0)), () -> {});
        FabricConfig.Device device =
                new FabricConfig.Device(
                        DEVICE, MacAddress.of(0x02_00_00_00_01_00L), List.of(), List.of(), true);
        devices.configure(
                new FabricConfig(List.of(device), List.of(), List.of(), List.of()), Map.of());
        devices.up(DEVICE);
        run();
    }

    private void run() {
        for (int i = 0; i < 20; i++) {
            loop.step();
            devices.flush();
        }
    }

    private int firstWith(String words) {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).contains(words)) {
                return i;
            }
        }
        throw new AssertionError("no " + words + " in " + messages);
    }

    @Test
    void anEmptyDeviceIsFilledAndReady() {
        up();
        assertEquals(Device.State.READY, devices.get(DEVICE).state());
        assertEquals(1, counters.get(Counter.DEVICE_RECONCILIATIONS));
        assertEquals(Set.of(Device.State.RECONCILING), states);
        firstWith("SET PuntRate");
        firstWith("SET NatPrefix");
        firstWith("SET Pool4");
    }

    @Test
    void whatShouldNotBeThereIsTakenAway() {
        held.add(OLD_POOL);
        held.add(new SwitchIntent.Station(MacAddress.of(1)));
        up();
        firstWith("REMOVE Pool4");
        assertTrue(firstWith("SET PuntRate") < firstWith("REMOVE Station"));
    }

    @Test
    void aFirstDeviceGivesBackBindingsThatNobodyRemembers() {
        held.add(HELD);
        up();
        assertEquals(1, bib.size());
        assertEquals(1, counters.get(Counter.BINDINGS_ADOPTED));
        assertEquals(1, stored.size());
        firstWith("SET Inbound");
    }

    @Test
    void aDeviceSeenBeforeDoesNot() {
        up();
        held.add(HELD);
        devices.down(DEVICE);
        devices.up(DEVICE);
        run();
        assertEquals(0, bib.size());
        firstWith("REMOVE Outbound");
    }

    @Test
    void noMessageHasChangesOfTwoStages() {
        up();
        held.add(HELD);
        held.add(
                new BibIntent.Inbound(
                        HELD.protocol,
                        HELD.address4,
                        HELD.port4,
                        HELD.address6High,
                        HELD.address6Low,
                        HELD.port6));
        messages.clear();
        stages.clear();
        devices.down(DEVICE);
        devices.up(DEVICE);
        run();
        assertTrue(firstWith("REMOVE Outbound") < firstWith("REMOVE Inbound"));
        stages.forEach(each -> assertEquals(1, each.size(), each.toString()));
    }

    @Test
    void oneWriteIsUnderWayAtATime() {
        up();
        devices.send(DEVICE, Change.set(OLD_POOL));
        devices.flush();
        devices.send(DEVICE, Change.remove(OLD_POOL));
        devices.flush();
        run();
        firstWith("REMOVE Pool4");
        assertEquals(1, mostUnderWay);
    }

    private int underWay;
    private int mostUnderWay;

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
        messages.add(
                changes.stream()
                        .map(c -> c.kind() + " " + c.intent().getClass().getSimpleName())
                        .collect(Collectors.joining(", ")));
        states.add(devices.get(device).state());
        stages.add(changes.stream().map(c -> c.intent().stage()).collect(Collectors.toSet()));
        CompletableFuture<List<Refusal>> done = new CompletableFuture<>();
        mostUnderWay = Math.max(mostUnderWay, ++underWay);
        loop.execute(
                () -> {
                    underWay--;
                    done.complete(List.of());
                });
        return done;
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        return CompletableFuture.completedFuture(List.copyOf(held));
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
        return CompletableFuture.completedFuture(new long[bindings.size()]);
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
        return new CompletableFuture<>();
    }

    @Override
    public void listen(Listener listener) {}

    @Override
    public void send(DeviceId device, int port, byte[] frame) {}

    @Override
    public long framesDropped() {
        return 0;
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {}

    @Override
    public void block(SubscriberPorts subscriber, Block block, MappingEvent.Kind kind) {}

    @Override
    public boolean lease(int address4) {
        return true;
    }

    @Override
    public boolean mayLease(int address4) {
        return true;
    }
}
