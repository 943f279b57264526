// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists of sessions. */
class SessionsCommandTest {
    private final Ctl ctl = new Ctl();

    @AfterEach
    void close() {
        ctl.close();
    }

    private static final String UNLISTED =
            "2 bindings of UDP, ICMP or port sets, in pools that do not filter, may have further"
                    + " sessions: only the first peer of each is known.";

    @Test
    void sessionsAreFilteredAndPaged() {
        ctl.columns = 78;
        ctl.ok("sessions", "--protocol", "tcp", "--peer", "192.0.2.0/24", "--port", "4242");
        ctl.printed(
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
        ctl.said(more, "sessions", "--all", "--limit", "10");
        assertEquals(26, ctl.out.split("\r?\n").length);
        ctl.said(more, "sessions", "--all", "--limit", "10", "-o", "csv");
        assertEquals(26, ctl.out.split("\r\n").length);
        ctl.ok("sessions", "--all", "--limit", "10", "-o", "json");
        assertEquals(25, ctl.out.split("\"port6\"", -1).length - 1);
        assertTrue(ctl.out.contains("\"next\" : null"), ctl.out);
        assertTrue(ctl.out.contains("\"total\" : 25"), ctl.out);
        assertTrue(ctl.out.contains(more), ctl.out);
        ctl.ok("sessions", "--cursor", "at24", "-o", "csv");
        assertEquals(2, ctl.out.split("\r\n").length);
        ctl.refused("ipv6: not an IPv6 address: 1.2.3.4", "sessions", "--ipv6", "1.2.3.4");
    }

    /** What is said below the last page is not. */
    @Test
    void noMorePagesAreAskedForThanCanBeWritten() {
        ctl.room = 100;
        for (String format : List.of("csv", "json")) {
            assertEquals(2, ctl.run("sessions", "--all", "--limit", "1", "-o", format));
            assertEquals("nat64ctl: the output cannot be written\n", ctl.err);
        }
    }

    @Test
    void sessionsAreOrderedAndCounted() {
        ctl.ok("bindings", "--sort", "ipv4", "--descending", "-o", "csv");
        assertEquals(
                List.of("5353", "4242", "77"),
                ctl.out.lines().skip(1).map(l -> l.split(",")[2]).collect(Collectors.toList()));
        ctl.said(
                UNLISTED.replace("2 bindings", "One binding"),
                "sessions",
                "--sort",
                "peer",
                "--protocol",
                "udp",
                "--peer-port",
                "80");
        ctl.ok("sessions", "--count", "--state", "ESTABLISHED", "--binding-port", "4242");
        ctl.printed("1");
        ctl.ok("bindings", "--count");
        ctl.printed("3");
        ctl.said(UNLISTED, "sessions", "--count");
        ctl.printed("3");
        ctl.ok("sessions", "--count", "-o", "json");
        ctl.printed(
                "{",
                "  \"total\" : 3,",
                "  \"unlisted\" : {",
                "    \"bindings\" : 2,",
                "    \"message\" : \"" + UNLISTED + "\"",
                "  }",
                "}");
        ctl.refused(
                "sort: must be one of protocol, ipv6, ipv4, since, expires, not peer",
                "bindings",
                "--sort",
                "peer");
    }

    @Test
    void descendingWantsAnOrder() {
        assertEquals(2, ctl.run("sessions", "--descending"));
        assertEquals("nat64ctl: --descending: needs --sort\n", ctl.err);
    }
}
