// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.isthmus.core.api.Pool;
import org.isthmus.core.bib.Bib;
import org.isthmus.core.config.FabricConfig;
import org.isthmus.core.config.InstanceConfig;
import org.isthmus.core.dataplane.Change;
import org.isthmus.core.dataplane.DataPlane;
import org.isthmus.core.dataplane.DeviceStatistics;
import org.isthmus.core.dataplane.Intent;
import org.isthmus.core.dataplane.PuntReason;
import org.isthmus.core.dataplane.Refusal;
import org.isthmus.core.fabric.DeviceId;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.pool.Block;
import org.isthmus.core.pool.Pools;
import org.isthmus.core.pool.Subscriber;
import org.isthmus.core.store.MappingEvent;
import org.isthmus.core.store.MappingLog;
import org.isthmus.core.store.Store;

/**
 * Measures memory per binding and set-ups per second: {@code Footprint [bindings]}, ten million by
 * default (give it 2 GB). Switches and store answer at once, so what is seen is the core alone.
 */
public final class Footprint {
    private static final int PER_SUBSCRIBER = 48;
    private static final DeviceStatistics NO_STATISTICS =
            new DeviceStatistics(Map.of(), Map.of(), Map.of());

    private Footprint() {}

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
        tables(n);
        setups(Math.min(n, 1_000_000));
    }

    /** BIB and pools on their own. */
    private static void tables(int n) {
        long before = heap();
        Bib bib = new Bib(1);
        Pools pools = new Pools(new Random(1), new Quiet());
        pools.instance(instance());
        pools.add(pool(), true, 1);
        long start = System.nanoTime();
        for (int i = 0; i < n; i++) {
            long high = 0x2001_0db8_0000_0000L + i / PER_SUBSCRIBER;
            int port6 = i % PER_SUBSCRIBER;
            if (bib.find(1, Protocol.UDP, high, 1, port6) != Bib.NONE) {
                throw new IllegalStateException("there already");
            }
            long found = pools.allocate(1, Protocol.UDP, high, 1, port6, 1);
            if (found < 0) {
                throw new IllegalStateException("refused: " + found);
            }
            int address4 = (int) (found >>> 16);
            int port4 = (int) found & 0xffff;
            int slot = bib.add(1, Protocol.UDP, high, 1, port6, address4, port4, 1);
            pools.place(Protocol.UDP, address4, port4, slot);
            bib.wheel().schedule(slot, 300 + i % 100);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%,d bindings: %.0f bytes each in the BIB, %.0f with pools and subscribers;"
                        + " %,.0f allocations a second%n",
                n, (double) bib.bytes() / n, (double) (heap() - before) / n, n / seconds);
        if (bib.size() != n || pools.subscribers() == 0) {
            throw new IllegalStateException("some are missing");
        }
    }

    private static long heap() {
        Runtime r = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return r.totalMemory() - r.freeMemory();
    }

    /** From a missed packet to its return, two switches. */
    private static void setups(int n) {
        Instant world = new Instant();
        Controller controller =
                new Controller("one", world, world, world, () -> 1_800_000_000_000L, new Random(1));
        controller.listen(controller::step);
        List<FabricConfig.Device> devices = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            devices.add(
                    new FabricConfig.Device(
                            DeviceId.of("device:t" + i),
                            MacAddress.of(i),
                            List.of(),
                            List.of(),
                            true));
        }
        controller.configure(
                World.nat64(instance(), pool()),
                new FabricConfig(devices, List.of(), List.of(), List.of()));
        devices.forEach(d -> controller.deviceUp(d.id));
        while (controller.step()) {
            // Gets ready.
        }
        byte[] frame = World.udp("2001:db8::1", 1, "198.51.100.1", 53);
        long start = System.nanoTime();
        for (int i = 0; i < n; i++) {
            byte[] each = frame.clone();
            int subscriber = i / PER_SUBSCRIBER;
            each[26] = (byte) (subscriber >>> 24);
            each[27] = (byte) (subscriber >>> 16);
            each[28] = (byte) (subscriber >>> 8);
            each[29] = (byte) subscriber;
            each[55] = (byte) (i % PER_SUBSCRIBER);
            controller.packetIn(devices.get(i & 1).id, 1, PuntReason.BIB_MISS, each);
            if ((i & 1023) == 1023) {
                controller.step();
            }
        }
        while (controller.step()) {
            // Finishes.
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (world.submitted != n) {
            throw new IllegalStateException(world.submitted + " of " + n + " packets came back");
        }
        System.out.printf("%,d set-ups, %,.0f a second%n", n, n / seconds);
    }

    private static InstanceConfig instance() {
        return new InstanceConfig(
                "main",
                1,
                World.PREFIX,
                64,
                64,
                16,
                0,
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                Duration.ofMinutes(124),
                Duration.ofMinutes(4),
                Duration.ofMinutes(2),
                List.of());
    }

    private static Pool.Spec pool() {
        return new Pool.Spec(
                "p",
                "main",
                List.of(Ipv4Prefix.parse("100.64.0.0/22")),
                Pool.Spec.defaultFirstPort(),
                Pool.Spec.defaultLastPort());
    }

    /** Remembers nothing. */
    private static final class Quiet implements Pools.Listener {
        @Override
        public void block(Subscriber subscriber, Block block, boolean assigned) {}

        @Override
        public boolean lease(int address4) {
            return true;
        }
    }

    /** Switches and a store that are done at once. */
    private static final class Instant implements DataPlane, Store, MappingLog {
        private long submitted;

        @Override
        public void listen(Listener listener) {}

        @Override
        public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public CompletionStage<List<Intent>> read(DeviceId device) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<Intent.Outbound> bindings) {
            return CompletableFuture.completedFuture(new long[bindings.size()]);
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return CompletableFuture.completedFuture(NO_STATISTICS);
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {}

        @Override
        public void submit(DeviceId device, byte[] frame) {
            submitted++;
        }

        @Override
        public void read(Store.Map map, Visitor visitor) {}

        @Override
        public CompletionStage<Void> write(List<Store.Record> records) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void append(MappingEvent event) {}

        @Override
        public List<MappingEvent> whoHad(int protocol, int address, int port, long epochMillis) {
            return List.of();
        }
    }
}
