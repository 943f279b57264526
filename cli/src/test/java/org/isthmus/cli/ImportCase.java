// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code nat64ctl import} of files in a directory, and looks at what it says. */
abstract class ImportCase {
    static final ObjectMapper MAPPER = new ObjectMapper();

    final Ctl ctl = new Ctl();

    @TempDir Path dir;

    @AfterEach
    void close() {
        ctl.close();
    }

    String file(String name, String... lines) throws IOException {
        String text = String.join("\n", lines).replace('\'', '"') + "\n";
        return Files.writeString(dir.resolve(name), text).toString();
    }

    /** A network with these instances, and with what else its NAT64 has. */
    String netcfg(String instances, String rest) throws IOException {
        return file(
                "netcfg.json",
                "// What is there.",
                "{'devices': {'device:leaf1': {'basic': {'managementAddress':",
                "'grpc://127.0.0.1:50001?device_id=1'}, 'isthmus': {'mac': '00:00:5e:00:53:01'}}},",
                "'ports': {'device:leaf1/1': {'interfaces': [{'ips': ['203.0.113.1/24']}]}},",
                "'apps': {'org.isthmus': {'nat64': {'instances': [" + instances + "]",
                rest + "}}}}");
    }

    /** The NAT64 of what is printed. */
    JsonNode ok(String... args) throws IOException {
        int code = run(args);
        assertEquals(0, code, ctl.err);
        return nat64(ctl.out);
    }

    int run(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "import";
        System.arraycopy(args, 0, all, 1, args.length);
        int code = ctl.runBare(all);
        ctl.err = ctl.err.replace(dir + "/", "");
        return code;
    }

    static JsonNode nat64(String netcfg) throws IOException {
        return MAPPER.readTree(netcfg).path("apps").path("org.isthmus").path("nat64");
    }

    void refused(String lines, String... args) {
        assertEquals(2, run(args), ctl.out);
        assertTrue(ctl.err.contains("nat64ctl: " + lines + "\n"), ctl.err);
        assertEquals("", ctl.out);
    }

    static void same(String expected, JsonNode actual) {
        assertEquals(expected.replace('\'', '"'), actual.toString());
    }

    void said(String line) {
        assertTrue(ctl.err.contains(line + "\n"), ctl.err);
    }
}
