// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that {@code nat64ctl import} reads and writes. */
class ImportFilesTest extends ImportCase {
    private String jool() throws IOException {
        return file(
                "jool.json",
                "{'instance': 'new', 'global': {'pool6': '2001:db8:64::/96'},",
                "'pool4': [{'protocol': 'TCP', 'prefix': '203.0.113.8'}]}");
    }

    /** A controller reads its netcfg whenever it changes. */
    @Test
    void aNetcfgIsReplacedAndNeverWrittenInPlace() throws IOException {
        Path netcfg = Path.of(netcfg("", ""));
        String before = Files.readString(netcfg);
        Files.setPosixFilePermissions(netcfg, PosixFilePermissions.fromString("rw-r-----"));
        Path seen = Files.createLink(dir.resolve("seen.json"), netcfg);
        Path link = Files.createSymbolicLink(dir.resolve("link.json"), netcfg);

        int code = run("jool", jool(), "--netcfg", netcfg.toString(), "--to", link.toString());

        assertEquals(0, code, ctl.err);
        assertEquals(before, Files.readString(seen));
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(
                "2001:db8:64::/96",
                nat64(Files.readString(netcfg)).at("/instances/0/prefix").textValue());
        assertEquals(
                "rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(netcfg)));
        assertFalse(Files.exists(dir.resolve("netcfg.json.new")));
    }

    /** As from a pipe whose command failed: it would make a netcfg of nothing. */
    @Test
    void anEmptyFileIsRefused() throws IOException {
        String empty = Files.createFile(dir.resolve("empty")).toString();
        for (String from : List.of("jool", "tayga", "vpp", "ios-xe")) {
            assertEquals(2, run(from, empty));
            assertEquals("nat64ctl: empty: is empty\n", ctl.err);
        }
    }

    @Test
    void whatCannotBeWrittenIsSaid() throws IOException {
        String to = dir.resolve("none/netcfg.json").toString();
        assertEquals(2, run("jool", jool(), "--to", to));
        assertTrue(
                ctl.err.contains(
                        "nat64ctl: none/netcfg.json: cannot be written: there is no directory none\n"),
                ctl.err);
        assertEquals(2, run("jool", jool(), "--to", dir.toString()));
        assertTrue(ctl.err.contains(": cannot be written: "), ctl.err);
    }

    /** Editors of Windows begin a file with a mark, and its shell writes UTF-16. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "jool | {'instance': 'x', 'global': {'pool6': '2001:db8:64::/96'}}",
                "jool | 2001:db8:a::/124,192.0.2.0/28",
                "tayga | prefix 2001:db8:64::/96",
                "vpp | nat64 add prefix 2001:db8:64::/96",
                "ios-xe | nat64 prefix stateful 2001:db8:64::/96",
            })
    void theFirstLineIsReadBehindAByteOrderMark(String format, String line) throws IOException {
        String more = format.equals("ios-xe") ? "nat64 v6v4 static 2001:db8:1::7 192.0.2.7" : "";
        String text = (line + "\r\n" + more).replace('\'', '"');
        String[] args = {format, file("plain", text), "--prefix", "2001:db8:65::/96"};
        JsonNode plain = ok(args);
        assertFalse(plain.isEmpty(), ctl.out);
        String said = ctl.err.replace("plain", "marked");
        args[1] = dir.resolve("marked").toString();
        for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
            Files.writeString(Path.of(args[1]), "\ufeff" + text, charset);
            assertEquals(plain, ok(args));
            assertEquals(said, ctl.err);
        }
    }

    @Test
    void whatIsNoJsonIsSaidInWords() throws IOException {
        refused(
                "cut.json:3: not JSON: Unexpected end-of-input: expected close marker for Object"
                        + " (start marker at line 1, column 1)",
                "jool",
                file("cut.json", "{'instance': 'x',", "'global': {}"));
        refused(
                "twice.json:2: not JSON: Duplicate field 'Instance'",
                "jool",
                file("twice.json", "{'instance': 'x',", "'Instance': 'y'}"));
        assertEquals(2, run("jool", file("deep.json", "{'pool4': " + "[".repeat(1001))));
        assertTrue(ctl.err.startsWith("nat64ctl: deep.json:1: not JSON: "), ctl.err);
    }

    @Test
    void mappingsMayGoToAFile() throws IOException {
        String to = dir.resolve("eamt.csv").toString();
        String conf = file("tayga.conf", "prefix 2001:db8:64::/96", "map 192.0.2.1 2001:db8::1");
        JsonNode nat64 = ok("tayga", conf, "--eamt", to);
        assertTrue(nat64.path("eamt").isMissingNode(), ctl.out);
        assertEquals(
                "ipv4,ipv6,instance,host\r\n192.0.2.1/32,2001:db8::1/128,tayga,ipv6\r\n",
                Files.readString(Path.of(to)));
    }
}
