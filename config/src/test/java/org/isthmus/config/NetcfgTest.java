// SPDX-License-Identifier: Apache-2.0
package org.isthmus.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class NetcfgTest {
    private static final String BLOCK_SIZE = "\"blockSize\": 64";
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");
    private static final DeviceId SPINE = DeviceId.of("device:spine1");

    /** The example in the documentation. */
    private static String example() throws IOException {
        String page = Files.readString(Path.of("../docs/netcfg.md"));
        int from = page.indexOf("```json\n") + "```json\n".length();
        return page.substring(from, page.indexOf("```", from));
    }

    private static Netcfg parse(String json) throws NetcfgException {
        return Netcfg.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    /** As ONOS hands it over, where parts may be missing. */
    private static Netcfg part(String json) throws NetcfgException, IOException {
        return Netcfg.of(new ObjectMapper().readTree(json));
    }

    private static List<String> problems(String json) {
        return assertThrows(NetcfgException.class, () -> parse(json)).problems();
    }

    /** What is wrong with the example after a replacement, which must hit something. */
    @Test
    void mssClamp() throws Exception {
        assertEquals(1220, mssClamp("1220"));
        assertEquals(Limits.MSS_AUTO, mssClamp("auto"));
        assertEquals(0, mssClamp("off"));
        for (String wrong : List.of("535", "16344", "-1", "1 220", "")) {
            assertEquals(
                    List.of(
                            "apps.org.isthmus.nat64.instances[0].mssClamp: must be \"off\","
                                    + " \"auto\" or \"536\" to \"16343\": "
                                    + wrong),
                    problemsAfter(BLOCK_SIZE, BLOCK_SIZE + ", \"mssClamp\": \"" + wrong + "\""));
        }
    }

    @Test
    void deniedServices() throws Exception {
        List<DeniedService> all = parse(example()).nat64().instances.get(0).deniedServices;
        assertEquals(
                List.of("0.0.0.0/0 TCP 25-25", "192.0.2.0/24 null 6881-6999"),
                all.stream()
                        .map(
                                s ->
                                        s.prefix
                                                + " "
                                                + s.protocol
                                                + " "
                                                + s.firstPort
                                                + "-"
                                                + s.lastPort)
                        .collect(Collectors.toList()));
        assertEquals(
                List.of("0.0.0.0/0 ICMP"),
                services("{\"protocol\": \"icmp\"}").stream()
                        .map(s -> s.prefix + " " + s.protocol)
                        .collect(Collectors.toList()));
        wrongService("{}", "ports: is missing, and so is protocol; one of them is needed");
        wrongService(
                "{\"prefix\": \"192.0.2.1/24\", \"ports\": \"1\"}",
                "prefix: bits are set behind the prefix length: 192.0.2.1/24");
        wrongService("{\"protocol\": \"icmp\", \"ports\": \"8\"}", "ports: ICMP has none");
        wrongService("{\"protocol\": \"sctp\"}", "protocol: must be tcp, udp or icmp: sctp");
        wrongService(
                "{\"protocol\": \"sctp\", \"ports\": \"7\"}",
                "protocol: must be tcp, udp or icmp: sctp");
        for (String ports : List.of("0", "0-5", "6-5", "65536", "5-", "", "http")) {
            wrongService(
                    "{\"ports\": \"" + ports + "\"}",
                    "ports: must be ports from 1 on, as 25 or 6881-6999: " + ports);
        }
    }

    private static List<DeniedService> services(String services) throws Exception {
        String json = example();
        int from = json.indexOf("\"deniedServices\": [");
        int end = json.indexOf("]", from);
        return parse(
                        json.substring(0, from)
                                + "\"deniedServices\": ["
                                + services
                                + json.substring(end))
                .nat64()
                .instances
                .get(0)
                .deniedServices;
    }

    private static void wrongService(String service, String problem) throws Exception {
        NetcfgException e = assertThrows(NetcfgException.class, () -> services(service));
        assertEquals(
                List.of("apps.org.isthmus.nat64.instances[0].deniedServices[0]." + problem),
                e.problems());
    }

    private static int mssClamp(String text) throws Exception {
        String clamped = ", \"mssClamp\": \"" + text + "\"";
        return parse(example().replace(BLOCK_SIZE, BLOCK_SIZE + clamped))
                .nat64()
                .instances
                .get(0)
                .mssClamp;
    }

    private static List<String> problemsAfter(String what, String with) throws IOException {
        String before = example();
        String after = before.replace(what, with);
        assertFalse(before.equals(after), "the example does not hold " + what);
        return problems(after);
    }

    @Test
    void fabricOfTheDocumentedExample() throws Exception {
        Netcfg netcfg = parse(example());
        FabricConfig fabric = netcfg.fabric();
        assertEquals(2, fabric.devices.size());
        FabricConfig.Device leaf = fabric.devices.get(0);
        assertEquals(LEAF, leaf.id);
        assertEquals(MacAddress.parse("00:00:5e:00:53:01"), leaf.mac);
        assertEquals(List.of(Ipv4Address.parse("192.0.0.1")), leaf.loopbacks4);
        assertEquals(List.of(Ipv6Address.parse("2001:db8:ffff::1")), leaf.loopbacks6);
        assertTrue(leaf.translator);
        assertFalse(fabric.devices.get(1).translator);
        assertEquals(
                ManagementAddress.parse("grpcs://spine1.example.net:50001?device_id=2"),
                netcfg.management().get(SPINE));
        assertEquals("org.isthmus.bmv2", netcfg.pipeconfs().get(LEAF));
        assertEquals("org.isthmus.v1model", netcfg.pipeconfs().get(SPINE));
        FabricConfig.Interface upstream = fabric.interfaces.get(1);
        assertEquals(new FabricConfig.Port(SPINE, 3), upstream.port);
        assertEquals("upstream", upstream.name);
        assertEquals(100, upstream.vlan);
        assertEquals(1500, upstream.mtu);
        assertEquals(List.of(Ipv4Address.parse("198.51.100.1")), upstream.addresses4);
        assertEquals(List.of(Ipv4Prefix.parse("198.51.100.0/24")), upstream.networks4);
        assertEquals(List.of(Ipv6Prefix.parse("2001:db8:2::/64")), upstream.networks6);
        assertEquals(1, fabric.links.size());
        assertEquals(9000, fabric.links.get(0).mtu);
        assertEquals(new FabricConfig.Port(SPINE, 1), fabric.links.get(0).other);
        assertEquals(Ipv4Prefix.parse("0.0.0.0/0"), fabric.routes.get(0).prefix4);
        assertEquals(Ipv6Address.parse("2001:db8:2::254"), fabric.routes.get(1).via6);
    }

    @Test
    void deterministicPoolsAreReadAndChecked() throws Exception {
        String pool = "\"name\": \"public\",";
        String with = pool + " \"deterministic\": {%s},";
        PoolSpec read =
                parse(
                                example()
                                        .replace(
                                                pool,
                                                String.format(
                                                        with,
                                                        "\"subscribers\": \"2001:db8:1::/60\","
                                                                + " \"portsPerSubscriber\": 1024,"
                                                                + " \"algorithm\": \"contiguous\"")))
                        .nat64()
                        .pools
                        .get(0);
        assertEquals(
                new Deterministic(
                        Ipv6Prefix.parse("2001:db8:1::/60"),
                        1024,
                        Deterministic.Algorithm.CONTIGUOUS),
                read.deterministic);
        String path = "apps.org.isthmus.nat64.pools[0].deterministic.";
        assertEquals(
                List.of(
                        path + "algorithm: must be sequential or contiguous: x",
                        path + "portsPerSubscriber: is missing",
                        path + "subscribers: is missing"),
                problemsAfter(pool, String.format(with, "\"algorithm\": \"x\"")).stream()
                        .sorted()
                        .collect(Collectors.toList()));
        String[][] wrong = {
            {"2001:db8::/65", "64", "subscribers: 2001:db8::/65 does not hold one to 2^32"},
            {"2001::/16", "64", "subscribers: 2001::/16 does not hold one to 2^32"},
            {"2001:db8::/60", "100", "portsPerSubscriber: 100 is no multiple of the blocks of 64"},
            {"2001:db8::/60", "2048", "portsPerSubscriber: 2048 are more than the 16 blocks of 64"},
            {
                "2001:db8::/48",
                "64",
                "portsPerSubscriber: 65536 subscribers are 3277 on an address, for which it lacks"
                        + " 144192 ports of ICMP"
            },
        };
        for (String[] each : wrong) {
            String values =
                    String.format(
                            "\"subscribers\": \"%s\", \"portsPerSubscriber\": %s",
                            each[0], each[1]);
            String found = problemsAfter(pool, String.format(with, values)).toString();
            assertTrue(found.contains(path + each[2]), found);
        }
    }

    @Test
    void nat64OfTheDocumentedExample() throws Exception {
        Netcfg netcfg = parse(example());
        assertEquals(List.of(), netcfg.warnings());
        InstanceConfig instance = netcfg.nat64().instances.get(0);
        assertEquals("default", instance.name);
        assertEquals(Ipv6Prefix.parse("2001:db8:64::/96"), instance.prefix);
        assertEquals(100, instance.bindingsPerSecond);
        assertEquals(Duration.ofSeconds(7440), instance.tcpEstablishedTimeout);
        assertEquals(List.of(Ipv4Prefix.parse("198.51.100.128/25")), instance.denied);
        PoolSpec pool = netcfg.nat64().pools.get(0);
        assertEquals(2, pool.prefixes.size());
        assertEquals(1024, pool.firstPort[Protocol.TCP.ordinal()]);
        assertEquals(0, pool.firstPort[Protocol.ICMP.ordinal()]);
        assertEquals(
                "192.0.2.1/32 <-> 2001:db8:aaaa::1/128", netcfg.nat64().eamt.get(0).toString());
        assertEquals(Eam.Host.IPV6, netcfg.nat64().eamt.get(0).host);
        assertEquals(
                "198.51.100.80/32 <-> 2001:db8:aaaa::80/128 of IPv4 hosts",
                netcfg.nat64().eamt.get(1).toString());
        StaticBinding binding = netcfg.nat64().staticBindings.get(0);
        assertEquals(Protocol.TCP, binding.protocol);
        assertEquals(80, binding.port4);
        assertEquals(-1, netcfg.nat64().tos);
        assertTrue(netcfg.nat64().computeZeroUdpChecksum);
        assertEquals(1500, netcfg.nat64().lowestIpv6Mtu);
        assertEquals(5000, netcfg.nat64().puntRate);
        assertEquals(200, netcfg.nat64().errorRate);
        assertEquals(List.of(Ipv4Prefix.parse("203.0.113.240/28")), netcfg.nat64().errorSources);
        assertTrue(netcfg.nat64().errorOrigins);
    }

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
    void originsOfErrorsCanBeKeptBack() throws Exception {
        Netcfg netcfg =
                part(
                        "{\"apps\": {\"org.isthmus\": {\"nat64\": {"
                                + "\"options\": {\"errorOrigins\": false}}}}}");
        assertFalse(netcfg.nat64().errorOrigins);
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

    @Test
    void aPoolSaysWhoMaySendToItsBindings() throws IOException, NetcfgException {
        String name = "\"prefixes\": [\"203.0.113.0/28\"";
        String filtering = "\"filtering\": \"%s\", ";
        String json = example().replace(name, String.format(filtering, "address-dependent") + name);
        assertFalse(json.equals(example()), "the example does not hold " + name);
        assertEquals(Filtering.ADDRESS_DEPENDENT, parse(json).nat64().pools.get(0).filtering);
        assertFalse(parse(json).nat64().pools.get(0).holdsSyns);
        json = example().replace(name, "\"holdSyns\": true, " + name);
        assertTrue(parse(json).nat64().pools.get(0).holdsSyns);
        assertEquals(
                List.of(
                        "apps.org.isthmus.nat64.pools[0].filtering: \"none\" is not"
                                + " endpoint-independent, address-dependent or"
                                + " address-and-port-dependent"),
                problems(example().replace(name, String.format(filtering, "none") + name)));
    }

    @Test
    void aPoolSaysHowManyPortsAFlowBinds() throws IOException, NetcfgException {
        String name = "\"prefixes\": [\"203.0.113.0/28\"";
        assertEquals(0, parse(example()).nat64().pools.get(0).portSets);
        String sets = "\"portSets\": %s, ";
        String json = example().replace(name, String.format(sets, "32") + name);
        assertEquals(32, parse(json).nat64().pools.get(0).portSets);
        String path = "apps.org.isthmus.nat64.pools[0].portSets: ";
        assertEquals(
                List.of(path + "must be an integer from 0 to 1024, not 2048"),
                problems(example().replace(name, String.format(sets, "2048") + name)));
        assertEquals(
                List.of(path + "48 is not a power of two above 1"),
                problems(example().replace(name, String.format(sets, "48") + name)));
        String held = "\"holdSyns\": true, " + String.format(sets, "32") + name;
        assertEquals(
                List.of(path + "there are none with holdSyns"),
                problems(example().replace(name, held)));
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

    @Test
    void theHostsOfAnEamAreOfAFamily() throws Exception {
        assertEquals(
                List.of("apps.org.isthmus.nat64.eamt[1].host: must be ipv6 or ipv4, not both"),
                problemsAfter("\"host\": \"ipv4\"", "\"host\": \"both\""));
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

    @Test
    void addressesOfTheNetworkAreThoseOfRoutersAndHosts() throws Exception {
        assertEquals(
                List.of(
                        "devices.device:leaf1.isthmus.loopbacks: 127.0.0.1 is of 127.0.0.0/8,"
                                + " loopback (RFC 1122)"),
                problemsAfter("192.0.0.1", "127.0.0.1"));
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.interfaces[0].ips: ::ffff:c000:201 is of"
                                + " ::ffff:0:0/96, IPv4-mapped (RFC 4291)"),
                problemsAfter("2001:db8:1::1/64", "::ffff:192.0.2.1/120"));
        assertEquals(
                List.of(
                        "apps.org.isthmus.routes[1].prefix: ff00::/8 is of ff00::/8, multicast"
                                + " (RFC 4291)"),
                problemsAfter("\"::/0\"", "\"ff00::/8\""));
        assertEquals(
                List.of(
                        "apps.org.isthmus.routes[0].via: 198.51.100.1 is the address of the switch"
                                + " at device:spine1/3"),
                problemsAfter("198.51.100.254", "198.51.100.1"));
    }

    private static List<String> sorted(List<String> problems) {
        return problems.stream().sorted().collect(Collectors.toList());
    }

    @Test
    void aLinkMayBeListedInBothDirections() throws Exception {
        String both =
                example()
                        .replace(
                                "{\"isthmus\": {\"mtu\": 9000}}",
                                "{\"isthmus\": {\"mtu\": 9000}},"
                                        + " \"device:spine1/1-device:leaf1/1\":"
                                        + " {\"isthmus\": {\"mtu\": 9000}}");
        assertEquals(1, parse(both).fabric().links.size());
        assertEquals(
                List.of(
                        "links.device:spine1/1-device:leaf1/1.isthmus.mtu: differs from that of"
                                + " the other direction, 9000"),
                problems(both.replaceFirst("9000\\}\\}\n", "9001}}\n")));
    }

    /** ONOS takes no fields of others in its own configurations. */
    @Test
    void anMtuIsNotAmongTheFieldsOfOnos() throws Exception {
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.interfaces[0].mtu: is unknown; it stands under"
                                + " ports.device:leaf1/3.isthmus.mtu"),
                problemsAfter("\"name\": \"h1\"", "\"mtu\": 1500"));
        assertEquals(
                List.of(
                        "links.device:leaf1/1-device:spine1/1.basic.mtu: is unknown; it stands"
                                + " under links.device:leaf1/1-device:spine1/1.isthmus.mtu"),
                problemsAfter("{\"isthmus\": {\"mtu\": 9000}}", "{\"basic\": {\"mtu\": 9000}}"));
    }

    @Test
    void sourcesAreValidatedStrictlyUnlessAPortSaysOtherwise() throws Exception {
        assertEquals(
                List.of(SourceValidation.STRICT, SourceValidation.STRICT),
                validations(example().replace(", \"sourceValidation\": \"strict\"", "")));
        for (SourceValidation one : SourceValidation.values()) {
            String text = "\"" + one.name().toLowerCase(Locale.ROOT) + "\"";
            assertEquals(
                    List.of(one, SourceValidation.STRICT),
                    validations(example().replace("\"strict\"", text)));
        }
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.isthmus.sourceValidation: must be \"strict\","
                                + " \"learned\", \"loose\" or \"off\": STRICT"),
                problemsAfter("\"strict\"", "\"STRICT\""));
        JsonNode port = new ObjectMapper().readTree("{\"sourceValidation\": \"none\"}");
        assertEquals(
                List.of(
                        "sourceValidation: must be \"strict\", \"learned\", \"loose\" or \"off\":"
                                + " none"),
                Netcfg.check("ports", "isthmus", port));
        assertEquals(
                List.of("sourceValidation: is unknown; known here: mtu"),
                Netcfg.check("links", "isthmus", port));
    }

    @Test
    void learnedAddressesHaveALimitThatIsOfNoUseOtherwise() throws Exception {
        assertEquals(List.of(64, 0), limits(example().replace("\"strict\"", "\"learned\"")));
        assertEquals(
                List.of(7, 0),
                limits(example().replace("\"strict\"", "\"learned\", \"learnedAddresses\": 7")));
        assertEquals(List.of(0, 0), limits(example()));
        assertEquals(
                List.of(
                        "ports.device:leaf1/3.isthmus.learnedAddresses: is for a sourceValidation"
                                + " of \"learned\" alone"),
                problemsAfter("\"strict\"", "\"strict\", \"learnedAddresses\": 7"));
        for (String wrong : List.of("0", "4097", "\"7\"")) {
            assertEquals(
                    List.of(
                            "ports.device:leaf1/3.isthmus.learnedAddresses: must be an integer from"
                                    + " 1 to 4096, not "
                                    + wrong),
                    problemsAfter("\"strict\"", "\"learned\", \"learnedAddresses\": " + wrong));
        }
    }

    private static List<Integer> limits(String text) throws NetcfgException {
        return parse(text).fabric().interfaces.stream()
                .map(i -> i.learnedAddresses)
                .collect(Collectors.toList());
    }

    @Test
    void routerAdvertisementsCanBeLeftOutOrTellDnsServers() throws Exception {
        String port = "ports.device:leaf1/3.isthmus.";
        assertEquals(List.of("true []", "true []"), advertisements(example()));
        assertEquals(
                List.of("false []", "true []"),
                advertisements(
                        example()
                                .replace(
                                        "\"strict\"",
                                        "\"strict\", \"routerAdvertisements\": false")));
        String dns = "\"strict\", \"dnsServers\": [\"2001:db8:1::53\", \"2001:db8::53\"]";
        assertEquals(
                List.of("true [2001:db8:1::53, 2001:db8::53]", "true []"),
                advertisements(example().replace("\"strict\"", dns)));
        assertEquals(
                List.of(port + "dnsServers: are told by routerAdvertisements alone"),
                problemsAfter("\"strict\"", dns + ", \"routerAdvertisements\": false"));
        assertEquals(
                List.of(port + "dnsServers: ff02::1 is of ff00::/8, multicast (RFC 4291)"),
                problemsAfter("\"strict\"", dns.replace("2001:db8::53", "ff02::1")));
        String many = dns.replace("[", "[" + "\"2001:db8::54\", ".repeat(7));
        assertEquals(
                List.of(port + "dnsServers: must be 8 at most"), problemsAfter("\"strict\"", many));
    }

    private static List<String> advertisements(String text) throws NetcfgException {
        return parse(text).fabric().interfaces.stream()
                .map(i -> i.routerAdvertisements)
                .map(r -> r.sent + " " + r.dnsServers)
                .collect(Collectors.toList());
    }

    @Test
    void onlyWhereAddressesAreLearnedAreNetworksShared() throws Exception {
        String one =
                "{'isthmus': {'sourceValidation': 'learned'},"
                        + " 'interfaces': [{'ips': ['192.0.2.1/24']}]}";
        String two = one.replace("192.0.2.1/24", "192.0.2.2/24");
        assertEquals(2, parse(shared(one, two)).fabric().interfaces.size());
        for (String wrong :
                List.of(
                        two.replace("learned", "strict"),
                        two.replace("192.0.2.2/24", "192.0.2.2/25"),
                        two.replace("192.0.2.2/24", "192.0.2.2/23"))) {
            NetcfgException e =
                    assertThrows(NetcfgException.class, () -> parse(shared(one, wrong)), wrong);
            assertEquals(1, e.problems().size(), wrong);
            assertTrue(e.problems().get(0).contains("overlaps a network of device:a/1"), wrong);
        }
    }

    private static String shared(String one, String two) {
        return ("{'devices': {'device:a': {'basic': {'managementAddress':"
                        + " 'grpc://127.0.0.1:9559?device_id=1', 'pipeconf': 'org.isthmus.v1model'},"
                        + " 'isthmus': {'mac': '02:00:00:00:00:01'}}},"
                        + " 'ports': {'device:a/1': "
                        + one
                        + ", 'device:a/2': "
                        + two
                        + "}}")
                .replace('\'', '"');
    }

    private static List<SourceValidation> validations(String text) throws NetcfgException {
        return parse(text).fabric().interfaces.stream()
                .map(i -> i.sourceValidation)
                .collect(Collectors.toList());
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
