// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.LeaseRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Pools and static bindings on trial: what a check says is what the change would be refused for.
 */
class ChecksTest {
    private static final StaticBinding OURS = binding("2001:db8:9::1", 53, "203.0.113.3", 53);
    private static final StaticBinding THEIRS = binding("2001:db8:9::2", 53, "203.0.113.3", 54);
    private static final Ipv4Address LEASED = Ipv4Address.parse("203.0.113.9");

    private final SimulatedNetwork network = new SimulatedNetwork(15, 2);

    private static StaticBinding binding(String address6, int port6, String address4, int port4) {
        return new StaticBinding(
                "main",
                Protocol.UDP,
                Ipv6Address.parse(address6),
                port6,
                Ipv4Address.parse(address4),
                port4);
    }

    private static PoolSpec pool(
            String name, String instance, Filtering filtering, int first, String... prefixes) {
        int[] firstPort = PoolSpec.defaultFirstPort();
        firstPort[0] = first;
        return new PoolSpec(
                name,
                instance,
                Arrays.stream(prefixes).map(Ipv4Prefix::parse).collect(Collectors.toList()),
                firstPort,
                PoolSpec.defaultLastPort(),
                null,
                filtering);
    }

    private static PoolSpec pool(String name, String... prefixes) {
        return pool(name, "main", Filtering.ENDPOINT_INDEPENDENT, 1024, prefixes);
    }

    @BeforeEach
    void start() {
        network.programs(SimulatedProgram.of());
        network.store.write(
                List.of(
                        new LeaseRecord(
                                LEASED.bits(), 0, new Lease(65535, Long.MAX_VALUE, "another"))));
        Nat64Config config =
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
        Eam eam =
                new Eam(
                        Ipv4Prefix.parse("198.51.100.0/28"),
                        Ipv6Prefix.parse("2001:db8:c::/124"),
                        "main",
                        Eam.Host.IPV6);
        network.start(
                config.toBuilder().eamt(List.of(eam)).staticBindings(List.of(THEIRS)).build());
        network.allUp();
        network.controller.addStaticBinding(OURS);
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8:9::7", 4000, "192.0.2.1", 53));
        network.run(500);
    }

    /** All that a check must leave as it is. */
    private List<Object> everything() {
        network.run(100);
        List<Object> all = new ArrayList<>();
        network.switches.values().forEach(s -> all.add(Map.copyOf(s.held)));
        all.add(network.store.maps.toString());
        all.add(network.controller.pools().size());
        all.add(network.controller.staticBindings());
        return all;
    }

    private static List<String> texts(List<Fault> faults) {
        return faults.stream().map(Fault::toString).collect(Collectors.toList());
    }

    private static String refusal(Executable change) {
        RuntimeException e = assertThrows(RuntimeException.class, change);
        if (e instanceof InvalidException) {
            return new Fault(((InvalidException) e).field(), e.getMessage(), null).toString();
        }
        ConflictException c = (ConflictException) e;
        return new Fault(c.field(), c.getMessage(), c.other()).toString();
    }

    @Test
    void aPoolOnTrialShowsAllItsFaults() {
        List<Object> before = everything();
        assertEquals(
                List.of(
                        "instance: there is no instance none",
                        "prefixes[1]: 127.0.0.0/28 holds addresses that are no host's, of"
                                + " 127.0.0.0/8, loopback (RFC 1122)",
                        "firstPort[0]: -1 is not between 0 and 65535",
                        "name: p is there twice (pool p)",
                        "prefixes[0]: 203.0.113.8/29 overlaps 203.0.113.0/28 (pool p)"),
                texts(
                        network.controller.checkPool(
                                pool(
                                        "p",
                                        "none",
                                        Filtering.ENDPOINT_INDEPENDENT,
                                        -1,
                                        "203.0.113.8/29",
                                        "127.0.0.0/28"))));
        assertEquals(List.of(), network.controller.checkPool(pool("q", "198.18.0.0/28")));
        assertEquals(before, everything());
        network.controller.addPool(pool("q", "198.18.0.0/28"));
    }

    @Test
    void aPoolIsRefusedForTheFirstFault() {
        for (PoolSpec each :
                List.of(
                        pool("p", "198.18.0.0/28"),
                        pool("a b", "198.18.0.0/28"),
                        pool("q"),
                        pool("q", "203.0.113.0/30", "198.51.100.0/30"))) {
            assertEquals(
                    refusal(() -> network.controller.addPool(each)),
                    texts(network.controller.checkPool(each)).get(0));
        }
    }

    @Test
    void aPoolThatAProgramCannotDoIsAFault() {
        network.programs(SimulatedProgram.of().without(Capability.FILTERING));
        network.configure(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        PoolSpec filters = pool("q", "main", Filtering.ADDRESS_DEPENDENT, 1024, "198.18.0.0/28");
        assertEquals(
                List.of(refusal(() -> network.controller.addPool(filters))),
                texts(network.controller.checkPool(filters)));
    }

    @Test
    void aStaticBindingOnTrialShowsAllItsFaults() {
        List<Object> before = everything();
        assertEquals(
                List.of(
                        "port6: 70000 is not between 1 and 65535",
                        "address4: 198.18.0.1 is in no pool of main",
                        "address6: 2001:db8:c::1 has an explicit mapping"
                                + " (EAM 198.51.100.0/28 <-> 2001:db8:c::/124)"),
                texts(
                        network.controller.checkStaticBinding(
                                binding("2001:db8:c::1", 70_000, "198.18.0.1", 53), null)));
        StaticBinding good = binding("2001:db8:9::3", 53, "203.0.113.4", 53);
        assertEquals(List.of(), network.controller.checkStaticBinding(good, null));
        assertEquals(List.of(), network.controller.checkStaticBinding(good, OURS));
        assertEquals(List.of(), network.controller.checkStaticBinding(OURS, OURS));
        assertEquals(before, everything());
    }

    @Test
    void aStaticBindingIsRefusedForTheFirstFault() {
        for (StaticBinding each :
                List.of(
                        OURS,
                        binding("2001:db8:9::1", 53, "203.0.113.4", 99),
                        binding("2001:db8:9::7", 4000, "203.0.113.4", 99),
                        dynamic(),
                        binding("2001:db8:9::3", 53, LEASED.toString(), 53))) {
            assertEquals(
                    List.of(refusal(() -> network.controller.addStaticBinding(each))),
                    texts(network.controller.checkStaticBinding(each, null)).subList(0, 1));
        }
    }

    /** The IPv4 side of the binding that a packet made. */
    private StaticBinding dynamic() {
        return network.controller.bindings(Filter.ALL, null, 10).items().stream()
                .filter(b -> b.port6 == 4000)
                .map(b -> binding("2001:db8:9::3", 53, b.address4.toString(), b.port4))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aReplacementIsRefusedForTheFirstFault() {
        for (StaticBinding each :
                List.of(
                        THEIRS,
                        binding("2001:db8:9::2", 53, "203.0.113.3", 53),
                        binding("2001:db8:9::7", 4000, "203.0.113.3", 53),
                        binding("2001:db8:9::1", 53, LEASED.toString(), 53))) {
            assertEquals(
                    List.of(refusal(() -> replace(OURS, each))),
                    texts(network.controller.checkStaticBinding(each, OURS)).subList(0, 1));
        }
        assertEquals(
                List.of(refusal(() -> replace(THEIRS, OURS))),
                texts(network.controller.checkStaticBinding(OURS, THEIRS)));
        StaticBinding none = binding("2001:db8:9::1", 53, "203.0.113.5", 53);
        assertThrows(
                NotFoundException.class, () -> network.controller.checkStaticBinding(OURS, none));
    }

    private StaticBinding replace(StaticBinding old, StaticBinding by) {
        return network.controller.replaceStaticBinding(
                old.protocol, old.address4.bits(), old.port4, by);
    }
}
