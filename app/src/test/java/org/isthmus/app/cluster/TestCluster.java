// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.onosproject.cluster.ClusterService;
import org.onosproject.cluster.ClusterServiceAdapter;
import org.onosproject.cluster.ControllerNode;
import org.onosproject.cluster.DefaultControllerNode;
import org.onosproject.cluster.Leader;
import org.onosproject.cluster.Leadership;
import org.onosproject.cluster.LeadershipEvent;
import org.onosproject.cluster.LeadershipEventListener;
import org.onosproject.cluster.LeadershipService;
import org.onosproject.cluster.LeadershipServiceAdapter;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.cluster.messaging.ClusterCommunicationService;
import org.onosproject.store.cluster.messaging.ClusterCommunicationServiceAdapter;
import org.onosproject.store.cluster.messaging.ClusterMessage;
import org.onosproject.store.cluster.messaging.ClusterMessageHandler;
import org.onosproject.store.cluster.messaging.MessageSubject;
import org.onosproject.store.cluster.messaging.MessagingException;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.ConsistentMapBuilder;
import org.onosproject.store.service.EventuallyConsistentMapBuilder;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.TestConsistentMap;
import org.onosproject.store.service.TestStorageService;

/**
 * Nodes of ONOS in one JVM: consistent maps that a node on the lesser side of a partition cannot
 * reach, eventually consistent ones of which each node has a copy, messages, and an election whose
 * outcome the test decides.
 */
public final class TestCluster {
    /** Of all nodes. */
    public final EventualMaps copies = new EventualMaps(this::isCut);

    private final Map<String, ConsistentMap<Object, Object>> maps = new ConcurrentHashMap<>();

    /** By node and subject; given the sender and the bytes. */
    private final Map<NodeId, Map<String, BiFunction<NodeId, byte[], CompletableFuture<byte[]>>>>
            handlers = new ConcurrentHashMap<>();

    private final Map<NodeId, NodeId> elected = new ConcurrentHashMap<>();
    private final Map<NodeId, List<LeadershipEventListener>> listeners = new ConcurrentHashMap<>();
    private final Set<NodeId> candidates = ConcurrentHashMap.newKeySet();
    private final Set<NodeId> cut = ConcurrentHashMap.newKeySet();

    private final Map<NodeId, AtomicInteger> dying = new ConcurrentHashMap<>();

    /** Nodes whose next operation on a consistent map is done but not answered. */
    private final Set<NodeId> mute = ConcurrentHashMap.newKeySet();

    private final Map<NodeId, Consumer<String>> watchers = new ConcurrentHashMap<>();
    private final Set<NodeId> refused = ConcurrentHashMap.newKeySet();

    private final Map<NodeId, Runnable> lookups = new ConcurrentHashMap<>();

    /** Everything there is between a node and the others, or comes back. */
    public void cut(NodeId node, boolean isCut) {
        if (isCut) {
            cut.add(node);
        } else {
            cut.remove(node);
        }
    }

    /** What consistent maps have is gone. */
    void loseMaps() {
        maps.values().forEach(ConsistentMap::clear);
    }

    void mute(NodeId node) {
        mute.add(node);
    }

    /** Tells what a node has done to a consistent map: {@code MAP.METHOD}. */
    public void watch(NodeId node, Consumer<String> watcher) {
        watchers.put(node, watcher);
    }

    /** What comes before a node's election says who was elected; it may wait, or throw. */
    void lookup(NodeId node, Runnable before) {
        lookups.put(node, before);
    }

    /** The session of a node ends. */
    void expire(NodeId node) {
        candidates.remove(node);
        elected.values().removeIf(node::equals);
    }

    boolean isCandidate(NodeId node) {
        return candidates.contains(node);
    }

    /** A node may not run for leader. */
    void refuse(NodeId node) {
        refused.add(node);
    }

    /** A node is cut off when it has done so many more operations on consistent maps. */
    public void dieAfter(NodeId node, int operations) {
        dying.put(node, new AtomicInteger(operations));
    }

    public boolean isCut(NodeId node) {
        return cut.contains(node);
    }

    public void revive(NodeId node) {
        dying.remove(node);
        cut.remove(node);
    }

    /** What nodes that can be reached hear of the election. */
    void elect(NodeId leader, NodeId... nodes) {
        for (NodeId node : nodes) {
            if (!cut.contains(node)) {
                elected.put(node, leader);
                Leadership now =
                        new Leadership("isthmus", new Leader(leader, 1, 1), List.of(nodes));
                listeners
                        .getOrDefault(node, List.of())
                        .forEach(
                                l ->
                                        l.event(
                                                new LeadershipEvent(
                                                        LeadershipEvent.Type.LEADER_CHANGED, now)));
            }
        }
    }

    /** The cluster as that one of the nodes sees it. */
    Cluster seenBy(NodeId self, List<NodeId> nodes) {
        ClusterService service =
                new ClusterServiceAdapter() {
                    @Override
                    public ControllerNode getLocalNode() {
                        return new DefaultControllerNode(self, "127.0.0.1");
                    }

                    @Override
                    public Set<ControllerNode> getNodes() {
                        return nodes.stream()
                                .map(id -> new DefaultControllerNode(id, "127.0.0.1"))
                                .collect(Collectors.toSet());
                    }
                };
        return new Cluster(service, leadership(self), storage(self), communication(self));
    }

    LeadershipService leadership(NodeId self) {
        return new LeadershipServiceAdapter() {
            @Override
            public Leadership runForLeadership(String topic) {
                if (refused.contains(self)) {
                    throw new IllegalStateException("no election");
                }
                candidates.add(self);
                return leadership();
            }

            @Override
            public void withdraw(String topic) {
                candidates.remove(self);
            }

            @Override
            public Leadership getLeadership(String topic) {
                lookups.getOrDefault(self, () -> {}).run();
                return leadership();
            }

            private Leadership leadership() {
                NodeId leader = elected.get(self);
                return new Leadership(
                        "isthmus",
                        leader == null ? null : new Leader(leader, 1, 1),
                        List.copyOf(candidates));
            }

            @Override
            public void addListener(LeadershipEventListener listener) {
                listeners.computeIfAbsent(self, s -> new CopyOnWriteArrayList<>()).add(listener);
            }

            @Override
            public void removeListener(LeadershipEventListener listener) {
                listeners.getOrDefault(self, new ArrayList<>()).remove(listener);
            }
        };
    }

    public StorageService storage(NodeId self) {
        return new TestStorageService() {
            @Override
            public <K, V> ConsistentMapBuilder<K, V> consistentMapBuilder() {
                return new ConsistentMapBuilder<>() {
                    @Override
                    public ConsistentMap<K, V> build() {
                        return consistent(self, name(), this);
                    }

                    @Override
                    public AsyncConsistentMap<K, V> buildAsyncMap() {
                        throw new AssertionError("not asked for");
                    }
                };
            }

            @Override
            @SuppressWarnings("unchecked")
            public <K, V> EventuallyConsistentMapBuilder<K, V> eventuallyConsistentMapBuilder() {
                return (EventuallyConsistentMapBuilder<K, V>) copies.builder(self);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private <K, V> ConsistentMap<K, V> consistent(
            NodeId self, String name, ConsistentMapBuilder<K, V> builder) {
        ConsistentMap<Object, Object> shared =
                maps.computeIfAbsent(
                        name,
                        n -> {
                            TestConsistentMap.Builder<Object, Object> test =
                                    new TestConsistentMap.Builder<>();
                            test.withName(n);
                            test.withSerializer(builder.serializer());
                            return test.build();
                        });
        return (ConsistentMap<K, V>)
                Proxy.newProxyInstance(
                        TestCluster.class.getClassLoader(),
                        new Class<?>[] {ConsistentMap.class},
                        (proxy, method, arguments) -> {
                            AtomicInteger left = dying.get(self);
                            if (left != null && left.getAndDecrement() <= 0) {
                                cut.add(self);
                            }
                            if (cut.contains(self)) {
                                throw new StorageException.Unavailable();
                            }
                            try {
                                Object result;
                                synchronized (shared) {
                                    result = method.invoke(shared, arguments);
                                }
                                watchers.getOrDefault(self, done -> {})
                                        .accept(name + "." + method.getName());
                                if (mute.remove(self)) {
                                    throw new StorageException.Timeout();
                                }
                                return result;
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    /** What a node answers. */
    Set<String> subjects(NodeId node) {
        return Set.copyOf(handlers.getOrDefault(node, Map.of()).keySet());
    }

    /** The node's handlers are gone. */
    void forget(NodeId node) {
        handlers.remove(node);
    }

    ClusterCommunicationService communication(NodeId self) {
        return new ClusterCommunicationServiceAdapter() {
            @Override
            public <M, R> void addSubscriber(
                    MessageSubject subject,
                    Function<byte[], M> decoder,
                    Function<M, CompletableFuture<R>> handler,
                    Function<R, byte[]> encoder) {
                handlers.computeIfAbsent(self, s -> new ConcurrentHashMap<>())
                        .put(
                                subject.value(),
                                (sender, bytes) ->
                                        handler.apply(decoder.apply(bytes)).thenApply(encoder));
            }

            @Override
            @SuppressWarnings("deprecation")
            public void addSubscriber(
                    MessageSubject subject, ClusterMessageHandler handler, ExecutorService none) {
                handlers.computeIfAbsent(self, s -> new ConcurrentHashMap<>())
                        .put(
                                subject.value(),
                                (sender, bytes) -> {
                                    ClusterMessage message =
                                            new ClusterMessage(sender, subject, bytes);
                                    try {
                                        handler.handle(message);
                                    } catch (RuntimeException e) {
                                        return CompletableFuture.failedFuture(
                                                new MessagingException.RemoteHandlerFailure());
                                    }
                                    return CompletableFuture.completedFuture(message.response());
                                });
            }

            @Override
            public void removeSubscriber(MessageSubject subject) {
                handlers.getOrDefault(self, new HashMap<>()).remove(subject.value());
            }

            @Override
            public <M, R> CompletableFuture<R> sendAndReceive(
                    M message,
                    MessageSubject subject,
                    Function<M, byte[]> encoder,
                    Function<byte[], R> decoder,
                    NodeId to,
                    Duration limit) {
                BiFunction<NodeId, byte[], CompletableFuture<byte[]>> handler =
                        handlers.getOrDefault(to, Map.of()).get(subject.value());
                if (cut.contains(self) || cut.contains(to)) {
                    return CompletableFuture.failedFuture(new IllegalStateException("no route"));
                }
                if (handler == null) {
                    return CompletableFuture.failedFuture(new MessagingException.NoRemoteHandler());
                }
                return handler.apply(self, encoder.apply(message))
                        .thenApply(
                                answer -> {
                                    if (cut.contains(self) || cut.contains(to)) {
                                        throw new IllegalStateException("no route back");
                                    }
                                    return decoder.apply(answer);
                                });
            }
        };
    }
}
