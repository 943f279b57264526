// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Session;
import org.isthmus.core.binding.BibMappings;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** EAMs of hosts of either family, against simulated switches. */
class EamTest {
    private static final int SYN = 2;
    private static final int FIN_ACK = 17;
    private static final Ipv4Prefix PREFIX4 = Ipv4Prefix.parse("10.9.0.0/28");
    private static final Ipv6Prefix PREFIX6 = Ipv6Prefix.parse("2001:db8:a::/124");

    private final SimulatedNetwork network = new SimulatedNetwork(11, 2);

    private static Eam eam(Eam.Host host) {
        return new Eam(PREFIX4, PREFIX6, "main", host);
    }

    private static Nat64Config config(Eam... eams) {
        Nat64Config c =
                SimulatedNetwork.nat64(
                        SimulatedNetwork.instance(64, 16, 0),
                        SimulatedNetwork.pool("p", "203.0.113.0/28"));
        return c.toBuilder().eamt(List.of(eams)).build();
    }

    @BeforeEach
    void start() {
        network.start(config());
        network.allUp();
    }

    private boolean holds(Object key) {
        boolean first = network.at(0).held.containsKey(key);
        assertEquals(first, network.at(1).held.containsKey(key));
        return first;
    }

    /**
     * Switches translate, and the fabric leads to translators, the prefix of the family that the
     * hosts do not have. Those that translate need no route for it.
     */
    private void heldAs(Eam.Host host) {
        network.run(100);
        for (Eam.Host each : Eam.Host.values()) {
            assertEquals(each == host, holds(new Intent.Eam(PREFIX4, PREFIX6, 1, each).key()));
        }
        Fabric fabric = network.controller.core.fabric;
        assertEquals(host == Eam.Host.IPV6, fabric.served(V4Mapped.of(PREFIX4.bits())));
        assertEquals(host == Eam.Host.IPV4, fabric.served(PREFIX6.address()));
        assertFalse(holds(new Intent.Route4(PREFIX4, null, 0).key()));
        assertFalse(holds(new Intent.Route6(PREFIX6, null, 0).key()));
    }

    @Test
    void theFamilyIsPartOfAnEam() {
        assertNotEquals(eam(Eam.Host.IPV6), eam(Eam.Host.IPV4));
        assertEquals("10.9.0.0/28 <-> 2001:db8:a::/124", eam(Eam.Host.IPV6).toString());
        assertEquals(
                "10.9.0.0/28 <-> 2001:db8:a::/124 of IPv4 hosts", eam(Eam.Host.IPV4).toString());
        for (Eam.Host host : Eam.Host.values()) {
            assertEquals(host, Eam.Host.parse(host.toString()));
        }
    }

    @Test
    void switchesTranslateTheOtherSide() {
        network.controller.addEams(List.of(eam(Eam.Host.IPV6)));
        heldAs(Eam.Host.IPV6);
        int applied = network.at(0).applied;
        network.controller.replaceEamt(List.of(eam(Eam.Host.IPV4)), null);
        heldAs(Eam.Host.IPV4);
        assertTrue(network.at(0).applied > applied + 1, "one removed, one set");
        network.controller.removeEam(PREFIX4);
        heldAs(null);
    }

    @Test
    void anInstanceGoesWithItsMappings() {
        network.controller.configure(config(eam(Eam.Host.IPV6)), network.fabric());
        heldAs(Eam.Host.IPV6);
        network.controller.configure(Nat64Config.builder().build(), network.fabric());
        assertEquals(List.of(), network.controller.eamt());
        heldAs(null);
    }

    @Test
    void theConfigurationMayChangeTheFamily() {
        network.controller.configure(config(eam(Eam.Host.IPV4)), network.fabric());
        heldAs(Eam.Host.IPV4);
        network.controller.configure(config(eam(Eam.Host.IPV6)), network.fabric());
        heldAs(Eam.Host.IPV6);
    }

    @Test
    void theFamilySurvivesARestart() {
        List<Eam> both =
                List.of(
                        eam(Eam.Host.IPV4),
                        new Eam(
                                Ipv4Prefix.parse("192.0.2.0/28"),
                                Ipv6Prefix.parse("2001:db8:b::/124"),
                                "main",
                                Eam.Host.IPV6));
        network.controller.addEams(both);
        network.kill();
        network.start(config());
        network.run(2000);
        assertEquals(both, network.controller.eamt());
        heldAs(Eam.Host.IPV4);
    }

    @Test
    void aSwitchThatHeldTheOtherFamilyIsPutRight() {
        network.controller.addEams(List.of(eam(Eam.Host.IPV4)));
        network.down(network.at(0));
        Intent other = new Intent.Eam(PREFIX4, PREFIX6, 1, Eam.Host.IPV6);
        network.at(0).held.remove(new Intent.Eam(PREFIX4, PREFIX6, 1, Eam.Host.IPV4).key());
        network.at(0).held.put(other.key(), other);
        network.up(network.at(0));
        network.run(2000);
        heldAs(Eam.Host.IPV4);
    }

    @Test
    void lookupsAreThoseOfTheSwitches() {
        int address4 = Ipv4Address.parse("10.9.0.5").bits();
        Ipv6Address address6 = Ipv6Address.parse("2001:db8:a::5");
        Transport4 four = new Transport4();
        Transport6 six = new Transport6();
        for (Eam.Host held : Eam.Host.values()) {
            network.controller.replaceEamt(List.of(eam(held)), null);
            Wiring core = network.controller.core;
            Mappings mappings =
                    new BibMappings(core.bib, core.sessions, core.pools, core.instances);
            for (Eam.Host asked : Eam.Host.values()) {
                assertEquals(asked == held, mappings.eamToIpv6(asked, address4, six));
                assertEquals(
                        asked == held,
                        mappings.eamToIpv4(asked, address6.high(), address6.low(), four));
            }
            assertEquals(address6, Ipv6Address.of(six.high, six.low));
            assertEquals(address4, four.address);
        }
    }

    /** A frame, to an address with an EAM. */
    private static byte[] toEam(byte[] frame) {
        Ipv6Address to = Ipv6Address.parse("2001:db8:a::5");
        ByteBuffer.wrap(frame).putLong(38, to.high()).putLong(46, to.low());
        return frame;
    }

    private List<Session> sessions() {
        return network.controller.sessions(Filter.ALL, null, 10).items();
    }

    @Test
    void aBindingIsMadeTowardsIpv4Hosts() {
        byte[] frame = toEam(SimulatedNetwork.udp("2001:db8:1::1", 4000, "10.9.0.5", 53));
        network.controller.addEams(List.of(eam(Eam.Host.IPV6)));
        network.receive(network.at(0), frame);
        network.run(100);
        assertEquals(List.of(), sessions(), "the host is in IPv6");

        network.controller.replaceEamt(List.of(eam(Eam.Host.IPV4)), null);
        network.receive(network.at(0), frame);
        network.run(100);
        // The NAT64 prefix must not carry 10.9.0.5, but the EAM does.
        assertEquals(Ipv4Address.parse("10.9.0.5"), sessions().get(0).peer4);
        assertEquals(1, network.at(0).translated.size());
        network.assertConsistent();
    }

    @Test
    void tcpToIpv4HostsIsFollowed() {
        network.controller.addEams(List.of(eam(Eam.Host.IPV4)));
        network.receive(
                network.at(0),
                toEam(SimulatedNetwork.tcp("2001:db8:1::1", 4000, "10.9.0.5", 80, SYN)));
        network.run(100);
        Session session = sessions().get(0);
        network.replyTcp(
                network.at(1),
                Ipv4Address.parse("10.9.0.5").bits(),
                80,
                session.binding.address4.bits(),
                session.binding.port4,
                SYN | 16);
        network.run(100);
        assertEquals("ESTABLISHED", sessions().get(0).state);
        network.receive(
                network.at(0),
                toEam(SimulatedNetwork.tcp("2001:db8:1::1", 4000, "10.9.0.5", 80, FIN_ACK)));
        network.run(100);
        assertEquals("V6 FIN RCV", sessions().get(0).state);
    }
}
