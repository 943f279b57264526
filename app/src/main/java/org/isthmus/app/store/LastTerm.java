// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.store;

import org.onlab.util.KryoNamespace;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;

/**
 * The leader term that began last, of those whose node had first gathered the mapping log: that
 * node has all that came later. The record of {@link org.isthmus.app.cluster.Leader} does not say
 * so: a node may die between that and gathering.
 *
 * <p>An entry {@code TERM NODE}, whose term never falls.
 *
 * <p>Threading: one thread. All methods wait for the cluster.
 */
public final class LastTerm {
    private static final String KEY = "term";

    private final ConsistentMap<String, String> map;

    /** A term, and the node that led it. Immutable. */
    public static final class Begun {
        public final long term;
        public final NodeId node;

        Begun(long term, NodeId node) {
            this.term = term;
            this.node = node;
        }

        static Begun parse(String entry) {
            String[] parts = entry.split(" ", 2);
            return new Begun(Long.parseLong(parts[0]), NodeId.nodeId(parts[1]));
        }
    }

    public LastTerm(StorageService storage) {
        map =
                storage.<String, String>consistentMapBuilder()
                        .withName("isthmus-last-term")
                        .withSerializer(Serializer.using(KryoNamespace.newBuilder().build()))
                        .build();
    }

    /**
     * Null: no term has begun, or Atomix lost its data.
     *
     * @throws StorageException the cluster does not answer
     */
    public Begun get() {
        String entry = Versioned.valueOrNull(map.get(KEY));
        return entry == null ? null : Begun.parse(entry);
    }

    /**
     * A term begins.
     *
     * @throws IllegalStateException a later term has begun
     * @throws StorageException it may not be there; to be tried again
     */
    public void begin(long term, NodeId node) {
        Versioned<String> before = map.get(KEY);
        if (before != null && Begun.parse(before.value()).term > term) {
            throw new IllegalStateException("leader term " + term + " is over");
        }
        String entry = term + " " + node.id();
        boolean isThere =
                before == null
                        ? map.putIfAbsent(KEY, entry) == null
                        : map.replace(KEY, before.version(), entry);
        if (!isThere) {
            throw new StorageException.ConcurrentModification();
        }
    }
}
