// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isthmus.netfpga.card.CardException;
import org.isthmus.netfpga.card.Registers;
import org.isthmus.netfpga.health.Health;
import org.isthmus.netfpga.layout.MisfitException;
import org.isthmus.netfpga.rows.Repair;
import org.isthmus.netfpga.rtl.ModelSlot;
import org.isthmus.netfpga.standin.StandInLibrary;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.P4RuntimeClient;
import org.isthmus.target.io.MemoryPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program as a whole, on what make bitstream TOOLCHAIN=rtl makes: a library in libsume's place
 * with the registers of a model, and interfaces in memory in the place of nf0 to nf3.
 */
class RtlSumeTest {
    private static final Path VERILOG = Path.of("../rtl/isthmus");
    private static final Path P4INFO = Path.of("../../../p4/compiled/netfpga");

    /** Of the slot: on its first page. */
    private static final int BUCKETS = 0x44020100;

    /** Whose card is nobody's but this process's. */
    private static final List<String> NF =
            IntStream.range(0, 4)
                    .mapToObj(i -> "nf" + i + "-" + UUID.randomUUID())
                    .collect(Collectors.toList());

    @TempDir Path directory;
    private final List<MemoryPort> nf = new ArrayList<>();
    private Path card;
    private ModelSlot sume;
    private StandInLibrary library;

    @BeforeEach
    void makeBitstream() throws Exception {
        card = Files.createDirectory(directory.resolve("card"));
        for (Path file :
                List.of(
                        VERILOG.resolve("isthmus.rtl.json"),
                        P4INFO.resolve("isthmus.p4info.txtpb"))) {
            Files.copy(file, card.resolve(file.getFileName()));
        }
        program();
        library =
                new StandInLibrary(
                        null,
                        new Registers() {
                            @Override
                            public int readRegister(int address) throws CardException {
                                return sume.readRegister(address);
                            }

                            @Override
                            public void writeRegister(int address, int value) throws CardException {
                                sume.writeRegister(address, value);
                            }
                        });
    }

    @AfterEach
    void close() throws Exception {
        library.close();
    }

    /** As after it got its bitstream. */
    private void program() throws Exception {
        sume = ModelSlot.of(Files.readAllBytes(VERILOG.resolve("isthmus.rtl.json")));
    }

    private AgentOptions options(String task) {
        return AgentOptions.parse(
                (task
                                + "--device-id 1 --grpc-server-addr 127.0.0.1:0 --card "
                                + card
                                + " --image "
                                + directory.resolve("image")
                                + " --libsume "
                                + library.file()
                                + " --nf "
                                + String.join(",", NF))
                        .split(" "));
    }

    private MemoryPort open(int number, String name) {
        nf.add(new MemoryPort(number, name));
        return nf.get(nf.size() - 1);
    }

    private AgentProcess start() throws Exception {
        return AgentProcess.start(options(""), this::open);
    }

    @Test
    void rowsGoByRegistersAndPacketsByInterfaces() throws Exception {
        try (AgentProcess agent = start()) {
            assertTrue(
                    agent.describe()
                            .endsWith(String.format(", card 0@%s 1@%s 2@%s 3@%s", NF.toArray())),
                    agent.describe());
            try (P4RuntimeClient controller =
                    new P4RuntimeClient(AgentProcessTest.channel(agent))) {
                AgentProcessTest.fill(controller, Artifacts.p4info(P4INFO), new byte[] {1});
                assertEquals(2, agent.target().refill(true).verified());
                // submit = 0: out of port 3, behind the header of DMA.
                agent.packets().packetOut(new byte[] {1, (byte) 0x80, 7, 7, 7});
                byte[] left = nf.get(0).left();
                byte[] end = {left[left.length - 3], left[left.length - 2], left[left.length - 1]};
                assertArrayEquals(new byte[] {7, 7, 7}, end);
            }
        }
        // Another agent finds the rows of the one before in the card.
        try (AgentProcess again = start()) {
            Repair found = again.target().refill(true);
            assertEquals(2, found.verified());
            assertEquals(0, found.written());
        }
    }

    /** Whatever image and folder they have, and before it is programmed. */
    @Test
    void aCardHasOneAgent() throws Exception {
        Path programmed = directory.resolve("programmed");
        AgentOptions other = options("");
        other.image = directory.resolve("other");
        other.nf = List.of("a-" + NF.get(1), "b-" + NF.get(1), NF.get(2), "d-" + NF.get(1));
        other.flash = "touch " + programmed;
        try (AgentProcess agent = start()) {
            for (boolean isRefill : new boolean[] {false, true}) {
                IOException e =
                        assertThrows(
                                IOException.class,
                                () -> {
                                    if (isRefill) {
                                        AgentProcess.refill(other, this::open);
                                    } else {
                                        AgentProcess.start(other, this::open).close();
                                    }
                                });
                assertEquals(
                        String.format(
                                "the card of %s is in use: process %d has it: end that one, or give"
                                        + " another",
                                NF.get(2), ProcessHandle.current().pid()),
                        e.getMessage());
            }
            assertFalse(Files.exists(programmed));
            assertTrue(agent.describe().contains(NF.get(2)), agent.describe());
        }
        AgentProcess.start(other, this::open).close();
        assertTrue(Files.exists(programmed));
    }

    /** The last bucket is that of digests of reason 63, of which no meter says anything. */
    @Test
    void theCardLimitsWhatItGivesUp() throws Exception {
        try (AgentProcess agent = start()) {
            assertNull(agent.target().program());
            assertEquals(127, sume.readRegister(BUCKETS));
            assertEquals(1717986, sume.readRegister(BUCKETS + 4));
            assertEquals(5000, sume.readRegister(BUCKETS + 8));
        }
    }

    /** Without router addresses it is back in service without another start of the agent. */
    @Test
    void aCardThatWasProgrammedMeanwhileIsLimitedAgain() throws Exception {
        try (AgentProcess agent = start()) {
            AgentProcessTest.rounds(agent, 2000 / Health.ROUND_MILLIS);
            assertFalse(agent.health().isInService());
            program();
            agent.limit();
            assertEquals(127, sume.readRegister(BUCKETS));
            assertEquals(1717986, sume.readRegister(BUCKETS + 4));
        }
    }

    @Test
    void aCardThatWasProgrammedIsFilled() throws Exception {
        try (AgentProcess agent = start();
                P4RuntimeClient controller = new P4RuntimeClient(AgentProcessTest.channel(agent))) {
            AgentProcessTest.fill(controller, Artifacts.p4info(P4INFO), new byte[] {1});
        }
        program();
        Repair found = AgentProcess.refill(options("refill "), this::open);
        assertEquals(2, found.verified());
        assertEquals(0, found.written() + found.failed() + found.unknown());
    }

    @Test
    void anotherProgramIsRefused() throws Exception {
        String description = Files.readString(card.resolve("isthmus.rtl.json"));
        Files.writeString(
                card.resolve("isthmus.rtl.json"),
                description.replaceAll("\"hash\" : \\d+", "\"hash\" : 7"));
        MisfitException e = assertThrows(MisfitException.class, this::start);
        assertTrue(
                e.getMessage()
                        .startsWith(
                                card.resolve("isthmus.rtl.json")
                                        + ": the card's program is not the one described"),
                e.getMessage());
    }

    @Test
    void aLibraryThatIsNotThereIsNamed() {
        AgentOptions o = options("");
        o.libsume = directory.resolve("libsume.so");
        NoSuchFileException e =
                assertThrows(NoSuchFileException.class, () -> AgentProcess.start(o, this::open));
        assertEquals(directory.resolve("libsume.so").toString(), e.getMessage());
    }
}
