// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.LentThread;
import org.isthmus.core.spi.TimeSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On its own thread, with callers and switches on others. */
@Timeout(60)
class ThreadTest {
    private static final DeviceId DEVICE = DeviceId.of("device:t1");
    private static final int FLOWS = 5000;

    /** Each has one thread. */
    private final List<ExecutorService> others =
            List.of(
                    Executors.newSingleThreadExecutor(),
                    Executors.newSingleThreadExecutor(),
                    Executors.newSingleThreadExecutor());

    private final AtomicInteger turn = new AtomicInteger();
    private final CountDownLatch submitted = new CountDownLatch(FLOWS);
    private final MemoryStore store = new MemoryStore();
    private final Controller controller =
            new Controller(
                    "one", new Asynchronous(), store, store, TimeSource.system(), new Random(1));

    @AfterEach
    void stop() {
        controller.close();
        others.forEach(ExecutorService::shutdownNow);
    }

    private ExecutorService other() {
        return others.get(turn.getAndIncrement() % others.size());
    }

    /** A switch that accepts every change and answers from another thread. */
    private final class Asynchronous implements DataPlane {
        @Override
        public void listen(Listener listener) {
            listener.deviceUp(DEVICE);
        }

        @Override
        public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
            return CompletableFuture.supplyAsync(List::of, other());
        }

        @Override
        public boolean isOrdered(DeviceId device) {
            return true;
        }

        @Override
        public CompletionStage<List<Intent>> read(DeviceId device) {
            return CompletableFuture.supplyAsync(List::of, other());
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
            return CompletableFuture.supplyAsync(() -> new long[bindings.size()], other());
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return CompletableFuture.completedFuture(
                    new DeviceStatistics(Map.of(), Map.of(), Map.of()));
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {}

        @Override
        public long framesDropped() {
            return 0;
        }

        @Override
        public void submit(DeviceId device, byte[] frame) {
            submitted.countDown();
        }
    }

    private void start() {
        controller.start();
        controller.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 1024, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")),
                new FabricConfig(
                        List.of(
                                new FabricConfig.Device(
                                        DEVICE, MacAddress.of(1), List.of(), List.of(), true)),
                        List.of(),
                        List.of(),
                        List.of()));
    }

    @Test
    void packetsAndCallersAtOnceOnLentThreads() throws InterruptedException {
        others.forEach(thread -> thread.execute(() -> LentThread.lend(thread)));
        packetsAndCallersAtOnce();
    }

    @Test
    void packetsAndCallersAtOnce() throws InterruptedException {
        start();
        while (controller.statistics().gauges.get("devices_ready") == 0) {
            Thread.onSpinWait();
        }
        other().execute(
                        () -> {
                            for (int i = 0; i < FLOWS; i++) {
                                controller.packetIn(
                                        DEVICE,
                                        1,
                                        PuntReason.BIB_MISS,
                                        HostFrames.udp("2001:db8::1", 1 + i, "198.51.100.1", 53));
                            }
                        });
        for (int i = 0; i < 50; i++) {
            controller.addEams(List.of(eam(i)));
        }
        submitted.await();
        assertEquals(50, controller.eamt().size());
        assertEquals(FLOWS, controller.statistics().gauges.get("bindings"));
        assertEquals(0, controller.statistics().counters.get("punts_dropped"));
    }

    @Test
    void aTableOnTrialKeepsTheCoreFromNothing() {
        start();
        List<Eam> table =
                table(
                        i -> {
                            assertEquals(1, controller.pools().size());
                            return eam(i);
                        });
        assertEquals(List.of(), controller.checkEamt(table));
        controller.replaceEamt(table, List.of());
        assertEquals(3, controller.eamt().size());
    }

    private static List<Eam> table(IntFunction<Eam> rows) {
        return new AbstractList<>() {
            @Override
            public Eam get(int i) {
                return rows.apply(i);
            }

            @Override
            public int size() {
                return 3;
            }
        };
    }

    @Test
    void otherChangesWaitForATableThatIsChecked() throws InterruptedException {
        start();
        AtomicReference<Thread> other = new AtomicReference<>();
        AtomicReference<RuntimeException> refused = new AtomicReference<>();
        controller.replaceEamt(
                table(
                        i -> {
                            if (other.get() == null) {
                                other.set(new Thread(() -> addPoolInTheTable(refused)));
                                other.get().start();
                            }
                            // The other one may come first, if it does not wait.
                            controller.pools();
                            return eam(i);
                        }),
                null);
        other.get().join();
        assertTrue(refused.get() instanceof ConflictException, "" + refused.get());
        assertThrows(
                ConflictException.class, () -> controller.replaceEamt(List.of(), List.of(eam(0))));
        controller.removeEam(eam(0).prefix4);
        assertEquals(2, controller.eamt().size(), "one that is refused keeps no other waiting");
    }

    private void addPoolInTheTable(AtomicReference<RuntimeException> refused) {
        try {
            controller.addPool(Nat64Configs.pool("in", eam(1).prefix4.toString()));
        } catch (RuntimeException e) {
            refused.set(e);
        }
    }

    private static Eam eam(int i) {
        return new Eam(
                Ipv4Prefix.of(0xc0000200 + i, 32),
                Ipv6Prefix.of(0x2001_0db8_000e_0000L, i, 128),
                "main",
                Eam.Host.IPV6);
    }

    @Test
    void aClosedOneSaysSo() {
        start();
        controller.close();
        assertThrows(IllegalStateException.class, controller::statistics);
    }
}
