// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.isthmus.config.NetcfgText.example;
import static org.isthmus.config.NetcfgText.parse;
import static org.isthmus.config.NetcfgText.part;
import static org.isthmus.config.NetcfgText.problems;
import static org.isthmus.config.NetcfgText.problemsAfter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class NetcfgTest {
    @Test
    void everythingIsOptionalButWhatNamesAThing() throws Exception {
        Netcfg empty = part("{}");
        assertTrue(empty.fabric().devices.isEmpty());
        Netcfg netcfg =
                part(
                        "{\"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\": ["
                                + "{\"name\": \"n\"}], \"pools\": ["
                                + "{\"name\": \"p\", \"prefixes\": [\"203.0.113.0/28\"]}]}}}}");
        InstanceConfig instance = netcfg.nat64().instances.get(0);
        assertEquals(1, instance.id);
        assertEquals(Ipv6Prefix.parse("64:ff9b::/96"), instance.prefix);
        assertEquals(64, instance.subscriberPrefixLength);
        assertEquals(64, instance.blockSize);
        assertEquals(16, instance.blocksPerSubscriber);
        assertEquals(0, instance.bindingsPerSecond);
        assertEquals(Duration.ofSeconds(300), instance.udpTimeout);
        assertEquals(Duration.ofSeconds(60), instance.icmpTimeout);
        assertEquals(Duration.ofSeconds(240), instance.tcpTransitoryTimeout);
        assertEquals(Duration.ofSeconds(120), instance.portHold);
        assertEquals(0, instance.mssClamp);
        assertEquals("n", netcfg.nat64().pools.get(0).instance);
        assertTrue(netcfg.nat64().errorOrigins);
    }

    @Test
    void everyProblemIsToldAtOnceWithItsPath() {
        assertEquals(
                List.of(
                        "devices.device:leaf1.basic.managementAddress: is missing",
                        "devices.device:leaf1.isthmus.mac: not a MAC address: 0:1",
                        "ports.device:leaf2/1: no such device in devices: device:leaf2",
                        "apps.org.isthmus.nat64.instances[0].prefix: length must be 32, 40, 48,"
                                + " 56, 64 or 96 (RFC 6052 section 2.2): 64:ff9b::/95",
                        "apps.org.isthmus.nat64.pools[0].prefixes: is empty",
                        "apps.org.isthmus.nat64.pools[0].prefixs: is unknown; did you mean"
                                + " prefixes?"),
                sortedAsRead(
                        problems(
                                "{\"devices\": {\"device:leaf1\": {\"basic\": {}, \"isthmus\":"
                                        + " {\"mac\": \"0:1\"}}}, \"ports\": {\"device:leaf2/1\": {}},"
                                        + " \"apps\": {\"org.isthmus\": {\"nat64\": {\"instances\":"
                                        + " [{\"name\": \"a\", \"prefix\": \"64:ff9b::/95\"}], \"pools\":"
                                        + " [{\"name\": \"p\", \"prefixs\": [\"203.0.113.0/28\"]}]}}}}")));
    }

    /** By file order of the objects; of one object, fields in alphabetical order. */
    private static List<String> sortedAsRead(List<String> problems) {
        List<String> sorted = new ArrayList<>(problems);
        List<String> subjects = List.of("devices", "ports", "apps");
        sorted.sort(
                Comparator.comparingInt(
                                (String p) -> subjects.indexOf(p.substring(0, p.indexOf('.'))))
                        .thenComparing(p -> p));
        return sorted;
    }

    @Test
    void contradictionsAreFound() throws Exception {
        assertEquals(
                List.of(
                        "devices.device:spine1.isthmus.mac: 00:00:5e:00:53:01 is in use at"
                                + " device:leaf1"),
                problemsAfter("53:02", "53:01"));
        assertEquals(
                List.of(
                        "ports.device:spine1/3.interfaces[0].ips: 2001:db8:1::/64 overlaps a"
                                + " network of device:leaf1/3",
                        "apps.org.isthmus.routes[1].via: is in no network of an interface:"
                                + " 2001:db8:2::254"),
                problemsAfter("2001:db8:2::1/64", "2001:db8:1::2/64"));
        assertEquals(
                List.of(
                        "links.device:leaf1/3-device:spine1/1: device:leaf1/3 is in use at"
                                + " ports.device:leaf1/3"),
                problemsAfter("leaf1/1-", "leaf1/3-"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.pools[0].prefixes[1]: 203.0.113.8/30 overlaps"
                                + " 203.0.113.0/28"),
                problemsAfter("203.0.113.64/30", "203.0.113.8/30"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.pools[0].prefixes[1]: 203.0.113.0/28 overlaps"
                                + " 203.0.113.0/29",
                        "apps.org.isthmus.nat64.pools[0].prefixes[1]: 203.0.113.0/28 overlaps"
                                + " 203.0.113.8/31"),
                problemsAfter(
                        "\"203.0.113.0/28\", \"203.0.113.64/30\"",
                        "\"203.0.113.0-203.0.113.9\", \"203.0.113.0/28\""));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.eamt[0].ipv4: 203.0.113.1/32 overlaps"
                                + " 203.0.113.0/28 (pool public)"),
                problemsAfter("192.0.2.1/32", "203.0.113.1/32"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.eamt[0].ipv6: has fewer bits behind the prefix"
                                + " than ipv4 192.0.2.0/24"),
                problemsAfter("192.0.2.1/32", "192.0.2.0/24"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.static[0].ipv4: 203.0.113.99 is in no pool of"
                                + " instance default"),
                problemsAfter("203.0.113.2\"", "203.0.113.99\""));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.eamt[0].instance: no such instance: defalt;"
                                + " did you mean default?"),
                problemsAfter(
                        "aaaa::1/128\", \"instance\": \"default\"",
                        "aaaa::1/128\", \"instance\": \"defalt\""));
        assertEquals(
                List.of("apps.org.isthmus.routes[0].via: is not of the prefix's family"),
                problemsAfter("198.51.100.254", "2001:db8:2::254"));
    }

    @Test
    void valuesOutOfRangeAreFound() throws Exception {
        assertEquals(
                List.of(
                        "devices.device:leaf1.isthmus.mac: not a unicast MAC address:"
                                + " 01:00:5e:00:53:01"),
                problemsAfter("00:00:5e:00:53:01", "01:00:5e:00:53:01"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.instances[0].udpTimeout: must be an integer"
                                + " from 120 to 2592000, not 119"),
                problemsAfter("\"udpTimeout\": 300", "\"udpTimeout\": 119"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.instances[0].blockSize: must be a power of"
                                + " two, not 65"),
                problemsAfter("\"blockSize\": 64", "\"blockSize\": 65"));
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.isthmus.mtu: must be an integer from 68"
                                + " to 16383, not \"1500\""),
                problemsAfter("\"mtu\": 1500", "\"mtu\": \"1500\""));
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.interfaces[0].ips: 2001:db8:1::/64 needs an"
                                + " isthmus.mtu of the port from 1280, not 1279"),
                problemsAfter("\"mtu\": 1500", "\"mtu\": 1279"));
        assertEquals(
                List.of(
                        "links.device:leaf1/1-device:spine1/1.isthmus.mtu: must be an integer"
                                + " from 1280 to 16383, not 1279"),
                problemsAfter("\"mtu\": 9000", "\"mtu\": 1279"));
        assertEquals(
                List.of(
                        "ports.device:spine1/3.interfaces[0].vlan: must be an integer from 1 to"
                                + " 4094, not 4095"),
                problemsAfter("100}", "4095}"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.pools[0].ports.udp: not a range such as"
                                + " 1024-65535: 9-8"),
                problemsAfter("\"udp\": \"1024-65535\"", "\"udp\": \"9-8\""));
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.static[0].port4: must be an integer from 1 to"
                                + " 65535, not 0"),
                problemsAfter("\"port4\": 80", "\"port4\": 0"));
    }

    /** What the core finds, with the paths that the file has. */
    @Test
    void noAddressHasTwoOwners() throws Exception {
        String nat64 = "apps.org.isthmus.nat64.";
        String upstream = "interface upstream at device:spine1/3";
        assertEquals(
                List.of(
                        nat64
                                + "pools[0].prefixes[1]: 198.51.100.252/30 would take the traffic"
                                + " of 198.51.100.254 (router of 0.0.0.0/0)"),
                problemsAfter("203.0.113.64/30", "198.51.100.252/30"));
        assertEquals(
                List.of(
                        nat64
                                + "eamt[0].ipv4: 198.51.100.1/32 would take the traffic of"
                                + " 198.51.100.1 ("
                                + upstream
                                + ")",
                        nat64
                                + "eamt[0].ipv6: ::1/128 holds addresses that are no host's, of"
                                + " ::1/128, loopback (RFC 4291)"),
                sorted(
                        problems(
                                example()
                                        .replace("192.0.2.1/32", "198.51.100.1/32")
                                        .replace("2001:db8:aaaa::1/128", "::1"))));
        assertEquals(
                List.of(
                        nat64
                                + "instances[0].prefix: 2001:db8:1::/48 would take the traffic of"
                                + " 2001:db8:1:: (subnet-router anycast of interface h1 at"
                                + " device:leaf1/3)"),
                problemsAfter("\"2001:db8:64::/96\"", "\"2001:db8:1::/48\"").subList(0, 1));
        assertEquals(
                List.of(nat64 + "pools[0].ports.udp: the range holds no whole block of 64 ports"),
                problemsAfter("\"udp\": \"1024-65535\"", "\"udp\": \"1025-1099\""));
    }

    private static List<String> sorted(List<String> problems) {
        return problems.stream().sorted().collect(Collectors.toList());
    }

    /** As ONOS checks them, one by one, before the others are there. */
    @Test
    void aConfigurationIsCheckedByItself() throws Exception {
        JsonNode example = new ObjectMapper().readTree(example());
        JsonNode app = example.at("/apps/org.isthmus");
        JsonNode leaf = example.at("/devices/device:leaf1/isthmus");
        assertEquals(List.of(), Netcfg.check("devices", "isthmus", leaf));
        assertEquals(List.of(), Netcfg.check("apps", "nat64", app.get("nat64")));
        assertEquals(List.of(), Netcfg.check("apps", "routes", app.get("routes")));
        ((ObjectNode) leaf).put("mac", "0:1").put("mtu", 1500);
        assertEquals(
                List.of(
                        "mac: not a MAC address: 0:1",
                        "mtu: is unknown; known here: loopbacks, mac, translator"),
                Netcfg.check("devices", "isthmus", leaf));
        ((ObjectNode) app.at("/routes/0")).put("via", "2001:db8::1");
        assertEquals(
                List.of("routes[0].via: is not of the prefix's family"),
                Netcfg.check("apps", "routes", app.get("routes")));
        assertEquals(
                List.of("must be an object"), Netcfg.check("links", "isthmus", app.get("routes")));
        assertEquals(
                List.of("routes: must be a list"),
                Netcfg.check("apps", "routes", app.get("nat64")));
        assertThrows(IllegalArgumentException.class, () -> Netcfg.check("hosts", "isthmus", leaf));
        ((ObjectNode) app.at("/nat64/eamt/0")).put("ipv4", "203.0.113.1/32");
        assertEquals(
                List.of("eamt[0].ipv4: 203.0.113.1/32 overlaps 203.0.113.0/28 (pool public)"),
                Netcfg.check("apps", "nat64", app.get("nat64")));
    }

    @Test
    void aFileWithoutContentIsTold() throws Exception {
        String none = "devices: there is none, so there is nothing to control";
        assertEquals(List.of(none), problems("{}"));
        assertEquals(List.of(none), problems("{\"devices\": {}, \"apps\": {}}"));
        assertEquals(
                List.of("is empty; it has to be a JSON object with devices and apps"),
                problems(" \n"));
        assertEquals(
                List.of(none, "devces: is unknown; did you mean devices?"),
                problems("{\"devces\": {}}"));
    }

    /** Else the file would be one of a fabric that translates nothing. */
    @Test
    void anApplicationWhoseNameIsNearOursIsTold() throws Exception {
        assertEquals(
                List.of("apps.org.isthmu: is unknown; did you mean org.isthmus?"),
                problemsAfter("\"org.isthmus\": {", "\"org.isthmu\": {"));
        String other = example().replace("\"org.isthmus\": {", "\"org.onosproject.fwd\": {");
        assertEquals(List.of(), parse(other).nat64().instances);
    }

    @Test
    void brokenJsonIsToldWithItsPlace() {
        assertEquals(1, problems("{\n  \"devices\": }").size());
        assertTrue(problems("{\n  \"devices\": }").get(0).startsWith("line 2, column "));
        assertTrue(problems("{\"devices\": {}, \"devices\": {}}").get(0).contains("uplicate"));
        assertEquals(List.of("must be an object"), problems("[]"));
        assertEquals(
                List.of(
                        "line 1, column 16: Unexpected end-of-input: expected close marker for"
                                + " Object (start marker at line 1, column 1)"),
                problems("{\"devices\": {} "));
        assertEquals(
                List.of("line 1, column 4: there is more behind the end of the object"),
                problems("{} {}"));
        assertEquals(
                List.of("Document nesting depth (1001) exceeds the maximum allowed (1000)"),
                problems("[".repeat(2000)));
    }

    /** Whatever a mistake does to the file, the answer is a config or problems with a path. */
    @Test
    void noMistakeEscapesAsAnotherException() throws Exception {
        long seed = Seeds.of(64);
        Random random = new Random(seed);
        String example = example();
        String alphabet = "{}[]\",:/0129af. -\n";
        int refused = 0;
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder(example);
            for (int n = random.nextInt(3); n >= 0; n--) {
                int at = random.nextInt(text.length());
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                if (random.nextBoolean()) {
                    text.setCharAt(at, c);
                } else {
                    text.deleteCharAt(at);
                }
            }
            try {
                parse(text.toString());
            } catch (NetcfgException e) {
                refused++;
                assertFalse(e.problems().isEmpty());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + i + ":\n" + text, e);
            }
        }
        assertTrue(refused > 1000);
    }
}
