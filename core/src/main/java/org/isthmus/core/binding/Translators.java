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
 * The devices that translate, all of which hold every binding. The implementation counts refusals.
 *
 * <p>Threading: the core's thread, callbacks too; some come before the method returns.
 */
public interface Translators {
    /** Whether the device is a translator of the configuration. */
    boolean isTranslator(DeviceId device);

    /** Whether the device accepts entries and packets now. */
    boolean isAccepting(DeviceId device);

    /** How many bindings every translator has room for, as far as is known. */
    int mostBindings();

    /** How many port sets every translator has room for, as far as is known; 0: one has none. */
    int mostPortSets();

    /** How many intents of the sort of one every translator has room for, as far as is known. */
    long most(Intent like);

    /** Whether there are translators, and each holds what it should. */
    boolean areAllReady();

    /**
     * Whether changes that are {@link #spread} now take effect in the order of the list, so that
     * both sides of a binding may go together, the reply side first: there is one translator alone,
     * it is ready, and does so ({@link org.isthmus.core.spi.DataPlane#isOrdered}). With several,
     * nobody knows how far one is when another has its forward sides, and answers come in at any.
     */
    boolean isOrdered();

    /** The first translator that accepts packets now, with its router MAC; or null. */
    Ready firstReady();

    /** A translator that accepts packets. Immutable. */
    final class Ready {
        public final DeviceId device;
        public final MacAddress routerMac;

        public Ready(DeviceId device, MacAddress routerMac) {
            this.device = device;
            this.routerMac = routerMac;
        }
    }

    /**
     * Sends changes to every translator that accepts them, and waits for those that are ready. One
     * that is being reconciled gets them after its own changes and is not waited for.
     *
     * @param done gets what was refused
     */
    void spread(List<Change> changes, Consumer<List<Refusal>> done);

    /**
     * The same, for packets that need not wait for the answer.
     *
     * @param sent called if, and as soon as, frames that are submitted come behind the changes;
     *     before {@code done}
     * @param done gets what was refused; it takes no longer than some hundred packets, as it may
     *     run on a {@link org.isthmus.core.spi.LentThread}
     */
    void spread(List<Change> changes, Runnable sent, Consumer<List<Refusal>> done);

    /** By how it is known which bindings are in use on a translator. */
    enum Kind {
        /** It counts the packets of each. */
        COUNTING,
        /** It does not; see {@link Sampler}. */
        SAMPLED
    }

    /** The same for translators of one kind. */
    void spread(Kind kind, List<Change> changes, Consumer<List<Refusal>> done);

    /** Whether a device is a translator of the kind {@link Kind#SAMPLED}. */
    boolean isSampled(DeviceId device);

    /** Whether a translator of the kind {@link Kind#SAMPLED} forwards packets. */
    boolean isAnySampled();

    /**
     * Until when it may have been that a translator of the kind {@link Kind#SAMPLED} forwarded
     * packets and did not hear us, or we did not hear it; in seconds of the core's clock. Below 0:
     * there is none.
     */
    int unheardUntil();

    /**
     * Sends changes to one device.
     *
     * @param done gets what was refused; null: the device was lost, it will be reconciled instead
     */
    void send(DeviceId device, List<Change> changes, Consumer<List<Refusal>> done);

    /** Gives a frame to the device's pipeline as if it came from a port. */
    void submit(DeviceId device, byte[] frame);

    /**
     * Sums up the packets of sides of bindings over all translators that count them.
     *
     * @param done gets the sums in the order asked; null: not every one of them answered, nobody
     *     knows what another one forwards or has lost, or {@link #countersLost} changed meanwhile
     */
    void count(List<? extends Intent> sides, Consumer<long[]> done);

    /**
     * How often a translator that counts packets died, or was taken out of the configuration, and
     * its counters with it. What passed it since the last read is not known, and sums of before and
     * after do not compare.
     */
    int countersLost();
}
