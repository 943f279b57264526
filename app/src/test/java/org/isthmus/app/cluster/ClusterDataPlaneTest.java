// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.Protocol;
import org.isthmus.core.spi.DataPlane;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;

class ClusterDataPlaneTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final NodeId N1 = NodeId.nodeId("n1");
    private static final NodeId N2 = NodeId.nodeId("n2");
    private static final NodeId N3 = NodeId.nodeId("n3");
    private static final DeviceId LEAF = DeviceId.of("device:leaf1");

    private final TestCluster cluster = new TestCluster();
    private final List<String> heard = new ArrayList<>();
    private NodeId leader = N1;
    private long now;

    /** A switch that whichever node is its master reaches. */
    private final Map<Object, Intent> held = new LinkedHashMap<>();

    private final class Node implements DataPlane {
        final Peers peers;
        final DeviceAgent agent;
        final NodeId id;
        int frames;

        Node(NodeId id, long boot) {
            this.id = id;
            peers = new Peers(cluster.communication(id));
            DeviceAgent.Core core =
                    new DeviceAgent.Core() {
                        @Override
                        public boolean configured() {
                            return true;
                        }

                        @Override
                        public List<String> problems() {
                            return List.of("a problem");
                        }
                    };
            agent = new DeviceAgent(id, this, peers, () -> leader, core, boot);
            agent.start();
        }

        ClusterDataPlane lead(long epoch) {
            ClusterDataPlane plane = new ClusterDataPlane(id, epoch, this, peers, () -> now);
            plane.listen(new Ear());
            agent.lead(plane);
            return plane;
        }

        @Override
        public void listen(Listener listener) {}

        @Override
        public CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes) {
            changes.forEach(c -> held.put(c.intent().key(), c.intent()));
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public CompletionStage<List<Intent>> read(DeviceId device) {
            return CompletableFuture.completedFuture(new ArrayList<>(held.values()));
        }

        @Override
        public CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> bindings) {
            return CompletableFuture.completedFuture(new long[bindings.size()]);
        }

        @Override
        public CompletionStage<DeviceStatistics> statistics(DeviceId device) {
            return CompletableFuture.failedFuture(new IllegalStateException("no answer"));
        }

        @Override
        public void send(DeviceId device, int port, byte[] frame) {
            frames++;
        }

        @Override
        public long framesDropped() {
            return 0;
        }

        @Override
        public void submit(DeviceId device, byte[] frame) {
            frames += 1000;
        }
    }

    private final class Ear implements DataPlane.Listener {
        @Override
        public void deviceUp(DeviceId device) {
            heard.add("up");
        }

        @Override
        public void deviceDown(DeviceId device) {
            heard.add("down");
        }

        @Override
        public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {
            heard.add(reason + " " + frame.length);
        }

        @Override
        public void portState(DeviceId device, int port, boolean up) {}
    }

    private final Node one = new Node(N1, 1);
    private final Node two = new Node(N2, 2);
    private final Node three = new Node(N3, 3);

    private static Change binding(int port) {
        return Change.set(new BibIntent.Outbound(1, Protocol.UDP, 1, 2, port, 4, port));
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void aSwitchOfAnotherNode() {
        two.agent.deviceUp(LEAF);
        ClusterDataPlane plane = one.lead(1);
        assertEquals(List.of(), heard);
        two.agent.tick();
        assertEquals(List.of("up"), heard);
        assertEquals(N1, two.agent.readyLeader());
        assertEquals(List.of("a problem"), two.agent.problems());
        for (int port = 0; port < 50_000; port += 5_000) {
            List<Change> changes = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                changes.add(binding(port + i));
            }
            assertEquals(List.of(), join(plane.apply(LEAF, changes)));
        }
        assertEquals(new ArrayList<>(held.values()), join(plane.read(LEAF)));
        assertThrows(CompletionException.class, () -> join(plane.statistics(LEAF)));
        two.agent.packetIn(LEAF, 1, PuntReason.BIB_MISS, new byte[70]);
        assertEquals(List.of("up", "BIB_MISS 70"), heard);
        plane.send(LEAF, 1, new byte[60]);
        plane.submit(LEAF, new byte[60]);
        assertEquals(1001, two.frames);
    }

    @Test
    void asManySwitchesAreReadAtOnceAsThereAre() {
        hold(50_000);
        Peers asking = new Peers(cluster.communication(N1));
        List<Long> readings = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            DeviceId device = DeviceId.of("device:leaf" + i);
            readings.add(
                    asking.ask(N2, DataPlaneCodec.READ, new Message.Read(1, device), LIMIT)
                            .join()
                            .reading);
        }
        for (long reading : readings) {
            assertEquals(20_000, join(readOn(asking, reading)).intents.size());
        }
    }

    /** As when the leader that began it is no more; its rows would stay for ever. */
    @Test
    void aReadingThatWasNotFetchedToItsEndGoesWithItsDevice() {
        hold(50_000);
        Peers asking = new Peers(cluster.communication(N1));
        Message.Read read = new Message.Read(1, LEAF);
        long first = asking.ask(N2, DataPlaneCodec.READ, read, LIMIT).join().reading;
        long second = asking.ask(N2, DataPlaneCodec.READ, read, LIMIT).join().reading;
        assertThrows(CompletionException.class, () -> join(readOn(asking, first)));
        long third = join(readOn(asking, second)).reading;
        two.agent.deviceDown(LEAF);
        assertThrows(CompletionException.class, () -> join(readOn(asking, third)));
    }

    private void hold(int bindings) {
        for (int i = 0; i < bindings; i++) {
            Intent intent = binding(i).intent();
            held.put(intent.key(), intent);
        }
    }

    private static CompletionStage<Message.Part> readOn(Peers asking, long reading) {
        return asking.ask(N2, DataPlaneCodec.READ_ON, new Message.ReadOn(1, reading), LIMIT);
    }

    @Test
    void theMasterChanges() {
        one.lead(1);
        two.agent.deviceUp(LEAF);
        // The new master is there before the old one has noticed, or behind it.
        three.agent.deviceUp(LEAF);
        two.agent.deviceDown(LEAF);
        assertEquals(List.of("up", "down", "up"), heard);
        three.agent.deviceDown(LEAF);
        one.agent.deviceUp(LEAF);
        assertEquals(List.of("up", "down", "up", "down", "up"), heard);
    }

    @Test
    void aNodeThatSaysNothingHasNoDevices() {
        ClusterDataPlane plane = one.lead(1);
        two.agent.deviceUp(LEAF);
        cluster.cut(N2, true);
        now += 10_000;
        plane.tick();
        assertEquals(List.of("up", "down"), heard);
        assertThrows(CompletionException.class, () -> join(plane.apply(LEAF, List.of())));
        cluster.cut(N2, false);
        two.agent.tick();
        assertEquals(List.of("up", "down", "up"), heard);
    }

    @Test
    void framesThatReachNoLeaderAreCounted() {
        leader = null;
        two.agent.packetIn(LEAF, 1, PuntReason.BIB_MISS, new byte[70]);
        // Elected, and does not lead yet.
        leader = N1;
        two.agent.packetIn(LEAF, 1, PuntReason.BIB_MISS, new byte[70]);
        ClusterDataPlane plane = one.lead(1);
        two.agent.tick();
        assertEquals(2, plane.framesDropped());
        two.agent.deviceUp(LEAF);
        two.agent.packetIn(LEAF, 1, PuntReason.BIB_MISS, new byte[70]);
        two.agent.tick();
        assertEquals(2, plane.framesDropped());
        cluster.cut(N2, true);
        plane.send(LEAF, 1, new byte[60]);
        assertEquals(3, plane.framesDropped());
    }

    @Test
    void whatALeaderAsksWhoseTermIsOverIsRefused() {
        ClusterDataPlane old = one.lead(1);
        two.agent.deviceUp(LEAF);
        leader = N3;
        ClusterDataPlane next = three.lead(2);
        two.agent.tick();
        join(next.apply(LEAF, List.of(binding(1))));
        assertThrows(CompletionException.class, () -> join(old.apply(LEAF, List.of(binding(2)))));
        assertEquals(1, held.size());
    }
}
