// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;

class DeterministicMapTest {
    private static final int UDP = Protocol.UDP.ordinal();

    private static DeterministicMap map(
            String subscribers,
            int length,
            int ports,
            Deterministic.Algorithm algorithm,
            int blockSize,
            int firstPort,
            String... ranges) {
        List<Ipv4Prefix> prefixes = new ArrayList<>();
        for (String each : ranges) {
            prefixes.addAll(Ipv4Prefix.parseRange(each));
        }
        return new DeterministicMap(
                new PoolSpec(
                        "p",
                        "main",
                        prefixes,
                        new int[] {0, firstPort, firstPort},
                        PoolSpec.defaultLastPort(),
                        new Deterministic(Ipv6Prefix.parse(subscribers), ports, algorithm),
                        Filtering.ENDPOINT_INDEPENDENT),
                blockSize,
                length);
    }

    private static String line(DeterministicMap map, long number) {
        return map.subscriber(number)
                + " "
                + Ipv4Address.toString(map.address4(number))
                + ":"
                + map.firstPort(UDP, number)
                + "-"
                + map.lastPort(UDP, number);
    }

    /** The example of RFC 7422 section 2.3, with IPv6 subscribers. */
    @Test
    void theExampleOfTheRfc() {
        DeterministicMap map =
                map(
                        "2001:db8:0:10::/60",
                        64,
                        4032,
                        Deterministic.Algorithm.SEQUENTIAL,
                        64,
                        1024,
                        "192.0.2.1");
        assertEquals("2001:db8:0:10::/64 192.0.2.1:1024-5055", line(map, 0));
        assertEquals("2001:db8:0:11::/64 192.0.2.1:5056-9087", line(map, 1));
        assertEquals("2001:db8:0:1d::/64 192.0.2.1:53440-57471", line(map, 13));
        assertEquals(16, map.subscribers());
        assertEquals(0, map.dynamicPorts(UDP));
    }

    /** RFC 7422 section 2: they may, where {@code ports.icmp} is as {@code ports.tcp}. */
    @Test
    void identifiersMayBeThoseOfThePorts() {
        DeterministicMap map =
                new DeterministicMap(
                        new PoolSpec(
                                "p",
                                "main",
                                List.of(Ipv4Prefix.parse("192.0.2.1/32")),
                                new int[] {1024, 1024, 1024},
                                PoolSpec.defaultLastPort(),
                                new Deterministic(
                                        Ipv6Prefix.parse("2001:db8:0:10::/60"),
                                        4032,
                                        Deterministic.Algorithm.SEQUENTIAL),
                                Filtering.ENDPOINT_INDEPENDENT),
                        64,
                        64);
        for (Protocol p : Protocol.values()) {
            assertEquals(5056, map.firstPort(p.ordinal(), 1));
            assertEquals(9087, map.lastPort(p.ordinal(), 1));
            assertEquals(1, map.holder(p.ordinal(), map.address4(1), 9087));
        }
    }

    @Test
    void algorithmsOrderAddresses() {
        String[] of = {"192.0.2.3-192.0.2.4", "198.51.100.9"};
        DeterministicMap sequential =
                map("2001:db8::/61", 64, 1024, Deterministic.Algorithm.SEQUENTIAL, 64, 1024, of);
        assertEquals("2001:db8:0:1::/64 192.0.2.4:1024-2047", line(sequential, 1));
        assertEquals("2001:db8:0:2::/64 198.51.100.9:1024-2047", line(sequential, 2));
        assertEquals("2001:db8:0:3::/64 192.0.2.3:2048-3071", line(sequential, 3));
        DeterministicMap contiguous =
                map("2001:db8::/61", 64, 1024, Deterministic.Algorithm.CONTIGUOUS, 64, 1024, of);
        assertEquals("2001:db8:0:2::/64 192.0.2.3:3072-4095", line(contiguous, 2));
        assertEquals("2001:db8:0:3::/64 192.0.2.4:1024-2047", line(contiguous, 3));
        assertEquals("2001:db8:0:7::/64 198.51.100.9:2048-3071", line(contiguous, 7));
        // Eight subscribers, three addresses: the last one has a share that is nobody's.
        assertEquals(-1, contiguous.holder(UDP, contiguous.address4(7), 4095));
        assertTrue(contiguous.isFixed(UDP, 4095));
        assertEquals(4096, contiguous.firstDynamicPort(UDP));
    }

    /** Functions 1 and 2 are inverse to each other, and no two subscribers share a port. */
    @Test
    void theInverseIsTheInverse() {
        long seed = Seeds.of(7422);
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            int blockSize = 8 << random.nextInt(6);
            int length = 1 + random.nextInt(128);
            int bits = random.nextInt(Math.min(length, 9) + 1);
            Ipv6Prefix within = Ipv6Prefix.of(random.nextLong(), random.nextLong(), length - bits);
            List<Ipv4Prefix> prefixes = new ArrayList<>();
            int address = random.nextInt();
            for (int j = random.nextInt(3); j >= 0; j--) {
                Ipv4Prefix prefix = Ipv4Prefix.of(address, 32 - random.nextInt(4));
                prefixes.add(prefix);
                address = prefix.bits() + (int) prefix.size() + 8 * (1 + random.nextInt(9));
            }
            Deterministic.Algorithm algorithm = Deterministic.Algorithm.values()[random.nextInt(2)];
            int[] first = {random.nextInt(3000), random.nextInt(3000), random.nextInt(3000)};
            int ports = blockSize * (1 + random.nextInt(4));
            PoolSpec pool =
                    new PoolSpec(
                            "p",
                            "main",
                            prefixes,
                            first,
                            PoolSpec.defaultLastPort(),
                            new Deterministic(within, ports, algorithm),
                            Filtering.ENDPOINT_INDEPENDENT);
            DeterministicMap map = new DeterministicMap(pool, blockSize, length);
            String at = "seed " + seed + " round " + i + ": " + map;
            assertEquals(1L << bits, map.subscribers(), at);
            int protocol = random.nextInt(3);
            if (map.dynamicPorts(protocol) < 0) {
                continue;
            }
            Map<Long, Long> holders = new HashMap<>();
            for (long n = 0; n < map.subscribers(); n++) {
                Ipv6Prefix subscriber = map.subscriber(n);
                assertEquals(length, subscriber.length(), at);
                assertTrue(within.contains(subscriber.high(), subscriber.low()), at);
                long host = random.nextLong();
                assertEquals(
                        n,
                        map.number(
                                subscriber.high() | host & ~Ipv6Prefix.maskHigh(length),
                                subscriber.low() | host & ~Ipv6Prefix.maskLow(length)),
                        at);
                int from = map.firstPort(protocol, n);
                assertEquals(0, from % blockSize, at);
                assertEquals(ports - 1, map.lastPort(protocol, n) - from, at);
                assertTrue(from >= first[protocol] && from + ports <= 65536, at);
                assertTrue(from + ports <= map.firstDynamicPort(protocol), at);
                for (int port = from; port < from + ports; port++) {
                    long key = (long) map.address4(n) << 16 | port;
                    assertNull(holders.put(key, n), at);
                }
            }
            assertEquals(map.subscribers() * ports, holders.size(), at);
            for (long a = 0; a < pool.addresses(); a++) {
                assertEquals(a, pool.indexOf(pool.address(a)), at);
                for (int port = 0; port < 65536; port += 1 + random.nextInt(40)) {
                    long key = (long) pool.address(a) << 16 | port;
                    assertEquals(
                            holders.getOrDefault(key, -1L),
                            map.holder(protocol, pool.address(a), port),
                            at);
                }
            }
            assertEquals(-1, map.holder(protocol, address, first[protocol] + blockSize), at);
        }
    }
}
