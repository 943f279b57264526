// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.Pool;
import org.isthmus.core.binding.BibMappings;
import org.isthmus.core.binding.BindingSetup;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Deterministic;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Quotas;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.Bytes;
import org.isthmus.core.packet.FrameTuple;
import org.isthmus.core.packet.Packets;
import org.junit.jupiter.api.Test;

/** Pools whose flows bind a range of ports each. */
class PortSetsTest {
    private static final int PORTS = 16;
    private static final String HOST = "2001:db8:1::1";

    private final SimulatedNetwork network = new SimulatedNetwork(7, 2);

    private void start() {
        start(Nat64Configs.instance(64, 16, 0));
    }

    private void start(InstanceConfig instance) {
        network.start(
                Nat64Configs.nat64(
                        instance, Nat64Configs.pool("p", "203.0.113.0/28").portSets(PORTS)));
        network.allUp();
    }

    private void udp(int port) {
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, port, "198.51.100.1", 53));
        network.run(100);
    }

    private void tcp(int port, int flags) {
        network.pipeline.receive(
                network.at(0), HostFrames.tcp(HOST, port, "198.51.100.1", 80, flags));
        network.run(100);
    }

    private List<BibIntent.Outbound> rows() {
        return network.at(0).held.values().stream()
                .filter(i -> i instanceof BibIntent.Outbound)
                .map(i -> (BibIntent.Outbound) i)
                .collect(Collectors.toList());
    }

    @Test
    void oneRowIsForAllPortsOfTheRange() {
        start();
        for (int port = 4096; port < 4096 + PORTS; port++) {
            udp(port);
        }
        assertEquals(1, network.at(0).missed);
        assertEquals(PORTS, network.at(0).translated.size());
        BibIntent.Outbound row = rows().get(0);
        assertEquals(4096, row.port6);
        assertEquals(4, row.setBits);
        assertEquals(0, row.port4 % PORTS);
        assertEquals(rows(), List.of(row));
        network.assertConsistent();
        udp(4096 + PORTS);
        assertEquals(2, network.at(0).missed);
        assertEquals(2, rows().size());
    }

    @Test
    void aPacketOfEachPortWaitsForTheRow() {
        int ports = 4 * BindingSetup.WAITING_PER_BINDING;
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28").portSets(ports)));
        network.allUp();
        for (int port = 4096; port < 4096 + ports; port++) {
            network.pipeline.receive(network.at(0), HostFrames.udp(HOST, port, "198.51.100.1", 53));
        }
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, 4096, "198.51.100.2", 53));
        network.run(200);
        assertEquals(1, rows().size());
        assertEquals(ports, network.at(0).translated.size());
        Map<String, Long> counters = network.controller.statistics().counters;
        assertEquals(1, counters.get("punts_waiting_dropped"));
    }

    @Test
    void wellKnownPortsStayInTheirRangeWhereThePoolHasIt() {
        start();
        udp(53);
        assertTrue(rows().get(0).port4 >= 1024, "this pool has none");
        assertEquals(48, rows().get(0).port6);
    }

    @Test
    void theCoreTranslatesEveryPortOfASet() {
        start();
        udp(4099);
        BibIntent.Outbound row = rows().get(0);
        Wiring core = network.controller.core;
        BibMappings mappings = new BibMappings(core.bib, core.sessions, core.pools, core.instances);
        Transport4 out4 = new Transport4();
        Transport6 out6 = new Transport6();
        for (int i = 0; i < PORTS; i++) {
            assertTrue(
                    mappings.toIpv4(
                            1,
                            Protocol.UDP,
                            row.address6High,
                            row.address6Low,
                            row.port6 + i,
                            out4));
            assertEquals(row.port4 + i, out4.port);
            assertTrue(mappings.toIpv6(Protocol.UDP, row.address4, row.port4 + i, out6));
            assertEquals(row.port6 + i, out6.port);
        }
    }

    /** They come up whatever the table of sets, and the first one alone has a port. */
    @Test
    void fragmentsOfEveryPortOfASetAreTranslated() {
        start();
        boolean first = true;
        for (int port : new int[] {4099, 4096, 4111}) {
            // The later one waits for the first; the first of all makes the set.
            network.pipeline.receive(
                    network.at(0), HostFrames.fragment(HOST, port, "198.51.100.1", 53, !first));
            network.pipeline.receive(
                    network.at(0), HostFrames.fragment(HOST, port, "198.51.100.1", 53, first));
            network.run(200);
            first = !first;
            BibIntent.Outbound row = rows().get(0);
            assertEquals(List.of(row), rows());
            assertEquals(4, row.setBits);
            List<byte[]> sent = network.at(0).submitted;
            FrameTuple t = new FrameTuple();
            List<Integer> offsets = new ArrayList<>();
            for (byte[] f : sent) {
                assertTrue(t.parse(f) && t.fragment);
                if (t.ipv6) {
                    continue; // what waited for the set comes up again
                }
                offsets.add(t.fragmentOffset);
                assertEquals(row.address4, t.source4);
                if (t.fragmentOffset == 0) {
                    assertEquals(row.port4 + port - row.port6, t.sourcePort);
                }
            }
            offsets.sort(null);
            assertEquals(List.of(0, 16), offsets);
            sent.clear();
        }
        Map<String, Long> counters = network.controller.statistics().counters;
        assertEquals(6, counters.get("fragments_translated"));
        assertEquals(0, counters.get("fragments_dropped"));
        network.assertConsistent();
    }

    @Test
    void aSetOfTcpLivesForTheEstablishedTimeoutWhateverItsSegments() {
        start();
        tcp(4096, 2);
        tcp(4097, 2);
        tcp(4097, 4);
        assertEquals(1, rows().size());
        network.run(7_000_000);
        assertEquals(1, rows().size());
        network.run(2 * 7_440_000);
        assertEquals(List.of(), rows());
    }

    @Test
    void anIdleSetGivesItsPortsBack() {
        start();
        udp(4096);
        network.run(2 * 300_000 + 10_000);
        assertEquals(List.of(), rows());
        network.assertConsistent();
    }

    @Test
    void aRestartKeepsSets() {
        start();
        udp(4096);
        BibIntent.Outbound row = rows().get(0);
        network.kill();
        start();
        network.run(2000);
        assertEquals(List.of(row), rows());
        udp(4097);
        assertEquals(1, network.at(0).missed);
        network.assertConsistent();
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private static StaticBinding fixed(int port6, String address4, int port4) {
        return new StaticBinding(
                "main",
                Protocol.UDP,
                Ipv6Address.parse(HOST),
                port6,
                Ipv4Address.parse(address4),
                port4);
    }

    @Test
    void aFullTableLeavesSinglePorts() {
        network.programs(SimulatedProgram.of("port_sets6=1"));
        start();
        udp(4096);
        udp(8192);
        udp(8193);
        assertEquals(
                List.of(4, 0, 0), rows().stream().map(r -> r.setBits).collect(Collectors.toList()));
        assertEquals(2, counter("bindings_without_port_set"));
        assertTrue(
                network.controller.alarms().stream()
                        .anyMatch(a -> a.id.equals("table-usage/device:t1/port_sets6")));
    }

    @Test
    void singlePortsFollowWhereTheBlocksHoldNoFurtherSet() {
        start(Nat64Configs.instance(16, 1, 0));
        udp(4096);
        udp(8192);
        assertEquals(1, rows().size());
        assertEquals(1, counter("refused_subscriber_limit"));
        assertEquals(0, counter("bindings_without_port_set"));
    }

    /** A quota is of ports, whatever they are bound by. */
    @Test
    void aSetCountsAsItsPorts() {
        Quotas quotas = new Quotas(new int[] {0, 0, PORTS + 1}, 0, 0, 0);
        start(
                InstanceConfig.builder("main", Ipv6Prefix.parse("2001:db8:64::/96"))
                        .quotas(quotas)
                        .build());
        udp(4096);
        udp(8192);
        udp(12288);
        assertEquals(
                List.of(4, 0), rows().stream().map(r -> r.setBits).collect(Collectors.toList()));
        assertEquals(1, counter("refused_subscriber_limit"));
        Pool pool = network.controller.pools().get(0);
        assertEquals(PORTS + 1, pool.bindings[Protocol.UDP.ordinal()]);
        network.run(2 * 300_000 + 10_000);
        assertEquals(List.of(), rows());
        udp(16384);
        assertEquals(4, rows().get(0).setBits);
    }

    @Test
    void aTranslatorWithoutPortSetsIsRefused() {
        network.program(network.at(1).id, SimulatedProgram.of().without(Capability.PORT_SETS));
        InvalidException e = assertThrows(InvalidException.class, this::start);
        assertEquals("portSets", e.field());
        assertTrue(e.getMessage().contains("device:t2"), e.getMessage());
    }

    /** One that an operator's pool gets later leaves single ports to all. */
    @Test
    void aTranslatorThatComesWithoutPortSetsIsTold() {
        Nat64Config config = Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0));
        network.start(config);
        network.allUp();
        network.controller.addPool(Nat64Configs.pool("p", "203.0.113.0/28").portSets(PORTS));
        network.down(network.at(1));
        network.program(network.at(1).id, SimulatedProgram.of().without(Capability.PORT_SETS));
        network.configure(config);
        network.up(network.at(1));
        network.run(3_000);
        udp(4096);
        assertEquals(0, rows().get(0).setBits);
        assertEquals(1, counter("bindings_without_port_set"));
        assertTrue(
                network.controller.alarms().stream()
                        .anyMatch(a -> a.id.equals("no-port-sets/device:t2/p")));
    }

    @Test
    void aSetHasNoPortThatIsBoundOtherwise() {
        PoolSpec small =
                new PoolSpec(
                                "p",
                                "main",
                                List.of(Ipv4Prefix.parse("203.0.113.1/32")),
                                new int[] {1024, 1024, 1024},
                                new int[] {2047, 2047, 2047})
                        .portSets(PORTS);
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0), small));
        network.allUp();
        for (int port = 1024; port < 2048; port += 2 * PORTS) {
            network.controller.addStaticBinding(fixed(port, "203.0.113.1", port + 7));
        }
        for (int port = 4096; port < 4096 + 64 * PORTS; port += PORTS) {
            udp(port);
        }
        assertEquals(32, rows().stream().filter(r -> r.setBits > 0).count());
        assertEquals(32 + 32 + 32, rows().size());
        boolean[] taken = new boolean[65536];
        for (BibIntent.Outbound row : rows()) {
            for (int i = 0; i < 1 << row.setBits; i++) {
                assertTrue(!taken[row.port4 + i], row.toString());
                taken[row.port4 + i] = true;
            }
        }
        network.assertConsistent();
    }

    @Test
    void setsOfADeterministicSubscriberAreOfItsPorts() {
        PoolSpec pool =
                new PoolSpec(
                                "p",
                                "main",
                                List.of(Ipv4Prefix.parse("203.0.113.1/32")),
                                PoolSpec.defaultFirstPort(),
                                PoolSpec.defaultLastPort(),
                                new Deterministic(
                                        Ipv6Prefix.parse("2001:db8:1::/60"),
                                        128,
                                        Deterministic.Algorithm.SEQUENTIAL),
                                Filtering.ENDPOINT_INDEPENDENT)
                        .portSets(PORTS);
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0), pool));
        network.allUp();
        for (int i = 0; i < 8; i++) {
            udp(4096 + i * PORTS);
        }
        assertEquals(
                List.of(1024, 1040, 1056, 1072, 1088, 1104, 1120, 1136),
                rows().stream().map(r -> r.port4).sorted().collect(Collectors.toList()));
        assertEquals(List.of(), network.store.events, "nothing is logged");
        udp(8192);
        assertEquals(4, rows().get(8).setBits);
        assertEquals(1, network.store.events.size(), "a block beyond them");
    }

    @Test
    void aStaticBindingInASetIsRefused() {
        start();
        udp(4099);
        BibIntent.Outbound row = rows().get(0);
        String address4 = Ipv4Address.toString(row.address4);
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () ->
                                network.controller.addStaticBinding(
                                        fixed(9000, address4, row.port4 + 5)));
        assertEquals("port4", e.field());
        assertTrue(e.other().endsWith("port 4101"), e.other());
        e =
                assertThrows(
                        ConflictException.class,
                        () -> network.controller.addStaticBinding(fixed(4100, address4, 1024)));
        assertEquals("port6", e.field());
        assertTrue(e.other().endsWith("port " + (row.port4 + 4)), e.other());
    }

    @Test
    void operatorsSeeASetAsOneAndFindItByAnyOfItsPorts() {
        start();
        udp(4099);
        List<Binding> all = network.controller.bindings(Filter.ALL, null, 10).items();
        assertEquals(1, all.size());
        assertEquals(4096, all.get(0).port6);
        assertEquals(PORTS, all.get(0).ports);
        for (int port : new int[] {4096, 4111, all.get(0).port4 + 7}) {
            assertEquals(1, network.controller.bindings(port(port), null, 10).items().size());
        }
        assertEquals(0, network.controller.bindings(port(4112), null, 10).items().size());
        assertEquals(0, network.controller.sessions(Filter.ALL, null, 10).items().size());
    }

    private static Filter port(int port) {
        return new Filter(null, null, null, null, port, null);
    }

    /** Also of one that is taken over where bindings are logged, as none is made. */
    @Test
    void theMappingLogHasItsBlock() {
        start();
        udp(4096);
        int first = rows().get(0).port4 & -64;
        network.kill();
        network.store.maps.values().forEach(Map::clear);
        network.start(
                Nat64Configs.nat64(
                                Nat64Configs.instance(64, 16, 0),
                                Nat64Configs.pool("p", "203.0.113.0/28"))
                        .toBuilder()
                        .logBindings(true)
                        .build());
        network.run(3_000);
        assertEquals(4, rows().get(0).setBits);
        network.run(2 * 300_000 + 300_000);
        assertEquals(List.of(), rows());
        List<String> ports =
                network.store.events.stream()
                        .map(e -> e.subscriber + " " + e.firstPort + "-" + e.lastPort)
                        .distinct()
                        .collect(Collectors.toList());
        assertEquals(List.of("2001:db8:1::/64 " + first + "-" + (first + 63)), ports);
        List<MappingEvent> events = network.store.events;
        assertEquals(MappingEvent.Kind.RELEASED, events.get(events.size() - 1).kind);
    }

    @Test
    void aSetIsTakenOverFromTheSwitchesWhenTheStoreIsLost() {
        start();
        udp(4096);
        BibIntent.Outbound row = rows().get(0);
        network.kill();
        network.store.maps.values().forEach(Map::clear);
        start();
        network.run(3_000);
        assertEquals(List.of(row), rows());
        assertEquals(1, counter("bindings_adopted"));
        network.assertConsistent();
    }

    @Test
    void aSetThatWasDeletedWhileASwitchWasAwayDoesNotComeBack() {
        network.store.mayLackBindings = true;
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0)));
        network.allUp();
        network.controller.addPool(Nat64Configs.pool("p", "203.0.113.0/28").portSets(PORTS));
        udp(4096);
        network.down(network.at(1));
        network.run(1_000);
        network.controller.removePool("p");
        network.run(1_000);
        assertEquals(1, network.at(1).bindings());
        network.kill();
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 16, 0)));
        network.controller.addPool(Nat64Configs.pool("p", "203.0.113.0/28").portSets(PORTS));
        network.up(network.at(1));
        network.run(3_000);
        assertEquals(0, network.at(1).bindings());
        assertEquals(0, network.at(1).replies());
        assertEquals(0, counter("bindings_adopted"));
        assertEquals(1, counter("bindings_not_adopted"));
    }

    /** A row of one port would go before that of the set. */
    @Test
    void theRowOfAPortOfAnotherTimeIsRemoved() {
        start();
        udp(4096);
        BibIntent.Outbound row = rows().get(0);
        BibIntent.Inbound other =
                new BibIntent.Inbound(Protocol.UDP, row.address4, row.port4 + 3, 1, 2, 3);
        network.down(network.at(1));
        network.at(1).held.put(other.key(), other);
        network.up(network.at(1));
        network.run(3_000);
        assertEquals(1, network.at(1).replies());
        network.assertConsistent();
    }

    @Test
    void aPoolThatFiltersHasNoSetsOfAnEarlierRun() {
        start();
        udp(4096);
        network.kill();
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28", Filtering.ADDRESS_DEPENDENT)));
        network.run(3_000);
        assertEquals(List.of(), rows());
        assertEquals(1, counter("bindings_not_restored"));
    }

    /** Errors of a host about what it got, and its pings to itself, are the core's work. */
    @Test
    void theSlowPathTranslatesByASet() {
        start();
        udp(4099);
        BibIntent.Outbound row = rows().get(0);
        network.pipeline.packetIn(network.at(0), PuntReason.ICMP_ERROR, portUnreachable(4099));
        network.run(100);
        byte[] error = last();
        assertEquals(0x0800, Bytes.u16(error, 12));
        assertEquals(row.address4, Bytes.i32(error, 14 + 20 + 8 + 16), "of the packet inside");
        assertEquals(row.port4 + 3, Bytes.u16(error, 14 + 20 + 8 + 20 + 2));

        network.pipeline.receive(network.at(0), HostFrames.echo(HOST, 77, "198.51.100.1"));
        network.run(100);
        BibIntent.Outbound ping =
                rows().stream().filter(r -> r.protocol == Protocol.ICMP).findFirst().get();
        assertEquals(64, ping.port6);
        String pool = Ipv4Address.toString(ping.address4);
        network.pipeline.packetIn(
                network.at(0), PuntReason.HAIRPIN_ECHO, HostFrames.echo(HOST, 77, pool));
        network.run(100);
        byte[] echo = last();
        assertEquals(0x86dd, Bytes.u16(echo, 12));
        assertEquals(
                Ipv6Address.parse(HOST), Ipv6Address.of(Bytes.i64(echo, 38), Bytes.i64(echo, 46)));
        assertEquals(128, Bytes.u8(echo, 54));
        assertEquals(77, Bytes.u16(echo, 58));
    }

    private byte[] last() {
        List<byte[]> submitted = network.at(0).submitted;
        return submitted.get(submitted.size() - 1);
    }

    /** Of the host, about a datagram from 198.51.100.1 to one of its ports. */
    private static byte[] portUnreachable(int port) {
        byte[] about = HostFrames.udp(HOST, port, "198.51.100.1", 53);
        ByteBuffer b = ByteBuffer.allocate(about.length + 48);
        b.put(about, 0, 54);
        b.putShort(18, (short) (8 + about.length - 14)).put(20, (byte) 58);
        b.put((byte) 1).put((byte) 4).putShort((short) 0).putInt(0);
        b.put(about, 14, 8).put(about, 38, 16).put(about, 22, 16);
        b.putShort((short) 53).putShort((short) port).put(about, 58, about.length - 58);
        byte[] frame = b.array();
        Packets.icmp6Checksum(frame);
        return frame;
    }
}
