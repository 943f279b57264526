// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.onosproject.net.DeviceId;
import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;

/**
 * Counts the writes that devices turned away because this node is not their primary (P4Runtime
 * section 5.3). ONOS's flow rule service tells its users only that rules were not written, as if
 * the device had refused them. Thread-safe.
 */
public final class NotPrimary {
    /** The gRPC status in what ONOS's client says of an update; the client has no name for it. */
    private static final String STATUS = "PERMISSION_DENIED";

    private static final Map<DeviceId, LongAdder> COUNTS = new ConcurrentHashMap<>();

    private NotPrimary() {}

    /** Whether an update was turned away for that. */
    public static boolean says(EntityUpdateResponse answer) {
        String explanation = answer.isSuccess() ? null : answer.explanation();
        return explanation != null && explanation.contains(STATUS);
    }

    /** Writes of flow rules that a device has turned away so far. */
    public static long count(DeviceId device) {
        LongAdder count = COUNTS.get(device);
        return count == null ? 0 : count.sum();
    }

    static void add(DeviceId device) {
        COUNTS.computeIfAbsent(device, d -> new LongAdder()).increment();
    }
}
