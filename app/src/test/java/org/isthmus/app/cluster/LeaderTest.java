// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isthmus.core.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;

class LeaderTest {
    private static final long TERM = 10_000;
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final NodeId N3 = NodeId.nodeId("n3");
    private static final NodeId[] ALL = {N1, N2, N3};

    private final TestCluster cluster = new TestCluster();
    private final List<Long> epochs = new ArrayList<>();
    private long now = 1_000_000;

    /** A node whose clock has an origin of its own. */
    private final class Node {
        final NodeId id;
        final long origin;
        final List<String> heard = new ArrayList<>();
        Leader leader;
        boolean dead;

        /** The highest term it has heard of. */
        long known;

        /** Whether what it led does not end as it should. */
        boolean failing;

        Node(NodeId id, long origin) {
            this.id = id;
            this.origin = origin;
            start();
        }

        void start() {
            dead = false;
            known = 0;
            leader =
                    new Leader(
                            id,
                            cluster.leadership(id),
                            cluster.storage(id),
                            () -> now + origin,
                            TERM,
                            Runnable::run,
                            () -> known,
                            new Leader.Listener() {
                                @Override
                                public void lead(long epoch) {
                                    heard.add("lead " + epoch);
                                    known = epoch;
                                    epochs.add(epoch);
                                }

                                @Override
                                public void stepDown() {
                                    heard.add("step down");
                                    if (failing) {
                                        throw new IllegalStateException("planted");
                                    }
                                }
                            });
            leader.start();
        }

        boolean leads() {
            return !dead && leader.leads();
        }
    }

    private final Node one = new Node(N1, 0);
    private final Node two = new Node(N2, -777_777);
    private final Node three = new Node(N3, 12_345_678);
    private final List<Node> nodes = List.of(one, two, three);

    private void run(long millis) {
        for (long end = now + millis; now < end; ) {
            now += TERM / Leader.TICKS / 4;
            for (Node node : nodes) {
                if (!node.dead && (now / 250 + node.origin) % 4 == 0) {
                    node.leader.tick();
                }
            }
            assertTrue(nodes.stream().filter(Node::leads).count() <= 1, "two lead");
        }
    }

    @Test
    void theElectedLeadsAndGoesOn() {
        run(3 * TERM);
        assertEquals(List.of(), epochs);
        cluster.elect(N1, ALL);
        assertTrue(one.leads());
        run(100 * TERM);
        assertTrue(one.leads());
        assertEquals(List.of("lead 1"), one.heard);
    }

    @Test
    void whoIsAskedToGoHandsOverAtOnce() {
        cluster.elect(N1, ALL);
        cluster.elect(N2, N1, N2, N3);
        run(TERM / 5);
        assertEquals(List.of("lead 1", "step down"), one.heard);
        assertEquals(List.of("lead 2"), two.heard);
        one.leader.close();
        two.leader.close();
        cluster.elect(N3, ALL);
        run(TERM / 5);
        assertEquals(List.of("lead 3"), three.heard);
    }

    @Test
    void whoFailsToEndATermMayLeadAgain() {
        cluster.elect(N1, ALL);
        run(TERM);
        one.failing = true;
        cluster.cut(N1, true);
        run(2 * TERM);
        assertEquals(List.of("lead 1", "step down"), one.heard);
        cluster.cut(N1, false);
        cluster.elect(N1, ALL);
        run(2 * TERM);
        assertTrue(one.leads());
    }

    @Test
    void afterADeathATermPasses() {
        cluster.elect(N1, ALL);
        run(5 * TERM);
        one.dead = true;
        cluster.elect(N2, N2, N3);
        // The last renewal is at most a third of a term old.
        run(TERM / 2);
        assertFalse(two.leads());
        run(TERM);
        assertEquals(List.of("lead 2"), two.heard);
    }

    /** As from ONOS that has lost Atomix, for longer than the term lasts. */
    @Test
    void whoWaitsForTheElectionStopsInTime() {
        cluster.elect(N1, ALL);
        cluster.lookup(
                N1,
                () -> {
                    cluster.lookup(N1, () -> {});
                    cluster.cut(N1, true);
                    now += TERM;
                    assertTimeoutPreemptively(Duration.ofSeconds(10), one.leader::tick);
                    assertEquals(List.of("lead 1", "step down"), one.heard);
                });
        one.leader.tick();
        assertEquals(List.of("lead 1", "step down"), one.heard);
    }

    @Test
    void whoIsCutOffStopsBeforeAnotherStarts() {
        cluster.elect(N1, ALL);
        run(5 * TERM);
        cluster.cut(N1, true);
        cluster.elect(N2, N2, N3);
        while (!one.heard.contains("step down")) {
            assertEquals(List.of(), two.heard);
            run(250);
        }
        run(TERM);
        assertEquals(List.of("lead 2"), two.heard);
        cluster.cut(N1, false);
        cluster.elect(N2, ALL);
        run(5 * TERM);
        assertEquals(List.of("lead 1", "step down"), one.heard);
        assertTrue(two.leads());
    }

    @Test
    void whoWasCutOffAloneGoesOnWhenItIsBack() {
        cluster.elect(N1, ALL);
        run(TERM);
        cluster.cut(N1, true);
        run(2 * TERM);
        assertFalse(one.leads());
        cluster.cut(N1, false);
        run(TERM / 5);
        assertEquals(List.of("lead 1", "step down", "lead 2"), one.heard);
    }

    @Test
    void whoIsNoCandidateAnyMoreRunsAgain() {
        cluster.elect(N1, ALL);
        run(TERM);
        cluster.expire(N1);
        cluster.expire(N2);
        run(TERM);
        assertTrue(cluster.isCandidate(N1));
        assertTrue(cluster.isCandidate(N2));
        two.leader.close();
        two.leader.tick();
        assertFalse(cluster.isCandidate(N2));
    }

    @Test
    void aRestartedNodeNeedNotWaitForItself() {
        cluster.elect(N1, ALL);
        run(TERM);
        one.start();
        assertTrue(one.leads());
        assertEquals(List.of("lead 1", "lead 2"), one.heard);
    }

    @Test
    void anAnswerThatIsLostCostsNothing() {
        cluster.elect(N1, ALL);
        run(TERM);
        for (int i = 0; i < 20; i++) {
            cluster.mute(N1);
            run(TERM / 3);
        }
        assertEquals(List.of("lead 1"), one.heard);
    }

    @Test
    void whoWaitsWaitsForTheTermOfTheOtherOne() {
        one.leader.term(10 * TERM);
        cluster.elect(N1, ALL);
        run(TERM);
        one.dead = true;
        cluster.elect(N2, N2, N3);
        run(9 * TERM);
        assertFalse(two.leads());
        run(2 * TERM);
        assertTrue(two.leads());
    }

    @Test
    void aShorterTermCountsAtOnce() {
        one.leader.term(10 * TERM);
        cluster.elect(N1, ALL);
        run(TERM);
        one.leader.term(TERM);
        // The renewal with the shorter term is there, but its answer is lost, and all behind it.
        run(3 * TERM);
        cluster.mute(N1);
        run(TERM / 3);
        cluster.cut(N1, true);
        cluster.elect(N2, N2, N3);
        run(2 * TERM);
        assertTrue(two.leads());
        assertFalse(one.leads());
    }

    @Test
    void termsGoOnAboveThoseThatNodesHaveHeardOf() {
        cluster.elect(N1, ALL);
        run(TERM);
        one.known = 57;
        run(TERM / 2);
        assertEquals(List.of("lead 1", "step down", "lead 58"), one.heard);
        two.known = 60;
        cluster.loseMaps();
        run(TERM);
        assertEquals(List.of("step down", "lead 59"), one.heard.subList(3, 5));
        cluster.elect(N2, ALL);
        run(TERM / 2);
        assertEquals(List.of("lead 61"), two.heard);
        cluster.elect(N3, ALL);
        run(TERM / 2);
        assertEquals(List.of("lead 62"), three.heard);
    }

    /** One that stood still may hear of its successor's term before it sees the record. */
    @Test
    void whoHearsOfItsSuccessorTakesNothingFromIt() {
        cluster.elect(N1, ALL);
        run(TERM);
        one.dead = true;
        cluster.elect(N2, N2, N3);
        run(2 * TERM);
        one.dead = false;
        one.known = 2;
        run(2 * TERM);
        assertEquals(List.of("lead 1", "step down"), one.heard);
        assertEquals(List.of("lead 2"), two.heard);
        assertTrue(two.leads());
    }

    /** Elections, deaths, restarts and partitions at random; {@link #run} sees that one leads. */
    @Test
    void neverTwo() {
        long seed = Seeds.of(20_261);
        Random random = new Random(seed);
        int led = 0;
        for (int i = 0; i < 2_000; i++) {
            Node node = nodes.get(random.nextInt(3));
            switch (random.nextInt(6)) {
                case 0:
                    cluster.elect(node.id, ALL);
                    break;
                case 1:
                    cluster.cut(node.id, random.nextBoolean());
                    break;
                case 2:
                    node.dead = true;
                    break;
                case 3:
                    if (node.dead) {
                        node.start();
                    }
                    break;
                case 4:
                    cluster.mute(node.id);
                    break;
                default:
                    node.leader.term(3_000 + random.nextInt(20_000));
                    break;
            }
            run(random.nextInt((int) TERM));
            led += nodes.stream().anyMatch(Node::leads) ? 1 : 0;
        }
        for (int i = 1; i < epochs.size(); i++) {
            assertTrue(epochs.get(i - 1) < epochs.get(i), "epochs go back, seed " + seed);
        }
        assertTrue(epochs.size() > 100 && led > 200, epochs.size() + " leader terms, seed " + seed);
    }
}
