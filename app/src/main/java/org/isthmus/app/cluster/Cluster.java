// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.Set;
import java.util.stream.Collectors;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.service.StorageService;

/** The cluster of ONOS as one of its nodes sees it. Threading: any thread; nothing waits. */
public final class Cluster {
    final NodeId self;
    final LeadershipService leadership;
    final StorageService storage;
    final ClusterCommunicationService communication;
    private final ClusterService nodes;

    public Cluster(
            ClusterService nodes,
            LeadershipService leadership,
            StorageService storage,
            ClusterCommunicationService communication) {
        this.nodes = nodes;
        this.leadership = leadership;
        this.storage = storage;
        this.communication = communication;
        self = nodes.getLocalNode().id();
    }

    /**
     * All nodes but this one that ONOS has seen since it was started, whether they are up or not.
     */
    Set<NodeId> others() {
        return nodes.getNodes().stream()
                .map(ControllerNode::id)
                .filter(id -> !id.equals(self))
                .collect(Collectors.toSet());
    }
}
