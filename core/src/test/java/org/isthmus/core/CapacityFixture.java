// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;

/**
 * Two translators, with a host network each, and one router between them; every table can be made
 * so small that it is full.
 */
abstract class CapacityFixture {
    final SimulatedNetwork network = new SimulatedNetwork(17, 3);

    void start(String... sizes) {
        network.programs(SimulatedProgram.of(sizes));
        network.fabric = CapacityFixture::fabric;
        network.start(config(List.of()));
        network.allUp();
    }

    static FabricConfig fabric(List<DeviceId> ids) {
        List<FabricConfig.Device> devices = new ArrayList<>();
        List<FabricConfig.Interface> interfaces = new ArrayList<>();
        List<FabricConfig.Link> links = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            boolean leaf = i < 2;
            devices.add(
                    new FabricConfig.Device(
                            ids.get(i),
                            MacAddress.of(0x0200_0000_0100L + i),
                            List.of(),
                            List.of(),
                            leaf));
            if (leaf) {
                int bits = 172 << 24 | 16 << 16 | i << 8;
                interfaces.add(
                        new FabricConfig.Interface(
                                new FabricConfig.Port(ids.get(i), 1),
                                "h" + i,
                                0,
                                1500,
                                List.of(Ipv4Address.of(bits + 1)),
                                List.of(Ipv4Prefix.of(bits, 24)),
                                List.of(),
                                List.of(),
                                FabricConfig.SourceValidation.OFF));
                links.add(
                        new FabricConfig.Link(
                                new FabricConfig.Port(ids.get(i), 2),
                                new FabricConfig.Port(ids.get(2), i + 1),
                                1500));
            }
        }
        return new FabricConfig(devices, interfaces, links, List.of());
    }

    static Nat64Config config(List<Eam> eams) {
        Nat64Config c =
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
        return c.toBuilder().eamt(eams).build();
    }

    /** Every second address, so that no two of them are one prefix. */
    static List<Eam> eams(Eam.Host host, int first, int count) {
        List<Eam> all = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            int kind = host.ordinal();
            all.add(
                    new Eam(
                            Ipv4Prefix.of((10 << 24 | kind << 20) + 2 * i, 32),
                            Ipv6Prefix.of(0x20010db8_000a0000L + kind, 2L * i, 128),
                            "main",
                            host));
        }
        return all;
    }
}
