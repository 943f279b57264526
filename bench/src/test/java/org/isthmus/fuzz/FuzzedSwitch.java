// SPDX-License-Identifier: Apache-2.0
package org.isthmus.fuzz;

import io.grpc.InsecureServerCredentials;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.isthmus.config.ManagementAddress;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Elections;
import org.isthmus.controller.p4rt.P4RuntimeDataPlane;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.MappingLog;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.pipeline.P4;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.api.Frame;
import org.isthmus.target.api.Program;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import org.isthmus.target.api.Worker;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;
import p4.config.v1.P4InfoOuterClass.P4Info;

/**
 * An embedded switch with the whole core behind it over P4Runtime, and neighbours that answer.
 * Whatever a frame sets off is over before the next one comes, and time stands still meanwhile, so
 * that the same frames have the same effect.
 */
final class FuzzedSwitch implements AutoCloseable {
    private static final DeviceId DEVICE = DeviceId.of("device:fuzz");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long NAP_NANOS = 1000;
    private static final int DROP_PORT = 511;

    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);

    /** Calls, packet-ins and packet-outs that are on their way between core and switch. */
    private final AtomicInteger underWay = new AtomicInteger();

    private final List<Frame> out = new ArrayList<>();
    private final Neighbors neighbors = new Neighbors();
    private final P4RuntimeServer server;
    private final P4RuntimeDataPlane control;
    private final Controller core;
    private final Worker worker;

    /** To be closed, the last one first. */
    private final Deque<Runnable> open = new ArrayDeque<>();

    /**
     * Returns when the switch is ready.
     *
     * @param profile of the program, as in the name of its pipeconf
     */
    FuzzedSwitch(String profile, long seed) throws Exception {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        Bmv2Target target = new Bmv2Target(P4.CPU_PORT, DROP_PORT, () -> millis.get() * 1_000_000);
        open.push(target::close);
        target.setCpuSink(this::leave);
        worker = target.newWorker(this::leave);
        server =
                new P4RuntimeServer(
                        new CountedTarget(target),
                        1,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
        open.push(server::close);
        control =
                new P4RuntimeDataPlane(
                        Channels.tcp(null, null, null), Elections.above(0), new Random(seed));
        open.push(control::close);
        core =
                new Controller(
                        "fuzz",
                        new CountedDataPlane(control),
                        new NoStore(),
                        new NoMappingLog(),
                        TimeSource.of(millis::get, millis::get),
                        new Random(seed));
        open.push(core::close);
        String address = "grpc://127.0.0.1:" + server.port() + "?device_id=1";
        Netcfg netcfg =
                Netcfg.parse(
                        String.format(Addresses.NETCFG, address, "org.isthmus." + profile)
                                .replace('\'', '"')
                                .getBytes(StandardCharsets.UTF_8));
        P4RuntimeDataPlane.Target reached =
                new P4RuntimeDataPlane.Target(
                        ManagementAddress.parse(address), Pipeline.of("org.isthmus." + profile));
        core.listen(this::settle);
        core.configure(netcfg.nat64(), netcfg.fabric(), Map.of(DEVICE, reached.program()));
        control.connect(Map.of(DEVICE, reached));
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (core.devices().get(0).state != Device.State.READY) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the switch is not ready");
            }
            advance(10);
        }
    }

    /** Lets a frame come in; returns what left because of it. */
    List<Frame> arrive(Frame frame) {
        worker.process(frame.port, frame.bytes, 0, frame.bytes.length);
        settle();
        return left();
    }

    /** Lets time pass; returns what left. */
    List<Frame> advance(long more) {
        millis.addAndGet(more);
        settle();
        return left();
    }

    private List<Frame> left() {
        synchronized (out) {
            List<Frame> left = new ArrayList<>(out);
            out.clear();
            return left;
        }
    }

    private void leave(int port, byte[] buf, int off, int len) {
        Frame f = new Frame(port, Arrays.copyOfRange(buf, off, off + len));
        synchronized (out) {
            out.add(f);
        }
    }

    /** Until nothing is under way, and the neighbours have nothing to answer. */
    private void settle() {
        int asked = 0;
        boolean busy = true;
        while (busy) {
            awaitAnswers();
            busy = core.step() || isPending();
            for (; asked < size(); asked++) {
                byte[] answer = neighbors.answer(at(asked));
                if (answer != null) {
                    worker.process(at(asked).port, answer, 0, answer.length);
                    busy = true;
                }
            }
        }
    }

    private int size() {
        synchronized (out) {
            return out.size();
        }
    }

    private Frame at(int index) {
        synchronized (out) {
            return out.get(index);
        }
    }

    private boolean isPending() {
        return underWay.get() > control.framesDropped() + server.counters().lostPacketIns();
    }

    private void awaitAnswers() {
        long deadline = 0;
        while (isPending()) {
            if (deadline == 0) {
                deadline = System.nanoTime() + PATIENCE_NANOS;
            } else if (System.nanoTime() > deadline) {
                throw new IllegalStateException(underWay + " messages did not arrive");
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    /** What core and switch counted. */
    Map<String, Long> statistics() {
        Map<String, Long> counts = new TreeMap<>(core.statistics().counters);
        counts.putAll(core.devices().get(0).statistics.reasons());
        counts.values().removeIf(n -> n == 0);
        return counts;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }

    /** Counts packets that are on their way. */
    private final class CountedTarget implements Target {
        private final Target target;

        CountedTarget(Target target) {
            this.target = target;
        }

        @Override
        public Program compile(P4Info p4info, byte[] deviceConfig) throws RefusedException {
            return target.compile(p4info, deviceConfig);
        }

        @Override
        public void run(Program program) {
            target.run(program);
        }

        @Override
        public void packetOut(byte[] frame) {
            try {
                target.packetOut(frame);
            } finally {
                underWay.decrementAndGet();
            }
        }

        @Override
        public void onPacketIn(PacketInListener listener) {
            target.onPacketIn(
                    frame -> {
                        underWay.incrementAndGet();
                        listener.packetIn(frame);
                    });
        }

        @Override
        public void close() {
            target.close();
        }
    }

    /** Counts calls that are under way, and packets that arrive. */
    private final class CountedDataPlane implements DataPlane {
        private final DataPlane plane;

        CountedDataPlane(DataPlane plane) {
            this.plane = plane;
        }

        private <T> CompletionStage<T> counted(CompletionStage<T> stage) {
            underWay.incrementAndGet();
            CompletableFuture<T> answer = new CompletableFuture<>();
            stage.whenComplete(
                    (value, failure) -> {
                        // The core has it before it counts as answered.
                        if (failure == null) {
                            answer.complete(value);
                        } else {
                            answer.completeExceptionally(failure);
                        }
                        underWay.decrementAndGet();
                    });
            return answer;
        }

        @Override
        public void listen(Listener listener) {
            plane.listen(
                    new Listener() {
                        @Override
                        public void deviceUp(DeviceId device) {
                            listener.deviceUp(device);
                        }

                        @Override
                        public void deviceDown(DeviceId device) {
                            listener.deviceDown(device);
                        }

                        @Override
                        public void packetIn(
                                DeviceId device, int port, PuntReason reason, byte[] frame) {
                            listener.packetIn(device, port, reason, frame);
                            underWay.decrementAndGet();
                        }

                        @Override
                        public void portState(DeviceId device, int port, boolean up) {
                            listener.portState(device, port, up);
                        }
                    });
        }

        @Override
        public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
            return counted(plane.apply(device, changes));
        }

        @Override
        public CompletionStage<List<Intent>> read(DeviceId device) {
            return counted(plane.read(device));
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> sides) {
            return counted(plane.packets(device, sides));
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return counted(plane.statistics(device));
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {
            underWay.incrementAndGet();
            plane.send(device, port, frame);
        }

        @Override
        public void submit(DeviceId device, byte[] frame) {
            underWay.incrementAndGet();
            plane.submit(device, frame);
        }

        @Override
        public long framesDropped() {
            return plane.framesDropped();
        }
    }

    /** The core's own state is what grows or does not. */
    private static final class NoStore implements Store {
        @Override
        public <R extends Record> void read(Class<R> type, Consumer<? super R> visitor) {}

        @Override
        public boolean mayLackBindings() {
            return false;
        }

        @Override
        public CompletionStage<Void> write(List<Record> records) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private static final class NoMappingLog implements MappingLog {
        @Override
        public void append(MappingEvent event) {}

        @Override
        public List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis) {
            return List.of();
        }

        @Override
        public MappingEvent whoHas(int protocol, int address, int port) {
            return null;
        }
    }
}
