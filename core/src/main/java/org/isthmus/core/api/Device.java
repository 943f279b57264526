// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;

/** A switch as the NAT64 sees it. Immutable. */
public final class Device {
    /** Where a device stands. */
    public enum State {
        DOWN,
        /** Connected; its tables are being compared with what they should hold. */
        RECONCILING,
        READY
    }

    public final DeviceId id;
    public final State state;
    public final boolean translator;

    /** Intents it holds. */
    public final long intents;

    /** Changes it refused and that are still due. */
    public final long refused;

    /** As last read; null before the first time. */
    public final DeviceStatistics statistics;

    public Device(
            DeviceId id,
            State state,
            boolean translator,
            long intents,
            long refused,
            DeviceStatistics statistics) {
        this.id = id;
        this.state = state;
        this.translator = translator;
        this.intents = intents;
        this.refused = refused;
        this.statistics = statistics;
    }
}
