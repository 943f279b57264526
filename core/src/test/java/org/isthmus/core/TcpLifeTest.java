// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Session;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.packet.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * RFC 6146 section 3.5.2.2 as seen on the wire: from the packets of both sides to the rows of the
 * switches, and nothing extends a lifetime that must not.
 */
class TcpLifeTest {
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;
    private static final int TRANSITORY = 4 * 60;
    private static final int ESTABLISHED = 124 * 60;
    private static final int PEER = Ipv4Address.parse("198.51.100.1").bits();
    private static final int STRANGER = Ipv4Address.parse("192.0.2.1").bits();

    private final SimulatedNetwork network = new SimulatedNetwork(5, 2);

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

    /** Of the IPv6 host, by one switch. */
    private void v6(int flags) {
        v6To("198.51.100.1", flags);
    }

    private void v6To(String peer, int flags) {
        network.pipeline.receive(
                network.at(0), HostFrames.tcp("2001:db8::1", 4242, peer, 443, flags));
        network.run(100);
    }

    /** Of its peer, by the other. */
    private void v4(int flags) {
        v4(PEER, flags);
    }

    private void v4(int peer, int flags) {
        Session s = network.controller.sessions(Filter.ALL, null, 1).items().get(0);
        int address4 = s.binding.address4.bits();
        network.pipeline.replyTcp(network.at(1), peer, 443, address4, s.binding.port4, flags);
        network.run(100);
    }

    private String state() {
        List<Session> sessions = network.controller.sessions(Filter.ALL, null, 10).items();
        return sessions.isEmpty() ? "CLOSED" : sessions.get(0).state;
    }

    private long probes() {
        return network.controller.statistics().counters.get("tcp_probes");
    }

    private void establish() {
        v6(SYN);
        v4(SYN | ACK);
        v6(ACK);
        assertEquals("ESTABLISHED", state());
    }

    /** It is there until a little before the end of a lifetime, and gone a little later. */
    private void endsIn(int seconds) {
        seconds(seconds - 5);
        assertEquals(1, rows());
        seconds(10);
        assertEquals(0, rows());
    }

    @Test
    void afterAResetInboundDataAloneKeepsIt() {
        establish();
        v4(RST);
        seconds(200);
        v4(ACK);
        seconds(100);
        assertEquals("ESTABLISHED", state());
        seconds(ESTABLISHED - 200);
        assertEquals(1, rows());
    }

    @Test
    void afterAResetFurtherResetsDoNot() {
        establish();
        v4(RST);
        seconds(100);
        v4(RST);
        v6(RST);
        v4(RST | ACK);
        endsIn(TRANSITORY - 100);
    }

    @Test
    void whateverIsNoResetReturnsItFromTransitory() {
        for (int flags : new int[] {SYN, FIN | ACK}) {
            establish();
            v6(RST);
            assertEquals("TRANS", state());
            v4(flags);
            assertEquals("ESTABLISHED", state());
            v6(RST);
            endsIn(TRANSITORY);
        }
    }

    @Test
    void theSynOfAHostExtendsAnOpeningSessionAndNothingElseDoes() {
        v6(SYN);
        seconds(100);
        v6(SYN);
        seconds(100);
        v6(ACK);
        v6(FIN);
        v6(RST);
        assertEquals("V6 INIT", state());
        endsIn(TRANSITORY - 100);
    }

    @Test
    void aRefusedConnectionEndsInFourMinutesWhateverItsPeerSends() {
        v6(SYN);
        v4(RST | ACK);
        seconds(100);
        v4(ACK);
        v4(RST);
        assertEquals("V6 INIT", state());
        endsIn(TRANSITORY - 100);
    }

    @Test
    void whereTheCopyOfASynWasLostTheHostIsAsked() {
        v6(SYN);
        v4(ACK); // The switch had no rate left for the copy of SYN and ACK.
        v6(ACK);
        seconds(TRANSITORY + 5);
        assertEquals("TRANS", state());
        assertEquals(1, probes());
        v6(ACK);
        seconds(TRANSITORY);
        assertEquals("ESTABLISHED", state());
    }

    /** RFC 6146 section 5.3: anyone may send what comes in. */
    @Test
    void inboundDataDoesNotExtendAnEstablishedSessionButItsHostIsAsked() {
        establish();
        seconds(ESTABLISHED + 10);
        assertEquals(0, probes());
        v4(ACK);
        seconds(ESTABLISHED);
        assertEquals("TRANS", state());
        assertEquals(1, probes());
        seconds(TRANSITORY);
        assertEquals(0, rows());
    }

    /** The same; it begins a session of its own, with four minutes. */
    @Test
    void theSynOfAStrangerExtendsNoOtherSession() {
        establish();
        seconds(2 * ESTABLISHED - 300);
        v4(STRANGER, SYN);
        seconds(310);
        assertEquals("TRANS", state());
        assertEquals(1, probes());
        seconds(TRANSITORY);
        assertEquals(0, rows());
    }

    /** To a binding with two sessions, of which the first was closed by both sides. */
    @Test
    void theSynOfAStrangerIsNotInThePlaceOfAnotherSession() {
        establishSecondAndCloseFirst();
        seconds(2 * ESTABLISHED - 300);
        v4(STRANGER, SYN);
        seconds(310);
        assertEquals(1, probes());
        seconds(TRANSITORY);
        assertEquals(0, rows());
    }

    /** Of the connections of a binding, the first was closed. */
    @Test
    void anIdleConnectionBesideOneThatClosedOutlivesTheController() {
        establishSecondAndCloseFirst();
        seconds(300);
        network.kill();
        start();
        seconds(2 * TRANSITORY);
        assertEquals(1, rows());
    }

    /** A host answers a connection that it closed by a reset, and the other one is not asked. */
    @Test
    void afterARestartTheConnectionThatIsLeftIsTheOneThatIsKnown() {
        establishSecondAndCloseFirst();
        network.kill();
        start();
        List<Session> known = network.controller.sessions(Filter.ALL, null, 10).items();
        assertEquals(
                List.of("198.51.100.2 ESTABLISHED"),
                known.stream().map(s -> s.peer4 + " " + s.state).collect(Collectors.toList()));
    }

    @Test
    void aConnectionOfWhichTheStoreHeardLaterOutlivesTheController() {
        v6(SYN);
        network.store.fails = true;
        v4(SYN | ACK);
        network.store.fails = false;
        seconds(2);
        network.kill();
        start();
        assertEquals("ESTABLISHED", state());
    }

    @Test
    void sessionsThatEndedLeaveTheirBinding() {
        establish();
        for (int port = 1; port <= 3; port++) {
            connectAndClose("198.51.100.2", port);
        }
        assertEquals(3, network.controller.core.extra.size());
        seconds(ESTABLISHED + 5);
        assertEquals(1, rows());
        assertEquals(0, network.controller.core.extra.size());
    }

    private void connectAndClose(String peer, int port) {
        Session s = network.controller.sessions(Filter.ALL, null, 1).items().get(0);
        int address4 = s.binding.address4.bits();
        int peer4 = Ipv4Address.parse(peer).bits();
        for (int flags : new int[] {SYN, FIN | ACK}) {
            network.pipeline.receive(
                    network.at(0), HostFrames.tcp("2001:db8::1", 4242, peer, port, flags));
            network.pipeline.replyTcp(
                    network.at(1), peer4, port, address4, s.binding.port4, flags | ACK);
            network.run(100);
        }
    }

    private void establishSecondAndCloseFirst() {
        establish();
        v6To("198.51.100.2", SYN);
        v4(Ipv4Address.parse("198.51.100.2").bits(), SYN | ACK);
        v6To("198.51.100.2", ACK);
        v6(FIN | ACK);
        v4(FIN | ACK);
    }

    @Test
    void theSynsOfStrangersDoNotEndAnEstablishedSession() {
        establishSecondAndCloseFirst();
        for (int i = 0; i < 100; i++) {
            v4(STRANGER + i, SYN);
        }
        seconds(ESTABLISHED - 100);
        assertEquals(1, rows());
    }

    @Test
    void thePeerOfAnIdleSessionMayAnswerInItsHostsPlace() {
        establish();
        seconds(2 * ESTABLISHED + 10);
        assertEquals("TRANS", state());
        v4(ACK);
        seconds(TRANSITORY);
        assertEquals("ESTABLISHED", state());
    }

    @Test
    void oneFinLeavesAllOfTheTimeAndTwoLeaveFourMinutes() {
        establish();
        v4(FIN | ACK);
        assertEquals("V4 FIN RCV", state());
        seconds(ESTABLISHED - 60);
        v6(ACK);
        seconds(ESTABLISHED - 60);
        assertEquals("V4 FIN RCV", state());
        v6(FIN | ACK);
        seconds(100);
        v6(ACK);
        v4(ACK);
        endsIn(TRANSITORY - 100);
    }

    /** A host that has sent all there was acknowledges what still comes. */
    @Test
    void aConnectionThatItsHostHalfClosedGoesOn() {
        establish();
        v6(FIN | ACK);
        for (int i = 0; i < 2; i++) {
            seconds(ESTABLISHED - 60);
            v6(ACK);
        }
        seconds(ESTABLISHED - 60);
        assertEquals("V6 FIN RCV", state());
    }

    @Test
    void anOpenFromIPv4IsTransitoryUntilTheHostAnswers() {
        v6(SYN);
        v4(SYN | ACK);
        v6(FIN | ACK);
        v4(FIN | ACK);
        int other = Ipv4Address.parse("198.51.100.9").bits();
        v4(other, SYN);
        seconds(100);
        v4(other, SYN);
        endsIn(TRANSITORY - 100);
    }

    /** A segment without DF that is too large for IPv6: the core translates it. */
    private void large(int flags) {
        Session s = network.controller.sessions(Filter.ALL, null, 1).items().get(0);
        byte[] f =
                HostFrames.tcp4(PEER, 443, s.binding.address4.bits(), s.binding.port4, flags | ACK);
        f = Arrays.copyOf(f, f.length + 1400);
        Bytes.put16(f, 16, f.length - 14);
        network.pipeline.packetIn(network.at(1), PuntReason.TOO_BIG, f);
        network.run(100);
    }

    @Test
    void whatIsFragmentedMovesASessionToo() {
        establish();
        large(FIN);
        assertEquals("V4 FIN RCV", state());
        large(RST);
        assertEquals("TRANS", state());
        assertEquals(2, network.controller.statistics().counters.get("packets_fragmented"));
    }

    /** It is not translated, and so nobody sees its flags. */
    @Test
    void aTinyFragmentMovesNoSession() {
        establish();
        Session s = network.controller.sessions(Filter.ALL, null, 1).items().get(0);
        byte[] f = HostFrames.tcp4(PEER, 443, s.binding.address4.bits(), s.binding.port4, RST);
        f = Arrays.copyOf(f, f.length - 4);
        Bytes.put16(f, 16, f.length - 14);
        Bytes.put16(f, 20, 0x2000);
        network.pipeline.packetIn(network.at(1), PuntReason.FRAGMENT, f);
        network.run(100);
        assertEquals("ESTABLISHED", state());
        assertEquals(1, network.controller.statistics().counters.get("malformed"));
    }
}
