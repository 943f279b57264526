// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the NAT64 of a running-config of Cisco IOS XE. */
class ImportIosXeTest extends ImportCase {
    private JsonNode config(String... lines) throws IOException {
        return ok("ios-xe", file("run.cfg", lines));
    }

    private void faulty(String fault, String... lines) throws IOException {
        assertEquals(2, run("ios-xe", file("run.cfg", lines)), ctl.out);
        said("nat64ctl: run.cfg:" + fault);
    }

    @Test
    void keywordsAreOfAnyCase() throws IOException {
        same(
                "{'instances':[{'name':'ios-xe','prefix':'2001:db8:64::/96'}],'pools':[{'name':'ios-xe',"
                        + "'instance':'ios-xe','prefixes':['203.0.113.16/29']}],"
                        + "'eamt':[{'instance':'ios-xe','ipv4':'198.51.100.7/32','ipv6':'2001:db8:1::7/128'}],"
                        + "'static':[{'instance':'ios-xe','protocol':'tcp','ipv6':'2001:db8:1::80',"
                        + "'port6':8080,'ipv4':'203.0.113.17','port4':80},"
                        + "{'instance':'ios-xe','protocol':'udp','ipv6':'2001:db8:1::53','port6':53,"
                        + "'ipv4':'203.0.113.17','port4':53}]}",
                config(
                        "NAT64 Prefix Stateful 2001:DB8:64::/96",
                        "nat64 V6V4 static 2001:DB8:1::7 198.51.100.7",
                        "nat64 v6v4 STATIC tcp 2001:DB8:1::80 8080 203.0.113.17 80",
                        "nat64 v6v4 static UDP 2001:DB8:1::53 53 203.0.113.17 53",
                        "nat64 v6v4 LIST Hosts POOL Edge OVERLOAD",
                        "nat64 v4 Pool Edge 203.0.113.16 203.0.113.23",
                        "IPv6 Access-List Hosts",
                        " Permit IPv6 Any Any"));
        said("run.cfg:8 Permit IPv6 Any Any: not needed: every host may use the pools");
        said("Taken over: 1 instance, 1 pool, 1 EAM, 2 static bindings. Changed: 0. Dropped: 0.");
    }

    @Test
    void rangesBecomeTheFewestPrefixes() throws IOException {
        same(
                "['203.0.113.3/32','203.0.113.4/30','203.0.113.8/31']",
                config(
                                "nat64 v4 pool P 203.0.113.3 203.0.113.9",
                                "nat64 v6v4 list L pool P overload")
                        .at("/pools/0/prefixes"));
    }

    /** Whatever a running-config has beside NAT64 is nobody's business here. */
    @Test
    void otherStatementsArePassedOver() throws IOException {
        same(
                "{}",
                config(
                        "version 17.9",
                        "!",
                        "interface",
                        "interface GigabitEthernet1",
                        " ip nat inside",
                        " ipv6 address 2001:DB8:1::1/64",
                        "ipv6 access-list OTHER",
                        " permit tcp any any eq 22",
                        "ipv6 access-list log-update threshold 5",
                        "ip nat inside source list 1 pool P overload",
                        "router bgp 64500",
                        " address-family ipv6 vrf RED",
                        "end"));
        assertEquals("Taken over: nothing. Changed: 0. Dropped: 0.\n", ctl.err);
    }

    /** Without a prefix it is the well-known one, or what is given. */
    @Test
    void prefixMayBeThatOfAnInterface() throws IOException {
        String list = "nat64 v6v4 static 2001:DB8:1::7 198.51.100.7";
        assertEquals("64:ff9b::/96", config(list).at("/instances/0/prefix").textValue());
        JsonNode given =
                ok(
                        "ios-xe",
                        file("run.cfg", list),
                        "--prefix",
                        "2001:db8:66::/96",
                        "--instance",
                        "x");
        same("[{'name':'x','prefix':'2001:db8:66::/96'}]", given.path("instances"));
        String[] of = {
            "interface Gi1",
            "  nat64 prefix stateful 2001:DB8:64::/96",
            "!",
            list,
            "interface Gi2",
            "  nat64 prefix stateful 2001:DB8:65::/96",
            "interface Gi3",
            "  nat64 prefix stateful 2001:DB8:64::/96",
        };
        assertEquals("2001:db8:64::/96", config(of).at("/instances/0/prefix").textValue());
        said(
                "run.cfg:6 nat64 prefix stateful 2001:DB8:65::/96: dropped: an instance has one"
                        + " prefix, that of run.cfg:2: another needs an instance, with a pool of its own");
        said(
                "run.cfg:8 nat64 prefix stateful 2001:DB8:64::/96: not needed: every interface has"
                        + " that of run.cfg:2");
        of[2] = "nat64 prefix stateful 2001:DB8:63::/96";
        assertEquals("2001:db8:63::/96", config(of).at("/instances/0/prefix").textValue());
        assertTrue(ctl.err.contains("run.cfg:2 "), ctl.err);
    }

    /** IOS XE takes it as an address on the prefix. */
    @Test
    void prefixMayBeWrittenAsAnAddress() throws IOException {
        String line = "nat64 prefix stateful 2001:DB8:0:1::1/96";
        String list = "nat64 v6v4 static 2001:DB8:1::7 198.51.100.7";
        assertEquals("2001:db8:0:1::/96", config(line, list).at("/instances/0/prefix").textValue());
        said(
                "run.cfg:1 2001:DB8:0:1::1/96: changed: is 2001:db8:0:1::/96: bits behind the"
                        + " length are cleared");
        faulty(
                "1: not a prefix length of 0 to 128: 2001:DB8::1/129",
                "nat64 prefix stateful 2001:DB8::1/129");
    }

    /** Some print all lines further to the right. */
    @Test
    void vrfsBecomeInstances() throws IOException {
        same(
                "{'instances':[{'name':'ios-xe','prefix':'2001:db8:61::/96','id':1},"
                        + "{'name':'ios-xe-vrf-BLUE','prefix':'2001:db8:63::/96','id':2},"
                        + "{'name':'ios-xe-vrf-RED','prefix':'2001:db8:62::/96','id':3}],"
                        + "'pools':[{'name':'ios-xe-vrf-RED','instance':'ios-xe-vrf-RED',"
                        + "'prefixes':['203.0.113.0/30']}],'eamt':[{'instance':'ios-xe-vrf-RED',"
                        + "'ipv4':'198.51.100.7/32','ipv6':'2001:db8:1::7/128'}],"
                        + "'static':[{'instance':'ios-xe-vrf-RED','protocol':'tcp',"
                        + "'ipv6':'2001:db8:1::80','port6':80,'ipv4':'203.0.113.1','port4':80}]}",
                config(
                        "  nat64 prefix stateful 2001:DB8:61::/96",
                        "  nat64 prefix stateful 2001:DB8:62::/96 vrf RED",
                        "  interface Gi1",
                        "   vrf forwarding BLUE",
                        "   nat64 prefix stateful 2001:DB8:63::/96",
                        "  nat64 v4 pool P 203.0.113.0 203.0.113.3",
                        "  nat64 v6v4 list L pool P redundancy 1 mapping-id 7 vrf RED overload",
                        "  nat64 v6v4 static 2001:DB8:1::7 198.51.100.7 vrf RED match-in-vrf",
                        "  nat64 v6v4 static tcp 2001:DB8:1::80 80 203.0.113.1 80 vrf RED colour red"));
        said("run.cfg:2 vrf RED: changed: instance ios-xe-vrf-RED, in one network with all others");
        said(
                "run.cfg:7 redundancy 1 mapping-id 7: dropped: the controller has the bindings of"
                        + " all switches");
        said("run.cfg:9 colour red: dropped: there is nothing like it here");
        assertFalse(ctl.err.contains("match-in-vrf"), ctl.err);
    }

    @Test
    void whoMayUseAPoolIsSaid() throws IOException {
        JsonNode nat64 =
                config(
                        "nat64 v4 pool P 203.0.113.0 203.0.113.0",
                        "nat64 v4 pool Q 203.0.113.8 203.0.113.8",
                        "nat64 v4 pool IDLE 203.0.113.9 203.0.113.9",
                        "nat64 v6v4 list L pool P overload",
                        "nat64 v6v4 list L pool Q",
                        "nat64 v6v4 list GONE pool Q overload",
                        "ipv6 access-list L",
                        " remark homes",
                        " sequence 10 permit ipv6 2001:DB8:1::/64 any",
                        " sequence 20 permit ipv6 any any sequence 20",
                        " deny ipv6 any host 64:FF9B::1",
                        "ipv6 access-list UNUSED",
                        " permit ipv6 any any");
        assertEquals(2, nat64.path("pools").size());
        said(
                "run.cfg:3 nat64 v4 pool IDLE 203.0.113.9 203.0.113.9: dropped: no nat64 v6v4 list uses it");
        said(
                "run.cfg:5 nat64 v6v4 list L pool Q: changed: hosts share addresses, as with"
                        + " overload; who has to have an address for itself gets an EAM");
        said(
                "run.cfg:6 list GONE: dropped: is in no file; every host that reaches a port may use"
                        + " the pool");
        said(
                "run.cfg:9 sequence 10 permit ipv6 2001:DB8:1::/64 any: dropped: every host may use"
                        + " the pools; sourceValidation of a device and the routers before it say who"
                        + " sends");
        said(
                "run.cfg:10 sequence 20 permit ipv6 any any sequence 20: not needed: every host may"
                        + " use the pools");
        said(
                "run.cfg:11 deny ipv6 any host 64:FF9B::1: dropped: no host is kept from pools;"
                        + " destinations are, by denied and deniedServices of the instance");
        assertFalse(ctl.err.contains("run.cfg:8 ") || ctl.err.contains("run.cfg:13 "), ctl.err);
        said("Taken over: 1 instance, 2 pools. Changed: 1. Dropped: 4.");
    }

    /** What was copied by way of a form or a mail may have lost its blanks. */
    @Test
    void aListWithoutEntriesIsNamed() throws IOException {
        config(
                "ipv6 access-list L",
                "permit ipv6 2001:DB8:1::/64 any",
                "nat64 v4 pool P 203.0.113.0 203.0.113.0",
                "nat64 v6v4 list L pool P overload");
        said(
                "run.cfg:4 list L: dropped: no entries stand further to the right behind it; every"
                        + " host that reaches a port may use the pool");
        said("Taken over: 1 instance, 1 pool. Changed: 0. Dropped: 1.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "timeout udp 400 | | 'udpTimeout':400",
                "timeout udp 1 | 1: changed: 120 seconds is the least here | 'udpTimeout':120",
                "timeout TCP 9000 | | 'tcpEstablishedTimeout':9000",
                "timeout tcp-transient 300 | | 'tcpTransitoryTimeout':300",
                "timeout icmp 90 | | 'icmpTimeout':90",
                "timeout bind 90 | nat64 translation timeout bind 90: dropped: a binding lives as long as its sessions |",
                "timeout dns 90 | nat64 translation timeout dns 90: dropped: there is no such lifetime |",
                "max-entries 5000 | nat64 translation max-entries 5000: changed: bindings are counted, and those of each instance apart | 'maxBindings':5000",
                "timeout udp 400 x 2 | x 2: dropped: there is nothing like it here | 'udpTimeout':400",
                "max-entries 5000 vrf RED | nat64 translation max-entries 5000 vrf RED: changed: is of all instances, not of one VRF | 'maxBindings':5000",
            })
    void limitsHaveAFieldOrALine(String limit, String said, String field) throws IOException {
        String line = "nat64 translation " + limit;
        JsonNode nat64 = config("nat64 prefix stateful 2001:DB8:64::/96", line);
        String more = field == null ? "" : "," + field;
        same(
                "[{'name':'ios-xe','prefix':'2001:db8:64::/96'" + more + "}]",
                nat64.path("instances"));
        assertEquals(said != null, ctl.err.contains("run.cfg:2"), ctl.err);
        if (said != null) {
            said("run.cfg:2 " + said);
        }
        if (field != null) {
            same("{}", config(line));
            said("run.cfg:1 " + line + ": dropped: nothing is translated");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nat64 enable | every interface in ports translates, both ways: give one the addresses of Gi0/0/1",
                "nat64 prefix stateless v6v4 2001:DB8::/96 | without state, hosts are mapped by EAMs",
                "nat64 route 192.0.2.0/24 Gi0/0/1 | what is translated follows from prefixes",
                "nat64 map-t domain 1 | there is no MAP",
                "nat64 map-e domain 1 | there is no MAP",
                "nat64 provisioning mode x | there is no MAP",
                "nat64 logging translations flow-export v9 udp destination 192.0.2.9 2055 | the mapping log says",
                "nat64 service ftp | there is no ALG",
                "nat64 v4v6 static 192.0.2.1 2001:DB8::1 | an EAM with host ipv4 gives",
                "nat64 switchover replicate http enable | there is nothing like it here",
                "no nat64 v4 pool P 192.0.2.1 192.0.2.1 | takes back another line",
                "nat64 v6v4 list L interface Gi1 overload | a pool has addresses of its own",
            })
    void statementsWithoutAnEquivalentAreNamed(String line, String reason) throws IOException {
        same("{}", config("interface Gi0/0/1", " " + line));
        assertTrue(ctl.err.startsWith("run.cfg:2 " + line + ": dropped: " + reason), ctl.err);
        assertEquals(2, ctl.err.split("\n").length, ctl.err);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ipv6 nd ra nat64-prefix 2001:DB8:64::/96 | router advertisements have the instances' prefixes",
                "no nat64 service ftp | there is no ALG",
            })
    void whatIsSoAnywayIsNotNeeded(String line, String reason) throws IOException {
        config("interface Gi1", " " + line);
        said("run.cfg:2 " + line + ": not needed: " + reason);
    }

    /** Bindings need no pool on IOS XE. */
    @Test
    void addressOfABindingBecomesAPool() throws IOException {
        same(
                "[{'name':'ios-xe','instance':'ios-xe','prefixes':['203.0.113.17/32']}]",
                config(
                                "nat64 v6v4 static tcp 2001:DB8:1::80 80 203.0.113.17 80",
                                "nat64 v6v4 static tcp 2001:DB8:1::80 443 203.0.113.17 443")
                        .path("pools"));
        said(
                "run.cfg:1 203.0.113.17: changed: a pool of its own, as it is in no other: hosts"
                        + " get its other ports");
        said("Taken over: 1 instance, 1 pool, 2 static bindings. Changed: 1. Dropped: 0.");
    }

    @Test
    void faultsAreNamed() throws IOException {
        faulty("1: not an IPv6 address: x", "nat64 prefix stateful x/96");
        faulty(
                "2: a second prefix, there is one at run.cfg:1",
                "nat64 prefix stateful 2001:DB8:1::/96",
                "nat64 prefix stateful 2001:DB8:2::/96");
        faulty("1: needs a list and a pool", "nat64 v6v4 list L pool");
        faulty("1: there is no nat64 v4 pool P", "nat64 v6v4 list L pool P");
        faulty(
                "2: there is a pool P at run.cfg:1",
                "nat64 v4 pool P 203.0.113.1 203.0.113.1",
                "nat64 v4 pool P 203.0.113.2 203.0.113.2");
        faulty(
                "1: the last address is before the first: 203.0.113.9-203.0.113.8",
                "nat64 v4 pool P 203.0.113.9 203.0.113.8");
        faulty(
                "3: pool P is that of another VRF, run.cfg:2: an address serves one instance",
                "nat64 v4 pool P 203.0.113.1 203.0.113.1",
                "nat64 v6v4 list L pool P vrf RED overload",
                "nat64 v6v4 list L pool P overload");
        faulty("1: not a number: soon", "nat64 translation timeout udp soon");
        faulty("1: not a port: 99999", "nat64 v6v4 static udp 2001:DB8::1 99999 203.0.113.1 80");
    }

    /** What the controller would refuse has its place in the file. */
    @Test
    void collisionsAreNamed() throws IOException {
        String prefix = "nat64 prefix stateful 2001:DB8:64::/96";
        String list = "nat64 v6v4 list L pool ";
        faulty(
                "3: apps.org.isthmus.nat64.pools[1].prefixes[0]: 203.0.113.4/30 overlaps 203.0.113.0/29 (pool ios-xe)",
                prefix,
                "nat64 v4 pool P 203.0.113.0 203.0.113.7",
                "nat64 v4 pool Q 203.0.113.4 203.0.113.9",
                list + "P overload",
                list + "Q overload");
        faulty(
                "4: apps.org.isthmus.nat64.eamt[0].ipv4: 203.0.113.7/32 overlaps 203.0.113.0/29 (pool ios-xe)",
                prefix,
                "nat64 v4 pool P 203.0.113.0 203.0.113.7",
                list + "P overload",
                "nat64 v6v4 static 2001:DB8:1::7 203.0.113.7");
        faulty(
                "2: apps.org.isthmus.nat64.instances[0].prefix: length must be 32, 40, 48, 56, 64 or 96 (RFC 6052 section 2.2): 2001:db8:64::/95",
                "nat64 v6v4 static 2001:DB8:1::7 198.51.100.7",
                "nat64 prefix stateful 2001:DB8:64::/95");
    }
}
