// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Nat64Config;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.packet.Bytes;
import org.junit.jupiter.api.Test;

/** Sessions of pools that filter: who may send, and how long. */
class FilteringTest {
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;
    private static final String HOST = "2001:db8::1";
    private static final String ONE = "198.51.100.1";
    private static final String TWO = "198.51.100.2";

    private final SimulatedNetwork network = new SimulatedNetwork(11, 2);
    private final SimulatedSwitch near = network.at(0);
    private final SimulatedSwitch far = network.at(1);

    private void start(Filtering filtering) {
        network.start(config(filtering));
        network.allUp();
    }

    private static Nat64Config config(Filtering filtering) {
        return Nat64Configs.nat64(
                Nat64Configs.instance(64, 16, 0),
                Nat64Configs.pool("p", "203.0.113.0/30", filtering));
    }

    private void seconds(int seconds) {
        network.run(seconds * 1000L);
    }

    private void udp(String peer, int port) {
        network.pipeline.receive(near, HostFrames.udp(HOST, 4242, peer, port));
        network.run(100);
    }

    private void tcp6(String peer, int flags) {
        network.pipeline.receive(near, HostFrames.tcp(HOST, 4242, peer, 443, flags));
        network.run(100);
    }

    private void tcp4(String peer, int flags) {
        Binding b = binding();
        int peer4 = Ipv4Address.parse(peer).bits();
        network.pipeline.replyTcp(far, peer4, 443, b.address4.bits(), b.port4, flags);
        network.run(100);
    }

    private Binding binding() {
        List<Binding> all = network.controller.bindings(Filter.ALL, null, 10).items();
        assertEquals(1, all.size());
        return all.get(0);
    }

    /** Whether a packet from IPv4 gets in by the other switch. */
    private boolean admits(Protocol protocol, String peer, int port) {
        Binding b = binding();
        int peer4 = Ipv4Address.parse(peer).bits();
        return network.pipeline.arrives(far, protocol, peer4, port, b.address4.bits(), b.port4);
    }

    private static long rows(SimulatedSwitch s) {
        return s.held.values().stream().filter(i -> i instanceof BibIntent.Session).count();
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    @Test
    void anyoneMaySendWithoutIt() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        udp(ONE, 53);
        assertEquals(0, rows(far));
        assertTrue(admits(Protocol.UDP, TWO, 9));
    }

    @Test
    void byAddressAnyPortOfAPeerMay() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        assertEquals(1, near.translated.size(), "the packet that opened it went on");
        assertTrue(admits(Protocol.UDP, ONE, 9));
        assertFalse(admits(Protocol.UDP, TWO, 53));
        udp(TWO, 53);
        assertEquals(2, near.translated.size());
        assertTrue(admits(Protocol.UDP, TWO, 53));
        udp(TWO, 54);
        assertEquals(2, rows(far), "another port is no other session");
        assertEquals(1, counter("bindings_added"));
        assertEquals(1, counter("sessions_added"));
    }

    @Test
    void byAddressAndPortOnlyThatPortMay() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        udp(ONE, 53);
        assertTrue(admits(Protocol.UDP, ONE, 53));
        assertFalse(admits(Protocol.UDP, ONE, 9));
        udp(ONE, 9);
        assertTrue(admits(Protocol.UDP, ONE, 9));
        assertEquals(2, network.controller.sessions(Filter.ALL, null, 10).items().size());
    }

    /** The pipeline would drop it before it sent a copy up. */
    @Test
    void aFragmentThatIsFilteredMovesNoSession() {
        start(Filtering.ADDRESS_DEPENDENT);
        tcp6(ONE, SYN);
        fragment4(TWO, SYN);
        assertEquals(1, network.controller.sessions(Filter.ALL, null, 10).items().size());
        assertEquals(1, counter("fragments_filtered"));
        fragment4(ONE, SYN | ACK);
        assertEquals("ESTABLISHED", state());
    }

    private String state() {
        return network.controller.sessions(Filter.ALL, null, 1).items().get(0).state;
    }

    /** The first fragment of a segment, without data. */
    private void fragment4(String peer, int flags) {
        Binding b = binding();
        byte[] f =
                HostFrames.tcp4(
                        Ipv4Address.parse(peer).bits(), 443, b.address4.bits(), b.port4, flags);
        Bytes.put16(f, 20, 0x2000);
        network.pipeline.packetIn(far, PuntReason.FRAGMENT, f);
        network.run(100);
    }

    /** RFC 5508 REQ-2: a peer of a query has no port. */
    @Test
    void queriesGoByAddress() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        network.pipeline.receive(near, HostFrames.echo(HOST, 7, ONE));
        network.run(100);
        assertTrue(admits(Protocol.ICMP, ONE, 1234));
        assertFalse(admits(Protocol.ICMP, TWO, 1234));
    }

    @Test
    void packetsBehindTheFirstWaitForItsSession() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        for (int i = 0; i < 5; i++) {
            network.pipeline.receive(near, HostFrames.udp(HOST, 4242, TWO, 53));
        }
        network.run(100);
        assertEquals(6, near.translated.size());
        assertEquals(2, rows(far));
    }

    @Test
    void aSessionEndsByItsOwnTimeAndTheBindingWithItsLast() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        seconds(200);
        udp(TWO, 53);
        seconds(150);
        assertFalse(admits(Protocol.UDP, ONE, 53), "idle for longer than five minutes");
        assertTrue(admits(Protocol.UDP, TWO, 53));
        seconds(600);
        assertEquals(0, near.bindings());
        assertEquals(0, rows(near) + rows(far));
        assertEquals(2, counter("sessions_expired"));
        assertEquals(1, counter("bindings_expired"));
        network.assertConsistent();
    }

    /** RFC 6146 section 3.5.1: packets of both directions extend a session. */
    @Test
    void itsPeerKeepsASessionAndNobodyElse() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        seconds(250);
        assertTrue(admits(Protocol.UDP, ONE, 53));
        assertFalse(admits(Protocol.UDP, TWO, 53));
        seconds(250);
        assertEquals(1, rows(far));
        assertFalse(admits(Protocol.UDP, TWO, 53));
        seconds(400);
        assertEquals(0, rows(far));
    }

    /** RFC 6146 section 3.5.1: every packet of its host does, by whom it is translated too. */
    @Test
    void whatTheControllerTranslatesKeepsASession() {
        start(Filtering.ADDRESS_DEPENDENT);
        byte[] fragment = HostFrames.fragment(HOST, 4242, ONE, 53, true);
        byte[] options = HostFrames.behindOptions(HostFrames.udp(HOST, 4343, ONE, 53), 5);
        for (int i = 0; i < 5; i++) {
            network.pipeline.receive(near, fragment.clone());
            network.pipeline.receive(near, options.clone());
            seconds(200);
        }
        assertEquals(0, network.controller.statistics().counters.get("sessions_expired"));
        assertEquals(2, network.controller.statistics().counters.get("bindings_added"));
    }

    /**
     * RFC 6146 section 3.5.3, of echo from IPv6 to a pool address, which comes up before the switch
     * has looked for its binding.
     */
    @Test
    void hairpinnedQueriesSetTheirTimersAndPassTheFilter() {
        start(Filtering.ADDRESS_DEPENDENT);
        network.pipeline.receive(near, HostFrames.echo(HOST, 7, ONE));
        network.run(100);
        byte[] echo = HostFrames.echo(HOST, 7, binding().address4.toString());
        network.pipeline.packetIn(
                near,
                PuntReason.HAIRPIN_ECHO,
                HostFrames.echo("2001:db8::2", 7, binding().address4.toString()));
        network.run(100);
        assertEquals(0, network.controller.statistics().counters.get("echoes_hairpinned"));
        for (int i = 0; i < 5; i++) {
            network.pipeline.packetIn(near, PuntReason.HAIRPIN_ECHO, echo.clone());
            seconds(30);
        }
        assertEquals(2, network.controller.statistics().counters.get("bindings_added"));
        assertEquals(HOST, binding().address6.toString());
    }

    @Test
    void tcpSessionsLiveByTheirStates() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        tcp6(ONE, SYN);
        tcp6(TWO, SYN);
        tcp4(ONE, SYN | ACK);
        tcp6(ONE, ACK);
        seconds(250);
        assertEquals(1, rows(far), "the one without an answer is gone");
        assertTrue(admits(Protocol.TCP, ONE, 443));
        tcp4(ONE, RST);
        seconds(230);
        assertEquals(1, rows(far));
        seconds(20);
        assertEquals(0, rows(far));
        assertEquals(0, near.bindings());
    }

    /** The last ACK of a connection is behind both FINs. */
    @Test
    void aConnectionThatClosedEndsInFourMinutesThoughItsHostOpensAnother() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        tcp6(ONE, SYN);
        tcp4(ONE, SYN | ACK);
        tcp6(ONE, FIN | ACK);
        tcp4(ONE, FIN | ACK);
        tcp6(ONE, ACK);
        tcp6(TWO, SYN);
        tcp4(TWO, SYN | ACK);
        seconds(250);
        assertFalse(admits(Protocol.TCP, ONE, 443));
        assertTrue(admits(Protocol.TCP, TWO, 443));
    }

    @Test
    void afterAResetInboundDataKeepsIt() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        tcp6(ONE, SYN);
        tcp4(ONE, SYN | ACK);
        tcp4(ONE, RST);
        seconds(100);
        tcp4(ONE, ACK);
        seconds(300);
        assertEquals(1, rows(far));
        assertEquals(
                "ESTABLISHED",
                network.controller.sessions(Filter.ALL, null, 10).items().get(0).state);
    }

    @Test
    void anIdleSessionIsProbedByItself() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        tcp6(ONE, SYN);
        tcp4(ONE, SYN | ACK);
        seconds(2 * 124 * 60 + 60);
        assertEquals(1, counter("tcp_probes"));
        tcp6(ONE, ACK);
        seconds(300);
        assertEquals(1, rows(far));
    }

    @Test
    void sessionsOutliveTheController() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        udp(TWO, 53);
        network.kill();
        network.start(config(Filtering.ADDRESS_DEPENDENT));
        seconds(5);
        assertEquals(2, rows(far));
        assertEquals(2, counter("sessions_adopted"));
        assertEquals(2, network.controller.sessions(Filter.ALL, null, 10).items().size());
        seconds(320);
        assertEquals(0, rows(far) + near.bindings(), "and end like others");
    }

    /** The store has one connection of each binding, the switches all. */
    @Test
    void afterARestartTheHostIsAskedAboutEachIdleConnection() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        for (String peer : List.of(ONE, TWO)) {
            tcp6(peer, SYN);
            tcp4(peer, SYN | ACK);
        }
        network.kill();
        network.start(config(Filtering.ADDRESS_AND_PORT_DEPENDENT));
        seconds(124 * 60 + 30);
        assertEquals(2, counter("tcp_probes"));
        tcp6(TWO, ACK);
        seconds(300);
        assertFalse(admits(Protocol.TCP, ONE, 443));
        assertTrue(admits(Protocol.TCP, TWO, 443), "its host answered");
    }

    /**
     * Of more idle connections than a binding may have sessions, each is asked about once at most.
     */
    @Test
    void idleConnectionsOfAnEarlierRunEndAlsoWhereThereIsNoRoomForThem() {
        Nat64Config config =
                config(Filtering.ADDRESS_AND_PORT_DEPENDENT).toBuilder()
                        .sessionsPerBinding(2)
                        .build();
        network.start(config);
        network.allUp();
        for (String peer : List.of(ONE, TWO, "192.0.2.3", "192.0.2.4")) {
            tcp6(peer, SYN);
            tcp4(peer, SYN | ACK);
        }
        network.kill();
        network.start(config);
        seconds(5);
        assertEquals(4, rows(far));
        seconds(124 * 60 + 600);
        assertEquals(0, rows(far) + near.bindings());
        assertEquals(2, counter("tcp_probes"), "that is what there is room for");
    }

    @Test
    void aSwitchThatLostItsTablesGetsThemAgain() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        udp(TWO, 53);
        network.down(far);
        far.held.clear();
        network.up(far);
        seconds(5);
        assertEquals(2, rows(far));
        assertTrue(admits(Protocol.UDP, TWO, 1));
    }

    @Test
    void whatASwitchHoldsOfNoBindingIsRemoved() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        network.down(far);
        Intent odd = new BibIntent.Session(Protocol.UDP, 1, 2, 3, 0);
        far.held.put(odd.key(), odd);
        network.up(far);
        seconds(5);
        assertEquals(1, rows(far));
    }

    @Test
    void aPoolThatBeginsToFilterDoesSoForWhatIsThereAfterARestart() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        udp(ONE, 53);
        network.kill();
        network.start(config(Filtering.ADDRESS_DEPENDENT));
        seconds(5);
        assertFalse(admits(Protocol.UDP, TWO, 53));
        udp(ONE, 53);
        assertTrue(admits(Protocol.UDP, ONE, 53));
        assertEquals(1, counter("bindings_restored"));
    }

    @Test
    void aPeerInAnotherBindingNeedsARowForHairpins() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp("203.0.113.1", 4000);
        assertEquals(2, rows(far), "one in each table");
        udp(ONE, 53);
        assertEquals(3, rows(far));
        seconds(700);
        assertEquals(0, rows(far));
    }

    @Test
    void aTranslatorThatCannotFilterIsNamed() {
        network.program(far.id, SimulatedProgram.of().without(Capability.FILTERING));
        InvalidException e =
                assertThrows(InvalidException.class, () -> start(Filtering.ADDRESS_DEPENDENT));
        assertTrue(e.getMessage().contains("translator device:t2 has no table of sessions"));
        start(Filtering.ENDPOINT_INDEPENDENT);
        PoolSpec other = Nat64Configs.pool("q", "203.0.113.16/30", Filtering.ADDRESS_DEPENDENT);
        assertThrows(InvalidException.class, () -> network.controller.addPool(other));
    }

    /** RFC 6888 REQ-5a. */
    @Test
    void aSubscriberHasAsManySessionsAsIsConfigured() {
        network.start(
                config(Filtering.ADDRESS_AND_PORT_DEPENDENT).toBuilder()
                        .sessionsPerSubscriber(7)
                        .build());
        network.allUp();
        for (int port = 1; port <= 20; port++) {
            udp(ONE, port);
        }
        assertEquals(7, rows(far));
        assertEquals(13, counter("refused_session_limit"));
    }

    @Test
    void aSubscriberHasNoMoreThanItsShare() {
        network.programs(SimulatedProgram.of("session=1600"));
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        for (int port = 1; port <= 200; port++) {
            udp(ONE, port);
        }
        assertEquals(100, rows(far), "a sixteenth of the room");
        assertEquals(100, counter("refused_session_limit"));
        network.run(1000);
        assertEquals(
                List.of(
                        "subscriber-limit/main/2001:db8::/64/udp: Subscriber 2001:db8::/64 of"
                                + " instance main is at its limit for UDP: 100 sessions."),
                network.controller.alarms().stream()
                        .filter(a -> a.id.startsWith("subscriber-limit/"))
                        .map(a -> a.id + ": " + a.message)
                        .collect(Collectors.toList()));
        long had = rows(far);
        network.pipeline.receive(near, HostFrames.udp("2001:db8:0:2::1", 4242, ONE, 53));
        network.run(100);
        assertEquals(had + 1, rows(far), "another subscriber has a share of its own");
    }

    /** A switch is compared while a binding is in the BIB that was not stored yet. */
    @Test
    void noSwitchKeepsASessionOfABindingThatCouldNotBeStored() {
        start(Filtering.ADDRESS_DEPENDENT);
        network.storeDelay = 2000;
        network.storeFailures = 100;
        network.pipeline.receive(near, HostFrames.udp(HOST, 4242, ONE, 53));
        network.run(10);
        network.up(far);
        seconds(3);
        network.storeFailures = 0;
        seconds(5);
        assertEquals(0, near.bindings());
        assertEquals(0, rows(far));
    }

    /** A switch is compared while a binding is off the switches that the store has yet. */
    @Test
    void noSwitchGetsASessionOfABindingThatIsBeingRemoved() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        network.store.fails = true;
        Wiring core = network.controller.core;
        core.operations.serially(
                () ->
                        core.configurator.configure(
                                Nat64Configs.NOTHING, network.fabric(), Map.of(), () -> {}));
        seconds(1);
        network.up(far);
        seconds(1);
        network.store.fails = false;
        seconds(5);
        assertEquals(0, far.bindings());
        assertEquals(0, rows(far));
    }

    /** What one switch holds, the others may have lost before they are read. */
    @Test
    void sessionsThatAreTakenOverFromOneSwitchGoToTheOthers() {
        start(Filtering.ADDRESS_DEPENDENT);
        udp(ONE, 53);
        network.kill();
        far.held.clear();
        near.millisPerRead = 500;
        network.start(config(Filtering.ADDRESS_DEPENDENT));
        seconds(3);
        network.assertReady();
        assertEquals(1, rows(near));
        assertEquals(1, rows(far));
        assertTrue(admits(Protocol.UDP, ONE, 9));
    }
}
