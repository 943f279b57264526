// SPDX-License-Identifier: Apache-2.0
package org.isthmus.bench;

import io.grpc.InsecureServerCredentials;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.isthmus.config.ManagementAddress;
import org.isthmus.config.Netcfg;
import org.isthmus.controller.disk.DiskStore;
import org.isthmus.controller.p4rt.Channels;
import org.isthmus.controller.p4rt.Elections;
import org.isthmus.controller.p4rt.P4RuntimeDataPlane;
import org.isthmus.core.Controller;
import org.isthmus.core.api.Device.State;
import org.isthmus.core.api.ExhaustedException;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.spi.TimeSource;
import org.isthmus.mappinglog.DiskMappingLog;
import org.isthmus.mappinglog.Retention;
import org.isthmus.pipeline.Pipeline;
import org.isthmus.target.bmv2.Bmv2Target;
import org.isthmus.target.p4rt.P4RuntimeServer;

/**
 * Fills the EAM tables of an embedded switch through the whole core, over P4Runtime, and tries one
 * EAM more. Says how long that took and what heap. Runs in a JVM of its own: {@code FullEams}.
 */
public final class FullEams {
    private static final DeviceId DEVICE = DeviceId.of("device:bench");
    private static final long DEADLINE_NANOS = 900_000_000_000L;
    private static final int FIRST = 10 << 24;
    private static final long HOSTS6 = 0x20010db8_00e00000L;

    private static final String NETCFG =
            "{\"devices\": {\"device:bench\": {\"basic\": {\"managementAddress\": \"%s\"},"
                    + " \"isthmus\": {\"mac\": \"02:00:00:00:00:01\", \"translator\": true}}},"
                    + " \"ports\": {\"device:bench/1\": {\"interfaces\": [{\"ips\":"
                    + " [\"2001:db8:e0:1::1/64\", \"192.0.2.1/24\"]}]}}, \"apps\":"
                    + " {\"org.isthmus\": {\"nat64\": {\"instances\": [{\"name\": \"default\","
                    + " \"prefix\": \"2001:db8:64::/96\"}]}}}}";

    private FullEams() {}

    public static void main(String[] args) throws Exception {
        // The stubs of P4Runtime are older than protobuf 22, which it would say for each message.
        System.setProperty("com.google.protobuf.use_unsafe_pre22_gencode", "true");
        Path data = Files.createTempDirectory("eams");
        try (Bmv2Target target = new Bmv2Target(255, 511, System::nanoTime);
                P4RuntimeServer server =
                        new P4RuntimeServer(
                                target,
                                1,
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                InsecureServerCredentials.create());
                DiskStore store = new DiskStore(data, false);
                DiskMappingLog log =
                        new DiskMappingLog(data.resolve("mappings"), false, false, Retention.ALL);
                P4RuntimeDataPlane control =
                        new P4RuntimeDataPlane(
                                Channels.tcp(null, null, null), Elections.above(0), new Random(1));
                Controller core =
                        new Controller(
                                "bench", control, store, log, TimeSource.system(), new Random(1))) {
            String address = "grpc://127.0.0.1:" + server.port() + "?device_id=1";
            Netcfg netcfg =
                    Netcfg.parse(String.format(NETCFG, address).getBytes(StandardCharsets.UTF_8));
            P4RuntimeDataPlane.Target reached =
                    new P4RuntimeDataPlane.Target(
                            ManagementAddress.parse(address), Pipeline.v1model());
            core.start();
            core.configure(netcfg.nat64(), netcfg.fabric(), Map.of(DEVICE, reached.program()));
            control.connect(Map.of(DEVICE, reached));
            ready(core);
            int size = (int) use(core, "eam4_dst").size;
            long before = used();
            long start = System.nanoTime();
            core.addEams(eams(0, size));
            System.out.printf(
                    "%,d EAMs acknowledged by the store and the switch after %.1f s%n",
                    size, (System.nanoTime() - start) / 1e9);
            System.out.printf(
                    "%d bytes each, of the core, its store and the switch in one heap%n",
                    (used() - before) / size);
            start = System.nanoTime();
            try {
                core.addEams(eams(size, 1));
                throw new IllegalStateException("one more was accepted");
            } catch (ExhaustedException e) {
                System.out.printf(
                        "one more, after %.1f s: %s%n",
                        (System.nanoTime() - start) / 1e9, e.getMessage());
            }
            for (String table : List.of("eam4_dst", "eam6_src", "served4")) {
                TableUse use = use(core, table);
                System.out.printf("%s: %,d used, %,d free%n", table, use.used, use.free());
            }
            start = System.nanoTime();
            core.deviceDown(DEVICE);
            core.deviceUp(DEVICE);
            ready(core);
            System.out.printf(
                    "read, compared and ready again after %.1f s%n",
                    (System.nanoTime() - start) / 1e9);
        } finally {
            try (Stream<Path> files = Files.walk(data)) {
                files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
            }
        }
    }

    private static List<Eam> eams(int from, int count) {
        List<Eam> all = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            all.add(
                    new Eam(
                            Ipv4Prefix.of(FIRST + i, 32),
                            Ipv6Prefix.of(HOSTS6, 0x100000000L + i, 128),
                            "default",
                            Eam.Host.IPV6));
        }
        return all;
    }

    private static TableUse use(Controller core, String table) {
        return core.devices().get(0).tables.stream()
                .filter(u -> u.table.equals(table))
                .findFirst()
                .orElseThrow();
    }

    private static void ready(Controller core) throws InterruptedException {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        while (core.devices().get(0).state != State.READY) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the switch is not ready");
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
