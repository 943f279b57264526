// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.Program;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.CheckedDataPlane;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.core.sync.DeviceLink;

/**
 * A simulated network: {@link SimulatedSwitch switches} that answer late, fail and return, all by a
 * seed; a store that survives; time that is injected. It checks that the core keeps its part of the
 * contract of {@link SimulatedDataPlane its data plane}.
 */
public final class SimulatedNetwork {
    static {
        // Failures are made on purpose here.
        Logger.getLogger("org.isthmus").setLevel(Level.OFF);
    }

    private static final class Event {
        final long at;
        final long order;
        final Runnable action;

        Event(long at, long order, Runnable action) {
            this.at = at;
            this.order = order;
            this.action = action;
        }
    }

    final Random random;
    final MemoryStore store;
    final Map<DeviceId, SimulatedSwitch> switches = new LinkedHashMap<>();
    final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.at != b.at
                                    ? Long.compare(a.at, b.at)
                                    : Long.compare(a.order, b.order));
    final SimulatedPipeline pipeline = new SimulatedPipeline(this);
    final List<FabricConfig.Link> links = new ArrayList<>();

    /** Ports whose frames are lost on their way. */
    final Set<FabricConfig.Port> cut = new HashSet<>();

    /** Bytes of an IP packet that ports send, where that is less than their links take. */
    final Map<FabricConfig.Port, Integer> mtus = new HashMap<>();

    long now = 1_800_000_000_000L;

    /** How far the time of day is off. */
    long clockOffset;

    int maxDelay = 5;

    /** By how much longer than that the store may take. */
    int storeDelay;

    /** Of a hundred writes to the store, those that fail, each by itself. */
    int storeFailures;

    /** Writes to the store that are under way. */
    int writes;

    /** When a host's packet last extended a lifetime, by {@link #use}. */
    final Map<Object, Long> lastUse = new HashMap<>();

    private long order;
    Controller controller;
    final SimulatedDataPlane plane = new SimulatedDataPlane(this);
    private final long seed;

    SimulatedNetwork(long seed, int translators) {
        this.seed = seed;
        random = new Random(seed);
        store = new MemoryStore();
        for (int i = 1; i <= translators; i++) {
            DeviceId id = DeviceId.of("device:t" + i);
            switches.put(id, new SimulatedSwitch(id, seed));
        }
    }

    /** Of the switches, in place of translators that nothing is connected to. */
    Function<List<DeviceId>, FabricConfig> fabric = this::unconnected;

    void link(SimulatedSwitch one, int port, SimulatedSwitch other, int at) {
        links.add(
                new FabricConfig.Link(
                        new FabricConfig.Port(one.id, port),
                        new FabricConfig.Port(other.id, at),
                        1500));
    }

    private final Map<DeviceId, Program> programs = new LinkedHashMap<>();

    /** Sets the program of all switches. */
    void programs(Program all) {
        switches.keySet().forEach(id -> program(id, all));
    }

    void program(DeviceId device, Program some) {
        programs.put(device, some);
        switches.get(device).program = some;
    }

    void configure(Nat64Config config) {
        controller.configure(config, fabric(), programs);
    }

    FabricConfig fabric() {
        return fabric.apply(new ArrayList<>(switches.keySet()));
    }

    private FabricConfig unconnected(List<DeviceId> ids) {
        List<FabricConfig.Device> devices = new ArrayList<>();
        long mac = 0x02_00_00_00_01_00L;
        for (DeviceId id : ids) {
            devices.add(
                    new FabricConfig.Device(
                            id,
                            MacAddress.of(mac++),
                            List.of(),
                            List.of(Ipv6Address.of(0xfdL << 56, mac)),
                            true));
        }
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        devices.forEach(d -> interfaces.add(open(d.id)));
        return new FabricConfig(devices, interfaces, links, List.of());
    }

    /** Where any source may come in. */
    private static FabricConfig.Interface open(DeviceId id) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(id, 1),
                "any",
                0,
                1500,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                FabricConfig.SourceValidation.OFF);
    }

    /** Starts a controller on the switches and store as they are. */
    void start(Nat64Config config) {
        boot();
        configure(config);
        switches.values().stream().filter(s -> s.up).forEach(this::connect);
    }

    /** What the host exports. */
    final List<Exporter> exporters = new ArrayList<>();

    void boot() {
        controller =
                new Controller(
                        "one",
                        new CheckedDataPlane(plane),
                        new Late(),
                        store,
                        () -> List.copyOf(exporters),
                        TimeSource.of(() -> now + clockOffset, () -> now),
                        new Random(random.nextLong()));
        controller.listen(() -> run(1));
    }

    /** The store as one controller sees it: what it has not written when that dies is lost. */
    private final class Late implements Store {
        private long at;

        @Override
        public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {
            store.read(type, visitor);
        }

        @Override
        public String warning() {
            return store.warning();
        }

        @Override
        public boolean mayLackBindings() {
            return store.mayLackBindings();
        }

        @Override
        public CompletionStage<Void> write(List<Record> records) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            Controller writer = controller;
            at = Math.max(at, now + random.nextInt(maxDelay + storeDelay + 1));
            writes++;
            boolean fails = storeFailures > 0 && random.nextInt(100) < storeFailures;
            events.add(
                    new Event(
                            at,
                            order++,
                            () -> {
                                writes--;
                                if (writer == controller && fails) {
                                    done.completeExceptionally(new IOException("disk full"));
                                } else if (writer == controller) {
                                    store.write(records)
                                            .whenComplete(
                                                    (nothing, e) -> {
                                                        if (e == null) {
                                                            done.complete(null);
                                                        } else {
                                                            done.completeExceptionally(e);
                                                        }
                                                    });
                                }
                            }));
            return done;
        }
    }

    /** Kills the controller between two steps, and its connections with it. */
    void kill() {
        controller = null;
        plane.listener = null;
        for (SimulatedSwitch s : switches.values()) {
            s.connected = false;
            disconnect(s);
        }
    }

    /** It comes up, or has a connection anew. */
    void up(SimulatedSwitch s) {
        disconnect(s);
        s.up = true;
        s.mute = false;
        connect(s);
    }

    private void connect(SimulatedSwitch s) {
        if (plane.listener != null) {
            s.connected = true;
            plane.listener.deviceUp(s.id);
        }
    }

    void down(SimulatedSwitch s) {
        s.up = false;
        disconnect(s);
    }

    /** Its session ends, and it goes on. */
    void loseSession(SimulatedSwitch s) {
        disconnect(s);
    }

    private void disconnect(SimulatedSwitch s) {
        s.session++;
        s.owed.clear();
        List<CompletableFuture<?>> lost = List.copyOf(s.underWay);
        s.underWay.clear();
        lost.forEach(f -> f.completeExceptionally(new IllegalStateException("gone")));
        if (s.connected) {
            s.connected = false;
            plane.listener.deviceDown(s.id);
        }
    }

    void allUp() {
        switches.values().forEach(this::up);
        run(2000);
        assertReady();
    }

    void assertReady() {
        for (Device d : controller.devices()) {
            assertEquals(Device.State.READY, d.state, d.id + ", seed " + seed);
        }
    }

    SimulatedSwitch at(int index) {
        return new ArrayList<>(switches.values()).get(index);
    }

    /** A binding, which another one between the same hosts does not go on with. */
    static Object use(BibIntent.Outbound o) {
        return List.of(o.key(), o.address4, o.port4);
    }

    /** A switch learns a host at its first port. */
    void learn(int device, String address) {
        controller
                .core
                .fabric
                .neighbors()
                .learn(
                        controller.core.fabric.interfaceAt(at(device).id, 1, 0),
                        Ipv6Address.parse(address),
                        MacAddress.parse("02:00:00:00:99:0" + device));
    }

    void portState(SimulatedSwitch s, int port, boolean up) {
        plane.listener.portState(s.id, port, up);
    }

    /** Advances time, in steps of at most 50 ms. */
    void run(long millis) {
        long end = now + millis;
        while (true) {
            while (!events.isEmpty() && events.peek().at <= now) {
                events.poll().action.run();
            }
            int steps = 0;
            while (controller != null && controller.step()) {
                if (++steps > 100_000) {
                    fail("no end in sight, seed " + seed);
                }
            }
            if (now >= end) {
                return;
            }
            long next = events.isEmpty() ? end : Math.max(events.peek().at, now);
            now = Math.min(Math.min(next, end), now + 50);
        }
    }

    /** Completes after so many milliseconds, unless the controller is killed before. */
    CompletableFuture<Void> after(long millis) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Controller alive = controller;
        at(
                now + millis,
                () -> {
                    if (controller == alive) {
                        done.complete(null);
                    }
                });
        return done;
    }

    void later(Runnable action) {
        later(0, action);
    }

    void later(long millis, Runnable action) {
        at(now + millis + random.nextInt(maxDelay + 1), action);
    }

    void at(long millis, Runnable action) {
        events.add(new Event(millis, order++, action));
    }

    private String seed() {
        return ", seed " + seed;
    }

    /** Waits until no binding is being set up or removed. */
    void settle() {
        for (int i = 0; i < 1000; i++) {
            run(20);
            Bib bib = controller.core.bib;
            boolean quiet = true;
            for (int slot = 0; slot < bib.top(); slot++) {
                quiet &= !bib.isUsed(slot) || bib.phase(slot) == Phase.LIVE;
            }
            for (DeviceLink link : controller.core.devices.all()) {
                quiet &= link.state() != Device.State.READY || link.pendingChanges() == 0;
            }
            if (quiet) {
                return;
            }
        }
        fail("bindings are stuck, seed " + seed);
    }

    /** Adds what a switch that does not count lacks because it is sampled. */
    private void addSampled(SimulatedSwitch s, Map<Object, Object> hosts) {
        Bib bib = controller.core.bib;
        for (int slot = 0; slot < bib.top(); slot++) {
            if (bib.isUsed(slot) && bib.isSampled(slot)) {
                BibIntent.Outbound o = BindingIntents.outbound(bib, slot);
                Object other = hosts.put(List.of(o.protocol, o.address4, o.port4), o.key());
                assertEquals(null, other, () -> s.id + " holds what is sampled: " + o + seed());
            }
        }
    }

    /** Asserts what must hold whenever nothing is pending. */
    void assertConsistent() {
        settle();
        Map<Object, Object> first = null;
        for (SimulatedSwitch s : switches.values()) {
            Map<Object, Object> hosts = new HashMap<>();
            for (Intent i : s.held.values()) {
                if (i instanceof BibIntent.Outbound) {
                    BibIntent.Outbound o = (BibIntent.Outbound) i;
                    assertTrue(s.hasReply(o), () -> s.id + " " + o + seed());
                    Object other = hosts.put(List.of(o.protocol, o.address4, o.port4), o.key());
                    assertEquals(null, other, () -> "two hosts at one port: " + o + seed());
                }
            }
            if (!s.can(Capability.BINDING_COUNTERS)) {
                addSampled(s, hosts);
            }
            assertEquals(hosts.size(), s.replies(), () -> s.id + seed());
            if (s.up) {
                if (first != null) {
                    assertEquals(first, hosts, () -> "switches differ" + seed());
                }
                first = hosts;
            }
        }
        long gauge = controller.statistics().gauges.get("bindings");
        if (first != null) {
            assertEquals(gauge, first.size(), () -> "bindings and rows" + seed());
        }
    }
}
