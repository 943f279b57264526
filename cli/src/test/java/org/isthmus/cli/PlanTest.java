// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from a netcfg file alone; no server is asked. */
class PlanTest {
    private final Ctl ctl = new Ctl();

    @TempDir Path dir;

    private String file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(dir.resolve("homes.json"), DocsTest.HOMES).toString();
    }

    @AfterEach
    void close() {
        ctl.close();
    }

    private List<String> lines(String... args) {
        assertEquals(0, ctl.runBare(args), () -> ctl.err);
        return List.of(ctl.out.split("\r?\n"));
    }

    @Test
    void everySubscriberHasItsOwnPorts() {
        List<String> rows = lines("plan", file, "--all", "-o", "csv");
        assertEquals("pool,ipv6,ipv4,tcp,udp,icmp", rows.get(0));
        assertEquals(
                "homes,2001:db8:4000::/64,203.0.113.0,1024-3071,1024-3071,0-2047", rows.get(1));
        assertEquals(
                "homes,2001:db8:4000:3ff::/64,203.0.113.63,31744-33791,31744-33791,30720-32767",
                rows.get(1024));
        assertEquals(1025, rows.size());
        Set<String> ports = new HashSet<>();
        rows.forEach(r -> assertTrue(ports.add(r.substring(r.indexOf(",203.") + 1)), r));
    }

    @Test
    void pagesJoin() {
        assertEquals(1 + 1000, lines("plan", file, "-o", "csv").size());
        assertTrue(ctl.err.contains("There is more: --cursor 1000, or --all."), ctl.err);
        assertEquals(1 + 24, lines("plan", file, "-o", "csv", "--cursor", "1000").size());
        assertEquals("", ctl.err);
    }

    @Test
    void whatIsAskedForIsPrinted() {
        String one = "homes,2001:db8:4000:41::/64,203.0.113.1,3072-5119,3072-5119,2048-4095";
        String csv = "csv";
        assertEquals(one, lines("plan", file, "-o", csv, "--ipv6", "2001:db8:4000:41::9").get(1));
        assertEquals(5, lines("plan", file, "-o", csv, "--ipv6", "2001:db8:4000:40::/62").size());
        assertEquals(1, lines("plan", file, "-o", csv, "--ipv6", "2001:db8:5000::/64").size());
        assertEquals(1025, lines("plan", file, "-o", csv, "--ipv6", "::/0", "--all").size());
        assertEquals(17, lines("plan", file, "-o", csv, "--ipv4", "203.0.113.1").size());
        assertEquals(one, lines("plan", file, "-o", csv, "--ipv4", "203.0.113.1").get(2));
        assertEquals(2, ctl.runBare("plan", file, "--pool", "x"));
        assertTrue(ctl.err.contains("has no deterministic pool x"), ctl.err);
        assertEquals(2, ctl.runBare("plan", dir.resolve("none.json").toString()));
        assertEquals(2, ctl.runBare("plan", file, "--ipv6", "x"));
    }

    @Test
    void jsonIsAnArray() throws IOException {
        String json = String.join("", lines("plan", file, "-o", "json", "--limit", "2"));
        assertTrue(json.replace(" ", "").startsWith("{\"plan\":[{\"pool\":\"homes\","), json);
        assertTrue(json.replace(" ", "").endsWith("}]}"), json);
    }

    /** The inverse of what plan prints. */
    @Test
    void whoHadAnswersOffline() {
        String port = "203.0.113.1:3072";
        assertEquals(
                List.of(
                        "ipv6,protocol,ipv4,firstPort,lastPort,pool",
                        "2001:db8:4000:41::/64,icmp,203.0.113.1,2048,4095,homes",
                        "2001:db8:4000:41::/64,tcp,203.0.113.1,3072,5119,homes",
                        "2001:db8:4000:41::/64,udp,203.0.113.1,3072,5119,homes"),
                lines("who-had", "--netcfg", file, port, "-o", "csv"));
        assertEquals(2, lines("who-had", "--netcfg", file, port, "--protocol", "tcp").size());
        assertEquals(
                1, lines("who-had", "--netcfg", file, "203.0.113.1:65000", "-o", "csv").size());
        assertEquals(2, ctl.runBare("who-had", "--netcfg", file, "203.0.113.1:1", "--at", "x"));
        assertEquals(2, ctl.runBare("who-had", "--netcfg", file, "203.0.113:1"));
    }
}
