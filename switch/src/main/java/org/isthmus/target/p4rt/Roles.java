// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.p4rt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.Uint128;

/**
 * The controllers of a device by role. Each role has a primary of its own. A role config is
 * refused, for none was agreed upon; so every primary has access to the full pipeline, and gets all
 * packets and notifications. Only {@link #primaries()} and {@link #isPrimary(ControllerStream)} may
 * be called without the lock that guards writes.
 */
final class Roles {
    /** That controllers have, with the default one. */
    private static final int MAX_ROLES = 16;

    /**
     * That had a primary, whose election id is remembered: beyond them that of the role which
     * nobody has had for longest is forgotten. Less than 1 MB.
     */
    static final int MAX_KNOWN = 1024;

    private static final int MAX_NAME = 256;

    private final long deviceId;

    /** In the order in which nobody has had them any more, those that somebody has anywhere. */
    private final Map<RoleName, Arbitration> roles = new LinkedHashMap<>();

    private final Map<ControllerStream, Arbitration> streams = new HashMap<>();
    private volatile List<ControllerStream> primaries = List.of();

    Roles(long deviceId) {
        this.deviceId = deviceId;
        roles.put(RoleName.DEFAULT, new Arbitration(deviceId, RoleName.DEFAULT));
    }

    /** One of each role that has one. */
    List<ControllerStream> primaries() {
        return primaries;
    }

    boolean isPrimary(ControllerStream stream) {
        return primaries.contains(stream);
    }

    /**
     * @throws RefusedException NOT_FOUND: there is no such role; PERMISSION_DENIED: the election id
     *     is not that of its primary
     */
    void checkPrimary(RoleName role, boolean given, Uint128 electionId) throws RefusedException {
        Arbitration known = roles.get(role);
        if (known == null) {
            throw Refusals.notFound("role " + role + ", which no controller has taken");
        }
        if (!known.isPrimary(given, electionId)) {
            throw Refusals.denied("not primary");
        }
    }

    /**
     * @throws RefusedException the code with which the stream ends
     */
    void update(ControllerStream stream, MasterArbitrationUpdate m) throws RefusedException {
        Arbitration own = streams.get(stream);
        if (m.getDeviceId() != deviceId) {
            String message =
                    "device id "
                            + Long.toUnsignedString(m.getDeviceId())
                            + "; this device is "
                            + Long.toUnsignedString(deviceId);
            throw own == null ? Refusals.notFound(message) : Refusals.precondition(message);
        }
        RoleName role = RoleName.of(m.getRole());
        if (own != null && own != roles.get(role)) {
            throw Refusals.precondition("the stream has another role than " + role);
        }
        if (m.getRole().hasConfig()) {
            throw Refusals.invalid("role config is not supported");
        }
        Arbitration next = own == null ? arbitration(role) : own;
        // First, for a stream that reads nothing leaves meanwhile.
        streams.put(stream, next);
        try {
            next.update(stream, m);
        } catch (RefusedException e) {
            if (own == null) {
                streams.remove(stream);
            }
            throw e;
        } finally {
            changed(next);
        }
    }

    private Arbitration arbitration(RoleName role) throws RefusedException {
        Arbitration known = roles.get(role);
        long used = roles.values().stream().filter(a -> !a.isIdle()).count();
        if ((known == null || known.isIdle()) && used == MAX_ROLES) {
            throw Refusals.exhausted(MAX_ROLES + " roles are in use");
        }
        if (role.toString().length() > MAX_NAME) {
            throw Refusals.invalid("role with a name of more than " + MAX_NAME + " characters");
        }
        if (known != null) {
            return known;
        }
        if (roles.size() == MAX_KNOWN) {
            roles.values().stream()
                    .filter(Arbitration::isIdle)
                    .findFirst()
                    .ifPresent(a -> roles.remove(a.role()));
        }
        Arbitration next = new Arbitration(deviceId, role);
        roles.put(role, next);
        return next;
    }

    void leave(ControllerStream stream) {
        Arbitration own = streams.remove(stream);
        if (own != null) {
            own.leave(stream);
            changed(own);
        }
    }

    private void changed(Arbitration a) {
        if (a.isIdle()) {
            roles.remove(a.role());
            if (a.hadPrimary()) {
                roles.put(a.role(), a);
            }
        }
        List<ControllerStream> now = new ArrayList<>();
        for (Arbitration each : roles.values()) {
            if (each.primary() != null) {
                now.add(each.primary());
            }
        }
        primaries = List.copyOf(now);
    }
}
