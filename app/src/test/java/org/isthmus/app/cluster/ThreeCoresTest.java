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
import org.isthmus.core.api.Pool;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.Intent;
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
            Map<String, String> before, Map<String, String> after, Fabric f) {
        before.forEach((host, port) -> assertEquals(port, after.get(host), () -> host + f.seed()));
    }

    @Test
    void firstPacketsAtAnySwitchAndTheLeaderDies() {
        Fabric fabric = new Fabric(directory, 1);
        fabric.settled();
        for (int i = 0; i < 30; i++) {
            fabric.receive(fabric.at(i % 3), Fabric.udp(i % 4, 1000 + i));
        }
        Map<String, String> before = fabric.settled();
        assertEquals(30, before.size());
        assertEquals(fabric.node(0), fabric.decider());

        fabric.kill(fabric.node(0));
        // While nobody decides, and at the same time as somebody begins to.
        for (int i = 0; i < 20; i++) {
            fabric.receive(fabric.at(1 + i % 2), Fabric.udp(i % 4, 2000 + i));
            fabric.run(1_000);
        }
        Map<String, String> after = fabric.settled();
        assertNotEquals(fabric.node(0), fabric.decider());
        assertKept(before, after, fabric);
        assertTrue(after.size() > 30, () -> after.size() + " bindings");
        Map<String, Long> counters = fabric.decider().core.statistics().counters;
        assertEquals(30, counters.get("bindings_restored"));
        assertEquals(0, counters.get("bindings_adopted"));
    }

    @Test
    void aLeaderThatWasCutOffComesBack() {
        Fabric fabric = new Fabric(directory, 2);
        for (int i = 0; i < 12; i++) {
            fabric.settled();
            fabric.receive(fabric.at(i % 3), Fabric.udp(0, 1000 + i));
        }
        Map<String, String> before = fabric.settled();
        Fabric.Node old = fabric.decider();
        Reign reign = old.reign;
        ClusterDataPlane plane =
                new ClusterDataPlane(old.id, reign.epoch(), old, old.peers, () -> 0);
        fabric.cut(old);
        // It goes on with its own switch and the blocks it has, until its term is over.
        for (int i = 0; i < 4; i++) {
            fabric.receive(fabric.at(0), Fabric.udp(0, 2000 + i));
        }
        fabric.run(500);
        Map<String, String> alone = fabric.at(0).bindings();
        fabric.run(30_000);
        assertFalse(old.leader.leads());
        Fabric.Node next = fabric.decider();
        assertNotEquals(old, next);
        fabric.heal(old);
        Map<String, String> after = fabric.settled();
        assertKept(before, after, fabric);
        assertKept(alone, after, fabric);
        // What it still tries is refused by the masters of the switches.
        Fabric.Switch other = fabric.at(1);
        assertEquals(next.reign.epoch(), reign.epoch() + 1);
        next.agent.tick();
        for (Fabric.Node node : fabric.nodes.values()) {
            if (node != old) {
                Message.Devices said =
                        new Message.Devices(node.id.id(), 1, 1, Map.of(other.id, 1), 0);
                plane.listen(next.core);
                plane.heard(said);
                Change change = Change.set(new Intent.Inbound(Protocol.UDP, 1, 2, 3, 4, 5));
                assertThrows(
                        CompletionException.class,
                        () -> plane.apply(other.id, List.of(change)).toCompletableFuture().join());
            }
        }
    }

    /** Deaths, partitions, moves of switches and traffic; then silence. */
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsBrokenDoubledOrLeaked(long seed) {
        Fabric fabric = new Fabric(directory, seed);
        Random random = new Random(seed);
        Map<String, String> kept = new HashMap<>();
        Map<Integer, byte[]> flows = new HashMap<>();
        fabric.settled();
        for (int round = 0; round < 12; round++) {
            Fabric.Node away = fabric.node(random.nextInt(3));
            int what = random.nextInt(4);
            traffic(fabric, random, flows);
            if (what == 0) {
                fabric.kill(away);
            } else if (what == 1) {
                fabric.cut(away);
            } else if (what == 2) {
                fabric.elect(away.id);
            }
            for (int i = 0; i < 15; i++) {
                if (random.nextInt(3) == 0) {
                    Fabric.Node to = fabric.node(random.nextInt(3));
                    if (to.alive && !to.isCut()) {
                        fabric.master(fabric.at(random.nextInt(3)), to);
                    }
                }
                traffic(fabric, random, flows);
                fabric.run(random.nextInt(3_000));
            }
            if (what == 0) {
                fabric.start(away.id);
            } else if (what == 1) {
                fabric.heal(away);
            }
            Map<String, String> now = fabric.settled();
            assertKept(kept, now, fabric);
            kept = now;
            flows.values().forEach(f -> fabric.receive(fabric.at(random.nextInt(3)), f));
        }
        assertTrue(kept.size() > 50, () -> kept(fabric) + " bindings" + fabric.seed());
        for (int i = 0; i < 3 * 60; i++) {
            fabric.run(60_000);
        }
        assertEquals(Map.of(), fabric.settled());
        Fabric.Node decider = fabric.decider();
        assertEquals(0, decider.core.statistics().gauges.get("subscribers"), fabric.seed());
        for (Pool pool : decider.core.pools()) {
            for (int p = 0; p < 3; p++) {
                assertEquals(0, pool.blocksInUse[p], fabric.seed());
            }
        }
        for (Fabric.Node node : fabric.nodes.values()) {
            fabric.cluster
                    .sizes(node.id)
                    .forEach((map, size) -> assertEquals(0, size, () -> map + fabric.seed()));
        }
    }

    private static int kept(Fabric fabric) {
        return fabric.at(0).bindings().size();
    }

    private static void traffic(Fabric fabric, Random random, Map<Integer, byte[]> flows) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            int flow = random.nextInt(150);
            byte[] frame = flows.computeIfAbsent(flow, f -> Fabric.udp(f % 5, 1000 + f));
            fabric.receive(fabric.at(random.nextInt(3)), frame);
        }
    }
}
