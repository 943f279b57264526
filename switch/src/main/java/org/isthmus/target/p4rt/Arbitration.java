// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import com.google.rpc.Code;
import com.google.rpc.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.Uint128;

/**
 * Who is primary of a role (section "Client Arbitration and Controller Replication" of the
 * P4Runtime specification). For callers that hold the lock that guards writes.
 */
final class Arbitration {
    private static final int MAX_STREAMS = 16;

    private final long deviceId;
    private final RoleName role;

    /** Live controllers; a null election id was not set and never becomes primary. */
    private final Map<ControllerStream, ElectionId> streams = new LinkedHashMap<>();

    /** The highest one ever seen, or null. */
    private ElectionId highest;

    private ControllerStream primary;

    Arbitration(long deviceId, RoleName role) {
        this.deviceId = deviceId;
        this.role = role;
    }

    RoleName role() {
        return role;
    }

    /** Whether nobody has the role, which anybody may have by default. */
    boolean isIdle() {
        return streams.isEmpty() && !role.equals(RoleName.DEFAULT);
    }

    /** Whether there is an election id to remember. */
    boolean hadPrimary() {
        return highest != null;
    }

    /** Null while there is none. */
    ControllerStream primary() {
        return primary;
    }

    boolean isPrimary(boolean given, Uint128 id) {
        return given && primary != null && streams.get(primary).equals(new ElectionId(id));
    }

    /**
     * @throws RefusedException the code with which the stream ends
     */
    void update(ControllerStream stream, MasterArbitrationUpdate m) throws RefusedException {
        boolean isNew = !streams.containsKey(stream);
        ElectionId id = m.hasElectionId() ? new ElectionId(m.getElectionId()) : null;
        for (Map.Entry<ControllerStream, ElectionId> e : streams.entrySet()) {
            if (id != null && e.getKey() != stream && id.equals(e.getValue())) {
                throw Refusals.invalid("election id " + id + " is used by another controller");
            }
        }
        if (isNew && streams.size() >= MAX_STREAMS) {
            throw Refusals.exhausted(MAX_STREAMS + " controllers are connected");
        }
        streams.put(stream, id);
        ControllerStream before = primary;
        if (id != null && (highest == null || id.compareTo(highest) >= 0)) {
            highest = id;
            primary = stream;
        } else if (before == stream) {
            primary = null;
        }
        if (primary != before || primary == stream) {
            notifyControllers(primary);
        } else {
            notifyController(stream);
        }
    }

    void leave(ControllerStream stream) {
        if (!streams.containsKey(stream)) {
            return;
        }
        streams.remove(stream);
        if (primary == stream) {
            primary = null;
            notifyControllers(null);
        }
    }

    /** Backups are notified of a change before the new primary. */
    private void notifyControllers(ControllerStream last) {
        // A copy: who reads nothing leaves meanwhile.
        for (ControllerStream s : List.copyOf(streams.keySet())) {
            if (s != last) {
                notifyController(s);
            }
        }
        if (last != null) {
            notifyController(last);
        }
    }

    private void notifyController(ControllerStream stream) {
        Status.Builder status = Status.newBuilder();
        if (stream == primary) {
            status.setCode(Code.OK_VALUE).setMessage("is primary");
        } else if (primary != null) {
            status.setCode(Code.ALREADY_EXISTS_VALUE).setMessage("is backup");
        } else {
            status.setCode(Code.NOT_FOUND_VALUE).setMessage("is backup; there is no primary");
        }
        MasterArbitrationUpdate.Builder m =
                MasterArbitrationUpdate.newBuilder().setDeviceId(deviceId).setStatus(status);
        if (!role.equals(RoleName.DEFAULT)) {
            m.setRole(role.toMessage());
        }
        if (highest != null) {
            m.setElectionId(highest.toMessage());
        }
        stream.sendArbitration(StreamMessageResponse.newBuilder().setArbitration(m).build());
    }
}
