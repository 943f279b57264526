// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** The files that {@code nat64ctl import} writes. */
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
}
