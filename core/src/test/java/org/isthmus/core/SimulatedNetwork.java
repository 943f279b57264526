// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
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
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.spi.CheckedDataPlane;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.core.testing.Edges;

/**
 * A simulated network: switches that hold intents, answer late, fail and return, all by a seed; a
 * store that survives; time that is injected. It checks that no switch ever has a forward side
 * without its reply side, and that the core keeps its part of the contract of {@link DataPlane}.
 */
public final class SimulatedNetwork implements DataPlane {
    /** Milliseconds after which a host gives up a write. */
    private static final long TIME_LIMIT = 60_000;

    static final Ipv6Prefix PREFIX = Ipv6Prefix.parse("2001:db8:64::/96");

    /** A switch. */
    static final class Switch {
        final DeviceId id;
        final Map<Object, Intent> held = new LinkedHashMap<>();
        final Map<Object, Long> counts = new HashMap<>();
        final Map<Integer, long[]> ports = new HashMap<>();
        int statisticsRead;

        /** Frames dropped for their source. */
        int unverified;

        /** Frames dropped because their subscriber gets no binding. */
        int limited;

        /** Frames sent up because they have no binding. */
        int missed;

        boolean up;

        /** The controller was told so. */
        boolean connected;

        boolean mute;

        /** What it would have answered, had it not been mute. */
        Runnable unsaid;

        /** Election id of another controller. */
        String otherPrimary;

        int capacity = Integer.MAX_VALUE;
        boolean refusesReplies;

        /**
         * It does what a message sets in the order of the message; another one sets forward sides
         * first.
         */
        boolean ordered;

        /**
         * Forward sides whose reply side it refused in the same message: the next takes them back.
         */
        final Set<Object> owed = new HashSet<>();

        /** It keeps the forward sides that it is to remove. */
        boolean keepsForwardSides;

        /** What it runs; null: a program with room for everything. */
        Program program;

        /** Rows of each table. */
        final Map<Integer, Long> rows = new HashMap<>();

        /** How many entries it has room for. */
        int room = Integer.MAX_VALUE;

        /** How long it takes for a thousand changes, and for a read. */
        long millisPerThousand;

        long millisPerRead;

        /** Reads of its tables; they fail while there is a reason to. */
        int reads;

        String unreadable;
        int session;
        int applied;
        int messages;
        long submitAt;

        /** What it has not answered. */
        final List<CompletableFuture<?>> underWay = new ArrayList<>();

        /** Its data plane is dead, and its session is not. */
        boolean wedged;

        /** Nothing comes up from it, and its data plane lives. */
        boolean unheard;

        final List<byte[]> sent = new ArrayList<>();

        /** IPv4 packets of the core. */
        final List<byte[]> routed4 = new ArrayList<>();

        final List<byte[]> translated = new ArrayList<>();

        /** Packets that the core gave back to its pipeline. */
        final List<byte[]> submitted = new ArrayList<>();

        Switch(DeviceId id) {
            this.id = id;
        }

        long bindings() {
            return held.values().stream().filter(i -> i instanceof BibIntent.Outbound).count();
        }

        /** Each side has a table of its own. */
        boolean isFull(Intent intent) {
            return isTableFull(intent)
                    || intent instanceof BibIntent.Inbound && refusesReplies
                    || intent instanceof BibIntent.Outbound && bindings() >= capacity
                    || intent instanceof BibIntent.Inbound && replies() >= capacity
                    || held.size() >= room;
        }

        long eams() {
            return held.values().stream().filter(i -> i instanceof TranslationIntent.Eam).count();
        }

        boolean can(Capability capability) {
            return program == null || program.capabilities().contains(capability);
        }

        private boolean isTableFull(Intent intent) {
            if (program != null) {
                for (int t : program.tablesOf(intent)) {
                    if (rows.getOrDefault(t, 0L) >= program.size(t)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private void count(Intent intent, long more) {
            if (program != null) {
                for (int t : program.tablesOf(intent)) {
                    rows.merge(t, more, Long::sum);
                }
            }
        }

        long replies() {
            return held.values().stream().filter(i -> i instanceof BibIntent.Inbound).count();
        }
    }

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
    final Map<DeviceId, Switch> switches = new LinkedHashMap<>();
    final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.at != b.at
                                    ? Long.compare(a.at, b.at)
                                    : Long.compare(a.order, b.order));
    final FrameTuple tuple = new FrameTuple();
    final List<FabricConfig.Link> links = new ArrayList<>();

    /** Ports whose frames are lost on their way. */
    final Set<FabricConfig.Port> cut = new HashSet<>();

    long now = 1_800_000_000_000L;

    /** How far the time of day is off. */
    long clockOffset;

    int maxDelay = 5;
    private long order;
    Controller controller;
    private Listener listener;
    private final long seed;

    SimulatedNetwork(long seed, int translators) {
        this.seed = seed;
        random = new Random(seed);
        store = new MemoryStore();
        for (int i = 1; i <= translators; i++) {
            DeviceId id = DeviceId.of("device:t" + i);
            switches.put(id, new Switch(id));
        }
    }

    public static InstanceConfig instance(int blockSize, int blocks, int rate) {
        return instance(PREFIX, blockSize, blocks, rate, List.of());
    }

    public static InstanceConfig instance(String prefix, String... denied) {
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        for (String each : denied) {
            prefixes.add(Ipv4Prefix.parse(each));
        }
        return instance(Ipv6Prefix.parse(prefix), 64, 16, 0, prefixes);
    }

    private static InstanceConfig instance(
            Ipv6Prefix prefix, int blockSize, int blocks, int rate, List<Ipv4Prefix> denied) {
        return InstanceConfig.builder("main", prefix)
                .blockSize(blockSize)
                .blocksPerSubscriber(blocks)
                .bindingsPerSecond(rate)
                .denied(denied)
                .build();
    }

    public static PoolSpec pool(String name, String prefix) {
        return new PoolSpec(
                name,
                "main",
                List.of(Ipv4Prefix.parse(prefix)),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort());
    }

    /** The same, which filters. */
    public static PoolSpec pool(String name, String prefix, Filtering filtering) {
        return new PoolSpec(
                name,
                "main",
                List.of(Ipv4Prefix.parse(prefix)),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort(),
                null,
                filtering);
    }

    /** No instance, no pool: devices and routes alone. */
    static final Nat64Config NOTHING = Nat64Config.builder().build();

    public static Nat64Config nat64(InstanceConfig instance, PoolSpec... pools) {
        return Nat64Config.builder().instances(List.of(instance)).pools(List.of(pools)).build();
    }

    /** Of the switches, in place of translators that nothing is connected to. */
    Function<List<DeviceId>, FabricConfig> fabric = this::unconnected;

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
                        new CheckedDataPlane(this),
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
            at = Math.max(at, now + random.nextInt(maxDelay + 1));
            events.add(
                    new Event(
                            at,
                            order++,
                            () -> {
                                if (writer == controller) {
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
        listener = null;
        for (Switch s : switches.values()) {
            s.connected = false;
            disconnect(s);
        }
    }

    /** It comes up, or has a connection anew. */
    void up(Switch s) {
        disconnect(s);
        s.up = true;
        s.mute = false;
        connect(s);
    }

    private void connect(Switch s) {
        if (listener != null) {
            s.connected = true;
            listener.deviceUp(s.id);
        }
    }

    void down(Switch s) {
        s.up = false;
        disconnect(s);
    }

    /** Its session ends, and it goes on. */
    void loseSession(Switch s) {
        disconnect(s);
    }

    private void disconnect(Switch s) {
        s.session++;
        s.owed.clear();
        List<CompletableFuture<?>> lost = List.copyOf(s.underWay);
        s.underWay.clear();
        lost.forEach(f -> f.completeExceptionally(new IllegalStateException("gone")));
        if (s.connected) {
            s.connected = false;
            listener.deviceDown(s.id);
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

    Switch at(int index) {
        return new ArrayList<>(switches.values()).get(index);
    }

    void portState(Switch s, int port, boolean up) {
        listener.portState(s.id, port, up);
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

    private void later(Runnable action) {
        later(0, action);
    }

    private void later(long millis, Runnable action) {
        events.add(new Event(now + millis + random.nextInt(maxDelay + 1), order++, action));
    }

    @Override
    public void listen(Listener l) {
        listener = l;
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
        Switch s = switches.get(device);
        CompletableFuture<List<Refusal>> done = asked(s);
        int session = s.session;
        List<Change> copy = new ArrayList<>(changes);
        later(
                copy.size() * s.millisPerThousand / 1000,
                () -> {
                    if (!s.up || s.session != session) {
                        done.completeExceptionally(new IllegalStateException("gone"));
                        return;
                    }
                    List<Refusal> refusals = new ArrayList<>();
                    Set<Object> owed = new HashSet<>(s.owed);
                    s.owed.clear();
                    done(s, copy).forEach(c -> apply(s, c, refusals));
                    owed.retainAll(s.held.keySet());
                    assertEquals(Set.of(), owed, () -> "left without reply sides" + seed());
                    s.applied += copy.size();
                    s.messages++;
                    if (s.mute) {
                        s.unsaid = () -> done.complete(refusals);
                        later(TIME_LIMIT, () -> done.completeExceptionally(late(s)));
                    } else {
                        later(() -> done.complete(refusals));
                    }
                });
        return done;
    }

    /** A message, in the order in which a switch does it. */
    private static List<Change> done(Switch s, List<Change> message) {
        if (s.ordered) {
            return message;
        }
        List<Change> all = new ArrayList<>(message);
        all.sort(Comparator.comparing(c -> !isForwardSide(c)));
        return all;
    }

    private static boolean isForwardSide(Change c) {
        return c.kind() == Change.Kind.SET && c.intent() instanceof BibIntent.Outbound;
    }

    private static IllegalStateException late(Switch s) {
        return new IllegalStateException(s.id + " did not answer within the time limit");
    }

    private static <T> CompletableFuture<T> asked(Switch s) {
        CompletableFuture<T> done = new CompletableFuture<>();
        s.underWay.add(done);
        done.whenComplete((answer, e) -> s.underWay.remove(done));
        return done;
    }

    private void apply(Switch s, Change change, List<Refusal> refusals) {
        Intent intent = change.intent();
        Object key = intent.key();
        if (change.kind() == Change.Kind.SET) {
            if (!s.held.containsKey(key) && s.isFull(intent)) {
                refusals.add(new Refusal(change, true, "RESOURCE_EXHAUSTED"));
                return;
            }
            if (intent instanceof SwitchIntent.PuntRate) {
                assertTrue(s.can(Capability.PUNT_METER), s.id.toString());
            }
            if (intent.sort().equals(BibIntent.Outbound.SET)
                    || intent.sort().equals(BibIntent.Inbound.SET)) {
                assertTrue(s.can(Capability.PORT_SETS), s.id.toString());
            }
            if (intent instanceof SwitchIntent.PuntShare
                    || intent instanceof SwitchIntent.Subscriber) {
                assertTrue(s.can(Capability.SHARE_METER), s.id.toString());
            }
            if (intent instanceof BibIntent.Outbound) {
                BibIntent.Outbound side = (BibIntent.Outbound) intent;
                if (s.ordered && isReplyRefused(side, refusals)) {
                    s.owed.add(key);
                } else {
                    assertTrue(
                            hasReply(s, side),
                            () -> s.id + " would send what it cannot answer: " + intent + seed());
                }
            }
            if (intent.stage().isBinding()) {
                s.counts.put(key, 0L);
            }
            if (s.held.put(key, intent) == null) {
                s.count(intent, 1);
            }
        } else if (intent instanceof BibIntent.Outbound && s.keepsForwardSides) {
            refusals.add(new Refusal(change, false, "UNKNOWN"));
        } else {
            if (intent instanceof BibIntent.Inbound) {
                BibIntent.Inbound in = (BibIntent.Inbound) intent;
                for (Intent i : s.held.values()) {
                    if (i instanceof BibIntent.Outbound) {
                        BibIntent.Outbound out = (BibIntent.Outbound) i;
                        assertFalse(
                                out.protocol == in.protocol
                                        && out.address4 == in.address4
                                        && out.port4 == in.port4,
                                () -> s.id + " loses the reply side first: " + in + seed());
                    }
                }
            }
            if (s.held.remove(key) != null) {
                s.count(intent, -1);
            }
            s.counts.remove(key);
        }
    }

    private String seed() {
        return ", seed " + seed;
    }

    private static boolean hasReply(Switch s, BibIntent.Outbound o) {
        BibIntent.Inbound reply = reply(o);
        return reply.equals(s.held.get(reply.key()));
    }

    private static boolean isReplyRefused(BibIntent.Outbound o, List<Refusal> refusals) {
        BibIntent.Inbound reply = reply(o);
        return refusals.stream().anyMatch(r -> r.change().intent().equals(reply));
    }

    private static BibIntent.Inbound reply(BibIntent.Outbound o) {
        return new BibIntent.Inbound(
                o.protocol,
                o.address4,
                o.port4,
                o.address6High,
                o.address6Low,
                o.port6,
                o.filtering,
                o.setBits);
    }

    @Override
    public boolean isOrdered(DeviceId device) {
        return switches.get(device).ordered;
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        Switch s = switches.get(device);
        s.reads++;
        return late(s, s.millisPerRead, () -> new ArrayList<>(s.held.values()));
    }

    private <T> CompletableFuture<T> late(Switch s, Supplier<T> answer) {
        return late(s, 0, answer);
    }

    private <T> CompletableFuture<T> late(Switch s, long millis, Supplier<T> answer) {
        CompletableFuture<T> done = asked(s);
        int session = s.session;
        later(
                millis,
                () -> {
                    if (!s.up || s.session != session) {
                        done.completeExceptionally(new IllegalStateException("gone"));
                    } else if (s.unreadable != null) {
                        done.completeExceptionally(new IllegalStateException(s.unreadable));
                    } else {
                        T value = answer.get();
                        later(() -> done.complete(value));
                    }
                });
        return done;
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
        Switch s = switches.get(device);
        assertTrue(s.can(Capability.BINDING_COUNTERS), s.id.toString());
        return late(
                s,
                () ->
                        bindings.stream()
                                .mapToLong(b -> s.counts.getOrDefault(b.key(), -1L))
                                .toArray());
    }

    @Override
    public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
        Switch s = switches.get(device);
        s.statisticsRead++;
        return late(s, () -> new DeviceStatistics(Map.of(), Map.of(), s.ports));
    }

    @Override
    public void send(DeviceId device, int port, byte[] frame) {
        switches.get(device).sent.add(frame);
        leave(new FabricConfig.Port(device, port), frame);
    }

    private void leave(FabricConfig.Port from, byte[] frame) {
        for (FabricConfig.Link link : links) {
            boolean one = link.one.equals(from);
            if ((one || link.other.equals(from)) && !cut.contains(from)) {
                FabricConfig.Port to = one ? link.other : link.one;
                later(() -> arrive(switches.get(to.device), to.port, frame));
            }
        }
    }

    /** A ping of a switch is answered where it came in, an answer goes up. */
    private void arrive(Switch s, int port, byte[] frame) {
        Ipv6Address to = Ipv6Address.of(Bytes.i64(frame, 38), Bytes.i64(frame, 46));
        MacAddress station = MacAddress.of(Bytes.u48(frame, 0));
        boolean echo = Bytes.u8(frame, 20) == 58 && Bytes.u8(frame, 54) >>> 1 == 64;
        boolean own =
                s.held.containsKey(new SwitchIntent.Station(station).key())
                        && s.held.containsKey(new SwitchIntent.Local6(to).key());
        if (!s.up || s.wedged || !echo || !own) {
            return;
        }
        if (Bytes.u8(frame, 54) == 128) {
            byte[] reply = frame.clone();
            System.arraycopy(frame, 0, reply, 6, 6);
            System.arraycopy(frame, 6, reply, 0, 6);
            System.arraycopy(frame, 22, reply, 38, 16);
            System.arraycopy(frame, 38, reply, 22, 16);
            reply[54] = (byte) 129;
            leave(new FabricConfig.Port(s.id, port), reply);
        } else if (s.connected && !s.unheard) {
            listener.packetIn(s.id, port, PuntReason.LOCAL, frame);
        }
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        // Packets stay in order on their way to a switch.
        Switch s = switches.get(device);
        s.submitted.add(frame);
        s.submitAt = Math.max(s.submitAt, now + random.nextInt(maxDelay + 1));
        boolean own =
                frame.length > 54
                        && Bytes.u48(frame, 0) == Bytes.u48(frame, 6)
                        && Bytes.u8(frame, 54) == 129;
        events.add(
                new Event(
                        s.submitAt,
                        order++,
                        () -> {
                            if (own) {
                                arrive(s, 255, frame);
                            } else {
                                process(s, 1, frame);
                            }
                        }));
    }

    @Override
    public String otherPrimary(DeviceId device) {
        return switches.get(device).otherPrimary;
    }

    @Override
    public long framesDropped() {
        return 0;
    }

    /** A frame enters a switch by port 1. */
    void receive(Switch s, byte[] frame) {
        receive(s, 1, frame);
    }

    /** A switch sends a frame up that came in at port 1. */
    void packetIn(Switch s, PuntReason reason, byte[] frame) {
        listener.packetIn(s.id, 1, reason, frame);
    }

    /** A frame enters a switch by a port: its source is validated. */
    void receive(Switch s, int port, byte[] frame) {
        boolean ip = tuple.parse(frame);
        if (s.up && tuple.etherType == FrameTuple.ETHER_ARP) {
            arp(s, port, frame);
        }
        if (!s.up || !ip || !tuple.ipv6) {
            return;
        }
        Ipv6Address source = Ipv6Address.of(tuple.sourceHigh, tuple.sourceLow);
        if (tuple.protocol == FrameTuple.ICMP6 && tuple.icmpType == 136) {
            neighbor(s, port, frame, Ipv6Address.of(Bytes.i64(frame, 62), Bytes.i64(frame, 70)));
            return;
        }
        switch (Edges.packet(s.held, port, tuple.vlan, source)) {
            case ADMITTED:
                process(s, port, frame);
                break;
            case UNBOUND:
                listener.packetIn(s.id, port, PuntReason.SOURCE_UNBOUND, frame);
                break;
            default:
                s.unverified++;
        }
    }

    /** Goes up, or is dropped for its sender and a copy goes up. */
    private void arp(Switch s, int port, byte[] frame) {
        neighbor(s, port, frame, V4Mapped.of(Bytes.i32(frame, tuple.l3Offset + 14)));
    }

    private void neighbor(Switch s, int port, byte[] frame, Ipv6Address claimed) {
        boolean admitted = Edges.admitsClaim(s.held, port, tuple.vlan, claimed);
        if (!admitted) {
            s.unverified++;
        }
        if (listener != null) {
            listener.packetIn(
                    s.id,
                    port,
                    admitted ? PuntReason.NEIGHBOR : PuntReason.NEIGHBOR_REFUSED,
                    frame);
        }
    }

    /** A frame is in a switch: it is translated, or sent up. */
    void process(Switch s, int port, byte[] frame) {
        if (!s.up || !tuple.parse(frame)) {
            return;
        }
        if (!tuple.ipv6) {
            s.routed4.add(frame);
            arrives(
                    s,
                    Protocol.of(tuple.protocol),
                    tuple.source4,
                    tuple.sourcePort,
                    tuple.destination4,
                    tuple.destinationPort);
            return;
        }
        if (tuple.fragment) {
            listener.packetIn(s.id, port, PuntReason.FRAGMENT, frame);
            return;
        }
        if (tuple.l4Offset != tuple.l3Offset + 40) {
            listener.packetIn(s.id, port, PuntReason.EXTENSION_HEADERS, frame);
            return;
        }
        Object key =
                new BibIntent.Outbound(
                                1,
                                Protocol.of(tuple.protocol),
                                tuple.sourceHigh,
                                tuple.sourceLow,
                                tuple.sourcePort,
                                0,
                                0)
                        .key();
        BibIntent.Outbound bound = (BibIntent.Outbound) s.held.get(key);
        bound = bound == null ? portSet(s) : bound;
        key = bound == null ? key : bound.key();
        BibIntent.Session session = bound == null ? null : session(bound);
        if (session != null && !s.held.containsKey(session.key())) {
            s.counts.merge(key, 1L, Long::sum);
            listener.packetIn(s.id, port, PuntReason.SESSION_MISS, frame);
        } else if (bound != null) {
            s.counts.merge(key, 1L, Long::sum);
            if (session != null) {
                s.counts.merge(session.key(), 1L, Long::sum);
            }
            s.translated.add(frame);
            if (bound.setBits == 0 && (tuple.tcpFlags & 7) != 0 && listener != null) {
                listener.packetIn(s.id, port, PuntReason.TCP_STATE, frame);
            }
        } else if (isLimited(s)) {
            s.limited++;
        } else if (listener != null) {
            s.missed++;
            listener.packetIn(s.id, port, PuntReason.BIB_MISS, frame);
        }
    }

    /** That of the packet in {@link #tuple}; null: its binding needs none. */
    private BibIntent.Session session(BibIntent.Outbound bound) {
        int peerPort = tuple.protocol == FrameTuple.ICMP6 ? 0 : tuple.destinationPort;
        return bound.filtering == Filtering.ENDPOINT_INDEPENDENT
                ? null
                : new BibIntent.Session(
                        bound.protocol,
                        bound.address4,
                        bound.port4,
                        (int) tuple.destinationLow,
                        bound.filtering.peerPort(peerPort));
    }

    /**
     * A packet from IPv4 meets a switch.
     *
     * @return whether it goes on
     */
    boolean arrives(Switch s, Protocol p, int source4, int sourcePort, int address4, int port4) {
        Object key = new BibIntent.Inbound(p, address4, port4, 0, 0, 0).key();
        BibIntent.Inbound bound = (BibIntent.Inbound) s.held.get(key);
        if (bound == null) {
            return false;
        }
        s.counts.merge(key, 1L, Long::sum);
        if (bound.filtering == Filtering.ENDPOINT_INDEPENDENT) {
            return true;
        }
        int port = bound.filtering.peerPort(sourcePort);
        Object session = new BibIntent.Session(p, address4, port4, source4, port).key();
        boolean admitted = s.held.containsKey(session);
        if (admitted) {
            s.counts.merge(session, 1L, Long::sum);
        }
        return admitted;
    }

    /** That of the packet in {@link #tuple}, or null. */
    private BibIntent.Outbound portSet(Switch s) {
        for (Intent intent : s.held.values()) {
            if (intent.sort().equals(BibIntent.Outbound.SET)) {
                BibIntent.Outbound set = (BibIntent.Outbound) intent;
                if (set.protocol == Protocol.of(tuple.protocol)
                        && set.address6High == tuple.sourceHigh
                        && set.address6Low == tuple.sourceLow
                        && set.port6 == (tuple.sourcePort & -1 << set.setBits)) {
                    return set;
                }
            }
        }
        return null;
    }

    private boolean isLimited(Switch s) {
        Ipv6Prefix subscriber = Ipv6Prefix.of(tuple.sourceHigh, tuple.sourceLow, 64);
        return s.held.containsKey(
                new BibIntent.SubscriberLimit(1, Protocol.of(tuple.protocol), subscriber).key());
    }

    /** A segment from IPv4. */
    void replyTcp(Switch s, int source4, int sourcePort, int address4, int port4, int flags) {
        if (arrives(s, Protocol.TCP, source4, sourcePort, address4, port4) && (flags & 7) != 0) {
            byte[] frame = tcp4(source4, sourcePort, address4, port4, flags);
            listener.packetIn(s.id, 1, PuntReason.TCP_STATE, frame);
        }
    }

    /** A SYN from IPv4: passes, comes up if its pool holds it, or is dropped. */
    void syn4(Switch s, int source4, int sourcePort, int address4, int port4) {
        if (arrives(s, Protocol.TCP, source4, sourcePort, address4, port4)) {
            byte[] frame = tcp4(source4, sourcePort, address4, port4, 2);
            listener.packetIn(s.id, 1, PuntReason.TCP_STATE, frame);
        } else if (s.held.values().stream()
                .filter(
                        i ->
                                i instanceof TranslationIntent.Pool4
                                        && ((TranslationIntent.Pool4) i).holdsSyns)
                .anyMatch(i -> ((TranslationIntent.Pool4) i).prefix.contains(address4))) {
            byte[] frame = tcp4(source4, sourcePort, address4, port4, 2);
            listener.packetIn(s.id, 1, PuntReason.UNSOLICITED_SYN, frame);
        }
    }

    public static byte[] udp(String source, int port, String destination4, int destinationPort) {
        ByteBuffer b = header6(source, destination4, 17, 12);
        b.putShort((short) port).putShort((short) destinationPort);
        return b.putShort((short) 12).putShort((short) 1).putInt(0).array();
    }

    /** A fragment of a datagram of 24 bytes: the first 16, or the rest. */
    static byte[] fragment(
            String source, int port, String destination4, int destinationPort, boolean first) {
        int length = first ? 16 : 8;
        ByteBuffer b = header6(source, destination4, 44, 8 + length);
        b.put((byte) 17).put((byte) 0).putShort((short) (first ? 1 : 16)).putInt(0x4242);
        if (first) {
            b.putShort((short) port).putShort((short) destinationPort);
            b.putShort((short) 24).putShort((short) 1);
        }
        return b.array();
    }

    /** The packet with so many Destination Options headers of 8 bytes. */
    static byte[] behindOptions(byte[] frame, int headers) {
        ByteBuffer b = ByteBuffer.allocate(frame.length + 8 * headers);
        b.put(frame, 0, 54);
        for (int i = 1; i <= headers; i++) {
            b.putLong((i == headers ? frame[20] & 0xffL : 60L) << 56 | 0x0104L << 32);
        }
        b.put(frame, 54, frame.length - 54);
        b.putShort(18, (short) (b.getShort(18) + 8 * headers)).put(20, (byte) 60);
        return b.array();
    }

    static byte[] echo(String source, int identifier, String destination4) {
        ByteBuffer b = header6(source, destination4, 58, 8);
        b.put((byte) 128).put((byte) 0).putShort((short) 1);
        return b.putShort((short) identifier).putShort((short) 1).array();
    }

    public static byte[] tcp(
            String source, int port, String destination4, int destinationPort, int flags) {
        ByteBuffer b = header6(source, destination4, 6, 20);
        b.putShort((short) port).putShort((short) destinationPort).putInt(1).putInt(0);
        return b.putShort((short) (0x5000 | flags)).putShort((short) 1000).putInt(0).array();
    }

    private static ByteBuffer header6(String source, String destination4, int next, int length) {
        ByteBuffer b = ByteBuffer.allocate(54 + length);
        b.put(new byte[] {2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 9}).putShort((short) 0x86dd);
        b.putInt(0x6000_0000).putShort((short) length).put((byte) next).put((byte) 64);
        Ipv6Address s = Ipv6Address.parse(source);
        Ipv6Address d = Ipv6Address.parse("2001:db8:64::" + destination4);
        b.putLong(s.high()).putLong(s.low()).putLong(d.high()).putLong(d.low());
        return b;
    }

    static byte[] tcp4(
            int source4, int sourcePort, int destination4, int destinationPort, int flags) {
        ByteBuffer b = ByteBuffer.allocate(54);
        b.put(new byte[] {2, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 9}).putShort((short) 0x0800);
        b.putInt(0x4500_0028).putInt(0).put((byte) 64).put((byte) 6).putShort((short) 0);
        b.putInt(source4).putInt(destination4);
        b.putShort((short) sourcePort).putShort((short) destinationPort).putInt(1).putInt(0);
        b.putShort((short) (0x5000 | flags)).putShort((short) 1000).putInt(0);
        return b.array();
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
            if (quiet) {
                return;
            }
        }
        fail("bindings are stuck, seed " + seed);
    }

    /** Adds what a switch that does not count lacks because it is sampled. */
    private void addSampled(Switch s, Map<Object, Object> hosts) {
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
        for (Switch s : switches.values()) {
            Map<Object, Object> hosts = new HashMap<>();
            for (Intent i : s.held.values()) {
                if (i instanceof BibIntent.Outbound) {
                    BibIntent.Outbound o = (BibIntent.Outbound) i;
                    assertTrue(hasReply(s, o), () -> s.id + " " + o + seed());
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
