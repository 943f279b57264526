// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import org.isthmus.core.HostFrames;
import org.isthmus.core.api.Nat64;
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Three nodes, each with a core of its own and master of a switch. */
class ThreeCoresTest {
    @TempDir Path directory;

    static LongStream seeds() {
        return Seeds.upTo(10);
    }

    private static void assertKept(
            Map<String, String> before, Map<String, String> after, SimulatedCluster f) {
        before.forEach((host, port) -> assertEquals(port, after.get(host), () -> host + f.seed()));
    }

    /** A datagram of a host of a subscriber. */
    private static byte[] udp(int subscriber, int port) {
        return HostFrames.udp("2001:db8:0:" + subscriber + "::1", port, "198.51.100.1", 53);
    }

    @Test
    void firstPacketsAtAnySwitchAndTheLeaderDies() {
        SimulatedCluster simulation = new SimulatedCluster(directory, 1);
        simulation.settled();
        for (int i = 0; i < 30; i++) {
            simulation.at(i % 3).receive(udp(i % 4, 1000 + i));
        }
        Map<String, String> before = simulation.settled();
        assertEquals(30, before.size());
        assertEquals(simulation.node(0), simulation.decider());

        simulation.kill(simulation.node(0));
        // While nobody decides, and at the same time as somebody begins to.
        for (int i = 0; i < 20; i++) {
            simulation.at(1 + i % 2).receive(udp(i % 4, 2000 + i));
            simulation.run(1_000);
        }
        Map<String, String> after = simulation.settled();
        assertNotEquals(simulation.node(0), simulation.decider());
        assertKept(before, after, simulation);
        assertTrue(after.size() > 30, () -> after.size() + " bindings");
        Map<String, Long> counters = simulation.decider().core().statistics().counters;
        assertEquals(30, counters.get("bindings_restored"));
        assertEquals(0, counters.get("bindings_adopted"));
    }

    @Test
    void anyNodeAnswersAndALeaderThatLeavesIsFollowedAtOnce() {
        SimulatedCluster simulation = new SimulatedCluster(directory, 3);
        simulation.settled();
        for (int i = 0; i < 10; i++) {
            simulation.at(i % 3).receive(udp(0, 1000 + i));
        }
        Map<String, String> before = simulation.settled();
        SimulatedCluster.Node old = simulation.decider();
        for (SimulatedCluster.Node node : simulation.nodes.values()) {
            Nat64 asked = node.member.nat64();
            assertEquals(10, asked.statistics().gauges.get("bindings"), node.id.id());
        }
        simulation.leave(old);
        // The election takes up to 3.5 s, a term 10 s.
        simulation.run(4_500);
        assertNotEquals(old, simulation.decider());
        assertKept(before, simulation.settled(), simulation);
        simulation.start(old.id);
        assertKept(before, simulation.settled(), simulation);
        assertEquals(
                10L,
                simulation.nodes.get(old.id).member.nat64().statistics().gauges.get("bindings"));
    }

    @Test
    void aLeaderThatWasCutOffComesBack() {
        SimulatedCluster simulation = new SimulatedCluster(directory, 2);
        for (int i = 0; i < 12; i++) {
            simulation.settled();
            simulation.at(i % 3).receive(udp(0, 1000 + i));
        }
        Map<String, String> before = simulation.settled();
        SimulatedCluster.Node old = simulation.decider();
        long epoch = old.member.term().epoch();
        Peers peers = new Peers(simulation.cluster.communication(old.id));
        ClusterDataPlane plane = new ClusterDataPlane(old.id, epoch, old, peers, () -> 0);
        simulation.cut(old);
        // It goes on with its own switch and the blocks it has, until its term is over.
        for (int i = 0; i < 4; i++) {
            simulation.at(0).receive(udp(0, 2000 + i));
        }
        simulation.run(500);
        Map<String, String> alone = simulation.at(0).bindings();
        simulation.run(30_000);
        assertFalse(old.member.leads());
        SimulatedCluster.Node next = simulation.decider();
        assertNotEquals(old, next);
        simulation.heal(old);
        Map<String, String> after = simulation.settled();
        assertKept(before, after, simulation);
        assertKept(alone, after, simulation);
        // What it still tries is refused by the masters of the switches.
        ClusterSwitch other = simulation.at(1);
        assertEquals(epoch + 1, next.member.term().epoch());
        for (SimulatedCluster.Node node : simulation.nodes.values()) {
            if (node != old) {
                Message.Devices said =
                        new Message.Devices(node.id.id(), 1, 1, Map.of(other.id, 1), 0, 0);
                plane.listen(next.core());
                plane.heard(said);
                Change change = Change.set(new BibIntent.Inbound(Protocol.UDP, 1, 2, 3, 4, 5));
                assertThrows(
                        CompletionException.class,
                        () -> plane.apply(other.id, List.of(change)).toCompletableFuture().join());
            }
        }
    }

    /**
     * The record is numbered from 1 again, but nodes that went on refuse what is of a term before.
     */
    @Test
    void atomixLosesItsData() {
        SimulatedCluster simulation = new SimulatedCluster(directory, 4);
        simulation.settled();
        simulation.elect(simulation.ids.get(1));
        simulation.settled();
        simulation.elect(simulation.ids.get(2));
        simulation.settled();
        simulation.at(0).receive(udp(0, 1000));
        Map<String, String> before = simulation.settled();
        long epoch = simulation.decider().member.term().epoch();
        assertEquals(3, epoch);
        simulation.kill(simulation.decider());
        simulation.run(5_000);
        simulation.cluster.loseMaps();
        // It has heard of no term.
        simulation.elect(simulation.ids.get(2));
        simulation.start(simulation.ids.get(2));
        simulation.settled();
        assertEquals(simulation.node(2), simulation.decider());
        simulation.at(0).receive(udp(1, 1000));
        simulation.at(2).receive(udp(2, 1000));
        Map<String, String> after = simulation.settled();
        assertEquals(3, after.size());
        assertKept(before, after, simulation);
        assertTrue(simulation.decider().member.term().epoch() > epoch);
    }

    /** Deaths, partitions, moves of switches and traffic; then silence. */
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsBrokenDoubledOrLeaked(long seed) {
        SimulatedCluster simulation = new SimulatedCluster(directory, seed);
        Random random = new Random(seed);
        Map<String, String> kept = new HashMap<>();
        Map<Integer, byte[]> flows = new HashMap<>();
        simulation.settled();
        for (int round = 0; round < 12; round++) {
            SimulatedCluster.Node away = simulation.node(random.nextInt(3));
            int what = random.nextInt(4);
            traffic(simulation, random, flows);
            if (what == 0) {
                simulation.kill(away);
            } else if (what == 1) {
                simulation.cut(away);
            } else if (what == 2) {
                simulation.elect(away.id);
            }
            for (int i = 0; i < 15; i++) {
                if (random.nextInt(3) == 0) {
                    SimulatedCluster.Node to = simulation.node(random.nextInt(3));
                    if (to.alive && !to.isCut()) {
                        simulation.master(simulation.at(random.nextInt(3)), to);
                    }
                }
                traffic(simulation, random, flows);
                simulation.run(random.nextInt(3_000));
            }
            if (what == 0) {
                simulation.start(away.id);
            } else if (what == 1) {
                simulation.heal(away);
            }
            Map<String, String> now = simulation.settled();
            assertKept(kept, now, simulation);
            kept = now;
            flows.values().forEach(f -> simulation.at(random.nextInt(3)).receive(f));
        }
        assertTrue(kept.size() > 50, () -> kept(simulation) + " bindings" + simulation.seed());
        for (int i = 0; i < 3 * 60; i++) {
            simulation.run(60_000);
        }
        assertEquals(Map.of(), simulation.settled());
        SimulatedCluster.Node decider = simulation.decider();
        assertEquals(0, decider.core().statistics().gauges.get("subscribers"), simulation.seed());
        for (Pool pool : decider.core().pools()) {
            for (int p = 0; p < 3; p++) {
                assertEquals(0, pool.blocksInUse[p], simulation.seed());
            }
        }
        for (SimulatedCluster.Node node : simulation.nodes.values()) {
            simulation
                    .cluster
                    .copies
                    .sizes(node.id)
                    .forEach((map, size) -> assertEquals(0, size, () -> map + simulation.seed()));
        }
    }

    private static int kept(SimulatedCluster simulation) {
        return simulation.at(0).bindings().size();
    }

    private static void traffic(
            SimulatedCluster simulation, Random random, Map<Integer, byte[]> flows) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            int flow = random.nextInt(150);
            byte[] frame = flows.computeIfAbsent(flow, f -> udp(f % 5, 1000 + f));
            simulation.at(random.nextInt(3)).receive(frame);
        }
    }
}
