// SPDX-License-Identifier: Apache-2.0
package org.isthmus.proto.store;

import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.DeterministicMap;
import org.isthmus.core.model.DeterministicPool;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Lease;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.AdoptionRecord;
import org.isthmus.core.spi.BindingRecord;
import org.isthmus.core.spi.DeletionRecord;
import org.isthmus.core.spi.DeterministicRecord;
import org.isthmus.core.spi.EamRecord;
import org.isthmus.core.spi.ElectionRecord;
import org.isthmus.core.spi.LeaseRecord;
import org.isthmus.core.spi.PoolRecord;
import org.isthmus.core.spi.StaticBindingRecord;
import org.isthmus.core.spi.Store;
import org.isthmus.core.spi.SubscriberRecord;
import org.isthmus.core.spi.SubscriberRecord.PortBlock;

/** What the golden bytes of every format hold, in their order. */
public final class Samples {
    private static final long HIGH = 0x2001_0db8_0001_0002L;

    private static final PoolSpec DETERMINISTIC =
            new PoolSpec(
                    "fixed",
                    "nat64",
                    List.of(Ipv4Prefix.parse("198.51.100.0/26")),
                    PoolSpec.defaultFirstPort(),
                    PoolSpec.defaultLastPort(),
                    new Deterministic(
                            Ipv6Prefix.parse("2001:db8:1000::/52"),
                            192,
                            Deterministic.Algorithm.CONTIGUOUS),
                    Filtering.ENDPOINT_INDEPENDENT);

    private static final PoolSpec PORT_SETS =
            new PoolSpec(
                            "sets",
                            "nat64",
                            List.of(Ipv4Prefix.parse("198.51.100.64/26")),
                            PoolSpec.defaultFirstPort(),
                            PoolSpec.defaultLastPort())
                    .portSets(64);

    private static final PoolRecord DRAINING =
            PoolRecord.of(
                    new PoolSpec(
                                    "drains",
                                    "nat64",
                                    List.of(Ipv4Prefix.parse("198.51.100.128/26")),
                                    PoolSpec.defaultFirstPort(),
                                    PoolSpec.defaultLastPort())
                            .drains(true));

    private static final StaticBindingRecord OF_10 =
            StaticBindingRecord.of(
                    new StaticBinding(
                            "nat64",
                            Protocol.TCP,
                            Ipv6Address.parse("2001:db8:1::443"),
                            8443,
                            Ipv4Address.parse("203.0.113.9"),
                            443),
                    Integer.MAX_VALUE / 2);

    private static final EamRecord LEFT_OUT =
            EamRecord.of(
                            new Eam(
                                    Ipv4Prefix.parse("192.0.2.64/28"),
                                    Ipv6Prefix.parse("2001:db8:bbbb::/124"),
                                    "gone",
                                    Eam.Host.IPV6))
                    .leftOut(true);

    private static final List<Store.Record> LEFT_OUT_OF_8 =
            List.of(
                    PoolRecord.of(
                                    new PoolSpec(
                                            "none",
                                            "gone",
                                            List.of(Ipv4Prefix.parse("192.0.2.128/26")),
                                            PoolSpec.defaultFirstPort(),
                                            PoolSpec.defaultLastPort()))
                            .leftOut(true),
                    StaticBindingRecord.of(
                                    new StaticBinding(
                                            "gone",
                                            Protocol.UDP,
                                            Ipv6Address.parse("2001:db8:1::53"),
                                            53,
                                            Ipv4Address.parse("192.0.2.129"),
                                            5353),
                                    0)
                            .leftOut(true));

    /** Of all maps, with the ends of all ranges. */
    public static final List<Store.Record> ALL =
            List.of(
                    new LeaseRecord(
                            address4("203.0.113.7"),
                            0,
                            new Lease(65535, 1_769_855_520_000L, "one")),
                    new LeaseRecord(
                            address4("1.0.0.1"), 1024, new Lease(2047, Long.MAX_VALUE, "onos")),
                    PoolRecord.of(
                            new PoolSpec(
                                    "office",
                                    "nat64",
                                    List.of(
                                            Ipv4Prefix.parse("203.0.113.0/24"),
                                            Ipv4Prefix.parse("198.51.100.128/25")),
                                    new int[] {0, 1024, 2048},
                                    new int[] {65535, 65534, 4095})),
                    PoolRecord.of(
                            new PoolSpec(
                                    "p.1_x-y",
                                    "second",
                                    List.of(Ipv4Prefix.parse("192.0.2.1/32")),
                                    new int[] {0, 1024, 1024},
                                    new int[] {65535, 65535, 65535})),
                    EamRecord.of(
                            new Eam(
                                    Ipv4Prefix.parse("192.0.2.0/24"),
                                    Ipv6Prefix.parse("2001:db8:aaaa::/120"),
                                    "nat64",
                                    Eam.Host.IPV6)),
                    EamRecord.of(
                            new Eam(
                                    Ipv4Prefix.parse("1.2.3.4/32"),
                                    Ipv6Prefix.parse("2001:db8::ffff/128"),
                                    "second",
                                    Eam.Host.IPV4)),
                    StaticBindingRecord.of(
                            new StaticBinding(
                                    "nat64",
                                    Protocol.TCP,
                                    Ipv6Address.parse("2001:db8:1::80"),
                                    8080,
                                    Ipv4Address.parse("203.0.113.9"),
                                    80),
                            0),
                    StaticBindingRecord.of(
                            new StaticBinding(
                                    "second",
                                    Protocol.ICMP,
                                    Ipv6Address.of(-1, -1),
                                    0,
                                    Ipv4Address.parse("223.255.255.255"),
                                    65535),
                            0),
                    new SubscriberRecord(
                            1,
                            Ipv6Prefix.of(HIGH, 0, 64),
                            List.of(
                                    new PortBlock(Protocol.ICMP, address4("1.0.0.7"), 0),
                                    new PortBlock(Protocol.TCP, address4("1.0.0.7"), 1024),
                                    new PortBlock(Protocol.TCP, address4("1.0.0.7"), 65472),
                                    new PortBlock(Protocol.UDP, address4("1.0.0.7"), 32768))),
                    new SubscriberRecord(
                            255,
                            Ipv6Prefix.of(-1, -1, 128),
                            List.of(new PortBlock(Protocol.UDP, address4("203.0.113.255"), 2048))),
                    BindingRecord.of(
                            1,
                            Protocol.TCP,
                            HIGH,
                            0x1234,
                            40000,
                            address4("1.0.0.7"),
                            1024,
                            0,
                            34_165_920,
                            address4("198.51.100.9"),
                            443,
                            true),
                    BindingRecord.of(
                            1,
                            Protocol.TCP,
                            HIGH,
                            0x1234,
                            40001,
                            address4("1.0.0.7"),
                            65535,
                            0,
                            1,
                            0,
                            0,
                            false),
                    BindingRecord.of(
                            255,
                            Protocol.UDP,
                            -1,
                            -1,
                            65535,
                            address4("203.0.113.255"),
                            2048,
                            0,
                            Integer.MAX_VALUE / 2,
                            -1,
                            65535,
                            false),
                    new ElectionRecord(new BigInteger("fedcba98765432100123456789abcdef", 16)),
                    DeletionRecord.of(
                            1, Protocol.TCP, HIGH, 0x1234, 40002, address4("1.0.0.7"), 1025, 0),
                    new AdoptionRecord(AdoptionRecord.State.REFUSED),
                    PoolRecord.of(DETERMINISTIC),
                    deterministic(16),
                    DeterministicRecord.of(2, Long.MAX_VALUE, List.of()),
                    BindingRecord.of(
                            1,
                            Protocol.UDP,
                            HIGH,
                            0x1234,
                            4096,
                            address4("1.0.0.7"),
                            2048,
                            6,
                            100,
                            0,
                            0,
                            false),
                    DeletionRecord.of(
                            1, Protocol.UDP, HIGH, 0x1234, 4096, address4("1.0.0.7"), 2048, 6),
                    PoolRecord.of(PORT_SETS),
                    LEFT_OUT,
                    LEFT_OUT_OF_8.get(0),
                    LEFT_OUT_OF_8.get(1),
                    DRAINING,
                    OF_10,
                    BindingRecord.of(
                            1,
                            Protocol.ICMP,
                            HIGH,
                            1,
                            0,
                            address4("1.0.0.7"),
                            0,
                            0,
                            100,
                            address4("192.0.2.33"),
                            0,
                            false));

    /** Maps that came later than formats 1 and 2. */
    private static final Set<Store.Map> OF_3 =
            Set.of(Store.Map.ELECTIONS, Store.Map.DELETIONS, Store.Map.ADOPTION);

    private Samples() {}

    /** Those that the golden bytes of a format hold. */
    public static List<Store.Record> of(int format) {
        return ALL.stream()
                .filter(r -> format >= 3 || !OF_3.contains(r.map))
                .filter(r -> format >= 4 || !isOf4(r))
                .filter(r -> format >= 5 || !isOf5(r))
                .filter(r -> format >= 7 || !r.equals(LEFT_OUT))
                .filter(r -> format >= 8 || !LEFT_OUT_OF_8.contains(r))
                .filter(r -> format >= 9 || !r.equals(DRAINING))
                .filter(r -> format >= 10 || !r.equals(OF_10))
                .map(r -> format < 6 && r.equals(deterministic(16)) ? deterministic(0) : r)
                .collect(Collectors.toList());
    }

    /** Before format 6 it has no limit of blocks. */
    private static DeterministicRecord deterministic(int blocksPerSubscriber) {
        return DeterministicRecord.of(
                1,
                1_769_855_520_000L,
                List.of(
                        new DeterministicPool(
                                new DeterministicMap(DETERMINISTIC, 64, 64), blocksPerSubscriber)));
    }

    private static boolean isOf4(Store.Record r) {
        return r instanceof DeterministicRecord || r.equals(PoolRecord.of(DETERMINISTIC));
    }

    private static boolean isOf5(Store.Record r) {
        return r instanceof BindingRecord && ((BindingRecord) r).setBits > 0
                || r instanceof DeletionRecord && ((DeletionRecord) r).setBits > 0
                || r.equals(PoolRecord.of(PORT_SETS));
    }

    private static int address4(String text) {
        return Ipv4Address.parse(text).bits();
    }
}
