// SPDX-License-Identifier: Apache-2.0
package org.isthmus.core.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.isthmus.core.model.BibIntent;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.DeviceStatistics;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.PuntReason;
import org.isthmus.core.model.Refusal;

/**
 * The switches, as a host reaches them for the core.
 *
 * <p>What the core gives to the host:
 *
 * <ol>
 *   <li>One write. At most one {@link #apply} is under way for a device, from the call until its
 *       stage completes.
 *   <li>A read excludes a write. {@link #apply} and {@link #read} are never under way together for
 *       a device, nor are two reads. {@link #packets} and {@link #statistics} read counters and are
 *       asked at any time, several at once.
 *   <li>Read first. After {@link Listener#deviceUp}, and after an {@code apply} that failed, the
 *       first of the two is a {@code read}.
 *   <li>Lists that were handed over do not change any more. Nor do frames, on either side.
 *   <li>The core never waits: its methods return at once, on whichever thread and with whatever
 *       lock they are called, and throw nothing.
 * </ol>
 *
 * <p>What the host gives to the core:
 *
 * <ol start="6">
 *   <li>It waits for nothing: every method returns at once, on any thread, also within a callback.
 *   <li>Order. Changes of one key ({@link Intent#key}) take effect in the order of the list. Those
 *       of different keys may be done in any order; who needs one before the other waits for its
 *       answer. On a device that {@link #isOrdered}, all that is set, and was not there, takes
 *       effect in the order of the list; what is refused holds up nothing behind it. Frames that
 *       are submitted to it behind an {@code apply} of {@link #CHANGES_AT_ONCE} changes at most
 *       come behind those, but where thousands of frames wait for a write that waits itself.
 *   <li>Every stage completes, on any thread: with an answer, or exceptionally once the host's time
 *       limit has passed. A device whose answers are slow, or refusals, is not down for that. Those
 *       of {@code apply} and {@code read} complete exceptionally before {@link Listener#deviceDown}
 *       is called.
 *   <li>A change is done as a whole or refused as a whole, whatever becomes of the rest of the
 *       list. Of an {@code apply} that failed, any part may have been done; what is left of it is
 *       done before the next {@code read} of the device begins, or never.
 *   <li>What breaks 1 or 2 is refused with an {@link IllegalStateException} and not done. This also
 *       meets a core that has just begun, while something another one asked for is under way.
 *   <li>{@link Listener#deviceUp} and {@link Listener#deviceDown} of a device alternate, beginning
 *       with up, one after the other has returned. In between, the device runs our program and
 *       takes calls; otherwise they fail.
 *   <li>Frames are bounded. One that finds no room, on its way down or up, is dropped, as a wire
 *       would do.
 *   <li>Every loss is counted in {@link #framesDropped}: no room, no device, or the end of a
 *       connection or of a host's node while a frame waited for it. What a network or a device
 *       loses after it took a frame is counted there, if at all.
 *   <li>Callbacks come on any thread of the host's, also several at once; frames of one device come
 *       one after another, as the host received them.
 * </ol>
 *
 * <p>{@code DataPlaneContract} of this module's tests has a test of each that a host gives, for
 * every host; {@code CheckedDataPlane} watches both sides.
 */
public interface DataPlane {
    /** Changes of bindings that a host sends in one message, if it is given no more. */
    int CHANGES_AT_ONCE = 1024;

    /** What comes up from the switches. */
    interface Listener {
        /** The device takes writes from us now; it may hold entries of an earlier time. */
        void deviceUp(DeviceId device);

        /** Calls for it fail until it is up again. */
        void deviceDown(DeviceId device);

        /**
         * @param port where the packet entered, as in netcfg
         * @param frame from the Ethernet header on, as received
         */
        void packetIn(DeviceId device, int port, PuntReason reason, byte[] frame);

        /**
         * The link of a port changed. Told at any time, of a device that is up or not; a port is up
         * until this says otherwise.
         */
        void portState(DeviceId device, int port, boolean up);
    }

    /** To be called once, before anything else. */
    void listen(Listener listener);

    /**
     * Applies changes to one device, in as few messages as the target allows.
     *
     * @return completes when the device has acknowledged all of them, with the changes it refused
     *     (empty: all done); exceptionally when it is not known what was done
     */
    CompletionStage<List<Refusal>> apply(DeviceId device, List<Change> changes);

    /**
     * Whether the device is known to do the updates of one message in their order (guarantee 7);
     * P4Runtime lets it do them in any. It holds from {@link Listener#deviceUp} to {@link
     * Listener#deviceDown}.
     */
    default boolean isOrdered(DeviceId device) {
        return false;
    }

    /** Everything the device holds that {@link #apply} could have written; for reconciliation. */
    CompletionStage<List<Intent>> read(DeviceId device);

    /**
     * Packets of sides of bindings, or of sessions, since each was written. Asked where the program
     * has {@link org.isthmus.core.model.Capability#BINDING_COUNTERS}.
     *
     * @param sides {@link BibIntent.Outbound}, {@link BibIntent.Inbound} or {@link
     *     BibIntent.Session}
     * @return counts in the order asked; -1 for one that the device does not hold
     */
    CompletionStage<long[]> packets(DeviceId device, List<? extends Intent> sides);

    CompletionStage<DeviceStatistics> statistics(DeviceId device);

    /** Sends a frame out at a port as it is. */
    void send(DeviceId device, int port, byte[] frame);

    /** Gives a frame to the device's pipeline as if it came from a port. */
    void submit(DeviceId device, byte[] frame);

    /**
     * The election id (P4Runtime) of another controller that is primary of a device in our stead,
     * in decimal; null: none is, or the host does not run for it itself.
     */
    default String otherPrimary(DeviceId device) {
        return null;
    }

    /** Why a device is down, in a line; null: it is not, or the host does not know. */
    default String whyDown(DeviceId device) {
        return null;
    }

    /** Frames lost on their way from or to any device since this was made (guarantee 13). */
    long framesDropped();
}
