// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the NAT64 of a configuration of VPP. */
class ImportVppTest extends ImportCase {
    @Test
    void tenantsOfVppBecomeInstances() throws IOException {
        String file =
                file(
                        "startup.conf",
                        "# tenants",
                        "nat64 enable",
                        "nat64 add prefix 2001:db8:10::/96 tenant-vrf 10",
                        "nat64 add pool address 203.0.113.1",
                        "nat64 add pool address 203.0.113.8 - 203.0.113.9 tenant-vrf 10",
                        "nat64  add static bib 2001:db8::1 1234 203.0.113.8 5678 udp vrf 10",
                        "nat64 add static bib 2001:db8::2 1 203.0.113.8 2 vrf 10 tcp",
                        "set nat64 timeouts udp 400 tcp-trans 100 tcp-incoming-syn 6");
        String timeouts = "'tcpTransitoryTimeout':240,'udpTimeout':400";
        same(
                "{'instances':[{'name':'vpp','prefix':'64:ff9b::/96',"
                        + timeouts
                        + ",'id':1},{'name':'vpp-vrf-10','prefix':'2001:db8:10::/96',"
                        + timeouts
                        + ",'id':2}],'pools':[{'name':'vpp','instance':'vpp',"
                        + "'prefixes':['203.0.113.1']},{'name':'vpp-vrf-10',"
                        + "'instance':'vpp-vrf-10','prefixes':['203.0.113.8-203.0.113.9']}],"
                        + "'static':[{'instance':'vpp-vrf-10','protocol':'udp',"
                        + "'ipv6':'2001:db8::1','port6':1234,'ipv4':'203.0.113.8','port4':5678},"
                        + "{'instance':'vpp-vrf-10','protocol':'tcp',"
                        + "'ipv6':'2001:db8::2','port6':1,'ipv4':'203.0.113.8','port4':2}]}",
                ok("vpp", file));
        said("startup.conf:2 nat64 enable: not needed: what is configured is translated");
        said(
                "startup.conf:4 203.0.113.1: changed: is of the instance"
                        + " without a VRF, not of all tenants");
        said("startup.conf:8 100: changed: 240 seconds is the least here");
        said("startup.conf:8 tcp-incoming-syn 6: dropped: there is no such lifetime");
    }

    @Test
    void tenantsOfVppWithoutAPrefixHaveTheOneGiven() throws IOException {
        JsonNode made =
                ok(
                        "vpp",
                        file("startup.conf", "nat64 add pool address 203.0.113.1"),
                        "--prefix",
                        "2001:db8:66::/96");
        assertEquals("2001:db8:66::/96", made.at("/instances/0/prefix").textValue());
    }

    /** As VPP does: blanks around the dash may be missing, and options may stand anywhere. */
    @Test
    void wordsOfVppMayStandElsewhere() throws IOException {
        String file =
                file(
                        "startup.conf",
                        "nat64 add prefix tenant-vrf 5 2001:db8:10::/96",
                        "nat64 add pool address 203.0.113.8 -203.0.113.9 tenant-vrf 5",
                        "nat64 add pool address tenant-vrf 5 203.0.113.10- 203.0.113.11",
                        "nat64 add static bib vrf 5 2001:db8::1 1 203.0.113.11 2 tcp",
                        "set nat64 timeouts icmp 90 reset udp 400");
        same(
                "{'instances':[{'name':'vpp-vrf-5','prefix':'2001:db8:10::/96',"
                        + "'udpTimeout':400}],'pools':[{'name':'vpp-vrf-5',"
                        + "'instance':'vpp-vrf-5','prefixes':["
                        + "'203.0.113.8-203.0.113.9','203.0.113.10-203.0.113.11']}],"
                        + "'static':[{'instance':'vpp-vrf-5','protocol':'tcp',"
                        + "'ipv6':'2001:db8::1','port6':1,'ipv4':'203.0.113.11','port4':2}]}",
                ok("vpp", file));
    }

    /**
     * As its command line does: words cut short, comments, lines that go on, prefixes as addresses.
     */
    @Test
    void linesOfVppAreReadAsItDoes() throws IOException {
        String file =
                file(
                        "startup.conf",
                        "nat64 add pref 2001:db8:10::1/96 interface eth1 # the first",
                        "nat64 add prefix 2001:db8:10::/96 interface eth2",
                        "nat64 a po addr 203.0.113.8 - \\",
                        "  203.0.113.9",
                        "nat64 add stat bib 2001:db8::1 1 203.0.113.8 2 tcp#",
                        "set nat64 timeouts udp 400 icmp 90",
                        "set nat64 time udp 0");
        same(
                "{'instances':[{'name':'vpp','prefix':'2001:db8:10::/96','icmpTimeout':90}],"
                        + "'pools':[{'name':'vpp','instance':'vpp','prefixes':["
                        + "'203.0.113.8-203.0.113.9']}],"
                        + "'static':[{'instance':'vpp','protocol':'tcp',"
                        + "'ipv6':'2001:db8::1','port6':1,'ipv4':'203.0.113.8','port4':2}]}",
                ok("vpp", file));
        said(
                "startup.conf:1 2001:db8:10::1/96: changed: is 2001:db8:10::/96: bits behind the"
                        + " length are cleared");
    }

    /** An instance without a pool translates nothing. */
    @Test
    void onlyTenantOfVppHasTheAddressesOfAll() throws IOException {
        JsonNode made =
                ok(
                        "vpp",
                        file(
                                "startup.conf",
                                "nat64 add pool address 203.0.113.1",
                                "nat64 add prefix 2001:db8:10::/96 tenant-vrf 10"));
        same("[{'name':'vpp-vrf-10','prefix':'2001:db8:10::/96'}]", made.path("instances"));
        assertEquals("vpp-vrf-10", made.at("/pools/0/instance").textValue());
        said(
                "startup.conf:1 203.0.113.1: changed: is of tenant-vrf 10, which has no other"
                        + " address, not of all tenants");
    }

    /** It falls back to that of VRF 0, which cannot be the prefix of two instances. */
    @Test
    void tenantOfVppWithoutAPrefixIsNamed() throws IOException {
        String file =
                file(
                        "startup.conf",
                        "nat64 add prefix 2001:db8:10::/96",
                        "nat64 add pool address 203.0.113.1 tenant-vrf 10");
        assertEquals(2, run("vpp", file), ctl.out);
        said(
                "nat64ctl: startup.conf:2: apps.org.isthmus.nat64.instances[1].prefix:"
                        + " 2001:db8:10::/96 overlaps 2001:db8:10::/96 (instance vpp)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nat64 plugin disable | no command of VPP's NAT64 that has an equivalent",
                "set interface nat64 in eth0 | every interface in ports",
                "set int ip address eth0 192.0.2.1/24 | no command of NAT64",
                "nat64 add interface address eth0 | a pool has addresses of its own",
                "nat64 add pool address 203.0.113.1 del | takes back another line",
                "nat64 add pool address 203.0.113.1 del tenant-vrf 10 | takes back another line",
                "nat64 add static bib 2001:db8::1 203.0.113.1 47 | bindings are of TCP",
                "nat64 add static bib 2001:db8::1 203.0.113.1 47 vrf 10 | bindings are of TCP",
            })
    void linesOfVppWithoutAnEquivalentAreNamed(String line, String reason) throws IOException {
        same("{}", ok("vpp", file("startup.conf", line)));
        assertTrue(ctl.err.startsWith("startup.conf:1 " + line + ": dropped: " + reason), ctl.err);
    }

    @Test
    void faultsOfVppAreNamed() throws IOException {
        String file =
                file(
                        "startup.conf",
                        "nat64 add prefix x tenant-vrf y",
                        "nat64 add pool address 203.0.113.9 - 203.0.113.8",
                        "nat64 add static bib 2001:db8::1 99999 203.0.113.1 80 tcp",
                        "nat64 add static bib 2001:db8::1 80 203.0.113.1 80 sctp",
                        "nat64 add static bib 2001:db8::1 80 203.0.113.1 80 tcp vfr 5",
                        "nat64 add prefix 2001:db8:64::/96 tenant 5",
                        "nat64 add pool address 203.0.113.1 203.0.113.2");
        assertEquals(2, run("vpp", file));
        said("nat64ctl: startup.conf:1: not a number: y");
        said("nat64ctl: startup.conf:1: not an IPv6 address: x");
        said("nat64ctl: startup.conf:3: not a port: 99999");
        said("nat64ctl: startup.conf:4: must be TCP, UDP or ICMP: sctp");
        assertTrue(ctl.err.contains("startup.conf:2: the last address is before the first"));
        said(
                "nat64ctl: startup.conf:5: must be IPV6 PORT IPV4 PORT PROTOCOL:"
                        + " 2001:db8::1 80 203.0.113.1 80 tcp vfr 5");
        said(
                "nat64ctl: startup.conf:6: not a prefix length of 0 to 128: 2001:db8:64::/96 tenant 5");
        said("nat64ctl: startup.conf:7: not an IPv4 address: 203.0.113.1 203.0.113.2");
    }
}
