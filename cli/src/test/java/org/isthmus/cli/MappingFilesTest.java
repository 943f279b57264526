// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isthmus.core.model.Eam;
import org.isthmus.rest.FakeNat64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mappings from and to files. */
class MappingFilesTest {
    private final Ctl ctl = new Ctl();
    @TempDir Path dir;

    @AfterEach
    void close() {
        ctl.close();
    }

    @Test
    void mappingsOfAFileMayBeOfOneInstance() throws IOException {
        ctl.nat64.instances.add(FakeNat64.instance("other", 2));
        String csv = file("eamt.csv", "192.0.2.1,2001:db8::1\n");
        ctl.refused(
                "instance: is missing: there are several instances (line 1)",
                "eamt",
                "import",
                csv);
        ctl.ok("eamt", "import", csv, "--instance", "other");
        assertEquals("other", ctl.nat64.eamt().get(0).instance);
    }

    /** As a shell has it for {@code <(command)}. */
    @Test
    void mappingsMayComeFromAPipe() throws Exception {
        Path pipe = dir.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Thread writer =
                new Thread(
                        () -> {
                            try {
                                Files.writeString(pipe, "192.0.2.1,2001:db8::1\n");
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        writer.start();
        ctl.ok("eamt", "import", pipe.toString(), "--format", "csv");
        ctl.printed("Mappings added: 1.");
        writer.join();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    @Test
    void tableIsExportedImportedAndReplaced() throws IOException {
        List<Eam> before = ctl.nat64.eamt();
        for (String format : List.of("csv", "json")) {
            String tag = dir.resolve("tag").toString();
            ctl.ok("eamt", "export", "--format", format, "--tag-file", tag);
            String exported = file("table." + format, ctl.out);
            ctl.ok("eamt", "replace", exported, "--tag-file", tag);
            ctl.printed("Mappings in the table: 2.");
            assertEquals(before, ctl.nat64.eamt());
            ctl.nat64.replaceEamt(List.of(), null);
            assertEquals(1, ctl.run("eamt", "replace", exported, "--tag-file", tag));
            assertTrue(ctl.err.contains("the table has changed since it was exported"), ctl.err);
            ctl.ok("eamt", "import", exported, "-o", "json");
            ctl.printed("{", "  \"added\" : 2", "}");
            assertEquals(before, ctl.nat64.eamt());
        }
    }

    /** With its tag, replace would take away the mappings that are missing. */
    @Test
    void aTableThatIsNotAllWrittenHasNoTag() {
        Path tag = dir.resolve("tag");
        ctl.ok("eamt", "export", "--tag-file", tag.toString());
        ctl.room = 40;
        assertEquals(2, ctl.run("eamt", "export", "--tag-file", tag.toString()));
        assertEquals("nat64ctl: the output cannot be written\n", ctl.err);
        assertFalse(Files.exists(tag));
    }

    @Test
    void aTagFileWithoutATagIsNamed() throws IOException {
        String table = file("table.csv", "ipv4,ipv6\n");
        Path tag = dir.resolve("tag");
        for (byte[] wrong : new byte[][] {{}, {'\n'}, {'a', '\n', 'b'}, {'a', (byte) 0xff}}) {
            Files.write(tag, wrong);
            assertEquals(2, ctl.run("eamt", "replace", table, "--tag-file", tag.toString()));
            assertEquals("nat64ctl: --tag-file: " + tag + " holds no tag of export\n", ctl.err);
        }
    }

    @Test
    void badRowsAreNamedLineByLine() throws IOException {
        String bad = "ipv4,ipv6\n192.0.2.1,x\n192.0.2.1/24,2001:db8::1\n";
        assertEquals(1, ctl.run("eamt", "import", file("bad.csv", bad)));
        assertEquals(
                "nat64ctl: eamt[0].ipv6: not an IPv6 address: x (line 2, column 11)\n"
                        + "nat64ctl: eamt[1].ipv4: bits are set behind the prefix length: "
                        + "192.0.2.1/24 (line 3, column 1)\n",
                ctl.err.replace("\r\n", "\n"));
        StringBuilder many = new StringBuilder("ipv4,ipv6\n");
        for (int i = 0; i < 30; i++) {
            many.append("x,::1\n");
        }
        assertEquals(1, ctl.run("eamt", "import", file("many.csv", many.toString())));
        assertTrue(ctl.err.endsWith("nat64ctl: and 10 more" + System.lineSeparator()), ctl.err);
    }

    @Test
    void importShowsItsProgressToATerminal() throws IOException {
        StringBuilder table = new StringBuilder("ipv4,ipv6\n");
        for (int i = 0; i < 20_000; i++) {
            table.append("10.1.").append(i >> 8).append('.').append(i & 255);
            table.append(",2001:db8::").append(Integer.toHexString(i)).append('\n');
        }
        String path = file("t.csv", table.toString());
        ctl.progress = true;
        assertEquals(0, ctl.run("eamt", "import", path), () -> ctl.err);
        ctl.printed("Mappings added: 20000.");
        assertTrue(ctl.err.startsWith("\r[#"), ctl.err);
        assertTrue(ctl.err.matches("(\r\\[#* *] +[0-9]+% of 0.5 MB)*, waiting.*\\R"), ctl.err);
        assertTrue(ctl.err.contains("[" + "#".repeat(40) + "] 100% of 0.5 MB"), ctl.err);
        assertEquals(20_002, ctl.nat64.eamt().size());
    }

    @Test
    void standardInputNeedsItsFormat() {
        ctl.stdin = "ipv4,ipv6\n192.0.2.1,2001:db8::1\n";
        ctl.ok("eamt", "import", "-", "--format", "csv");
        ctl.printed("Mappings added: 1.");
        assertEquals(2, ctl.run("eamt", "import", "-"));
        assertTrue(ctl.err.contains("give its --format"), ctl.err);
        assertEquals(2, ctl.run("eamt", "import", "/nonexistent/x.csv"));
        assertTrue(ctl.err.contains("there is no such file"), ctl.err);
    }

    @Test
    void tableIsCheckedAndLeftAsItIs() throws IOException {
        List<Eam> before = ctl.nat64.eamt();
        ctl.ok("eamt", "check", file("good.csv", "ipv4,ipv6\n192.0.2.1,2001:db8::1\n"));
        ctl.printed("The table can be put into force.");
        String bad = "ipv4,ipv6\n192.0.2.1,2001:db8::1\n192.0.2.1,2001:db8::2\n";
        ctl.refused(
                "eamt[1].ipv4: 192.0.2.1/32 is mapped already (line 3);"
                        + " conflicts with EAM 192.0.2.1/32 <-> 2001:db8::1/128",
                "eamt",
                "check",
                file("bad.csv", bad));
        ctl.refused(
                "eamt[0].ipv6: not an IPv6 address: x (line 2, column 11)",
                "eamt",
                "check",
                file("worse.csv", "ipv4,ipv6\n192.0.2.1,x\n"));
        assertEquals(1, ctl.run("-o", "json", "eamt", "check", file("bad.csv", bad)));
        assertTrue(ctl.out.contains("\"line\" : 3"), ctl.out);
        assertEquals(before, ctl.nat64.eamt());
    }
}
