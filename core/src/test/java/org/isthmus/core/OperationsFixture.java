// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;

/** What tests of operators' changes need of a simulated network. Stateless. */
final class OperationsFixture {
    private OperationsFixture() {}

    static final Nat64Config CONFIG =
            Nat64Configs.nat64(
                    Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));

    static void traffic(SimulatedNetwork network, int hosts) {
        for (int i = 1; i <= hosts; i++) {
            String host = "2001:db8:0:" + Integer.toHexString(i) + "::1";
            network.pipeline.receive(
                    network.at(i & 1), HostFrames.udp(host, 4000 + i, "198.51.100.1", 53));
            if (i % 100 == 0) {
                network.run(50);
            }
        }
        network.run(1000);
    }

    static long counter(SimulatedNetwork network, String name) {
        return network.controller.statistics().counters.get(name);
    }

    static long held(SimulatedNetwork network, Class<?> kind) {
        Set<Long> counts = new HashSet<>();
        for (SimulatedSwitch s : network.switches.values()) {
            counts.add(s.held.values().stream().filter(kind::isInstance).count());
        }
        assertEquals(1, counts.size(), "switches differ in " + kind);
        return counts.iterator().next();
    }

    static Eam eam(String prefix4, String prefix6) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", Eam.Host.IPV6);
    }

    static StaticBinding binding(String address6, String address4, int port4) {
        return new StaticBinding(
                "main",
                Protocol.UDP,
                Ipv6Address.parse(address6),
                53,
                Ipv4Address.parse(address4),
                port4);
    }
}
