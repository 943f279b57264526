// SPDX-License-Identifier: Apache-2.0
package org.isthmus.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a configuration of Tayga. */
class ImportTaygaTest extends ImportCase {
    @Test
    void taygasPoolIsWhatNobodyHas() throws IOException {
        String conf =
                file(
                        "tayga.conf",
                        "Prefix 64:ff9b::/96 # well-known",
                        "dynamic-pool 198.18.0.0/28",
                        "ipv4-addr 198.18.0.1",
                        "map 198.18.0.8/30 2001:db8::8/126",
                        "map 198.51.100.1 2001:db8::1");
        JsonNode nat64 = ok("tayga", conf);
        same("['198.18.0.2-198.18.0.7','198.18.0.12/30']", nat64.at("/pools/0/prefixes"));
        String all =
                file(
                        "tayga.conf",
                        "prefix 2001:db8:64::/96",
                        "dynamic-pool 198.18.0.0/31",
                        "map 198.18.0.1 2001:db8::1");
        refused(
                "tayga.conf:2: dynamic-pool: every address of 198.18.0.0/31 is mapped",
                "tayga",
                all);
    }

    @ParameterizedTest
    @CsvSource({"drop,false", "calculate,false", "fwd,false", ",true"})
    void whatTaygaDoesUnlessItIsSaidIsNamed(String mode, boolean named) throws IOException {
        String line = mode == null ? "# as it is" : "udp-cksum-mode " + mode;
        ok("tayga", file("tayga.conf", "prefix 2001:db8:64::/96", line));
        String note =
                "tayga.conf:1: prefix 2001:db8:64::/96: changed: UDP of IPv4 without a checksum gets"
                        + " one, unless options.zeroUdpChecksum is drop, as Tayga does without"
                        + " udp-cksum-mode\n";
        assertEquals(named, ctl.err.contains(note), ctl.err);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tun-device nat64 | dropped: | ",
                "ipv6-addr 2001:db8::2 | dropped: | ",
                "strict-frag-hdr on | dropped: | ",
                "wkpf-strict no | dropped: | ",
                "wkpf-strict yes | not needed: | ",
                "udp-cksum-mode drop | | zeroUdpChecksum 'drop'",
                "udp-cksum-mode calculate | | zeroUdpChecksum 'compute'",
                "udp-cksum-mode fwd | dropped: | ",
                "offlink-mtu 1400 | | lowestIpv6Mtu 1400",
                "offlink-mtu 60000 | changed: | lowestIpv6Mtu 16383",
                "log drop reject | dropped: | ",
                "log | dropped: | ",
                "workers 4 | dropped: | ",
                "map-file /etc/tayga.map | dropped: | ",
                "colour red | dropped: no directive of Tayga | ",
            })
    void directivesOfTaygaHaveAFieldOrALine(String line, String said, String becomes)
            throws IOException {
        String conf = file("tayga.conf", "prefix 2001:db8:64::/96", line);
        JsonNode options = ok("tayga", conf).path("options");
        assertEquals(said != null, ctl.err.contains("tayga.conf:2: "), ctl.err);
        assertTrue(said == null || ctl.err.contains(said), ctl.err);
        if (becomes == null) {
            assertTrue(options.isMissingNode(), ctl.out);
        } else {
            same("{'" + becomes.replace(" ", "':") + "}", options);
        }
    }

    @Test
    void mapsOfTaygaAreOfItsInstanceBesideOthers() throws IOException {
        String conf = file("tayga.conf", "prefix 2001:db8:64::/96", "map 192.0.2.1 2001:db8::1");
        String base = netcfg("{'name': 'old', 'prefix': '2001:db8:6::/96'}", "");
        JsonNode eamt = ok("tayga", conf, "--netcfg", base).path("eamt");
        same("[{'ipv4':'192.0.2.1/32','ipv6':'2001:db8::1/128','instance':'tayga'}]", eamt);
    }

    @Test
    void oneTaygaIsImportedAtATime() throws IOException {
        String one = file("one.conf", "prefix 2001:db8:64::/96", "dynamic-pool 198.18.0.0/24");
        String other = file("other.conf", "prefix 2001:db8:65::/96", "dynamic-pool 198.18.1.0/24");
        assertEquals(2, run("tayga", one, other));
        said("nat64ctl: other.conf:1: prefix: a second one, there is one at one.conf:1: prefix");
        said(
                "nat64ctl: other.conf:2: dynamic-pool: a second one, there is one at"
                        + " one.conf:2: dynamic-pool");
    }

    @Test
    void faultsOfTaygaAreNamed() throws IOException {
        String conf =
                file("tayga.conf", "map 192.0.2.1", "map 192.0.2.1/24 2001:db8::/120", "prefix");
        assertEquals(2, run("tayga", conf));
        said("nat64ctl: tayga.conf:1: map: needs two prefixes");
        said("nat64ctl: tayga.conf:2: map: bits are set behind the prefix length: 192.0.2.1/24");
        said("nat64ctl: tayga.conf:3: prefix: needs a value");
        said(
                "nat64ctl: tayga.conf:1: map: there is no NAT64 prefix, which an instance needs:"
                        + " give --prefix");
        String map = file("dynamic.map", "192.0.2.1 2001:db8::1");
        refused(
                "dynamic.map:1: must be an IPv4 address, an IPv6 address and a time",
                "tayga",
                file("tayga.conf", "prefix 2001:db8:64::/96"),
                "--dynamic-map",
                map);
    }
}
