// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Session;
import org.isthmus.core.model.InstanceConfig;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.spi.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lifetimes of RFC 6146 section 4, seen at the switches. */
class ExpiryTest {
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;
    private static final int PEER = Ipv4Address.parse("198.51.100.1").bits();
    private static final String HOST = "2001:db8::1";

    private final SimulatedNetwork network = new SimulatedNetwork(4, 2);

    @BeforeEach
    void start() {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.allUp();
    }

    private void seconds(int seconds) {
        network.run(seconds * 1000L);
    }

    private long rows() {
        return network.at(1).bindings();
    }

    private void tcp6(int flags) {
        network.pipeline.receive(
                network.at(0), HostFrames.tcp(HOST, 4242, "198.51.100.1", 443, flags));
        network.run(100);
    }

    /** The peer answers through the other switch. */
    private void tcp4(int flags) {
        Session s = session();
        network.pipeline.replyTcp(
                network.at(1), PEER, 443, s.binding.address4.bits(), s.binding.port4, flags);
        network.run(100);
    }

    private Session session() {
        List<Session> sessions = network.controller.sessions(Filter.ALL, null, 10).items();
        assertEquals(1, sessions.size());
        return sessions.get(0);
    }

    private void establish() {
        tcp6(SYN);
        assertEquals("V6 INIT", session().state);
        tcp4(SYN | ACK);
        assertEquals("ESTABLISHED", session().state);
    }

    @Test
    void udpLivesFiveMinutesBehindItsOnlyPacket() {
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        seconds(298);
        assertEquals(1, rows());
        seconds(5);
        assertEquals(0, rows());
        assertEquals(1, network.controller.statistics().counters.get("bindings_expired"));
    }

    @Test
    void outboundPacketsKeepABindingWhereverTheyPass() {
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        seconds(100);
        network.pipeline.receive(network.at(1), HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        seconds(298);
        assertEquals(1, rows(), "5 minutes behind the last packet are not over");
        seconds(210);
        assertEquals(0, rows());
    }

    @Test
    void packetsThatTheCoreTranslatesKeepABinding() {
        byte[] frame = HostFrames.behindOptions(HostFrames.udp(HOST, 4242, "198.51.100.1", 53), 5);
        for (int i = 0; i < 4; i++) {
            network.pipeline.receive(network.at(i % 2), frame.clone());
            seconds(200);
        }
        assertEquals(1, rows());
        Map<String, Long> counters = network.controller.statistics().counters;
        assertEquals(1, counters.get("bindings_added"));
        assertEquals(4, counters.get("packets_translated"));
        seconds(303);
        assertEquals(0, rows());
        byte[] first = HostFrames.fragment(HOST, 4242, "198.51.100.1", 53, true);
        for (int i = 0; i < 4; i++) {
            network.pipeline.receive(network.at(0), first.clone());
            seconds(200);
        }
        assertEquals(2, network.controller.statistics().counters.get("bindings_added"));
    }

    @Test
    void segmentsThatTheCoreTranslatesDriveTheSession() {
        byte[] syn = HostFrames.tcp(HOST, 4242, "198.51.100.1", 443, SYN);
        network.pipeline.receive(network.at(0), HostFrames.behindOptions(syn, 6));
        network.run(100);
        tcp4(SYN | ACK);
        assertEquals("ESTABLISHED", session().state);
        byte[] fin = HostFrames.tcp(HOST, 4242, "198.51.100.1", 443, FIN | ACK);
        network.pipeline.receive(network.at(0), HostFrames.behindOptions(fin, 6));
        network.run(100);
        assertEquals("V6 FIN RCV", session().state);
    }

    @Test
    void icmpLivesAMinute() {
        network.pipeline.receive(network.at(0), HostFrames.echo(HOST, 7, "198.51.100.1"));
        seconds(58);
        assertEquals(1, rows());
        seconds(5);
        assertEquals(0, rows());
    }

    @Test
    void aSynWithoutAnswerIsTransitory() {
        tcp6(SYN);
        seconds(238);
        assertEquals(1, rows());
        seconds(5);
        assertEquals(0, rows());
    }

    /** RFC 7857 section 2.1. */
    @Test
    void openingTcpHasATimeoutOfItsOwn() {
        network.configure(
                Nat64Configs.nat64(
                        InstanceConfig.builder("main", Nat64Configs.PREFIX)
                                .blockSize(64)
                                .tcpTransitoryTimeout(Duration.ofSeconds(600))
                                .tcpOpeningTimeout(Duration.ofSeconds(30))
                                .build(),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        tcp6(SYN);
        seconds(28);
        assertEquals(1, rows());
        seconds(5);
        assertEquals(0, rows());

        establish();
        tcp6(FIN | ACK);
        tcp4(FIN | ACK);
        assertEquals("V4 FIN + V6 FIN RCV", session().state);
        seconds(598);
        assertEquals(1, rows());
        seconds(5);
        assertEquals(0, rows());
    }

    @Test
    void establishedIsProbedAndThenTransitory() {
        establish();
        seconds(124 * 60 - 5);
        assertEquals("ESTABLISHED", session().state);
        seconds(10);
        assertEquals("TRANS", session().state);
        assertEquals(1, network.controller.statistics().counters.get("tcp_probes"));
        tcp6(ACK);
        seconds(4 * 60);
        assertEquals("ESTABLISHED", session().state, "the host answered the probe");
        seconds(124 * 60 + 10);
        assertEquals("TRANS", session().state);
        seconds(4 * 60);
        assertEquals(0, rows());
    }

    @Test
    void bothFinsEndItInFourMinutesWhateverStillPasses() {
        establish();
        tcp6(FIN | ACK);
        assertEquals("V6 FIN RCV", session().state);
        tcp4(FIN | ACK);
        assertEquals("V4 FIN + V6 FIN RCV", session().state);
        tcp6(ACK);
        seconds(235);
        assertEquals(1, rows());
        seconds(8);
        assertEquals(0, rows());
    }

    /** RFC 6146 section 3.5.2.2: from V6 FIN RCV there is no TRANS to be probed in. */
    @Test
    void aSessionWithOneFinEndsUnprobed() {
        establish();
        tcp6(FIN | ACK);
        seconds(124 * 60 - 5);
        assertEquals("V6 FIN RCV", session().state);
        seconds(124 * 60 + 10);
        assertEquals(0, rows());
        assertEquals(0, network.controller.statistics().counters.get("tcp_probes"));
    }

    @Test
    void aRestartKnowsWhatWasOver() {
        establish();
        tcp6(FIN | ACK);
        tcp4(FIN | ACK);
        restart();
        seconds(60 + 240 + 8);
        assertEquals(0, rows());
    }

    @Test
    void aRestartLeavesIdleConnectionsTheirTime() {
        establish();
        restart();
        seconds(7200);
        assertEquals(1, rows());
        assertEquals("ESTABLISHED", session().state);
    }

    @Test
    void trafficBehindARestartRevives() {
        tcp6(SYN);
        restart();
        assertEquals("TRANS", session().state);
        seconds(100);
        tcp6(ACK);
        seconds(240);
        assertEquals("ESTABLISHED", session().state);
    }

    private void restart() {
        network.kill();
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        network.run(2000);
    }

    @Test
    void aResetAloneEndsItAndLaterDataRevivesIt() {
        establish();
        tcp4(RST);
        assertEquals("TRANS", session().state);
        seconds(100);
        tcp6(ACK);
        seconds(150);
        assertEquals("ESTABLISHED", session().state, "data after the reset");
        tcp4(RST);
        seconds(236);
        assertEquals(1, rows());
        seconds(10);
        assertEquals(0, rows());
    }

    @Test
    void aBindingWithTwoPeersLivesForTheOneThatStays() {
        establish();
        network.pipeline.receive(
                network.at(0), HostFrames.tcp(HOST, 4242, "198.51.100.2", 80, SYN));
        network.run(100);
        assertEquals(2, network.controller.sessions(Filter.ALL, null, 10).items().size());
        Filter second = new Filter(null, null, null, null, -1, Ipv4Prefix.parse("198.51.100.2/32"));
        assertEquals("V6 INIT", network.controller.sessions(second, null, 10).items().get(0).state);
        assertEquals(1, rows(), "one binding for both");
        network.pipeline.receive(
                network.at(0), HostFrames.tcp(HOST, 4242, "198.51.100.3", 8080, SYN));
        network.run(100);
        Filter port = new Filter(null, null, null, null, 8080, null);
        assertEquals(
                "198.51.100.3",
                network.controller.sessions(port, null, 10).items().get(0).peer4.toString());
        assertEquals(1, network.controller.sessions(port, null, 10).items().size());
        assertEquals(List.of(), network.controller.bindings(port, null, 10).items());
        seconds(1000);
        assertEquals(1, rows(), "the first session is established");
    }

    /** RFC 6888 REQ-5a. */
    @Test
    void aBindingHasAsManySessionsAsIsConfigured() {
        Nat64Config usual =
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0), Nat64Configs.pool("p", "203.0.113.0/28"));
        network.configure(usual.toBuilder().sessionsPerBinding(4).build());
        for (int port = 1; port <= 9; port++) {
            network.pipeline.receive(
                    network.at(0), HostFrames.tcp(HOST, 4242, "198.51.100.2", port, SYN));
            network.run(100);
        }
        assertEquals(4, network.controller.sessions(Filter.ALL, null, 10).items().size());
        assertEquals(1, rows());
    }

    @Test
    void aPeerThatSpeaksFirstHasASessionOfItsOwn() {
        establish();
        Session first = session();
        network.pipeline.replyTcp(
                network.at(1),
                Ipv4Address.parse("198.51.100.9").bits(),
                80,
                first.binding.address4.bits(),
                first.binding.port4,
                SYN);
        network.run(100);
        Filter second = new Filter(null, null, null, null, -1, Ipv4Prefix.parse("198.51.100.9/32"));
        List<Session> found = network.controller.sessions(second, null, 10).items();
        assertEquals("V4 INIT", found.get(0).state);
        assertEquals(first.binding.port6, found.get(0).binding.port6);
        assertEquals(2, network.controller.sessions(Filter.ALL, null, 10).items().size());
        network.pipeline.receive(
                network.at(0), HostFrames.tcp(HOST, 4242, "198.51.100.9", 80, SYN));
        network.run(100);
        found = network.controller.sessions(second, null, 10).items();
        assertEquals("ESTABLISHED", found.get(0).state);
        assertEquals(1, rows(), "one binding for both");
    }

    @Test
    void aSwitchThatDoesNotAnswerEndsNothing() {
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        seconds(1);
        network.switches.values().forEach(network::down);
        seconds(1000);
        assertEquals(1, network.controller.statistics().gauges.get("bindings"));
        network.switches.values().forEach(network::up);
        seconds(310);
        assertEquals(0, rows());
        assertTrue(network.store.maps.get(Store.Map.BINDINGS).isEmpty());
    }

    /** What was counted on a switch that lost its rows is no traffic after the reset. */
    @Test
    void aSwitchThatLosesItsRowsBringsNoSessionBackThatWasReset() {
        establish();
        for (int i = 0; i < 3; i++) {
            network.pipeline.receive(
                    network.at(0), HostFrames.tcp(HOST, 4242, "198.51.100.1", 443, ACK));
        }
        tcp4(RST);
        seconds(10);
        assertEquals("TRANS", session().state);
        network.down(network.at(0));
        network.at(0).held.clear();
        network.at(0).counts.clear();
        network.up(network.at(0));
        seconds(2 * 240 + 10);
        assertEquals(0, rows());
    }

    /** As many packets pass by it as before: that is traffic all the same. */
    @Test
    void aBindingThatIsUsedStaysBehindASwitchThatLostItsRows() {
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        seconds(100);
        network.down(network.at(0));
        network.at(0).held.clear();
        network.at(0).counts.clear();
        network.up(network.at(0));
        seconds(190);
        network.pipeline.receive(network.at(0), HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        seconds(290);
        assertEquals(1, rows(), "5 minutes behind the last packet are not over");
    }
}
