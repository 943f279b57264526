// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import io.grpc.InsecureServerCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.config.ManagementAddress;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Elections;
import org.isthmus.controller.p4rt.P4RuntimeDataPlane;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;

/**
 * The whole core with its store and mapping log on a disk, over P4Runtime to one embedded switch,
 * all in this JVM.
 */
final class OneSwitch implements AutoCloseable {
    static final DeviceId DEVICE = DeviceId.of("device:bench");
    private static final long DEADLINE_NANOS = 900_000_000_000L;

    final Bmv2Target target = new Bmv2Target(255, 511, System::nanoTime);
    final Controller core;

    /** To be closed, the last one first. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /**
     * Returns when the switch is ready.
     *
     * @param netcfg with %s where the management address of {@link #DEVICE} goes
     */
    OneSwitch(String netcfg) throws Exception {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        Path data = Files.createTempDirectory("isthmus-bench");
        open.push(() -> delete(data));
        open.push(target);
        P4RuntimeServer server =
                new P4RuntimeServer(
                        target,
                        1,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        InsecureServerCredentials.create());
        open.push(server);
        DiskStore store = new DiskStore(data, false);
        open.push(store);
        DiskMappingLog log =
                new DiskMappingLog(data.resolve("mappings"), false, false, Retention.ALL);
        open.push(log);
        P4RuntimeDataPlane control =
                new P4RuntimeDataPlane(
                        Channels.tcp(null, null, null), Elections.above(0), new Random(1));
        open.push(control);
        core = new Controller("bench", control, store, log, TimeSource.system(), new Random(1));
        open.push(core);
        String address = "grpc://127.0.0.1:" + server.port() + "?device_id=1";
        Netcfg parsed =
                Netcfg.parse(String.format(netcfg, address).getBytes(StandardCharsets.UTF_8));
        P4RuntimeDataPlane.Target reached =
                new P4RuntimeDataPlane.Target(ManagementAddress.parse(address), Pipeline.v1model());
        core.start();
        core.configure(parsed.nat64(), parsed.fabric(), Map.of(DEVICE, reached.program()));
        control.connect(Map.of(DEVICE, reached));
        awaitReady();
    }

    void awaitReady() throws InterruptedException {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        while (core.devices().get(0).state != State.READY) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the switch is not ready");
            }
            Thread.sleep(1);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
