// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.Timestamp;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.EventuallyConsistentMapBuilder;
import org.onosproject.store.service.EventuallyConsistentMapEvent;
import org.onosproject.store.service.EventuallyConsistentMapListener;
import org.onosproject.store.service.TestEventuallyConsistentMap;

/** Eventually consistent maps of bytes, of which each node of a {@link TestCluster} has a copy. */
public final class EventualMaps {
    private final Map<NodeId, Map<String, Copy>> copies = new ConcurrentHashMap<>();
    private final Predicate<NodeId> isCut;

    /**
     * @param isCut whether nothing comes from a node to the others, or back
     */
    EventualMaps(Predicate<NodeId> isCut) {
        this.isCut = isCut;
    }

    EventuallyConsistentMapBuilder<String, byte[]> builder(NodeId self) {
        return new CopyBuilder(self);
    }

    /** As ONOS's own, without tombstones: the later stamp wins, a removal has none. */
    private final class Copy implements EventuallyConsistentMap<String, byte[]> {
        private final NodeId self;
        private final String name;
        private final BiFunction<String, byte[], Timestamp> clock;
        private final Map<String, byte[]> values = new LinkedHashMap<>();
        private final Map<String, Timestamp> stamps = new HashMap<>();
        private final List<EventuallyConsistentMapListener<String, byte[]>> ears =
                new CopyOnWriteArrayList<>();

        Copy(NodeId self, String name, BiFunction<String, byte[], Timestamp> clock) {
            this.self = self;
            this.name = name;
            this.clock = clock;
        }

        private void update(String key, byte[] value, Timestamp stamp) {
            byte[] before;
            synchronized (this) {
                before = values.get(key);
                if (value == null) {
                    values.remove(key);
                    stamps.remove(key);
                } else if (before == null || stamp.compareTo(stamps.get(key)) > 0) {
                    values.put(key, value);
                    stamps.put(key, stamp);
                } else {
                    return;
                }
            }
            EventuallyConsistentMapEvent.Type type =
                    value == null
                            ? EventuallyConsistentMapEvent.Type.REMOVE
                            : EventuallyConsistentMapEvent.Type.PUT;
            if (value != null || before != null) {
                ears.forEach(
                        e ->
                                e.event(
                                        new EventuallyConsistentMapEvent<>(
                                                name, type, key, value == null ? before : value)));
            }
        }

        private void others(String key, byte[] value, Timestamp stamp) {
            if (!isCut.test(self)) {
                copies.forEach(
                        (node, its) -> {
                            if (!node.equals(self) && !isCut.test(node)) {
                                its.get(name).update(key, value, stamp);
                            }
                        });
            }
        }

        @Override
        public void put(String key, byte[] value) {
            Timestamp stamp = clock.apply(key, value);
            update(key, value, stamp);
            others(key, value, stamp);
        }

        @Override
        public byte[] remove(String key) {
            byte[] before = get(key);
            update(key, null, null);
            others(key, null, null);
            return before;
        }

        synchronized void copyTo(Copy other) {
            new HashMap<>(values).forEach((k, v) -> other.update(k, v, stamps.get(k)));
        }

        @Override
        public synchronized byte[] get(String key) {
            return values.get(key);
        }

        @Override
        public synchronized List<byte[]> values() {
            return new ArrayList<>(values.values());
        }

        @Override
        public synchronized Set<Map.Entry<String, byte[]>> entrySet() {
            return new HashSet<>(new HashMap<>(values).entrySet());
        }

        @Override
        public void addListener(EventuallyConsistentMapListener<String, byte[]> listener) {
            ears.add(listener);
            // As ONOS does.
            Map<String, byte[]> now;
            synchronized (this) {
                now = new LinkedHashMap<>(values);
            }
            now.forEach(
                    (k, v) ->
                            listener.event(
                                    new EventuallyConsistentMapEvent<>(
                                            name, EventuallyConsistentMapEvent.Type.PUT, k, v)));
        }

        @Override
        public void removeListener(EventuallyConsistentMapListener<String, byte[]> listener) {
            ears.remove(listener);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public CompletableFuture<Void> destroy() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public synchronized int size() {
            return values.size();
        }

        @Override
        public boolean isEmpty() {
            return size() == 0;
        }

        @Override
        public boolean containsKey(String key) {
            return get(key) != null;
        }

        @Override
        public boolean containsValue(byte[] value) {
            return values().contains(value);
        }

        @Override
        public void remove(String key, byte[] value) {
            throw new AssertionError("arrays are not equal by value");
        }

        @Override
        public byte[] compute(String key, BiFunction<String, byte[], byte[]> function) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void putAll(Map<? extends String, ? extends byte[]> all) {
            all.forEach(this::put);
        }

        @Override
        public void clear() {
            keySet().forEach(this::remove);
        }

        @Override
        public synchronized Set<String> keySet() {
            return new HashSet<>(values.keySet());
        }
    }

    private final class CopyBuilder extends TestEventuallyConsistentMap.Builder<String, byte[]> {
        private final NodeId self;
        private String name;
        private BiFunction<String, byte[], Timestamp> clock;

        CopyBuilder(NodeId self) {
            this.self = self;
        }

        @Override
        public EventuallyConsistentMapBuilder<String, byte[]> withName(String n) {
            name = n;
            return this;
        }

        @Override
        public EventuallyConsistentMapBuilder<String, byte[]> withTimestampProvider(
                BiFunction<String, byte[], Timestamp> provider) {
            clock = provider;
            return this;
        }

        @Override
        public EventuallyConsistentMap<String, byte[]> build() {
            Copy copy = new Copy(self, name, clock);
            Map<String, Copy> its = copies.computeIfAbsent(self, s -> new ConcurrentHashMap<>());
            // It is persistent, and asks the others.
            Copy before = its.put(name, copy);
            if (before != null) {
                before.copyTo(copy);
            }
            return copy;
        }
    }

    /** Two nodes tell each other all they have, as ONOS makes them do from time to time. */
    public void gossip(NodeId one, NodeId other) {
        copies.get(one).forEach((name, copy) -> copy.copyTo(copies.get(other).get(name)));
        copies.get(other).forEach((name, copy) -> copy.copyTo(copies.get(one).get(name)));
    }

    /** Sizes of a node's copies, by name. */
    public Map<String, Integer> sizes(NodeId node) {
        return copies.get(node).values().stream()
                .collect(Collectors.toMap(c -> c.name, Copy::size));
    }
}
