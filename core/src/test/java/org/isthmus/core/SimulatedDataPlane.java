// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.spi.DataPlane;

/**
 * What a host of simulated switches gives to the core: they answer late, not at all, or in part, as
 * each is told to. Their time is the network's.
 */
final class SimulatedDataPlane implements DataPlane {
    /** Milliseconds after which a host gives up a write. */
    private static final long TIME_LIMIT = 60_000;

    private final SimulatedNetwork network;

    /** The core; null: there is none. */
    Listener listener;

    SimulatedDataPlane(SimulatedNetwork network) {
        this.network = network;
    }

    @Override
    public void listen(Listener l) {
        listener = l;
    }

    @Override
    public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
        SimulatedSwitch s = network.switches.get(device);
        CompletableFuture<List<Refusal>> done = asked(s);
        int session = s.session;
        List<Change> copy = new ArrayList<>(changes);
        s.applyAt =
                network.now
                        + copy.size() * s.millisPerThousand / 1000
                        + network.random.nextInt(network.maxDelay + 1);
        network.at(
                s.applyAt,
                () -> {
                    if (!s.up || s.session != session) {
                        done.completeExceptionally(new IllegalStateException("gone"));
                        return;
                    }
                    if (s.breaks > 0 && network.random.nextInt(100) < s.breaks) {
                        // It need not take back anything yet: first it is read.
                        s.owed.clear();
                        s.apply(copy.subList(0, network.random.nextInt(copy.size() + 1)));
                        done.completeExceptionally(new IllegalStateException("broken"));
                        return;
                    }
                    List<Refusal> refusals = s.apply(copy);
                    if (s.mute) {
                        s.unsaid = () -> done.complete(refusals);
                        network.later(TIME_LIMIT, () -> done.completeExceptionally(late(s)));
                    } else {
                        network.later(() -> done.complete(refusals));
                    }
                });
        return done;
    }

    private static IllegalStateException late(SimulatedSwitch s) {
        return new IllegalStateException(s.id + " did not answer within the time limit");
    }

    private static <T> CompletableFuture<T> asked(SimulatedSwitch s) {
        CompletableFuture<T> done = new CompletableFuture<>();
        s.underWay.add(done);
        done.whenComplete((answer, e) -> s.underWay.remove(done));
        return done;
    }

    @Override
    public boolean isOrdered(DeviceId device) {
        return network.switches.get(device).ordered;
    }

    @Override
    public CompletionStage<List<Intent>> read(DeviceId device) {
        SimulatedSwitch s = network.switches.get(device);
        s.reads++;
        return late(s, s.millisPerRead, () -> new ArrayList<>(s.held.values()));
    }

    private <T> CompletableFuture<T> late(SimulatedSwitch s, Supplier<T> answer) {
        return late(s, 0, answer);
    }

    private <T> CompletableFuture<T> late(SimulatedSwitch s, long millis, Supplier<T> answer) {
        CompletableFuture<T> done = asked(s);
        int session = s.session;
        network.later(
                millis,
                () -> {
                    if (!s.up || s.session != session) {
                        done.completeExceptionally(new IllegalStateException("gone"));
                    } else if (s.unreadable != null) {
                        done.completeExceptionally(new IllegalStateException(s.unreadable));
                    } else {
                        T value = answer.get();
                        network.later(() -> done.complete(value));
                    }
                });
        return done;
    }

    @Override
    public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
        SimulatedSwitch s = network.switches.get(device);
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
        SimulatedSwitch s = network.switches.get(device);
        s.statisticsRead++;
        return late(s, () -> new DeviceStatistics(Map.of(), Map.of(), s.ports));
    }

    @Override
    public void send(DeviceId device, int port, byte[] frame) {
        network.switches.get(device).sent.add(frame);
        leave(new FabricConfig.Port(device, port), frame);
    }

    void leave(FabricConfig.Port from, byte[] frame) {
        for (FabricConfig.Link link : network.links) {
            boolean one = link.one.equals(from);
            boolean fits = frame.length - 14 <= network.mtus.getOrDefault(from, link.mtu);
            if ((one || link.other.equals(from)) && fits && !network.cut.contains(from)) {
                FabricConfig.Port to = one ? link.other : link.one;
                network.later(
                        () ->
                                network.pipeline.arrive(
                                        network.switches.get(to.device), to.port, frame));
            }
        }
    }

    @Override
    public void submit(DeviceId device, byte[] frame) {
        // Packets stay in order on their way to a switch.
        SimulatedSwitch s = network.switches.get(device);
        s.submitted.add(frame);
        s.submitAt =
                Math.max(s.submitAt, network.now + network.random.nextInt(network.maxDelay + 1));
        if (s.ordered && !s.overtakes) {
            s.submitAt = Math.max(s.submitAt, s.applyAt);
        }
        boolean own =
                frame.length > 54
                        && Bytes.u48(frame, 0) == Bytes.u48(frame, 6)
                        && Bytes.u8(frame, 54) == 129;
        network.at(
                s.submitAt,
                () -> {
                    if (own) {
                        network.pipeline.arrive(s, 255, frame);
                    } else {
                        network.pipeline.process(s, 1, frame);
                    }
                });
    }

    @Override
    public String otherPrimary(DeviceId device) {
        return network.switches.get(device).otherPrimary;
    }

    @Override
    public String whyDown(DeviceId device) {
        return network.switches.get(device).whyDown;
    }

    @Override
    public long framesDropped() {
        return 0;
    }
}
