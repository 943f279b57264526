// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.isthmus.core.api.Binding;
import org.isthmus.core.api.Filter;
import org.isthmus.core.api.Session;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.FabricConfig;
import org.isthmus.core.model.Intent;
import org.isthmus.core.net.Ipv4Address;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lifetimes on translators that count no packets of bindings, beside one that does: switch 0
 * counts, 1 and 2 are sampled.
 */
class SamplingTest {
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;
    private static final int UDP = 300;
    private static final int ESTABLISHED = 124 * 60;
    private static final int TRANSITORY = 4 * 60;
    private static final String HOST = "2001:db8::1";
    private static final int PEER = Ipv4Address.parse("198.51.100.1").bits();

    private final SimulatedNetwork network = new SimulatedNetwork(4, 3);
    private final SimulatedSwitch counting = network.at(0);
    private final SimulatedSwitch sampled = network.at(1);
    private final SimulatedSwitch other = network.at(2);

    private void start() {
        start(16);
    }

    private void start(int blocks) {
        for (SimulatedSwitch s : List.of(sampled, other)) {
            network.program(s.id, SimulatedProgram.of().without(Capability.BINDING_COUNTERS));
        }
        connect(network);
        boot(blocks);
        network.allUp();
        seconds(5);
    }

    /** So that switches without a session are known to forward. */
    private static void connect(SimulatedNetwork network) {
        for (int i = 0; i < 3; i++) {
            network.links.add(
                    new FabricConfig.Link(
                            new FabricConfig.Port(network.at(i).id, 2),
                            new FabricConfig.Port(network.at((i + 1) % 3).id, 3),
                            1500));
        }
    }

    private void boot(int blocks) {
        network.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, blocks, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
    }

    private void seconds(int seconds) {
        network.run(seconds * 1000L);
    }

    private void udp(SimulatedSwitch at) {
        network.pipeline.receive(at, HostFrames.udp(HOST, 4242, "198.51.100.1", 53));
        network.run(200);
    }

    private void tcp6(int flags) {
        network.pipeline.receive(sampled, HostFrames.tcp(HOST, 4242, "198.51.100.1", 443, flags));
        network.run(200);
    }

    private void tcp4(int flags) {
        Binding b = session().binding;
        network.pipeline.replyTcp(sampled, PEER, 443, b.address4.bits(), b.port4, flags);
        network.run(200);
    }

    private void establish() {
        tcp6(SYN);
        tcp4(SYN | ACK);
        assertEquals("ESTABLISHED", session().state);
    }

    private Session session() {
        return network.controller.sessions(Filter.ALL, null, 10).items().get(0);
    }

    private long counter(String name) {
        return network.controller.statistics().counters.get(name);
    }

    private static String rows(SimulatedSwitch s) {
        return s.bindings() + " " + s.replies();
    }

    @Test
    void anIdleBindingMissesForALifetimeBeforeItEnds() {
        start();
        udp(sampled);
        seconds(UDP - 2);
        assertEquals("1 1", rows(sampled));
        seconds(5);
        assertEquals("0 1", rows(sampled), "the reply side stays");
        assertEquals("0 1", rows(other));
        assertEquals("1 1", rows(counting), "its counters tell");
        seconds(UDP - 8);
        assertEquals("0 1", rows(sampled));
        seconds(8);
        for (SimulatedSwitch s : network.switches.values()) {
            assertEquals("0 0", rows(s));
        }
        assertEquals(1, counter("bindings_expired"));
        assertEquals(1, counter("bindings_sampled"));
        assertEquals(0, counter("bindings_resumed"));
    }

    @Test
    void aFlowThroughASampledTranslatorKeepsItsPort() {
        start();
        udp(sampled);
        int sent = 1;
        for (int i = 0; i < 60; i++) {
            seconds(UDP - 20);
            udp(i % 2 == 0 ? sampled : other);
            sent++;
        }
        assertEquals(1, counter("bindings_added"));
        assertEquals(0, counter("bindings_expired"));
        assertEquals(sent, sampled.translated.size() + other.translated.size());
        assertTrue(counter("bindings_resumed") >= 20, counter("bindings_resumed") + "");
    }

    @Test
    void aPacketInTheLastSecondOfItsLifetimeIsKnown() {
        start();
        udp(sampled);
        seconds(UDP - 1);
        udp(sampled);
        seconds(UDP - 1);
        udp(sampled);
        assertEquals(1, counter("bindings_added"), "the second packet hit, the third missed");
        assertEquals(3, sampled.translated.size());
    }

    @Test
    void whatIsCountedElsewhereIsNotSampled() {
        start();
        udp(counting);
        for (int i = 0; i < 20; i++) {
            seconds(UDP - 20);
            udp(counting);
        }
        assertEquals(0, counter("bindings_sampled"));
        assertEquals(1, counter("bindings_added"));
    }

    @Test
    void packetsCountedMeanwhileEndTheSampling() {
        start();
        udp(sampled);
        seconds(UDP + 5);
        assertEquals("0 1", rows(sampled));
        udp(counting);
        seconds(UDP);
        assertEquals("1 1", rows(sampled));
        assertEquals(0, counter("bindings_expired"));
    }

    @Test
    void aTranslatorThatDoesNotAnswerStopsTheExpiryOfNothingButItsOwnDoubt() {
        start();
        udp(counting);
        seconds(2 * UDP + 5);
        assertEquals(1, counter("bindings_expired"), "none of the others was asked for counts");
    }

    @Test
    void nothingEndsThatASampledTranslatorMayHaveSeenUnheard() {
        start();
        udp(sampled);
        seconds(UDP + 5);
        network.loseSession(sampled);
        seconds(2 * UDP);
        assertEquals(0, counter("bindings_expired"));
        network.up(sampled);
        seconds(UDP - 10);
        assertEquals("0 1", rows(sampled), "compared, and still sampled");
        assertEquals(0, counter("bindings_expired"), "heard for less than a lifetime");
        seconds(UDP + 20);
        assertEquals(1, counter("bindings_expired"));
    }

    @Test
    void aTranslatorThatReturnsWithOldEntriesIsSampledAsTheOthers() {
        start();
        udp(sampled);
        network.loseSession(sampled);
        seconds(1);
        // What it was to remove it holds yet, and its packets do not come up.
        Intent side = forwardSide();
        network.up(sampled);
        seconds(UDP + 20);
        assertEquals("0 1", rows(sampled));
        network.loseSession(sampled);
        sampled.held.put(side.key(), side);
        network.up(sampled);
        seconds(5);
        assertEquals("0 1", rows(sampled));
        udp(sampled);
        assertEquals("1 1", rows(sampled));
        assertEquals("1 1", rows(other));
    }

    private Intent forwardSide() {
        return sampled.held.values().stream()
                .filter(i -> i instanceof BibIntent.Outbound)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRestartPutsForwardSidesBack() {
        start();
        udp(sampled);
        seconds(UDP + 5);
        assertEquals("0 1", rows(sampled));
        network.kill();
        boot(16);
        seconds(2);
        assertEquals("1 1", rows(sampled));
        udp(sampled);
        assertEquals(0, counter("bindings_added"));
        assertEquals(2, sampled.translated.size());
        seconds(2 * UDP + 10);
        assertEquals("0 0", rows(sampled));
    }

    @Test
    void anEstablishedSessionIsProbedOnceItMissedForItsLifetime() {
        start();
        establish();
        seconds(ESTABLISHED + 5);
        assertEquals("0 1", rows(sampled));
        assertEquals("ESTABLISHED", session().state);
        assertEquals(0, counter("tcp_probes"));
        seconds(ESTABLISHED + 5);
        assertEquals("TRANS", session().state);
        assertEquals(1, counter("tcp_probes"));
        tcp6(ACK);
        assertEquals("ESTABLISHED", session().state, "the host answered the probe");
        assertEquals("1 1", rows(sampled));
        seconds(2 * ESTABLISHED + TRANSITORY + 20);
        assertEquals("0 0", rows(sampled));
        assertEquals(1, counter("bindings_added"));
    }

    @Test
    void aResetEndsItInFourMinutesAndDataBehindItDoesNot() {
        start();
        establish();
        tcp4(RST);
        assertEquals("TRANS", session().state);
        seconds(5);
        assertEquals("0 1", rows(sampled));
        tcp6(ACK);
        assertEquals("ESTABLISHED", session().state, "data after the reset");
        tcp4(RST);
        seconds(TRANSITORY - 5);
        assertEquals("0 1", rows(sampled));
        seconds(10);
        assertEquals("0 0", rows(sampled));
    }

    /** Inbound data is not seen where nobody counts: the host is asked before the end. */
    @Test
    void aHostThatDidNotTakeAResetSaysSo() {
        start();
        establish();
        tcp4(RST);
        probed(1);
        tcp6(ACK);
        assertEquals("ESTABLISHED", session().state);
        tcp4(RST);
        probed(2);
        tcp6(RST);
        assertEquals("TRANS", session().state, "a reset is no data");
        seconds(2 * TRANSITORY + 10);
        assertEquals("0 0", rows(sampled), "and is not asked for twice");
        assertEquals(2, counter("tcp_probes"));
    }

    /** Waits for a probe, which is due at the end of a transitory session. */
    private void probed(int probes) {
        seconds(TRANSITORY - 2);
        for (int i = 0; i < 60 && counter("tcp_probes") < probes; i++) {
            network.run(100);
        }
        assertEquals("TRANS", session().state);
        assertEquals(probes, counter("tcp_probes"));
    }

    @Test
    void bothFinsEndItInFourMinutes() {
        start();
        establish();
        tcp6(FIN | ACK);
        tcp4(FIN | ACK);
        seconds(TRANSITORY - 5);
        assertEquals("1 1", rows(sampled), "no packet would refresh it");
        seconds(10);
        assertEquals("0 0", rows(sampled));
        assertEquals(0, counter("bindings_sampled"));
    }

    @Test
    void theFirstFragmentOfASampledFlowPutsItBack() {
        start();
        udp(sampled);
        seconds(UDP + 5);
        network.pipeline.receive(
                sampled, HostFrames.fragment(HOST, 4242, "198.51.100.1", 53, true));
        network.run(200);
        assertEquals("1 1", rows(sampled));
        assertEquals(1, counter("bindings_resumed"));
    }

    @Test
    void manyAreSampledOneAfterTheOther() {
        start(64);
        int all = 1500;
        for (int i = 0; i < all; i++) {
            String host = "2001:db8:0:" + Integer.toHexString(i) + "::1";
            network.pipeline.receive(sampled, HostFrames.udp(host, 4242, "198.51.100.1", 53));
        }
        network.run(500);
        assertEquals(all, sampled.bindings());
        long before = sampled.bindings();
        long most = 0;
        for (int i = 0; i < UDP + 20; i++) {
            seconds(1);
            most = Math.max(most, before - sampled.bindings());
            before = sampled.bindings();
        }
        assertEquals(0, before);
        assertTrue(most > 100 && most <= 2 * 512, most + " in a second");
        assertEquals(all, sampled.replies());
        seconds(UDP + 10);
        assertEquals("0 0", rows(sampled));
    }

    @Test
    void aDeviceThatRefusesAForwardSideBackIsAskedAgain() {
        start();
        udp(sampled);
        seconds(UDP + 5);
        sampled.capacity = 0;
        udp(sampled);
        assertEquals("0 1", rows(sampled));
        assertEquals(1, sampled.translated.size());
        sampled.capacity = 10;
        udp(sampled);
        assertEquals("1 1", rows(sampled));
        assertEquals(2, sampled.translated.size());
        assertEquals(1, counter("bindings_added"));
    }

    @Test
    void nothingEndsWhoseForwardSideStays() {
        start();
        sampled.keepsForwardSides = true;
        udp(sampled);
        for (int i = 0; i < 6; i++) {
            seconds(UDP - 20);
            udp(sampled);
        }
        assertEquals(0, counter("bindings_expired"));
        assertEquals(1, counter("bindings_added"));
        assertEquals(7, sampled.translated.size());
        sampled.keepsForwardSides = false;
        seconds(3 * UDP);
        assertEquals("0 0", rows(sampled));
    }

    /** The limit would drop what is to miss. */
    @Test
    void limitsOfSubscribersAreNotOnSampledTranslators() {
        start(1);
        for (int port = 1; port <= 65; port++) {
            network.pipeline.receive(sampled, HostFrames.udp(HOST, port, "198.51.100.1", 53));
        }
        seconds(1);
        assertEquals(64, sampled.bindings());
        assertEquals(1, limits(counting));
        assertEquals(0, limits(sampled));
        seconds(UDP + 5);
        assertEquals("0 64", rows(sampled));
        network.pipeline.receive(sampled, HostFrames.udp(HOST, 65, "198.51.100.1", 53));
        seconds(1);
        network.loseSession(sampled);
        network.up(sampled);
        seconds(2);
        assertEquals(0, limits(sampled));
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    network.at(i).held.size(),
                    network.controller.devices().get(i).intendedEntries - (i == 0 ? 0 : 64));
        }
        int translated = sampled.translated.size();
        for (int port = 1; port <= 64; port++) {
            network.pipeline.receive(sampled, HostFrames.udp(HOST, port, "198.51.100.1", 53));
        }
        seconds(1);
        assertEquals(64, sampled.bindings());
        assertEquals(translated + 64, sampled.translated.size());
    }

    private static long limits(SimulatedSwitch s) {
        return s.held.values().stream().filter(i -> i instanceof BibIntent.SubscriberLimit).count();
    }

    static LongStream seeds() {
        return Seeds.upTo(5);
    }

    /** A flow. */
    private static final class Flow {
        final String host;
        final int period;
        long due;

        Flow(String host, int period) {
            this.host = host;
            this.period = period;
        }
    }

    /** Each sends once within its lifetime, anywhere, and again until it is translated. */
    @ParameterizedTest
    @MethodSource("seeds")
    void flowsKeepTheirPortsWhileSessionsOfTranslatorsComeAndGo(long seed) {
        SimulatedNetwork net = new SimulatedNetwork(seed, 3);
        Random random = new Random(seed);
        for (int i = 1; i < 3; i++) {
            net.program(net.at(i).id, SimulatedProgram.of().without(Capability.BINDING_COUNTERS));
        }
        connect(net);
        net.start(
                Nat64Configs.nat64(
                        Nat64Configs.instance(64, 16, 0),
                        Nat64Configs.pool("p", "203.0.113.0/28")));
        net.allUp();
        net.run(5000);
        List<Flow> flows = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            flows.add(new Flow("2001:db8:0:" + i + "::1", 100 + random.nextInt(UDP - 140)));
        }
        for (int second = 0; second < 3600; second++) {
            if (random.nextInt(200) == 0) {
                SimulatedSwitch s = net.at(random.nextInt(3));
                net.loseSession(s);
                net.run(random.nextInt(4000));
                net.up(s);
            }
            for (Flow flow : flows) {
                if (second >= flow.due) {
                    SimulatedSwitch s = net.at(random.nextInt(3));
                    int before = s.translated.size();
                    net.pipeline.receive(s, HostFrames.udp(flow.host, 7, "198.51.100.1", 53));
                    net.run(100);
                    if (s.translated.size() > before) {
                        flow.due = second + flow.period;
                    }
                }
            }
            net.run(1000);
        }
        assertEquals(
                20, net.controller.statistics().counters.get("bindings_added"), "seed " + seed);
        assertEquals(0, net.controller.statistics().counters.get("bindings_expired"));
        assertTrue(net.controller.statistics().counters.get("bindings_resumed") > 50);
    }
}
