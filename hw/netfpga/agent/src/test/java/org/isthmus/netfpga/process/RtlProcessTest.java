// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isthmus.netfpga.health.Health;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.io.MemoryPort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a whole, on its card in Verilog with ports in memory. */
@Tag("rtl")
class RtlProcessTest {
    private static final Path BUILT = Path.of("../../../target/rtl/isthmus");

    @TempDir Path directory;
    private final List<MemoryPort> ports = new ArrayList<>();

    private AgentProcess start(Path card, String more) throws Exception {
        String line =
                "--device-id 1 --grpc-server-addr 127.0.0.1:0 --rtl "
                        + card
                        + " --image "
                        + directory.resolve("image")
                        + more;
        return AgentProcess.start(
                AgentOptions.parse(line.split(" ")),
                (number, name) -> {
                    ports.add(new MemoryPort(number, name));
                    return ports.get(ports.size() - 1);
                });
    }

    @Test
    void controllersPortsAndProbesAreServed() throws Exception {
        try (AgentProcess agent = start(BUILT, " -i 1@a -i 3@b")) {
            assertTrue(agent.describe().endsWith(", card in Verilog 1@a 3@b"), agent.describe());
            try (P4RuntimeClient controller =
                    new P4RuntimeClient(AgentProcessTest.channel(agent))) {
                AgentProcessTest.fill(controller, Artifacts.p4info(BUILT), new byte[] {1});
                // submit = 0: out of port 3 as it is.
                agent.packets().packetOut(new byte[] {1, (byte) 0x80, 7, 7, 7});
                finish(agent);
                assertArrayEquals(new byte[] {7, 7, 7}, ports.get(1).left());
                ManagedChannel channel = AgentProcessTest.channel(agent);
                for (int i = 0; i < 4000 / Health.ROUND_MILLIS; i++) {
                    agent.health().round();
                    finish(agent);
                }
                assertEquals(Status.OK, AgentProcessTest.status(channel));
                channel.shutdownNow();
            }
            assertTrue(
                    agent.counters()
                            .contains(
                                    "card: 0 frames that it had no room for, 0 that left damaged"),
                    agent.counters().toString());
        }
        // Its card was another one, without rows.
        try (AgentProcess again = start(BUILT, "")) {
            assertEquals(2, again.target().refill(true).verified());
        }
    }

    private static void finish(AgentProcess agent) throws Exception {
        ((RtlHardware) agent.hardware()).verilated().finish();
    }

    private void refused(String message) {
        Exception e = assertThrows(Exception.class, () -> start(directory, ""));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @Test
    void aFolderThatIsNotThatOfACardIsNamed() throws Exception {
        refused("there is no *.rtl.json in " + directory);
        Path description = directory.resolve("isthmus.rtl.json");
        Files.copy(BUILT.resolve("isthmus.rtl.json"), description);
        refused("there is no *.p4info.txtpb in " + directory);
        Files.copy(
                BUILT.resolve("isthmus.p4info.txtpb"), directory.resolve("isthmus.p4info.txtpb"));
        refused("libisthmus_rtl.so cannot be loaded: ");
        Files.copy(
                BUILT.resolveSibling("tiny").resolve("libisthmus_rtl.so"),
                directory.resolve("libisthmus_rtl.so"));
        MisfitException e = assertThrows(MisfitException.class, () -> start(directory, ""));
        assertTrue(
                e.getMessage()
                        .startsWith(
                                description
                                        + ": the card's program is not the one described, isthmus:"
                                        + " its hash is 74696e79, not "),
                e.getMessage());
        Files.writeString(description, "{}");
        refused(description + ": the description has no list tables");
        assertThrows(IOException.class, () -> start(directory.resolve("none"), ""));
    }
}
