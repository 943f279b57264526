// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the configuration of Jool's instances. */
class ImportJoolTest extends ImportCase {
    private String jool(String... lines) throws IOException {
        return file("jool.json", lines);
    }

    /** Each field of Jool's global has a line, or a field here. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "manually-enabled | true | not needed: | ",
                "manually-enabled | false | dropped: | ",
                "lowest-ipv6-mtu | 1400 | | options lowestIpv6Mtu 1400",
                "lowest-ipv6-mtu | 1000 | changed: 1280 bytes is the least | options lowestIpv6Mtu 1280",
                "logging-debug | false | not needed: | ",
                "logging-debug | true | dropped: | ",
                "mtu-plateaus | [68,296,508,1006,1492,2002,4352,8166,17914,32000,65535] | not needed: | ",
                "trace | false | not needed: packets are not logged | ",
                "trace | true | dropped: packets are not logged | ",
                "mapt | {'a': 6} | dropped: there is no MAP | ",
                "mtu-plateaus | [1400] | dropped: | ",
                "amend-udp-checksum-zero | true | | options zeroUdpChecksum 'compute'",
                "amend-udp-checksum-zero | false | | options zeroUdpChecksum 'drop'",
                "eam-hairpin-mode | 'intrinsic' | not needed: | ",
                "eam-hairpin-mode | 1 | dropped: | ",
                "randomize-rfc6791-addresses | false | dropped: | ",
                "rfc6791v6-prefix | null | not needed: | ",
                "rfc6791v6-prefix | '2001:db8::/64' | dropped: | ",
                "rfc6791v4-prefix | null | | ",
                "rfc6791v4-prefix | '198.51.100.0/29' | | options errorSources ['198.51.100.0/29']",
                "drop-externally-initiated-tcp | true | dropped: | ",
                "drop-externally-initiated-tcp | false | not needed: | ",
                "drop-icmpv6-info | true | changed: | instances deniedServices [{'protocol':'icmp'}]",
                "drop-icmpv6-info | false | | ",
                "source-icmpv6-errors-better | false | dropped: | ",
                "f-args | 11 | dropped: | ",
                "handle-rst-during-fin-rcv | true | not needed: | ",
                "tcp-est-timeout | '3:00:00' | | instances tcpEstablishedTimeout 10800",
                "tcp-est-timeout | '2:00:00' | changed: 7440 seconds is the least | instances tcpEstablishedTimeout 7440",
                "tcp-trans-timeout | '5:00' | | instances tcpTransitoryTimeout 300",
                "udp-timeout | '300.500' | | instances udpTimeout 301",
                "udp-timeout | 400 | | instances udpTimeout 400",
                "icmp-timeout | '1:00.000' | | instances icmpTimeout 60",
                "logging-bib | true | | options logBindings true",
                "logging-bib | false | not needed: | ",
                "logging-session | true | dropped: | ",
                "ss-enabled | true | dropped: | ",
                "ss-enabled | false | not needed: | ",
                "ss-capacity | 512 | not needed: | ",
                "zeroize-traffic-class | true | dropped: | ",
                "zeroize-traffic-class | false | | ",
                "override-tos | true | changed: | options tos '0'",
                "tos | 3 | not needed: | ",
                "colour | 'red' | dropped: no field of Jool | ",
            })
    void globalsHaveAFieldOrALine(String key, String value, String said, String becomes)
            throws IOException {
        String file =
                jool(
                        "{'instance': 'i', 'global': {'pool6': '2001:db8:64::/96',",
                        "'" + key + "': " + value + "}, 'pool4': []}");
        JsonNode nat64 = ok("jool", file);
        boolean named = ctl.err.contains("jool.json:2: global." + key + " ");
        assertEquals(said != null, named, ctl.err);
        assertTrue(said == null || ctl.err.contains(": " + said), ctl.err);
        JsonNode options = nat64.path("options");
        ((ObjectNode) nat64.get("instances").get(0)).remove(List.of("name", "prefix"));
        if (becomes == null) {
            same("[{}]", nat64.path("instances"));
            assertTrue(options.isMissingNode(), ctl.out);
            return;
        }
        String[] words = becomes.split(" ", 3);
        JsonNode where = words[0].equals("options") ? options : nat64.path("instances").get(0);
        same("{'" + words[1] + "':" + words[2] + "}", where);
    }

    @Test
    void tosAndTrafficClassAreOneOption() throws IOException {
        String file =
                jool(
                        "{'global': {'pool6': '2001:db8:64::/96', 'zeroize-traffic-class': true,",
                        "'override-tos': true, 'tos': 8}}");
        same("{'tos':'8'}", ok("jool", file).path("options"));
        assertFalse(ctl.err.contains("traffic"), ctl.err);
    }

    /** Addresses with the same ranges are one pool, whatever prefixes they were written as. */
    @Test
    void pool4BecomesPoolsOfOneRangeOfEachProtocol() throws IOException {
        String file =
                jool(
                        "{'instance': 'i', 'global': {'pool6': '2001:db8:64::/96',",
                        "'maximum-simultaneous-opens': 10}, 'POOL4': [",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.0/30', 'port range': '2048-65535'},",
                        "{'protocol': 'udp', 'prefix': '203.0.113.0/31', 'port range': '2048-65535'},",
                        "{'protocol': 'UDP', 'prefix': '203.0.113.2/31', 'port range': '2048-4095'},",
                        "{'protocol': 'UDP', 'prefix': '203.0.113.2/31', 'port range': '4096-65535'},",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.1', 'port range': '80'},",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.9', 'port range': '80'},",
                        "{'protocol': 'ICMP', 'prefix': '203.0.113.9', 'max-iterations': 'auto'},",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.8', 'mark': 4}]}");
        same(
                "[{'name':'i','instance':'i','prefixes':['203.0.113.0/30'],'ports':"
                        + "{'icmp':'0-65535','tcp':'2048-65535','udp':'2048-65535'},"
                        + "'holdSyns':true},"
                        + "{'name':'i-2','instance':'i','prefixes':['203.0.113.9/32'],'ports':"
                        + "{'icmp':'61001-65535','tcp':'64-127','udp':'1024-65535'},"
                        + "'holdSyns':true}]",
                ok("jool", file).path("pools"));
        said(
                "jool.json:3: POOL4[0] 203.0.113.0/30 ICMP none: changed: a pool is for all three: 0-65535");
        said(
                "jool.json:7: POOL4[4] 203.0.113.1/32 TCP 80: dropped: a pool has one range of a"
                        + " protocol, 2048-65535; static bindings may have any port of its addresses");
        said(
                "jool.json:8: POOL4[5] 203.0.113.9/32 TCP 80: changed: 64-127 are handed out, in blocks of 64");
        said(
                "jool.json:9: POOL4[6] 203.0.113.9/32 ICMP 61001-65535: changed: 61056-65535 are"
                        + " handed out, in blocks of 64");
        assertTrue(
                ctl.err.contains("POOL4[7].mark 203.0.113.8/32 with mark 4: dropped: "), ctl.err);
    }

    /** pool6 and others stand beside global there; a time is a number of seconds. */
    @Test
    void jool35IsRead() throws IOException {
        String file =
                jool(
                        "{'Pool6': '2001:db8:64::/96', 'global': {'tcp-est-timeout': 9000},",
                        "'blacklist': ['198.51.100.7'], 'pool6791': ['198.51.100.240/29'],",
                        "'eamt': [{'ipv6 Prefix': '2001:db8:a::/124', 'ipv4 Prefix': '192.0.2.0/28'}]}");
        same(
                "{'instances':[{'name':'default','prefix':'2001:db8:64::/96',"
                        + "'tcpEstablishedTimeout':9000,'denied':['198.51.100.7/32']}],"
                        + "'eamt':[{'instance':'default','ipv4':'192.0.2.0/28',"
                        + "'ipv6':'2001:db8:a::/124'}],"
                        + "'options':{'errorSources':['198.51.100.240/29']}}",
                ok("jool", file));
    }

    @Test
    void severalInstancesHaveIds() throws IOException {
        String a = "{'instance': 'a b', 'global': {'pool6': '2001:db8:1::/96'}}";
        String b = "{'instance': 'b', 'global': {'pool6': '2001:db8:2::/96'}}";
        String expected =
                "[{'name':'a-b','prefix':'2001:db8:1::/96','id':1},"
                        + "{'name':'b','prefix':'2001:db8:2::/96','id':2}]";
        same(expected, ok("jool", jool("[" + a + ", " + b + "]")).path("instances"));
        said(
                "jool.json:1: [0].instance a b: changed: the name is a-b: letters, digits and ._- alone");
        same(expected, ok("jool", jool(a, b)).path("instances"));
        String other = file("b.json", b);
        same(expected, ok("jool", jool(a), other).path("instances"));
        refused(
                "b.json:1: instance: there is an instance b already, jool.json:1: instance",
                "jool",
                jool(b),
                other);
        refused(
                "b.json:1: instance: there is an instance c already, jool.json:1: instance",
                "jool",
                "--instance",
                "c",
                jool(a),
                other);
    }

    /** Each has the first number that no pool has. */
    @Test
    void poolsOfAnInstanceAreNumbered() throws IOException {
        String file =
                jool(
                        "{'instance': 'i', 'global': {'pool6': '2001:db8:64::/96'}, 'pool4': [",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.31', 'port range': '1024-2047'},",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.33', 'port range': '2048-4095'},",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.35', 'port range': '4096-8191'},",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.37', 'port range': '8192-9215'}]}");
        String base =
                netcfg(
                        "{'name': 'old', 'prefix': '2001:db8:6::/96'}",
                        ", 'pools': [{'name': 'i-2', 'prefixes': ['203.0.113.16']},"
                                + " {'name': 'i-4', 'prefixes': ['203.0.113.17']}]");
        assertEquals(0, run("jool", file, "--netcfg", base), ctl.err);
        List<String> names = new ArrayList<>();
        nat64(ctl.out).path("pools").forEach(p -> names.add(p.path("name").textValue()));
        assertEquals(List.of("i-2", "i-4", "i", "i-3", "i-5", "i-6"), names);
    }

    @Test
    void netcfgIsAddedTo() throws IOException {
        String file =
                jool(
                        "{'instance': 'new', 'global': {'pool6': '2001:db8:64::/96',",
                        "'lowest-ipv6-mtu': 1400, 'logging-bib': true},",
                        "'pool4': [{'protocol': 'TCP', 'prefix': '203.0.113.8'}]}");
        String base =
                netcfg(
                        "{'name': 'old', 'prefix': '2001:db8:6::/96'}",
                        ", 'pools': [{'name': 'new', 'prefixes': ['203.0.113.16']}],"
                                + " 'eamt': [{'ipv4': '192.0.2.1', 'ipv6': '2001:db8:9::1'}],"
                                + " 'options': {'lowestIpv6Mtu': 1500}");
        String to = dir.resolve("out.json").toString();
        assertEquals(0, run("jool", file, "--netcfg", base, "--to", to), ctl.err);
        assertEquals("", ctl.out);
        JsonNode all = MAPPER.readTree(Path.of(to).toFile());
        assertTrue(all.path("devices").has("device:leaf1"), all.toString());
        JsonNode nat64 = nat64(all.toString());
        same(
                "[{'name':'old','prefix':'2001:db8:6::/96','id':1},"
                        + "{'name':'new','prefix':'2001:db8:64::/96','id':2}]",
                nat64.path("instances"));
        assertEquals("old", nat64.at("/pools/0/instance").textValue());
        assertEquals("new-2", nat64.at("/pools/1/name").textValue());
        same("{'lowestIpv6Mtu':1500,'logBindings':true}", nat64.path("options"));
        assertTrue(
                ctl.err.contains(
                        "jool.json:2: global.lowest-ipv6-mtu 1400: dropped: netcfg.json has"
                                + " options.lowestIpv6Mtu 1500, for all instances"),
                ctl.err);
        assertTrue(ctl.err.contains("\nwarning: "), ctl.err);
        said("Taken over: 1 instance, 1 pool. Changed: 3. Dropped: 1.");
        refused(
                "jool.json:1: instance: netcfg.json has an instance old: give another by --instance",
                "jool",
                file,
                "--instance",
                "old",
                "--netcfg",
                base);
    }

    /** The reader of the controller refuses it; the place is that in the file. */
    @Test
    void refusalsHaveTheirPlace() throws IOException {
        String file =
                jool(
                        "{'global': {'pool6': '2001:db8:64::/96'}, 'pool4': [",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.0/29'}], 'bib': [",
                        "{'protocol': 'TCP', 'ipv6 address': '2001:db8::1#80', 'ipv4 address': '203.0.113.99#80'}]}");
        refused(
                "jool.json:3: bib[0]: apps.org.isthmus.nat64.static[0].ipv4: 203.0.113.99 is in no"
                        + " pool of instance default",
                "jool",
                file);
        String base = netcfg("", "");
        file =
                jool(
                        "{'global': {'pool6': '2001:db8:64::/96'}, 'pool4': [",
                        "{'protocol': 'TCP', 'prefix': '203.0.113.0/29'}]}");
        assertEquals(2, run("jool", file, "--netcfg", base), ctl.out);
        assertTrue(
                ctl.err.contains(
                        "nat64ctl: jool.json:2: pool4[0]: apps.org.isthmus.nat64.pools[0].prefixes[0]: "),
                ctl.err);
        refused("gone.json: there is no such file", "jool", dir.resolve("gone.json").toString());
        refused(
                "bad.json: devices: there is none, so there is nothing to control",
                "jool",
                file,
                "--netcfg",
                file("bad.json", "{}"));
    }

    @Test
    void faultsAreAllNamed() throws IOException {
        refused(
                "jool.json:2: not JSON: Unexpected character ('}' (code 125)): was expecting"
                        + " double-quote to start field name",
                "jool",
                jool("{'instance': 'i',", "}"));
        String file =
                jool(
                        "{'global': {'logging-bib': 'yes', 'udp-timeout': 'soon'},",
                        "'pool4': [{'protocol': 'SCTP', 'prefix': '203.0.113.0/33'},",
                        "{'protocol': 'TCP'}], 'bib': {},",
                        "'eamt': [{'ipv4 prefix': '192.0.2.1/24', 'ipv6 prefix': 'x'}]}");
        assertEquals(2, run("jool", file));
        String faults =
                "nat64ctl: jool.json:1: there is no NAT64 prefix, which an instance needs: give --prefix\n"
                        + "nat64ctl: jool.json:1: global.logging-bib: must be true or false, not yes\n"
                        + "nat64ctl: jool.json:1: global.udp-timeout: must be [[HH:]MM:]SS[.mmm], not soon\n"
                        + "nat64ctl: jool.json:2: pool4[0].protocol: must be TCP, UDP or ICMP: SCTP\n"
                        + "nat64ctl: jool.json:2: pool4[0].prefix: ";
        assertTrue(ctl.err.contains(faults), ctl.err);
        assertTrue(ctl.err.contains("jool.json:3: pool4[1]: has no prefix\n"), ctl.err);
        assertTrue(ctl.err.contains("jool.json:3: bib: must be a list, not {...}\n"), ctl.err);
        assertTrue(
                ctl.err.contains("jool.json:4: eamt[0].ipv4 prefix: bits are set behind"), ctl.err);
        refused(
                "x.csv:1: 3 fields; eamt display --csv has 2, bib 6, pool4 5 or 7; JSON begins with {",
                "jool",
                file("x.csv", "a,b,c"));
    }

    /** Rows of CSV are of the instance of the JSON, of the netcfg, or of one that is made. */
    @Test
    void rowsOfCsvFindTheirInstance() throws IOException {
        String eamt = file("eamt.csv", "2001:db8:a::/124,192.0.2.0/28");
        String row = "'ipv4':'192.0.2.0/28','ipv6':'2001:db8:a::/124'";
        String one = jool("{'instance': 'one', 'global': {'pool6': '2001:db8:64::/96'}}");
        same("[{" + row + ",'instance':'one'}]", ok("jool", eamt, one).path("eamt"));
        String base = netcfg("{'name': 'old', 'prefix': '2001:db8:6::/96'}", "");
        same("[{" + row + ",'instance':'old'}]", ok("jool", eamt, "--netcfg", base).path("eamt"));
        refused(
                "eamt.csv:1: there is no NAT64 prefix, which an instance needs: give --prefix",
                "jool",
                eamt);
        JsonNode made = ok("jool", eamt, "--prefix", "2001:db8:64::/96");
        same("[{" + row + ",'instance':'default'}]", made.path("eamt"));
        String two =
                jool(
                        "{'instance': 'one', 'global': {'pool6': '2001:db8:64::/96'}}",
                        "{'instance': 'two', 'global': {'pool6': '2001:db8:65::/96'}}");
        refused(
                "eamt.csv:1: which instance is it of? --instance names one of one, two",
                "jool",
                eamt,
                two);
    }
}
