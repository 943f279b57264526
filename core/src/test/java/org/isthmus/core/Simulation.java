// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.isthmus.core.binding.Bib;
import org.isthmus.core.binding.BindingIntents;
import org.isthmus.core.binding.Phase;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.Program;
import org.isthmus.core.pool.PortPool;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.Store;

/**
 * A network in which everything changes while everything is under way, at random by a seed: hosts
 * send, configurations and operators' changes come before the last are through, the store and
 * switches fail, are late and return, the controller is killed. What was answered is held against
 * what becomes of it.
 */
final class Simulation {
    private static final int SWITCHES = 4;

    /** Three lifetimes, as where some switches count and others do not, and all holds. */
    private static final long LONGEST_MILLIS =
            1000L * (3 * RandomConfigs.LONGEST_LIFETIME + 2 * RandomConfigs.LONGEST_HOLD + 60);

    private final long seed;

    /** Whether the controller is killed now and then. */
    private final boolean dies;

    private final Random random;
    private final RandomConfigs configs;
    final SimulatedNetwork network;
    private final Operators operators;
    private final Predictions predictions;
    private final RandomTraffic traffic;
    private final LiveBindings live;
    private final List<FabricConfig.Link> cables = new ArrayList<>();
    private final Map<DeviceId, Program> programs = new HashMap<>();

    /** The configurations that were asked for; the last that was not refused is in force. */
    private Nat64Config nat64;

    private FabricConfig fabric;

    /** It is in force but for static bindings that could not be stored. */
    private boolean lacking;

    /** Since bindings were last looked at, something may have ended some of them. */
    private boolean disturbed;

    /** The last that was made; null: none, or it was restored. */
    private MemoryStore.Backup backup;

    /** Found where it cannot be thrown. */
    private AssertionError failure;

    private final List<String> history = new ArrayList<>();

    Simulation(long seed) {
        this.seed = seed;
        random = new Random(seed);
        configs = new RandomConfigs(random);
        dies = seed % 3 != 0;
        network = new SimulatedNetwork(seed, 1 + random.nextInt(SWITCHES));
        network.store.mayLackBindings = seed % 7 == 3;
        operators = new Operators(network, configs, random, new Answers());
        predictions = new Predictions(network, configs, random);
        traffic = new RandomTraffic(network, configs, random);
        live = new LiveBindings(network);
        int n = network.switches.size();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                network.link(network.at(i), 10 + j, network.at(j), 10 + i);
            }
        }
        cables.addAll(network.links);
        for (SimulatedSwitch s : network.switches.values()) {
            s.ordered = seed % 5 < 2;
            s.overtakes = seed % 2 == 0;
            SimulatedProgram program = limited(configs.program());
            network.program(s.id, program);
            programs.put(s.id, program);
        }
    }

    private final class Answers implements Operators.Listener {
        @Override
        public void asked(String what) {
            note(what);
        }

        @Override
        public void answered(Operators.Change change, Throwable why, boolean isRefused) {
            String told = why == null ? " done" : " failed: " + why;
            note("  " + change.what.split(" \\[")[0] + told);
            disturbed |= change.endsBindings();
            if (change.isConfiguration() && !isRefused) {
                lacking = why != null;
            }
            if (why instanceof NullPointerException
                    || why instanceof IllegalArgumentException
                    || why instanceof ClassCastException
                    || why instanceof IndexOutOfBoundsException) {
                failure = new AssertionError(change.what + ", " + when(), why);
            }
        }

        @Override
        public void answeredOtherwise(String what) {
            failure = new AssertionError(what + ", " + when());
        }
    }

    private void note(String what) {
        history.add(network.now % 10_000_000 + " " + what);
    }

    private String when() {
        int from = Math.max(0, history.size() - 200);
        return "seed " + seed + ":\n" + String.join("\n", history.subList(from, history.size()));
    }

    /** Runs so many steps, and checks at the end of each part. */
    void run(int parts, int steps) {
        network.boot();
        fabric = newFabric();
        nat64 = Nat64Configs.NOTHING;
        configure(newNat64(fabric), fabric);
        network.switches.values().forEach(network::up);
        network.run(3000);
        for (int i = 0; i < parts; i++) {
            for (int j = 0; j < steps; j++) {
                step();
                observe();
            }
            settle();
            if (dies && oneOf(3)) {
                restartUnchanged();
            }
        }
        network.run(LONGEST_MILLIS);
        quiesce();
        Invariants.checkIdle(network, !dies, when());
        aNewHostGetsABinding();
    }

    /** Whatever failed before. */
    private void aNewHostGetsABinding() {
        Wiring core = network.controller.core;
        boolean served =
                core.pools.all().stream()
                        .anyMatch(
                                p ->
                                        p.spec().instance.equals("main")
                                                && p.map() == null
                                                && !p.spec().drains);
        int before = core.bib.size();
        if (core.devices.all().stream().anyMatch(d -> d.refusedCount() > 0)) {
            // One that refused a prefix knows nobody behind it.
            return;
        }
        network.switches.values().stream()
                .filter(s -> core.devices.isAccepting(s.id) && core.devices.isTranslator(s.id))
                .findFirst()
                .ifPresent(
                        s ->
                                network.pipeline.receive(
                                        s, HostFrames.udp("2001:db8:0:9::1", 9, "192.0.2.99", 9)));
        network.run(1000);
        boolean asked = core.devices.areAllReady() && served;
        assertEquals(before + (asked ? 1 : 0), core.bib.size(), this::when);
    }

    private FabricConfig newFabric() {
        return configs.fabric(new ArrayList<>(network.switches.keySet()), cables);
    }

    /** Most are valid. */
    private Nat64Config newNat64(FabricConfig in) {
        Nat64Config next = configs.nat64();
        while (!oneOf(20) && !Controller.check(next, in).isEmpty()) {
            next = configs.nat64();
        }
        return next;
    }

    private boolean oneOf(int many) {
        return random.nextInt(many) == 0;
    }

    private void step() {
        SimulatedSwitch s = network.at(random.nextInt(network.switches.size()));
        int what = random.nextInt(100);
        if (what < 55) {
            for (int i = random.nextInt(12); i >= 0; i--) {
                traffic.send(fabric);
            }
        } else if (what < 67) {
            operators.operate();
        } else if (what < 72) {
            reconfigure();
        } else if (what < 76) {
            network.storeFailures = oneOf(2) ? 0 : oneOf(3) ? 100 : 30;
            network.storeDelay = oneOf(2) ? 0 : oneOf(4) ? 8000 : 100;
            note("store fails " + network.storeFailures + " late " + network.storeDelay);
        } else if (what < 88) {
            disturb(s);
        } else if (what < 89 && dies) {
            kill();
        } else if (what < 95) {
            network.run(random.nextInt(3000));
        } else if (what < 96) {
            network.run(random.nextInt(70_000));
        } else if (what < 97 && oneOf(2)) {
            backup = new MemoryStore.Backup(network.store);
            note("backup");
        } else if (what < 97) {
            network.clockOffset = random.nextInt(7_200_000) - 3_600_000;
            note("clock off by " + network.clockOffset);
        } else if (what < 99) {
            for (int i = random.nextInt(12); i >= 0; i--) {
                traffic.reply();
            }
        }
        network.run(random.nextInt(30));
    }

    private void disturb(SimulatedSwitch s) {
        int what = random.nextInt(12);
        note(s.id + " disturbed " + what);
        if (what < 2) {
            network.down(s);
            if (oneOf(2)) {
                s.held.clear();
                s.counts.clear();
                s.rows.clear();
            }
        } else if (what < 5) {
            network.up(s);
        } else if (what == 5) {
            s.mute = s.up;
        } else if (what == 6) {
            s.breaks = oneOf(2) ? 0 : 20;
        } else if (what == 7) {
            int one = random.nextInt();
            s.refuses = oneOf(2) ? i -> false : i -> (i.hashCode() ^ one) % 10 == 0;
        } else if (what == 8) {
            s.unreadable = oneOf(2) ? null : "busy";
        } else if (what == 9) {
            network.portState(s, random.nextInt(14), oneOf(2));
        } else if (what == 10) {
            if (!cables.isEmpty()) {
                FabricConfig.Link cable = cables.get(random.nextInt(cables.size()));
                network.cut.add(oneOf(2) ? cable.one : cable.other);
            }
        } else {
            s.millisPerThousand = oneOf(2) ? 0 : 50_000;
            s.capacity = oneOf(2) ? Integer.MAX_VALUE : random.nextInt(40);
        }
    }

    private void reconfigure() {
        FabricConfig other = oneOf(2) ? fabric : newFabric();
        Nat64Config next = oneOf(4) ? nat64 : newNat64(other);
        Nat64Config more = withPoolOfAnOperator(next);
        configure(Controller.check(more, other).isEmpty() ? more : next, other);
    }

    /** At times with a pool that an operator has, draining or not. */
    private Nat64Config withPoolOfAnOperator(Nat64Config of) {
        List<PoolSpec> all = new ArrayList<>(of.pools);
        for (PortPool pool : network.controller.core.pools.all()) {
            if (!pool.isConfigured() && oneOf(3)) {
                boolean drains = pool.map() == null && oneOf(3);
                all.add(pool.spec().drains(drains));
            }
        }
        return of.toBuilder().pools(all).build();
    }

    private void configure(Nat64Config next, FabricConfig nextFabric) {
        Controller controller = network.controller;
        disturbed = true;
        boolean valid = Controller.check(next, nextFabric).isEmpty();
        Map<DeviceId, Program> some = new HashMap<>(programs);
        Set<DeviceId> ids = new HashSet<>();
        nextFabric.devices.forEach(d -> ids.add(d.id));
        some.keySet().retainAll(ids);
        operators.change(
                valid ? "configure " + next.pools + next.staticBindings : "configure wrongly",
                next.pools.stream()
                        .map(p -> PoolRecord.removal(p.name))
                        .collect(Collectors.toList()),
                () -> {
                    CompletableFuture<Void> done =
                            controller.core.configurator.configure(
                                    next,
                                    nextFabric,
                                    some,
                                    () -> {
                                        disturbed = true;
                                        assertTrue(valid, this::when);
                                        nat64 = next;
                                        fabric = nextFabric;
                                        controller.settings(next, nextFabric);
                                    });
                    return done;
                });
    }

    /** Another program on one of the switches, which has no entries then. */
    private void reprogram(SimulatedSwitch s, SimulatedProgram program) {
        note("another program of " + s.id);
        network.program(s.id, program);
        programs.put(s.id, program);
        s.held.clear();
        s.counts.clear();
        s.rows.clear();
    }

    /** Without what programs of this seed may not have. */
    private SimulatedProgram limited(SimulatedProgram program) {
        if (seed % 4 == 1 && random.nextBoolean()) {
            program.without(Capability.BINDING_COUNTERS);
        }
        if (seed % 8 == 7) {
            program.without(Capability.PORT_SETS);
        }
        return program;
    }

    private void kill() {
        note("kill");
        observe();
        operators.killed();
        network.kill();
        network.run(random.nextInt(500));
        if (oneOf(3)) {
            reprogram(
                    network.at(random.nextInt(network.switches.size())),
                    limited(configs.program()));
        }
        if (backup != null && oneOf(4)) {
            note("restore");
            operators.mayHaveOthers();
            backup.restore();
            operators.mayHaveOthers();
            backup = null;
            disturbed = true;
        }
        network.boot();
        configure(nat64, fabric);
        if (!network.controller.core.config.exists()) {
            // There is no room: nothing would be in force.
            network.switches.values().forEach(s -> reprogram(s, limited(SimulatedProgram.of())));
            configure(nat64, fabric);
        }
        network.switches.values().stream().filter(s -> s.up).forEach(network::up);
        network.run(random.nextInt(50));
    }

    private void observe() {
        if (failure != null) {
            throw failure;
        }
        live.observe(
                disturbed || operators.pending().stream().anyMatch(Operators.Change::endsBindings),
                this::when);
        disturbed = false;
    }

    /** As {@link #quiesce}, and new flows besides. */
    private void settle() {
        quiesce();
        predictions.check(when());
        while (!Invariants.isQuiet(network)) {
            network.run(50);
        }
        observe();
        Invariants.check(network, when());
    }

    /** Ends all faults, waits until nothing is under way, and checks. */
    private void quiesce() {
        note("settle");
        network.storeFailures = 0;
        network.storeDelay = 0;
        network.cut.clear();
        boolean anew = oneOf(2);
        for (SimulatedSwitch s : network.switches.values()) {
            s.breaks = 0;
            s.refuses = i -> false;
            s.unreadable = null;
            s.millisPerThousand = 0;
            s.capacity = Integer.MAX_VALUE;
            for (int port = 0; port < 14; port++) {
                network.portState(s, port, true);
            }
            if (anew || !s.up || s.mute) {
                network.up(s);
            }
        }
        network.run(1000);
        observe();
        for (int i = 0; !operators.pending().isEmpty() || !Invariants.isQuiet(network); i++) {
            network.run(500);
            observe();
            if (i == 400) {
                fail("no end of " + describe() + ", " + when());
            }
        }
        network.run(2000);
        observe();
        while (!Invariants.isQuiet(network)) {
            network.run(50);
        }
        operators.assertHaveWhatTheyWereTold(when());
        Invariants.check(network, when());
        Views.check(network, when());
    }

    private String describe() {
        StringBuilder all = new StringBuilder();
        operators.pending().forEach(p -> all.append(p.what).append("; "));
        Bib bib = network.controller.core.bib;
        for (int slot = 0; slot < bib.top(); slot++) {
            if (bib.isUsed(slot) && bib.phase(slot) != Phase.LIVE) {
                all.append(bib.phase(slot)).append(' ');
                all.append(BindingIntents.outbound(bib, slot)).append("; ");
            }
        }
        network.controller.core.devices.all().forEach(d -> all.append(d.state()).append(' '));
        return all.toString();
    }

    /** A controller that starts anew has what the last one had. */
    private void restartUnchanged() {
        note("restart");
        for (int i = 0; i < 20; i++) {
            traffic.send(fabric);
        }
        network.run(500);
        List<Object> before = inForce();
        boolean mayGrow = lacking || leavesOut();
        observe();
        network.kill();
        if (network.store.mayLackBindings) {
            loseBindings();
        }
        network.boot();
        configure(nat64, fabric);
        network.switches.values().forEach(network::up);
        disturbed = false;
        network.run(2500);
        assertTrue(operators.pending().isEmpty(), this::when);
        disturbed = false;
        observe();
        List<Object> after = inForce();
        // What was left out for a binding in its place may have found it free.
        assertTrue(
                before.equals(after) || mayGrow && after.containsAll(before),
                () -> "before " + before + "\nafter  " + after + "\n" + when());
        Invariants.check(network, when());
    }

    /** The store loses some of those that a switch has. */
    private void loseBindings() {
        Set<Object> held = new HashSet<>();
        network.switches.values().forEach(s -> held.addAll(s.held.keySet()));
        Collection<Store.Record> stored = network.store.maps.get(Store.Map.BINDINGS).values();
        stored.removeIf(r -> oneOf(3) && held.contains(outbound((BindingRecord) r).key()));
        note("the store has lost bindings");
    }

    private static BibIntent.Outbound outbound(BindingRecord b) {
        return new BibIntent.Outbound(
                b.instance,
                b.protocol,
                b.high,
                b.low,
                b.port6,
                b.address4,
                b.port4,
                Filtering.ENDPOINT_INDEPENDENT,
                b.setBits);
    }

    private boolean leavesOut() {
        return network.controller.alarms().stream().anyMatch(a -> a.id.startsWith("left-out/"));
    }

    private List<Object> inForce() {
        Controller c = network.controller;
        List<Object> all = new ArrayList<>();
        c.pools().stream().map(p -> p.spec.toString()).sorted().forEach(all::add);
        all.addAll(c.eamt());
        c.staticBindings().stream().map(Object::toString).sorted().forEach(all::add);
        return all;
    }
}
