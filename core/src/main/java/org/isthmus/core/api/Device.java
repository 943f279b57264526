// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.api;

import java.util.List;
import java.util.Set;
import org.isthmus.core.model.Capability;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;

/** A switch as the NAT64 sees it. Immutable. */
public final class Device {
    /** State of the connection to a device and of its reconciliation. */
    public enum State {
        DOWN,
        /** Connected; its tables are being compared with what they should hold. */
        RECONCILING,
        READY
    }

    public final DeviceId id;
    public final State state;
    public final boolean translator;

    /**
     * Entries it is to hold: computed from the state of the NAT64, not read from the device; 0
     * while it takes none. What is refused or under way counts.
     */
    public final long intendedEntries;

    /** Changes it refused that are still pending. */
    public final long refused;

    /** What its program can do; empty where that is not known. */
    public final Set<Capability> capabilities;

    /** How full its tables are; empty where its program is not known. */
    public final List<TableUse> tables;

    /** As last read; null before the first read. */
    public final DeviceStatistics statistics;

    public Device(
            DeviceId id,
            State state,
            boolean translator,
            long intendedEntries,
            long refused,
            Set<Capability> capabilities,
            List<TableUse> tables,
            DeviceStatistics statistics) {
        this.id = id;
        this.state = state;
        this.translator = translator;
        this.intendedEntries = intendedEntries;
        this.refused = refused;
        this.capabilities = Set.copyOf(capabilities);
        this.tables = List.copyOf(tables);
        this.statistics = statistics;
    }
}
