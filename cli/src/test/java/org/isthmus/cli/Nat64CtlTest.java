// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.Eam;
import org.isthmus.core.net.Protocol;
import org.isthmus.rest.FakeNat64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each command asks and prints. */
class Nat64CtlTest {
    private final Ctl ctl = new Ctl();

    @TempDir Path dir;

    @AfterEach
    void close() {
        ctl.close();
    }

    private static final String UNLISTED =
            "2 bindings of UDP, ICMP or port sets, in pools that do not filter, may have further"
                    + " sessions: only the first peer of each is known.";

    private void ok(String... args) {
        assertEquals(0, ctl.run(args), () -> ctl.err);
        assertEquals("", ctl.err.replaceAll("Too wide: .*\n", ""));
    }

    private void said(String note, String... args) {
        assertEquals(0, ctl.run(args), () -> ctl.err);
        assertEquals(note + System.lineSeparator(), ctl.err.replaceAll("Too wide: .*\n", ""));
    }

    private void refused(String error, String... args) {
        assertEquals(1, ctl.run(args), () -> ctl.out);
        assertEquals("nat64ctl: " + error + System.lineSeparator(), ctl.err);
        assertEquals("", ctl.out);
    }

    private void printed(String... lines) {
        assertEquals(String.join("\n", lines) + "\n", ctl.out.replace("\r\n", "\n"));
    }

    @Test
    void poolsAreListedAddedAndDeleted() {
        ctl.columns = 100;
        ok("pools", "list");
        printed(
                "NAME        INSTANCE  PREFIXES        TCP-BLOCKS-IN-USE  TCP-BLOCKS"
                        + "  UDP-BLOCKS-IN-USE  UDP-BLOCKS",
                "configured  nat64     192.0.2.0/28                    1        1008"
                        + "                  0        1008",
                "customers   nat64     203.0.113.0/25                  1        1008"
                        + "                  0        1008");
        String[] add = {
            "pools",
            "add",
            "p",
            "192.0.3.0/24",
            "192.0.4.0/24",
            "--tcp",
            "2048-4095",
            "--port-sets",
            "32"
        };
        ok(add);
        printed("Added pool p.");
        ok("pools", "list", "-o", "csv");
        assertTrue(ctl.out.contains("p,nat64,192.0.3.0/24 192.0.4.0/24,"), ctl.out);
        assertTrue(ctl.out.contains(",endpoint-independent,32,"), ctl.out);
        assertTrue(ctl.out.contains(",2048-4095,1024-65535,0-65535"), ctl.out);
        ok("pools", "delete", "p");
        printed("Removed pool p.");
        refused("There is no pool p.", "pools", "delete", "p");
        refused(
                "prefixes[0]: 203.0.113.0/24 overlaps another pool; conflicts with pool customers",
                "pools",
                "add",
                "q",
                "203.0.113.0/24");
        refused(
                "ports.udp: must be FIRST-LAST, not 7",
                "pools",
                "add",
                "q",
                "192.0.5.0/24",
                "--udp",
                "7");
    }

    @Test
    void mappingsAreAddedAndDeleted() {
        ok("eamt", "add", "192.0.2.128/28", "2001:db8:c::/124", "--instance", "nat64");
        printed("Added 192.0.2.128/28 <-> 2001:db8:c::/124.");
        ok("eamt", "add", "192.0.2.1", "2001:db8:c::1:1", "--host", "ipv4");
        ok("eamt", "list");
        printed(
                "IPV4              IPV6                 INSTANCE  HOST  CONFIGURED",
                "192.0.2.1/32      2001:db8:c::1:1/128  nat64     ipv4  no",
                "192.0.2.128/28    2001:db8:c::/124     nat64     ipv6  no",
                "198.51.100.0/28   2001:db8:a::/124     nat64     ipv6  no",
                "198.51.100.16/32  2001:db8:a::10/128   nat64     ipv6  yes");
        refused(
                "host: must be ipv6 or ipv4, not both",
                "eamt",
                "add",
                "192.0.2.2",
                "2001:db8:c::2:2",
                "--host",
                "both");
        ok("eamt", "delete", "192.0.2.1");
        ok("eamt", "delete", "192.0.2.128/28");
        assertEquals(2, ctl.nat64.eamt().size());
        refused("There is no EAM of 192.0.2.1/32.", "eamt", "delete", "192.0.2.1");
        refused(
                "ipv4: 198.51.100.0/28 is mapped already; conflicts with "
                        + "198.51.100.0/28 <-> 2001:db8:a::/124",
                "eamt",
                "add",
                "198.51.100.0/28",
                "2001:db8:c::/124");
    }

    @Test
    void helpAndVersionAreCommands() {
        assertEquals(0, ctl.runBare("help"));
        String all = ctl.out;
        assertTrue(all.startsWith("Usage: nat64ctl ["), all);
        assertEquals(0, ctl.runBare("--help"));
        assertEquals(all, ctl.out);
        assertEquals(0, ctl.runBare("help", "pools", "add"));
        assertTrue(ctl.out.startsWith("Usage: nat64ctl pools add ["), ctl.out);
        assertEquals(2, ctl.runBare("help", "pools", "paint"));
        assertTrue(ctl.err.startsWith("nat64ctl: nat64ctl pools has no command paint"), ctl.err);
        assertEquals(0, ctl.runBare("version"));
        String version = ctl.out;
        assertEquals(0, ctl.runBare("--version"));
        assertEquals(ctl.out, version);
        assertTrue(version.startsWith("nat64ctl "), version);
    }

    @Test
    void aBareCommandShowsItsUsage() {
        assertEquals(2, ctl.runBare());
        assertTrue(ctl.err.startsWith("Usage: nat64ctl ["), ctl.err);
        assertEquals("", ctl.out);
        assertEquals(2, ctl.runBare("pools"));
        assertTrue(ctl.err.startsWith("Usage: nat64ctl pools ["), ctl.err);
        assertEquals(2, ctl.runBare("eamt", "delete"));
        assertTrue(ctl.err.startsWith("nat64ctl: Missing required parameter"), ctl.err);
    }

    @Test
    void namesAreInAnyCase() {
        ok("bindings", "--protocol", "TCP", "-o", "JSON");
        assertTrue(ctl.out.contains("\"tcp\"") && !ctl.out.contains("\"udp\""), ctl.out);
        ok("static", "delete", "Tcp", "203.0.113.7:443");
    }

    @Test
    void nothingIsSaidToBeNone() {
        ctl.nat64.exporters.clear();
        ok("exporters");
        printed("none");
        ok("exporters", "-o", "csv");
        assertTrue(ctl.out.startsWith("name,type,"), ctl.out);
    }

    @Test
    void columnsThatAreCutAreNamed() {
        ctl.columns = 60;
        assertEquals(0, ctl.run("static", "list"), ctl.err);
        assertEquals("Too wide: INSTANCE, CONFIGURED; -o csv has them.\n", ctl.err);
        assertTrue(ctl.out.startsWith("PROTOCOL  IPV6 "), ctl.out);
    }

    @Test
    void listsAreWatched() {
        List<Integer> pauses = new ArrayList<>();
        ctl.pause =
                seconds -> {
                    pauses.add(seconds);
                    ctl.nat64.troubles.clear();
                    return pauses.size() < 2;
                };
        ok("alarms", "--watch");
        assertEquals(List.of(2, 2), pauses);
        assertEquals(2, ctl.out.lines().filter(l -> l.startsWith("SEVERITY")).count(), ctl.out);
        pauses.clear();
        ctl.columns = 80;
        ctl.nat64.troubles.add("device:leaf1 is down.");
        assertEquals(0, ctl.run("health", "--watch", "7"));
        assertEquals(List.of(7, 7), pauses);
        assertEquals("nat64ctl: device:leaf1 is down.\n", ctl.err);
        assertTrue(ctl.out.endsWith("\u001b[H\u001b[2Jhealthy\n"), ctl.out);
        assertEquals(2, ctl.run("health", "--watch", "0"));
        assertEquals("nat64ctl: --watch: must be at least 1\n", ctl.err);
    }

    @Test
    void mappingsOfAFileMayBeOfOneInstance() throws IOException {
        ctl.nat64.instances.add(FakeNat64.instance("other", 2));
        String csv = file("eamt.csv", "192.0.2.1,2001:db8::1\n");
        refused(
                "instance: is missing: there are several instances (line 1)",
                "eamt",
                "import",
                csv);
        ok("eamt", "import", csv, "--instance", "other");
        assertEquals("other", ctl.nat64.eamt().get(0).instance);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    @Test
    void tableIsExportedImportedAndReplaced() throws IOException {
        List<Eam> before = ctl.nat64.eamt();
        for (String format : List.of("csv", "json")) {
            String tag = dir.resolve("tag").toString();
            ok("eamt", "export", "--format", format, "--tag-file", tag);
            String exported = file("table." + format, ctl.out);
            ok("eamt", "replace", exported, "--tag-file", tag);
            printed("Mappings in the table: 2.");
            assertEquals(before, ctl.nat64.eamt());
            ctl.nat64.replaceEamt(List.of(), null);
            assertEquals(1, ctl.run("eamt", "replace", exported, "--tag-file", tag));
            assertTrue(ctl.err.contains("the table has changed since it was exported"), ctl.err);
            ok("eamt", "import", exported, "-o", "json");
            printed("{", "  \"added\" : 2", "}");
            assertEquals(before, ctl.nat64.eamt());
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
        printed("Mappings added: 20000.");
        assertTrue(ctl.err.startsWith("\r[#"), ctl.err);
        assertTrue(ctl.err.matches("(\r\\[#* *] +[0-9]+% of 0.5 MB)*, waiting.*\\R"), ctl.err);
        assertTrue(ctl.err.contains("[" + "#".repeat(40) + "] 100% of 0.5 MB"), ctl.err);
        assertEquals(20_002, ctl.nat64.eamt().size());
    }

    @Test
    void standardInputNeedsItsFormat() {
        ctl.stdin = "ipv4,ipv6\n192.0.2.1,2001:db8::1\n";
        ok("eamt", "import", "-", "--format", "csv");
        printed("Mappings added: 1.");
        assertEquals(2, ctl.run("eamt", "import", "-"));
        assertTrue(ctl.err.contains("give its --format"), ctl.err);
        assertEquals(2, ctl.run("eamt", "import", "/nonexistent/x.csv"));
        assertTrue(ctl.err.contains("there is no such file"), ctl.err);
    }

    @Test
    void staticBindingsAreAddedAndDeleted() {
        ok("static", "add", "udp", "[2001:db8:1::53]:53", "203.0.113.9:5353");
        printed("Added udp [2001:db8:1::53]:53 <-> 203.0.113.9:5353.");
        ctl.nat64.configuredStatics.add(ctl.nat64.staticBindings().get(0));
        ok("static", "list");
        printed(
                "PROTOCOL  IPV6            PORT6  IPV4         PORT4  INSTANCE  CONFIGURED",
                "tcp       2001:db8:1::42    443  203.0.113.7    443  nat64     yes",
                "udp       2001:db8:1::53     53  203.0.113.9   5353  nat64     no");
        ok("static", "replace", "udp", "203.0.113.9:5353", "[2001:db8:1::54]:53");
        printed("Replaced udp 203.0.113.9:5353 by [2001:db8:1::54]:53 <-> 203.0.113.9:5353.");
        assertEquals("2001:db8:1::54", ctl.nat64.staticBindings().get(1).address6.toString());
        ok("static", "replace", "udp", "203.0.113.9:5353", "[2001:db8:1::54]:53", "203.0.113.9:53");
        assertEquals(53, ctl.nat64.staticBindings().get(1).port4);
        refused(
                "There is no such static binding.",
                "static",
                "replace",
                "udp",
                "203.0.113.9:5353",
                "[2001:db8:1::54]:53");
        ok("static", "replace", "udp", "203.0.113.9:53", "[2001:db8:1::54]:53", "203.0.113.9:5353");
        ok("static", "delete", "udp", "203.0.113.9:5353");
        refused("There is no such static binding.", "static", "delete", "udp", "203.0.113.9:53");
        refused(
                "port6: must be 0 to 65535",
                "static",
                "add",
                "udp",
                "[::1]:99999",
                "203.0.113.9:1");
    }

    @Test
    void sessionsAreFilteredAndPaged() {
        ctl.columns = 78;
        ok("sessions", "--protocol", "tcp", "--peer", "192.0.2.0/24", "--port", "4242");
        printed(
                "PROTOCOL  IPV6           PORT6  IPV4         PORT4  PEER        PEER-PORT",
                "tcp       2001:db8:1::1   4242  203.0.113.7   4242  192.0.2.80         80");
        assertEquals(0, ctl.run("sessions", "--limit", "2"));
        assertTrue(
                ctl.err.endsWith(
                        "\nThere is more, 3 in all: --cursor at2, or --all.\n" + UNLISTED + "\n"),
                ctl.err);
        ctl.nat64.sessions.clear();
        for (int i = 0; i < 25; i++) {
            ctl.nat64.session(Protocol.UDP, i + 1, 1000 + i, "");
        }
        String more = UNLISTED.replace("2 bindings", "27 bindings");
        said(more, "sessions", "--all", "--limit", "10");
        assertEquals(26, ctl.out.split("\r?\n").length);
        said(more, "sessions", "--all", "--limit", "10", "-o", "csv");
        assertEquals(26, ctl.out.split("\r\n").length);
        ok("sessions", "--all", "--limit", "10", "-o", "json");
        assertEquals(25, ctl.out.split("\"port6\"", -1).length - 1);
        assertTrue(ctl.out.contains("\"next\" : null"), ctl.out);
        assertTrue(ctl.out.contains("\"total\" : 25"), ctl.out);
        assertTrue(ctl.out.contains(more), ctl.out);
        ok("sessions", "--cursor", "at24", "-o", "csv");
        assertEquals(2, ctl.out.split("\r\n").length);
        refused("ipv6: not an IPv6 address: 1.2.3.4", "sessions", "--ipv6", "1.2.3.4");
    }

    @Test
    void sessionsAreOrderedAndCounted() {
        ok("bindings", "--sort", "ipv4", "--descending", "-o", "csv");
        assertEquals(
                List.of("5353", "4242", "77"),
                ctl.out.lines().skip(1).map(l -> l.split(",")[2]).collect(Collectors.toList()));
        said(
                UNLISTED.replace("2 bindings", "One binding"),
                "sessions",
                "--sort",
                "peer",
                "--protocol",
                "udp",
                "--peer-port",
                "80");
        ok("sessions", "--count", "--state", "ESTABLISHED", "--binding-port", "4242");
        printed("1");
        ok("bindings", "--count");
        printed("3");
        said(UNLISTED, "sessions", "--count");
        printed("3");
        ok("sessions", "--count", "-o", "json");
        printed(
                "{",
                "  \"total\" : 3,",
                "  \"unlisted\" : {",
                "    \"bindings\" : 2,",
                "    \"message\" : \"" + UNLISTED + "\"",
                "  }",
                "}");
        refused(
                "sort: must be one of protocol, ipv6, ipv4, since, expires, not peer",
                "bindings",
                "--sort",
                "peer");
    }

    @Test
    void namesAreOfAnyCase() {
        ok("sessions", "--count", "--state", "Established");
        printed("1");
        ok("bindings", "--sort", "IPv6");
        ok("log-level", "org.isthmus.core", "Debug");
        printed("org.isthmus.core logs at debug.");
    }

    @Test
    void anInheritedLevelIsThatOfTheLoggerAbove() {
        ok("log-level", "org.isthmus.core", "inherit");
        printed("org.isthmus.core logs as the logger above it.");
    }

    @Test
    void oneLoggerIsShownWithTheLevelItHas() {
        ok("log-level", "org.isthmus");
        printed("LOGGER       LEVEL", "org.isthmus  info");
        ok("log-level", "org.isthmus.core");
        printed("LOGGER            LEVEL", "org.isthmus.core  info");
        ok("log-level", "org.isthmusx", "-o", "csv");
        printed("logger,level", "org.isthmusx,warn");
        ok("log-level", "root", "-o", "json");
        printed("{", "  \"logger\" : \"root\",", "  \"level\" : \"warn\"", "}");
    }

    @Test
    void descendingWantsAnOrder() {
        assertEquals(2, ctl.run("sessions", "--descending"));
        assertEquals("nat64ctl: --descending: needs --sort\n", ctl.err);
    }

    @Test
    void stateIsPrinted() {
        ok("bindings", "--ipv6", "2001:db8:1::3");
        printed(
                "PROTOCOL  IPV6           PORT6  IPV4         PORT4  PORTS  EXPIRES               STATIC"
                        + "  SINCE                 INSTANCE",
                "icmp      2001:db8:1::3     77  203.0.113.7     77      1  2026-01-31T10:05:00Z  no    "
                        + "  2026-01-31T10:00:00Z  nat64");
        ok("subscribers");
        printed(
                "IPV6             TCP-BINDINGS  UDP-BINDINGS  ICMP-BINDINGS  REFUSED  INSTANCE  "
                        + "BLOCKS",
                "2001:db8:1::/64             1             1              1        5  nat64     "
                        + "tcp 203.0.113.7:4224-4287");
        ok("source-bindings");
        printed(
                "ADDRESS        PORT            VLAN  STATE",
                "192.0.2.130    device:leaf1/3     -  bound",
                "2001:db8:1::1  device:leaf1/3     7  tested");
        ok("devices");
        printed(
                "ID             STATE  TRANSLATOR  INTENDED-ENTRIES  REFUSED  TRANSLATED  PUNTED  DROPS"
                        + "  CAPABILITIES",
                "device:leaf1   ready  yes                       12        0         190    1700      3"
                        + "  binding-counters punt-meter",
                "device:spine1  down   no                         0        2           -       -      -"
                        + "  -");
        ok("tables");
        printed(
                "DEVICE        TABLE      SIZE   USED   FREE",
                "device:leaf1  bib4      65536      3  65533",
                "device:leaf1  eam4_dst  16384  16384      0");
        ok("stats");
        printed(
                "KIND     NAME                   VALUE",
                "counter  punts                      7",
                "counter  refused_no_ports           2",
                "gauge    subscribers                3",
                "mean     binding_setup_seconds  0.002");
        ok("stats", "--explain");
        printed(
                "KIND     NAME                   VALUE  MEANING",
                "counter  punts                      7  "
                        + "Packets that switches sent up, and that were handled",
                "counter  refused_no_ports           2  "
                        + "New bindings and sessions that were refused: no port is free",
                "gauge    subscribers                3  Subscribers that hold ports",
                "mean     binding_setup_seconds  0.002  "
                        + "From the first packet of a binding until all translators have it, in"
                        + " seconds");
        ok("stats", "--explain", "-o", "json");
        assertTrue(ctl.out.contains("nat64_refused_total{reason=\\\"no_ports\\\"}"), ctl.out);
        ok("instances", "-o", "csv");
        assertTrue(
                ctl.out.contains("nat64,1,64:ff9b:1::/96,64,16,0,300,60,7440,240,240,120"),
                ctl.out);
    }

    @Test
    void holderIsFound() {
        ok("who-had", "203.0.113.7:4242", "--protocol", "tcp", "--at", "2026-01-31T10:32:00Z");
        printed(
                "IPV6             PROTOCOL  IPV4         FIRST-PORT  LAST-PORT  SINCE                 ADOPTED"
                        + "  DETERMINISTIC",
                "2001:db8:1::/64  tcp       203.0.113.7        4224       4287  "
                        + "2026-01-31T10:00:00Z  no       no");
        ok("who-had", "203.0.113.7:4242", "-o", "json");
        assertTrue(ctl.out.contains("\"at\" : \"2026-01-31T10:01:00Z\""), ctl.out);
        refused(
                "at: must be a time such as 2026-01-31T10:32:00Z, not noon",
                "who-had",
                "203.0.113.7:4242",
                "--at",
                "noon");
    }

    @Test
    void healthIsAnExitCode() {
        ok("health");
        printed("healthy");
        ctl.nat64.troubles.add("device:leaf1 is down.");
        refused("device:leaf1 is down.", "health");
        assertEquals(1, ctl.run("health", "-o", "json"));
        assertTrue(ctl.out.contains("\"ok\" : false"), ctl.out);
    }

    @Test
    void terminalIsNotSteeredByData() {
        ctl.nat64.troubles.add("\u001b[2J gone");
        assertEquals(1, ctl.run("health"));
        assertFalse(ctl.err.contains("\u001b"), ctl.err);
    }

    @Test
    void usageErrorsSayWhere() {
        String[][] wrong = {
            {"sessions", "--protocol", "sctp"},
            {"sessions", "--port", "x"},
            {"pools", "add", "p"},
            {"nonsense"},
            {"who-had", "203.0.113.7"},
            {"static", "add", "tcp", "2001:db8::1:80", "203.0.113.7:80"},
            {"-o", "xml", "stats"},
            {"--timeout", "0", "stats"},
        };
        for (String[] args : wrong) {
            assertEquals(2, ctl.run(args), String.join(" ", args));
            assertTrue(ctl.err.startsWith("nat64ctl: "), ctl.err);
        }
    }

    @Test
    void completionAndVersionNeedNoServer() {
        assertEquals(0, ctl.runBare("completion", "bash"));
        assertTrue(ctl.out.contains("complete -F _complete_nat64ctl"), ctl.out);
        assertTrue(ctl.out.contains("who-had"), ctl.out);
        assertEquals(0, ctl.runBare("completion", "zsh"));
        assertTrue(ctl.out.contains("bashcompinit"), ctl.out);
        assertEquals(0, ctl.runBare("completion", "fish"));
        assertTrue(
                ctl.out.contains("complete -c nat64ctl -s o -l output -r -a 'table json csv'"),
                ctl.out);
        assertEquals(0, ctl.runBare("--version"));
        assertTrue(ctl.out.matches("nat64ctl [0-9]+\\.[0-9]+\\.[0-9]+\\S*\\s+"), ctl.out);
        assertEquals(0, ctl.runBare("eamt", "import", "--help"));
        assertTrue(ctl.out.contains("all or none"), ctl.out);
    }

    @Test
    void tableIsCheckedAndLeftAsItIs() throws IOException {
        List<Eam> before = ctl.nat64.eamt();
        ok("eamt", "check", file("good.csv", "ipv4,ipv6\n192.0.2.1,2001:db8::1\n"));
        printed("The table can be put into force.");
        String bad = "ipv4,ipv6\n192.0.2.1,2001:db8::1\n192.0.2.1,2001:db8::2\n";
        refused(
                "eamt[1].ipv4: 192.0.2.1/32 is mapped already (line 3);"
                        + " conflicts with 192.0.2.1/32 <-> 2001:db8::1/128",
                "eamt",
                "check",
                file("bad.csv", bad));
        refused(
                "eamt[0].ipv6: not an IPv6 address: x (line 2, column 11)",
                "eamt",
                "check",
                file("worse.csv", "ipv4,ipv6\n192.0.2.1,x\n"));
        assertEquals(1, ctl.run("-o", "json", "eamt", "check", file("bad.csv", bad)));
        assertTrue(ctl.out.contains("\"line\" : 3"), ctl.out);
        assertEquals(before, ctl.nat64.eamt());
    }

    @Test
    void fabricIsListedPartByPart() {
        ok("fabric", "devices");
        printed(
                "ID             STATE  TRANSLATOR  MAC                LOOPBACKS",
                "device:leaf1   ready  yes         02:00:00:00:00:01  192.0.2.201",
                "device:spine1  down   no          02:00:00:00:00:02  192.0.2.202");
        ok("fabric", "links");
        printed(
                "A               B                 MTU  UP",
                "device:leaf1/1  device:spine1/1  1528  no");
        ok("fabric", "interfaces");
        printed(
                "PORT            NAME  UP   VLAN   MTU  SOURCE-VALIDATION  IPS",
                "device:leaf1/3  h1    yes     -  1500  loose              192.0.2.129/26"
                        + " 2001:db8:1::ff/64");
        ok("fabric", "ports", "-o", "csv");
        assertTrue(
                ctl.out.contains("device:leaf1/1,10,1000,20,2000,2026-01-31T10:00:00Z"), ctl.out);
        ok("-o", "json", "fabric", "hosts");
        assertTrue(ctl.out.contains("\"links\""), "the server's answer: " + ctl.out);
    }

    @Test
    void pathNamesDevicesAndTheLinksBetween() {
        ok("path", "tcp", "203.0.113.7:4242", "--peer", "192.0.2.80", "-o", "csv");
        printed(
                "direction,device,translates,next",
                "outbound,device:leaf1,true,"
                        + "\"device:spine1 by port 1, device:spine2 by port 2\"",
                "outbound,device:spine1,false,device:leaf2 by port 2",
                "outbound,device:spine2,false,device:leaf2 by port 2",
                "outbound,device:leaf2,false,device:leaf2/3",
                "inbound,device:leaf2,true,"
                        + "\"device:spine1 by port 1, device:spine2 by port 2\"",
                "inbound,device:spine1,false,device:leaf1 by port 1",
                "inbound,device:spine2,false,device:leaf1 by port 1",
                "inbound,device:leaf1,false,device:leaf1/3");
        refused("There is no such binding.", "path", "udp", "203.0.113.7:4242");
    }

    @Test
    void exportersAreListed() {
        ctl.columns = 140;
        ok("exporters", "-o", "csv");
        printed(
                "name,type,target,state,since,position,lagEvents,lagSeconds,sent,lost,problem",
                "archive,jsonLines,/var/log/mappings.jsonl,connected,2026-01-31T10:00:00Z,43,0,0,"
                        + "42,0,",
                "siem,syslog,tls://192.0.2.9:6514,failed,2026-01-31T10:00:00Z,40,3,12,39,1,"
                        + "Connection refused");
    }

    @Test
    void alarmsAreListed() {
        ctl.nat64.troubles.add("device:leaf1 is down.");
        ctl.columns = 100;
        ok("alarms");
        printed(
                "SEVERITY  SINCE                 MESSAGE",
                "major     2026-01-31T10:00:00Z  device:leaf1 is down.",
                "warning   2026-01-31T10:00:00Z  The link of device:leaf1/1 and device:spine1/1"
                        + " is down.");
    }
}
