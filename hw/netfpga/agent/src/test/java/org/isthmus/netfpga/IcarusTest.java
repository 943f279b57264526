// SPDX-License-Identifier: Apache-2.0
package org.isthmus.netfpga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.netfpga.rtl.Recording;
import org.isthmus.netfpga.rtl.Streaming;
import org.isthmus.netfpga.rtl.TinyCard;
import org.isthmus.target.Seeds;
import org.isthmus.target.api.Frame;
import org.isthmus.target.conformance.Artifacts;
import org.isthmus.target.conformance.PacketGenerator;
import org.isthmus.target.conformance.Scenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * The whole card in another simulator, Icarus Verilog: what an agent did to the card that Verilator
 * made, rows and packets, is done to it again, and each beat that leaves, each register that is
 * read is the same. Few rows and packets: it does some hundred cycles a second.
 */
@Tag("rtl")
class IcarusTest {
    private static final Path BUILT = Path.of("../../../target/rtl/isthmus");
    private static final Path COMPILED = Path.of("../../../p4/compiled/netfpga");
    private static final Path RTL = Path.of("../rtl");
    private static final int PACKETS = 60;

    /** Bytes of a packet, at most. */
    private static final int SHORT = 300;

    /** Of tables with more rows, a quarter. */
    private static final int FEW = 3;

    /** Rows that are read back. */
    private static final int READ_BACK = 8;

    @TempDir Path directory;

    @Test
    void theCardDoesTheSame() throws Exception {
        long seed = Seeds.of(1);
        PacketGenerator packets = new PacketGenerator(seed);
        Recording recording = new Recording();
        P4Info p4info = Artifacts.p4info(COMPILED);
        Streaming card = new Streaming(BUILT.resolve("libisthmus_rtl.so"));
        card.record(recording);
        Set<Integer> effects = new TreeSet<>();
        try (AgentUnderTest agent =
                new AgentUnderTest(RtlUnderTest.streaming(BUILT, card), directory)) {
            agent.control().push(p4info, Artifacts.config(COMPILED));
            List<Update> rows = rows(p4info, new Random(seed));
            agent.control().write(rows.subList(0, READ_BACK));
            recording.leaveOutRows();
            agent.control().write(rows.subList(READ_BACK, rows.size()));
            for (int i = 0; i < PACKETS; ) {
                Frame f = packets.next();
                if (f.bytes.length <= SHORT) {
                    agent.enter(f);
                    i++;
                }
            }
            agent.left().forEach(f -> effects.add(f.port));
            agent.cells("drops");
        }
        // By several ports, and to the controller.
        assertTrue(effects.size() > 2 && effects.contains(255), effects.toString());
        String said = replay("isthmus_card", "isthmus", recording.script(), recording.left());
        System.out.println(said);
        assertTrue(
                said.startsWith(
                        "replayed: "
                                + recording.script().size()
                                + " lines, "
                                + recording.left().size()
                                + " beats left, "),
                said);
    }

    private static List<Update> rows(P4Info p4info, Random random) {
        List<Update> all = Scenario.rows(p4info);
        return all.stream()
                .filter(
                        u ->
                                all.stream().filter(o -> table(o) == table(u)).count() <= FEW
                                        || random.nextInt(4) == 0)
                .collect(Collectors.toList());
    }

    private static int table(Update u) {
        return u.getEntity().getTableEntry().getTableId();
    }

    /** On a small card: what another card would have done, or not, is said. */
    @Test
    void whatDiffersIsSaid() throws Exception {
        Recording recording = new Recording();
        try (Streaming card = new Streaming(TinyCard.LIBRARY)) {
            card.record(recording);
            card.readRegister(0);
            for (int length : new int[] {60, 64, 65, 300}) {
                card.receive(1, new byte[length]);
            }
            card.finish();
        }
        List<String> script = recording.script();
        List<String> left = recording.left();
        assertSaid("replayed: ", script, left);
        List<String> other = new ArrayList<>(left);
        other.set(3, other.get(3).replaceFirst("0 ", "1 "));
        assertSaid("another beat left", script, other);
        assertSaid("a beat too many left", script, left.subList(0, left.size() - 1));
        List<String> more = new ArrayList<>(left);
        more.add(left.get(0));
        assertSaid("a beat is missing", script, more);
        List<String> register = new ArrayList<>(script);
        register.set(0, "r 00000000 49534d52");
        assertSaid("register 00000000 is 49534d53, not 49534d52", register, left);
    }

    private void assertSaid(String what, List<String> script, List<String> left) throws Exception {
        String said = replay("tiny_card", "sim/test", script, left);
        assertTrue(said.contains(what), said);
        assertEquals(what.startsWith("replayed"), said.contains("replayed"), said);
    }

    /** Returns what the bench says. */
    private String replay(String top, String folder, List<String> done, List<String> out)
            throws Exception {
        Path script = Files.write(directory.resolve("script"), done);
        Path left = Files.write(directory.resolve("left"), out);
        Path program = directory.resolve(top + ".vvp");
        List<String> compile = new ArrayList<>(List.of("iverilog", "-g2005", "-DCARD=" + top));
        compile.addAll(List.of("-s", "replay", "-o", program.toString()));
        compile.add(RTL.resolve("sim/replay.v").toString());
        for (String sources : List.of("lib", folder)) {
            compile.add("-I" + RTL.resolve(sources));
            try (Stream<Path> files = Files.list(RTL.resolve(sources))) {
                files.map(Path::toString)
                        .filter(f -> f.endsWith(".v"))
                        .sorted()
                        .forEach(compile::add);
            }
        }
        assertEquals("", run(compile.toArray(new String[0])));
        return run("vvp", "-n", program.toString(), "+script=" + script, "+left=" + left);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
        p.getOutputStream().close();
        String said = new String(p.getInputStream().readAllBytes()).trim();
        assertEquals(0, p.waitFor(), () -> Arrays.toString(command) + ": " + said);
        return said;
    }
}
