// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.slowpath;

import java.util.Map;
import org.isthmus.core.dataplane.DataPlane;
import org.isthmus.core.dataplane.PuntReason;
import org.isthmus.core.fabric.DeviceId;
import org.isthmus.core.fabric.Fabric;

/**
 * The packet work that a switch leaves to the controller. Not thread safe: on the core's thread.
 */
public final class SlowPath {
    public SlowPath(Fabric fabric, Bindings bindings, DataPlane dataPlane, Barrier barrier) {}

    /**
     * Sets the time of everything that follows, and does what is due: some ten times a second.
     *
     * @param nowMillis of any clock that does not go back
     */
    public void tick(long nowMillis) {}

    /** Every reason but BIB_MISS and TCP_STATE. The frame is the slow path's from here on. */
    public void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame) {}

    /**
     * Tells the sender of a packet that it was refused: ICMPv6 1/1, or ICMPv4 3/13; rate limited.
     */
    public void refuse(DeviceId device, int port, byte[] frame) {}

    /** Counts since the start, by name in snake case. */
    public Map<String, Long> counters() {
        return Map.of();
    }
}
