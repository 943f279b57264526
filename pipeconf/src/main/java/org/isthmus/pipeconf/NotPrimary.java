// SPDX-License-Identifier: Apache-2.0
package org.isthmus.pipeconf;

import org.onosproject.p4runtime.api.P4RuntimeWriteClient.EntityUpdateResponse;

/**
 * Tells the writes that devices turned away because this node is not their primary (P4Runtime
 * section 5.3) from refusals. Stateless.
 */
public final class NotPrimary {
    /** The gRPC status in what ONOS's client says of an update; the client has no name for it. */
    private static final String STATUS = "PERMISSION_DENIED";

    private NotPrimary() {}

    /** Whether an update was turned away for that. */
    public static boolean says(EntityUpdateResponse answer) {
        String explanation = answer.isSuccess() ? null : answer.explanation();
        return explanation != null && explanation.contains(STATUS);
    }
}
