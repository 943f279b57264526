// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.isthmus.target.api.Replication;

/** Multicast groups and clone sessions. One thread writes, packet threads read. */
final class ReplicationEngine implements Replication {

    /** Copies to make. Immutable. */
    static final class Copies {
        final int[] ports;
        final int[] instances;

        /** Bytes a copy is cut to; none: no limit. */
        final int packetLength;

        Copies(List<Replica> replicas, int packetLength) {
            this.ports = new int[replicas.size()];
            this.instances = new int[replicas.size()];
            for (int i = 0; i < ports.length; i++) {
                ports[i] = replicas.get(i).port();
                instances[i] = replicas.get(i).instance();
            }
            this.packetLength = packetLength > 0 ? packetLength : Integer.MAX_VALUE;
        }
    }

    private final Map<Integer, Copies> groups = new ConcurrentHashMap<>();
    private final Map<Integer, Copies> sessions = new ConcurrentHashMap<>();

    @Override
    public void setMulticastGroup(int groupId, List<Replica> replicas) {
        set(groups, groupId, replicas, 0);
    }

    @Override
    public void setCloneSession(int sessionId, List<Replica> replicas, int packetLength) {
        set(sessions, sessionId, replicas, packetLength);
    }

    private static void set(
            Map<Integer, Copies> all, int id, List<Replica> replicas, int packetLength) {
        if (replicas == null) {
            all.remove(id);
        } else {
            all.put(id, new Copies(replicas, packetLength));
        }
    }

    /** Null where there is none. */
    Copies group(int id) {
        return groups.get(id);
    }

    /** Null where there is none. */
    Copies session(int id) {
        return sessions.get(id);
    }
}
