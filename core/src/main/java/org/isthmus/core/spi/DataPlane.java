// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;

/**
 * The switches, as a host lends them to the core.
 *
 * <p>Threading: the core calls from its own thread and never blocks; stages complete, and the
 * listener is called, on any thread.
 */
public interface DataPlane {

    /** What comes up from the switches. */
    interface Listener {
        /** The device takes writes from us now; it may hold rows of an earlier time. */
        void deviceUp(DeviceId device);

        /** Writes to it fail until it is up again. */
        void deviceDown(DeviceId device);

        /**
         * @param port where the packet entered, as in netcfg
         * @param frame from the Ethernet header on, as received; owned by the listener
         */
        void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame);

        /** The link of a port changed. */
        void portState(DeviceId device, int port, boolean up);
    }

    void listen(Listener listener);

    /**
     * Applies changes to one device in the order given, in as few messages as the target allows.
     *
     * @return completes when the device has acknowledged all of them, with the changes it refused
     *     (empty: all done); exceptionally when the device is not there
     */
    CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes);

    /** Everything the device holds that {@link #apply} could have written; for reconciliation. */
    CompletionStage<List<Intent>> read(DeviceId device);

    /**
     * Outbound packets of bindings since each was written.
     *
     * @return counts in the order asked; -1 for a binding the device does not hold
     */
    CompletionStage<long[]> packets(DeviceId device, List<Intent.Outbound> bindings);

    CompletionStage<DeviceStatistics> statistics(DeviceId device);

    /** Sends a frame out at a port as it is; lost in silence when the device is not there. */
    void send(DeviceId device, int port, byte[] frame);

    /** Gives a frame to the device's pipeline as if it came from a port. */
    void submit(DeviceId device, byte[] frame);

    /** Frames that found no room on their way from or to a device, since it was made. */
    default long framesDropped() {
        return 0;
    }
}
