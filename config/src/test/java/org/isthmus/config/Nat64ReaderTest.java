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

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.model.DeniedService;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Limits;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Of the part about instances, pools and mappings. */
class Nat64ReaderTest {
    private static final String BLOCK_SIZE = "\"blockSize\": 64";

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
    void originsOfErrorsCanBeKeptBack() throws Exception {
        Netcfg netcfg =
                part(
                        "{\"apps\": {\"org.isthmus\": {\"nat64\": {"
                                + "\"options\": {\"errorOrigins\": false}}}}}");
        assertFalse(netcfg.nat64().errorOrigins);
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
    void aPoolSaysWhetherItDrains() throws IOException, NetcfgException {
        String name = "\"prefixes\": [\"203.0.113.0/28\"";
        assertFalse(parse(example()).nat64().pools.get(0).drains);
        String drains = example().replace(name, "\"drain\": true, " + name);
        assertTrue(parse(drains).nat64().pools.get(0).drains);
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

    @Test
    void theHostsOfAnEamAreOfAFamily() throws Exception {
        assertEquals(
                List.of("apps.org.isthmus.nat64.eamt[1].host: must be ipv6 or ipv4, not both"),
                problemsAfter("\"host\": \"ipv4\"", "\"host\": \"both\""));
    }
}
