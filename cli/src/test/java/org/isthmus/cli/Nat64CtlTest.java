// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each command asks and prints. */
class Nat64CtlTest {
    private final Ctl ctl = new Ctl();

    @AfterEach
    void close() {
        ctl.close();
    }

    @Test
    void poolsAreListedAddedAndDeleted() {
        ctl.columns = 100;
        ctl.ok("pools", "list");
        ctl.printed(
                "NAME        INSTANCE  PREFIXES        TCP-BLOCKS-IN-USE  TCP-BLOCKS"
                        + "  UDP-BLOCKS-IN-USE  UDP-BLOCKS  DRAIN",
                "configured  nat64     192.0.2.0/28                    1        1008"
                        + "                  0        1008  no",
                "customers   nat64     203.0.113.0/25                  1        1008"
                        + "                  0        1008  no");
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
        ctl.ok(add);
        ctl.printed("Added pool p.");
        ctl.ok("pools", "list", "-o", "csv");
        assertTrue(ctl.out.contains("p,nat64,192.0.3.0/24 192.0.4.0/24,"), ctl.out);
        assertTrue(ctl.out.contains(",endpoint-independent,32,"), ctl.out);
        assertTrue(ctl.out.contains(",2048-4095,1024-65535,0-65535"), ctl.out);
        ctl.ok("pools", "drain", "p");
        ctl.printed("Pool p drains.");
        ctl.ok("pools", "list", "-o", "csv");
        assertTrue(ctl.out.contains(",true,"), ctl.out);
        ctl.ok("pools", "drain", "p", "--stop");
        ctl.printed("Pool p no longer drains.");
        ctl.ok("pools", "list", "-o", "csv");
        assertFalse(ctl.out.contains(",true,false,"), ctl.out);
        ctl.refused(
                "name: the pool is in the network configuration, which alone changes it;"
                        + " conflicts with pool configured",
                "pools",
                "drain",
                "configured");
        ctl.ok("pools", "delete", "p");
        ctl.printed("Removed pool p.");
        ctl.refused("there is no pool p", "pools", "delete", "p");
        ctl.refused(
                "prefixes[0]: 203.0.113.0/24 overlaps 203.0.113.0/25; conflicts with pool customers",
                "pools",
                "add",
                "q",
                "203.0.113.0/24");
        ctl.refused(
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
        ctl.ok("eamt", "add", "192.0.2.128/28", "2001:db8:c::/124", "--instance", "nat64");
        ctl.printed("Added 192.0.2.128/28 <-> 2001:db8:c::/124.");
        ctl.ok("eamt", "add", "192.0.2.1", "2001:db8:c::1:1", "--host", "ipv4");
        ctl.ok("eamt", "list");
        ctl.printed(
                "IPV4              IPV6                 INSTANCE  HOST  CONFIGURED",
                "192.0.2.1/32      2001:db8:c::1:1/128  nat64     ipv4  no",
                "192.0.2.128/28    2001:db8:c::/124     nat64     ipv6  no",
                "198.51.100.0/28   2001:db8:a::/124     nat64     ipv6  no",
                "198.51.100.16/32  2001:db8:a::10/128   nat64     ipv6  yes");
        ctl.refused(
                "host: must be ipv6 or ipv4, not both",
                "eamt",
                "add",
                "192.0.2.2",
                "2001:db8:c::2:2",
                "--host",
                "both");
        ctl.ok("eamt", "delete", "192.0.2.1");
        ctl.ok("eamt", "delete", "192.0.2.128/28");
        assertEquals(2, ctl.nat64.eamt().size());
        ctl.refused("there is no EAM of 192.0.2.1/32", "eamt", "delete", "192.0.2.1");
        ctl.refused(
                "ipv4: 198.51.100.0/28 is mapped already; conflicts with "
                        + "EAM 198.51.100.0/28 <-> 2001:db8:a::/124",
                "eamt",
                "add",
                "198.51.100.0/28",
                "2001:db8:c::/124");
    }

    @Test
    void nothingIsSaidToBeNone() {
        ctl.nat64.exporters.clear();
        ctl.ok("exporters");
        ctl.printed("none");
        ctl.ok("exporters", "-o", "csv");
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
    void outputThatCannotBeWrittenIsAnError() {
        ctl.room = 3;
        ctl.pause = seconds -> fail("it was to be shown again");
        String[][] commands = {
            {"pools", "list"},
            {"bindings", "-o", "json"},
            {"alarms", "--watch"},
            {"help"},
            {"pools", "--help"},
            {"--version"},
            {"completion", "bash"}
        };
        for (String[] command : commands) {
            assertEquals(2, ctl.run(command), String.join(" ", command));
            assertEquals("nat64ctl: the output cannot be written\n", ctl.err);
            assertEquals(3, ctl.out.length());
        }
    }

    @Test
    void whatIsDoneIsToldWhereTheOutputCannotBeWritten() {
        ctl.room = 3;
        for (String output : List.of("table", "json")) {
            String pool = "p" + output;
            int status =
                    ctl.run(
                            "pools",
                            "add",
                            pool,
                            "198.51.100." + output.length() * 8 + "/29",
                            "-o",
                            output);
            assertEquals(2, status, ctl.err);
            assertEquals(
                    "nat64ctl: Added pool " + pool + ".\nnat64ctl: the output cannot be written\n",
                    ctl.err);
        }
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
        ctl.ok("alarms", "--watch");
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
    void staticBindingsAreAddedAndDeleted() {
        ctl.ok("static", "add", "udp", "[2001:db8:1::53]:53", "203.0.113.9:5353");
        ctl.printed("Added udp [2001:db8:1::53]:53 <-> 203.0.113.9:5353.");
        ctl.nat64.configuredStatics.add(ctl.nat64.staticBindings().get(0));
        ctl.ok("static", "list");
        ctl.printed(
                "PROTOCOL  IPV6            PORT6  IPV4         PORT4  INSTANCE  CONFIGURED",
                "tcp       2001:db8:1::42    443  203.0.113.7    443  nat64     yes",
                "udp       2001:db8:1::53     53  203.0.113.9   5353  nat64     no");
        ctl.ok("static", "replace", "udp", "203.0.113.9:5353", "[2001:db8:1::54]:53");
        ctl.printed("Replaced udp 203.0.113.9:5353 by [2001:db8:1::54]:53 <-> 203.0.113.9:5353.");
        assertEquals("2001:db8:1::54", ctl.nat64.staticBindings().get(1).address6.toString());
        ctl.ok(
                "static",
                "replace",
                "udp",
                "203.0.113.9:5353",
                "[2001:db8:1::54]:53",
                "203.0.113.9:53");
        assertEquals(53, ctl.nat64.staticBindings().get(1).port4);
        ctl.refused(
                "There is no such static binding.",
                "static",
                "replace",
                "udp",
                "203.0.113.9:5353",
                "[2001:db8:1::54]:53");
        ctl.ok(
                "static",
                "replace",
                "udp",
                "203.0.113.9:53",
                "[2001:db8:1::54]:53",
                "203.0.113.9:5353");
        ctl.ok("static", "delete", "udp", "203.0.113.9:5353");
        ctl.refused(
                "There is no such static binding.", "static", "delete", "udp", "203.0.113.9:53");
        ctl.refused(
                "port6: must be 0 to 65535",
                "static",
                "add",
                "udp",
                "[::1]:99999",
                "203.0.113.9:1");
    }

    @Test
    void anInheritedLevelIsThatOfTheLoggerAbove() {
        ctl.ok("log-level", "org.isthmus.core", "inherit");
        ctl.printed("org.isthmus.core logs as the logger above it.");
    }

    @Test
    void oneLoggerIsShownWithTheLevelItHas() {
        ctl.ok("log-level", "org.isthmus");
        ctl.printed("LOGGER       LEVEL", "org.isthmus  info");
        ctl.ok("log-level", "org.isthmus.core");
        ctl.printed("LOGGER            LEVEL", "org.isthmus.core  info");
        ctl.ok("log-level", "org.isthmusx", "-o", "csv");
        ctl.printed("logger,level", "org.isthmusx,warn");
        ctl.ok("log-level", "root", "-o", "json");
        ctl.printed("{", "  \"logger\" : \"root\",", "  \"level\" : \"warn\"", "}");
    }

    @Test
    void stateIsPrinted() {
        ctl.ok("bindings", "--ipv6", "2001:db8:1::3");
        ctl.printed(
                "PROTOCOL  IPV6           PORT6  IPV4         PORT4  PORTS  EXPIRES               STATIC"
                        + "  SINCE                 INSTANCE",
                "icmp      2001:db8:1::3     77  203.0.113.7     77      1  2026-01-31T10:05:00Z  no    "
                        + "  2026-01-31T10:00:00Z  nat64");
        ctl.ok("subscribers");
        ctl.printed(
                "IPV6             TCP-BINDINGS  UDP-BINDINGS  ICMP-BINDINGS  REFUSED  INSTANCE  "
                        + "BLOCKS",
                "2001:db8:1::/64             1             1              1        5  nat64     "
                        + "tcp 203.0.113.7:4224-4287");
        ctl.ok("source-bindings");
        ctl.printed(
                "ADDRESS        PORT            VLAN  STATE",
                "192.0.2.130    device:leaf1/3     -  bound",
                "2001:db8:1::1  device:leaf1/3     7  tested");
        ctl.ok("devices");
        ctl.printed(
                "ID             STATE  TRANSLATOR  INTENDED-ENTRIES  REFUSED  TRANSLATED  PUNTED  DROPS"
                        + "  CAPABILITIES",
                "device:leaf1   ready  yes                       12        0         190    1700      3"
                        + "  binding-counters punt-meter",
                "device:spine1  down   no                         0        2           -       -      -"
                        + "  -");
        ctl.ok("tables");
        ctl.printed(
                "DEVICE        TABLE      SIZE   USED   FREE",
                "device:leaf1  bib4      65536      3  65533",
                "device:leaf1  eam4_dst  16384  16384      0");
        ctl.ok("stats");
        ctl.printed(
                "KIND     NAME                   VALUE",
                "counter  punts                      7",
                "counter  refused_no_ports           2",
                "gauge    subscribers                3",
                "mean     binding_setup_seconds  0.002");
        ctl.ok("stats", "--explain");
        ctl.printed(
                "KIND     NAME                   VALUE  MEANING",
                "counter  punts                      7  "
                        + "Packets that switches sent up, and that were handled",
                "counter  refused_no_ports           2  "
                        + "New bindings and sessions that were refused: no port is free",
                "gauge    subscribers                3  Subscribers that hold ports",
                "mean     binding_setup_seconds  0.002  "
                        + "From the first packet of a binding until all translators have it, in"
                        + " seconds");
        ctl.ok("stats", "--explain", "-o", "json");
        assertTrue(ctl.out.contains("nat64_refused_total{reason=\\\"no_ports\\\"}"), ctl.out);
        ctl.ok("instances", "-o", "csv");
        assertTrue(
                ctl.out.contains("nat64,1,64:ff9b:1::/96,64,16,0,300,60,7440,240,240,120"),
                ctl.out);
    }

    @Test
    void holderIsFound() {
        ctl.ok("who-had", "203.0.113.7:4242", "--protocol", "tcp", "--at", "2026-01-31T10:01:00Z");
        ctl.printed(
                "IPV6             PROTOCOL  IPV4         FIRST-PORT  LAST-PORT  SINCE                 ADOPTED"
                        + "  DETERMINISTIC",
                "2001:db8:1::/64  tcp       203.0.113.7        4224       4287  "
                        + "2026-01-31T10:00:00Z  no       no");
        ctl.ok("who-had", "203.0.113.7:4242", "-o", "json");
        assertTrue(ctl.out.contains("\"at\" : \"2026-01-31T10:01:00Z\""), ctl.out);
        ctl.refused(
                "at: must be a time such as 2026-01-31T10:32:00Z, not noon",
                "who-had",
                "203.0.113.7:4242",
                "--at",
                "noon");
    }

    @Test
    void healthIsAnExitCode() {
        ctl.ok("health");
        ctl.printed("healthy");
        ctl.nat64.troubles.add("device:leaf1 is down.");
        ctl.refused("device:leaf1 is down.", "health");
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
    void fabricIsListedPartByPart() {
        ctl.ok("fabric", "devices");
        ctl.printed(
                "ID             STATE  TRANSLATOR  MAC                LOOPBACKS",
                "device:leaf1   ready  yes         02:00:00:00:00:01  192.0.2.201",
                "device:spine1  down   no          02:00:00:00:00:02  192.0.2.202");
        ctl.ok("fabric", "links");
        ctl.printed(
                "A               B                 MTU  UP",
                "device:leaf1/1  device:spine1/1  1528  no");
        ctl.ok("fabric", "interfaces");
        ctl.printed(
                "PORT            NAME  UP   VLAN   MTU  SOURCE-VALIDATION  IPS",
                "device:leaf1/3  h1    yes     -  1500  loose              192.0.2.129/26"
                        + " 2001:db8:1::ff/64");
        ctl.ok("fabric", "ports", "-o", "csv");
        assertTrue(
                ctl.out.contains("device:leaf1/1,10,1000,20,2000,2026-01-31T10:00:00Z"), ctl.out);
        ctl.ok("-o", "json", "fabric", "hosts");
        assertTrue(ctl.out.contains("\"links\""), "the server's answer: " + ctl.out);
    }

    @Test
    void pathNamesDevicesAndTheLinksBetween() {
        ctl.ok("path", "tcp", "203.0.113.7:4242", "--peer", "192.0.2.80", "-o", "csv");
        ctl.printed(
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
        ctl.refused("There is no such binding.", "path", "udp", "203.0.113.7:4242");
    }

    @Test
    void exportersAreListed() {
        ctl.columns = 140;
        ctl.ok("exporters", "-o", "csv");
        ctl.printed(
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
        ctl.ok("alarms");
        ctl.printed(
                "SEVERITY  SINCE                 MESSAGE",
                "major     2026-01-31T10:00:00Z  device:leaf1 is down.",
                "warning   2026-01-31T10:00:00Z  The link of device:leaf1/1 and device:spine1/1"
                        + " is down.");
    }
}
