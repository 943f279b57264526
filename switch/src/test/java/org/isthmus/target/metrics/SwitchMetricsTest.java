// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.metrics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.target.api.FakeTarget;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.fastpath.FastPathNumbers;
import org.isthmus.target.io.MemoryPort;
import org.isthmus.target.p4rt.P4RuntimeServer;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;

class SwitchMetricsTest {
    private static final InetSocketAddress ANY_PORT =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static P4RuntimeClient controller(P4RuntimeServer server) {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress(ANY_PORT.getHostString(), server.port())
                        .usePlaintext()
                        .build();
        return new P4RuntimeClient(channel);
    }

    @Test
    void thePageHasEveryMetricWithItsLabels() throws Exception {
        FastPathNumbers fastPath = new FastPathNumbers(1, 2, 3, 4, 5, 6, 7, 8);
        Metrics metrics = new Metrics("isthmus-switch", "1.2.3");
        try (P4RuntimeServer server =
                        new P4RuntimeServer(
                                new FakeTarget(),
                                P4RuntimeClient.DEVICE_ID,
                                ANY_PORT,
                                InsecureServerCredentials.create());
                P4RuntimeClient primary = controller(server)) {
            primary.push(P4Info.getDefaultInstance(), new byte[0]);
            SwitchMetrics.add(
                    metrics,
                    List.of(
                            new MeteredDevice(
                                    P4RuntimeClient.DEVICE_ID,
                                    server,
                                    List.of(new MemoryPort(1, "veth0")),
                                    true,
                                    () -> fastPath)));
            MetricsPage.assertHas(Path.of("..", "docs", "monitoring.md"), "nat64_switch_", metrics);
            String text = new String(metrics.text(), StandardCharsets.UTF_8);
            String device = "{device_id=\"1\"";
            for (String series :
                    List.of(
                            "nat64_switch_build_info{program=\"isthmus-switch\",version=\"1.2.3\"}",
                            "nat64_switch_program_loaded" + device + "}",
                            "nat64_switch_primaries" + device + "}",
                            "nat64_switch_controllers" + device + "}",
                            "nat64_switch_connections" + device + "}",
                            "nat64_switch_primary_roles{client=\"127.0.0.1\",device_id=\"1\"}",
                            "nat64_switch_fast_path_works" + device + "}",
                            "nat64_switch_fast_path_flows" + device + "}")) {
                assertTrue(Scrape.value(text, series) == 1, series + text);
            }
        }
    }

    @Test
    void aFastPathThatTheKernelRefusesIsTold() throws Exception {
        Metrics metrics = new Metrics("isthmus-switch", null);
        try (P4RuntimeServer server =
                new P4RuntimeServer(
                        new FakeTarget(), 7, ANY_PORT, InsecureServerCredentials.create())) {
            SwitchMetrics.add(
                    metrics, List.of(new MeteredDevice(7, server, List.of(), true, null)));
            String text = new String(metrics.text(), StandardCharsets.UTF_8);
            assertTrue(
                    Scrape.value(text, "nat64_switch_fast_path_works{device_id=\"7\"}") == 0, text);
        }
    }
}
