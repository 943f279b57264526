// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.isthmus.target.api.RefusedException;
import org.isthmus.target.api.Target;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.PacketOut;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/**
 * One target as controllers see it. Any thread may call; one lock serialises arbitration, writes,
 * reads and pipeline changes, and is held for work in memory alone. Packets never take it.
 */
final class P4RuntimeDevice {
    private final long id;
    private final Target target;
    private final Object control = new Object();
    private final Object packetOuts = new Object();
    private final Arbitration arbitration;
    private final ForwardingPipelines pipelines;
    private final PacketIns packetIns;

    /**
     * @param epochNanos wall clock, nanoseconds since 1970
     */
    P4RuntimeDevice(
            long id,
            Target target,
            Executor executor,
            ScheduledExecutorService timer,
            LongSupplier epochNanos) {
        this.id = id;
        this.target = target;
        arbitration = new Arbitration(id);
        IdleTimeoutNotifier idle =
                new IdleTimeoutNotifier(arbitration::primary, this::running, timer, epochNanos);
        pipelines = new ForwardingPipelines(target, idle::idle);
        packetIns = new PacketIns(arbitration::primary, this::running, executor);
        target.onPacketIn(packetIns);
    }

    private ForwardingPipeline running() {
        return pipelines.running();
    }

    /** Packets to the controller that were dropped: no primary, or one too slow. */
    long droppedPacketIns() {
        return packetIns.dropped();
    }

    void resumePacketIn() {
        packetIns.resume();
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

    private void checkPrimary(boolean given, Uint128 electionId) throws RefusedException {
        if (!arbitration.isPrimary(given, electionId)) {
            throw Refusals.denied("not primary");
        }
    }

    void arbitrate(ControllerStream stream, MasterArbitrationUpdate m) throws RefusedException {
        synchronized (control) {
            arbitration.update(stream, m);
        }
        packetIns.resume();
    }

    void leave(ControllerStream stream) {
        synchronized (control) {
            arbitration.leave(stream);
        }
        packetIns.resume();
    }

    void packetOut(ControllerStream stream, PacketOut packet) throws RefusedException {
        if (arbitration.primary() != stream) {
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

    /**
     * @return errors of single updates
     * @throws RefusedException nothing was attempted
     */
    BatchErrors write(WriteRequest r) throws RefusedException {
        checkDevice(r.getDeviceId());
        Roles.check(r.getRoleId(), r, LaterFields.WRITE_REQUEST_ROLE);
        BatchErrors errors = new BatchErrors(r.getUpdatesCount());
        synchronized (control) {
            checkPrimary(r.hasElectionId(), r.getElectionId());
            ForwardingPipeline p = pipelines.current();
            if (r.getAtomicity() != WriteRequest.Atomicity.CONTINUE_ON_ERROR) {
                throw Refusals.unimplemented(
                        "atomicity " + r.getAtomicityValue() + " is not supported");
            }
            for (int i = 0; i < r.getUpdatesCount(); i++) {
                try {
                    p.write(r.getUpdates(i));
                } catch (RefusedException | RuntimeException e) {
                    errors.add(i, e);
                }
            }
        }
        return errors;
    }

    /**
     * @param errors gets the errors of single requests
     * @throws RefusedException nothing was attempted
     */
    List<Snapshot> read(ReadRequest r, BatchErrors errors) throws RefusedException {
        checkDevice(r.getDeviceId());
        Roles.check(0, r, LaterFields.READ_REQUEST_ROLE);
        List<Snapshot> found = new ArrayList<>();
        synchronized (control) {
            ForwardingPipeline p = pipelines.current();
            for (int i = 0; i < r.getEntitiesCount(); i++) {
                try {
                    found.addAll(p.read(r.getEntities(i)));
                } catch (RefusedException | RuntimeException e) {
                    errors.add(i, e);
                }
            }
        }
        return found;
    }

    void setPipeline(SetForwardingPipelineConfigRequest r) throws RefusedException {
        checkDevice(r.getDeviceId());
        Roles.check(r.getRoleId(), r, LaterFields.SET_CONFIG_REQUEST_ROLE);
        synchronized (control) {
            checkPrimary(r.hasElectionId(), r.getElectionId());
            pipelines.set(r);
        }
    }

    void install(ForwardingPipelineConfig config) throws RefusedException {
        synchronized (control) {
            pipelines.install(config);
        }
    }

    /** Null where none was set. */
    ForwardingPipelineConfig getPipeline(GetForwardingPipelineConfigRequest r)
            throws RefusedException {
        checkDevice(r.getDeviceId());
        synchronized (control) {
            return pipelines.get(r.getResponseType(), r.getResponseTypeValue());
        }
    }
}
