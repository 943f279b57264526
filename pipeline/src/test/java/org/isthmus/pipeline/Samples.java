// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Eam.Host;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.RoutingIntent.Hop;
import org.isthmus.core.model.RoutingIntent.Via;
import org.isthmus.core.model.SourceIntent;
import org.isthmus.core.model.SourceIntent.Origin;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.PortPrefix;
import org.isthmus.core.net.Protocol;

/** Intents of every kind: chosen ones, and random ones. */
public final class Samples {
    private Samples() {}

    /** Every kind, with the ends of what some of its parts may be. */
    public static List<Intent> chosen() {
        MacAddress mac = MacAddress.parse("00:00:5e:00:53:01");
        MacAddress other = MacAddress.parse("02:00:00:00:00:0a");
        Ipv6Address a6 = Ipv6Address.parse("2001:db8:1::2");
        int a4 = Ipv4Address.parse("203.0.113.7").bits();
        List<Intent> all =
                new ArrayList<>(
                        List.of(
                                new SwitchIntent.Station(mac),
                                new SwitchIntent.Served4(Ipv4Prefix.parse("203.0.113.0/28"), mac),
                                new SwitchIntent.Served4(Ipv4Prefix.parse("192.0.2.1/32"), mac),
                                new SwitchIntent.Served6(Ipv6Prefix.parse("64:ff9b::/96"), mac),
                                new SwitchIntent.Local4(Ipv4Address.parse("192.0.2.1")),
                                new SwitchIntent.Local6(Ipv6Address.parse("2001:db8:1::1")),
                                SourceIntent.Edge.trusted(1, 0),
                                SourceIntent.Edge.validated(511, 4094, 511 << 12 | 4094, 2),
                                new SourceIntent.OthersClosed(),
                                new SourceIntent.Source4(
                                        511 << 12, Ipv4Prefix.parse("0.0.0.0/0"), Origin.ROUTED),
                                new SourceIntent.Source4(
                                        1, Ipv4Prefix.parse("192.0.2.1/32"), Origin.ELSEWHERE),
                                new SourceIntent.Source6(
                                        1 << 12, Ipv6Prefix.parse("fe80::/10"), Origin.ON_LINK),
                                new SourceIntent.Source6(
                                        2 << 12,
                                        Ipv6Prefix.parse("2001:db8:1::/64"),
                                        Origin.LEARNED),
                                new SourceIntent.Source4(
                                        2 << 12, Ipv4Prefix.parse("192.0.2.0/24"), Origin.FULL),
                                new SourceIntent.SourceBinding(511 << 12 | 4094, a6, false),
                                new SourceIntent.SourceBinding(
                                        1 << 12, Ipv6Address.parse("::ffff:192.0.2.9"), true),
                                new TranslationIntent.Denied(1, Ipv4Prefix.parse("10.0.0.0/8")),
                                new TranslationIntent.Denied(1, Ipv4Prefix.parse("0.0.0.0/0")),
                                new BibIntent.Outbound(
                                        255,
                                        Protocol.ICMP,
                                        0x2001_0db8_0000_0000L,
                                        7,
                                        4224,
                                        0xcb007101,
                                        1024,
                                        Filtering.ENDPOINT_INDEPENDENT,
                                        6),
                                new BibIntent.Inbound(
                                        Protocol.UDP,
                                        0xcb007101,
                                        1024,
                                        0x2001_0db8_0000_0000L,
                                        7,
                                        4224,
                                        Filtering.ENDPOINT_INDEPENDENT,
                                        10),
                                new TranslationIntent.DeniedService(
                                        1, Ipv4Prefix.ALL, Protocol.TCP, PortPrefix.of(25, 16)),
                                new TranslationIntent.DeniedService(
                                        255,
                                        Ipv4Prefix.parse("192.0.2.0/24"),
                                        Protocol.UDP,
                                        PortPrefix.of(6912, 10)),
                                new TranslationIntent.DeniedService(
                                        1,
                                        Ipv4Prefix.parse("192.0.2.7/32"),
                                        Protocol.ICMP,
                                        PortPrefix.ALL),
                                new TranslationIntent.Pool4(
                                        Ipv4Prefix.parse("203.0.113.0/28"), 255),
                                new TranslationIntent.Pool4(
                                        Ipv4Prefix.parse("203.0.113.16/28"), 1, true),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("192.0.2.0/24"),
                                        Ipv6Prefix.parse("2001:db8:aaaa::/120"),
                                        1,
                                        Host.IPV6),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("198.51.100.1/32"),
                                        Ipv6Prefix.parse("2001:db8:bbbb::/64"),
                                        1,
                                        Host.IPV6),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("0.0.0.0/0"),
                                        Ipv6Prefix.parse("::/0"),
                                        2,
                                        Host.IPV6),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("192.0.2.0/24"),
                                        Ipv6Prefix.parse("2001:db8:aaaa::/120"),
                                        1,
                                        Host.IPV4),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("198.51.100.1/32"),
                                        Ipv6Prefix.parse("2001:db8:bbbb::/64"),
                                        1,
                                        Host.IPV4),
                                new TranslationIntent.Eam(
                                        Ipv4Prefix.parse("0.0.0.0/0"),
                                        Ipv6Prefix.parse("::/0"),
                                        2,
                                        Host.IPV4),
                                new BibIntent.Outbound(
                                        1, Protocol.TCP, a6.high(), a6.low(), 4242, a4, 1042),
                                new BibIntent.Outbound(
                                        255, Protocol.ICMP, a6.high(), a6.low(), 0, a4, 65535),
                                new BibIntent.Outbound(
                                        1,
                                        Protocol.UDP,
                                        a6.high(),
                                        a6.low(),
                                        4243,
                                        a4,
                                        1043,
                                        Filtering.ADDRESS_AND_PORT_DEPENDENT,
                                        0),
                                new BibIntent.Inbound(
                                        Protocol.UDP,
                                        a4,
                                        1043,
                                        a6.high(),
                                        a6.low(),
                                        4243,
                                        Filtering.ADDRESS_DEPENDENT,
                                        0),
                                new BibIntent.Session(Protocol.ICMP, a4, 7, a4 + 1, 0),
                                new BibIntent.HairpinSession(Protocol.UDP, a4, 1043, a4 + 1, 65535),
                                new BibIntent.Inbound(
                                        Protocol.UDP, a4, 1042, a6.high(), a6.low(), 4242),
                                new BibIntent.Inbound(Protocol.ICMP, a4, 0, a6.high(), a6.low(), 0),
                                new BibIntent.SubscriberLimit(
                                        1, Protocol.UDP, Ipv6Prefix.parse("2001:db8:1::/64")),
                                new BibIntent.SubscriberLimit(
                                        255, Protocol.ICMP, Ipv6Prefix.parse("::/0")),
                                new RoutingIntent.Route4(
                                        Ipv4Prefix.parse("0.0.0.0/0"), Via.NEXT, 7),
                                new RoutingIntent.Route4(
                                        Ipv4Prefix.parse("192.0.2.0/24"), Via.CONNECTED, 0),
                                new RoutingIntent.Route6(
                                        Ipv6Prefix.parse("2001:db8::/32"), Via.NEXT, 65535),
                                new RoutingIntent.Route6(
                                        Ipv6Prefix.parse("::/0"), Via.BLACKHOLE, 0),
                                new RoutingIntent.Next(
                                        7,
                                        List.of(
                                                new Hop(1, mac, other, 0, 1500),
                                                new Hop(2, mac, other, 100, 9000))),
                                new RoutingIntent.FlowSeed(0x9e3779b9),
                                new TranslationIntent.Options(-1, true, 1280),
                                new TranslationIntent.Options(0x20, false, 1500),
                                new TranslationIntent.MssClamp(255),
                                new SwitchIntent.PuntRate(PuntReason.BIB_MISS, 1000, 2000),
                                new SwitchIntent.Subscriber(56),
                                new SwitchIntent.PuntShare(1023, 250, 250)));
        int instance = 1;
        for (int length : new int[] {32, 40, 48, 56, 64, 96}) {
            Ipv6Prefix prefix = Ipv6Prefix.parse("2001:db8::/32");
            all.add(
                    new TranslationIntent.NatPrefix(
                            Ipv6Prefix.of(prefix.high(), prefix.low(), length), instance++));
        }
        return all;
    }

    /** Of every kind that may be there many times; no two with the same key. */
    public static List<Intent> random(Random random, int count) {
        List<Intent> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int bits = random.nextInt();
            long high = random.nextLong() >>> random.nextInt(64);
            long low = random.nextLong() >>> random.nextInt(64);
            int port = random.nextInt(1 << 16);
            int other = random.nextInt(1 << 16);
            int instance = random.nextInt(256);
            MacAddress mac = MacAddress.of(random.nextLong() >>> 16);
            Protocol protocol = Protocol.values()[random.nextInt(3)];
            Ipv4Prefix prefix4 = Ipv4Prefix.of(bits, random.nextInt(33));
            Ipv6Prefix prefix6 = Ipv6Prefix.of(high, low, random.nextInt(129));
            Via via = Via.values()[random.nextInt(3)];
            switch (random.nextInt(14)) {
                case 0:
                    all.add(new SwitchIntent.Station(mac));
                    break;
                case 1:
                    all.add(new SwitchIntent.Served4(prefix4, mac));
                    break;
                case 2:
                    all.add(new SwitchIntent.Served6(prefix6, mac));
                    break;
                case 3:
                    all.add(new TranslationIntent.Denied(instance, prefix4));
                    break;
                case 4:
                    all.add(new TranslationIntent.Pool4(prefix4, instance));
                    break;
                case 5:
                    int suffix = random.nextInt(prefix4.length() == 0 ? 97 : 128 - 31);
                    all.add(
                            new TranslationIntent.Eam(
                                    prefix4,
                                    Ipv6Prefix.of(
                                            high, low, Math.min(suffix, 96 + prefix4.length())),
                                    instance,
                                    Host.values()[random.nextInt(2)]));
                    break;
                case 6:
                    all.add(
                            new BibIntent.Outbound(
                                    instance, protocol, high, low, port, bits, other));
                    break;
                case 7:
                    all.add(new BibIntent.Inbound(protocol, bits, port, high, low, other));
                    break;
                case 8:
                    all.add(new RoutingIntent.Route6(prefix6, via, via == Via.NEXT ? port : 0));
                    break;
                case 9:
                    all.add(SourceIntent.Edge.validated(port & 511, other & 4095, port, instance));
                    break;
                case 10:
                    Origin origin = Origin.values()[random.nextInt(5)];
                    all.add(new SourceIntent.Source6(port, prefix6, origin));
                    all.add(new SourceIntent.Source4(port, prefix4, origin));
                    break;
                case 11:
                    all.add(new BibIntent.SubscriberLimit(instance, protocol, prefix6));
                    break;
                case 12:
                    all.add(
                            new SourceIntent.SourceBinding(
                                    port, Ipv6Address.of(high, low), random.nextBoolean()));
                    break;
                default:
                    List<Hop> hops = new ArrayList<>();
                    for (int n = random.nextInt(4); n >= 0; n--) {
                        hops.add(
                                new Hop(
                                        random.nextInt(512),
                                        mac,
                                        MacAddress.of(random.nextLong() >>> 16),
                                        random.nextInt(4095),
                                        random.nextInt(1 << 14)));
                    }
                    all.add(new RoutingIntent.Next(1 + random.nextInt(65535), hops));
            }
        }
        java.util.Map<Object, Intent> byKey = new java.util.LinkedHashMap<>();
        for (Intent intent : all) {
            byKey.put(intent.key(), intent);
        }
        return new ArrayList<>(byKey.values());
    }
}
