// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.fabric;

import static org.isthmus.core.fabric.TwoLeaves.ALL;
import static org.isthmus.core.fabric.TwoLeaves.LEAF1;
import static org.isthmus.core.fabric.TwoLeaves.LEAF2;
import static org.isthmus.core.fabric.TwoLeaves.ROUTER;
import static org.isthmus.core.fabric.TwoLeaves.SPINE1;
import static org.isthmus.core.fabric.TwoLeaves.SPINE2;
import static org.isthmus.core.fabric.TwoLeaves.address;
import static org.isthmus.core.fabric.TwoLeaves.config;
import static org.isthmus.core.fabric.TwoLeaves.services;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Routes to hosts of EAMs, and answers for them. */
class MappedRoutesTest {
    private final CheckedTables tables = new CheckedTables();
    private final Fabric fabric = new Fabric(tables);

    @BeforeEach
    void configure() {
        fabric.configure(config(true));
        services(fabric);
        tables.check(fabric);
    }

    private long routesWithin(DeviceId d, String prefix) {
        Ipv6Prefix within = mapped(prefix);
        return tables.of(d).stream()
                .filter(i -> i instanceof RoutingIntent.Route4)
                .filter(i -> within.overlaps(V4Mapped.of(((RoutingIntent.Route4) i).prefix)))
                .filter(i -> ((RoutingIntent.Route4) i).prefix.length() > 8)
                .count();
    }

    private static Ipv6Prefix mapped(String prefix4) {
        return V4Mapped.of(Ipv4Prefix.parse(prefix4));
    }

    private static List<Ipv6Prefix> hosts(String first, int count, int apart) {
        List<Ipv6Prefix> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(
                    mapped(
                            Ipv4Address.toString(Ipv4Address.parse(first).bits() + i * apart)
                                    + "/32"));
        }
        return all;
    }

    @Test
    void hostsOfEamsNeedNoRoutesWhereEveryInterfaceIsAtATranslator() {
        fabric.mapped(hosts("172.16.0.1", 100, 2), List.of());
        tables.check(fabric);
        ALL.forEach(d -> assertEquals(0, routesWithin(d, "172.16.0.0/12"), d.toString()));
        assertTrue(fabric.served(address("172.16.0.3")));
        assertFalse(fabric.served(address("172.16.0.4")));
        MacAddress mac = MacAddress.of(0x0200_0000_0001L);
        assertTrue(
                tables.holds(
                        LEAF1, new SwitchIntent.Served4(Ipv4Prefix.parse("172.16.0.3/32"), mac)));
        assertTrue(tables.of(SPINE1).stream().noneMatch(i -> i instanceof SwitchIntent.Served4));
    }

    @Test
    void hostsOfEamsAreRoutedTogetherToTheTranslators() {
        fabric.configure(config(false));
        fabric.mapped(hosts("172.16.0.0", 255, 1), List.of());
        tables.check(fabric);
        // 128, 64, ... and 1 of them, at the leaf that does not translate and the spines behind it.
        for (DeviceId d : List.of(LEAF2, SPINE1, SPINE2)) {
            assertEquals(8, routesWithin(d, "172.16.0.0/12"), d.toString());
        }
        assertEquals(0, routesWithin(LEAF1, "172.16.0.0/12"));
        assertEquals(Set.of(11, 12), tables.ports(LEAF2, "172.16.0.254"));
        assertEquals(Set.of(1), tables.ports(SPINE1, "172.16.0.254"));
        fabric.mapped(hosts("172.16.0.255", 1, 1), List.of());
        tables.check(fabric);
        assertEquals(1, routesWithin(LEAF2, "172.16.0.0/12"));
        fabric.deviceState(LEAF1, false);
        tables.check(fabric);
        assertEquals(RoutingIntent.Via.BLACKHOLE, tables.via(LEAF2, "172.16.0.9"));
        fabric.deviceState(LEAF1, true);
        fabric.configure(config(true));
        tables.check(fabric);
        ALL.forEach(d -> assertEquals(0, routesWithin(d, "172.16.0.0/12"), d.toString()));
        fabric.mapped(List.of(), hosts("172.16.0.0", 256, 1));
        tables.check(fabric);
        assertFalse(fabric.served(address("172.16.0.9")));
    }

    @Test
    void neighboursThatAnEamTakesAwayAreForgotten() {
        fabric.neighbors().learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER);
        fabric.mapped(hosts("10.0.1.7", 1, 1), List.of());
        tables.check(fabric);
        assertNull(fabric.neighbors().get(address("10.0.1.7")));
        assertFalse(
                fabric.neighbors()
                        .learn(fabric.interfaceAt(LEAF1, 2, 0), address("10.0.1.7"), ROUTER));
    }
}
