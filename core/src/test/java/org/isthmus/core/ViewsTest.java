// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isthmus.core.api.Alarm;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.BindingPath;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Device;
import org.isthmus.core.api.FabricView;
import org.isthmus.core.api.Fault;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Histogram;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.api.NotFoundException;
import org.isthmus.core.api.Statistics;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.MacAddress;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fabric view, paths of bindings and the check of an EAMT, as the API shows them. */
class ViewsTest {
    private static final Eam CONFIGURED = eam("198.51.100.0/28", "2001:db8:c::/124");

    private final SimulatedNetwork network = new SimulatedNetwork(11, 2);

    private static Eam eam(String prefix4, String prefix6) {
        return new Eam(Ipv4Prefix.parse(prefix4), Ipv6Prefix.parse(prefix6), "main", Eam.Host.IPV6);
    }

    @BeforeEach
    void start() {
        network.boot();
        FabricConfig.Port clients = new FabricConfig.Port(network.at(0).id, 1);
        FabricConfig.Port servers = new FabricConfig.Port(network.at(1).id, 1);
        network.controller.configure(
                Nat64Config.builder()
                        .instances(List.of(Nat64Configs.instance(64, 16, 0)))
                        .pools(List.of(Nat64Configs.pool("p", "203.0.113.0/28")))
                        .eamt(List.of(CONFIGURED))
                        .build(),
                new FabricConfig(
                        network.fabric().devices,
                        List.of(
                                face(clients, "192.0.2.1", "192.0.2.0/25", "2001:db8:1::1"),
                                face(servers, "192.0.2.129", "192.0.2.128/25", "2001:db8:2::1")),
                        List.of(
                                new FabricConfig.Link(
                                        new FabricConfig.Port(network.at(0).id, 9),
                                        new FabricConfig.Port(network.at(1).id, 9),
                                        1528)),
                        List.of()));
        network.allUp();
    }

    private static FabricConfig.Interface face(
            FabricConfig.Port port, String address4, String network4, String address6) {
        Ipv6Address a6 = Ipv6Address.parse(address6);
        return new FabricConfig.Interface(
                port,
                "eth",
                0,
                1500,
                List.of(Ipv4Address.parse(address4)),
                List.of(Ipv4Prefix.parse(network4)),
                List.of(a6),
                List.of(Ipv6Prefix.of(a6.high(), 0, 64)),
                FabricConfig.SourceValidation.STRICT);
    }

    @Test
    void eamsOfTheConfigurationAreKnownAndStay() {
        Eam ours = eam("198.18.0.0/28", "2001:db8:a::/124");
        network.controller.addEams(List.of(ours));
        assertEquals(List.of(ours, CONFIGURED), network.controller.eamt());
        assertEquals(List.of(CONFIGURED), network.controller.configuredEams());
        ConflictException e =
                assertThrows(
                        ConflictException.class,
                        () -> network.controller.removeEam(CONFIGURED.prefix4));
        assertEquals(
                "the mapping is in the network configuration, which alone changes it",
                e.getMessage());
    }

    @Test
    void theFabricIsWhatIsConfiguredUpAndHeard() {
        network.learn(0, "2001:db8:1::5");
        network.learn(1, "::ffff:192.0.2.130");
        network.at(0).ports.put(9, new long[] {1, 2, 3, 4});
        network.run(3000);
        FabricView view = network.controller.fabric();
        assertEquals(2, view.devices.size());
        assertEquals(Device.State.READY, view.devices.get(0).state);
        assertTrue(view.links.get(0).up);
        assertTrue(view.interfaces.get(1).up);
        assertEquals("192.0.2.130", view.hosts.get(0).address4.toString());
        assertEquals("2001:db8:1::5", view.hosts.get(1).address6.toString());
        assertEquals("device:t1/1", view.hosts.get(1).port.toString());
        assertEquals("device:t1/9", view.ports.get(0).port.toString());
        assertEquals(4, view.ports.get(0).bytesOut);

        network.down(network.at(1));
        network.run(100);
        view = network.controller.fabric();
        assertEquals(Device.State.DOWN, view.devices.get(1).state);
        assertEquals(List.of(false), up(view));
        network.up(network.at(1));
        network.run(2000);
        network.portState(network.at(0), 9, false);
        assertEquals(List.of(false), up(network.controller.fabric()));
        assertTrue(network.controller.fabric().interfaces.get(0).up);
    }

    private static List<Boolean> up(FabricView view) {
        List<Boolean> all = new ArrayList<>();
        view.links.forEach(l -> all.add(l.up));
        return all;
    }

    @Test
    void setUpsAreTimedWhatWaitsIsCountedAndSoIsWhyPacketsComeUp() {
        network.settle();
        Statistics before = network.controller.statistics();
        assertEquals(0, sum(before));
        assertEquals(0, before.gauges.get("queued_changes"));
        // A change takes 30 ms, and one follows the other.
        network.at(1).millisPerThousand = 30_000;
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8:1::5", 5000, "192.0.2.130", 53));
        network.run(10);
        assertEquals(1, network.controller.statistics().gauges.get("queued_changes"));
        network.settle();
        Statistics after = network.controller.statistics();
        assertEquals(0, after.gauges.get("queued_changes"));
        assertEquals(1, after.counters.get("punted_bib_miss"));
        Histogram setups = after.histograms.get(Statistics.BINDING_SETUP);
        assertEquals(1, sum(after));
        assertEquals(0.1, setups.bounds()[6]);
        assertEquals(1, setups.counts()[6], Arrays.toString(setups.counts()));
        assertTrue(setups.sum() >= 0.06 && setups.sum() < 0.1, "" + setups.sum());
    }

    private static long sum(Statistics s) {
        return Arrays.stream(s.histograms.get(Statistics.BINDING_SETUP).counts()).sum();
    }

    @Test
    void portCountersAreReadEveryTwoSecondsAndSayWhen() {
        network.at(0).ports.put(1, new long[] {1, 1, 1, 1});
        network.run(3000);
        int before = network.at(0).statisticsRead;
        Set<Long> times = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            network.run(1000);
            times.add(network.controller.fabric().ports.get(0).readEpochMillis);
        }
        int reads = network.at(0).statisticsRead - before;
        assertTrue(reads >= 9 && reads <= 11, reads + " reads in 20 s");
        assertTrue(times.size() >= 9, times.toString());
        long last = new ArrayList<>(times).get(times.size() - 1);
        assertTrue(network.now - last <= 3000 && last <= network.now, last + " at " + network.now);
    }

    @Test
    void aDeviceThatIsSlowToCountIsAskedLessOften() {
        network.maxDelay = 3000;
        network.run(10_000);
        int before = network.at(0).statisticsRead;
        network.run(100_000);
        int reads = network.at(0).statisticsRead - before;
        assertTrue(reads >= 2 && reads <= 10, reads + " reads in 100 s");
    }

    /** An announcement of RFC 5227: sender and target are the same. */
    private void announce(String mac, String address4) {
        byte[] frame = new byte[64];
        ByteBuffer b = ByteBuffer.wrap(frame);
        long source = MacAddress.parse(mac).bits();
        int address = Ipv4Address.parse(address4).bits();
        b.putShort((short) 0xffff).putInt(-1);
        b.putShort((short) (source >>> 32)).putInt((int) source).putShort((short) 0x0806);
        b.putShort((short) 1).putShort((short) 0x0800).put((byte) 6).put((byte) 4);
        b.putShort((short) 1).putShort((short) (source >>> 32)).putInt((int) source);
        b.putInt(address).putShort((short) 0).putInt(0).putInt(address);
        network.pipeline.receive(network.at(0), 1, frame);
        network.run(100);
    }

    private List<String> alarms(String kind) {
        return network.controller.alarms().stream()
                .filter(a -> a.id.startsWith(kind + "/"))
                .map(Alarm::toString)
                .collect(Collectors.toList());
    }

    private List<String> conflicts() {
        return alarms("address-conflict");
    }

    @Test
    void aHostAndAPoolWithOneAddressAreRefusedOrAnAlarm() {
        announce("02:00:00:00:99:07", "192.0.2.66");
        PoolSpec pool = Nat64Configs.pool("guests", "192.0.2.64/28");
        ConflictException e =
                assertThrows(ConflictException.class, () -> network.controller.addPool(pool));
        assertEquals("prefixes[0]", e.field());
        assertEquals("192.0.2.64/28 would take the traffic of 192.0.2.66", e.getMessage());
        assertEquals("host 02:00:00:00:99:07 at device:t1/1", e.other());
        network.controller.core.fabric.neighbors().forget(Ipv6Address.parse("::ffff:192.0.2.66"));
        network.controller.addPool(pool);
        assertEquals(List.of(), conflicts());

        MacAddress ours = network.fabric().devices.get(1).mac;
        announce(ours.toString(), "192.0.2.66");
        assertEquals(List.of(), conflicts(), "a switch that answers for the pool");
        announce("02:00:00:00:99:07", "192.0.2.66");
        assertEquals(
                List.of(
                        "MINOR address-conflict/192.0.2.66: Host 02:00:00:00:99:07 at device:t1/1"
                                + " has 192.0.2.66, and gets none of its traffic: it is of pool"
                                + " guests."),
                conflicts());
        assertFalse(network.controller.health().ok);
        network.run(590_000);
        assertEquals(1, conflicts().size());
        network.run(20_000);
        assertEquals(List.of(), conflicts());
        announce("02:00:00:00:99:07", "192.0.2.66");
        network.controller.removePool("guests");
        assertEquals(List.of(), conflicts());
    }

    /** What the pipeline drops: addresses of switches, and of no network there. */
    @Test
    void aRefusedClaimOfOneOfOurAddressesIsAnAlarm() {
        int dropped = network.at(0).unverified;
        announce("02:00:00:00:99:07", "192.0.2.1");
        announce("02:00:00:00:99:08", "203.0.113.2");
        assertEquals(dropped + 2, network.at(0).unverified);
        assertEquals(
                List.of(
                        "MINOR address-conflict/192.0.2.1: Host 02:00:00:00:99:07 at device:t1/1"
                                + " has 192.0.2.1, and gets none of its traffic: it is of"
                                + " device:t1.",
                        "MINOR address-conflict/203.0.113.2: Host 02:00:00:00:99:08 at device:t1/1"
                                + " has 203.0.113.2, and gets none of its traffic: it is of pool"
                                + " p."),
                conflicts());
        announce("02:00:00:00:99:07", "198.18.0.1");
        assertEquals(dropped + 3, network.at(0).unverified);
        assertEquals(2, conflicts().size(), "of nobody here");
        assertNull(
                network.controller
                        .core
                        .fabric
                        .neighbors()
                        .get(Ipv6Address.parse("::ffff:192.0.2.1")),
                "nothing is learned");
        network.controller.addPool(Nat64Configs.pool("many", "203.0.113.128/25"));
        for (int i = 128; i < 256; i++) {
            announce("02:00:00:00:99:08", "203.0.113." + i);
        }
        assertEquals(64, conflicts().size());
        announce("02:00:00:00:99:07", "192.0.2.129");
        assertEquals(65, conflicts().size(), "a switch's address is named in any case");
        network.run(610_000);
        assertEquals(List.of(), conflicts());
    }

    @Test
    void aHostWithAnAddressOfAnotherNetworkIsAnAlarm() {
        announce("02:00:00:00:99:07", "169.254.1.1");
        assertEquals(List.of(), alarms("foreign-host"), "it has no address yet");
        announce("02:00:00:00:99:07", "198.18.0.1");
        String look = " Look at the host's address, the cable, and the interface's networks.";
        assertEquals(
                List.of(
                        "WARNING foreign-host/device:t1/1/eth: Host 02:00:00:00:99:07 at"
                                + " device:t1/1 has 198.18.0.1, which is not of interface eth"
                                + " (192.0.2.0/25, 2001:db8:1::/64), and gets nothing through."
                                + look),
                alarms("foreign-host"));
        assertTrue(network.controller.health().ok);
        announce("02:00:00:00:99:08", "192.0.2.200");
        assertEquals(
                List.of(
                        "WARNING foreign-host/device:t1/1/eth: Host 02:00:00:00:99:08 at"
                                + " device:t1/1 has 192.0.2.200, which is not of interface eth"
                                + " (192.0.2.0/25, 2001:db8:1::/64), and gets nothing through. It"
                                + " is of device:t2/1."
                                + look),
                alarms("foreign-host"));
        network.run(610_000);
        assertEquals(List.of(), alarms("foreign-host"));
    }

    @Test
    void aHostWhosePacketsAreAboveTheMtuIsAnAlarm() {
        byte[] longest =
                Arrays.copyOf(HostFrames.udp("2001:db8:1::7", 4242, "198.51.100.1", 53), 14 + 9000);
        longest[18] = (byte) (8960 >> 8);
        longest[19] = (byte) 8960;
        network.controller.packetIn(network.at(0).id, 1, PuntReason.TOO_BIG, longest);
        network.run(100);
        assertEquals(
                List.of(
                        "WARNING above-mtu/device:t1/1/eth: Packets above the MTU, 1500, come in"
                                + " by interface eth at device:t1/1. Give its neighbour this MTU."
                                + " Where that leaves segmentation to its interface, type there:"
                                + " ethtool -K INTERFACE tso off gso off; where the switch's"
                                + " interface merges segments, here: ethtool -K INTERFACE gro off"
                                + " lro off."),
                alarms("above-mtu"));
        assertTrue(network.controller.health().ok);
        network.run(590_000);
        assertEquals(1, alarms("above-mtu").size());
        network.run(20_000);
        assertEquals(List.of(), alarms("above-mtu"));
    }

    /** Odd, and nothing that health would tell. */
    @Test
    void whatIsOddIsAnAlarmWhileItLasts() {
        String what =
                "WARNING unreached-eam/EAMT: No interface and no route leads to the hosts of EAM ";
        assertEquals(List.of(what + CONFIGURED + "."), alarms("unreached-eam"));
        Eam far = eam("198.18.0.1", "2001:db8:f::1");
        network.controller.addEams(List.of(far));
        assertEquals(List.of(what + far + " and 1 more."), alarms("unreached-eam"));
        assertTrue(network.controller.health().ok);
        network.controller.removeEam(far.prefix4);
        assertEquals(List.of(what + CONFIGURED + "."), alarms("unreached-eam"));
    }

    @Test
    void aBindingsPathIsFoundByItsIpv4Side() {
        network.learn(0, "2001:db8:1::5");
        network.learn(1, "::ffff:192.0.2.130");
        network.pipeline.receive(
                network.at(0), HostFrames.udp("2001:db8:1::5", 4242, "192.0.2.130", 53));
        network.run(300);
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        BindingPath path = network.controller.path(b.protocol, b.address4, b.port4, null);
        assertEquals(4242, path.binding.port6);
        assertEquals("device:t1/1", path.outbound.from.toString());
        assertEquals("device:t2/1", path.outbound.to.toString(), "the session's peer");
        assertEquals(2, path.outbound.hops.size());
        assertTrue(path.outbound.hops.get(0).translates);
        assertEquals(9, path.outbound.hops.get(0).next.get(0).port);
        assertEquals("device:t2/1", path.inbound.from.toString());
        assertTrue(path.inbound.hops.get(0).translates);
        assertEquals(network.at(1).id, path.inbound.hops.get(0).device);
        Ipv4Address nowhere = Ipv4Address.parse("198.18.0.1");
        path = network.controller.path(b.protocol, b.address4, b.port4, nowhere);
        assertEquals(null, path.outbound.to);
        assertThrows(
                NotFoundException.class,
                () -> network.controller.path(Protocol.TCP, b.address4, b.port4, null));
    }

    @Test
    void aTableOnTrialShowsAllItsFaultsAndChangesNothing() {
        List<Eam> before = network.controller.eamt();
        List<Eam> bad =
                List.of(
                        eam("198.18.0.0/28", "2001:db8:a::/124"),
                        eam("198.18.0.0/28", "2001:db8:b::/124"),
                        eam("203.0.113.0/30", "2001:db8:d::/126"),
                        eam("198.18.0.16/28", "2001:db8:e::/126"),
                        eam("198.18.0.64/28", "2001:db8:64::/124"));
        List<String> faults = new ArrayList<>();
        for (Fault f : network.controller.checkEamt(bad)) {
            faults.add(f.field + (f.other == null ? "" : " " + f.other));
        }
        assertEquals(
                List.of(
                        "[4].prefix6 instance main",
                        "[2].prefix4 pool p",
                        "[3].prefix6",
                        "[1].prefix4 EAM 198.18.0.0/28 <-> 2001:db8:a::/124",
                        " EAM 198.51.100.0/28 <-> 2001:db8:c::/124"),
                faults);
        assertEquals(before, network.controller.eamt());
        List<Eam> good = List.of(CONFIGURED, eam("198.18.0.0/28", "2001:db8:a::/124"));
        assertEquals(List.of(), network.controller.checkEamt(good));
        assertEquals(before, network.controller.eamt());
        network.controller.replaceEamt(good, null);
    }

    @Test
    void theFirstFaultIsTheOneThatTheReplacementMeets() {
        List<List<Eam>> tables =
                List.of(
                        List.of(),
                        List.of(CONFIGURED, CONFIGURED),
                        List.of(CONFIGURED, eam("192.0.2.0/28", "2001:db8:e::/126")),
                        List.of(CONFIGURED, eam("203.0.113.0/30", "2001:db8:d::/126")),
                        List.of(
                                CONFIGURED,
                                new Eam(
                                        Ipv4Prefix.parse("198.51.100.0/29"),
                                        Ipv6Prefix.parse("2001:db8:d::/125"),
                                        "main",
                                        Eam.Host.IPV4)),
                        List.of(
                                CONFIGURED,
                                new Eam(
                                        Ipv4Prefix.parse("192.0.2.0/28"),
                                        Ipv6Prefix.parse("2001:db8:a::/124"),
                                        "other",
                                        Eam.Host.IPV6)));
        for (List<Eam> table : tables) {
            Fault first = network.controller.checkEamt(table).get(0);
            try {
                network.controller.replaceEamt(table, null);
                throw new AssertionError("not refused: " + table);
            } catch (ConflictException e) {
                assertEquals(e.field() + e.getMessage() + e.other(), text(first));
            } catch (InvalidException e) {
                assertEquals(e.field() + e.getMessage() + null, text(first));
            }
        }
    }

    private static String text(Fault fault) {
        return fault.field + fault.message + fault.other;
    }

    @Test
    void aTableOfFaultsIsNotReadToItsEnd() {
        List<Eam> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(eam("192.0.2.0/28", "2001:db8:a::/124"));
        }
        assertEquals(100, network.controller.checkEamt(all).size());
    }
}
