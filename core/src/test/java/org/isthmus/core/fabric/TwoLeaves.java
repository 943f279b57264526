// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import java.util.List;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;

/** A fabric of two leaves, which translate, and two spines. Stateless. */
final class TwoLeaves {
    private TwoLeaves() {}

    static final DeviceId LEAF1 = DeviceId.of("device:leaf1");
    static final DeviceId LEAF2 = DeviceId.of("device:leaf2");
    static final DeviceId SPINE1 = DeviceId.of("device:spine1");
    static final DeviceId SPINE2 = DeviceId.of("device:spine2");
    static final List<DeviceId> ALL = List.of(LEAF1, LEAF2, SPINE1, SPINE2);
    static final MacAddress ROUTER = MacAddress.parse("00:00:00:00:99:01");
    static final MacAddress OTHER = MacAddress.parse("00:00:00:00:99:02");

    static FabricConfig.Device device(DeviceId id, int n, boolean translator) {
        return new FabricConfig.Device(
                id,
                MacAddress.of(0x0200_0000_0000L + n),
                List.of(Ipv4Address.parse("192.0.2." + n)),
                List.of(Ipv6Address.parse("2001:db8::" + n)),
                translator);
    }

    static FabricConfig.Link link(DeviceId one, int p, DeviceId other, int q) {
        return new FabricConfig.Link(
                new FabricConfig.Port(one, p), new FabricConfig.Port(other, q), 9000);
    }

    static FabricConfig.Interface face(
            DeviceId d, int port, String a4, String n4, String a6, String n6) {
        return new FabricConfig.Interface(
                new FabricConfig.Port(d, port),
                "eth" + port,
                0,
                1500,
                List.of(Ipv4Address.parse(a4)),
                List.of(Ipv4Prefix.parse(n4)),
                List.of(Ipv6Address.parse(a6)),
                List.of(Ipv6Prefix.parse(n6)),
                FabricConfig.SourceValidation.STRICT);
    }

    static FabricConfig config(boolean leaf2Translates) {
        return new FabricConfig(
                List.of(
                        device(LEAF1, 1, true),
                        device(LEAF2, 2, leaf2Translates),
                        device(SPINE1, 11, false),
                        device(SPINE2, 12, false)),
                List.of(
                        face(
                                LEAF1,
                                1,
                                "10.0.1.1",
                                "10.0.1.0/24",
                                "2001:db8:1::1",
                                "2001:db8:1::/64"),
                        face(
                                LEAF1,
                                2,
                                "10.0.1.1",
                                "10.0.1.0/24",
                                "2001:db8:1::1",
                                "2001:db8:1::/64"),
                        face(
                                LEAF2,
                                1,
                                "10.0.2.1",
                                "10.0.2.0/24",
                                "2001:db8:2::1",
                                "2001:db8:2::/64")),
                List.of(
                        link(LEAF1, 11, SPINE1, 1),
                        link(LEAF1, 12, SPINE2, 1),
                        link(LEAF2, 11, SPINE1, 2),
                        link(LEAF2, 12, SPINE2, 2)),
                List.of(
                        new FabricConfig.StaticRoute(
                                Ipv4Prefix.parse("0.0.0.0/0"),
                                Ipv4Address.parse("10.0.2.254"),
                                null,
                                null)));
    }

    static void services(Fabric fabric) {
        fabric.services(
                List.of(Ipv4Prefix.parse("203.0.113.0/28")),
                List.of(Ipv6Prefix.parse("64:ff9b::/96")));
        fabric.mapped(List.of(Ipv6Prefix.parse("2001:db8:e::/124")), List.of());
    }

    static Ipv6Address address(String text) {
        return text.indexOf(':') < 0
                ? V4Mapped.of(Ipv4Address.parse(text))
                : Ipv6Address.parse(text);
    }
}
