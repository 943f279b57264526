// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Replication;
import p4.v1.P4RuntimeOuterClass.CloneSessionEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import p4.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import p4.v1.P4RuntimeOuterClass.Replica;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * Multicast groups and clone sessions. Entries are kept as they were written, to be read, but for
 * leading zeros of ports.
 */
final class ReplicationEntries {
    /** v1model's mcast_grp and egress_rid have 16 bits. */
    private static final int MAX_GROUP = 0xffff;

    private static final int MAX_INSTANCE = 0xffff;

    /** What simple_switch allows. */
    private static final int MAX_SESSION = 0x7fff;

    private final Replication target;
    private final TreeMap<Integer, MulticastGroupEntry> groups = new TreeMap<>();
    private final TreeMap<Integer, CloneSessionEntry> sessions = new TreeMap<>();

    /**
     * @param target null: nothing is replicated
     */
    ReplicationEntries(Replication target) {
        this.target = target;
    }

    void write(Update.Type type, PacketReplicationEngineEntry e) throws RefusedException {
        if (target == null) {
            throw Refusals.unimplemented("the target replicates no packets");
        }
        switch (e.getTypeCase()) {
            case MULTICAST_GROUP_ENTRY:
                write(type, e.getMulticastGroupEntry());
                break;
            case CLONE_SESSION_ENTRY:
                write(type, e.getCloneSessionEntry());
                break;
            default:
                throw Refusals.invalid("replication entry: neither group nor session");
        }
    }

    private void write(Update.Type type, MulticastGroupEntry e) throws RefusedException {
        int id = e.getMulticastGroupId();
        String name = "multicast group " + Integer.toUnsignedString(id);
        check(name, id, MAX_GROUP, groups.containsKey(id), type);
        if (type == Update.Type.DELETE) {
            target.setMulticastGroup(id, null);
            groups.remove(id);
            return;
        }
        target.setMulticastGroup(id, replicas(name, e.getReplicasList()));
        MulticastGroupEntry.Builder b = e.toBuilder();
        shorten(b.getReplicasBuilderList());
        groups.put(id, b.build());
    }

    private void write(Update.Type type, CloneSessionEntry e) throws RefusedException {
        int id = e.getSessionId();
        String name = "clone session " + Integer.toUnsignedString(id);
        check(name, id, MAX_SESSION, sessions.containsKey(id), type);
        if (type == Update.Type.DELETE) {
            target.setCloneSession(id, null, 0);
            sessions.remove(id);
            return;
        }
        if (e.getClassOfService() != 0) {
            throw Refusals.unimplemented(name + ": classes of service are not supported");
        }
        if (e.getPacketLengthBytes() < 0) {
            throw Refusals.invalid(name + ": negative packet length");
        }
        target.setCloneSession(id, replicas(name, e.getReplicasList()), e.getPacketLengthBytes());
        CloneSessionEntry.Builder b = e.toBuilder();
        shorten(b.getReplicasBuilderList());
        sessions.put(id, b.build());
    }

    private static void shorten(List<Replica.Builder> replicas) {
        replicas.forEach(r -> LaterFields.shorten(r, LaterFields.REPLICA_PORT));
    }

    private static void check(String name, int id, int max, boolean exists, Update.Type type)
            throws RefusedException {
        if (id <= 0 || id > max) {
            throw Refusals.invalid(name + ": id not in 1.." + max);
        }
        if (type == Update.Type.INSERT && exists) {
            throw Refusals.exists(name + " exists");
        }
        if (type != Update.Type.INSERT && !exists) {
            throw Refusals.notFound(name + " does not exist");
        }
    }

    private static List<Replication.Replica> replicas(String name, List<Replica> given)
            throws RefusedException {
        List<Replication.Replica> replicas = new ArrayList<>(given.size());
        Set<Long> seen = new HashSet<>();
        for (Replica r : given) {
            if (LaterFields.has(r, LaterFields.REPLICA_BACKUPS)) {
                throw Refusals.unimplemented(name + ": backup replicas are not supported");
            }
            int port = r.getEgressPort();
            if (LaterFields.has(r, LaterFields.REPLICA_PORT)) {
                ByteString bytes = LaterFields.bytes(r, LaterFields.REPLICA_PORT);
                port =
                        ByteBuffer.wrap(ByteStrings.decode(name + ": port", bytes, Integer.SIZE))
                                .getInt();
            }
            int instance = r.getInstance();
            if (instance < 0 || instance > MAX_INSTANCE) {
                throw Refusals.invalid(
                        name
                                + ": instance "
                                + Integer.toUnsignedString(instance)
                                + " not in 0.."
                                + MAX_INSTANCE);
            }
            if (!seen.add((long) port << Integer.SIZE | instance)) {
                throw Refusals.invalid(
                        name
                                + ": port "
                                + Integer.toUnsignedString(port)
                                + " with instance "
                                + instance
                                + " given twice");
            }
            replicas.add(new Replication.Replica(port, instance));
        }
        return replicas;
    }

    Snapshot read(PacketReplicationEngineEntry e, Reads.Read read) throws RefusedException {
        switch (e.getTypeCase()) {
            case MULTICAST_GROUP_ENTRY:
                int group = e.getMulticastGroupEntry().getMulticastGroupId();
                return Snapshot.of(
                        find("multicast group ", group, groups, read),
                        g -> entity(b -> b.setMulticastGroupEntry(g)));
            case CLONE_SESSION_ENTRY:
                int session = e.getCloneSessionEntry().getSessionId();
                return Snapshot.of(
                        find("clone session ", session, sessions, read),
                        s -> entity(b -> b.setCloneSessionEntry(s)));
            default:
                throw Refusals.invalid("replication entry: neither group nor session");
        }
    }

    /**
     * @param id 0: all
     */
    private static <T> List<T> find(String kind, int id, Map<Integer, T> of, Reads.Read read)
            throws RefusedException {
        if (id == 0) {
            return read.list(of, of.values());
        }
        T one = of.get(id);
        if (one == null) {
            throw Refusals.notFound(kind + Integer.toUnsignedString(id) + " does not exist");
        }
        return List.of(one);
    }

    private static Entity entity(UnaryOperator<PacketReplicationEngineEntry.Builder> kind) {
        return Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                        kind.apply(PacketReplicationEngineEntry.newBuilder()))
                .build();
    }
}
