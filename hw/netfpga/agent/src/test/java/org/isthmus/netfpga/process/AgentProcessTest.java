// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.isthmus.logging.WrongFileException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.emulated.EmulatedCard;
import org.isthmus.netfpga.health.Health;
import org.isthmus.netfpga.health.OwnAddress;
import org.isthmus.netfpga.layout.TableLayout;
import org.isthmus.netfpga.packets.Reasons;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.netfpga.target.CardCounters;
import org.isthmus.netfpga.target.CardProgram;
import org.isthmus.target.api.Hex;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.io.MemoryPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.Action;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.config.v1.P4InfoOuterClass.Table;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/** The program as a whole, on an emulated card with ports in memory. */
class AgentProcessTest {
    private static final Path SHELL = Path.of("../../../p4/compiled/netfpga");

    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};
    private static final byte[] ADDRESS = Hex.bytes("fe80000000000000000000fffe000001");

    @TempDir Path directory;
    private final List<MemoryPort> ports = new ArrayList<>();

    private AgentOptions options(String more) {
        String line =
                "--device-id 1 --grpc-server-addr 127.0.0.1:0 --emulated "
                        + SHELL
                        + " --image "
                        + directory.resolve("image")
                        + more;
        return AgentOptions.parse(line.split(" "));
    }

    private MemoryPort open(int number, String name) throws IOException {
        if (name.equals("none")) {
            throw new IOException("there is no interface " + name);
        }
        ports.add(new MemoryPort(number, name));
        return ports.get(ports.size() - 1);
    }

    private AgentProcess start(String more) throws Exception {
        return AgentProcess.start(options(more), this::open);
    }

    /** An entry of a table with one exact field, whose action has no parameters. */
    static Update insert(P4Info info, String table, byte[] key, String action) {
        Update.Builder u = Update.newBuilder().setType(Update.Type.INSERT);
        TableEntry.Builder e = u.getEntityBuilder().getTableEntryBuilder();
        for (Table t : info.getTablesList()) {
            if (t.getPreamble().getAlias().equals(table)) {
                e.setTableId(t.getPreamble().getId());
                e.addMatchBuilder()
                        .setFieldId(t.getMatchFields(0).getId())
                        .getExactBuilder()
                        .setValue(ByteString.copyFrom(key));
            }
        }
        for (Action a : info.getActionsList()) {
            if (a.getPreamble().getAlias().equals(action)) {
                e.getActionBuilder().getActionBuilder().setActionId(a.getPreamble().getId());
            }
        }
        return u.build();
    }

    private static void fill(P4RuntimeClient controller) throws IOException {
        fill(controller, Artifacts.p4info(SHELL), Artifacts.config(SHELL));
    }

    /** A router address in both tables in which probes are found. */
    static void fill(P4RuntimeClient controller, P4Info info, byte[] config) {
        controller.push(info, config);
        controller.write(
                List.of(
                        insert(info, "station", MAC, "admit"),
                        insert(info, "local6", ADDRESS, "local")));
    }

    static EmulatedHardware emulated(AgentProcess agent) {
        return (EmulatedHardware) agent.hardware();
    }

    static ManagedChannel channel(AgentProcess agent) {
        return NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), agent.grpcPort()),
                        InsecureChannelCredentials.create())
                .build();
    }

    /** Whether the server answers; if not, why. */
    static Status status(ManagedChannel channel) {
        try {
            P4RuntimeGrpc.newBlockingStub(channel)
                    .getForwardingPipelineConfig(
                            GetForwardingPipelineConfigRequest.newBuilder().setDeviceId(1).build());
            return Status.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus();
        }
    }

    static void rounds(AgentProcess agent, int n) {
        for (int i = 0; i < n; i++) {
            agent.health().round();
        }
    }

    @Test
    void controllersAndPortsAreServed() throws Exception {
        try (AgentProcess agent = start(" -i 1@a -i 3@b")) {
            assertTrue(agent.describe().startsWith("device 1 at 127.0.0.1:"), agent.describe());
            assertTrue(agent.describe().endsWith(", emulated card 1@a 3@b"), agent.describe());
            try (P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
                controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
                // submit = 0: out of port 3 as it is.
                agent.packets().packetOut(new byte[] {1, (byte) 0x80, 7, 7, 7});
                byte[] left;
                while ((left = ports.get(1).left()) == null) {
                    Thread.onSpinWait();
                }
                assertArrayEquals(new byte[] {7, 7, 7}, left);
            }
        }
    }

    @Test
    void aCardThatStopsForwardingIsADeviceThatIsGone() throws Exception {
        try (AgentProcess agent = start("")) {
            ManagedChannel channel = channel(agent);
            rounds(agent, 10);
            assertEquals(Status.OK, status(channel));
            emulated(agent).emulated().forward(false);
            rounds(agent, 2000 / Health.ROUND_MILLIS);
            Status now = status(channel);
            assertEquals(Status.Code.UNAVAILABLE, now.getCode());
            assertTrue(now.getDescription().startsWith("no frame comes back"));
            emulated(agent).emulated().forward(true);
            rounds(agent, 4);
            assertEquals(Status.OK, status(channel));
            channel.shutdownNow();
        }
    }

    /** A device without a router address is back in service without a refill. */
    @Test
    void aCardThatWasProgrammedMeanwhileHasCountedNoBillions() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
            rounds(agent, 10);
            CardCounters drops = agent.target().program().counter("drops");
            assertEquals(0, drops.packets(Reasons.PUNTED));
            emulated(agent).emulated().forward(false);
            rounds(agent, 2000 / Health.ROUND_MILLIS);
            Registers registers = agent.hardware().registers();
            registers.writeRegister(
                    agent.hardware().arrays().array("drops").address(Reasons.PUNTED), 0);
            emulated(agent).emulated().forward(true);
            rounds(agent, 4);
            assertEquals(0, drops.packets(Reasons.PUNTED));
        }
    }

    /** Rows are written one after the other, and a controller waits for all of them. */
    @Test
    void aSlowBusKeepsNobodyFromSeeingThatTheCardIsDead() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            fill(controller);
            CountDownLatch writes = new CountDownLatch(1);
            CountDownLatch on = new CountDownLatch(1);
            emulated(agent)
                    .faults()
                    .slow(
                            () -> {
                                writes.countDown();
                                awaits(on);
                            });
            P4Info info = Artifacts.p4info(SHELL);
            byte[] other = {2, 0, 0, 0, 0, 2};
            Thread writer =
                    new Thread(
                            () ->
                                    controller.write(
                                            List.of(insert(info, "station", other, "admit"))));
            writer.start();
            awaits(writes);
            ManagedChannel channel = channel(agent);
            rounds(agent, 10);
            emulated(agent).emulated().forward(false);
            rounds(agent, 2000 / Health.ROUND_MILLIS);
            assertEquals(Status.Code.UNAVAILABLE, status(channel).getCode());
            emulated(agent).emulated().forward(true);
            rounds(agent, 4);
            on.countDown();
            writer.join();
            assertEquals(Status.OK, status(channel));
            channel.shutdownNow();
        }
    }

    static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void probesAreNotCountedWhicheverProgramRuns() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            for (int i = 0; i < 3; i++) {
                rounds(agent, 10);
                fill(controller);
                rounds(agent, 10);
                assertEquals(0, agent.target().program().counter("drops").packets(Reasons.PUNTED));
            }
        }
    }

    /** With one before each call of the card, also while counters of the program begin. */
    @Test
    void probesAreNotCountedWheneverAProgramBegins() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            for (int i = 0; i < 3; i++) {
                emulated(agent).faults().slow(agent.health()::round);
                controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
                emulated(agent).faults().end();
                assertEquals(0, agent.target().program().counter("drops").packets(Reasons.PUNTED));
            }
        }
    }

    @Test
    void aRoundThatFailsIsNotTheLast() throws Exception {
        try (AgentProcess agent = start("")) {
            CountDownLatch probes = new CountDownLatch(3);
            agent.hardware()
                    .packets()
                    .onFrame(
                            (nf, buf, off, len) -> {
                                probes.countDown();
                                throw new IllegalStateException("planted");
                            });
            agent.watch();
            assertTrue(probes.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void rowsOfAProgramThatDoesNotRunAreNotAskedFor() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            fill(controller);
            CardProgram program = agent.target().program();
            assertNotNull(OwnAddress.of(program));
            controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
            assertNull(OwnAddress.of(program));
            assertNull(OwnAddress.of(agent.target().program()));
        }
    }

    @Test
    void aCardThatLostItsRowsIsGoneUntilItIsRefilled() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            fill(controller);
            rounds(agent, 10);
            ManagedChannel channel = channel(agent);
            assertEquals(Status.OK, status(channel));
            EmulatedCard card = emulated(agent).emulated();
            for (TableLayout t : TableLayout.join(Artifacts.p4info(SHELL), card.info()).values()) {
                if (t.name().equals("local6")) {
                    card.deleteExact(t.number(), new BigInteger(1, ADDRESS));
                }
            }
            rounds(agent, 2000 / Health.ROUND_MILLIS);
            assertEquals("it finds no row: it may want a refill", status(channel).getDescription());
            Repair done = agent.target().refill(true);
            assertEquals(1, done.written());
            assertEquals(1, done.verified());
            rounds(agent, 4);
            assertEquals(Status.OK, status(channel));
            channel.shutdownNow();
        }
    }

    @Test
    void theCardOfAnAgentThatRunsIsNotProgrammed() throws Exception {
        AgentOptions again = options("");
        Path programmed = directory.resolve("programmed");
        again.flash = "touch " + programmed;
        AgentProcess agent = start("");
        IOException inUse =
                assertThrows(IOException.class, () -> AgentProcess.refill(again, this::open));
        assertTrue(inUse.getMessage().endsWith("another agent runs on it"), inUse.getMessage());
        assertFalse(Files.exists(programmed));
        agent.close();
        assertThrows(IOException.class, () -> AgentProcess.refill(again, this::open));
        assertTrue(Files.exists(programmed));
        again.flash = "exit 3";
        IOException e =
                assertThrows(IOException.class, () -> AgentProcess.start(again, this::open));
        assertEquals("the card was not programmed: status 3 of exit 3", e.getMessage());
    }

    @Test
    void refillMakesTheCardHoldWhatTheImageHasAndLooksAgain() throws Exception {
        IOException nothing =
                assertThrows(IOException.class, () -> AgentProcess.refill(options(""), this::open));
        assertTrue(nothing.getMessage().endsWith("nothing to refill"), nothing.getMessage());
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            fill(controller);
            IOException busy =
                    assertThrows(
                            IOException.class, () -> AgentProcess.refill(options(""), this::open));
            assertTrue(busy.getMessage().contains("another agent"), busy.getMessage());
        }
        // This one is empty.
        Repair found = AgentProcess.refill(options(""), this::open);
        assertEquals(2, found.verified());
        assertEquals(0, found.written() + found.failed() + found.unknown());
    }

    /** Whichever toolchain it is of. */
    @Test
    void aCardWithoutItsFilesIsNamed() throws IOException {
        for (Path folder : List.of(directory.resolve("none"), directory)) {
            AgentOptions o =
                    AgentOptions.parse("--card", "" + folder, "--image", directory + "/image");
            IOException e =
                    assertThrows(WrongFileException.class, () -> AgentProcess.start(o, this::open));
            assertEquals(
                    folder
                            + " is of no card: it has neither *.rtl.json nor"
                            + " .sdnet_switch_info.dat of make bitstream",
                    e.getMessage());
        }
        Path description =
                Files.writeString(directory.resolve(".sdnet_switch_info.dat"), "no description");
        AgentOptions o =
                AgentOptions.parse("--card", "" + directory, "--image", directory + "/image");
        IOException e =
                assertThrows(WrongFileException.class, () -> AgentProcess.start(o, this::open));
        assertTrue(e.getMessage().startsWith(description + ": "), e.getMessage());
    }

    @Test
    void whatRanRunsAgain() throws Exception {
        try (AgentProcess agent = start("");
                P4RuntimeClient controller = new P4RuntimeClient(channel(agent))) {
            controller.push(Artifacts.p4info(SHELL), Artifacts.config(SHELL));
        }
        try (AgentProcess agent = start("")) {
            ManagedChannel channel = channel(agent);
            assertEquals(
                    Artifacts.p4info(SHELL),
                    P4RuntimeGrpc.newBlockingStub(channel)
                            .getForwardingPipelineConfig(
                                    GetForwardingPipelineConfigRequest.newBuilder()
                                            .setDeviceId(1)
                                            .build())
                            .getConfig()
                            .getP4Info());
            channel.shutdownNow();
        }
    }

    @Test
    void whatFailsAtTheStartLeavesNothingOpen() throws Exception {
        IOException e = assertThrows(IOException.class, () -> start(" -i 1@none"));
        assertEquals("there is no interface none", e.getMessage());
        // The image is free again.
        start("").close();
    }
}
