// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.isthmus.netfpga.emulated.EmulatedCard;
import org.isthmus.netfpga.health.Health;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.io.MemoryPort;
import org.isthmus.target.metrics.MetricsPage;
import org.isthmus.target.metrics.Scrape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Update;

/** What the agent of an emulated card tells Prometheus. */
class AgentMetricsTest {
    private static final Path SHELL = Path.of("../../../p4/compiled/netfpga");
    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};
    private static final String OF = "{device_id=\"1\"}";

    @TempDir Path directory;

    private AgentProcess start(String more) throws Exception {
        String line =
                "--device-id 1 --grpc-server-addr 127.0.0.1:0 --metrics-addr 127.0.0.1:0 --emulated "
                        + SHELL
                        + " --image "
                        + directory.resolve("image")
                        + more;
        return AgentProcess.start(AgentOptions.parse(line.split(" ")), MemoryPort::new);
    }

    private static P4RuntimeClient controller(AgentProcess agent) {
        return new P4RuntimeClient(AgentProcessTest.channel(agent));
    }

    private static Update insert(P4Info info, int last) {
        byte[] mac = MAC.clone();
        mac[5] = (byte) last;
        return AgentProcessTest.insert(info, "station", mac, "admit");
    }

    private static double value(AgentProcess agent, String series) throws IOException {
        return Scrape.value(Scrape.of(agent.metrics()), series);
    }

    private static double compared(AgentProcess agent, String result) throws IOException {
        return value(
                agent, "nat64_card_rows_compared_total{device_id=\"1\",result=\"" + result + "\"}");
    }

    @Test
    void thePageHasEveryMetricWithItsLabels() throws Exception {
        try (AgentProcess agent = start("")) {
            MetricsPage.assertHas(
                    Path.of("../../../docs/monitoring.md"), "nat64_card_", agent.numbers());
        }
    }

    @Test
    void hasWhatEverySwitchHas() throws Exception {
        try (AgentProcess agent = start(" -i 2@veth0");
                P4RuntimeClient controller = controller(agent)) {
            controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
            assertEquals(1, value(agent, "nat64_switch_program_loaded" + OF));
            assertEquals(1, value(agent, "nat64_switch_primaries" + OF));
            assertEquals(
                    0,
                    value(
                            agent,
                            "nat64_switch_port_frames_total{device_id=\"1\",direction=\"in\","
                                    + "interface=\"veth0\",port=\"2\"}"));
        }
    }

    @Test
    void countsRowsThatItRepaired() throws Exception {
        P4Info info = Artifacts.p4info(SHELL);
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = controller(agent)) {
            controller.push(info, Artifacts.config(SHELL));
            controller.write(List.of(insert(info, 1), insert(info, 2)));
            assertEquals(0, compared(agent, "written"));
            EmulatedCard card = AgentProcessTest.emulated(agent).emulated();
            for (TableLayout t : TableLayout.join(info, card.info()).values()) {
                if (t.name().equals("station")) {
                    card.deleteExact(t.number(), new BigInteger(1, MAC));
                }
            }
            agent.target().refill(false);
            assertEquals(1, compared(agent, "written"));
            assertEquals(1, compared(agent, "verified"));
            AgentProcessTest.emulated(agent).faults().fail(Integer.MAX_VALUE, 5, "cam_");
            agent.target().refill(false);
            assertEquals(2, compared(agent, "failed"));
            assertThrows(
                    StatusRuntimeException.class, () -> controller.write(List.of(insert(info, 3))));
            assertEquals(
                    1,
                    value(
                            agent,
                            "nat64_card_changes_failed_total{cause=\"card\",device_id=\"1\"}"));
        }
    }

    @Test
    void tellsOfACardThatIsOutOfService() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = controller(agent)) {
            controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
            int rounds = 2000 / Health.ROUND_MILLIS;
            AgentProcessTest.rounds(agent, rounds);
            assertEquals(1, value(agent, "nat64_card_in_service" + OF));
            AgentProcessTest.emulated(agent).emulated().forward(false);
            AgentProcessTest.rounds(agent, rounds);
            String missed = "nat64_card_probes_missed_total{device_id=\"1\",kind=\"frames\"}";
            assertEquals(0, value(agent, "nat64_card_in_service" + OF));
            assertEquals(1, value(agent, "nat64_card_outages_total" + OF));
            assertEquals(rounds - 1, value(agent, missed));
            AgentProcessTest.emulated(agent).emulated().forward(true);
            AgentProcessTest.rounds(agent, rounds);
            assertEquals(1, value(agent, "nat64_card_in_service" + OF));
            assertEquals(rounds, value(agent, missed));
        }
    }

    @Test
    void countsWhatIsNoPacket() throws Exception {
        try (AgentProcess agent = start("")) {
            agent.packets().frame(0, new byte[60], 0, 60);
            assertEquals(
                    1,
                    value(
                            agent,
                            "nat64_card_packets_dropped_total"
                                    + "{device_id=\"1\",reason=\"malformed\"}"));
        }
    }

    /** Rows are written with the card's lock held. */
    @Test
    void aScrapeWaitsForNoCard() throws Exception {
        CountDownLatch writes = new CountDownLatch(1);
        CountDownLatch on = new CountDownLatch(1);
        P4Info info = Artifacts.p4info(SHELL);
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = controller(agent)) {
            controller.push(info, Artifacts.config(SHELL));
            AgentProcessTest.emulated(agent)
                    .faults()
                    .slow(
                            () -> {
                                writes.countDown();
                                AgentProcessTest.awaits(on);
                            });
            Thread writer = new Thread(() -> controller.write(List.of(insert(info, 1))));
            writer.start();
            AgentProcessTest.awaits(writes);
            assertEquals(0, value(agent, "nat64_switch_writes_total" + OF));
            on.countDown();
            writer.join();
            assertEquals(1, value(agent, "nat64_switch_writes_total" + OF));
        }
    }

    @Test
    void anAddressInUseEndsTheStartAndLeavesNothingOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String line =
                    "--emulated "
                            + SHELL
                            + " --grpc-server-addr 127.0.0.1:0 --metrics-addr 127.0.0.1:"
                            + taken.getLocalPort()
                            + " --image "
                            + directory.resolve("image");
            AgentOptions options = AgentOptions.parse(line.split(" "));
            IOException e =
                    assertThrows(
                            IOException.class, () -> AgentProcess.start(options, MemoryPort::new));
            assertTrue(e.getMessage().startsWith("--metrics-addr: "), e.getMessage());
        }
        // The image is free again.
        start("").close();
    }
}
