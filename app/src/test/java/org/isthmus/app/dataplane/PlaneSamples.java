// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.dataplane;

import java.util.ArrayList;
import java.util.List;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.onosproject.net.pi.runtime.PiEntity;
import org.onosproject.net.pi.runtime.PiTableEntry;

/** A device and intents for it, one of each kind. Stateless. */
final class PlaneSamples {
    private PlaneSamples() {}

    static final DeviceId LEAF = DeviceId.of("device:leaf1");

    static final org.onosproject.net.DeviceId LEAF_ID =
            org.onosproject.net.DeviceId.deviceId("device:leaf1");

    static final MacAddress MAC = MacAddress.parse("00:00:5e:00:53:01");

    static BibIntent.Outbound out(int port6, int port4) {
        return new BibIntent.Outbound(
                1, Protocol.UDP, 0x20010db8L << 32, 5, port6, 0xcb007101, port4);
    }

    static BibIntent.Inbound in(int port4, int port6) {
        return new BibIntent.Inbound(Protocol.UDP, 0xcb007101, port4, 0x20010db8L << 32, 5, port6);
    }

    static RoutingIntent.Next next(int id, int... ports) {
        List<RoutingIntent.Hop> hops = new ArrayList<>();
        for (int port : ports) {
            hops.add(new RoutingIntent.Hop(port, MAC, MAC, 0, 1500));
        }
        return new RoutingIntent.Next(id, hops);
    }

    /** One of each kind. */
    static List<Intent> everything() {
        return List.of(
                new SwitchIntent.Station(MAC),
                new SwitchIntent.Served4(Ipv4Prefix.parse("203.0.113.0/28"), MAC),
                new SwitchIntent.Served6(Ipv6Prefix.parse("64:ff9b::/96"), MAC),
                new SwitchIntent.Local4(Ipv4Address.parse("192.0.0.1")),
                new TranslationIntent.NatPrefix(Ipv6Prefix.parse("64:ff9b::/96"), 1),
                new TranslationIntent.Denied(1, Ipv4Prefix.parse("10.0.0.0/8")),
                new TranslationIntent.Pool4(Ipv4Prefix.parse("203.0.113.0/28"), 1),
                new TranslationIntent.Eam(
                        Ipv4Prefix.parse("192.0.2.1/32"),
                        Ipv6Prefix.parse("2001:db8:aaaa::1/128"),
                        1,
                        Eam.Host.IPV6),
                out(4242, 1042),
                in(1042, 4242),
                next(3, 1, 2),
                new RoutingIntent.Route4(Ipv4Prefix.parse("0.0.0.0/0"), RoutingIntent.Via.NEXT, 3),
                new RoutingIntent.Route6(Ipv6Prefix.parse("::/0"), RoutingIntent.Via.NEXT, 3),
                new RoutingIntent.Route6(
                        Ipv6Prefix.parse("2001:db8:1::/64"), RoutingIntent.Via.CONNECTED, 0),
                new TranslationIntent.Options(-1, true, 1280),
                new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 5000, 500));
    }

    static Change[] sets(List<Intent> intents) {
        return intents.stream().map(Change::set).toArray(Change[]::new);
    }

    static boolean isIn(PiEntity entity, String table) {
        return entity instanceof PiTableEntry && ((PiTableEntry) entity).table().id().equals(table);
    }
}
