// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Diagnosis;
import org.isthmus.core.api.Diagnosis.Check;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.StaticBinding;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.net.Protocol;
import org.junit.jupiter.api.Test;

/** Why a peer in IPv4 reaches no host. */
class InboundDiagnosisTest extends DiagnosisFixture {
    private Diagnosis inbound(String host, int hostPort, String peer, int port) {
        return network.controller.diagnose(
                new Diagnosis.Flow(
                        Ipv6Address.parse("::ffff:" + host),
                        hostPort,
                        peer == null ? null : Ipv6Address.parse("::ffff:" + peer),
                        hostPort == 0 ? null : Protocol.UDP,
                        port,
                        null));
    }

    private void addStatic() {
        network.controller.addStaticBinding(
                new StaticBinding(
                        "main",
                        Protocol.UDP,
                        Ipv6Address.parse(HOST),
                        80,
                        Ipv4Address.parse("203.0.113.1"),
                        8080));
    }

    @Test
    void whatAPeerBeginsComesToTheHostOfABinding() {
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        addStatic();
        Diagnosis d = inbound("203.0.113.1", 8080, "198.51.100.80", 0);
        assertEquals(
                List.of(
                        "BINDING OK: 203.0.113.1 port 8080 of UDP is 2001:db8:1::5 port 80, by a"
                                + " static binding",
                        "HOST OK: 2001:db8:1::5 is of 2001:db8:1::/64 at device:t1/1"
                                + " (02:00:00:00:99:00)",
                        "SOURCE OK: 2001:db8:1::5 is let in at device:t1/1, and nowhere else where"
                                + " sources are strict",
                        "DESTINATION OK: instance main (2001:db8:64::/96) translates to"
                                + " 198.51.100.80",
                        "DEVICES OK: over device:t2, device:t1, translated at device:t2",
                        "PEER OK: 198.51.100.80 is reached by 198.51.100.0/24 over 192.0.2.254 at"
                                + " device:t2/1 (02:00:00:00:99:01)"),
                d.findings.stream().map(Object::toString).collect(Collectors.toList()));
        assertEquals(
                List.of(
                        "PROBLEM instance main (2001:db8:64::/96) does not translate to"
                                + " 192.0.2.200: that is in denied"),
                of(Check.DESTINATION, inbound("203.0.113.1", 8080, "192.0.2.200", 0)));
    }

    @Test
    void whatNobodyHasInIpv4ComesToNobody() {
        start();
        assertEquals(
                List.of(
                        "PROBLEM 203.0.113.1 port 8080 of UDP is nobody's: what is sent to it is"
                                + " dropped, NO_BINDING"),
                of(Check.BINDING, inbound("203.0.113.1", 8080, null, 0)));
        assertEquals(
                List.of("PROBLEM 203.0.113.99 is in no pool, and no EAM has it"),
                of(Check.BINDING, inbound("203.0.113.99", 0, null, 0)));
        assertEquals(
                "protocol: is missing: hosts share 203.0.113.1 of pool p",
                refusal("::ffff:203.0.113.1", 0, null, null, null));
        assertEquals(
                "hostPort: is missing: hosts share 203.0.113.1 of pool p",
                refusal("::ffff:203.0.113.1", 0, null, Protocol.UDP, null));
        assertEquals(
                "peer: must be IPv4, as the host is",
                refusal("::ffff:203.0.113.1", 1, "2001:db8:64::1", Protocol.UDP, null));
        assertEquals(
                "hostPort: is of hosts in IPv4 alone", refusal(HOST, 80, null, Protocol.UDP, null));
        addStatic();
        assertEquals(
                "instance: 203.0.113.1 is of instance main",
                refusal("::ffff:203.0.113.1", 8080, null, Protocol.UDP, "other"));
    }

    private String refusal(
            String host, int hostPort, String peer, Protocol protocol, String instance) {
        Diagnosis.Flow flow =
                new Diagnosis.Flow(
                        Ipv6Address.parse(host),
                        hostPort,
                        peer == null ? null : Ipv6Address.parse(peer),
                        protocol,
                        0,
                        instance);
        InvalidException e =
                assertThrows(InvalidException.class, () -> network.controller.diagnose(flow));
        return e.field() + ": " + e.getMessage();
    }

    @Test
    void aPoolThatFiltersHearsWhomTheHostHasWrittenTo() {
        config =
                nat64(
                        instance("main", 1, "2001:db8:64::/96").build(),
                        Nat64Configs.pool("p", "203.0.113.0/30", Filtering.ADDRESS_DEPENDENT));
        start();
        network.learn(0, HOST);
        network.learn(1, ROUTER4);
        network.pipeline.receive(network.at(1), 9, HostFrames.udp(HOST, 5000, "198.51.100.80", 53));
        network.settle();
        Binding b = network.controller.bindings(Filter.ALL, null, 1).items().get(0);
        String address = b.address4.toString();
        assertEquals(1, of(Check.BINDING, inbound(address, b.port4, "198.51.100.80", 0)).size());
        assertEquals(
                "PROBLEM the host has not written to 198.51.100.81, which may not send to it:"
                        + " FILTERED",
                of(Check.BINDING, inbound(address, b.port4, "198.51.100.81", 0)).get(1));
        assertEquals(
                "NOTE only peers that the host has written to may send to it",
                of(Check.BINDING, inbound(address, b.port4, null, 0)).get(1));
    }

    @Test
    void whatAPeerBeginsComesToTheHostOfAnEam() {
        config = withEam();
        start();
        assertEquals(
                List.of("OK an EAM has 203.0.113.64 as 2001:db8:1::5"),
                of(Check.BINDING, inbound("203.0.113.64", 0, null, 0)));
        assertEquals(
                List.of("OK an EAM has 192.0.2.200 as 2001:db8:a::1"),
                of(Check.DESTINATION, inbound("203.0.113.64", 0, "192.0.2.200", 0)));
        assertEquals(
                List.of(
                        "PROBLEM instance main (2001:db8:64::/96) does not translate to"
                                + " 192.0.2.201: that is in denied"),
                of(Check.DESTINATION, inbound("203.0.113.64", 0, "192.0.2.201", 0)));
    }
}
