// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.isthmus.core.api.ConflictException;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Session;
import org.isthmus.core.binding.BibMappings;
import org.isthmus.core.fabric.Fabric;
import org.isthmus.core.mapping.Mappings;
import org.isthmus.core.mapping.Transport4;
import org.isthmus.core.mapping.Transport6;
import org.isthmus.core.model.Eam;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.RoutingIntent;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.model.TranslationIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Ipv6Prefix;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.net.V4Mapped;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** EAMs of hosts of either family, against simulated switches. */
class EamTest {
    private static final int SYN = 2;
    private static final int FIN_ACK = 17;
    private static final Ipv4Prefix PREFIX4 = Ipv4Prefix.parse("10.9.0.0/28");
    private static final Ipv6Prefix PREFIX6 = Ipv6Prefix.parse("2001:db8:a::/124");

    private static final InstanceConfig OTHER =
            InstanceConfig.builder("other", Ipv6Prefix.parse("2001:db8:65::/96")).id(2).build();
    private static final PoolSpec OTHER_POOL =
            new PoolSpec(
                    "q",
                    "other",
                    List.of(Ipv4Prefix.parse("192.0.2.0/28")),
                    PoolSpec.defaultFirstPort(),
                    PoolSpec.defaultLastPort());

    private final SimulatedNetwork network = new SimulatedNetwork(11, 2);

    private static Eam eam(Eam.Host host) {
        return new Eam(PREFIX4, PREFIX6, "main", host);
    }

    private static Nat64Config config(Eam... eams) {
        Nat64Config c =
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
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
            assertEquals(
                    each == host,
                    holds(new TranslationIntent.Eam(PREFIX4, PREFIX6, 1, each).key()));
        }
        Fabric fabric = network.controller.core.fabric;
        assertEquals(host == Eam.Host.IPV6, fabric.served(V4Mapped.of(PREFIX4.bits())));
        assertEquals(host == Eam.Host.IPV4, fabric.served(PREFIX6.address()));
        assertFalse(holds(new RoutingIntent.Route4(PREFIX4, null, 0).key()));
        assertFalse(holds(new RoutingIntent.Route6(PREFIX6, null, 0).key()));
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
        Intent other = new TranslationIntent.Eam(PREFIX4, PREFIX6, 1, Eam.Host.IPV6);
        network.at(0)
                .held
                .remove(new TranslationIntent.Eam(PREFIX4, PREFIX6, 1, Eam.Host.IPV4).key());
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
                boolean isHeld = asked == held;
                boolean isHost6 = asked == Eam.Host.IPV6;
                assertEquals(
                        isHeld,
                        isHost6
                                ? mappings.eamToHost6(address4, six)
                                : mappings.eamOfHost4(1, address4, six));
                assertEquals(
                        isHeld,
                        isHost6
                                ? mappings.eamOfHost6(1, address6.high(), address6.low(), four)
                                : mappings.eamToHost4(address6.high(), address6.low(), four));
            }
            assertEquals(address6, Ipv6Address.of(six.high, six.low));
            assertEquals(address4, four.address);
        }
    }

    /** With another instance, by whose prefix {@link #toOther} sends. */
    private static Nat64Config two(Eam... eams) {
        Nat64Config c = config(eams);
        return c.toBuilder()
                .instances(List.of(c.instances.get(0), OTHER))
                .pools(List.of(c.pools.get(0), OTHER_POOL))
                .build();
    }

    private static byte[] toOther(byte[] frame) {
        Ipv6Address to = OTHER.prefix.address();
        ByteBuffer.wrap(frame).putLong(38, to.high()).putInt(46, (int) (to.low() >>> 32));
        return frame;
    }

    @Test
    void aMappingHoldsForItsInstanceAlone() {
        Ipv6Address six = Ipv6Address.parse("2001:db8:a::5");
        int four = Ipv4Address.parse("10.9.0.5").bits();
        for (Eam.Host host : Eam.Host.values()) {
            network.controller.configure(two(eam(host)), network.fabric());
            Wiring core = network.controller.core;
            Mappings mappings =
                    new BibMappings(core.bib, core.sessions, core.pools, core.instances);
            for (String name : List.of("main", "other")) {
                int id = core.instances.get(name).id;
                assertEquals(
                        name.equals("main"),
                        host == Eam.Host.IPV6
                                ? mappings.eamOfHost6(id, six.high(), six.low(), new Transport4())
                                : mappings.eamOfHost4(id, four, new Transport6()));
            }
        }
    }

    @Test
    void aHostWithAMappingHasBindingsInOtherInstances() {
        network.controller.configure(two(eam(Eam.Host.IPV6)), network.fabric());
        // Its switch reads no extension headers: the controller tells what needs a binding.
        for (boolean other : new boolean[] {false, true}) {
            byte[] frame = HostFrames.udp("2001:db8:a::5", 4000, "198.51.100.1", 53);
            network.pipeline.receive(
                    network.at(0), HostFrames.behindOptions(other ? toOther(frame) : frame, 6));
            network.run(100);
            assertEquals(other ? 1 : 0, sessions().size());
        }
        assertEquals("other", sessions().get(0).binding.instance);
    }

    @Test
    void aMappingTakesNoStaticBindingsOfOtherInstances() {
        network.controller.configure(two(eam(Eam.Host.IPV6)), network.fabric());
        ConflictException c =
                assertThrows(
                        ConflictException.class,
                        () -> network.controller.addStaticBinding(bound("main", "203.0.113.1")));
        assertEquals("2001:db8:a::5 has an explicit mapping", c.getMessage());
        network.controller.addStaticBinding(bound("other", "192.0.2.1"));

        // What stands for an IPv4 host is no IPv6 host in any instance.
        network.controller.removeStaticBinding(
                Protocol.UDP, Ipv4Address.parse("192.0.2.1").bits(), 53);
        network.controller.configure(two(eam(Eam.Host.IPV4)), network.fabric());
        assertThrows(
                ConflictException.class,
                () -> network.controller.addStaticBinding(bound("other", "192.0.2.1")));
    }

    /** Else no configuration could follow, and a restart would leave the binding out. */
    @Test
    void aStaticBindingTakesNoMappingOfItsInstance() {
        network.controller.configure(two(), network.fabric());
        network.controller.addStaticBinding(bound("main", "203.0.113.1"));
        for (Eam.Host host : Eam.Host.values()) {
            List<Eam> one = List.of(eam(host));
            for (Executable change :
                    List.<Executable>of(
                            () -> network.controller.addEams(one),
                            () -> network.controller.replaceEamt(one, null))) {
                ConflictException c = assertThrows(ConflictException.class, change);
                assertEquals("[0].prefix6", c.field());
                assertEquals("2001:db8:a::5 has a static binding", c.getMessage());
                assertEquals("static binding of 2001:db8:a::5 port 53", c.other());
            }
            assertEquals(
                    "[0].prefix6", network.controller.checkEamt(one).get(0).field, host.toString());
        }
        network.controller.addEams(List.of(new Eam(PREFIX4, PREFIX6, "other", Eam.Host.IPV6)));
        network.controller.configure(two(), network.fabric());
    }

    @Test
    void whatIsLeftOutForAStaticBindingOfTheConfigurationIsNotInForce() {
        network.controller.configure(two(), network.fabric());
        network.controller.addEams(List.of(eam(Eam.Host.IPV6)));
        network.controller.configure(Nat64Configs.NOTHING, network.fabric());
        assertEquals(List.of(), network.controller.eamt());
        network.controller.configure(
                two().toBuilder().staticBindings(List.of(bound("main", "203.0.113.1"))).build(),
                network.fabric());
        assertEquals(List.of(), network.controller.eamt());
        assertEquals(1, network.controller.staticBindings().size());
        network.controller.configure(two(), network.fabric());
        assertEquals(List.of(eam(Eam.Host.IPV6)), network.controller.eamt());
    }

    private static StaticBinding bound(String instance, String address4) {
        return new StaticBinding(
                instance,
                Protocol.UDP,
                Ipv6Address.parse("2001:db8:a::5"),
                53,
                Ipv4Address.parse(address4),
                53);
    }

    /** The instance is in the key of what switches hold. */
    @Test
    void aMappingMayChangeItsInstance() {
        network.controller.configure(two(eam(Eam.Host.IPV6)), network.fabric());
        network.run(100);
        Eam moved = new Eam(PREFIX4, PREFIX6, "other", Eam.Host.IPV6);
        network.controller.configure(two(moved), network.fabric());
        network.run(100);
        int other = network.controller.core.instances.get("other").id;
        assertTrue(holds(new TranslationIntent.Eam(PREFIX4, PREFIX6, other, Eam.Host.IPV6).key()));
        assertFalse(holds(new TranslationIntent.Eam(PREFIX4, PREFIX6, 1, Eam.Host.IPV6).key()));
    }

    @Test
    void anInstanceMayChangeItsId() {
        network.controller.configure(config(eam(Eam.Host.IPV6)), network.fabric());
        network.run(100);
        Nat64Config c = config(eam(Eam.Host.IPV6));
        InstanceConfig renumbered =
                InstanceConfig.builder("main", c.instances.get(0).prefix).id(7).build();
        network.controller.configure(
                c.toBuilder().instances(List.of(renumbered)).build(), network.fabric());
        network.run(100);
        assertTrue(holds(new TranslationIntent.Eam(PREFIX4, PREFIX6, 7, Eam.Host.IPV6).key()));
        assertFalse(holds(new TranslationIntent.Eam(PREFIX4, PREFIX6, 1, Eam.Host.IPV6).key()));
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
        byte[] frame = toEam(HostFrames.udp("2001:db8:1::1", 4000, "10.9.0.5", 53));
        network.controller.addEams(List.of(eam(Eam.Host.IPV6)));
        network.pipeline.receive(network.at(0), frame);
        network.run(100);
        assertEquals(List.of(), sessions(), "the host is in IPv6");

        network.controller.replaceEamt(List.of(eam(Eam.Host.IPV4)), null);
        network.pipeline.receive(network.at(0), frame);
        network.run(100);
        // The NAT64 prefix must not carry 10.9.0.5, but the EAM does.
        assertEquals(Ipv4Address.parse("10.9.0.5"), sessions().get(0).peer4);
        assertEquals(1, network.at(0).translated.size());
        network.assertConsistent();
    }

    @Test
    void tcpToIpv4HostsIsFollowed() {
        network.controller.addEams(List.of(eam(Eam.Host.IPV4)));
        network.pipeline.receive(
                network.at(0), toEam(HostFrames.tcp("2001:db8:1::1", 4000, "10.9.0.5", 80, SYN)));
        network.run(100);
        Session session = sessions().get(0);
        network.pipeline.replyTcp(
                network.at(1),
                Ipv4Address.parse("10.9.0.5").bits(),
                80,
                session.binding.address4.bits(),
                session.binding.port4,
                SYN | 16);
        network.run(100);
        assertEquals("ESTABLISHED", sessions().get(0).state);
        network.pipeline.receive(
                network.at(0),
                toEam(HostFrames.tcp("2001:db8:1::1", 4000, "10.9.0.5", 80, FIN_ACK)));
        network.run(100);
        assertEquals("V6 FIN RCV", sessions().get(0).state);
    }

    /** An operator had it first: it stays when the configuration has it no longer. */
    @Test
    void aMappingOfAnOperatorStaysBehindTheSameOfTheConfiguration() {
        List<Eam> one = List.of(eam(Eam.Host.IPV6));
        network.controller.addEams(one);
        network.controller.configure(config(eam(Eam.Host.IPV6)), network.fabric());
        assertEquals(one, network.controller.configuredEams());
        assertTrue(network.controller.health().ok);
        network.controller.configure(config(), network.fabric());
        assertEquals(one, network.controller.eamt());
        assertEquals(List.of(), network.controller.configuredEams());
        network.kill();
        network.start(config(eam(Eam.Host.IPV6)));
        network.controller.configure(config(), network.fabric());
        assertEquals(one, network.controller.eamt());
        network.controller.removeEam(PREFIX4);
        assertEquals(List.of(), network.controller.eamt());
    }
}
