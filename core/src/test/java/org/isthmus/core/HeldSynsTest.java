// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.InvalidException;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.Filtering;
import org.isthmus.core.model.PoolSpec;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.SwitchIntent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.net.Ipv4Prefix;
import org.isthmus.core.net.Ipv6Address;
import org.isthmus.core.packet.Bytes;
import org.junit.jupiter.api.Test;

/** SYNs that nobody waits for: RFC 6146 section 3.5.2.2, RFC 5382 REQ-2 and REQ-4. */
class HeldSynsTest {
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int FIRST_PORT = 2048;
    private static final int PORTS = 64;
    private static final int ADDRESS = Ipv4Address.parse("203.0.113.0").bits();
    private static final int PEER = Ipv4Address.parse("198.51.100.1").bits();

    private final SimulatedNetwork network = new SimulatedNetwork(12, 2);
    private final SimulatedSwitch near = network.at(0);
    private final SimulatedSwitch far = network.at(1);

    /** A pool of one address with so many blocks. */
    private static PoolSpec pool(Filtering filtering, int blocks) {
        int last = FIRST_PORT + blocks * PORTS - 1;
        return new PoolSpec(
                        "p",
                        "main",
                        List.of(Ipv4Prefix.parse("203.0.113.0/32")),
                        new int[] {FIRST_PORT, FIRST_PORT, FIRST_PORT},
                        new int[] {last, last, last},
                        null,
                        filtering)
                .holdsSyns(true);
    }

    private void start(Filtering filtering) {
        start(pool(filtering, 1));
    }

    private void start(PoolSpec pool) {
        network.start(Nat64Configs.nat64(Nat64Configs.instance(64, 1, 0), pool));
        network.allUp();
    }

    private void syn6(String peer) {
        network.pipeline.receive(near, HostFrames.tcp("2001:db8::1", 4242, peer, 443, SYN));
        network.run(100);
    }

    private void syn4(int peer, int port) {
        network.pipeline.syn4(far, peer, 443, ADDRESS, port);
        network.run(10);
    }

    private int port() {
        List<Binding> all = network.controller.bindings(Filter.ALL, null, 10).items();
        assertEquals(1, all.size());
        return all.get(0).port4;
    }

    private List<String> states() {
        return network.controller.sessions(Filter.ALL, null, 10).items().stream()
                .map(s -> s.peer4 + " " + s.state)
                .sorted()
                .collect(Collectors.toList());
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    /** ICMPv4 errors that a switch was given. */
    private static long errors(SimulatedSwitch s) {
        return s.routed4.stream().filter(f -> f[23] == 1).count();
    }

    @Test
    void itsSenderHearsAfterSixSecondsThatThePortIsUnreachable() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        syn4(PEER, FIRST_PORT);
        network.run(5900);
        assertEquals(0, counter("syns_unreachable"));
        assertEquals(0, errors(far));
        network.run(400);
        assertEquals(1, counter("syns_held"));
        assertEquals(1, counter("syns_unreachable"));
        assertEquals(1, errors(far));
        byte[] error = far.routed4.get(0);
        assertEquals(ADDRESS, Bytes.i32(error, 26));
        assertEquals(PEER, Bytes.i32(error, 30));
        assertEquals(0x0303, Bytes.u16(error, 34));
        byte[] quoted = Arrays.copyOfRange(error, 42 + 20, 42 + 24);
        assertArrayEquals(
                new byte[] {443 >> 8, (byte) 443, FIRST_PORT >> 8, (byte) FIRST_PORT}, quoted);
    }

    /**
     * RFC 5382 REQ-2a: the host's SYN to the same peer makes a binding at the port that it is for.
     */
    @Test
    void theSynOfAHostMeetsOneToThePortThatItGets() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        for (int port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
            syn4(PEER, port);
        }
        assertEquals(PORTS, counter("syns_held"));
        syn6("198.51.100.1");
        assertEquals(List.of("198.51.100.1 ESTABLISHED"), states());
        assertEquals(1, counter("syns_met"));
        assertEquals(1, near.translated.size(), "the host's SYN went on");
        network.run(7000);
        assertEquals(PORTS - 1, counter("syns_unreachable"), "all but the one that was met");
    }

    @Test
    void theSynOfAHostMeetsOneThatItsFilterKeptOut() {
        start(Filtering.ADDRESS_AND_PORT_DEPENDENT);
        syn6("198.51.100.2");
        syn4(PEER, port());
        assertEquals(1, counter("syns_held"));
        network.run(3000);
        syn6("198.51.100.1");
        assertEquals(List.of("198.51.100.1 ESTABLISHED", "198.51.100.2 V6 INIT"), states());
        network.run(7000);
        assertEquals(1, counter("syns_met"));
        assertEquals(0, counter("syns_unreachable"));
    }

    @Test
    void whereACopyIsLostItIsDroppedInSilenceAsWell() {
        start(Filtering.ADDRESS_DEPENDENT);
        syn6("198.51.100.2");
        syn4(PEER, port());
        // Opens the session, and is no SYN.
        network.pipeline.receive(
                near, HostFrames.tcp("2001:db8::1", 4242, "198.51.100.1", 443, 16));
        network.run(7000);
        assertEquals(1, counter("syns_met"));
        assertEquals(0, counter("syns_unreachable"));
    }

    private void syn6To(String host, int port4) {
        syn6To(host, port4, 100);
    }

    private void syn6To(String host, int port4, int millis) {
        network.pipeline.receive(near, HostFrames.tcp(host, 4242, "203.0.113.0", port4, SYN));
        network.run(millis);
    }

    @Test
    void oneOfAHostToAPortOfAPoolIsHeldOnceTheHostIsBound() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        syn6("198.51.100.2");
        int unbound = port() ^ 1;
        syn6To("2001:db8::2", unbound ^ 2);
        assertEquals(1, counter("syns_held"));
        assertEquals(2, network.controller.bindings(Filter.ALL, null, 10).items().size());
        network.run(5800);
        assertEquals(List.of(), near.routed6);
        network.run(400);
        assertEquals(1, counter("syns_unreachable"));
        assertEquals(1, near.routed6.size());
        byte[] error = near.routed6.get(0);
        assertEquals(0x0104, Bytes.u16(error, 54));
        assertEquals(Ipv6Address.parse("2001:db8:64::203.0.113.0").low(), Bytes.i64(error, 30));
        assertEquals(Ipv6Address.parse("2001:db8::2").low(), Bytes.i64(error, 46));
        assertEquals(unbound ^ 2, Bytes.u16(error, 54 + 8 + 42), "quotes it as it was");
    }

    @Test
    void theSynOfAnotherHostMeetsOneOfAHost() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        for (int port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
            syn6To("2001:db8::1", port);
        }
        assertEquals(PORTS - 1, counter("syns_held"), "one went to itself");
        syn6To("2001:db8::2", port());
        assertEquals(1, counter("syns_met"));
        assertTrue(states().contains("203.0.113.0 ESTABLISHED"), states().toString());
    }

    @Test
    void oneThatIsRepeatedEndsWithTheFirst() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        syn4(PEER, FIRST_PORT);
        network.run(3000);
        syn4(PEER, FIRST_PORT);
        network.run(3300);
        assertEquals(1, counter("syns_held"));
        assertEquals(1, counter("syns_repeated"));
        assertEquals(1, counter("syns_unreachable"));
        network.run(7000);
        assertEquals(1, counter("syns_unreachable"));
    }

    @Test
    void oneToABindingThatLetsAllInGoesOn() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        syn6("198.51.100.2");
        syn4(PEER, port());
        assertEquals(0, counter("syns_held"));
        assertTrue(states().contains("198.51.100.1 V4 INIT"), states().toString());
    }

    @Test
    void whatIsNoSynIsNotHeld() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        network.controller.packetIn(
                far.id,
                1,
                PuntReason.UNSOLICITED_SYN,
                HostFrames.tcp4(PEER, 443, ADDRESS, FIRST_PORT, SYN | RST));
        network.run(100);
        assertEquals(0, counter("syns_held"));
        assertEquals(1, counter("punts_malformed"));
    }

    /** At the end of its hop limit, no host gets a binding. */
    @Test
    void oneOfAHostThatIsNotSeenInIpv4IsNotHeld() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        byte[] frame = HostFrames.tcp("2001:db8::1", 4242, "203.0.113.0", FIRST_PORT, SYN);
        frame[14 + 7] = 1;
        network.controller.packetIn(near.id, 1, PuntReason.UNSOLICITED_SYN, frame);
        network.run(100);
        assertEquals(0, counter("syns_held"));
        assertEquals(1, counter("punts_misplaced"));
    }

    @Test
    void aSenderHasAShareAndTheOldestGiveWay() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        for (int port = 1; port <= 65; port++) {
            network.pipeline.syn4(far, PEER, port, ADDRESS, FIRST_PORT);
        }
        network.run(10);
        assertEquals(64, counter("syns_held"));
        assertEquals(1, counter("syns_over_share"));
        // A queue of the controller holds fewer at a time.
        for (int sender = 0; sender < 4200; sender++) {
            network.pipeline.syn4(far, 0x0a00_0000 + sender, 443, ADDRESS, FIRST_PORT);
            if (sender % 100 == 0) {
                network.run(10);
            }
        }
        network.run(10);
        long over = counter("syns_over_share") - 1;
        assertEquals(64 + 4200 - over, counter("syns_held"));
        assertEquals(64 + 4200 - over - 4096, counter("syns_no_room"));
        assertEquals(0, counter("syns_unreachable"), "in silence");
        network.run(7000);
        assertEquals(4096, counter("syns_unreachable"));
        assertTrue(errors(far) <= 200 * 8, errors(far) + " errors: they have a rate");
    }

    @Test
    void subscribersOfOneAddressHaveSharesOfTheirOwn() {
        start(pool(Filtering.ENDPOINT_INDEPENDENT, 2));
        for (int port = FIRST_PORT; port < FIRST_PORT + 2 * PORTS; port++) {
            syn6To("2001:db8::1", port, 10);
        }
        assertEquals(64, counter("syns_held"));
        assertEquals(2 * PORTS - 64 - 1, counter("syns_over_share"), "one went to itself");
        syn6To("2001:db8:0:1::1", 1);
        assertEquals(65, counter("syns_held"));
    }

    @Test
    void theyComeUpAtATenthOfTheRate() {
        start(Filtering.ENDPOINT_INDEPENDENT);
        SwitchIntent.PuntRate syns = rate(PuntReason.UNSOLICITED_SYN);
        assertEquals(rate(PuntReason.BIB_MISS).packetsPerSecond, 10 * syns.packetsPerSecond);
    }

    private SwitchIntent.PuntRate rate(PuntReason reason) {
        return (SwitchIntent.PuntRate) near.held.get(new SwitchIntent.PuntRate(reason, 0, 0).key());
    }

    @Test
    void aTranslatorThatCannotIsNamed() {
        network.program(far.id, SimulatedProgram.of().without(Capability.FILTERING));
        InvalidException e =
                assertThrows(InvalidException.class, () -> start(Filtering.ENDPOINT_INDEPENDENT));
        assertTrue(e.getMessage().contains("pool p holds SYNs"), e.getMessage());
    }
}
