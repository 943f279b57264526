// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isthmus.rtl.lower.NotSupportedException;
import org.isthmus.rtl.verilog.RegisterPages;
import org.isthmus.rtl.verilog.Verilog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
