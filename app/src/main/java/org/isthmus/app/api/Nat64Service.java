// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.api;

import java.util.List;
import java.util.Optional;
import org.isthmus.core.api.Nat64;
import org.onosproject.cluster.NodeId;
import org.onosproject.event.ListenerService;

/**
 * The NAT64 of the network, the same on every node of the cluster. One node, the leader, decides;
 * the others ask it.
 *
 * <p>Threading: any thread.
 */
public interface Nat64Service extends ListenerService<Nat64Event, Nat64Listener> {
    /** The name of the application in ONOS. */
    String APP = "org.isthmus";

    /**
     * What people and programs ask of the NAT64.
     *
     * @return null while no node leads, or while there is no configuration without faults yet
     */
    Nat64 nat64();

    /** The node that decides now. */
    Optional<NodeId> leader();

    /** What is wrong with the network configuration, one line each; empty: it is in force. */
    List<String> configurationProblems();
}
