// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import org.isthmus.app.dataplane.LocalDataPlane;
import org.isthmus.app.dataplane.LocalDataPlaneContractTest;
import org.isthmus.app.dataplane.LocalPlane;
import org.isthmus.app.onos.FakeOnos;
import org.isthmus.core.spi.DataPlane;
import org.onosproject.cluster.NodeId;

/** What the node that decides gives for a device that another node masters. */
class ClusterDataPlaneContractTest extends LocalDataPlaneContractTest {
    private static final NodeId LEADER = NodeId.nodeId("n1");
    static final NodeId MASTER = NodeId.nodeId("n2");

    final TestCluster cluster = new TestCluster();
    final ClusterDataPlane plane;
    private final DeviceAgent leader;
    final DeviceAgent master;
    private long now;

    ClusterDataPlaneContractTest() {
        LocalDataPlane none = LocalPlane.over(new FakeOnos());
        Peers peers = new Peers(cluster.communication(LEADER));
        leader = agent(LEADER, none, peers);
        master = agent(MASTER, local, new Peers(cluster.communication(MASTER)));
        plane = new ClusterDataPlane(LEADER, 1, none, peers, () -> now);
    }

    private static DeviceAgent agent(NodeId id, DataPlane devices, Peers peers) {
        return new DeviceAgent(id, devices, peers, () -> LEADER, new Configured(), 1);
    }

    private static final class Configured implements DeviceAgent.Core {
        @Override
        public boolean configured() {
            return true;
        }

        @Override
        public List<String> problems() {
            return List.of();
        }
    }

    @Override
    protected DataPlane host() {
        return plane;
    }

    @Override
    protected void connect() {
        if (now == 0) {
            leader.start();
            master.start();
            leader.lead(plane);
        }
        super.connect();
    }

    /** Every node says every second what it has; time goes faster here. */
    @Override
    protected void step(long millis) {
        super.step(millis);
        pass(millis);
    }

    final void pass(long millis) {
        now += millis;
        leader.tick();
        master.tick();
        plane.tick();
    }
}
