// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.core.Controller;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.spi.DataPlane;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;

/**
 * Makes so many bindings in a controller with its store, for a switch that takes everything, and
 * has that switch connect again holding them all. Says what heap that took. Runs in a JVM of its
 * own, whose heap is the one that is tried: {@code FullBindings BINDINGS LENGTH [SESSIONS]}, the
 * last for each binding, of a pool that is filtered then.
 */
public final class FullBindings {
    private static final DeviceId DEVICE = DeviceId.of("device:bench");
    private static final int AT_A_TIME = 4096;
    private static final long DEADLINE_NANOS = 300_000_000_000L;

    private static final String NETCFG =
            "{\"devices\": {\"device:bench\": {\"basic\": {\"managementAddress\":"
                    + " \"grpc://127.0.0.1:1?device_id=1\", \"driver\": \"isthmus\","
                    + " \"pipeconf\": \"org.isthmus.v1model\"}, \"isthmus\": {\"mac\":"
                    + " \"02:00:00:00:00:01\", \"translator\": true}}}, \"ports\": {"
                    + "\"device:bench/1\": {\"interfaces\": [{\"name\": \"h6\", \"ips\":"
                    + " [\"2001:d00::1/32\"]}]}, \"device:bench/2\": {\"interfaces\":"
                    + " [{\"name\": \"h4\", \"ips\": [\"192.0.2.1/24\"]}]}}, \"apps\":"
                    + " {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\": \"default\","
                    + " \"prefix\": \"2001:db8:64::/96\", \"blockSize\": 8}], \"pools\":"
                    + " [{\"name\": \"bench\", \"prefixes\": [\"198.18.0.0/%s\"],"
                    + " \"filtering\": \"%s\"}]}}}}";

    private FullBindings() {}

    /** Holds all that it is given. */
    private static final class Device implements DataPlane {
        private final List<Intent> held = new ArrayList<>();

        @Override
        public void listen(Listener listener) {}

        @Override
        public synchronized CompletionStage<List<Refusal>> apply(
                DeviceId device, List<Change> changes) {
            changes.stream()
                    .map(Change::intent)
                    .filter(FullBindings::isOfBinding)
                    .forEach(held::add);
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public synchronized CompletionStage<List<Intent>> read(DeviceId device) {
            return CompletableFuture.completedFuture(new ArrayList<>(held));
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
            return CompletableFuture.completedFuture(new long[bindings.size()]);
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return CompletableFuture.completedFuture(
                    new DeviceStatistics(Map.of(), Map.of(), Map.of()));
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {}

        @Override
        public void submit(DeviceId device, byte[] frame) {}

        @Override
        public long framesDropped() {
            return 0;
        }
    }

    private static boolean isOfBinding(Intent i) {
        return i instanceof BibIntent.Inbound
                || i instanceof BibIntent.Outbound
                || i instanceof BibIntent.Session;
    }

    public static void main(String[] args) throws Exception {
        int bindings = Integer.parseInt(args[0]);
        Path data = Files.createTempDirectory("bindings");
        int sessions = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        Filtering filtering =
                args.length > 2 ? Filtering.ADDRESS_DEPENDENT : Filtering.ENDPOINT_INDEPENDENT;
        String json = String.format(NETCFG, args[1], filtering.text());
        Netcfg netcfg = Netcfg.parse(json.getBytes(StandardCharsets.UTF_8));
        Device device = new Device();
        try (DiskStore store = new DiskStore(data, false);
                DiskMappingLog log =
                        new DiskMappingLog(data.resolve("mappings"), false, false, Retention.ALL);
                Controller core =
                        new Controller(
                                "bench", device, store, log, TimeSource.system(), new Random(1))) {
            core.start();
            core.configure(netcfg.nat64(), netcfg.fabric());
            core.deviceUp(DEVICE);
            long before = used();
            for (int flow = 0; flow < bindings; ) {
                int to = Math.min(bindings, flow + AT_A_TIME);
                for (; flow < to; flow++) {
                    byte[] frame = Frames.syn6();
                    Frames.source(frame, flow);
                    core.packetIn(DEVICE, 1, PuntReason.BIB_MISS, frame);
                }
                await(core, flow, 0);
            }
            for (int n = 0; n < bindings * (sessions - 1); ) {
                int to = Math.min(bindings * (sessions - 1), n + AT_A_TIME);
                for (; n < to; n++) {
                    byte[] frame = Frames.syn6();
                    Frames.source(frame, n % bindings);
                    Frames.peer(frame, 1 + n / bindings);
                    core.packetIn(DEVICE, 1, PuntReason.SESSION_MISS, frame);
                }
                await(core, bindings, n);
            }
            long after = used();
            core.deviceDown(DEVICE);
            core.deviceUp(DEVICE);
            long deadline = System.nanoTime() + DEADLINE_NANOS;
            while (core.devices().get(0).state != org.isthmus.core.api.Device.State.READY) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("the switch was not reconciled");
                }
                Thread.sleep(1);
            }
            System.out.printf(
                    "%,d bindings %d bytes each, of them %d in the switch that stands for one%n",
                    bindings, (after - before) / bindings, heldBytes(device, after) / bindings);
        } finally {
            try (Stream<Path> files = Files.walk(data)) {
                files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
            }
        }
    }

    private static long heldBytes(Device device, long with) {
        synchronized (device) {
            device.held.clear();
            ((ArrayList<?>) device.held).trimToSize();
        }
        return with - used();
    }

    /**
     * @param sessions beyond the first of each
     */
    private static void await(Controller core, int bindings, int sessions)
            throws InterruptedException {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        while (core.statistics().gauges.get("bindings") < bindings
                || core.statistics().counters.get("sessions_added") < sessions) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        core.statistics().gauges + " " + core.statistics().counters);
            }
            Thread.sleep(1);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        return r.totalMemory() - r.freeMemory();
    }
}
