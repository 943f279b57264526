// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code nat64ctl} reads its command line, and what it says of one that is wrong. */
class CommandLineTest {
    private final Ctl ctl = new Ctl();

    @AfterEach
    void close() {
        ctl.close();
    }

    @Test
    void anEmptyArgumentNamesNothing() {
        for (String[] command :
                new String[][] {
                    {"pools", "delete", ""},
                    {"eamt", "delete", ""},
                    {"eamt", "delete", "192.0.2.1/"},
                    {"log-level", ""},
                    {"log-level", "", "debug"}
                }) {
            assertEquals(2, ctl.run(command), ctl.out);
            assertEquals("nat64ctl: a name, address or length is empty\n", ctl.err);
        }
    }

    /** In a path they would stand for another one. */
    @Test
    void dotsAloneNameNothing() {
        for (String dots : List.of(".", "..")) {
            for (String command : List.of("pools delete ", "log-level ")) {
                assertEquals(2, ctl.run((command + dots).split(" ")), ctl.out);
                assertEquals("nat64ctl: not a name, address or length: " + dots + "\n", ctl.err);
            }
        }
    }

    @Test
    void anAddressOfNoServerIsAWrongCommandLine() {
        for (String url :
                List.of(
                        "127.0.0.1:8181",
                        "http://::1:8181",
                        "http://a b",
                        "http://h:65536/onos/nat64",
                        "http://h/?a=b",
                        "http://h/#a")) {
            assertEquals(2, ctl.runBare("--url", url, "health"), ctl.out);
            assertTrue(
                    ctl.err.startsWith(
                            "nat64ctl: --url: must be http://HOST... or https://HOST..., with an"
                                    + " IPv6 address in brackets, not "
                                    + url),
                    ctl.err);
        }
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path dir) {
        Path none = dir.resolve("none");
        String[][] commands = {
            {"plan", ""},
            {"who-had", "192.0.2.1:1", "--netcfg", ""},
            {"import", "jool", ""},
            {"eamt", "import", "--format", "csv", ""},
            {"--user", "ann", "--password-file", "", "health"},
            {"--cacert", "", "health"}
        };
        for (String[] command : commands) {
            fileIs(dir, ": cannot be read: is a directory\n", command);
            fileIs(none, ": there is no such file\n", command);
        }
        assertEquals(2, ctl.run("eamt", "replace", "--tag-file", none.toString(), "x.csv"));
        assertEquals("nat64ctl: --tag-file: " + none + ": there is no such file\n", ctl.err);
        assertEquals(2, ctl.run("eamt", "export", "--tag-file", dir.toString()));
        assertEquals(
                "nat64ctl: --tag-file: " + dir + ": cannot be written: Is a directory\n", ctl.err);
    }

    /** Runs a command with a file in the place of its empty argument. */
    private void fileIs(Path file, String why, String[] command) {
        String[] args = command.clone();
        args[List.of(command).indexOf("")] = file.toString();
        assertEquals(2, ctl.run(args), ctl.out);
        assertTrue(ctl.err.endsWith(file + why), ctl.err);
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
    void whatIsWrongOnACommandLineHasTheNameThatUsageHas() {
        String[][] wrong = {
            {"bindings --limit x", "--limit: not a number, or too large: x"},
            {"bindings --port 99999999999", "--port: not a number, or too large: 99999999999"},
            {"plan f --limit x", "--limit: not a number, or too large: x"},
            {"plan f --ipv4 x", "--ipv4: not an IPv4 address: x"},
            {
                "path tcp 192.0.2.1",
                "IPV4:PORT: must be ADDRESS:PORT, with an IPv6 address in brackets, not 192.0.2.1"
            },
            {
                "static delete sctp 192.0.2.1:1",
                "PROTOCOL: expected one of [icmp, tcp, udp] (case-insensitive) but was 'sctp'"
            },
            {"alarms now then", "more than it takes: now then"},
            {"fabric port", "nat64ctl fabric has no command port"},
            {"paint", "nat64ctl has no command paint"}
        };
        for (String[] each : wrong) {
            assertEquals(2, ctl.runBare(each[0].split(" ")));
            String first = ctl.err.lines().findFirst().orElseThrow();
            assertEquals("nat64ctl: " + each[1], first);
        }
    }

    @Test
    void namesAreInAnyCase() {
        ctl.ok("bindings", "--protocol", "TCP", "-o", "JSON");
        assertTrue(ctl.out.contains("\"tcp\"") && !ctl.out.contains("\"udp\""), ctl.out);
        ctl.ok("static", "delete", "Tcp", "203.0.113.7:443");
        ctl.ok("sessions", "--count", "--state", "Established");
        ctl.printed("1");
        ctl.ok("bindings", "--sort", "IPv6");
        ctl.ok("log-level", "org.isthmus.core", "Debug");
        ctl.printed("org.isthmus.core logs at debug.");
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
}
