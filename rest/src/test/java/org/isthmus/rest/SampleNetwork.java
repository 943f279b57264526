// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rest;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.Exporter;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.SourceBinding;
import org.isthmus.core.api.Subscriber;
import org.isthmus.core.api.TableUse;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.ExporterConfig;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;

/** What {@link FakeNat64#filled} has: something in every list. Stateless. */
public final class SampleNetwork {
    private SampleNetwork() {}

    static void fill(FakeNat64 fake) {
        fake.addPool(
                new PoolSpec(
                        "customers",
                        "nat64",
                        List.of(Ipv4Prefix.parse("203.0.113.0/25")),
                        PoolSpec.defaultFirstPort(),
                        PoolSpec.defaultLastPort()));
        PoolSpec configured =
                new PoolSpec(
                        "configured",
                        "nat64",
                        List.of(Ipv4Prefix.parse("192.0.2.0/28")),
                        new int[] {0, 2048, 2048},
                        new int[] {1023, 4095, 4095});
        fake.pools.put("configured", FakeNat64.pool(configured, true));
        fake.addEams(
                List.of(
                        FakeNat64.eam("198.51.100.0/28", "2001:db8:a::/124"),
                        FakeNat64.eam("198.51.100.16/32", "2001:db8:a::10/128")));
        fake.configuredEams.add(FakeNat64.eam("198.51.100.16/32", "2001:db8:a::10/128"));
        fake.addStaticBinding(
                new StaticBinding(
                        "nat64",
                        Protocol.TCP,
                        Ipv6Address.parse("2001:db8:1::42"),
                        443,
                        Ipv4Address.parse("203.0.113.7"),
                        443));
        fake.session(Protocol.TCP, 1, 4242, "ESTABLISHED");
        fake.session(Protocol.UDP, 2, 5353, "");
        fake.session(Protocol.ICMP, 3, 77, "");
        fake.subscribers.add(
                new Subscriber(
                        "nat64",
                        Ipv6Prefix.parse("2001:db8:1::/64"),
                        List.of(
                                new Subscriber.Block(
                                        Protocol.TCP,
                                        Ipv4Address.parse("203.0.113.7"),
                                        4224,
                                        4287,
                                        1)),
                        new long[] {1, 1, 1},
                        5));
        fake.sourceBindings.add(
                new SourceBinding(
                        V4Mapped.of(Ipv4Address.parse("192.0.2.130").bits()),
                        new FabricConfig.Port(FakeNat64.LEAF1, 3),
                        0,
                        SourceBinding.State.BOUND));
        fake.sourceBindings.add(
                new SourceBinding(
                        Ipv6Address.parse("2001:db8:1::1"),
                        new FabricConfig.Port(FakeNat64.LEAF1, 3),
                        7,
                        SourceBinding.State.TESTED));
        fake.devices.add(
                new Device(
                        DeviceId.of("device:leaf1"),
                        Device.State.READY,
                        true,
                        12,
                        0,
                        EnumSet.of(Capability.BINDING_COUNTERS, Capability.PUNT_METER),
                        List.of(
                                new TableUse("bib4", 65536, 3),
                                new TableUse("eam4_dst", 16384, 16384)),
                        new DeviceStatistics(
                                Map.of("NO_BINDING", 3L, "PUNTED", 1700L),
                                Map.of("bib6", 100L, "bib4", 90L),
                                Map.of(1, new long[] {10, 1000, 20, 2000}))));
        fake.devices.add(
                new Device(
                        DeviceId.of("device:spine1"),
                        Device.State.DOWN,
                        false,
                        0,
                        2,
                        Set.of(),
                        List.of(),
                        null));
        fake.log.add(
                new MappingEvent(
                        MappingEvent.Kind.ASSIGNED,
                        FakeNat64.NOW,
                        Protocol.TCP,
                        Ipv6Prefix.parse("2001:db8:1::/64"),
                        Ipv4Address.parse("203.0.113.7"),
                        4224,
                        4287));
        fake.fabric = fabricOf(fake.devices);
        fake.alarms.add(
                new Alarm(
                        "link-down/device:leaf1/1-device:spine1/1",
                        Alarm.Severity.WARNING,
                        "device:leaf1/1-device:spine1/1",
                        "The link of device:leaf1/1 and device:spine1/1 is down.",
                        FakeNat64.NOW));
        fake.exporters.add(
                new Exporter(
                        "archive",
                        ExporterConfig.Type.JSON_LINES,
                        "/var/log/mappings.jsonl",
                        Exporter.State.CONNECTED,
                        null,
                        FakeNat64.NOW,
                        43,
                        0,
                        0,
                        42,
                        0));
        fake.exporters.add(
                new Exporter(
                        "siem",
                        ExporterConfig.Type.SYSLOG,
                        "tls://192.0.2.9:6514",
                        Exporter.State.FAILED,
                        "Connection refused",
                        FakeNat64.NOW,
                        40,
                        3,
                        12,
                        39,
                        1));
        fake.counters.put("punts", 7L);
        fake.counters.put("refused_no_ports", 2L);
        fake.gauges.put("subscribers", 3L);
    }

    private static FabricView fabricOf(List<Device> devices) {
        List<FabricView.Device> all = new ArrayList<>();
        List<FabricView.PortCounters> ports = new ArrayList<>();
        for (Device d : devices) {
            FabricConfig.Device config =
                    new FabricConfig.Device(
                            d.id,
                            MacAddress.of(0x0200_0000_0001L + all.size()),
                            List.of(Ipv4Address.parse("192.0.2." + (201 + all.size()))),
                            List.of(),
                            d.translator);
            all.add(new FabricView.Device(config, d.state));
            if (d.statistics != null) {
                d.statistics
                        .ports()
                        .forEach(
                                (port, counts) ->
                                        ports.add(
                                                new FabricView.PortCounters(
                                                        new FabricConfig.Port(d.id, port),
                                                        counts,
                                                        FakeNat64.NOW)));
            }
        }
        FabricConfig.Port port = new FabricConfig.Port(FakeNat64.LEAF1, 3);
        return new FabricView(
                all,
                List.of(
                        new FabricView.Link(
                                new FabricConfig.Link(
                                        new FabricConfig.Port(FakeNat64.LEAF1, 1),
                                        new FabricConfig.Port(FakeNat64.SPINES.get(0), 1),
                                        1528),
                                false)),
                List.of(
                        new FabricView.Interface(
                                new FabricConfig.Interface(
                                        port,
                                        "h1",
                                        0,
                                        1500,
                                        List.of(Ipv4Address.parse("192.0.2.129")),
                                        List.of(Ipv4Prefix.parse("192.0.2.128/26")),
                                        List.of(Ipv6Address.parse("2001:db8:1::ff")),
                                        List.of(Ipv6Prefix.parse("2001:db8:1::/64")),
                                        FabricConfig.SourceValidation.LOOSE),
                                true)),
                List.of(
                        new FabricView.Host(
                                Ipv4Address.parse("192.0.2.130"),
                                null,
                                MacAddress.parse("00:00:00:00:00:0a"),
                                port),
                        new FabricView.Host(
                                null,
                                Ipv6Address.parse("2001:db8:1::1"),
                                MacAddress.parse("00:00:00:00:00:0a"),
                                port)),
                ports);
    }
}
