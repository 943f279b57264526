// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.rtl.lower.NotSupportedException;
import org.isthmus.rtl.lower.TableShapes;
import org.isthmus.rtl.verilog.RegisterPages;
import org.isthmus.rtl.verilog.Verilog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import p4.config.v1.P4InfoOuterClass.MatchField;
import p4.config.v1.P4InfoOuterClass.P4Info;

class CompilerTest {
    private static final Path COMPILED = Path.of("../../../../p4/compiled");
    private static final Path KEPT = Path.of("../isthmus");

    @TempDir Path folder;

    private void compile(Path program) throws Exception {
        Compiler.compile(
                "isthmus",
                program.resolve("isthmus.json"),
                program.resolve("isthmus.p4info.txtpb"),
                folder);
    }

    /** Otherwise: make rtl-verilog. */
    @Test
    void theVerilogThatIsKeptIsThatOfTheProgram() throws Exception {
        compile(COMPILED.resolve("rtl"));

        int files = 0;
        try (DirectoryStream<Path> made = Files.newDirectoryStream(folder)) {
            for (Path file : made) {
                files++;
                assertEquals(
                        Files.readString(KEPT.resolve(file.getFileName().toString())),
                        Files.readString(file),
                        file.getFileName() + " is not what the compiler makes: make rtl-verilog");
            }
        }
        assertEquals(8, files);
    }

    /** lib/bench tries it in its slot. */
    @Test
    void theTinyCardHasTheSlotOfAllPrograms() throws IOException {
        assertEquals(
                Files.readString(Path.of("../sim/test/tiny_output_port_lookup.v")),
                Verilog.slot("tiny"));
    }

    /** Otherwise: make rtl-verilog. */
    @Test
    void agentAndBlocksHaveTheSameRegisters() throws IOException {
        assertEquals(
                Files.readString(Path.of("../lib/registers.vh")),
                RegisterPages.header(),
                "registers.vh is not what the agent has: make rtl-verilog");
    }

    /** They run in the agent's tests: make rtl-test. */
    @Test
    void theExamplesAreMadeVerilog() throws Exception {
        for (String name : List.of("switch", "router")) {
            Path example = Path.of("../examples").resolve(name);
            Compiler.compile(
                    name,
                    example.resolve(name + ".json"),
                    example.resolve(name + ".p4info.txtpb"),
                    folder);
        }

        String router = Files.readString(folder.resolve("router_pipe.v"));
        assertTrue(router.contains("    prefix_table #("), router);
        assertTrue(router.contains("// Counter drops, router.p4:"), router);
        String description = Files.readString(folder.resolve("router.rtl.json"));
        assertTrue(description.contains("\"kind\" : \"lpm\""), description);
        String registers = Files.readString(folder.resolve("router.registers.md"));
        assertTrue(registers.contains(" rows: mask and key of 32 bits,"), registers);
        String slot = Files.readString(folder.resolve("router_output_port_lookup.v"));
        assertTrue(slot.contains("    router_card card ("), slot);
    }

    /** P4Infos have fields that came after our schema. */
    @Test
    void theCommandSaysNothingOfAProgramThatIsFine() throws Exception {
        Path rtl = COMPILED.resolve("rtl");
        Process p =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Compiler.class.getName(),
                                "isthmus",
                                rtl.resolve("isthmus.json").toString(),
                                rtl.resolve("isthmus.p4info.txtpb").toString(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals("", said);
        assertEquals(0, p.waitFor());
    }

    /** A card's cells would read as no bytes for ever. */
    @Test
    void aCounterOfBytesIsRefused() throws Exception {
        Path router = Path.of("../examples/router");
        String info = Files.readString(router.resolve("router.p4info.txtpb"));
        Path both =
                Files.writeString(
                        folder.resolve("both.txtpb"), info.replace("unit: PACKETS", "unit: BOTH"));

        NotSupportedException refused =
                assertThrows(
                        NotSupportedException.class,
                        () ->
                                Compiler.compile(
                                        "router", router.resolve("router.json"), both, folder));

        assertEquals("counter Router.drops, which counts bytes", refused.getMessage());
    }

    @Test
    void aPrefixOfNoAddressIsRefused() {
        P4Info.Builder info = P4Info.newBuilder();
        info.addTablesBuilder()
                .setSize(8)
                .addMatchFields(
                        MatchField.newBuilder()
                                .setName("k")
                                .setBitwidth(24)
                                .setMatchType(MatchField.MatchType.LPM))
                .getPreambleBuilder()
                .setAlias("short");

        NotSupportedException refused =
                assertThrows(NotSupportedException.class, () -> TableShapes.of(info.build()));

        assertEquals(
                "table short matches by lpm and 24 bits, which are no address",
                refused.getMessage());
    }

    @Test
    void whatNoHardwareIsMadeOfIsNamed() throws IOException {
        NotSupportedException refused =
                assertThrows(NotSupportedException.class, () -> compile(COMPILED));

        assertTrue(refused.getMessage().contains("source4"), refused.getMessage());
        try (DirectoryStream<Path> made = Files.newDirectoryStream(folder)) {
            assertTrue(
                    !made.iterator().hasNext(), "nothing is written of a program that is refused");
        }
    }
}
