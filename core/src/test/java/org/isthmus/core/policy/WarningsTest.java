// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm.Severity;
import org.isthmus.core.api.Warning;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");
    private static final DeviceId SPINE = DeviceId.of("device:spine1");

    private boolean translator = true;
    private int linkMtu = 1528;
    private int portMtu = 1500;
    private int lowestIpv6Mtu = 1280;
    private String network4 = "8.8.8.0/24";
    private String network6 = "2001:db8:1::/64";
    private final List<InstanceConfig> instances = new ArrayList<>();
    private final List<PoolSpec> pools = new ArrayList<>();
    private final List<Eam> eams = new ArrayList<>();
    private final List<FabricConfig.StaticRoute> routes = new ArrayList<>();
    private final List<FabricConfig.Port> unusedPorts = new ArrayList<>();

    WarningsTest() {
        instances.add(instance("main", 1, "2001:db8:64::/96"));
        pools.add(pool("p", "main", "203.0.113.0/28", "10.0.0.0/30"));
        route4("0.0.0.0/1");
        route6("2000::/3");
    }

    private static InstanceConfig instance(String name, int id, String prefix) {
        return InstanceConfig.builder(name, Ipv6Prefix.parse(prefix))
                .id(id)
                .portHold(Duration.ofMinutes(2))
                .build();
    }

    private static PoolSpec pool(String name, String instance, String... prefixes) {
        return new PoolSpec(
                name,
                instance,
                List.of(prefixes).stream().map(Ipv4Prefix::parse).collect(Collectors.toList()),
                PoolSpec.defaultFirstPort(),
                PoolSpec.defaultLastPort());
    }

    private void route4(String prefix) {
        Ipv4Address via = Ipv4Address.of(Ipv4Prefix.parse(network4).bits() + 254);
        routes.add(new FabricConfig.StaticRoute(Ipv4Prefix.parse(prefix), via, null, null));
    }

    private void route6(String prefix) {
        Ipv6Address via = Ipv6Address.parse("2001:db8:1::fe");
        routes.add(new FabricConfig.StaticRoute(null, null, Ipv6Prefix.parse(prefix), via));
    }

    private static Eam eam(String prefix4, String prefix6, Eam.Host host) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", host);
    }

    private FabricConfig fabric() {
        Ipv4Prefix p4 = Ipv4Prefix.parse(network4);
        Ipv6Prefix p6 = Ipv6Prefix.parse(network6);
        FabricConfig.Interface hosts =
                new FabricConfig.Interface(
                        new FabricConfig.Port(LEAF, 3),
                        "hosts",
                        0,
                        portMtu,
                        List.of(Ipv4Address.of(p4.bits() + 1)),
                        List.of(p4),
                        List.of(Ipv6Address.of(p6.high(), p6.low() + 1)),
                        List.of(p6),
                        FabricConfig.SourceValidation.STRICT);
        return new FabricConfig(
                List.of(
                        new FabricConfig.Device(
                                LEAF, MacAddress.of(2), List.of(), List.of(), translator)),
                List.of(hosts),
                List.of(
                        new FabricConfig.Link(
                                new FabricConfig.Port(LEAF, 1),
                                new FabricConfig.Port(SPINE, 1),
                                linkMtu)),
                routes,
                unusedPorts);
    }

    private void assertWarns(String... warnings) {
        Nat64Config nat64 =
                Nat64Config.builder()
                        .instances(instances)
                        .pools(pools)
                        .eamt(eams)
                        .lowestIpv6Mtu(lowestIpv6Mtu)
                        .build();
        List<String> all = new ArrayList<>();
        for (Warning w : Warnings.of(nat64, fabric())) {
            String severity = w.severity == Severity.WARNING ? "" : w.severity + " ";
            all.add(severity + w.kind + "/" + w.subject + ": " + w.message);
        }
        assertEquals(List.of(warnings), all);
    }

    /** Default routes, in halves as well, lead to pools like to all else. */
    @Test
    void whatIsUsualIsNotOdd() {
        eams.add(eam("192.0.2.1", "2001:db8:1::5", Eam.Host.IPV6));
        eams.add(eam("8.8.8.8", "2001:db8:f::8", Eam.Host.IPV4));
        assertWarns();
    }

    @Test
    void whatTranslatesNothing() {
        instances.add(instance("spare", 2, "2001:db8:65::/96"));
        assertWarns(
                "unused-instance/instance spare: Instance spare has neither a pool nor an EAM.");
        instances.remove(1);
        translator = false;
        assertWarns("unused-fabric/devices: No device is a translator.");
        instances.clear();
        pools.clear();
        assertWarns("unused-fabric/instances: There is no NAT64 instance to translate.");
    }

    @Test
    void whatKeepsAnInstanceFromItsJobIsMajor() {
        pools.set(0, pools.get(0).drains(true));
        assertWarns(
                "MAJOR all-draining/instance main: All pools of instance main drain: new"
                        + " subscribers get no ports.");
    }

    @Test
    void lifetimesThatOnlyTestsHave() {
        instances.set(
                0,
                InstanceConfig.builder("main", Ipv6Prefix.parse("2001:db8:64::/96"))
                        .udpTimeout(Duration.ofSeconds(119))
                        .tcpTransitoryTimeout(Duration.ofSeconds(2))
                        .build());
        assertWarns(
                "short-lifetimes/instance main: Instance main has a lifetime shorter than RFCs"
                        + " allow: udpTimeout and 1 more.");
    }

    @Test
    void hostsThatAreManySubscribers() {
        network6 = "2001:db8:1::/48";
        assertWarns(
                "subscriber-length/instance main: A host can be many subscribers of instance"
                        + " main: their length, 64, is more than that of 2001:db8:1::/48 of"
                        + " interface hosts at device:leaf1/3.");
    }

    @Test
    void whatTheWellKnownPrefixMustNotStandFor() {
        instances.set(0, instance("main", 1, "64:ff9b::/96"));
        pools.set(0, pool("p", "main", "203.0.113.0/28", "10.0.0.0/30", "8.8.4.0/24"));
        network4 = "192.168.1.0/24";
        routes.remove(0);
        route4("0.0.0.0/0");
        assertWarns(
                "not-global/pool p: The hosts of pool p do not reach each other by IPv4:"
                        + " 64:ff9b::/96 must not stand for 203.0.113.0/28 (203.0.113.0/24, for"
                        + " documentation (RFC 5737)) and 1 more.",
                "not-global/interfaces: IPv6 hosts do not reach 192.168.1.0/24 of interface hosts"
                        + " at device:leaf1/3: 64:ff9b::/96 must not stand for it.");
        pools.set(0, pool("p", "main", "8.8.4.0/24"));
        instances.add(instance("own", 2, "2001:db8:64::/96"));
        pools.add(pool("q", "own", "10.0.0.0/30"));
        assertWarns();
    }

    @Test
    void whatLiesBehindARoute() {
        route4("10.0.0.0/8");
        eams.add(eam("10.1.0.1", "2001:db8:1::5", Eam.Host.IPV6));
        eams.add(eam("10.1.0.2", "2001:db8:1::6", Eam.Host.IPV6));
        assertWarns(
                "inside-route/route 10.0.0.0/8: The route via 8.8.8.254 to 10.0.0.0/8 does not"
                        + " carry what goes to 10.0.0.0/30 of pool p and 2 more, which is"
                        + " translated.");
    }

    @Test
    void routesToNetworksOfInterfaces() {
        route4("8.8.8.0/24");
        assertWarns(
                "unused-route/route 8.8.8.0/24: The route to 8.8.8.0/24 is not used: it is the"
                        + " network of interface hosts at device:leaf1/3.");
    }

    @Test
    void settingsOfPortsWithoutAnInterface() {
        unusedPorts.add(new FabricConfig.Port(LEAF, 1));
        unusedPorts.add(new FabricConfig.Port(LEAF, 7));
        unusedPorts.add(new FabricConfig.Port(SPINE, 1));
        assertWarns(
                "unused-port/links: Settings of ports have no effect where a link is, which has an"
                        + " MTU of its own: device:leaf1/1 and 1 more.",
                "unused-port/ports: Settings of ports have no effect where no interface is:"
                        + " device:leaf1/7.");
    }

    @Test
    void mappingsThatLeadNowhere() {
        routes.clear();
        eams.add(eam("192.0.2.1", "2001:db8:1::5", Eam.Host.IPV6));
        eams.add(eam("192.0.2.2", "2001:db8:2::5", Eam.Host.IPV6));
        eams.add(eam("198.51.100.1", "2001:db8:f::1", Eam.Host.IPV4));
        assertWarns(
                "unreached-eam/EAMT: No interface and no route leads to the hosts of EAM"
                        + " 192.0.2.2/32 <-> 2001:db8:2::5/128 and 1 more.");
    }

    @Test
    void aPrefixInANetworkOfHosts() {
        instances.set(0, instance("main", 1, "2001:db8:1:0:0:64::/96"));
        assertWarns(
                "prefix-on-link/instance main: Prefix 2001:db8:1::64:0:0/96 of instance main is"
                        + " inside 2001:db8:1::/64 of interface hosts at device:leaf1/3: hosts"
                        + " there ask for each of its addresses by itself.");
    }

    @Test
    void sizesThatTranslatedPacketsOutgrow() {
        linkMtu = 1527;
        assertWarns(
                "small-mtu/links: IPv4 packets of 1500 bytes do not fit once they are IPv6, up to"
                        + " 1528: device:leaf1/1-device:spine1/1 (1527).");
        linkMtu = 1528;
        lowestIpv6Mtu = 1501;
        assertWarns(
                "small-mtu/lowestIpv6Mtu: lowestIpv6Mtu, 1501, is more than the 1500 of interface"
                        + " hosts at device:leaf1/3.");
        lowestIpv6Mtu = 1529;
        portMtu = 1529;
        assertWarns(
                "small-mtu/links: IPv4 packets of 1529 bytes do not fit once they are IPv6, up to"
                        + " 1557: device:leaf1/1-device:spine1/1 (1528).",
                "small-mtu/lowestIpv6Mtu: lowestIpv6Mtu, 1529, is more than the 1528 of"
                        + " device:leaf1/1-device:spine1/1.");
    }
}
