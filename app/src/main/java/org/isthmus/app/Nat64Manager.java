// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app;

import java.util.List;
import java.util.Optional;
import org.isthmus.app.api.Nat64Event;
import org.isthmus.app.api.Nat64Listener;
import org.isthmus.app.api.Nat64Service;
import org.isthmus.core.api.Nat64;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.cluster.NodeId;
import org.onosproject.core.CoreService;
import org.onosproject.event.EventDeliveryService;
import org.onosproject.event.ListenerRegistry;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The NAT64 on this node of the cluster. */
@Component(immediate = true, service = Nat64Service.class)
public final class Nat64Manager implements Nat64Service {
    private static final String APP = "org.isthmus";
    private static final String TOPIC = "isthmus";

    @Reference CoreService coreService;
    @Reference EventDeliveryService eventDispatcher;
    @Reference LeadershipService leadershipService;

    private final ListenerRegistry<Nat64Event, Nat64Listener> listeners = new ListenerRegistry<>();

    @Activate
    void activate() {
        coreService.registerApplication(APP);
        eventDispatcher.addSink(Nat64Event.class, listeners);
    }

    @Deactivate
    void deactivate() {
        eventDispatcher.removeSink(Nat64Event.class);
    }

    @Override
    public Nat64 nat64() {
        return null;
    }

    @Override
    public Optional<NodeId> leader() {
        return Optional.ofNullable(leadershipService.getLeader(TOPIC));
    }

    @Override
    public List<String> configurationProblems() {
        return List.of();
    }

    @Override
    public void addListener(Nat64Listener listener) {
        listeners.addListener(listener);
    }

    @Override
    public void removeListener(Nat64Listener listener) {
        listeners.removeListener(listener);
    }
}
