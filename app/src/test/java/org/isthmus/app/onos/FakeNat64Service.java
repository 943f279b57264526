// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.onos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.Nat64Listener;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.core.api.Nat64;
import org.onosproject.cluster.NodeId;

/** Says what a test wants; the node is {@code here}. */
public final class FakeNat64Service implements Nat64Service {
    public static final NodeId HERE = NodeId.nodeId("here");

    public Nat64 nat64;
    public NodeId leader = HERE;
    public final List<String> problems = new ArrayList<>();
    public final List<Nat64Listener> listeners = new CopyOnWriteArrayList<>();

    public FakeNat64Service(Nat64 nat64) {
        this.nat64 = nat64;
    }

    public void post(Nat64Event.Type type, Object subject) {
        listeners.forEach(l -> l.event(new Nat64Event(type, subject)));
    }

    @Override
    public Nat64 nat64() {
        return nat64;
    }

    @Override
    public Optional<NodeId> leader() {
        return Optional.ofNullable(leader);
    }

    @Override
    public List<String> configurationProblems() {
        return problems;
    }

    @Override
    public void addListener(Nat64Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(Nat64Listener listener) {
        listeners.remove(listener);
    }
}
