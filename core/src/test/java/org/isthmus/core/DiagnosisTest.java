// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.FabricConfig.SourceValidation;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Why a host has no connection. */
class DiagnosisTest extends DiagnosisFixture {
    @Test
    void aFlowThatGetsThroughHasNoProblem() {
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        Diagnosis d = diagnose(HOST, "2001:db8:64::198.51.100.80");
        assertFalse(d.isProblem(), d.findings.toString());
        assertEquals(
                List.of(
                        "HOST OK: 2001:db8:1::5 is of 2001:db8:1::/64 at device:t1/1"
                                + " (02:00:00:00:99:00)",
                        "SOURCE OK: 2001:db8:1::5 is let in at device:t1/1, and nowhere else where"
                                + " sources are strict",
                        "DESTINATION OK: instance main (2001:db8:64::/96) translates to"
                                + " 198.51.100.80",
                        "DEVICES OK: over device:t1, device:t2, translated at device:t2",
                        "PORTS OK: subscriber 2001:db8:1::/64 has no ports yet",
                        "PEER OK: 198.51.100.80 is reached by 198.51.100.0/24 over 192.0.2.254 at"
                                + " device:t2/1 (02:00:00:00:99:01)"),
                d.findings.stream().map(Object::toString).collect(Collectors.toList()));
    }

    @Test
    void whereTheHostIs() {
        start();
        assertEquals(
                List.of(
                        "NOTE 2001:db8:1::7 is of 2001:db8:1::/64 at device:t1/1: nothing was heard"
                                + " of it"),
                of(Check.HOST, "2001:db8:1::7", null));
        assertEquals(
                List.of(
                        "PROBLEM 2001:db8:7::7 is in no network of an interface, and no route leads"
                                + " to it"),
                of(Check.HOST, "2001:db8:7::7", null));
        assertEquals(
                List.of("PROBLEM 2001:db8:1::1 is no host's: a switch has it"),
                of(Check.HOST, "2001:db8:1::1", null));
        assertEquals(
                List.of("PROBLEM 2001:db8:64::1 is no host's: translators answer for it"),
                of(Check.HOST, "2001:db8:64::1", null));
        network.portState(network.at(0), 1, false);
        assertEquals(
                List.of(
                        "PROBLEM 2001:db8:1::7 is of 2001:db8:1::/64 at device:t1/1, which is"
                                + " down"),
                of(Check.HOST, "2001:db8:1::7", null));
    }

    @Test
    void whereThePeerIs() {
        start();
        assertEquals(
                List.of(
                        "PROBLEM 198.51.100.80 is reached by 198.51.100.0/24 over 192.0.2.254 at"
                                + " device:t2/1: that router does not answer"),
                of(Check.PEER, HOST, "::ffff:198.51.100.80"));
        assertEquals(
                List.of(
                        "NOTE 192.0.2.130 is of 192.0.2.128/25 at device:t2/1: it has not answered"
                                + " yet"),
                of(Check.PEER, HOST, "::ffff:192.0.2.130"));
        assertEquals(
                List.of(
                        "PROBLEM 203.0.114.1 is in no network of an interface, and no route leads"
                                + " to it"),
                of(Check.PEER, HOST, "::ffff:203.0.114.1"));
        assertEquals(
                List.of("NOTE 192.0.2.129 is an address of a switch"),
                of(Check.PEER, HOST, "::ffff:192.0.2.129"));
        assertEquals(
                List.of(
                        "NOTE 203.0.113.1 is translated back, to the host of a binding or an EAM"
                                + " there"),
                of(Check.PEER, HOST, "::ffff:203.0.113.1"));
    }

    @Test
    void whereSourcesAreLearnedAHostMustBe() {
        validation = SourceValidation.LEARNED;
        start();
        assertEquals(
                List.of("NOTE device:t1/1 learns addresses, and has not learned 2001:db8:1::5"),
                of(Check.SOURCE, HOST, null));
        network.pipeline.receive(
                network.at(0),
                1,
                HostFrames.advertisement(Ipv6Address.parse(HOST), 0x0200_0000_00a0L));
        network.run(5000);
        assertEquals(
                List.of("OK 2001:db8:1::5 is let in at device:t1/1, where it was learned"),
                of(Check.SOURCE, HOST, null));
        network.pipeline.receive(
                network.at(0),
                1,
                HostFrames.advertisement(Ipv6Address.parse("2001:db8:1::6"), 0x0200_0000_00a1L));
        network.run(5000);
        assertEquals(
                List.of(
                        "PROBLEM device:t1/1 has as many learned addresses as it may have without"
                                + " 2001:db8:1::6"),
                of(Check.SOURCE, "2001:db8:1::6", null));
    }

    @Test
    void whatMayNotBeTranslatedSaysWhy() {
        start();
        String may = "instance main (2001:db8:64::/96) ";
        assertEquals(List.of("OK " + may + "translates"), of(Check.DESTINATION, HOST, null));
        assertEquals(
                List.of("PROBLEM " + may + "does not translate to 192.0.2.200: that is in denied"),
                of(Check.DESTINATION, HOST, "::ffff:192.0.2.200"));
        Diagnosis mail =
                network.controller.diagnose(flow(HOST, "::ffff:198.51.100.80", Protocol.TCP, 25));
        assertEquals(
                List.of(
                        "PROBLEM "
                                + may
                                + "does not translate to 198.51.100.80: that service is in its"
                                + " deniedServices"),
                of(Check.DESTINATION, mail));
        Diagnosis web =
                network.controller.diagnose(flow(HOST, "::ffff:198.51.100.80", Protocol.TCP, 443));
        assertEquals(
                List.of("OK " + may + "translates to 198.51.100.80"), of(Check.DESTINATION, web));
        assertEquals(
                List.of(
                        "PROBLEM 64:ff9b::1 is in no NAT64 prefix (2001:db8:64::/96), and no EAM"
                                + " has it"),
                of(Check.DESTINATION, HOST, "64:ff9b::1"));
    }

    @Test
    void theWellKnownPrefixIsForGlobalAddresses() {
        config =
                nat64(
                        instance("main", 1, "64:ff9b::/96").build(),
                        Nat64Configs.pool("p", "203.0.113.0/30"));
        start();
        assertEquals(
                List.of(
                        "PROBLEM instance main (64:ff9b::/96) does not translate to 10.0.0.1: its"
                                + " prefix is for global addresses alone"),
                of(Check.DESTINATION, HOST, "64:ff9b::10.0.0.1"));
    }

    @Test
    void severalInstancesAreToldApartByThePeerOrByName() {
        config =
                Nat64Config.builder()
                        .instances(
                                List.of(
                                        instance("main", 1, "2001:db8:64::/96").build(),
                                        instance("other", 2, "2001:db8:65::/96").build()))
                        .build();
        start();
        InvalidException e =
                assertThrows(InvalidException.class, () -> diagnose(HOST, "::ffff:1.2.3.4"));
        assertEquals("instance", e.field());
        assertEquals("must be one of main, other", e.getMessage());
        Ipv6Address host = Ipv6Address.parse(HOST);
        Ipv6Address peer = Ipv6Address.parse("2001:db8:65::1.2.3.4");
        e =
                assertThrows(
                        InvalidException.class,
                        () ->
                                network.controller.diagnose(
                                        new Diagnosis.Flow(host, 0, peer, null, 0, "main")));
        assertEquals("2001:db8:65::102:304 is of instance other", e.getMessage());
        e =
                assertThrows(
                        InvalidException.class,
                        () ->
                                network.controller.diagnose(
                                        new Diagnosis.Flow(host, 0, null, null, 0, "third")));
        assertEquals("there is no instance third", e.getMessage());
        assertEquals(
                List.of("OK instance other (2001:db8:65::/96) translates to 1.2.3.4"),
                of(
                        Check.DESTINATION,
                        network.controller.diagnose(
                                new Diagnosis.Flow(host, 0, peer, null, 0, "other"))));
    }

    @Test
    void aWayWithoutATranslatorIsAProblem() {
        translates = false;
        start();
        network.learn(0, HOST);
        assertEquals(
                List.of("PROBLEM no translator is reached from device:t1"),
                of(Check.DEVICES, HOST, null));
    }

    @Test
    void aWayThatEndsBeforeThePeerIsAProblem() {
        leafTranslates = true;
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        String ok = "OK over device:t1, translated at device:t1";
        String problem = "PROBLEM no path leads from device:t1 to device:t2; down: ";
        network.portState(network.at(0), 9, false);
        String link = "the link of device:t1/9 and device:t2/9";
        assertEquals(List.of(ok, problem + link), of(Check.DEVICES, HOST, ROUTER4));
        assertEquals(
                List.of(ok, problem + link),
                of(Check.DEVICES, HOST, "::ffff:198.51.100.80"),
                "behind the router");
        assertEquals(List.of(ok), of(Check.DEVICES, HOST, "::ffff:203.0.114.1"), "nowhere");
        network.portState(network.at(0), 9, true);
        assertEquals(
                List.of("OK over device:t1, device:t2, translated at device:t1"),
                of(Check.DEVICES, HOST, ROUTER4));
        network.down(network.at(1));
        network.run(10_000);
        assertEquals(List.of(ok, problem + "device:t2"), of(Check.DEVICES, HOST, ROUTER4));
    }

    @Test
    void aLinkOfTheWayThatTakesLessIsAProblem() {
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        network.mtus.put(new FabricConfig.Port(network.at(0).id, 9), 1499);
        network.run(45_000);
        assertEquals(
                List.of(
                        "OK over device:t1, device:t2, translated at device:t2",
                        "PROBLEM packets of the MTU that netcfg has are lost from device:t1/9 to"
                                + " device:t2"),
                of(Check.DEVICES, HOST, ROUTER4));
    }

    @Test
    void theWayBackMayEndBeforeTheHost() {
        config = withEam();
        start();
        network.learn(0, HOST);
        network.portState(network.at(0), 9, false);
        assertEquals(
                List.of(
                        "OK over device:t2, translated at device:t2",
                        "PROBLEM no path leads from device:t2 to device:t1; down: the link of"
                                + " device:t1/9 and device:t2/9"),
                of(Check.DEVICES, "::ffff:203.0.113.64", "::ffff:192.0.2.130"));
    }

    @Test
    void aTranslatorWithoutASessionSetsNothingUp() {
        start();
        network.learn(0, HOST);
        network.loseSession(network.at(1));
        network.run(100);
        assertEquals(
                List.of(
                        "OK over device:t1, device:t2, translated at device:t2",
                        "PROBLEM device:t2 is down: it translates what it has bindings of, alone"),
                of(Check.DEVICES, HOST, null));
        network.loseSession(network.at(0));
        network.run(100);
        assertTrue(
                of(Check.DEVICES, HOST, null)
                        .contains("NOTE device:t1 is down: it forwards by the routes that it has"));
        assertEquals(
                "NOTE device:t2 has no P4Runtime session; its routes stay while it forwards",
                of(Check.SERVICE, HOST, null).get(1));
    }

    @Test
    void portsOfTheSubscriberAndWhyItGetsNoMore() {
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        for (int port = 5000; port < 5070; port++) {
            network.pipeline.receive(
                    network.at(1), 9, HostFrames.udp(HOST, port, "198.51.100.80", 53));
            network.run(100);
        }
        network.settle();
        List<String> ports = of(Check.PORTS, HOST, null);
        assertTrue(
                ports.get(0)
                        .matches(
                                "OK subscriber 2001:db8:1::/64 has 203\\.0\\.113\\.[0-3] of pool p;"
                                        + " bindings: 0 of ICMP, 0 of TCP, 64 of UDP"),
                ports.toString());
        assertEquals(
                "PROBLEM subscriber 2001:db8:1::/64 gets no new binding of UDP: the subscriber has"
                        + " all the blocks, or all the bindings, that it may have (refused_subscriber_limit)",
                ports.get(1));
        assertEquals(
                "NOTE packets of subscriber 2001:db8:1::/64 that were refused: 1", ports.get(2));
        assertEquals(
                "NOTE subscriber 2001:db8:1::/64 of instance main is at its limit for UDP: 1 block"
                        + " of 64 ports",
                ports.get(3));
        Diagnosis tcp = network.controller.diagnose(flow(HOST, null, Protocol.TCP, 0));
        assertFalse(tcp.isProblem(), tcp.findings.toString());
    }

    @Test
    void aStoreThatFailsGivesNoNewBinding() {
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        network.storeFailures = 100;
        network.pipeline.receive(network.at(1), 9, HostFrames.udp(HOST, 5000, "198.51.100.80", 53));
        network.run(1000);
        assertEquals(
                "PROBLEM subscriber 2001:db8:1::/64 gets no new binding: the store fails:"
                        + " disk full",
                of(Check.PORTS, HOST, null).get(1));
    }

    @Test
    void aHostWithAnEamNeedsNoPorts() {
        config = withEam();
        start();
        assertEquals(
                List.of("OK an EAM has 2001:db8:1::5 as 203.0.113.64"),
                of(Check.PORTS, HOST, null));
        assertEquals(
                "PROBLEM subscriber 2001:db8:1::/64 gets no new binding of TCP: the instance has no"
                        + " pool",
                of(Check.PORTS, "2001:db8:1::6", null).get(2));
    }

    @Test
    void toAHostByItsEamAnEamIsNeeded() {
        config = withEam();
        start();
        assertEquals(
                List.of("OK instance main (2001:db8:64::/96) translates to 192.0.2.200"),
                of(Check.DESTINATION, HOST, "2001:db8:a::1"));
        assertEquals(
                List.of(
                        "PROBLEM an EAM has 192.0.2.200 as 2001:db8:a::1, where hosts with an EAM"
                                + " alone reach it: SOURCE_NOT_MAPPED"),
                of(Check.DESTINATION, "2001:db8:1::6", "2001:db8:a::1"));
    }

    @Test
    void nothingChanges() {
        start();
        diagnose(HOST, "::ffff:198.51.100.80");
        assertEquals(0, network.controller.statistics().gauges.get("subscribers"));
    }
}
