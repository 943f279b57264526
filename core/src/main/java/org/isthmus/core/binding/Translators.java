// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.binding;

import java.util.List;
import java.util.function.Consumer;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.Refusal;
import org.isthmus.core.net.MacAddress;

/**
 * The devices that translate, all of which hold every binding. Refusals are counted by whoever
 * implements this.
 *
 * <p>Threading: the core's thread, callbacks too; some come before the method returns.
 */
public interface Translators {
    /** Whether the device is a translator of the configuration. */
    boolean isTranslator(DeviceId device);

    /** Whether the device takes entries and packets now. */
    boolean isAccepting(DeviceId device);

    /** The router MAC of the first translator that takes packets now, and its id; or null. */
    Ready firstReady();

    /** A translator that takes packets. Immutable. */
    final class Ready {
        public final DeviceId device;
        public final MacAddress routerMac;

        public Ready(DeviceId device, MacAddress routerMac) {
            this.device = device;
            this.routerMac = routerMac;
        }
    }

    /**
     * Brings changes to every translator that takes them, and waits for those that are ready. One
     * that is being filled gets them behind what it gets already, and nobody waits for it.
     *
     * @param done gets what was refused
     */
    void spread(List<Change> changes, Consumer<List<Refusal>> done);

    /**
     * Brings changes to one device.
     *
     * @param done gets what was refused; null: the device was lost, it will be reconciled instead
     */
    void send(DeviceId device, List<Change> changes, Consumer<List<Refusal>> done);

    /** Gives a frame to the device's pipeline as if it came from a port. */
    void submit(DeviceId device, byte[] frame);

    /**
     * Sums up the outbound packets of bindings over all translators.
     *
     * @param done gets the sums in the order asked; null: not every translator answered
     */
    void countOutbound(List<Intent.Outbound> bindings, Consumer<long[]> done);
}
