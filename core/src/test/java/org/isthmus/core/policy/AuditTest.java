// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

class AuditTest {
    private final List<InstanceConfig> instances = new ArrayList<>();
    private final List<PoolSpec> pools = new ArrayList<>();
    private final List<Eam> eams = new ArrayList<>();
    private final List<StaticBinding> statics = new ArrayList<>();
    private final List<FabricConfig.Interface> interfaces = new ArrayList<>();
    private final Fabric fabric = new Fabric((device, change) -> {});

    AuditTest() {
        instances.add(instance("main", 1, "64:ff9b::/96", 64));
        pools.add(pool("p", "main", 1024, "203.0.113.0/24"));
        eams.add(eam("192.0.2.0/28", "2001:db8:e::/124", Eam.Host.IPV6));
        statics.add(binding("main", "2001:db8::80", 80, "203.0.113.7", 80));
    }

    private static Eam eam(String prefix4, String prefix6, Eam.Host host) {
        return new Eam(v4(prefix4), Ipv6Prefix.parse(prefix6), "main", host);
    }

    private static Ipv4Prefix v4(String text) {
        return Ipv4Prefix.parse(text);
    }

    private static InstanceConfig instance(String name, int id, String prefix, int blockSize) {
        return InstanceConfig.builder(name, Ipv6Prefix.parse(prefix))
                .id(id)
                .blockSize(blockSize)
                .portHold(Duration.ofMinutes(2))
                .build();
    }

    private static PoolSpec pool(String name, String instance, int first, String... prefixes) {
        return new PoolSpec(
                name,
                instance,
                Stream.of(prefixes).map(Ipv4Prefix::parse).collect(Collectors.toList()),
                new int[] {0, first, first},
                PoolSpec.defaultLastPort());
    }

    private static StaticBinding binding(
            String instance, String address6, int port6, String address4, int port4) {
        return new StaticBinding(
                instance,
                Protocol.TCP,
                Ipv6Address.parse(address6),
                port6,
                Ipv4Address.parse(address4),
                port4);
    }

    private FabricConfig network() {
        return new FabricConfig(List.of(), interfaces, List.of(), List.of());
    }

    private FabricConfig.Interface face(String address4, String address6) {
        FabricConfig.Interface face =
                new FabricConfig.Interface(
                        new FabricConfig.Port(DeviceId.of("device:leaf1"), 3),
                        "hosts",
                        0,
                        1500,
                        List.of(Ipv4Address.parse(address4)),
                        List.of(Ipv4Prefix.of(Ipv4Address.parse(address4).bits(), 24)),
                        List.of(Ipv6Address.parse(address6)),
                        List.of(Ipv6Prefix.of(Ipv6Address.parse(address6).high(), 0, 64)),
                        FabricConfig.SourceValidation.STRICT);
        interfaces.add(face);
        return face;
    }

    private final Nat64Config.Builder options = Nat64Config.builder();

    private void check() {
        Audit.of(
                options.instances(instances)
                        .pools(pools)
                        .eamt(eams)
                        .staticBindings(statics)
                        .build(),
                new AddressPlan(network(), fabric.neighbors().all()),
                Audit.THROW);
    }

    private void invalid(String path) {
        assertEquals(path, assertThrows(InvalidException.class, this::check).field());
    }

    private void conflict(String path, String other) {
        ConflictException e = assertThrows(ConflictException.class, this::check);
        assertEquals(path, e.field());
        assertEquals(other, e.other());
    }

    @Test
    void aSoundConfigurationPasses() {
        check();
    }

    @Test
    void errorsComeFromAddressesOfHosts() {
        options.errorSources(
                List.of(Ipv4Prefix.parse("203.0.113.0/24"), Ipv4Prefix.parse("126.0.0.0/7")));
        invalid("errorSources[1]");
        options.errorSources(List.of()).errorRate(-1);
        invalid("errorRate");
        options.errorRate(0).errorRatePerSender(0);
        invalid("errorRatePerSender");
        options.errorRatePerSender(1).fragmentTimeout(1);
        invalid("fragmentTimeout");
    }

    @Test
    void prefixLengthIsOneOfSix() {
        instances.set(0, instance("main", 1, "64:ff9b::/95", 64));
        invalid("instances[0].prefix");
    }

    @Test
    void bits64To71AreZero() {
        instances.set(0, instance("main", 1, "2001:db8:0:0:100::/96", 64));
        invalid("instances[0].prefix");
    }

    /** RFC 6052 section 2.2. */
    @Test
    void theWellKnownPrefixHasOneLength() {
        for (String prefix : List.of("64:ff9b::/64", "64:ff9b::/48", "64:ff9b::/32")) {
            instances.set(0, instance("main", 1, prefix, 64));
            invalid("instances[0].prefix");
        }
        instances.set(0, instance("main", 1, "64:ff9b:1::/48", 64));
        check();
    }

    @Test
    void instancesDoNotOverlap() {
        instances.add(instance("two", 2, "64:ff9b::/48", 64));
        conflict("instances[1].prefix", "instance main");
    }

    @Test
    void instanceIdsAreUnique() {
        instances.add(instance("two", 1, "2001:db8:64::/96", 64));
        conflict("instances[1].id", "main");
    }

    @Test
    void blockSizeIsAPowerOfTwo() {
        instances.set(0, instance("main", 1, "64:ff9b::/96", 96));
        invalid("instances[0].blockSize");
    }

    @Test
    void poolsNameAnInstance() {
        pools.add(pool("q", "mian", 1024, "198.51.100.0/24"));
        invalid("pools[1].instance");
    }

    @Test
    void poolsDoNotOverlapEachOther() {
        pools.add(pool("q", "main", 1024, "198.51.100.0/24", "203.0.113.128/25"));
        conflict("pools[1].prefixes[1]", "pool p");
    }

    @Test
    void poolsHoldAddressesOfHosts() {
        pools.add(pool("q", "main", 1024, "239.0.0.0/24"));
        invalid("pools[1].prefixes[0]");
    }

    @Test
    void aPoolHoldsABlock() {
        pools.add(pool("q", "main", 65500, "198.51.100.0/24"));
        invalid("pools[1].lastPort[1]");
    }

    private void portSets(PoolSpec pool, String problem) {
        pools.set(0, pool);
        InvalidException e = assertThrows(InvalidException.class, this::check);
        assertEquals("pools[0].portSets", e.field());
        assertEquals(problem, e.getMessage());
    }

    @Test
    void portSetsAreOfABlockAndOfBindingsThatNothingFollows() {
        PoolSpec pool = pools.get(0);
        pools.set(0, pool.portSets(64));
        check();
        portSets(pool.portSets(128), "128 are more than a block of 64");
        portSets(pool.portSets(48), "48 is not a power of two above 1");
        portSets(pool.portSets(1), "1 is not a power of two above 1");
        portSets(pool.portSets(2048), "2048 is not between 0 and 1024");
        portSets(pool.portSets(8).holdsSyns(true), "there are none with holdSyns");
        portSets(
                new PoolSpec(
                                pool.name,
                                pool.instance,
                                pool.prefixes,
                                pool.firstPort,
                                pool.lastPort,
                                null,
                                Filtering.ADDRESS_DEPENDENT)
                        .portSets(8),
                "there are none with filtering address-dependent");
        options.logBindings(true);
        portSets(pool.portSets(8), "there are none with logBindings");
    }

    @Test
    void eamsDoNotOverlapPools() {
        eams.add(eam("203.0.113.9/32", "2001:db8:f::1/128", Eam.Host.IPV6));
        conflict("eamt[1].prefix4", "pool p");
    }

    @Test
    void eamsAreNotInsideANat64Prefix() {
        eams.add(eam("192.0.2.99/32", "64:ff9b::1/128", Eam.Host.IPV6));
        conflict("eamt[1].prefix6", "instance main");
    }

    @Test
    void eamsNest() {
        eams.add(eam("192.0.2.1/32", "2001:db8:f::1/128", Eam.Host.IPV6));
        check();
    }

    @Test
    void eamsOfBothFamiliesDoNotNest() {
        eams.add(eam("192.0.2.1/32", "2001:db8:f::1/128", Eam.Host.IPV4));
        conflict("eamt[1].prefix4", "EAM 192.0.2.0/28 <-> 2001:db8:e::/124");
        eams.set(1, eam("192.0.2.99/32", "2001:db8:e::1/128", Eam.Host.IPV4));
        conflict("eamt[1].prefix6", "EAM 192.0.2.0/28 <-> 2001:db8:e::/124");
        eams.set(1, eam("192.0.2.99/32", "2001:db8:f::1/128", Eam.Host.IPV4));
        check();
        eams.add(eam("192.0.2.98/32", "2001:db8:f::1/128", Eam.Host.IPV6));
        conflict("eamt[2].prefix6", "EAM 192.0.2.99/32 <-> 2001:db8:f::1/128 of IPv4 hosts");
    }

    @Test
    void aPrefixIsMappedOnce() {
        eams.add(eam("192.0.2.0/28", "2001:db8:f::/124", Eam.Host.IPV6));
        conflict("eamt[1].prefix4", "EAM 192.0.2.0/28 <-> 2001:db8:e::/124");
    }

    @Test
    void staticBindingsAreInAPoolOfTheirInstance() {
        statics.add(binding("main", "2001:db8::81", 80, "198.51.100.1", 80));
        invalid("staticBindings[1].address4");
    }

    @Test
    void staticBindingsAreUniqueOnBothSides() {
        statics.add(binding("main", "2001:db8::81", 80, "203.0.113.7", 80));
        conflict("staticBindings[1].port4", "static binding of 2001:db8::80 port 80");
        statics.set(1, binding("main", "2001:db8::80", 80, "203.0.113.8", 80));
        conflict("staticBindings[1].port6", "static binding of 203.0.113.7 port 80");
    }

    @Test
    void staticBindingsAreOfHosts() {
        statics.add(binding("main", "64:ff9b::1", 80, "203.0.113.8", 80));
        invalid("staticBindings[1].address6");
        statics.set(1, binding("main", "2001:db8:e::1", 80, "203.0.113.8", 80));
        conflict("staticBindings[1].address6", "EAM 192.0.2.0/28 <-> 2001:db8:e::/124");
    }

    /** A pool that covers a connected network is answered for in place of the switch and hosts. */
    @Test
    void poolsTakeNoTrafficOfTheNetwork() {
        face("203.0.113.1", "2001:db8:1::1");
        conflict("pools[0].prefixes[0]", "network address of interface hosts at device:leaf1/3");
        pools.set(0, pool("p", "main", 1024, "203.0.113.4/30"));
        check();
    }

    @Test
    void poolsTakeNoTrafficOfHosts() {
        FabricConfig.Interface on = face("203.0.113.1", "2001:db8:1::1");
        fabric.configure(
                new FabricConfig(
                        List.of(
                                new FabricConfig.Device(
                                        on.port.device,
                                        MacAddress.of(2),
                                        List.of(),
                                        List.of(),
                                        true)),
                        interfaces,
                        List.of(),
                        List.of()));
        fabric.neighbors().learn(on, Ipv6Address.parse("::ffff:203.0.113.7"), MacAddress.of(0xa));
        pools.set(0, pool("p", "main", 1024, "203.0.113.4/30"));
        conflict("pools[0].prefixes[0]", "host 00:00:00:00:00:0a at device:leaf1/3");
    }

    /** Of a mapping, the side that translators answer for. */
    @Test
    void eamsTakeNoTrafficOfTheNetwork() {
        face("192.0.2.1", "2001:db8:1::1");
        String at = "interface hosts at device:leaf1/3";
        conflict("eamt[0].prefix4", "network address of " + at);
        eams.set(0, eam("192.0.2.1/32", "2001:db8:1::5/128", Eam.Host.IPV6));
        conflict("eamt[0].prefix4", at);
        eams.set(0, eam("192.0.2.1/32", "2001:db8:1::5/128", Eam.Host.IPV4));
        check();
        eams.set(0, eam("192.0.2.5/32", "2001:db8:1::1/128", Eam.Host.IPV4));
        conflict("eamt[0].prefix6", at);
        eams.set(0, eam("192.0.2.5/32", "2001:db8:1::1/128", Eam.Host.IPV6));
        check();
    }

    @Test
    void aNat64PrefixTakesNoTrafficOfTheNetwork() {
        face("192.0.2.129", "2001:db8:64::1");
        eams.clear();
        instances.set(0, instance("main", 1, "2001:db8:64::/64", 64));
        conflict(
                "instances[0].prefix",
                "subnet-router anycast of interface hosts at device:leaf1/3");
        instances.set(0, instance("main", 1, "2001:db8:64:0:0:1::/96", 64));
        check();
    }

    @Test
    void addressesThatNoRouterForwardsToAreRefused() {
        pools.add(pool("q", "main", 1024, "169.254.0.0/24"));
        invalid("pools[1].prefixes[0]");
        pools.set(1, pool("q", "main", 1024, "0.0.0.0/0"));
        invalid("pools[1].prefixes[0]");
        pools.remove(1);
        for (Eam.Host host : Eam.Host.values()) {
            for (String prefix4 :
                    List.of("127.0.0.1", "169.254.0.0/31", "224.0.0.0/24", "0.0.0.0/0")) {
                eams.set(0, eam(prefix4, "2001:db8::/32", host));
                invalid("eamt[0].prefix4");
            }
            for (String prefix6 :
                    List.of("::", "::1", "::ffff:0:0/96", "fe80::1", "ff0e::/16", "::/0")) {
                eams.set(0, eam("192.0.2.1", prefix6, host));
                invalid("eamt[0].prefix6");
            }
        }
        eams.clear();
        statics.set(0, binding("main", "fe80::1", 80, "203.0.113.7", 80));
        invalid("staticBindings[0].address6");
        statics.clear();
        instances.set(0, instance("main", 1, "::ffff:0:0/96", 64));
        invalid("instances[0].prefix");
    }
}
