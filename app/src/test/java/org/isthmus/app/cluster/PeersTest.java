// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Page;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;

/** What goes from node to node arrives as it was. */
class PeersTest {
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");

    private final TestCluster cluster = new TestCluster();
    private final Peers one = new Peers(cluster.communication(N1));
    private final Peers two = new Peers(cluster.communication(N2));

    private static <T> T copy(T message) {
        return Codec.decode(Codec.encode(message));
    }

    @Test
    void changesAndRefusals() {
        MacAddress mac = MacAddress.parse("02:00:00:00:00:01");
        List<Intent> intents =
                List.of(
                        new Intent.Station(mac),
                        new Intent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1),
                        new Intent.Eam(
                                Ipv4Prefix.parse("192.0.2.0/24"),
                                Ipv6Prefix.parse("2001:db8::/120"),
                                1,
                                Eam.Host.IPV6),
                        new Intent.Outbound(1, Protocol.TCP, 1, 2, 3, 4, 5),
                        new Intent.Inbound(Protocol.ICMP, 4, 5, 1, 2, 3),
                        new Intent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), Intent.Via.NEXT, 9),
                        new Intent.Next(9, List.of(new Intent.Hop(1, mac, mac, 0, 1500))),
                        new Intent.Options(-1, true, 1280),
                        new Intent.PuntRate(PuntReason.BIB_MISS, 1000, 10));
        List<Change> changes = new ArrayList<>();
        intents.forEach(i -> changes.add(Change.set(i)));
        Message.Apply apply = copy(new Message.Apply(7, LEAF, changes.subList(0, 9)));
        assertEquals(7, apply.epoch);
        assertEquals(LEAF, apply.device);
        for (int i = 0; i < changes.size(); i++) {
            assertEquals(Change.Kind.SET, apply.changes.get(i).kind());
            assertEquals(intents.get(i), apply.changes.get(i).intent());
        }
        List<Refusal> refusals =
                copy(List.of(new Refusal(Change.remove(intents.get(3)), true, "full")));
        assertEquals(intents.get(3), refusals.get(0).change().intent());
        assertEquals("full", refusals.get(0).message());
        DeviceStatistics statistics =
                copy(
                        new DeviceStatistics(
                                Map.of("ttl", 3L), Map.of(), Map.of(1, new long[] {1, 2, 3, 4})));
        assertEquals(Map.of("ttl", 3L), statistics.drops());
        assertArrayEquals(new long[] {1, 2, 3, 4}, statistics.ports().get(1));
    }

    /** Answers to the methods that are asked; whatever else is asked is an error. */
    private Nat64 remote(Map<String, Object> answers) {
        Nat64 core =
                (Nat64)
                        Proxy.newProxyInstance(
                                PeersTest.class.getClassLoader(),
                                new Class<?>[] {Nat64.class},
                                (proxy, method, arguments) -> {
                                    Object answer = answers.get(method.getName());
                                    if (answer instanceof RuntimeException) {
                                        throw (RuntimeException) answer;
                                    }
                                    return answer;
                                });
        RemoteNat64.serve(one, () -> core, Runnable::run);
        return RemoteNat64.of(two, N1);
    }

    @Test
    void theApi() {
        Binding binding =
                new Binding(
                        "main",
                        Protocol.UDP,
                        Ipv6Address.parse("2001:db8::1"),
                        1,
                        Ipv4Address.parse("192.0.2.1"),
                        2,
                        false,
                        3,
                        4);
        Eam eam =
                new Eam(
                        Ipv4Prefix.parse("192.0.2.0/24"),
                        Ipv6Prefix.parse("2001:db8::/120"),
                        "main",
                        Eam.Host.IPV4);
        Nat64 remote =
                remote(
                        Map.of(
                                "bindings",
                                new Page<>(List.of(binding), "next"),
                                "eamt",
                                List.of(eam, eam)));
        Page<Binding> page = remote.bindings(Filter.ALL, null, 10);
        assertEquals("next", page.next());
        assertEquals(binding.address6, page.items().get(0).address6);
        assertEquals(List.of(eam, eam), remote.eamt());
        remote.replaceEamt(List.of(eam), null);
    }

    @Test
    void exceptionsArriveAsThemselves() {
        Nat64 remote =
                remote(
                        Map.of(
                                "addPool", new ConflictException("prefixes[0]", "overlaps", "p1"),
                                "removePool", new NotFoundException("no pool p2"),
                                "addEams", new InvalidException("[3].ipv6", "is no prefix"),
                                "pools", new IllegalStateException("the core is closed")));
        PoolSpec spec = new PoolSpec("p", "main", List.of(), new int[3], new int[3]);
        ConflictException conflict =
                assertThrows(ConflictException.class, () -> remote.addPool(spec));
        assertEquals("prefixes[0]", conflict.field());
        assertEquals("p1", conflict.other());
        NotFoundException missing =
                assertThrows(NotFoundException.class, () -> remote.removePool("p2"));
        assertEquals("no pool p2", missing.getMessage());
        InvalidException invalid =
                assertThrows(InvalidException.class, () -> remote.addEams(List.of()));
        assertEquals("[3].ipv6", invalid.field());
        assertThrows(IllegalStateException.class, remote::pools);
        cluster.cut(N1, true);
        assertThrows(IllegalStateException.class, remote::devices);
    }
}
