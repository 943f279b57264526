// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeOuterClass.DigestListAck;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * One target as controllers see it. Any thread may call; one lock serialises arbitration, writes,
 * pipeline changes and the beginning of reads, and is held for work in memory alone, and as long as
 * the target takes for a change; programs are compiled without it. Packets never take it.
 */
final class P4RuntimeDevice {
    private final long id;
    private final Target target;

    /** Fair, so that no stream of reads keeps a write waiting, nor the reverse. */
    private final ReentrantLock control = new ReentrantLock(true);

    private final Reads reads = new Reads();
    private final Object packetOuts = new Object();
    private final LateCalls late;
    private final Roles roles;
    private final ForwardingPipelines pipelines;
    private final PacketIns packetIns;
    private final ServerCounters counters = new ServerCounters();

    private final Executor executor;

    /** Open ones, whether they have arbitrated or not. */
    private final Set<ControllerStream> streams = ConcurrentHashMap.newKeySet();

    /** Why nothing is served; null: all is. */
    private volatile String unavailable;

    /**
     * @param packetIns sends packets to the controller, one task at a time
     * @param executor runs what may wait for another call to end
     * @param epochNanos wall clock, nanoseconds since 1970
     */
    P4RuntimeDevice(
            long id,
            Target target,
            Executor packetIns,
            Executor executor,
            ScheduledExecutorService timer,
            LongSupplier epochNanos) {
        this.id = id;
        this.target = target;
        this.executor = executor;
        late = new LateCalls(executor);
        roles = new Roles(id);
        IdleTimeoutNotifier idle =
                new IdleTimeoutNotifier(roles::primaries, this::running, timer, epochNanos);
        Digests.Surroundings digests =
                new Digests.Surroundings(roles::primaries, executor, timer, epochNanos);
        pipelines = new ForwardingPipelines(target, idle::idle, digests);
        this.packetIns = new PacketIns(roles::primaries, this::running, packetIns, counters);
        target.onPacketIn(this.packetIns);
    }

    private ForwardingPipeline running() {
        return pipelines.running();
    }

    /** Whether a controller is connected, or a program runs. Does not wait. */
    boolean isInUse() {
        return !streams.isEmpty() || running() != null;
    }

    boolean hasPrimary(Object connection) {
        return roles.primaries().stream().anyMatch(p -> connection.equals(p.connection()));
    }

    /** What was done so far. */
    ServerCounters counters() {
        return counters;
    }

    /** Whether a program runs. Does not wait. */
    boolean hasProgram() {
        return running() != null;
    }

    /** Open streams, of primaries and others. Does not wait. */
    int controllers() {
        return streams.size();
    }

    /** Where the primaries are, one of each role that has one. Does not wait. */
    List<Object> primaries() {
        return roles.primaries().stream()
                .map(ControllerStream::connection)
                .collect(Collectors.toList());
    }

    void resumePacketIn() {
        packetIns.resume();
    }

    void opened(ControllerStream stream) {
        streams.add(stream);
    }

    /**
     * Ends all streams, and refuses calls with UNAVAILABLE from now on. Does not wait for calls
     * under way.
     *
     * @param reason null: serves again
     */
    void unavailable(String reason) {
        unavailable = reason;
        if (reason != null) {
            List<ControllerStream> ended = List.copyOf(streams);
            ended.forEach(s -> s.end(Refusals.unavailable(reason)));
            executor.execute(() -> ended.forEach(this::leave));
        }
    }

    private void checkAvailable() throws RefusedException {
        String reason = unavailable;
        if (reason != null) {
            throw Refusals.unavailable(reason);
        }
    }

    private void checkDevice(long given) throws RefusedException {
        if (given != id) {
            throw Refusals.notFound(
                    "device id "
                            + Long.toUnsignedString(given)
                            + "; this device is "
                            + Long.toUnsignedString(id));
        }
    }

    void arbitrate(ControllerStream stream, MasterArbitrationUpdate m) throws RefusedException {
        control.lock();
        try {
            checkAvailable();
            roles.update(stream, m);
        } finally {
            control.unlock();
        }
        packetIns.resume();
    }

    void leave(ControllerStream stream) {
        streams.remove(stream);
        control.lock();
        try {
            roles.leave(stream);
        } finally {
            control.unlock();
        }
        packetIns.resume();
    }

    /** Of any role. Does not wait. */
    boolean isPrimary(ControllerStream stream) {
        return roles.isPrimary(stream);
    }

    void packetOut(ControllerStream stream, PacketOut packet) throws RefusedException {
        if (!isPrimary(stream)) {
            throw Refusals.denied("not primary");
        }
        ForwardingPipeline p = pipelines.running();
        if (p == null) {
            throw Refusals.precondition("no forwarding pipeline config was committed");
        }
        if (p.schema.packetOut == null) {
            throw Refusals.invalid("the program has no packet_out header");
        }
        byte[] frame = p.schema.packetOut.pack(packet);
        synchronized (packetOuts) {
            target.packetOut(frame);
        }
    }

    void acknowledge(ControllerStream stream, DigestListAck ack) throws RefusedException {
        if (!isPrimary(stream)) {
            throw Refusals.denied("not primary");
        }
        ForwardingPipeline p = pipelines.running();
        if (p == null) {
            throw Refusals.precondition("no forwarding pipeline config was committed");
        }
        p.digests.acknowledge(ack);
    }

    /** Whether a write would wait for another call: then it is to be among the late ones. */
    boolean isBusy() {
        return late.isUnderWay() || control.isLocked();
    }

    /** What waits for another call, and packets that are to come behind that. */
    LateCalls late() {
        return late;
    }

    /**
     * @return errors of single updates
     * @throws RefusedException nothing was attempted
     */
    BatchErrors write(WriteRequest r) throws RefusedException {
        checkAvailable();
        checkDevice(r.getDeviceId());
        RoleName role = RoleName.of(r.getRoleId(), r, LaterFields.WRITE_REQUEST_ROLE);
        BatchErrors errors = new BatchErrors(r.getUpdatesCount());
        control.lock();
        try {
            roles.checkPrimary(role, r.hasElectionId(), r.getElectionId());
            ForwardingPipeline p = pipelines.current();
            if (r.getAtomicity() != WriteRequest.Atomicity.CONTINUE_ON_ERROR) {
                throw Refusals.unimplemented(
                        "atomicity " + r.getAtomicityValue() + " is not supported");
            }
            for (int i = 0; i < r.getUpdatesCount(); i++) {
                try {
                    p.write(r.getUpdates(i));
                } catch (RefusedException | RuntimeException | Error e) {
                    counters.failedUpdate(errors.add(i, e));
                }
            }
        } finally {
            control.unlock();
        }
        counters.write(r.getUpdatesCount());
        target.settle();
        return errors;
    }

    /** A read that may begin; the caller closes it. */
    Reads.Read beginRead(Object client) throws RefusedException {
        return reads.begin(client);
    }

    /** Reads under way. */
    int reads() {
        return reads.count();
    }

    /**
     * Every write shows whole or not at all (section "Parallelism of Read and Write Requests" of
     * the P4Runtime specification): what is found is what there was at one moment. What an entity
     * asks for that occurs twice is found once.
     *
     * @param errors gets the errors of single requests
     * @throws RefusedException nothing was attempted
     */
    List<Snapshot> read(ReadRequest r, Reads.Read read, BatchErrors errors)
            throws RefusedException {
        checkAvailable();
        checkDevice(r.getDeviceId());
        if (r.getEntitiesCount() > Reads.MAX_ENTITIES) {
            throw Refusals.invalid(
                    r.getEntitiesCount()
                            + " entities in one read request, of at most "
                            + Reads.MAX_ENTITIES);
        }
        int[] first = firsts(r.getEntitiesList());
        List<Snapshot> found = new ArrayList<>();
        control.lock();
        try {
            // All roles have access to all entities, so that there is nothing to leave out. Nor
            // does a reader need a stream, so that nobody may have taken its role.
            ForwardingPipeline p = pipelines.current();
            p.program.account();
            for (int i = 0; i < r.getEntitiesCount(); i++) {
                if (first[i] < i) {
                    errors.repeat(first[i], i);
                    continue;
                }
                try {
                    found.addAll(p.read(r.getEntities(i), read));
                } catch (Reads.Exhausted e) {
                    throw e;
                } catch (RefusedException | RuntimeException | Error e) {
                    errors.add(i, e);
                }
            }
        } finally {
            control.unlock();
        }
        return found;
    }

    /** For each entity the index of the first one that equals it. */
    private static int[] firsts(List<Entity> entities) {
        Map<Entity, Integer> seen = new HashMap<>();
        int[] first = new int[entities.size()];
        for (int i = 0; i < first.length; i++) {
            Integer before = seen.putIfAbsent(entities.get(i), i);
            first[i] = before == null ? i : before;
        }
        return first;
    }

    void setPipeline(SetForwardingPipelineConfigRequest r) throws RefusedException {
        checkAvailable();
        checkDevice(r.getDeviceId());
        RoleName role = RoleName.of(r.getRoleId(), r, LaterFields.SET_CONFIG_REQUEST_ROLE);
        control.lock();
        try {
            roles.checkPrimary(role, r.hasElectionId(), r.getElectionId());
        } finally {
            control.unlock();
        }
        ForwardingPipeline compiled = pipelines.compile(r);
        control.lock();
        try {
            // Meanwhile another controller may have become it.
            roles.checkPrimary(role, r.hasElectionId(), r.getElectionId());
            pipelines.set(r.getAction(), compiled);
        } finally {
            control.unlock();
        }
        target.settle();
    }

    void install(ForwardingPipelineConfig config) throws RefusedException {
        control.lock();
        try {
            pipelines.install(config);
        } finally {
            control.unlock();
        }
    }

    /** Null where none was set. */
    ForwardingPipelineConfig getPipeline(GetForwardingPipelineConfigRequest r)
            throws RefusedException {
        checkAvailable();
        checkDevice(r.getDeviceId());
        control.lock();
        try {
            return pipelines.get(r.getResponseType(), r.getResponseTypeValue());
        } finally {
            control.unlock();
        }
    }
}
